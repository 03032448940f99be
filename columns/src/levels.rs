//! Passes by several threads: level by level.

use crate::{
    batch::Batch,
    brand::{Invariant, Space},
    data::Data,
    fill::Row,
    index::Idx,
    lang::Lang,
    raw::Groups,
    together::Out,
    wave::Wave,
};
use core::marker::PhantomData;

/// Rows that a thread takes at once, at most, if nothing is said.
const CHUNK: usize = 4096;

/// The rows of a batch by level: leaves have level 0, other rows one more than the highest of their children. Rows of one
/// level do not depend on each other. Computed once, and used by any number of passes.
///
/// B8: every row stands in exactly one level, and its children, and theirs, stand in lower ones.
///
/// ```
/// # use polarnet_columns::{Builder, Node, space};
/// # #[derive(Node, Clone, Copy)]
/// # enum Math<I> { Num(i32), Add(I, I) }
/// # space!(Sums, guard);
/// # let mut sums = Builder::<Sums, MathLang>::new(guard);
/// # let two = sums.add(Math::Num(2));
/// # let four = sums.add(Math::Add(two, two));
/// # let sums = sums.freeze();
/// let levels = sums.levels();
/// let depth = sums.par_fold(&levels, |node: Math<&u32>| match node {
///     Math::Num(_) => 1,
///     Math::Add(a, b) => 1 + a.max(b),
/// });
/// assert_eq!(depth[four] as usize, levels.len());
/// ```
pub struct Levels<S: Space> {
    /// All rows, by level; within a level in order.
    pub(crate) rows: Box<[u32]>,
    /// Where each level begins, and where the last one ends.
    starts: Box<[usize]>,
    chunk: usize,
    brand: Invariant<S>,
}

impl<S: Space> Levels<S> {
    /// How many levels there are: the length of the longest path.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// assert_eq!(sums.levels().len(), 2); // `two` stands below `four`
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Is there no level, as there is no row?
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// assert!(!sums.levels().is_empty());
    /// space!(None, guard);
    /// assert!(Builder::<None, MathLang>::new(guard).freeze().levels().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Changes how many rows of a level a thread takes at once, at most: by itself 4096. Fewer are better where
    /// a row takes long: levels of no more rows than that, and of no more than 256, are left to one thread; with `usize::MAX` all are.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// let one = sums.add(Math::Num(1));
    /// let two = sums.add(Math::Add(one, one));
    /// let sums = sums.freeze();
    /// let levels = sums.levels().chunk(16);
    /// let size = sums.par_fill_up(&levels, |row| match row.node() {
    ///     Math::Num(_) => 1,
    ///     Math::Add(a, b) => 1 + row[a] + row[b],
    /// });
    /// assert_eq!(size[two], 3);
    /// ```
    #[must_use]
    pub fn chunk(mut self, rows: usize) -> Self {
        self.chunk = rows.max(1);
        self
    }

    /// As work for several threads: places in `rows`.
    pub(crate) fn wave(&self, down: bool) -> Wave<'_> {
        Wave { starts: &self.starts, down, chunk: self.chunk }
    }

    pub(crate) fn raw(&self) -> Groups<'_> {
        Groups { rows: &self.rows, starts: &self.starts }
    }

    /// The rows of each level, from the leaves up.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// let levels = sums.levels();
    /// let widths: Vec<usize> = levels.iter().map(|level| level.len()).collect();
    /// assert_eq!(widths, [1, 1]);
    /// assert!(levels.iter().next_back().unwrap().eq([four]));
    /// ```
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = impl ExactSizeIterator<Item = Idx<S>>> + ExactSizeIterator {
        self.starts.windows(2).map(|ends| self.rows[ends[0]..ends[1]].iter().map(|&row| Idx::new(row)))
    }
}

impl<S: Space, L: Lang> Batch<S, L> {
    /// The rows by level, for [`par_fold`](Self::par_fold) and [`par_fill_up`](Self::par_fill_up).
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// let one = sums.add(Math::Num(1));
    /// let two = sums.add(Math::Add(one, one));
    /// let five = sums.add(Math::Num(5));
    /// let levels = sums.freeze().levels();
    /// let levels: Vec<Vec<_>> = levels.iter().map(|level| level.collect()).collect();
    /// assert_eq!(levels, [vec![one, five], vec![two]]);
    /// ```
    #[must_use]
    pub fn levels(&self) -> Levels<S> {
        let mut level: Vec<u32> = Vec::with_capacity(self.len());
        let mut starts = vec![0];
        for row in self.indices() {
            let mut own = 0;
            L::each_child::<Idx<S>>(self.node(row), |child| own = own.max(level[child.row()] + 1));
            level.push(own);
            starts.resize(starts.len().max(own as usize + 2), 0);
            starts[own as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let (mut next, mut rows) = (starts.clone(), vec![0; self.len()]);
        for (row, level) in (0..).zip(level) {
            let place = &mut next[level as usize];
            rows[*place] = row;
            *place += 1;
        }
        Levels { rows: rows.into(), starts: starts.into(), chunk: CHUNK, brand: PhantomData }
    }

    /// As [`fold`](Self::fold), by several threads: same values, bit for bit, if `f` is a function of its arguments.
    /// `levels` are those of this batch ([`levels`](Self::levels)).
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// let four = sums.add(Math::Add(two, two));
    /// let sums = sums.freeze();
    /// let value = sums.par_fold(&sums.levels(), |node: Math<&i32>| match node {
    ///     Math::Num(n) => n,
    ///     Math::Add(a, b) => a + b,
    /// });
    /// assert_eq!(value[four], 4);
    /// ```
    ///
    /// # Panics
    ///
    /// When `f` does; the values so far are dropped.
    pub fn par_fold<T: Send + Sync>(
        &self,
        levels: &Levels<S>,
        f: impl for<'x> Fn(L::Node<'x, &'x T>) -> T + Sync,
    ) -> Data<S, T> {
        self.par_fill_up(levels, |row| f(row.values()))
    }

    /// As [`fill_up`](Self::fill_up), by several threads: same values, bit for bit, if `f` is a function of its row.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// let size = sums.par_fill_up(&sums.levels(), |row| match row.node() {
    ///     Math::Num(_) => 1,
    ///     Math::Add(a, b) => 1 + row[a] + row[b],
    /// });
    /// assert_eq!((size[two], size[four]), (1, 3));
    /// ```
    ///
    /// # Panics
    ///
    /// When `f` does; the values so far are dropped.
    pub fn par_fill_up<T: Send + Sync>(
        &self,
        levels: &Levels<S>,
        f: impl for<'r, 'i> Fn(Row<'r, 'i, S, L, T>) -> T + Sync,
    ) -> Data<S, T> {
        let out = Out::<(T,)>::new(&levels.rows);
        levels.wave(false).run(|places| {
            // SAFETY: B8: each place is in one piece. What a row can name stands in lower levels, whose values are there.
            unsafe { out.write(places, |row| (f(Row::at(row, &self.store, out.bases().0)),)) }
        });
        // SAFETY: B8: all rows were in some level.
        unsafe { out.finish() }.0
    }
}

//! Passes by several threads: level by level.

use crate::{
    batch::Batch,
    brand::{Invariant, Space},
    data::Data,
    fill::Row,
    index::Idx,
    lang::Lang,
    par,
};
use core::{
    marker::PhantomData,
    mem::MaybeUninit,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

/// Rows that a task computes; a level of fewer is computed where the pass was called.
const CHUNK: usize = 1024;

/// The rows of a batch by level: leaves have level 0, other rows one more than the highest of their children. Rows of one
/// level do not depend on each other. Computed once, and used by any number of passes.
///
/// B8: every row stands in exactly one level, and its children, and theirs, stand in lower ones.
pub struct Levels<S: Space> {
    /// All rows, by level; within a level in order.
    rows: Box<[u32]>,
    /// Where each level begins, and where the last one ends.
    starts: Box<[usize]>,
    brand: Invariant<S>,
}

impl<S: Space> Levels<S> {
    /// How many levels there are: the length of the longest path.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Is there no level, as there is no row?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rows of each level, from the leaves up.
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
        Levels { rows: rows.into(), starts: starts.into(), brand: PhantomData }
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
    /// # Panics
    ///
    /// When `f` does; the values so far are dropped.
    pub fn par_fill_up<T: Send + Sync>(
        &self,
        levels: &Levels<S>,
        f: impl for<'r, 'i> Fn(Row<'r, 'i, S, L, T>) -> T + Sync,
    ) -> Data<S, T> {
        let mut column = Column::new(self.len());
        let cells = Cells(column.values.as_mut_ptr());
        let fill = |rows: &[u32]| {
            for &row in rows {
                // SAFETY: B8: what the row can name stands in lower levels, whose values are there: levels are computed one
                // after the other.
                let value = f(unsafe { Row::at(row, &self.store, cells.first().cast()) });
                // SAFETY: B1: the row is one of this batch; B8: no other task has it, and none reads it before this level
                // is done.
                unsafe { (*cells.first().add(row as usize)).write(value) };
                column.mark(row);
            }
        };
        for ends in levels.starts.windows(2) {
            let rows = &levels.rows[ends[0]..ends[1]];
            if rows.len() <= CHUNK {
                fill(rows);
            } else {
                par::each(rows.chunks(CHUNK).collect(), fill);
            }
        }
        // SAFETY: B8: all rows were in some level.
        unsafe { column.finish() }
    }
}

/// The cells of a column that is being filled by several threads.
#[derive(Clone, Copy)]
struct Cells<T>(*mut MaybeUninit<T>);

// SAFETY: B11 and B8: tasks write to different cells, and send values of type `T`; they read cells that are not written any more.
unsafe impl<T: Send + Sync> Sync for Cells<T> {}
// SAFETY: B11 and B8, as above.
unsafe impl<T: Send + Sync> Send for Cells<T> {}

impl<T> Cells<T> {
    fn first(&self) -> *mut MaybeUninit<T> {
        self.0
    }
}

/// A column that is being filled out of order. Dropped early, by a panic, it drops the values that are there.
struct Column<T> {
    values: Vec<MaybeUninit<T>>,
    /// Which values are there, if it matters.
    there: Vec<AtomicBool>,
}

impl<T> Column<T> {
    fn new(rows: usize) -> Self {
        let mut values = Vec::with_capacity(rows);
        values.resize_with(rows, MaybeUninit::uninit);
        let marks = if core::mem::needs_drop::<T>() { rows } else { 0 };
        Column { values, there: (0..marks).map(|_| AtomicBool::new(false)).collect() }
    }

    /// The value of the row is there. (Who reads the marks has joined all threads: `Relaxed`.)
    fn mark(&self, row: u32) {
        if core::mem::needs_drop::<T>() {
            self.there[row as usize].store(true, Relaxed);
        }
    }

    /// # Safety
    ///
    /// All values are there.
    unsafe fn finish<S: Space>(mut self) -> Data<S, T> {
        self.there.clear();
        let values = core::mem::take(&mut self.values).into_boxed_slice();
        // SAFETY: B8, by the caller's word. The values have one owner: this column has forgotten them.
        Data::new(unsafe { values.assume_init() })
    }
}

impl<T> Drop for Column<T> {
    fn drop(&mut self) {
        for (value, there) in self.values.iter_mut().zip(&self.there) {
            if there.load(Relaxed) {
                // SAFETY: B11: marked, so it was written; nobody has taken it.
                unsafe { value.assume_init_drop() }
            }
        }
    }
}

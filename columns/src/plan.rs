//! A batch laid out for folding it many times: rows of one operator stand together.

use crate::{
    batch::Batch,
    brand::{Invariant, Space},
    child::Child,
    data::Data,
    lang::{Decoder, Lang},
    store::Store,
};
use core::{marker::PhantomData, mem::needs_drop};

/// Rows that are reordered together. The values of so many stay in the cache, and a row's number in a window is a `u16`.
const WINDOW: usize = 1 << 16;

/// An order in which [`fold`](Self::fold) takes the rows of a batch: each after its children, and rows of one operator in
/// long runs.
///
/// [`Batch::fold`] asks of each row which operator it has. The processor cannot guess the answer, and waits for it longer
/// than the step takes. A plan asks once a run: on a million rows, a cheap step takes 1–2 ns a row instead of 6–7. To make
/// the plan takes as long as three folds, and 8 bytes a row, so it is for batches that are folded more often
/// (`docs/adr/0005-plans.md` has the figures). A batch of some hundred rows that is folded again and again the processor
/// learns by heart; there a plan gains less.
///
/// ```
/// # use polarnet_columns::{Builder, Node, space};
/// #[derive(Node, Clone, Copy)]
/// enum Math<I> { Num(i32), Add(I, I) }
///
/// space!(Sums, guard);
/// let mut sums = Builder::<Sums, MathLang>::new(guard);
/// let two = sums.add(Math::Num(2));
/// let four = sums.add(Math::Add(two, two));
/// let sums = sums.freeze();
/// let plan = sums.plan();
/// let value = plan.fold(|node: Math<&i32>| match node {
///     Math::Num(n) => n,
///     Math::Add(a, b) => a + b,
/// });
/// let depth = plan.fold(|node: Math<&u32>| match node {
///     Math::Num(_) => 0,
///     Math::Add(a, b) => 1 + a.max(b),
/// });
/// assert_eq!((value[four], depth[four]), (4, 1));
/// ```
///
/// The rows are cut into windows. In a window, a row's *level* is one above the highest level of its children there;
/// rows are sorted by level, then operator, and every other level has the operators backwards, so that its first run
/// goes on where the last one ended. Sorting by level and operator is depth-based batching, as in TensorFlow Fold
/// (Looks et al., "Deep learning with dynamic computation graphs", 2017).
pub struct Plan<S: Space, L: Lang> {
    runs: Vec<Run>,
    /// In the order of the runs, which rows of the window.
    rows: Vec<u16>,
    /// In the same order, their nodes' words.
    words: Vec<u32>,
    brand: Invariant<S>,
    lang: PhantomData<fn() -> L>,
}

/// Successive rows of one operator and one window.
#[derive(Clone, Copy)]
struct Run {
    /// The first row of the window.
    base: u32,
    len: u32,
    operator: u8,
}

impl<S: Space, L: Lang> Batch<S, L> {
    /// The plan of this batch.
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
    /// let value = sums.plan().fold(|node: Math<&i32>| match node {
    ///     Math::Num(n) => n,
    ///     Math::Add(a, b) => a + b,
    /// });
    /// assert_eq!(value[four], 4);
    /// ```
    #[must_use]
    pub fn plan(&self) -> Plan<S, L> {
        let len = self.len();
        let mut plan = Plan {
            runs: Vec::new(),
            rows: Vec::with_capacity(len),
            words: Vec::with_capacity(2 * len),
            brand: PhantomData,
            lang: PhantomData,
        };
        let mut order = Order::default();
        for base in (0..len).step_by(WINDOW) {
            order.sort(&self.store, base, len.min(base + WINDOW));
            plan.append(&self.store, base as u32, &order.rows);
        }
        plan.runs.shrink_to_fit();
        plan.words.shrink_to_fit();
        plan
    }
}

impl<S: Space, L: Lang> Plan<S, L> {
    /// B7: `rows` are those of the window at `base`, each after its children.
    fn append(&mut self, store: &Store<L>, base: u32, rows: &[u16]) {
        let window = self.runs.len();
        for &row in rows {
            self.rows.push(row);
            let row = base + u32::from(row);
            self.words.extend_from_slice(store.fields(row));
            let operator = store.ops()[row as usize];
            match self.runs[window..].last_mut() {
                Some(run) if run.operator == operator => run.len += 1,
                _ => self.runs.push(Run { base, len: 1, operator }),
            }
        }
    }

    /// Rows of the space.
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
    /// assert_eq!(sums.plan().len(), sums.len());
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Has the space no row?
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// space!(None, guard);
    /// let none = Builder::<None, MathLang>::new(guard).freeze();
    /// assert!(none.plan().is_empty());
    /// space!(Some, guard);
    /// let mut some = Builder::<Some, MathLang>::new(guard);
    /// some.add(Math::Num(2));
    /// assert!(!some.freeze().plan().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many runs there are. A fold is fast when they are long: ten rows and more, on average.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Neg(I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// for n in 0..100 {
    ///     let number = sums.add(Math::Num(n));
    ///     sums.add(Math::Neg(number));
    /// }
    /// assert_eq!(sums.freeze().plan().runs(), 2); // all numbers, then all negations
    /// ```
    #[must_use]
    pub fn runs(&self) -> usize {
        self.runs.len()
    }

    /// Bytes that the plan takes.
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
    /// let plan = sums.plan();
    /// assert!(plan.bytes() >= 8 * plan.len());
    /// ```
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Run>() * self.runs.capacity() + 2 * self.rows.capacity() + 4 * self.words.capacity()
    }

    /// The same column as [`Batch::fold`] computes, if `f` depends on nothing but the node: it gets the rows in the
    /// plan's order.
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
    /// let leaves = sums.plan().fold(|node: Math<&u32>| match node {
    ///     Math::Num(_) => 1,
    ///     Math::Add(a, b) => a + b,
    /// });
    /// assert_eq!(leaves[four], 2);
    /// ```
    ///
    /// # Panics
    ///
    /// When `f` does. The values that it has made are dropped.
    #[inline(always)]
    pub fn fold<T>(&self, f: impl for<'x> FnMut(L::Node<'x, &'x T>) -> T) -> Data<S, T> {
        self.fold_in(Vec::new(), f)
    }

    /// As [`fold`](Self::fold), into the memory of a column that is no longer needed. On a large batch, a fold that gets
    /// fresh memory from the system spends most of its time on that.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// let plan = sums.freeze().plan();
    /// let mut scaled = plan.fold(|_| 0);
    /// for factor in 1..=3 {
    ///     scaled = plan.fold_into(scaled, |node: Math<&i32>| match node {
    ///         Math::Num(n) => factor * n,
    ///         Math::Add(a, b) => a + b,
    ///     });
    /// }
    /// assert_eq!(scaled[four], 12);
    /// ```
    ///
    /// # Panics
    ///
    /// When `f` does. The values that it has made are dropped.
    #[inline(always)]
    pub fn fold_into<T>(&self, spent: Data<S, T>, f: impl for<'x> FnMut(L::Node<'x, &'x T>) -> T) -> Data<S, T> {
        self.fold_in(spent.into_vec(), f)
    }

    #[inline(always)]
    pub(crate) fn fold_in<T>(
        &self,
        mut values: Vec<T>,
        mut f: impl for<'x> FnMut(L::Node<'x, &'x T>) -> T,
    ) -> Data<S, T> {
        values.clear();
        values.reserve_exact(self.len());
        let base = values.as_mut_ptr();
        // SAFETY: B7: these rows were written, once each.
        let mut made = self.made(|row| unsafe { base.add(row).drop_in_place() });
        self.each::<&T>(base, |row, node| {
            let value = f(node);
            // SAFETY: there is room for all rows, and B7: this row has no value yet.
            unsafe { base.add(row as usize).write(value) };
            if needs_drop::<T>() {
                made.len += 1;
            }
        });
        core::mem::forget(made);
        // SAFETY: B7: all rows were written.
        unsafe { values.set_len(self.len()) };
        Data::new(values.into())
    }

    /// Nothing is made yet. Dropped early, by a panic, it passes the rows that are made to `drop_row`.
    pub(crate) fn made<D: FnMut(usize)>(&self, drop_row: D) -> Made<'_, S, L, D> {
        Made { plan: self, drop_row, len: 0 }
    }

    /// Passes all rows to `f` with their nodes, in which the values `from` stand; `f` makes the row's value.
    #[inline(always)]
    pub(crate) fn each<'x, C: Child>(&'x self, from: C::From, mut f: impl FnMut(u32, L::Node<'x, C>)) {
        let mut fields = Decoder::new(&self.words);
        let mut rows = self.rows.as_slice();
        for &Run { base: window, len, operator } in &self.runs {
            // SAFETY: B7: the lengths of the runs add up to that of `rows`.
            let (these, rest) = unsafe { rows.split_at_unchecked(len as usize) };
            rows = rest;
            let these = these.iter().map(|&row| window + u32::from(row));
            // SAFETY: B7 and B5: the words are those of these rows, which have this operator, and `f` has made the
            // values of their children.
            unsafe { L::decode_run::<C>(operator, &mut fields, these, from, &mut f) };
        }
    }
}

/// What a fold has written: dropped when the fold panics.
pub(crate) struct Made<'p, S: Space, L: Lang, D: FnMut(usize)> {
    plan: &'p Plan<S, L>,
    drop_row: D,
    /// So many rows, in the plan's order.
    pub(crate) len: usize,
}

impl<S: Space, L: Lang, D: FnMut(usize)> Drop for Made<'_, S, L, D> {
    fn drop(&mut self) {
        let runs = self.plan.runs.iter().flat_map(|run| core::iter::repeat_n(run.base, run.len as usize));
        for (base, &row) in runs.zip(&self.plan.rows).take(self.len) {
            (self.drop_row)(base as usize + usize::from(row));
        }
    }
}

/// Sorts the rows of a window. Kept from window to window for its memory.
#[derive(Default)]
struct Order {
    levels: Vec<u16>,
    /// By operators, forwards or backwards as the level says.
    by_operator: Vec<u16>,
    /// By levels, then as above.
    rows: Vec<u16>,
    ends: Vec<u32>,
}

impl Order {
    /// Sorts the rows `from..to`, of which there are no more than a window has.
    fn sort<L: Lang>(&mut self, store: &Store<L>, from: usize, to: usize) {
        self.levels.clear();
        for row in from..to {
            let mut level = 0;
            // SAFETY: the row is there, and a bare row number asks for nothing (B5).
            let node = unsafe { store.node::<u32>(row, ()) };
            L::each_child::<u32>(node, |child| {
                if let Some(child) = (child as usize).checked_sub(from) {
                    level = level.max(self.levels[child] + 1);
                }
            });
            self.levels.push(level);
        }
        let (levels, ops) = (&self.levels, &store.ops()[from..to]);
        let all = 0..=((to - from - 1) as u16);
        let snake = |row: u16| {
            let (level, operator) = (levels[usize::from(row)], ops[usize::from(row)]);
            usize::from(if level % 2 == 0 { operator } else { !operator })
        };
        counting_sort(all, &mut self.by_operator, &mut self.ends, snake);
        let level = |row: u16| usize::from(levels[usize::from(row)]);
        counting_sort(self.by_operator.iter().copied(), &mut self.rows, &mut self.ends, level);
    }
}

/// Sorts `rows` by `key` into `sorted`; rows with equal keys stay in order.
fn counting_sort(
    rows: impl DoubleEndedIterator<Item = u16> + Clone,
    sorted: &mut Vec<u16>,
    ends: &mut Vec<u32>,
    key: impl Fn(u16) -> usize,
) {
    ends.clear();
    let mut len = 0;
    for row in rows.clone() {
        let key = key(row);
        if key >= ends.len() {
            ends.resize(key + 1, 0);
        }
        ends[key] += 1;
        len += 1;
    }
    let mut end = 0;
    for count in ends.iter_mut() {
        end += *count;
        *count = end;
    }
    sorted.clear();
    sorted.resize(len, 0);
    for row in rows.rev() {
        let end = &mut ends[key(row)];
        *end -= 1;
        sorted[*end as usize] = row;
    }
}

//! Rows that follow each other: what a task of several goes through.

use crate::{
    brand::{Invariant, Space},
    index::Idx,
    par,
    points::Lanes,
    rows::Rows,
};
use core::marker::PhantomData;

/// Successive rows of the space `S`.
///
/// ```
/// # use polarnet_columns::space;
/// space!(Days, guard);
/// let days = guard.column(vec![1.0, 2.0, 4.0]);
/// let sums: Vec<f64> = days.rows().par_runs(2, |run| run.indices().map(|day| days[day]).sum());
/// assert_eq!(sums, [3.0, 4.0]);
/// ```
pub struct Run<S: Space> {
    first: u32,
    end: u32,
    brand: Invariant<S>,
}

impl<S: Space> Clone for Run<S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S: Space> Copy for Run<S> {}

impl<S: Space> Run<S> {
    /// The rows, in order.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Days, guard);
    /// let runs = guard.rows(5).par_runs(2, |run| run.indices().map(|day| day.raw()).collect::<Vec<_>>());
    /// assert_eq!(runs, [vec![0, 1], vec![2, 3], vec![4]]);
    /// ```
    pub fn indices(self) -> impl DoubleEndedIterator<Item = Idx<S>> + ExactSizeIterator + use<S> {
        // B2: `end` is at most the length of the space.
        (self.first..self.end).map(Idx::new)
    }

    /// The rows by `N`s.
    ///
    /// ```
    /// # use polarnet_columns::{Wide, space};
    /// space!(Days, guard);
    /// let rain = guard.column(vec![3.0, 0.0, 4.0]);
    /// let by_two = rain.rows().run().lanes().map(|lanes| Wide::<_, 2>(lanes.of(&rain)).first(lanes.len(), 0.0));
    /// assert_eq!(by_two.collect::<Vec<_>>(), [Wide([3.0, 0.0]), Wide([4.0, 0.0])]);
    /// ```
    pub fn lanes<const N: usize>(self) -> impl Iterator<Item = Lanes<S, N>> {
        Lanes::between(self.first as usize, self.end as usize)
    }
}

impl<S: Space> Rows<S> {
    /// All rows, as one run.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Days, guard);
    /// let rows = guard.rows(5);
    /// assert!(rows.run().indices().eq(rows.indices()));
    /// ```
    #[must_use]
    pub fn run(self) -> Run<S> {
        Run { first: 0, end: self.len() as u32, brand: PhantomData }
    }

    /// What `f` makes of each run of `size` rows (at least one): by several threads, and in order.
    ///
    /// How the rows are divided does not depend on the number of threads.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Days, guard);
    /// let rain = guard.column(vec![3, 0, 4, 1]);
    /// let most = rain.rows().par_runs(3, |run| run.indices().map(|day| rain[day]).max());
    /// assert_eq!(most, [Some(4), Some(1)]);
    /// ```
    ///
    /// # Panics
    ///
    /// When `f` does.
    pub fn par_runs<T: Send>(self, size: usize, f: impl Fn(Run<S>) -> T + Sync) -> Vec<T> {
        let size = size.max(1);
        par::map(self.len().div_ceil(size), |task| {
            // Both at most the length of the space, which is a `u32`.
            let first = task * size;
            let end = first + size.min(self.len() - first);
            f(Run { first: first as u32, end: end as u32, brand: PhantomData })
        })
    }
}

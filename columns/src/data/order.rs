//! Some rows, or all in another order: spaces of their own, with a mapping back.

use crate::{
    brand::{Guard, Space},
    data::{Data, Mapping},
};
use core::cmp::Ordering;

impl<S: Space, T> Data<S, T> {
    /// The rows that `keep` wants, as a space of their own: for each of them, the row that it was.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Days, guard);
    /// let rain = guard.column(vec![3, 0, 4]);
    /// space!(Wet, guard);
    /// let wet = rain.filter(guard, |&rain| rain > 0);
    /// assert_eq!(wet.gather(&rain).as_slice(), [3, 4]);
    /// ```
    #[must_use]
    pub fn filter<U: Space>(&self, guard: Guard<U>, mut keep: impl FnMut(&T) -> bool) -> Mapping<U, S> {
        guard.column(self.indices().filter(|&row| keep(&self[row])).collect())
    }

    /// The rows in the order of `key`, as a space of their own; rows with equal keys stay in order.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Days, guard);
    /// let rain = guard.column(vec![3, 0, 4]);
    /// space!(Ranks, guard);
    /// let ranked = rain.sort_by_key(guard, |&rain| std::cmp::Reverse(rain));
    /// assert_eq!(ranked.gather(&rain).as_slice(), [4, 3, 0]);
    /// ```
    ///
    /// # Panics
    ///
    /// Perhaps, when the keys' `Ord` is no total order.
    #[must_use]
    pub fn sort_by_key<U: Space, K: Ord>(&self, guard: Guard<U>, mut key: impl FnMut(&T) -> K) -> Mapping<U, S> {
        self.sort_by(guard, |a, b| key(a).cmp(&key(b)))
    }

    /// The rows in the order of `compare`, as a space of their own; rows that compare as equal stay in order.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Days, guard);
    /// let heat = guard.column(vec![19.5, -2.0, 30.0]);
    /// space!(Ranks, guard);
    /// let ranked = heat.sort_by(guard, f64::total_cmp);
    /// assert_eq!(ranked.gather(&heat).as_slice(), [-2.0, 19.5, 30.0]);
    /// ```
    ///
    /// # Panics
    ///
    /// Perhaps, when `compare` is no total order.
    #[must_use]
    pub fn sort_by<U: Space>(&self, guard: Guard<U>, mut compare: impl FnMut(&T, &T) -> Ordering) -> Mapping<U, S> {
        let mut rows: Vec<_> = self.indices().collect();
        rows.sort_by(|&a, &b| compare(&self[a], &self[b]));
        guard.column(rows)
    }
}

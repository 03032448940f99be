//! Which row failed first.

use crate::{
    brand::{Invariant, Space},
    index::Idx,
};
use core::{
    marker::PhantomData,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};
use std::sync::{Mutex, PoisonError};

/// The first failure of a pass: that of the row which the pass by one thread comes to first, whichever threads compute the
/// rows, and when.
///
/// After a failure, rows that come later are left out; those that come before are still computed, as one of them may
/// fail, too. So a row is computed only if all rows that come before it were, and did not fail.
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
/// use polarnet_columns::First;
///
/// // Uses, of which each row can have two.
/// let first = First::down();
/// sums.fill_down(0, |uses, more| *uses += more, |mut row| {
///     first.of(row.idx(), || {
///         if let Math::Add(a, b) = row.node() {
///             row.join(a, 1);
///             row.join(b, 1);
///         }
///         if *row.value() < 2 { Ok(()) } else { Err(format!("{} uses", row.value())) }
///     });
/// });
/// assert_eq!(first.end().unwrap_err(), "2 uses");
/// ```
pub struct First<S: Space, E> {
    /// From the last row to the first?
    down: bool,
    /// Where the first failure that is known stands, in the order of the pass.
    bound: AtomicU64,
    failure: Mutex<Option<(u64, E)>>,
    brand: Invariant<S>,
}

impl<S: Space, E> First<S, E> {
    /// Of a pass from the first row to the last.
    ///
    /// ```
    /// # use polarnet_columns::{First, space};
    /// # space!(Days, guard);
    /// let days: Vec<_> = guard.rows(3).indices().collect();
    /// let first = First::up();
    /// first.of(days[2], || Err::<(), _>("the last row"));
    /// first.of(days[0], || Err::<(), _>("row 0"));
    /// assert_eq!(first.end(), Err("row 0"));
    /// ```
    #[must_use]
    pub fn up() -> Self {
        Self::new(false)
    }

    /// Of a pass from the last row to the first.
    ///
    /// ```
    /// # use polarnet_columns::{First, space};
    /// # space!(Days, guard);
    /// let days: Vec<_> = guard.rows(3).indices().collect();
    /// let first = First::down();
    /// first.of(days[2], || Err::<(), _>("the last row"));
    /// first.of(days[0], || Err::<(), _>("row 0")); // comes later, so it is not even computed
    /// assert_eq!(first.end(), Err("the last row"));
    /// ```
    #[must_use]
    pub fn down() -> Self {
        Self::new(true)
    }

    fn new(down: bool) -> Self {
        First { down, bound: AtomicU64::new(u64::MAX), failure: Mutex::new(None), brand: PhantomData }
    }

    /// What `f` makes, if no row that comes before this one has failed, and `f` does not.
    ///
    /// ```
    /// # use polarnet_columns::{First, space};
    /// # space!(Days, guard);
    /// let days: Vec<_> = guard.rows(3).indices().collect();
    /// let first = First::up();
    /// assert_eq!(first.of(days[0], || Ok(7)), Some(7));
    /// assert_eq!(first.of(days[1], || Err::<u32, _>("no value")), None);
    /// assert_eq!(first.of(days[2], || -> Result<u32, _> { unreachable!("it comes after a failure") }), None);
    /// ```
    pub fn of<T>(&self, row: Idx<S>, f: impl FnOnce() -> Result<T, E>) -> Option<T> {
        self.at(row.raw(), f)
    }

    pub(crate) fn at<T>(&self, row: u32, f: impl FnOnce() -> Result<T, E>) -> Option<T> {
        let place = u64::from(if self.down { u32::MAX - row } else { row });
        // It only falls, so who sees what a thread did that saw a failure sees that failure, or an earlier one.
        if place > self.bound.load(Relaxed) {
            return None;
        }
        match f() {
            Ok(value) => Some(value),
            Err(error) => {
                let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
                if failure.as_ref().is_none_or(|known| place < known.0) {
                    *failure = Some((place, error));
                    self.bound.fetch_min(place, Relaxed);
                }
                None
            }
        }
    }

    /// Did no row fail?
    ///
    /// ```
    /// # use polarnet_columns::{First, space};
    /// # space!(Days, guard);
    /// let rows = guard.rows(3);
    /// let first = First::<_, String>::up();
    /// let squares = rows.data(|row| first.of(row, || Ok(row.raw() * row.raw())));
    /// assert_eq!(first.end(), Ok(()));
    /// assert_eq!(squares.as_slice(), [Some(0), Some(1), Some(4)]);
    /// ```
    ///
    /// # Errors
    ///
    /// The first failure.
    pub fn end(self) -> Result<(), E> {
        match self.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((_, error)) => Err(error),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Brand;

    #[test]
    fn the_first_one_is_told_and_later_rows_are_left_out() {
        Brand::with(|guard| {
            let rows: Vec<_> = guard.rows(4).indices().collect();
            let up = First::up();
            assert_eq!(up.of(rows[2], || Err::<(), _>(2)), None);
            assert_eq!(up.of(rows[3], || -> Result<(), _> { panic!("row 3 is after row 2") }), None);
            assert_eq!(up.of(rows[0], || Ok(7)), Some(7));
            assert_eq!(up.of(rows[1], || Err::<(), _>(1)), None);
            assert_eq!(up.end(), Err(1));
        });
    }

    #[test]
    fn on_the_way_down_it_is_the_last_row() {
        Brand::with(|guard| {
            let rows: Vec<_> = guard.rows(4).indices().collect();
            let down = First::down();
            assert_eq!(down.of(rows[1], || Err::<(), _>(1)), None);
            assert_eq!(down.of(rows[0], || -> Result<(), _> { panic!("row 0 is after row 1") }), None);
            assert_eq!(down.of(rows[3], || Err::<(), _>(3)), None);
            assert_eq!(down.end(), Err(3));
        });
    }

    #[test]
    fn of_a_row_it_is_the_first_failure() {
        Brand::with(|guard| {
            let row = guard.rows(1).check(0).unwrap();
            let first = First::up();
            assert_eq!(first.of(row, || Err::<(), _>("the first")), None);
            assert_eq!(first.of(row, || Err::<(), _>("the second")), None);
            assert_eq!(first.end(), Err("the first"));
        });
    }

    #[test]
    fn without_failures_there_is_no_error() {
        Brand::with(|guard| {
            let rows = guard.rows(2);
            let first = First::<_, ()>::up();
            assert_eq!(rows.data(|row| first.of(row, || Ok(row.raw()))).as_slice(), [Some(0), Some(1)]);
            assert_eq!(first.end(), Ok(()));
        });
    }
}

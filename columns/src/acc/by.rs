//! An operator from two functions.

use super::monoid::{Commutative, Monoid};
use core::fmt;

/// The operator whose identity and combination are given: for a join that has no type of its own.
///
/// It counts as commutative: say so only if it is.
///
/// ```
/// use polarnet_columns::{ops::By, space, with_acc};
///
/// space!(Rows, guard);
/// let sets = guard.column(vec![0_u64; 2]);
/// let union = By::<u64, _, _>::new(|| 0, |into, more| *into |= more);
/// let sets = with_acc(union, sets, |acc| acc.update_raw(0, 0b01).update_raw(0, 0b10));
/// assert_eq!(sets.as_slice(), [0b11, 0]);
/// ```
#[derive(Clone, Copy)]
pub struct By<T, I, C> {
    identity: I,
    combine: C,
    of: core::marker::PhantomData<fn(T) -> T>,
}

impl<T, I: Fn() -> T, C: Fn(&mut T, T)> By<T, I, C> {
    /// `identity()` is what changes nothing, and `combine(into, more)` puts `more` into a cell.
    ///
    /// ```
    /// use polarnet_columns::{Monoid, check_laws, ops::By};
    ///
    /// let both = By::new(|| true, |into: &mut bool, more| *into &= more);
    /// assert!(both.identity());
    /// assert_eq!(check_laws(&both, &[true, false]), Ok(()));
    /// ```
    pub fn new(identity: I, combine: C) -> Self {
        By { identity, combine, of: core::marker::PhantomData }
    }
}

impl<T, I: Fn() -> T, C: Fn(&mut T, T)> Monoid<T> for By<T, I, C> {
    fn identity(&self) -> T {
        (self.identity)()
    }

    #[inline(always)]
    fn combine(&self, into: &mut T, more: T) {
        (self.combine)(into, more);
    }
}

impl<T, I: Fn() -> T, C: Fn(&mut T, T)> Commutative<T> for By<T, I, C> {}

impl<T, I, C> fmt::Debug for By<T, I, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("By")
    }
}

//! The laws under which many writers may share a cell.

use core::fmt;

/// An associative operator with an identity: what an accumulator combines values with.
///
/// The laws, for all `a`, `b`, `c`, where `a·b` is `combine(&mut a, b)`:
///
/// * identity: `identity()·a = a` and `a·identity() = a`,
/// * associativity: `(a·b)·c = a·(b·c)`.
///
/// They are no matter of safety: an operator that breaks them gives other results, always the same ones. A law may hold
/// up to rounding: sums of floats do, which is why [`Acc::par_map`](crate::Acc::par_map) combines in an order that does
/// not depend on the number of threads. [`check_laws`] tests an operator on samples.
///
/// ```
/// use polarnet_columns::{Monoid, check_laws};
///
/// /// The longer of two words, the first of equally long ones.
/// struct Longer;
/// impl<'a> Monoid<&'a str> for Longer {
///     fn identity(&self) -> &'a str {
///         ""
///     }
///     fn combine(&self, into: &mut &'a str, word: &'a str) {
///         if word.len() > into.len() {
///             *into = word;
///         }
///     }
/// }
/// assert_eq!(check_laws(&Longer, &["a", "bc", "de"]), Ok(()));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not combine values of type `{T}`",
    label = "this is not an operator on `{T}`",
    note = "`ops::{{Add, Mul, Min, Max}}` combine numbers, `ops::Each` arrays; other operators implement `Monoid<{T}>`: an \
            identity, and an associative `combine`; `scatter` needs no operator"
)]
pub trait Monoid<T> {
    /// What changes nothing when it is combined with a value.
    ///
    /// ```
    /// use polarnet_columns::{Monoid, ops::{Max, Min, Mul}};
    ///
    /// assert_eq!((Monoid::<i8>::identity(&Mul), Monoid::<i8>::identity(&Max)), (1, -128));
    /// assert_eq!(Monoid::<f64>::identity(&Min), f64::INFINITY);
    /// ```
    fn identity(&self) -> T;

    /// Combines `value` into a cell, from the right.
    ///
    /// ```
    /// use polarnet_columns::{Monoid, ops::Add};
    ///
    /// let mut sum = 250_u8;
    /// Add.combine(&mut sum, 10);
    /// assert_eq!(sum, 4); // integers wrap around
    /// ```
    fn combine(&self, into: &mut T, value: T);
}

/// Declares that the operator is commutative: `a·b = b·a`.
///
/// ```
/// use polarnet_columns::{Commutative, Monoid, check_commutative};
///
/// struct Xor;
/// impl Monoid<u8> for Xor {
///     fn identity(&self) -> u8 { 0 }
///     fn combine(&self, into: &mut u8, more: u8) { *into ^= more }
/// }
/// impl Commutative<u8> for Xor {}
/// assert_eq!(check_commutative(&Xor, &[1, 2, 7]), Ok(()));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not declared commutative on `{T}`",
    note = "`impl Commutative<{T}> for {Self} {{}}` declares it, if `a·b = b·a`"
)]
pub trait Commutative<T>: Monoid<T> {}

/// A commutative operator that has an atomic form, and the same result in whatever order: on integers, and `Min` and
/// `Max` on floats.
///
/// # Safety
///
/// `combine_shared` may be called by several threads at once for one place: it accesses it atomically. It does what
/// `combine` does.
///
/// ```
/// use polarnet_columns::{AtomicMonoid, Data, Space, ops::Max, space, with_acc};
///
/// fn raise<S: Space, M: AtomicMonoid<f32> + Sync>(op: M, column: Data<S, f32>, to: &[f32]) -> Data<S, f32> {
///     with_acc(op, column, |acc| acc.par_map_atomic(to, |acc, &value| acc.update_raw(0, value)))
/// }
/// space!(One, guard);
/// let most = guard.column(vec![0.0]);
/// assert_eq!(raise(Max, most, &[1.5, 2.5, 0.5]).as_slice(), [2.5]); // `Add` of floats has no atomic form
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` on `{T}` cannot be done atomically",
    label = "the results would depend on the order in which threads come",
    note = "integers, and `Min` and `Max` of floats, have atomic forms; `par_map` gives each task a copy of its own and \
            combines these in a fixed order"
)]
pub unsafe trait AtomicMonoid<T>: Commutative<T> {
    /// Combines `value` into a cell that other threads combine values into at the same time.
    ///
    /// ```
    /// use polarnet_columns::{AtomicMonoid, ops::Add};
    ///
    /// let mut sum = 1_u32;
    /// // SAFETY: nobody else has the place.
    /// unsafe { Add.combine_shared(&raw mut sum, 2) };
    /// assert_eq!(sum, 3);
    /// ```
    ///
    /// # Safety
    ///
    /// `place` is valid for reads and writes, aligned for `T`, and accessed by this function only while others may call it.
    unsafe fn combine_shared(&self, place: *mut T, value: T);
}

/// An operator that also takes updates of another type than the values: a word into a set of words, a point into a sum
/// of outer products. The value of an update need not be built.
///
/// The law: to apply `u` to `a` is to combine `a` with `u` applied to the identity.
///
/// ```
/// use polarnet_columns::{Action, Monoid, space, with_acc};
///
/// /// Sums of squares.
/// struct Squares;
/// impl Monoid<f64> for Squares {
///     fn identity(&self) -> f64 {
///         0.0
///     }
///     fn combine(&self, into: &mut f64, sum: f64) {
///         *into += sum;
///     }
/// }
/// impl Action<f64, &[f64]> for Squares {
///     fn apply(&self, into: &mut f64, point: &[f64]) {
///         *into += point.iter().map(|x| x * x).sum::<f64>();
///     }
/// }
///
/// space!(Clusters, guard);
/// let radius = guard.column(vec![0.0; 2]);
/// let first = radius.check(0).unwrap();
/// let radius = with_acc(Squares, radius, |acc| acc.apply(first, &[3.0, 4.0][..]));
/// assert_eq!(radius.as_slice(), [25.0, 0.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not apply updates of type `{U}` to values of type `{T}`",
    note = "`update` takes a `{T}`; for other updates implement `Action<{T}, {U}>`"
)]
pub trait Action<T, U>: Monoid<T> {
    /// Applies the update to a cell.
    ///
    /// ```
    /// use polarnet_columns::{Action, Monoid};
    ///
    /// /// A set of the letters `a` to `z`.
    /// struct Letters;
    /// impl Monoid<u32> for Letters {
    ///     fn identity(&self) -> u32 { 0 }
    ///     fn combine(&self, into: &mut u32, more: u32) { *into |= more }
    /// }
    /// impl Action<u32, char> for Letters {
    ///     fn apply(&self, into: &mut u32, letter: char) { *into |= 1 << (letter as u32 - 'a' as u32) }
    /// }
    /// let mut set = Letters.identity();
    /// "cab".chars().for_each(|letter| Letters.apply(&mut set, letter));
    /// assert_eq!(set, 0b111);
    /// ```
    fn apply(&self, into: &mut T, update: U);
}

impl<T, M: Monoid<T>> Monoid<T> for &M {
    fn identity(&self) -> T {
        (**self).identity()
    }

    #[inline(always)]
    fn combine(&self, into: &mut T, value: T) {
        (**self).combine(into, value);
    }
}

impl<T, M: Commutative<T>> Commutative<T> for &M {}

// SAFETY: B11: the operator's.
unsafe impl<T, M: AtomicMonoid<T>> AtomicMonoid<T> for &M {
    #[inline(always)]
    unsafe fn combine_shared(&self, place: *mut T, value: T) {
        // SAFETY: B11: the caller's.
        unsafe { (**self).combine_shared(place, value) }
    }
}

impl<T, U, M: Action<T, U>> Action<T, U> for &M {
    #[inline(always)]
    fn apply(&self, into: &mut T, update: U) {
        (**self).apply(into, update);
    }
}

/// A law that does not hold, and the values for which it does not.
///
/// ```
/// use polarnet_columns::{BrokenLaw, check_laws, ops::By};
///
/// let minus = By::new(|| 0, |into: &mut i32, more| *into -= more);
/// let broken = check_laws(&minus, &[1]).unwrap_err();
/// assert_eq!(broken, BrokenLaw::Identity(1)); // 0 - 1
/// assert_eq!(broken.to_string(), "the identity changes 1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BrokenLaw<T> {
    /// The identity changes this value.
    Identity(T),
    /// `(a·b)·c` is not `a·(b·c)`.
    Associativity(T, T, T),
    /// `a·b` is not `b·a`.
    Commutativity(T, T),
}

impl<T: fmt::Debug> fmt::Display for BrokenLaw<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BrokenLaw::Identity(a) => write!(f, "the identity changes {a:?}"),
            BrokenLaw::Associativity(a, b, c) => write!(f, "not associative for {a:?}, {b:?}, {c:?}"),
            BrokenLaw::Commutativity(a, b) => write!(f, "not commutative for {a:?}, {b:?}"),
        }
    }
}

impl<T: fmt::Debug> core::error::Error for BrokenLaw<T> {}

/// Tests the laws of [`Monoid`] on all triples of the samples.
///
/// ```
/// use polarnet_columns::{BrokenLaw, check_laws, ops::{Add, By}};
///
/// assert_eq!(check_laws(&Add, &[1, 2, i32::MAX]), Ok(()));
/// let minus = By::new(|| 0, |into: &mut i32, more| *into -= more);
/// assert_eq!(check_laws(&minus, &[0, 1]), Err(BrokenLaw::Associativity(0, 0, 1)));
/// ```
///
/// # Errors
///
/// A law that does not hold.
pub fn check_laws<T: Clone + PartialEq, M: Monoid<T>>(op: &M, samples: &[T]) -> Result<(), BrokenLaw<T>> {
    let then = |a: &T, b: &T| combined(op, a, b);
    for a in samples {
        let identity = op.identity();
        if then(&identity, a) != *a || then(a, &identity) != *a {
            return Err(BrokenLaw::Identity(a.clone()));
        }
        for b in samples {
            for c in samples {
                if then(&then(a, b), c) != then(a, &then(b, c)) {
                    return Err(BrokenLaw::Associativity(a.clone(), b.clone(), c.clone()));
                }
            }
        }
    }
    Ok(())
}

/// Tests the law of [`Commutative`] on all pairs of the samples.
///
/// ```
/// use polarnet_columns::{BrokenLaw, check_commutative, ops::By};
///
/// let later = By::new(|| 0, |into: &mut i32, more| *into = more);
/// assert_eq!(check_commutative(&later, &[1, 2]), Err(BrokenLaw::Commutativity(1, 2)));
/// ```
///
/// # Errors
///
/// A pair for which it does not hold.
pub fn check_commutative<T: Clone + PartialEq, M: Commutative<T>>(op: &M, samples: &[T]) -> Result<(), BrokenLaw<T>> {
    for a in samples {
        for b in samples {
            if combined(op, a, b) != combined(op, b, a) {
                return Err(BrokenLaw::Commutativity(a.clone(), b.clone()));
            }
        }
    }
    Ok(())
}

fn combined<T: Clone, M: Monoid<T>>(op: &M, a: &T, b: &T) -> T {
    let mut a = a.clone();
    op.combine(&mut a, b.clone());
    a
}

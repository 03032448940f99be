//! Operators on numbers.
//!
//! | | integers | floats |
//! |---|---|---|
//! | [`Add`], [`Mul`] | wrap around; atomic | commutative, associative up to rounding: combined in a fixed order, never atomic |
//! | [`Min`], [`Max`] | atomic | atomic; NaN wins, and −0 is below +0 (`minimum` and `maximum` of IEEE 754-2019) |
//!
//! ```
//! use polarnet_columns::{ops::Max, space, with_acc};
//!
//! space!(Days, guard);
//! let rain = guard.column(vec![3, 0]);
//! let today = rain.check(1).unwrap();
//! assert_eq!(with_acc(Max, rain, |acc| acc.update(today, 4)).as_slice(), [3, 4]);
//! ```

pub use super::by::By;
use super::monoid::{AtomicMonoid, Commutative, Monoid};
use core::sync::atomic::{
    AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize,
    Ordering::Relaxed,
};

/// Sums. Integers wrap around. The identity of floats is −0.0, which alone changes no zero.
///
/// ```
/// # use polarnet_columns::{ops::Add, space, with_acc};
/// # space!(Rows, guard);
/// let column = guard.column(vec![250_u8, 1]);
/// assert_eq!(with_acc(Add, column, |acc| acc.update_raw(0, 10).update_raw(1, 10)).as_slice(), [4, 11]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Add;

/// Products. Integers wrap around.
///
/// ```
/// # use polarnet_columns::{ops::Mul, space, with_acc};
/// # space!(Rows, guard);
/// let column = guard.column(vec![1.5, 2.0]);
/// assert_eq!(with_acc(Mul, column, |acc| acc.update_raw(0, 2.0).update_raw(0, 2.0)).as_slice(), [6.0, 2.0]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Mul;

/// The smallest.
///
/// ```
/// # use polarnet_columns::{ops::Min, space, with_acc};
/// # space!(Rows, guard);
/// let column = guard.column(vec![3.0, -1.0]);
/// assert_eq!(with_acc(Min, column, |acc| acc.update_raw(0, 1.0).update_raw(1, 1.0)).as_slice(), [1.0, -1.0]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Min;

/// The largest.
///
/// ```
/// # use polarnet_columns::{ops::Max, space, with_acc};
/// # space!(Rows, guard);
/// let column = guard.column(vec![3, -5]);
/// assert_eq!(with_acc(Max, column, |acc| acc.update_raw(0, 1).update_raw(1, 1)).as_slice(), [3, 1]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Max;

/// An operator on arrays, element by element.
///
/// ```
/// # use polarnet_columns::{ops::{Add, Each}, space, with_acc};
/// # space!(Rows, guard);
/// let points = guard.column(vec![[0, 0]]);
/// assert_eq!(with_acc(Each(Add), points, |acc| acc.update_raw(0, [1, 2]).update_raw(0, [3, 4])).as_slice(), [[4, 6]]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Each<M>(pub M);

impl<T, M: Monoid<T>, const N: usize> Monoid<[T; N]> for Each<M> {
    fn identity(&self) -> [T; N] {
        core::array::from_fn(|_| self.0.identity())
    }

    #[inline(always)]
    fn combine(&self, into: &mut [T; N], value: [T; N]) {
        for (into, value) in into.iter_mut().zip(value) {
            self.0.combine(into, value);
        }
    }
}

impl<T, M: Commutative<T>, const N: usize> Commutative<[T; N]> for Each<M> {}

/// An operator on one type: its identity, and what it makes of two values.
macro_rules! monoid {
    ($Op:ty, $T:ty: $identity:expr, $a:ident, $b:ident => $both:expr) => {
        impl Monoid<$T> for $Op {
            #[inline(always)]
            fn identity(&self) -> $T {
                $identity
            }
            #[inline(always)]
            fn combine(&self, into: &mut $T, $b: $T) {
                let $a = *into;
                *into = $both;
            }
        }
        impl Commutative<$T> for $Op {}
    };
}

/// The atomic form: what it does with the atomic cell. No other memory is published through a cell: the threads are
/// joined before anyone reads, so `Relaxed` is enough.
macro_rules! atomic {
    ($Op:ty, $T:ty as $Atomic:ty: $cell:ident, $value:ident => $update:expr) => {
        // SAFETY: B11: one atomic operation.
        unsafe impl AtomicMonoid<$T> for $Op {
            #[inline(always)]
            unsafe fn combine_shared(&self, place: *mut $T, $value: $T) {
                const { assert!(align_of::<$T>() == align_of::<$Atomic>(), "too little aligned on this target") }
                // SAFETY: B11: the caller's; the alignments are equal.
                let $cell = unsafe { <$Atomic>::from_ptr(place.cast()) };
                let _ = $update;
            }
        }
    };
}

macro_rules! integers {
    ($($T:ident $Atomic:ident)*) => { $(
        monoid!(Add, $T: 0, a, b => a.wrapping_add(b));
        monoid!(Mul, $T: 1, a, b => a.wrapping_mul(b));
        monoid!(Min, $T: $T::MAX, a, b => a.min(b));
        monoid!(Max, $T: $T::MIN, a, b => a.max(b));
        atomic!(Add, $T as $Atomic: cell, value => cell.fetch_add(value, Relaxed));
        atomic!(Mul, $T as $Atomic: cell, value => cell.fetch_update(Relaxed, Relaxed, |old| Some(old.wrapping_mul(value))));
        atomic!(Min, $T as $Atomic: cell, value => cell.fetch_min(value, Relaxed));
        atomic!(Max, $T as $Atomic: cell, value => cell.fetch_max(value, Relaxed));
    )* };
}

integers! {
    u8 AtomicU8 u16 AtomicU16 u32 AtomicU32 u64 AtomicU64 usize AtomicUsize
    i8 AtomicI8 i16 AtomicI16 i32 AtomicI32 i64 AtomicI64 isize AtomicIsize
}

macro_rules! floats {
    ($($T:ident $Atomic:ident $least:ident $most:ident)*) => { $(
        monoid!(Add, $T: -0.0, a, b => a + b);
        monoid!(Mul, $T: 1.0, a, b => a * b);
        monoid!(Min, $T: $T::INFINITY, a, b => $least(a, b));
        monoid!(Max, $T: $T::NEG_INFINITY, a, b => $most(a, b));
        atomic!(Min, $T as $Atomic: cell, value => cell.fetch_update(Relaxed, Relaxed, |old| {
            Some($least($T::from_bits(old), value).to_bits())
        }));
        atomic!(Max, $T as $Atomic: cell, value => cell.fetch_update(Relaxed, Relaxed, |old| {
            Some($most($T::from_bits(old), value).to_bits())
        }));

        #[inline(always)]
        fn $least(a: $T, b: $T) -> $T {
            if a.is_nan() || b.is_nan() { $T::NAN } else if a.total_cmp(&b).is_le() { a } else { b }
        }
        #[inline(always)]
        fn $most(a: $T, b: $T) -> $T {
            if a.is_nan() || b.is_nan() { $T::NAN } else if a.total_cmp(&b).is_ge() { a } else { b }
        }
    )* };
}

floats! { f32 AtomicU32 least_f32 most_f32 f64 AtomicU64 least_f64 most_f64 }

//! Brands: types that stand for index spaces.

use core::{fmt, marker::PhantomData};

/// Makes a type invariant in `T`: two brands never unify by being a little different.
pub(crate) type Invariant<T> = PhantomData<fn(T) -> T>;

/// A type that names an index space.
///
/// ```
/// use polarnet_columns::{Data, Space, space};
///
/// // What works for any space names it by a parameter.
/// fn total<S: Space>(column: &Data<S, u32>) -> u32 {
///     column.iter().sum()
/// }
/// space!(Days, guard);
/// assert_eq!(total(&guard.column(vec![3, 0, 4])), 7);
/// ```
///
/// # Safety
///
/// All columns that can exist with this brand at any one time have the same length, and a row has the same children in all
/// batches. [`space!`](crate::space) makes brands for which this holds because each has one [`Guard`].
///
/// It is `Copy` and `Debug` so that a payload with a space for a parameter, which must be both, can derive them.
pub unsafe trait Space: Copy + fmt::Debug {}

/// The right to build the one batch of the space `S`. Neither `Clone` nor `Copy`: two builders would diverge.
///
/// ```
/// use polarnet_columns::{Data, Guard, Space, space};
///
/// // A function that fills a space takes its guard.
/// fn days<S: Space>(guard: Guard<S>) -> Data<S, u32> {
///     guard.column(vec![3, 0, 4])
/// }
/// space!(Days, guard);
/// assert_eq!(days::<Days>(guard).len(), 3);
/// ```
pub struct Guard<S: Space>(PhantomData<fn(S) -> S>);

impl<S: Space> Guard<S> {
    /// A guard out of thin air.
    ///
    /// ```
    /// use polarnet_columns::{Guard, Space};
    ///
    /// /// The space of the twelve months, for the whole program.
    /// #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    /// struct Months;
    /// // SAFETY: B1: all columns have 12 rows, and there is no batch: `months` makes the only guards.
    /// unsafe impl Space for Months {}
    ///
    /// fn months() -> polarnet_columns::Rows<Months> {
    ///     // SAFETY: B1: 12 rows, always.
    ///     unsafe { Guard::<Months>::new_unchecked() }.rows(12)
    /// }
    /// assert_eq!(months().len(), 12);
    /// ```
    ///
    /// # Safety
    ///
    /// Everything built from guards of `S` must have the same length; and in all batches a row must have the same children,
    /// as the [`Levels`](crate::Levels) of one are levels of the other.
    #[must_use]
    pub const unsafe fn new_unchecked() -> Self {
        Guard(PhantomData)
    }
}

/// The anonymous brand of a generative lifetime, for spaces whose name does not matter.
///
/// [`Brand::with`] makes a fresh one; no two of them unify.
///
/// ```
/// use polarnet_columns::Brand;
///
/// let sum = Brand::with(|guard| {
///     let days = guard.column(vec![3, 0, 4]);
///     days.iter().sum::<i32>()
/// });
/// assert_eq!(sum, 7);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Brand<'id>(PhantomData<fn(&'id ()) -> &'id ()>);

// SAFETY: B1: guards come from `Brand::with` (a lifetime that the closure cannot name) and `Brand::guard` (a lifetime
// that `generativity` makes unique), so each lifetime has one guard.
unsafe impl Space for Brand<'_> {}

impl<'id> Brand<'id> {
    /// Runs `f` with the guard of a fresh space.
    ///
    /// ```
    /// use polarnet_columns::Brand;
    ///
    /// assert_eq!(Brand::with(|guard| guard.rows(3).len()), 3);
    /// ```
    pub fn with<R>(f: impl for<'fresh> FnOnce(Guard<Brand<'fresh>>) -> R) -> R {
        // SAFETY: B1: `'fresh` is universally quantified in `f`, so no other guard can have this brand.
        f(unsafe { Guard::new_unchecked() })
    }

    /// The guard of the space whose lifetime `unique` is.
    ///
    /// ```
    /// use polarnet_columns::{Brand, private::make_guard};
    ///
    /// make_guard!(unique);
    /// assert_eq!(Brand::guard(unique).rows(3).len(), 3);
    /// ```
    #[must_use]
    pub fn guard(_unique: crate::private::LifetimeGuard<'id>) -> Guard<Self> {
        // SAFETY: B1: a `LifetimeGuard<'id>` exists once, and was consumed.
        unsafe { Guard::new_unchecked() }
    }
}

/// Declares a space as a local type, and its guard as a local variable.
///
/// ```
/// #![forbid(unsafe_code)]
/// polarnet_columns::space!(Exprs, guard);
/// # let _: polarnet_columns::Guard<Exprs> = guard;
/// ```
#[macro_export]
macro_rules! space {
    ($Name:ident, $guard:ident) => {
        $crate::private::make_guard!(unique);
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        struct $Name<'id>(#[allow(dead_code)] ::core::marker::PhantomData<fn(&'id ()) -> &'id ()>);
        // SAFETY: B1: the only guard is the one below; `'id` is made unique by `make_guard!`.
        unsafe impl<'id> $crate::Space for $Name<'id> {}
        let $guard = {
            fn guard<'id>(_unique: $crate::private::LifetimeGuard<'id>) -> $crate::Guard<$Name<'id>> {
                // SAFETY: B1: a `LifetimeGuard<'id>` exists once, and was consumed.
                unsafe { $crate::Guard::new_unchecked() }
            }
            guard(unique)
        };
    };
}

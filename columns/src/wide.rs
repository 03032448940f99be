//! Several numbers at once.

use core::{
    array, fmt,
    ops::{Add, AddAssign, Div, Mul, Neg, Rem, Sub, SubAssign},
};

/// The same quantity at `N` points. Operations go lane by lane, and compile to vector instructions.
///
/// ```
/// use polarnet_columns::Wide;
///
/// let x = Wide([1.0, 4.0, 9.0, 16.0]);
/// assert_eq!((x * 2.0 + x.map(f64::sqrt)).0, [3.0, 10.0, 21.0, 36.0]);
/// assert_eq!(x.sum(), 30.0);
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Wide<T, const N: usize>(pub [T; N]);

impl<T: fmt::Debug, const N: usize> fmt::Debug for Wide<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Copy, const N: usize> Wide<T, N> {
    /// The same at all points.
    ///
    /// ```
    /// # use polarnet_columns::Wide;
    /// assert_eq!((Wide::<f64, 3>::all(0.5) + Wide([1.0, 2.0, 3.0])).0, [1.5, 2.5, 3.5]);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn all(value: T) -> Self {
        Wide([value; N])
    }

    /// A function of each lane.
    ///
    /// ```
    /// # use polarnet_columns::Wide;
    /// assert_eq!(Wide([1.0, 4.0]).map(|x| x > 2.0).0, [false, true]);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> Wide<U, N> {
        Wide(array::from_fn(|lane| f(self.0[lane])))
    }

    /// A function of two, lane by lane.
    ///
    /// ```
    /// # use polarnet_columns::Wide;
    /// assert_eq!(Wide([3.0, 2.0_f64]).zip(Wide([2, 3]), f64::powi).0, [9.0, 8.0]);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn zip<U: Copy, V>(self, other: Wide<U, N>, mut f: impl FnMut(T, U) -> V) -> Wide<V, N> {
        Wide(array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }

    /// The first `len` lanes, and `rest` in the others.
    ///
    /// ```
    /// # use polarnet_columns::Wide;
    /// assert_eq!(Wide([1, 2, 3, 4]).first(3, 0).0, [1, 2, 3, 0]);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn first(self, len: usize, rest: T) -> Self {
        Wide(array::from_fn(|lane| if lane < len { self.0[lane] } else { rest }))
    }
}

impl<const N: usize> Wide<bool, N> {
    /// One or the other, lane by lane.
    ///
    /// ```
    /// # use polarnet_columns::Wide;
    /// let x = Wide([-1.0, 4.0_f64]);
    /// assert_eq!(x.map(|x| x < 0.0).choose(-x, x.map(f64::sqrt)).0, [1.0, 2.0]);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn choose<T: Copy>(self, yes: Wide<T, N>, no: Wide<T, N>) -> Wide<T, N> {
        Wide(array::from_fn(|lane| if self.0[lane] { yes.0[lane] } else { no.0[lane] }))
    }
}

macro_rules! by_lane {
    ($T:ty: $($Trait:ident $function:ident $op:tt)*) => { $(
        impl<const N: usize> $Trait for Wide<$T, N> {
            type Output = Self;
            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                self.zip(other, |a, b| a $op b)
            }
        }
        impl<const N: usize> $Trait<$T> for Wide<$T, N> {
            type Output = Self;
            #[inline(always)]
            fn $function(self, other: $T) -> Self {
                self.map(|a| a $op other)
            }
        }
        impl<const N: usize> $Trait<Wide<$T, N>> for $T {
            type Output = Wide<$T, N>;
            #[inline(always)]
            fn $function(self, other: Wide<$T, N>) -> Wide<$T, N> {
                other.map(|b| self $op b)
            }
        }
    )* };
}

macro_rules! floats {
    ($($T:ty)*) => { $(
        by_lane! { $T: Add add + Sub sub - Mul mul * Div div / Rem rem % }

        impl<const N: usize> Neg for Wide<$T, N> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                self.map(|a| -a)
            }
        }

        impl<const N: usize> AddAssign for Wide<$T, N> {
            #[inline(always)]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        impl<const N: usize> SubAssign for Wide<$T, N> {
            #[inline(always)]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }

        impl<const N: usize> Wide<$T, N> {
            /// The sum of the lanes: halves are added to halves, as vector instructions do.
            ///
            /// ```
            /// # use polarnet_columns::Wide;
            /// assert_eq!(Wide([1.0_f32, 2.0, 4.0]).sum(), 7.0);
            /// ```
            #[must_use]
            #[inline(always)]
            pub fn sum(self) -> $T {
                let (mut lanes, mut len) = (self.0, N);
                while len > 1 {
                    let half = len / 2;
                    for lane in 0..half {
                        lanes[lane] += lanes[len - half + lane];
                    }
                    len -= half;
                }
                lanes.first().copied().unwrap_or(0.0)
            }
        }
    )* };
}
floats! { f32 f64 }

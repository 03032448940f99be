//! The functions of numbers of whose type `schedule!` knows nothing, but Rust does: fields of structs.

use std::ops::{Add, Mul};

/// A number.
#[diagnostic::on_unimplemented(
    message = "a number is wanted here, and this is `{Self}`",
    label = "this is `{Self}`",
    note = "for other types declare a function of Rust's: `extern(cpu) pure larger(T, T) -> T;`"
)]
pub trait Numeric: Copy + Add<Output = Self> + Mul<Output = Self> {
    const ZERO: Self;
    const ONE: Self;
    /// Not above, and not below any other.
    const LEAST: Self;
    const GREATEST: Self;

    fn max(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    fn clamp(self, least: Self, most: Self) -> Self;

    fn gain(&mut self, more: Self) {
        *self = *self + more;
    }

    fn sum(list: impl Iterator<Item = Self>) -> Self {
        list.fold(Self::ZERO, Add::add)
    }

    fn product(list: impl Iterator<Item = Self>) -> Self {
        list.fold(Self::ONE, Mul::mul)
    }

    fn most(list: impl Iterator<Item = Self>) -> Self {
        list.fold(Self::LEAST, Self::max)
    }

    fn least(list: impl Iterator<Item = Self>) -> Self {
        list.fold(Self::GREATEST, Self::min)
    }
}

/// A number that may be below zero.
#[diagnostic::on_unimplemented(
    message = "a number with a sign is wanted here, and this is `{Self}`",
    label = "this is `{Self}`",
    note = "an unsigned number becomes one by `as`: `… as i64`"
)]
pub trait Signed: Numeric {
    fn abs(self) -> Self;
    fn signum(self) -> Self;
}

/// Whose functions they are: of floats their own, of integers those of `Ord`.
macro_rules! numbers {
    ($by:ident $zero:literal $one:literal $least:ident $greatest:ident: $($of:ident)*) => {
        $(#[diagnostic::do_not_recommend]
        impl Numeric for $of {
            const ZERO: Self = $zero;
            const ONE: Self = $one;
            const LEAST: Self = <$of>::$least;
            const GREATEST: Self = <$of>::$greatest;

            #[inline]
            fn max(self, other: Self) -> Self {
                $by::max(self, other)
            }

            #[inline]
            fn min(self, other: Self) -> Self {
                $by::min(self, other)
            }

            #[inline]
            fn clamp(self, least: Self, most: Self) -> Self {
                $by::clamp(self, least, most)
            }
        })*
    };
}

numbers!(f32 0.0 1.0 NEG_INFINITY INFINITY: f32);
numbers!(f64 0.0 1.0 NEG_INFINITY INFINITY: f64);
numbers!(Ord 0 1 MIN MAX: i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! signed {
    ($($of:ident)*) => {
        $(#[diagnostic::do_not_recommend]
        impl Signed for $of {
            #[inline]
            fn abs(self) -> Self {
                <$of>::abs(self)
            }

            #[inline]
            fn signum(self) -> Self {
                <$of>::signum(self)
            }
        })*
    };
}

signed!(f32 f64 i8 i16 i32 i64 i128 isize);

macro_rules! reals {
    ([$($of:ident)*] $functions:tt) => {
        reals!(trait $functions);
        $(reals!($of $functions);)*
    };
    (trait {$(fn $name:ident($($x:ident: $ty:ty),*) -> $result:ty;)*}) => {
        /// A float.
        #[diagnostic::on_unimplemented(
            message = "a float is wanted here, and this is `{Self}`",
            label = "this is `{Self}`",
            note = "a number becomes one by `as`: `… as f64`"
        )]
        pub trait Real: Signed {
            $(fn $name(self, $($x: $ty),*) -> $result;)*
        }
    };
    ($of:ident {$(fn $name:ident($($x:ident: $ty:ty),*) -> $result:ty;)*}) => {
        #[diagnostic::do_not_recommend]
        impl Real for $of {
            $(#[inline]
            fn $name(self, $($x: $ty),*) -> $result {
                <$of>::$name(self, $($x),*)
            })*
        }
    };
}

reals!([f32 f64] {
    fn acos() -> Self;
    fn acosh() -> Self;
    fn asin() -> Self;
    fn asinh() -> Self;
    fn atan() -> Self;
    fn atan2(x: Self) -> Self;
    fn atanh() -> Self;
    fn cbrt() -> Self;
    fn ceil() -> Self;
    fn copysign(sign: Self) -> Self;
    fn cos() -> Self;
    fn cosh() -> Self;
    fn exp() -> Self;
    fn exp2() -> Self;
    fn exp_m1() -> Self;
    fn floor() -> Self;
    fn hypot(y: Self) -> Self;
    fn is_finite() -> bool;
    fn is_nan() -> bool;
    fn ln() -> Self;
    fn ln_1p() -> Self;
    fn log10() -> Self;
    fn log2() -> Self;
    fn mul_add(by: Self, more: Self) -> Self;
    fn powf(power: Self) -> Self;
    fn powi(power: i32) -> Self;
    fn round() -> Self;
    fn sin() -> Self;
    fn sinh() -> Self;
    fn sqrt() -> Self;
    fn tan() -> Self;
    fn tanh() -> Self;
    fn trunc() -> Self;
});

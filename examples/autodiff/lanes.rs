//! Several numbers at once.

use polarnet::columns::Monoid;
use std::ops::{Add, AddAssign, Mul, Sub};

/// How many.
pub const LANES: usize = 8;

/// The same quantity of several points. Operations on it compile to vector instructions.
#[derive(Clone, Copy, Debug)]
pub struct Lanes(pub [f64; LANES]);

impl Lanes {
    pub const ZERO: Lanes = Lanes([0.0; LANES]);

    #[inline(always)]
    pub fn map(self, f: impl Fn(f64) -> f64) -> Lanes {
        Lanes(self.0.map(f))
    }

    #[inline(always)]
    pub fn zip(self, other: Lanes, f: impl Fn(f64, f64) -> f64) -> Lanes {
        Lanes(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }

    /// Halves are added to halves, which vector instructions do.
    #[inline(always)]
    pub fn sum(self) -> f64 {
        let four: [f64; 4] = std::array::from_fn(|lane| self.0[lane] + self.0[lane + 4]);
        (four[0] + four[2]) + (four[1] + four[3])
    }
}

macro_rules! by_lane {
    ($($Trait:ident $function:ident $op:tt)*) => { $(
        impl $Trait for Lanes {
            type Output = Lanes;
            #[inline(always)]
            fn $function(self, other: Lanes) -> Lanes {
                self.zip(other, |a, b| a $op b)
            }
        }
        impl $Trait<f64> for Lanes {
            type Output = Lanes;
            #[inline(always)]
            fn $function(self, other: f64) -> Lanes {
                self.map(|a| a $op other)
            }
        }
    )* };
}
by_lane! { Add add + Sub sub - Mul mul * }

impl AddAssign for Lanes {
    #[inline(always)]
    fn add_assign(&mut self, other: Lanes) {
        *self = *self + other;
    }
}

/// Sums, lane by lane.
pub struct Sum;
impl Monoid<Lanes> for Sum {
    fn identity(&self) -> Lanes {
        Lanes::ZERO
    }
    fn combine(&self, into: &mut Lanes, value: Lanes) {
        *into += value;
    }
}

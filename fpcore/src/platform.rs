//! What operations cost, and the formats that they are computed in.

use crate::lang::{Binary, Comparison, Format, Real, Unary};
use polarnet_columns::Child;

/// What a C library on common hardware asks, in additions of two `binary64`: operation, `binary32`, `binary64`. What is
/// not here cannot be had, and costs infinitely much.
const C: &[(&str, f64, f64)] = &[
    ("number", 0.5, 0.5),
    ("variable", 0.5, 0.5),
    ("ref", 1.0, 1.0),
    ("array", 1.0, 1.0),
    ("-", 1.0, 1.0),
    ("+", 1.0, 1.0),
    ("*", 1.0, 1.0),
    ("/", 3.0, 4.0),
    ("fma", 1.0, 1.0),
    ("fabs", 0.5, 0.5),
    ("fmin", 1.0, 1.0),
    ("fmax", 1.0, 1.0),
    ("fdim", 2.0, 2.0),
    ("copysign", 1.0, 1.0),
    ("sqrt", 3.0, 5.0),
    ("cbrt", 14.0, 20.0),
    ("hypot", 6.0, 12.0),
    ("fmod", 20.0, 25.0),
    ("remainder", 25.0, 30.0),
    ("exp", 9.0, 14.0),
    ("exp2", 8.0, 13.0),
    ("expm1", 14.0, 21.0),
    ("pow", 20.0, 34.0),
    ("log", 9.0, 15.0),
    ("log2", 9.0, 15.0),
    ("log10", 11.0, 20.0),
    ("log1p", 14.0, 22.0),
    ("sin", 11.0, 18.0),
    ("cos", 11.0, 18.0),
    ("tan", 14.0, 28.0),
    ("asin", 12.0, 22.0),
    ("acos", 12.0, 22.0),
    ("atan", 13.0, 22.0),
    ("atan2", 20.0, 34.0),
    ("sinh", 17.0, 25.0),
    ("cosh", 17.0, 25.0),
    ("tanh", 17.0, 26.0),
    ("asinh", 19.0, 30.0),
    ("acosh", 19.0, 30.0),
    ("atanh", 18.0, 28.0),
    ("ceil", 1.0, 1.0),
    ("floor", 1.0, 1.0),
    ("trunc", 1.0, 1.0),
    ("round", 2.0, 2.0),
    ("nearbyint", 1.0, 1.0),
    ("<", 1.0, 1.0),
    (">", 1.0, 1.0),
    ("<=", 1.0, 1.0),
    (">=", 1.0, 1.0),
    ("==", 1.0, 1.0),
    ("!=", 1.0, 1.0),
    ("and", 0.5, 0.5),
    ("or", 0.5, 0.5),
    ("not", 0.5, 0.5),
    ("if", 1.0, 1.0),
    ("cast", 1.0, 1.0),
    ("!", 1.0, 1.0),
    ("while", 1.0, 1.0),
    ("while*", 1.0, 1.0),
];

/// A cost for each format.
pub type Costs = [f64; 2];

/// The costs of a machine's operations.
pub struct Platform {
    unary: Vec<Costs>,
    binary: Vec<Costs>,
    comparison: Vec<Costs>,
    other: fn(&str) -> Costs,
    number: Costs,
    arithmetic: [Costs; 3],
}

impl Platform {
    /// What a C library on common hardware asks.
    #[must_use]
    pub fn c() -> Self {
        fn price(operation: &str) -> Costs {
            let known = C.iter().find(|(name, ..)| *name == operation);
            known.map_or([f64::INFINITY; 2], |&(_, single, double)| [single, double])
        }
        Platform {
            unary: Unary::ALL.iter().map(|function| price(function.name())).collect(),
            binary: Binary::ALL.iter().map(|function| price(function.name())).collect(),
            comparison: Comparison::ALL.iter().map(|comparison| price(comparison.name())).collect(),
            other: price,
            number: price("number"),
            arithmetic: [price("+"), price("*"), price("/")],
        }
    }

    /// The cost of the operation itself. Constants are numbers.
    #[must_use]
    pub fn price<I: Child>(&self, node: &Real<'_, I>, format: Format) -> f64 {
        let costs = match *node {
            Real::Unary(function, _) => self.unary[function as usize],
            Real::Binary(function, _) => self.binary[function as usize],
            Real::Compare(comparison, _) => self.comparison[comparison as usize],
            Real::Number(_) | Real::Constant(_) => self.number,
            Real::Neg(_) | Real::Add(..) | Real::Sub(..) => self.arithmetic[0],
            Real::Mul(..) => self.arithmetic[1],
            Real::Div(..) => self.arithmetic[2],
            _ => (self.other)(node.operation()),
        };
        costs[format as usize]
    }
}

/// The formats in which a row is wanted: a set, ordered by inclusion. Its join is the union, whose unit is the empty set.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Reprs {
    /// By the number of the format.
    pub wanted: [bool; 2],
}

impl Reprs {
    /// One format.
    #[must_use]
    pub fn only(format: Format) -> Self {
        let mut reprs = Reprs::default();
        reprs.wanted[format as usize] = true;
        reprs
    }

    /// The formats of both.
    pub fn join(&mut self, other: Self) {
        for (wanted, also) in self.wanted.iter_mut().zip(other.wanted) {
            *wanted |= also;
        }
    }

    /// Is it one of them?
    #[must_use]
    pub fn has(self, format: Format) -> bool {
        self.wanted[format as usize]
    }
}

//! The functions that every block knows.

/// A function, by its name: see [`TABLE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Builtin(usize);

/// What a function takes, and what it gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signature {
    /// So many floats to a float.
    Floats(u8),
    /// So many numbers of one type to one.
    Numbers(u8),
    /// A list of numbers, or two, to one.
    Reduce,
    /// A list of truth values to one.
    Truths,
    /// A list to its length.
    Length,
    /// A float to a truth value.
    Test,
    /// A float and an `i32` to a float.
    Power,
}

/// Name, signature, and Rust's name for it.
const TABLE: &[(&str, Signature, &str)] = {
    use Signature::{Floats, Length, Numbers, Power, Reduce, Test, Truths};
    &[
        ("abs", Numbers(1), "abs"),
        ("acos", Floats(1), "acos"),
        ("acosh", Floats(1), "acosh"),
        ("add", Numbers(2), "+"),
        ("all", Truths, "all"),
        ("any", Truths, "any"),
        ("asin", Floats(1), "asin"),
        ("asinh", Floats(1), "asinh"),
        ("atan", Floats(1), "atan"),
        ("atan2", Floats(2), "atan2"),
        ("atanh", Floats(1), "atanh"),
        ("cbrt", Floats(1), "cbrt"),
        ("ceil", Floats(1), "ceil"),
        ("clamp", Numbers(3), "clamp"),
        ("copysign", Floats(2), "copysign"),
        ("cos", Floats(1), "cos"),
        ("cosh", Floats(1), "cosh"),
        ("exp", Floats(1), "exp"),
        ("exp2", Floats(1), "exp2"),
        ("exp_m1", Floats(1), "exp_m1"),
        ("floor", Floats(1), "floor"),
        ("hypot", Floats(2), "hypot"),
        ("is_finite", Test, "is_finite"),
        ("is_nan", Test, "is_nan"),
        ("len", Length, "len"),
        ("ln", Floats(1), "ln"),
        ("ln_1p", Floats(1), "ln_1p"),
        ("log10", Floats(1), "log10"),
        ("log2", Floats(1), "log2"),
        ("max", Reduce, "max"),
        ("min", Reduce, "min"),
        ("mul_add", Floats(3), "mul_add"),
        ("pow", Floats(2), "powf"),
        ("powi", Power, "powi"),
        ("product", Reduce, "*"),
        ("round", Floats(1), "round"),
        ("signum", Numbers(1), "signum"),
        ("sin", Floats(1), "sin"),
        ("sinh", Floats(1), "sinh"),
        ("sqrt", Floats(1), "sqrt"),
        ("sum", Reduce, "+"),
        ("tan", Floats(1), "tan"),
        ("tanh", Floats(1), "tanh"),
        ("trunc", Floats(1), "trunc"),
    ]
};

impl Builtin {
    pub fn find(name: &str) -> Option<Self> {
        TABLE.iter().position(|entry| entry.0 == name).map(Builtin)
    }

    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLE.iter().map(|entry| entry.0)
    }

    pub fn name(self) -> &'static str {
        TABLE[self.0].0
    }

    pub fn signature(self) -> Signature {
        TABLE[self.0].1
    }

    /// The trait that has it, of types that only Rust knows.
    pub fn of(self) -> &'static str {
        match self.signature() {
            Signature::Floats(_) | Signature::Test | Signature::Power => "Real",
            Signature::Numbers(1) => "Signed",
            _ => "Numeric",
        }
    }

    /// Rust's method or operator.
    pub fn rust(self) -> &'static str {
        TABLE[self.0].2
    }
}

//! The language of real expressions.

use polarnet_columns::{Child, List, Node, Payload};

/// An interned name of a variable: see [`Names`](crate::Names).
#[derive(Payload, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbol(pub(crate) u32);

/// An interned rational number: see [`Names`](crate::Names).
#[derive(Payload, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number(pub(crate) u32);

/// A node of a real expression, with children `I`.
#[derive(Node, Clone, Copy, PartialEq, Debug)]
#[node(export)]
pub enum Real<'b, I: Child> {
    /// A rational number.
    Number(Number),
    /// A named constant.
    Constant(Constant),
    /// An argument of the core.
    Variable(Symbol),
    /// A variable of a loop, by its level: the outermost loop's first variable is 0. Loops that differ in the names of
    /// their variables only are the same row.
    Local(u32),
    /// `-a`
    Neg(I),
    /// `a + b`
    Add(I, I),
    /// `a - b`
    Sub(I, I),
    /// `a b`
    Mul(I, I),
    /// `a / b`
    Div(I, I),
    /// A function of one argument.
    Unary(Unary, I),
    /// A function of two arguments.
    Binary(Binary, [I; 2]),
    /// `a b + c`
    Fma([I; 3]),
    /// A comparison of two numbers.
    Compare(Comparison, [I; 2]),
    /// Both.
    And(I, I),
    /// One or both.
    Or(I, I),
    /// A choice.
    If {
        /// What is asked.
        test: I,
        /// The value if it is so.
        then: I,
        /// The value if it is not.
        other: I,
    },
    /// `(! :precision format a)`: computed in another format.
    In(Format, I),
    /// `(ref array at)`: an element of an array.
    Ref(I, I),
    /// An array of its elements.
    Array(List<'b, I>),
    /// `(while test ([variable init update] …) body)`
    While {
        /// `while*`: an update sees the updates before it.
        sequential: bool,
        /// Test, body; then of each variable its first value and its update.
        parts: List<'b, I>,
    },
}

/// A format of numbers, FPCore's `:precision`.
#[derive(Payload, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// IEEE 754, 32 bits.
    Binary32,
    /// IEEE 754, 64 bits.
    Binary64,
}

/// An enum whose variants have the names that FPCore gives them.
macro_rules! named {
    ($(#[$doc:meta])* $Name:ident { $($Variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Payload, Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $Name {
            $(#[doc = concat!("`", $text, "`")] $Variant,)*
        }

        impl $Name {
            /// FPCore's name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $($Name::$Variant => $text,)* }
            }

            /// What FPCore calls so.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($text => Some($Name::$Variant),)* _ => None }
            }

            /// All of them.
            pub const ALL: &'static [Self] = &[$($Name::$Variant),*];
        }
    };
}

named! {
    /// A function of one argument.
    Unary {
        Fabs = "fabs", Sqrt = "sqrt", Cbrt = "cbrt",
        Exp = "exp", Exp2 = "exp2", Expm1 = "expm1", Log = "log", Log2 = "log2", Log10 = "log10", Log1p = "log1p",
        Sin = "sin", Cos = "cos", Tan = "tan", Asin = "asin", Acos = "acos", Atan = "atan",
        Sinh = "sinh", Cosh = "cosh", Tanh = "tanh", Asinh = "asinh", Acosh = "acosh", Atanh = "atanh",
        Erf = "erf", Erfc = "erfc", Tgamma = "tgamma", Lgamma = "lgamma",
        Ceil = "ceil", Floor = "floor", Trunc = "trunc", Round = "round", Nearbyint = "nearbyint",
        Cast = "cast", Not = "not",
        IsFinite = "isfinite", IsInf = "isinf", IsNan = "isnan", IsNormal = "isnormal", Signbit = "signbit",
    }
}

named! {
    /// A function of two arguments.
    Binary {
        Pow = "pow", Hypot = "hypot", Atan2 = "atan2", Fmod = "fmod", Remainder = "remainder",
        Fmax = "fmax", Fmin = "fmin", Fdim = "fdim", Copysign = "copysign",
    }
}

named! {
    /// A comparison.
    Comparison { Lt = "<", Gt = ">", Le = "<=", Ge = ">=", Eq = "==", Ne = "!=", }
}

named! {
    /// A named constant.
    Constant {
        E = "E", Log2E = "LOG2E", Log10E = "LOG10E", Ln2 = "LN2", Ln10 = "LN10",
        Pi = "PI", Pi2 = "PI_2", Pi4 = "PI_4", M1Pi = "M_1_PI", M2Pi = "M_2_PI", M2SqrtPi = "M_2_SQRTPI",
        Sqrt2 = "SQRT2", Sqrt12 = "SQRT1_2",
        Infinity = "INFINITY", Nan = "NAN", True = "TRUE", False = "FALSE",
    }
}

impl Constant {
    /// The nearest `f64`; of a truth value 1 or 0.
    ///
    /// ```
    /// use polarnet_fpcore::Constant;
    ///
    /// assert_eq!((Constant::Pi4.value(), Constant::True.value()), (core::f64::consts::FRAC_PI_4, 1.0));
    /// ```
    #[must_use]
    pub const fn value(self) -> f64 {
        use core::f64::consts;
        match self {
            Constant::E => consts::E,
            Constant::Log2E => consts::LOG2_E,
            Constant::Log10E => consts::LOG10_E,
            Constant::Ln2 => consts::LN_2,
            Constant::Ln10 => consts::LN_10,
            Constant::Pi => consts::PI,
            Constant::Pi2 => consts::FRAC_PI_2,
            Constant::Pi4 => consts::FRAC_PI_4,
            Constant::M1Pi => consts::FRAC_1_PI,
            Constant::M2Pi => consts::FRAC_2_PI,
            Constant::M2SqrtPi => consts::FRAC_2_SQRT_PI,
            Constant::Sqrt2 => consts::SQRT_2,
            Constant::Sqrt12 => consts::FRAC_1_SQRT_2,
            Constant::Infinity => f64::INFINITY,
            Constant::Nan => f64::NAN,
            Constant::True => 1.0,
            Constant::False => 0.0,
        }
    }
}

impl Format {
    /// FPCore's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Binary32 => "binary32",
            Format::Binary64 => "binary64",
        }
    }
}

impl<I: Child> Real<'_, I> {
    /// FPCore's name of the operation: `"+"`, `"sin"`, `"if"`. Numbers are `"number"`, variables `"variable"`.
    #[must_use]
    pub const fn operation(&self) -> &'static str {
        match self {
            Real::Number(_) => "number",
            Real::Constant(constant) => constant.name(),
            Real::Variable(_) | Real::Local(_) => "variable",
            Real::Neg(_) | Real::Sub(..) => "-",
            Real::Add(..) => "+",
            Real::Mul(..) => "*",
            Real::Div(..) => "/",
            Real::Unary(function, _) => function.name(),
            Real::Binary(function, _) => function.name(),
            Real::Fma(_) => "fma",
            Real::Compare(comparison, _) => comparison.name(),
            Real::And(..) => "and",
            Real::Or(..) => "or",
            Real::If { .. } => "if",
            Real::In(..) => "!",
            Real::Ref(..) => "ref",
            Real::Array(_) => "array",
            Real::While { sequential: false, .. } => "while",
            Real::While { sequential: true, .. } => "while*",
        }
    }

    /// Is the value a truth value?
    #[must_use]
    pub const fn is_boolean(&self) -> bool {
        use Unary::{IsFinite, IsInf, IsNan, IsNormal, Not, Signbit};
        match self {
            Real::Compare(..) | Real::And(..) | Real::Or(..) => true,
            Real::Constant(constant) => matches!(constant, Constant::True | Constant::False),
            Real::Unary(function, _) => matches!(function, Not | IsFinite | IsInf | IsNan | IsNormal | Signbit),
            _ => false,
        }
    }
}

//! The derivatives of the functions that every block knows.

use super::flow::Arithmetic;

/// For each argument the derivative by it, of the arguments `x`, `y`, `z` and the result `r`. What is not here is constant
/// between steps, or has rules of its own: see [`is_flat`] and [`picks`].
const TABLE: &[(&str, &[&str])] = &[
    ("abs", &["signum(x)"]),
    ("acos", &["-1 / sqrt(1 - x * x)"]),
    ("acosh", &["1 / sqrt(x * x - 1)"]),
    ("asin", &["1 / sqrt(1 - x * x)"]),
    ("asinh", &["1 / sqrt(x * x + 1)"]),
    ("atan", &["1 / (1 + x * x)"]),
    ("atan2", &["y / (x * x + y * y)", "-x / (x * x + y * y)"]),
    ("atanh", &["1 / (1 - x * x)"]),
    ("cbrt", &["1 / (3 * r * r)"]),
    ("copysign", &["signum(x) * signum(y)", "0"]),
    ("cos", &["-sin(x)"]),
    ("cosh", &["sinh(x)"]),
    ("exp", &["r"]),
    ("exp2", &["r * LN_2"]),
    ("exp_m1", &["r + 1"]),
    ("hypot", &["x / r", "y / r"]),
    ("ln", &["1 / x"]),
    ("ln_1p", &["1 / (1 + x)"]),
    ("log10", &["1 / (x * LN_10)"]),
    ("log2", &["1 / (x * LN_2)"]),
    ("mul_add", &["y", "x", "1"]),
    ("pow", &["y * powf(x, y - 1)", "r * ln(x)"]),
    ("powi", &["count(y) * powi(x, y - 1)", "0"]),
    ("sin", &["cos(x)"]),
    ("sinh", &["cosh(x)"]),
    ("sqrt", &["0.5 / r"]),
    ("tan", &["1 + r * r"]),
    ("tanh", &["1 - r * r"]),
];

/// The derivatives by the arguments; none of what picks one of them.
pub fn partials(of: Arithmetic) -> Option<&'static [&'static str]> {
    match of {
        Arithmetic::Neg => Some(&["-1"]),
        Arithmetic::Add => Some(&["1", "1"]),
        Arithmetic::Sub => Some(&["1", "-1"]),
        Arithmetic::Mul => Some(&["y", "x"]),
        Arithmetic::Div => Some(&["1 / y", "-r / y"]),
        Arithmetic::Rem => Some(&["1", "-trunc(x / y)"]),
        Arithmetic::Function(it) => TABLE.iter().find(|entry| entry.0 == it.name()).map(|entry| entry.1),
    }
}

/// Its result is one of its arguments, and so is the derivative.
pub fn picks(of: Arithmetic) -> bool {
    matches!(of, Arithmetic::Function(it) if matches!(it.name(), "max" | "min" | "clamp"))
}

/// Constant between steps: its derivative is zero wherever it has one.
pub fn is_flat(of: Arithmetic) -> bool {
    matches!(of, Arithmetic::Function(it) if matches!(it.name(), "ceil" | "floor" | "round" | "signum" | "trunc"))
}

/// Worth keeping, if it is needed again.
pub fn is_costly(of: Arithmetic) -> bool {
    match of {
        Arithmetic::Function(it) => !is_flat(of) && !picks(of) && !matches!(it.name(), "abs" | "copysign" | "mul_add"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::builtin::{Builtin, Signature};

    #[test]
    fn every_function_of_floats_has_its_derivatives() {
        for name in Builtin::names() {
            let builtin = Builtin::find(name).expect("a name of the table");
            let of = Arithmetic::Function(builtin);
            let count = match builtin.signature() {
                Signature::Floats(n) => n.into(),
                Signature::Numbers(n) if name != "add" => n.into(),
                Signature::Power => 2,
                _ => continue,
            };
            match partials(of) {
                Some(list) => {
                    assert_eq!(list.len(), count, "{name}");
                    for text in list {
                        assert!(syn::parse_str::<syn::Expr>(text).is_ok(), "{name}: {text}");
                    }
                }
                None => assert!(picks(of) || is_flat(of), "{name}"),
            }
        }
    }
}

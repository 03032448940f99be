//! Functions whose values on a device are others in the last places, and by how much.

use super::writer::Writer;
use crate::schedule::builtin::Builtin;
use proc_macro2::Span;

/// The largest errors of CUDA's functions, in units in the last place: for `f32` and for `f64`. From the CUDA C++ Programming
/// Guide, "Mathematical Functions", over its versions the largest.
const ERRORS: &[(&str, u32, u32)] = &[
    ("acos", 3, 2),
    ("acosh", 4, 3),
    ("asin", 4, 2),
    ("asinh", 3, 3),
    ("atan", 2, 2),
    ("atan2", 3, 2),
    ("atanh", 3, 2),
    ("cbrt", 1, 1),
    ("cos", 2, 2),
    ("cosh", 2, 1),
    ("exp", 2, 1),
    ("exp2", 2, 1),
    ("exp_m1", 1, 1),
    ("hypot", 3, 2),
    ("ln", 1, 1),
    ("ln_1p", 1, 1),
    ("log10", 2, 1),
    ("log2", 1, 1),
    ("pow", 9, 2),
    ("sin", 2, 2),
    ("sinh", 3, 2),
    ("tan", 4, 2),
    ("tanh", 2, 1),
];

/// By how much a function's value on the device and on the CPU may differ; none if they are equal.
fn error(builtin: Builtin, float: &str) -> Option<u32> {
    let &(_, single, double) = ERRORS.iter().find(|it| it.0 == builtin.name())?;
    // The CPU's is within one of what it should be.
    Some(1 + if float == "f32" { single } else { double })
}

impl Writer<'_, '_, '_, '_> {
    /// The val says by how much its functions may differ.
    pub fn is_close_enough(&mut self, span: Span, builtin: Builtin, float: &str) {
        let Some(error) = error(builtin, float) else { return };
        let val = &self.unit.program.vals[self.val];
        let (name, wanted) = (builtin.name(), format!("`approx({error} ulp)`"));
        match val.approx {
            Some(allowed) if allowed >= error => {}
            Some(allowed) => {
                let text = format!(
                    "`{name}` of `{float}` differs by up to {error} ulp on a device, and `{}` allows {allowed}",
                    val.name
                );
                self.unit.refuse(span, text, format!("write {wanted}"));
            }
            None => {
                let text = format!("`{name}` has other values on a device: they differ in the last places");
                let help =
                    format!("allow it, and write {wanted} behind what `{}` returns; or remove `.on(…)`", val.name);
                self.unit.refuse(span, text, help);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is in the table is a known function, and what is not is exact: it is rounded as IEEE says.
    #[test]
    fn each_function_is_exact_or_in_the_table() {
        let exact = ["abs", "ceil", "clamp", "copysign", "floor", "mul_add", "round", "signum", "sqrt", "trunc"];
        for name in Builtin::names() {
            let builtin = Builtin::find(name).expect("a name of a function");
            let floats = matches!(builtin.signature(), crate::schedule::builtin::Signature::Floats(_));
            let listed = ERRORS.iter().any(|it| it.0 == name);
            assert_eq!(listed, floats && !exact.contains(&name), "{name}");
        }
        assert!(ERRORS.iter().all(|it| Builtin::find(it.0).is_some()));
    }
}

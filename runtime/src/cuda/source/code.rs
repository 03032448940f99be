//! What rules compute: guards and values, one statement a step. `kernels/code.cuh` has what they call.

use super::super::layout::{wide_op, wide_type};
use core::fmt::Write;
use polarnet_syntax::{
    code::{Code, Step},
    number::WideOp,
};

/// Writes the steps; the name of what comes of them. `known`: the names of the numbers; `to`: what names of variables begin with.
pub fn statements(text: &mut String, indent: usize, code: &Code, known: &[String], to: &str) -> String {
    let mut stack: Vec<String> = Vec::new();
    for (at, step) in code.0.iter().enumerate() {
        let name = format!("{to}_{at}");
        let mut pop = || stack.pop().unwrap_or_else(|| "NOTHING".into());
        let (ty, made) = match *step {
            Step::Known(at) => {
                stack.push(known[at as usize].clone());
                continue;
            }
            Step::Literal(number) => ("Number", format!("Number{{{}, {:#x}}}", number.kind(), number.bits())),
            Step::Apply(op) => {
                let (y, x) = (pop(), pop());
                ("Number", format!("applied(w, {}, {x}, {y}, fault)", op as u32))
            }
            Step::Cast(ty) => ("Number", format!("number_of(cast(value_of({}), {}, w.in), w.in)", pop(), ty as u32)),
            Step::Not => ("Number", format!("Number{{TYPE_U, raw({}, w.in) == 0}}", pop())),
            // Of a wide number, which takes two places, the lower half first.
            Step::Low => {
                pop();
                continue;
            }
            Step::High => {
                let high = pop();
                pop();
                stack.push(high);
                continue;
            }
            Step::Widen(to) => ("u64", format!("widen(value_of({}), {})", pop(), wide_type(to))),
            Step::Convert(from, to) => {
                let (high, low) = (pop(), pop());
                ("u64", format!("convert(wide_of({low}, {high}), {}, {})", wide_type(from), wide_type(to)))
            }
            Step::Narrow(from, to) => {
                let (high, low) = (pop(), pop());
                let made = format!("narrow(wide_of({low}, {high}), {}, {})", wide_type(from), to as u32);
                ("Number", format!("number_of({made}, w.in)"))
            }
            Step::Wide(ty, op) => {
                let [d, c, b, a] = [(); 4].map(|()| pop());
                let operands = format!("wide_of({a}, {b}), wide_of({c}, {d})");
                let made = format!("applied_wide({}, {}, {operands}, fault)", wide_type(ty), wide_op(op));
                let compares =
                    matches!(op, WideOp::Eq | WideOp::Ne | WideOp::Lt | WideOp::Le | WideOp::Gt | WideOp::Ge);
                if compares { ("Number", format!("Number{{TYPE_U, (u32){made}}}")) } else { ("u64", made) }
            }
        };
        let _ = writeln!(text, "{:1$}{ty} {name} = {made};", "", 4 * indent);
        if ty == "u64" {
            stack.push(format!("low_of({name})"));
            stack.push(format!("high_of({name})"));
        } else {
            stack.push(name);
        }
    }
    stack.pop().unwrap_or_else(|| "NOTHING".into())
}

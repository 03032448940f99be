//! Passes for devices that compile CUDA C++: kernels, and what the host says of them.
//!
//! One source has all that a function needs: a kernel for each pass, before it the functions of the vals that it computes, and before
//! these the functions that they call. Values stand in slots, whose numbers are given out here: `polarnet::private::passes`
//! says what lies where. What is written computes what the CPU's pass computes, bit for bit; what cannot, is refused where it
//! stands.

mod approx;
mod expression;
mod field;
mod function;
mod host;
mod list;
mod literal;
mod matching;
mod names;
mod operator;
mod pass;
mod pattern;
mod payload;
mod points;
mod refuse;
mod scatter;
mod slot;
mod types;
mod write;
mod writer;

use super::{elaborate::Program, errors::Errors, lower::Lowered, typed::ValId};
use proc_macro2::TokenStream;
use slot::Slots;
use std::collections::BTreeSet;

/// What every source begins with.
const PRELUDE: &str = include_str!("cuda/prelude.cuh");

/// What runs a function's passes on a device that compiles: in `target`, the device; its value is the function's.
pub struct Passes {
    pub run: TokenStream,
}

/// The passes of a function, for a device; none if something in them cannot run there, which was reported.
pub fn passes(program: &Program<'_>, lowered: &Lowered<'_, '_>, errors: &mut Errors) -> Option<Passes> {
    let known = errors.len();
    let mut unit = Unit {
        program,
        lowered,
        errors,
        slots: Slots::default(),
        defines: Vec::new(),
        consts: BTreeSet::new(),
        types: Vec::new(),
        functions: Vec::new(),
        made: BTreeSet::new(),
        open: Vec::new(),
        steps: Vec::new(),
    };
    unit.slots();
    for (at, step) in lowered.steps.iter().enumerate() {
        unit.pass(at, step);
    }
    let run = unit.host();
    (unit.errors.len() == known).then_some(Passes { run })
}

/// A source that is being written.
struct Unit<'p, 'a, 'e> {
    program: &'p Program<'a>,
    lowered: &'p Lowered<'p, 'a>,
    errors: &'e mut Errors,
    slots: Slots,
    /// Macros of C whose values only rustc knows: names, and values as a `u64`.
    defines: Vec<(String, TokenStream)>,
    /// The constants of the block that these are made of.
    consts: BTreeSet<usize>,
    /// Tuples and arrays: names, and declarations.
    types: Vec<(String, String)>,
    /// The functions, each after those that it calls.
    functions: Vec<String>,
    made: BTreeSet<function::Made>,
    /// The vals whose functions are being written.
    open: Vec<ValId>,
    /// What the host is told of the passes.
    steps: Vec<TokenStream>,
}

impl Unit<'_, '_, '_> {
    fn source(&self) -> String {
        let types: String = self.types.iter().map(|(_, text)| format!("{text}\n")).collect();
        let functions: String = self.functions.iter().map(|text| format!("\n{text}")).collect();
        format!("{PRELUDE}\n{types}{functions}")
    }

    /// A macro of C with this value, by a name that begins with what it is.
    fn define(&mut self, stem: &str, value: TokenStream) -> String {
        let text = value.to_string();
        if let Some((name, _)) = self.defines.iter().find(|(_, known)| known.to_string() == text) {
            return name.clone();
        }
        let name = format!("{stem}_{}", self.defines.len());
        self.defines.push((name.clone(), value));
        name
    }
}

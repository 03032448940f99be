//! Definitions as functions.

use crate::{
    flow,
    inline::inline,
    polarized::is_polarized,
    step::{Block, Node, Operand, Reg, Step},
};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::{
    book::{Book, Defs},
    net::Agent,
};
use std::collections::BTreeMap;

/// The most lambdas that a function takes arguments for, and the most arguments of a call.
pub const ARGUMENTS: u32 = 12;

/// The largest definition that becomes a function, in rows.
const LARGEST: usize = 1 << 12;

/// How many more arguments than it has lambdas a definition takes, where it passes them on.
const MORE: u32 = 4;

/// Larger books have no functions that may not be called.
const MANY: usize = 1 << 12;

/// The largest definition that may be a constructor in a λ-encoding, in rows.
const CONSTRUCTOR: usize = 1 << 5;

/// A definition: a function of as many arguments as it has lambdas, and, where it is applied to more and passes them on,
/// of more.
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    /// Its lambdas.
    pub arity: u32,
    /// By the number of arguments. None, if it is too large: then it is a template.
    pub functions: BTreeMap<u32, Function>,
}

impl Definition {
    /// Which of its functions takes part in a call with so many arguments; what remains is applied to the result.
    #[must_use]
    pub fn function_for(&self, args: u32) -> Option<&Function> {
        self.functions.range(..=args).next_back().map(|(_, function)| function)
    }
}

/// A definition that is applied to arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// The number of the definition.
    pub def: u32,
    /// How many arguments.
    pub args: u32,
    /// What must be known of arguments before it begins, numbers first.
    pub tests: Vec<(u32, Test)>,
    /// The nodes that are built, by their numbers.
    pub nodes: Vec<Node>,
    /// How many registers there are.
    pub registers: Reg,
    /// What it does.
    pub body: Block,
}

/// What an argument must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// A number: there is a switch on it, or an operator.
    Number,
    /// `(a b)`: it is split.
    Pair,
}

/// The definitions of a book, in order. `None` where signs clash. Those that say what rules do have no functions.
#[must_use]
pub fn definitions<S: Space>(book: &Book<S>) -> Option<Vec<Definition>> {
    if !is_polarized(book) {
        return None;
    }
    let is_large = |def| book.rows(def).count() > LARGEST;
    let mut found: Vec<_> = book
        .defs()
        .map(|def| Definition { arity: flow::arity(book, def, ARGUMENTS), functions: BTreeMap::new() })
        .collect();
    let defs: Vec<Idx<Defs<S>>> = book.defs().collect();
    let lowered =
        |def: &Idx<Defs<S>>| !matches!(book.agents().node(book.root(*def)), Agent::Replaced(_)) && !is_large(*def);
    let lowered: Vec<_> = defs.iter().copied().filter(lowered).collect();
    let ports = flow::number_ports(book, &lowered);
    let mut todo: Vec<_> = lowered.iter().map(|&def| (def, found[def.raw() as usize].arity)).collect();
    // Who is applied to more than its lambdas take is not always seen: constructors in λ-encodings are, and other names of
    // functions.
    if lowered.len() <= MANY {
        let small = |def: &&Idx<Defs<S>>| book.rows(**def).count() <= CONSTRUCTOR && flow::passes_on(book, **def);
        for &def in lowered.iter().filter(small) {
            let arity = found[def.raw() as usize].arity;
            let most = if arity == 0 { MORE + 2 } else { MORE / 2 };
            todo.extend((1..=most).map(|more| (def, (arity + more).min(ARGUMENTS))));
        }
    }
    while let Some((def, args)) = todo.pop() {
        let at = def.raw() as usize;
        if found[at].functions.contains_key(&args) {
            continue;
        }
        let function = flow::definition(book, def, args, &ports);
        calls(&function.body, &mut |called, args| {
            let (def, arity) = (defs[called as usize], found[called as usize].arity);
            let more = args.min(arity + MORE).min(ARGUMENTS);
            if more > arity && !is_large(def) && flow::passes_on(book, def) {
                todo.push((def, more));
            }
        });
        found[at].functions.insert(args, function);
    }
    inline(&mut found);
    for definition in &mut found {
        definition.functions.retain(|_, function| {
            let verified = function.verify(book);
            debug_assert!(verified.is_ok(), "{verified:?}:\n{function}");
            verified.is_ok()
        });
    }
    Some(found)
}

/// The calls in a block.
fn calls(block: &Block, found: &mut impl FnMut(u32, u32)) {
    for step in &block.steps {
        match step {
            Step::Apply { value: Operand::Ref(def), args, .. } => found(*def, args.len() as u32),
            Step::Switch(switch) => switch.blocks().for_each(|block| calls(block, found)),
            _ => {}
        }
    }
}

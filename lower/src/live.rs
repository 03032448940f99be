//! Which functions may be called: others are not compiled.
//!
//! A definition that is only ever called by name, with as many arguments as one of its functions takes, needs only that one.
//! Where it is held as a value, nobody knows what it will be applied to: it keeps all.

use crate::{
    function::{Definition, Function},
    step::{Block, Operand, Step},
};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::{
    book::{Book, Defs},
    net::Agent,
};
use std::collections::BTreeSet;

/// The functions with which it begins, before others are written into them: those of definitions that no other has, and of the
/// first. They are copied into the net, so that what they call is called as it stands there.
pub fn first<S: Space>(book: &Book<S>, definitions: &[Definition]) -> Vec<Function> {
    let used: BTreeSet<u32> =
        book.defs().flat_map(|def| references(book, def).filter(move |&other| other != def.raw())).collect();
    let begins = (0..).zip(definitions).filter(|(def, _)| *def == 0 || !used.contains(def));
    begins.filter_map(|(_, definition)| definition.functions.get(&definition.arity)).cloned().collect()
}

/// Drops functions that are not [live](functions).
pub fn retain<S: Space>(book: &Book<S>, definitions: &mut [Definition], first: &[Function], called: &[(u32, u32)]) {
    let live = functions(book, definitions, first, called);
    for definition in definitions {
        definition.functions.retain(|_, function| live.contains(&function.key()));
    }
}

/// Those that others call, that a value leads to, and that somebody else [calls](crate::guessed): by definition and number of arguments.
pub fn functions<S: Space>(
    book: &Book<S>,
    definitions: &[Definition],
    first: &[Function],
    called: &[(u32, u32)],
) -> BTreeSet<(u32, u32)> {
    let mut live = Live { definitions, called: BTreeSet::new(), held: BTreeSet::new(), todo: Vec::new() };
    for function in first {
        live.begins(function);
        live.block(&function.body);
    }
    for &(def, args) in called {
        if let Some(function) = definitions[def as usize].function_for(args) {
            live.begins(function);
        }
    }
    for (def, definition) in book.defs().zip(definitions) {
        // What is copied may apply others to anything.
        if definition.functions.is_empty() {
            references(book, def).for_each(|other| live.holds(other));
        }
    }
    while let Some((def, args)) = live.todo.pop() {
        if let Some(function) = definitions[def as usize].functions.get(&args) {
            live.block(&function.body);
            function.apart.iter().for_each(|block| live.block(block));
        }
    }
    live.called
}

/// The definitions that one has.
fn references<S: Space>(book: &Book<S>, def: Idx<Defs<S>>) -> impl Iterator<Item = u32> + '_ {
    book.rows(def).filter_map(|row| match book.agents().node(row) {
        Agent::Ref(other) => Some(other.raw()),
        _ => None,
    })
}

struct Live<'d> {
    definitions: &'d [Definition],
    called: BTreeSet<(u32, u32)>,
    held: BTreeSet<u32>,
    todo: Vec<(u32, u32)>,
}

impl Live<'_> {
    fn calls(&mut self, def: u32, args: u32) {
        if self.called.insert((def, args)) {
            self.todo.push((def, args));
        }
    }

    /// One that is called from outside. Without arguments it is copied.
    fn begins(&mut self, function: &Function) {
        if function.args > 0 {
            self.calls(function.def, function.args);
        }
    }

    fn holds(&mut self, def: u32) {
        if self.held.insert(def) {
            let functions = self.definitions[def as usize].functions.keys().copied();
            functions.for_each(|args| self.calls(def, args));
        }
    }

    fn takes(&mut self, operand: Operand) {
        if let Operand::Ref(def) = operand {
            self.holds(def);
        }
    }

    fn block(&mut self, block: &Block) {
        block.steps.iter().for_each(|step| self.step(step));
        self.takes(block.result);
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Apply { value: Operand::Ref(def), args, .. } => {
                let count = args.len() as u32;
                match self.definitions[*def as usize].functions.contains_key(&count) {
                    true => self.calls(*def, count),
                    false => self.holds(*def),
                }
                args.iter().for_each(|&arg| self.takes(arg));
            }
            Step::Switch(switch) => {
                self.takes(switch.value);
                switch.blocks().for_each(|block| self.block(block));
            }
            Step::Case(case) => {
                self.takes(case.value);
                case.blocks().for_each(|block| self.block(block));
            }
            step => step.each_operand(&mut |operand| self.takes(operand)),
        }
    }
}

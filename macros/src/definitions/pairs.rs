//! Results that are pairs.
//!
//! Who calls a function for a pair, and takes that apart, needs no node: the two come in registers. So a function that makes its pair itself is there once
//! more, for these callers. Constructed product results, in the words of GHC (Baker-Finch, Glynn, Peyton Jones, 2004).

use super::{
    operands::reg,
    split,
    steps::{Goes, Writer},
};
use polarnet_columns::Space;
use polarnet_lower::{Block, Core, Definition, Function, Node, Operand, Step, VARIANT};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::{HashMap, HashSet};

/// A definition, and how many arguments.
type Key = (u32, u32);

/// The functions that are there once more, and those that make pairs.
pub struct Pairs {
    pub wanted: HashSet<Key>,
    made: HashSet<Key>,
}

impl Pairs {
    pub fn of(definitions: &[Definition]) -> Self {
        let functions = || definitions.iter().flat_map(|definition| definition.functions.values());
        let mut pairs = Pairs { wanted: HashSet::new(), made: HashSet::new() };
        loop {
            let made = functions()
                .filter(|function| function.body.size() <= VARIANT && pairs.makes(&function.body, &function.nodes));
            let made: HashSet<_> = made.map(key).collect();
            if made.len() == pairs.made.len() {
                break;
            }
            pairs.made = made;
        }
        let mut todo = Vec::new();
        for function in functions() {
            pairs.parted_in(&function.body, &function.nodes, &mut todo);
        }
        let all: HashMap<_, _> = functions().map(|function| (key(function), function)).collect();
        while let Some(key) = todo.pop() {
            if pairs.made.contains(&key) && pairs.wanted.insert(key) {
                ends(&all[&key].body, &mut todo);
            }
        }
        pairs
    }

    /// Does a block make the pair that it gives, in one of its ways?
    pub fn makes(&self, block: &Block, nodes: &[Node]) -> bool {
        made(block, nodes).is_some() || block.end().is_some_and(|step| self.gives(step, nodes))
    }

    /// The same of a step with a result.
    fn gives(&self, step: &Step, nodes: &[Node]) -> bool {
        match step {
            Step::Apply { value: Operand::Ref(def), args, .. } => self.made.contains(&(*def, args.len() as u32)),
            step => step.blocks().into_iter().any(|block| self.makes(block, nodes)),
        }
    }

    /// Steps of a block that give a pair which another takes apart: by their number, the one of the other and the two registers.
    pub fn parted(&self, block: &Block, nodes: &[Node]) -> HashMap<usize, (usize, [u32; 2])> {
        let mut parted = HashMap::new();
        for (at, step) in block.steps.iter().enumerate() {
            let &Step::Core { core: Core::Con, value: value @ Operand::Reg(_), slots: [Err(a), Err(b)] } = step else {
                continue;
            };
            let is_it = |step: &Step| step.result().map(Operand::Reg) == Some(value);
            let Some(from) = block.steps[..at].iter().rposition(is_it) else { continue };
            if self.gives(&block.steps[from], nodes) {
                parted.insert(from, (at, [a, b]));
            }
        }
        parted
    }

    /// The functions that are called for pairs which are taken apart.
    fn parted_in(&self, block: &Block, nodes: &[Node], found: &mut Vec<Key>) {
        for from in self.parted(block, nodes).into_keys() {
            called(&block.steps[from], found);
        }
        for block in block.steps.iter().flat_map(Step::blocks) {
            self.parted_in(block, nodes, found);
        }
    }
}

fn key(function: &Function) -> Key {
    (function.def, function.args)
}

/// The pair that a block builds and gives.
pub fn made(block: &Block, nodes: &[Node]) -> Option<u32> {
    let Operand::Node(node) = block.result else { return None };
    let is_built = block.steps.iter().any(|step| matches!(step, Step::Build { node: of, .. } if *of == node));
    (is_built && nodes[node as usize] == Node::Core(Core::Con, 0)).then_some(node)
}

/// The functions whose results a block gives.
fn ends(block: &Block, found: &mut Vec<Key>) {
    if let Some(step) = block.end() {
        called(step, found);
    }
}

/// The functions whose results a step gives.
fn called(step: &Step, found: &mut Vec<Key>) {
    match step {
        Step::Apply { value: Operand::Ref(def), args, .. } => found.push((*def, args.len() as u32)),
        step => step.blocks().into_iter().for_each(|block| ends(block, found)),
    }
}

impl<S: Space> Writer<'_, S> {
    /// A step whose result is a pair that is taken apart.
    pub(super) fn parted(&mut self, step: &Step, results: [u32; 2]) -> TokenStream {
        let (made, [a, b]) = (self.result(step, None, Goes { pair: true, ..Goes::ON }), results.map(reg));
        quote!(let (#a, #b) = { #made };)
    }

    /// A word that goes where a result goes.
    pub(super) fn word(&mut self, word: TokenStream, goes: Goes) -> TokenStream {
        if !goes.pair {
            return word;
        }
        self.calls = true;
        split(&word)
    }

    /// What a pair would be made of.
    pub(super) fn both(&self, steps: &[Step], of: u32) -> TokenStream {
        let slot = |slot: u32| {
            let term = steps.iter().find_map(|step| match *step {
                Step::Fill { node, slot: at, term } if node == of && at == slot => Some(term),
                _ => None,
            });
            self.operand(term.expect("each slot is filled"))
        };
        let [a, b] = [slot(0), slot(1)];
        quote!((#a, #b))
    }
}

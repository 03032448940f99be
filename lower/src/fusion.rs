//! A function of what another gives, as one: what only one makes for the other to take apart is not built.
//!
//! ```text
//! sum(n, (a b)) = sum(n - 1, a) + sum(n - 1, b)        tree(n) = (tree(n - 1) tree(n - 1))
//! sum∘tree(n, m) = sum∘tree(n - 1, m - 1) + sum∘tree(n - 1, m - 1)
//! ```
//!
//! Deforestation (Wadler, 1990). A net is linear: what a call gives is taken by one, so that a call can move to where it is taken, into the arms
//! of switches, and is there once whichever is taken; no work is doubled, and interactions are as many as they were. Two functions become
//! one if that one saves a node and comes back to itself, or leads to one that does: a tree is saved then, however large it is; of a
//! single node pairs in registers take care.
//!
//! * Here: which functions become one. All that can be are made, to see which of them come back to themselves; then those that are kept.
//! * `meet`: the calls in a body, which move until one is the argument of another. `compose`: the body of two functions.

mod compose;
mod meet;

use crate::{
    function::{ARGUMENTS, Definition, Function, Test},
    inline::VARIANT,
    reach::reach,
    step::{Block, Case, Node, Operand, Reg, Step, Switch},
};
use polarnet_columns::Space;
use polarnet_syntax::book::Book;
use std::collections::{BTreeMap, BTreeSet};

/// The most steps, together, of those that are looked at in a round: rustc's time is bounded. Definitions that come later call each other as ever.
const STEPS: usize = 1 << 12;

/// How often those that are one become one with others.
const ROUNDS: usize = 3;

/// How many calls, each in the end of the other, may lead to who makes what is taken apart.
const CALLS: u32 = 2;

/// A definition, and how many arguments.
type Key = (u32, u32);

/// `outer(…, inner(…), …)`: who takes something apart, which argument that is, and who makes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fused {
    outer: Key,
    port: u32,
    inner: Key,
}

impl Fused {
    /// How many arguments both have.
    fn args(&self) -> u32 {
        self.outer.1 - 1 + self.inner.1
    }

    /// The arguments of the inner one, and those of the outer one, if the inner one gives `given`.
    fn apart<T: Clone>(&self, args: &[T], given: T) -> (Vec<T>, Vec<T>) {
        let (before, rest) = args.split_at(self.port as usize);
        let (inner, after) = rest.split_at(self.inner.1 as usize);
        (inner.to_vec(), [before, &[given], after].concat())
    }

    /// The arguments of both, of those of either.
    fn joined<T: Clone>(&self, outer: &[T], inner: &[T]) -> Vec<T> {
        let (before, after) = (&outer[..self.port as usize], &outer[self.port as usize + 1..]);
        [before, inner, after].concat()
    }
}

/// The functions of a book, where those that are live are fused. The new ones are those of definitions behind the book's.
pub fn fused<S: Space>(book: &Book<S>, definitions: &[Definition], live: &BTreeSet<Key>) -> Vec<Definition> {
    let mut definitions = definitions.to_vec();
    let mut live: Vec<_> = live.iter().copied().collect();
    for _ in 0..ROUNDS {
        let found = definitions.clone();
        let mut all = Fuser::new(&found, None);
        for &key in &live {
            all.changed(key);
            all.compose_wanted();
        }
        let kept = all.kept(book);
        if kept.is_empty() {
            break;
        }
        let mut fuser = Fuser::new(&found, Some(kept));
        let changed: Vec<_> = live.iter().filter_map(|&key| fuser.changed(key)).collect();
        fuser.compose_wanted();
        let made = fuser.functions;
        if !changed.iter().chain(&made).all(|function| function.verify(book).is_ok()) {
            return found;
        }
        for function in changed {
            definitions[function.def as usize].functions.insert(function.args, function);
        }
        for function in made {
            live.push(function.key());
            definitions.push(Definition { arity: function.args, functions: [(function.args, function)].into() });
        }
    }
    definitions
}

/// Are all of them there that are called? For those there would be no template.
pub fn are_there<S: Space>(book: &Book<S>, definitions: &[Definition]) -> bool {
    let own = book.defs().count();
    let functions = definitions.iter().flat_map(|definition| definition.functions.values());
    let mut are_there = true;
    functions.for_each(|function| {
        function.body.each_call(&mut |def, args| {
            are_there &= (def as usize) < own || definitions[def as usize].functions.contains_key(&args);
        });
    });
    are_there
}

struct Fuser<'f> {
    /// The functions as they were.
    found: &'f [Definition],
    /// What may be fused; `None`: whatever can be.
    kept: Option<BTreeSet<Fused>>,
    /// What was asked for, and the definitions that those get which there will be.
    asked: BTreeMap<Fused, Option<u32>>,
    /// These, in order.
    wanted: Vec<Fused>,
    /// And those that are made already.
    functions: Vec<Function>,
    /// Which of these have one node less.
    saving: BTreeSet<u32>,
    /// The steps of all.
    steps: usize,
    /// The function that is changed.
    draft: Draft,
}

/// A function that is changed.
#[derive(Default)]
struct Draft {
    registers: Reg,
    nodes: Vec<Node>,
    /// The registers of its wires: what takes one has to do with who gives its value.
    wires: BTreeSet<Reg>,
    size: usize,
    /// How large it may become.
    most: usize,
}

impl Draft {
    fn register(&mut self) -> Reg {
        self.registers += 1;
        self.registers - 1
    }
}

impl<'f> Fuser<'f> {
    fn new(found: &'f [Definition], kept: Option<BTreeSet<Fused>>) -> Self {
        let (asked, wanted, functions, saving) = (BTreeMap::new(), Vec::new(), Vec::new(), BTreeSet::new());
        Fuser { found, kept, asked, wanted, functions, saving, steps: 0, draft: Draft::default() }
    }

    fn function(&self, (def, args): Key) -> Option<&'f Function> {
        self.found.get(def as usize)?.functions.get(&args)
    }

    /// The number of the first function that is made.
    fn first(&self) -> u32 {
        self.found.len() as u32
    }

    /// A function whose calls are fused; `None` if none are.
    fn changed(&mut self, key: Key) -> Option<Function> {
        let function = self.function(key)?;
        self.draft = Draft { registers: function.registers, nodes: function.nodes.clone(), ..Draft::default() };
        let size = function.body.size();
        let body = self.fused_in(function.body.clone(), size + VARIANT);
        let mut is_changed = false;
        body.each_call(&mut |def, _| is_changed |= def >= self.first());
        is_changed.then(|| Function { body, registers: self.draft.registers, ..function.clone() })
    }

    /// The body of the function that is changed, of so many steps at most.
    fn fused_in(&mut self, body: Block, most: usize) -> Block {
        (self.draft.size, self.draft.most) = (body.size(), most);
        self.draft.wires = body.wires();
        self.block(body)
    }

    /// Makes what is wanted, and what that wants.
    fn compose_wanted(&mut self) {
        while let Some(&fused) = self.wanted.get(self.functions.len()) {
            let function = self.composed(fused);
            self.steps += function.body.size();
            self.functions.push(function);
        }
    }

    /// Those that save a node and come back to themselves, and those that lead there.
    fn kept<S: Space>(self, book: &Book<S>) -> BTreeSet<Fused> {
        let first = self.first();
        let can_be = |function: &Function| function.body.size() <= VARIANT && function.verify(book).is_ok();
        let mut leads: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for function in self.functions.iter().filter(|function| can_be(function)) {
            let called = leads.entry(function.def).or_default();
            function.body.each_call(&mut |def, _| called.extend((def >= first).then_some(def)));
        }
        let leads = reach(leads);
        let saves = |def: &u32| self.saving.contains(def) && leads.get(def).is_some_and(|to| to.contains(def));
        let is_kept = |def: &u32| saves(def) || leads[def].iter().any(saves);
        leads.keys().filter(|def| is_kept(def)).map(|def| self.wanted[(def - first) as usize]).collect()
    }

    /// The definition of two functions as one, if there can be one.
    fn asked(&mut self, fused: Fused) -> Option<u32> {
        if let Some(&known) = self.asked.get(&fused) {
            return known;
        }
        let may_be = self.kept.as_ref().map_or(self.steps < STEPS, |kept| kept.contains(&fused));
        let def = (may_be && self.can_be(fused)).then(|| self.first() + self.wanted.len() as u32);
        self.wanted.extend(def.map(|_| fused));
        self.asked.insert(fused, def);
        def
    }

    fn can_be(&self, fused: Fused) -> bool {
        let [Some(outer), Some(inner)] = [fused.outer, fused.inner].map(|key| self.function(key)) else { return false };
        let is_whole = |function: &Function| function.uses_all() && function.body.size() <= VARIANT;
        // Numbers are looked at first, and may be used more than once.
        let is_number = outer.tests.contains(&(fused.port, Test::Number));
        let meets = match outer.takes_apart(fused.port) {
            Some(at) => self.makes(&inner.body, &inner.nodes, &outer.body.steps[at], CALLS),
            None => outer.passes(fused.port) && !outer.tests.contains(&(fused.port, Test::Pair)),
        };
        (1..=ARGUMENTS).contains(&fused.args())
            && is_whole(outer)
            && is_whole(inner)
            && !matches!(outer.body.result, Operand::Var(..))
            && !is_number
            && meets
    }
}

/// Takes the step out that a block's result comes from, if it is a call, a switch or a choice.
fn pop_end(block: &mut Block) -> Option<Step> {
    block.end().filter(|step| matches!(step, Step::Apply { .. } | Step::Switch(_) | Step::Case(_)))?;
    block.steps.pop()
}

/// A step with other blocks, and another result.
fn map_blocks(step: Step, result: Reg, block: impl FnMut(Block) -> Block) -> Step {
    match step {
        Step::Switch(switch) => Step::Switch(Box::new(Switch { result, ..switch.map(block) })),
        Step::Case(case) => Step::Case(Box::new(Case { result, ..case.map(block) })),
        step => step,
    }
}

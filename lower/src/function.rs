//! Definitions as functions.

use crate::{
    accumulate::{Accumulate, accumulate},
    case::cases,
    closures::Closures,
    flow::{self, NumberPorts},
    fusion,
    if_conversion::if_convert,
    inline::{FRAME, inline},
    live,
    polarized::is_polarized,
    step::{Block, Node, Operand, Reg},
};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::{
    book::{Book, Defs},
    net::Agent,
};
use std::collections::{BTreeMap, BTreeSet};

/// The most lambdas that a function takes arguments for, and the most arguments of a call.
pub const ARGUMENTS: u32 = 12;

/// The largest definition that becomes a function, in rows.
const LARGEST: usize = 1 << 12;

/// How many more arguments than it has lambdas a definition takes, where it passes them on.
const MORE: u32 = 4;

/// Larger books have no functions that may not be called.
const MANY: usize = 1 << 12;

/// How often it is looked for functions that may be called.
const ROUNDS: usize = 4;

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
    /// If it may be a loop where it calls itself: what its results come to.
    pub accumulates: Option<Accumulate>,
    /// If it is several functions as one: the calls of these, for where an argument is not there yet.
    pub apart: Option<Block>,
}

impl Function {
    /// The arguments that must be so before it begins.
    pub fn ports(&self, of: Test) -> impl Iterator<Item = u32> {
        self.tests.iter().filter(move |(_, test)| *test == of).map(|&(port, _)| port)
    }

    /// The definition, and how many arguments.
    pub(crate) fn key(&self) -> (u32, u32) {
        (self.def, self.args)
    }

    /// How many registers and nodes it has.
    pub(crate) fn frame(&self) -> usize {
        self.registers as usize + self.nodes.len()
    }

    /// May it be written out for these arguments? Who looks at a variable, a switch or a choice, has used it; what it finds has a name if that is an argument
    /// or a register. So no variable is to stand where it, or who calls it, may look.
    pub(crate) fn may_take(&self, args: &[Operand]) -> bool {
        let is_variable =
            |operand| matches!(operand, Operand::Port(port) if matches!(args[port as usize], Operand::Var(..)));
        !is_variable(self.body.result) && !self.body.looks_at(&is_variable)
    }

    /// Has each argument a step? What stands in a circle of wires has none, and would be forgotten in one arm only where this is
    /// written out in a switch: there it is called.
    pub(crate) fn uses_all(&self) -> bool {
        let mut used: BTreeSet<u32> = self.ports(Test::Number).collect();
        self.body.each_operand(&mut |operand| {
            if let Operand::Port(port) = operand {
                used.insert(port);
            }
        });
        used.len() == self.args as usize
    }
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
    let mut lowering = Lowering::new(book)?;
    lowering.all();
    let all = lowering.keys();
    Some(finish(book, lowering.found, &all, false))
}

/// The same without functions that nothing leads to: for who compiles them.
#[must_use]
pub fn used<S: Space>(book: &Book<S>) -> Option<Vec<Definition>> {
    let mut lowering = Lowering::new(book)?;
    lowering.all();
    let first = live::first(book, &lowering.found);
    // Larger functions take more registers on a device: nothing is written out for being called once.
    let mut found = finish(book, lowering.found, &BTreeSet::new(), false);
    live::retain(book, &mut found, &first, &[]);
    Some(found)
}

/// The same as [`definitions`], where what an unknown value may be is guessed, and looked at: more code, for who has it compiled.
///
/// Behind the book's definitions come those of functions that are several as one.
///
/// `called`: definitions that others than the book call, and with how many arguments.
#[must_use]
pub fn guessed<S: Space>(book: &Book<S>, called: &[(u32, u32)]) -> Option<Vec<Definition>> {
    let mut lowering = Lowering::new(book)?;
    lowering.all();
    if lowering.found.len() <= MANY {
        lowering.guess();
    }
    let first = live::first(book, &lowering.found);
    let live = |found: &[Definition]| live::functions(book, found, &first, called);
    let finished = |found: Vec<Definition>| {
        let live = live(&found);
        let mut found = finish(book, found, &live, true);
        live::retain(book, &mut found, &first, called);
        found
    };
    let fused = finished(fusion::fused(book, &lowering.found, &live(&lowering.found)));
    Some(if fusion::are_there(book, &fused) { fused } else { finished(lowering.found) })
}

/// A book, half way to functions.
struct Lowering<'b, S: Space> {
    book: &'b Book<S>,
    defs: Vec<Idx<Defs<S>>>,
    ports: NumberPorts,
    found: Vec<Definition>,
}

impl<'b, S: Space> Lowering<'b, S> {
    fn new(book: &'b Book<S>) -> Option<Self> {
        if !is_polarized(book) {
            return None;
        }
        let found = book
            .defs()
            .map(|def| Definition { arity: flow::arity(book, def, ARGUMENTS), functions: BTreeMap::new() })
            .collect();
        let mut lowering = Lowering { book, defs: book.defs().collect(), ports: NumberPorts::default(), found };
        lowering.ports = flow::number_ports(book, &lowering.lowered());
        Some(lowering)
    }

    /// The definitions that become functions.
    fn lowered(&self) -> Vec<Idx<Defs<S>>> {
        let is_replaced = |def| matches!(self.book.agents().node(self.book.root(def)), Agent::Replaced(_));
        self.defs.iter().copied().filter(|&def| !is_replaced(def) && !self.is_large(def)).collect()
    }

    fn is_large(&self, def: Idx<Defs<S>>) -> bool {
        self.book.rows(def).count() > LARGEST
    }

    fn arity(&self, def: Idx<Defs<S>>) -> u32 {
        self.found[def.raw() as usize].arity
    }

    /// Each definition with as many arguments as it has lambdas, and those that are called with more.
    fn all(&mut self) {
        let lowered = self.lowered();
        let mut todo: Vec<_> = lowered.iter().map(|&def| (def, self.arity(def))).collect();
        // Who is applied to more than its lambdas take is not always seen: constructors in λ-encodings are, and other names of
        // functions.
        if lowered.len() <= MANY {
            let small =
                |def: &&Idx<Defs<S>>| self.book.rows(**def).count() <= CONSTRUCTOR && flow::passes_on(self.book, **def);
            for &def in lowered.iter().filter(small) {
                let arity = self.arity(def);
                let most = if arity == 0 { MORE + 2 } else { MORE / 2 };
                todo.extend((1..=most).map(|more| (def, (arity + more).min(ARGUMENTS))));
            }
        }
        self.lower(todo);
    }

    /// Applications of unknown values become choices of what these may be; first, the functions that are called then are added.
    fn guess(&mut self) {
        for round in 0.. {
            let closures = Closures::of(&self.found);
            let missing = self.missing(closures.wanted());
            if missing.is_empty() || round == ROUNDS {
                self.found = cases(self.book, &self.found, &closures);
                return;
            }
            self.lower(missing);
        }
    }

    /// Those of these functions of more arguments that are not there yet, and are to be.
    fn missing(&self, wanted: BTreeMap<u32, BTreeSet<u32>>) -> Vec<(Idx<Defs<S>>, u32)> {
        let all = wanted.into_iter().flat_map(|(def, args)| args.into_iter().map(move |args| (def, args)));
        all.filter(|(def, args)| !self.found[*def as usize].functions.contains_key(args))
            .map(|(def, args)| (self.defs[def as usize], args))
            .filter(|&(def, args)| self.takes(def, args))
            .collect()
    }

    /// Is there to be a function of so many arguments, which are more than the lambdas?
    fn takes(&self, def: Idx<Defs<S>>, args: u32) -> bool {
        let most = (self.arity(def) + MORE).min(ARGUMENTS);
        args <= most && !self.is_large(def) && flow::passes_on(self.book, def)
    }

    fn lower(&mut self, mut todo: Vec<(Idx<Defs<S>>, u32)>) {
        while let Some((def, args)) = todo.pop() {
            let at = def.raw() as usize;
            if self.found[at].functions.contains_key(&args) {
                continue;
            }
            let function = flow::definition(self.book, def, args, &self.ports);
            function.body.each_call(&mut |called, args| {
                let def = self.defs[called as usize];
                let args = args.min(self.arity(def) + MORE).min(ARGUMENTS);
                if args > self.arity(def) && self.takes(def, args) {
                    todo.push((def, args));
                }
            });
            self.found[at].functions.insert(args, function);
        }
    }

    fn keys(&self) -> BTreeSet<(u32, u32)> {
        self.found.iter().flat_map(|definition| definition.functions.values()).map(Function::key).collect()
    }
}

/// `live`: the functions that there will be, whose calls count. `compiled`: not as bytecode, nor for a device.
fn finish<S: Space>(
    book: &Book<S>,
    mut found: Vec<Definition>,
    live: &BTreeSet<(u32, u32)>,
    compiled: bool,
) -> Vec<Definition> {
    inline(&mut found, live, if compiled { usize::MAX } else { FRAME });
    found.iter_mut().flat_map(|definition| definition.functions.values_mut()).for_each(Function::keep_whole);
    accumulate(&mut found);
    if compiled {
        if_convert(&mut found);
    }
    for definition in &mut found {
        definition.functions.retain(|_, function| {
            let verified = function.verify(book);
            debug_assert!(verified.is_ok(), "{verified:?}:\n{function}");
            verified.is_ok()
        });
    }
    found
}

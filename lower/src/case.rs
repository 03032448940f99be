//! Applications of something unknown, as choices: of the definitions that it may be.
//!
//! `x(a, b)`, where `x` is a constructor in a λ-encoding, becomes a look at which constructor it is. What that does with `a` and
//! `b` is written out; where it calls one of them, that is known here, and is a call. What is built for only one of
//! the choices is built there.

use crate::{
    closures::Closures,
    function::{Definition, Function},
    inline::{LARGE, SMALL},
    rename::Rename,
    step::{Block, Case, Guess, Node, Operand, Reg, Step},
};
use polarnet_columns::Space;
use polarnet_syntax::book::Book;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The definitions with choices for the applications in all functions.
pub fn cases<S: Space>(book: &Book<S>, definitions: &[Definition], closures: &Closures<'_>) -> Vec<Definition> {
    let mut chosen = definitions.to_vec();
    for function in chosen.iter_mut().flat_map(|definition| definition.functions.values_mut()) {
        let size = function.body.size();
        let body = core::mem::take(&mut function.body);
        let mut chooser = Chooser { book, definitions, closures, function, size };
        let body = chooser.block(body);
        function.body = body;
    }
    chosen
}

struct Chooser<'c, 'd, S: Space> {
    book: &'c Book<S>,
    definitions: &'c [Definition],
    closures: &'c Closures<'d>,
    /// The function that is changed, without its body.
    function: &'c mut Function,
    size: usize,
}

impl<S: Space> Chooser<'_, '_, S> {
    fn block(&mut self, mut block: Block) -> Block {
        let mut rest = Block { steps: core::mem::take(&mut block.steps), ..block };
        rest.steps.reverse();
        while let Some(step) = rest.steps.pop() {
            match step {
                Step::Apply { value, args, result } => {
                    let step = self.application(value, args, result, &mut block.steps, &rest);
                    block.steps.push(step);
                }
                Step::Switch(mut switch) => {
                    switch.zero = self.block(switch.zero);
                    switch.succ = self.block(switch.succ);
                    switch.other = switch.other.map(|other| self.block(other));
                    block.steps.push(Step::Switch(switch));
                }
                step => block.steps.push(step),
            }
        }
        block
    }

    /// `value(args)`, after some steps and before the rest.
    fn application(
        &mut self,
        value: Operand,
        args: Vec<Operand>,
        result: Reg,
        before: &mut Vec<Step>,
        rest: &Block,
    ) -> Step {
        let count = args.len() as u32;
        let guesses = self.closures.at(self.function.def, self.function.args, value);
        let definitions = self.definitions;
        let applied = |(def, held): (u32, u32)| Some((held, definitions[def as usize].functions.get(&(held + count))?));
        let guesses: Vec<_> = guesses.into_iter().filter_map(applied).collect();
        let size: usize = guesses.iter().map(|(_, function)| function.body.size().min(SMALL)).sum();
        if guesses.is_empty() || self.size + size > LARGE {
            return Step::Apply { value, args, result };
        }
        self.size += size;
        let built = take_built(&args, before, rest);
        let guesses = guesses.into_iter().map(|(held, function)| self.guess(held, function, &args, &built)).collect();
        let back = self.register();
        let mut steps = built;
        steps.push(Step::Apply { value, args, result: back });
        let other = Block { count: 0, steps, result: Operand::Reg(back) };
        Step::Case(Box::new(Case { value, guesses, other, result }))
    }

    fn register(&mut self) -> Reg {
        self.function.registers += 1;
        self.function.registers - 1
    }

    /// What is done if the value is this function's, and holds so many of its arguments.
    fn guess(&mut self, held: u32, function: &Function, args: &[Operand], built: &[Step]) -> Guess {
        let fields: Vec<_> = (0..held).map(|_| self.register()).collect();
        let moved = self.copy(built);
        let args: Vec<_> = args.iter().map(|&arg| moved.operand(arg)).collect();
        let mut steps: Vec<_> = built.iter().map(|step| moved.step(step)).collect();
        let args: Vec<_> = fields.iter().map(|&reg| Operand::Reg(reg)).chain(args).collect();
        let is_small = function.tests.is_empty() && function.body.size() <= SMALL;
        let block = if is_small && function.def != self.function.def && function.uses_all() && function.may_take(&args)
        {
            let (registers, nodes) = (self.function.registers, self.function.nodes.len() as u32);
            self.function.registers += function.registers;
            self.function.nodes.extend_from_slice(&function.nodes);
            let body = Rename { args: &args, registers, nodes, result: None }.block(&function.body);
            steps.extend(body.steps);
            Block { steps, ..body }
        } else {
            let result = self.register();
            steps.push(Step::Apply { value: Operand::Ref(function.def), args, result });
            Block { count: 0, steps, result: Operand::Reg(result) }
        };
        let mut block = erase_built(self.book, &self.function.nodes, block);
        block.call_last();
        Guess { def: function.def, held, fields, block }
    }

    /// New names for the nodes that are built by some steps.
    fn copy(&mut self, steps: &[Step]) -> Moved {
        let mut nodes = FxHashMap::default();
        for step in steps {
            if let Step::Build { node, .. } = step {
                let of = self.function.nodes[*node as usize].clone();
                nodes.insert(*node, self.function.nodes.len() as u32);
                self.function.nodes.push(of);
            }
        }
        Moved { nodes }
    }
}

/// Nodes with other numbers.
struct Moved {
    nodes: FxHashMap<u32, u32>,
}

impl Moved {
    fn node(&self, node: u32) -> u32 {
        self.nodes.get(&node).copied().unwrap_or(node)
    }

    fn operand(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Node(node) => Operand::Node(self.node(node)),
            Operand::Var(node, slot) => Operand::Var(self.node(node), slot),
            operand => operand,
        }
    }

    fn step(&self, step: &Step) -> Step {
        match *step {
            Step::Build { node, in_place } => Step::Build { node: self.node(node), in_place },
            Step::Fill { node, slot, term } => Step::Fill { node: self.node(node), slot, term: self.operand(term) },
            _ => unreachable!("only what builds nodes is moved"),
        }
    }
}

/// Takes the steps out that build nodes of which nobody knows but these arguments; not what comes after them.
fn take_built(args: &[Operand], steps: &mut Vec<Step>, rest: &Block) -> Vec<Step> {
    let mut own: BTreeSet<u32> = BTreeSet::new();
    let mut todo: Vec<u32> =
        args.iter().filter_map(|arg| if let Operand::Node(node) = arg { Some(*node) } else { None }).collect();
    while let Some(node) = todo.pop() {
        own.insert(node);
        todo.extend(steps.iter().filter_map(|step| match step {
            &Step::Fill { node: of, term: Operand::Node(inner), .. } if of == node => Some(inner),
            _ => None,
        }));
    }
    // A variable that is used elsewhere, or a node that is not built here, keeps its node where it is, and what holds that.
    loop {
        let mut kept = BTreeSet::new();
        rest.each_operand(&mut |operand| {
            if let Operand::Node(node) | Operand::Var(node, _) = operand {
                kept.insert(node);
            }
        });
        for &node in &own {
            let built = steps.iter().any(|step| matches!(step, Step::Build { node: of, .. } if *of == node));
            if !built || args.iter().any(|arg| matches!(arg, Operand::Var(of, _) if *of == node)) {
                kept.insert(node);
            }
        }
        for step in steps.iter() {
            let inside = match step {
                Step::Fill { node, .. } => own.contains(node),
                _ => false,
            };
            if !inside {
                step.each_operand(&mut |operand| {
                    if let Operand::Node(node) | Operand::Var(node, _) = operand {
                        kept.insert(node);
                    }
                });
            } else if let Step::Fill { node, term: Operand::Node(inner) | Operand::Var(inner, _), .. } = step
                && !own.contains(inner)
            {
                kept.insert(*node);
            }
        }
        let before = own.len();
        own.retain(|node| !kept.contains(node));
        if own.len() == before {
            break;
        }
    }
    let mut built = Vec::new();
    steps.retain(|step| {
        let moves = match step {
            Step::Build { node, .. } | Step::Fill { node, .. } => own.contains(node),
            _ => false,
        };
        if moves {
            built.push(step.clone());
        }
        !moves
    });
    built
}

/// What is built to be erased is not built; its interactions are counted.
fn erase_built<S: Space>(book: &Book<S>, nodes: &[Node], mut block: Block) -> Block {
    let erased = |step: &Step| if let Step::Erase(Operand::Node(node)) = step { Some(*node) } else { None };
    // A number that an agent holds goes with it.
    let is_held = |node: u32, slot: u32| match nodes[node as usize] {
        Node::User(symbol) => book.agent(symbol).holds_number(slot as usize),
        Node::Core(..) => false,
    };
    let mut at = 0;
    while at < block.steps.len() {
        if let Some(node) = erased(&block.steps[at])
            && let Some(tree) = tree(node, &block.steps)
            && !tree.iter().any(|&node| has_own_erasing(book, &nodes[node as usize]))
        {
            block.steps.remove(at);
            let mut erased = Vec::new();
            block.steps.retain(|step| match *step {
                Step::Build { node, .. } => !tree.contains(&node),
                Step::Fill { node, slot, term } if tree.contains(&node) => {
                    erased.extend((!is_held(node, slot)).then_some(term));
                    false
                }
                _ => true,
            });
            // One for each node but the first, which is counted; for each leaf; for each wire inside, whose ends meet as `* ~ *`;
            // what comes from outside is erased where it is.
            block.count += erased.len() as u32;
            let outside = |term: &Operand| match *term {
                Operand::Node(node) | Operand::Var(node, _) => !tree.contains(&node),
                Operand::Leaf(symbol) => has_own_erasing(book, &Node::User(symbol)),
                term => matches!(term, Operand::Port(_) | Operand::Reg(_)),
            };
            block.steps.extend(erased.into_iter().filter(outside).map(Step::Erase));
            at = 0;
        } else {
            at += 1;
        }
    }
    block
}

/// Does the book say what erases it?
fn has_own_erasing<S: Space>(book: &Book<S>, node: &Node) -> bool {
    matches!(*node, Node::User(symbol) if book.has_own_erasing(symbol))
}

/// The nodes below one, if all of them are built by these steps and nobody else has to do with their wires.
fn tree(root: u32, steps: &[Step]) -> Option<BTreeSet<u32>> {
    let mut tree = BTreeSet::from([root]);
    let mut todo = vec![root];
    while let Some(node) = todo.pop() {
        if !steps.iter().any(|step| matches!(step, Step::Build { node: of, .. } if *of == node)) {
            return None;
        }
        for step in steps {
            if let &Step::Fill { node: of, term: Operand::Node(inner), .. } = step
                && of == node
                && tree.insert(inner)
            {
                todo.push(inner);
            }
        }
    }
    let mut is_closed = true;
    for step in steps {
        let inside = matches!(step, Step::Fill { node, .. } if tree.contains(node));
        step.each_operand(&mut |operand| {
            if let Operand::Var(node, _) = operand {
                is_closed &= inside || !tree.contains(&node);
            }
        });
    }
    is_closed.then_some(tree)
}

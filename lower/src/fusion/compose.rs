//! The body of two functions as one.

use super::{Draft, Fused, Fuser, map_blocks, pop_end};
use crate::{
    function::{Function, Test},
    inline::VARIANT,
    rename::Rename,
    step::{Block, Core, Guess, Node, Operand, Reg, Step},
};

impl Fuser<'_> {
    /// Two functions as one.
    pub(super) fn composed(&mut self, fused: Fused) -> Function {
        let [outer, inner] = [fused.outer, fused.inner].map(|key| self.function(key).expect("they can be fused"));
        let def = self.first() + self.functions.len() as u32;
        let ports: Vec<_> = (0..fused.args()).map(Operand::Port).collect();
        let (inner_args, outer_args) = fused.apart(&ports, Operand::Era);
        let body = match outer.takes_apart(fused.port) {
            Some(_) => {
                self.draft = Draft { registers: inner.registers, nodes: inner.nodes.clone(), ..Draft::default() };
                let body = Rename { args: &inner_args, registers: 0, nodes: 0, result: None }.block(&inner.body);
                self.consumed(body, fused, outer, &outer_args)
            }
            // It comes to another one, which may.
            None => {
                let given = outer.registers;
                self.draft = Draft { registers: given + 1, nodes: outer.nodes.clone(), ..Draft::default() };
                let args = fused.apart(&ports, Operand::Reg(given)).1;
                let mut body = Rename { args: &args, registers: 0, nodes: 0, result: None }.block(&outer.body);
                let call = Step::Apply { value: Operand::Ref(fused.inner.0), args: inner_args.clone(), result: given };
                body.steps.insert(0, call);
                body
            }
        };
        let body = self.fused_in(body, VARIANT);
        let tested = |function: &Function, args: &[Operand], of: Test| {
            let tests = function.tests.iter().filter(|&&(_, test)| test == of);
            // That it is a pair needs no test any more; numbers do not come here.
            let port = |&(port, test): &(u32, Test)| match args[port as usize] {
                Operand::Port(port) => Some((port, test)),
                _ => None,
            };
            tests.filter_map(port).collect::<Vec<_>>()
        };
        let tests = [Test::Number, Test::Pair]
            .map(|of| [tested(outer, &outer_args, of), tested(inner, &inner_args, of)].concat())
            .concat();
        let apart = fused.calls(outer, inner, &ports);
        let Draft { registers, nodes, .. } = core::mem::take(&mut self.draft);
        let args = fused.args();
        Function { def, args, tests, nodes, registers, body, accumulates: None, apart: Some(apart) }
    }

    /// What the outer function makes of what a block gives.
    fn consumed(&mut self, mut block: Block, fused: Fused, outer: &Function, args: &[Operand]) -> Block {
        if let Some(made) = self.made(&block, &self.draft.nodes)
            && let Some(body) = self.written_out(fused, outer, args, &made)
        {
            self.saving.insert(self.first() + self.functions.len() as u32);
            block.steps.retain(|step| !made.is_by(step));
            block.steps.extend(body.steps);
            return Block { count: block.count + body.count, result: body.result, ..block };
        }
        let end = pop_end(&mut block);
        let (end, result) = match end {
            Some(step @ (Step::Switch(_) | Step::Case(_))) => {
                let result = step.result().expect("it has one");
                (vec![map_blocks(step, result, |block| self.consumed(block, fused, outer, args))], result)
            }
            end => {
                let result = self.draft.register();
                (self.called(end, fused.outer, fused.port, args, block.result, result), result)
            }
        };
        block.steps.extend(end);
        Block { result: Operand::Reg(result), ..block }
    }

    /// The body of the outer function, for what is made; `None` if it does not take such apart.
    fn written_out(&mut self, fused: Fused, outer: &Function, args: &[Operand], made: &Made) -> Option<Block> {
        let at = outer.takes_apart(fused.port)?;
        let mut body = outer.body.clone();
        let rest = body.steps.split_off(at + 1);
        let sides = match body.steps.pop()? {
            Step::Core { slots: [Err(a), Err(b)], .. } if made.is_pair() => {
                body.steps.extend(rest);
                vec![a, b]
            }
            Step::Case(case) => {
                let guess = case.guesses.into_iter().find(|guess| made.is(guess))?;
                let result = guess.block.result;
                let given = |operand| if operand == Operand::Reg(case.result) { result } else { operand };
                body.steps.extend(guess.block.steps);
                body.steps.extend(rest.iter().map(|step| step.map_operands(&given)));
                body.result = given(body.result);
                body.count += guess.block.count;
                guess.fields
            }
            _ => return None,
        };
        let (registers, nodes) = (self.draft.registers, self.draft.nodes.len() as u32);
        self.draft.registers += outer.registers;
        self.draft.nodes.extend_from_slice(&outer.nodes);
        let body = Rename { args, registers, nodes, result: None }.block(&body);
        let side = |operand| sides.iter().position(|&side| Operand::Reg(registers + side) == operand);
        Some(body.map_operands(&|operand| side(operand).map_or(operand, |at| made.sides[at])))
    }

    /// Does a block make, in one of its ways, what a step takes apart, or call one that does?
    pub(super) fn makes(&self, block: &Block, nodes: &[Node], step: &Step, calls: u32) -> bool {
        let is_it = |made: Made| match step {
            Step::Case(case) => case.guesses.iter().any(|guess| made.is(guess)),
            _ => made.is_pair(),
        };
        let in_end = |end: &Step| match end {
            Step::Apply { value: Operand::Ref(def), args, .. } if calls > 0 => self
                .function((*def, args.len() as u32))
                .is_some_and(|function| self.makes(&function.body, &function.nodes, step, calls - 1)),
            end => end.blocks().into_iter().any(|block| self.makes(block, nodes, step, calls)),
        };
        self.made(block, nodes).is_some_and(is_it) || block.end().is_some_and(in_end)
    }

    /// What a block makes and gives.
    fn made(&self, block: &Block, nodes: &[Node]) -> Option<Made> {
        let made = match block.result {
            Operand::Node(node) if nodes[node as usize] == Node::Core(Core::Con, 0) => {
                let side = |slot: u32| {
                    block.steps.iter().find_map(|step| match *step {
                        Step::Fill { node: of, slot: at, term } if (of, at) == (node, slot) => Some(term),
                        _ => None,
                    })
                };
                let is_built = |step: &Step| matches!(step, Step::Build { node: of, .. } if *of == node);
                block.steps.iter().any(is_built).then_some(())?;
                Made { what: block.result, def: None, sides: vec![side(0)?, side(1)?] }
            }
            Operand::Ref(def) => Made { what: block.result, def: Some(def), sides: Vec::new() },
            Operand::Reg(_) => match block.end()? {
                Step::Apply { value: Operand::Ref(def), args, .. } => {
                    let is_closure = args.len() < self.found.get(*def as usize)?.arity as usize;
                    is_closure.then(|| Made { what: block.result, def: Some(*def), sides: args.clone() })?
                }
                _ => return None,
            },
            _ => return None,
        };
        // Who looks at a variable has used it.
        let is_value = |side: &Operand| !matches!(side, Operand::Var(..));
        made.sides.iter().all(is_value).then_some(made)
    }
}

/// A pair, or a definition that holds some arguments.
struct Made {
    what: Operand,
    /// The definition.
    def: Option<u32>,
    sides: Vec<Operand>,
}

impl Made {
    fn is_pair(&self) -> bool {
        self.def.is_none()
    }

    fn is(&self, guess: &Guess) -> bool {
        self.def == Some(guess.def) && self.sides.len() == guess.held as usize && guess.fields.len() == self.sides.len()
    }

    /// Does a step make it?
    fn is_by(&self, step: &Step) -> bool {
        match *step {
            Step::Build { node, .. } | Step::Fill { node, .. } => self.what == Operand::Node(node),
            Step::Apply { result, .. } => self.what == Operand::Reg(result),
            _ => false,
        }
    }
}

impl Fused {
    /// The calls of the inner one, and then the outer one, or of the functions that these are.
    fn calls(&self, outer: &Function, inner: &Function, args: &[Operand]) -> Block {
        let first = inner.called(&self.apart(args, Operand::Era).0, 0);
        let next = first.steps.iter().filter_map(Step::result).max().map_or(0, |last| last + 1);
        let then = outer.called(&self.apart(args, first.result).1, next);
        Block { steps: [first.steps, then.steps].concat(), ..then }
    }
}

impl Function {
    /// The step that takes an argument apart, whichever way it goes.
    pub(super) fn takes_apart(&self, port: u32) -> Option<usize> {
        let is_pair = self.tests.contains(&(port, Test::Pair));
        self.body.steps.iter().position(|step| match step {
            Step::Core { core: Core::Con, value, slots: [Err(_), Err(_)] } => is_pair && *value == Operand::Port(port),
            Step::Case(case) => case.value == Operand::Port(port),
            _ => false,
        })
    }

    /// Does an argument come to a call?
    pub(super) fn passes(&self, port: u32) -> bool {
        self.body.calls_with(Operand::Port(port))
    }

    /// A call of it, or of the functions that it is; registers are counted from there.
    fn called(&self, args: &[Operand], registers: Reg) -> Block {
        let places = (0..self.args).map(Operand::Port).collect();
        let call = Step::Apply { value: Operand::Ref(self.def), args: places, result: 0 };
        let call = Block { count: 0, steps: vec![call], result: Operand::Reg(0) };
        Rename { args, registers, nodes: 0, result: None }.block(self.apart.as_ref().unwrap_or(&call))
    }
}

impl Block {
    /// Is there a call with this argument?
    fn calls_with(&self, arg: Operand) -> bool {
        self.steps.iter().any(|step| match step {
            Step::Apply { value: Operand::Ref(_), args, .. } => args.contains(&arg),
            step => step.blocks().into_iter().any(|block| block.calls_with(arg)),
        })
    }
}

//! From lowered definitions to bytecode.

mod accumulate;
mod actors;
mod acts;
mod around;
mod calls;
mod emit;
mod expression;
mod frame;
mod inputs;
mod operands;
mod registers;
mod switch;
mod waiting;

use super::{
    code::{Callee, CoreNode, Direct, Entry, Instr, NONE, Reg},
    machine::{Code, Operands},
};
use crate::{program::Program, stack::with_stack, word::Tag};
use frame::{Frame, fits, words};
use operands::{add, parts};
use polarnet_columns::Space;
use polarnet_lower::{
    Block, Core, Definition, Form, Function, Operand, Operate, Step, Test, definitions, direct_actors, is_serial,
};
use polarnet_syntax::{book::Book, net::Symbol};
use registers::Registers;
use rustc_hash::FxHashMap;

/// Stack for the deepest definition that becomes a function: switches in switches, some hundreds of them.
const STACK: usize = if cfg!(debug_assertions) { 1 << 24 } else { 1 << 22 };

impl Direct {
    /// The code of a book; `None` where signs clash, or a frame would have more registers than code can name.
    pub fn new<S: Space>(book: &Book<S>, program: &Program) -> Option<Direct> {
        with_stack(STACK, STACK, || Direct::compiled(book, program))
    }

    fn compiled<S: Space>(book: &Book<S>, program: &Program) -> Option<Direct> {
        let mut definitions = definitions(book)?;
        for definition in &mut definitions {
            definition.functions.retain(|_, function| fits(function));
        }
        let functions = || definitions.iter().flat_map(|definition| definition.functions.values());
        let numbers = functions().zip(0..).map(|(function, at)| ((function.def, function.args), at)).collect();
        let actors = direct_actors(book).unwrap_or_default();
        let serial = is_serial(book, &definitions, &actors);
        let actors = actors::that_fit(actors, book, program);
        let first = 2 * functions().count() as u32;
        let mut found = vec![NONE; if actors.is_empty() { 0 } else { book.declared().len() }];
        for (actor, at) in actors.iter().zip(first..) {
            let Symbol(symbol) = actor.symbol;
            found[symbol as usize] = at;
        }
        let mut compiler = Compiler {
            program,
            definitions: &definitions,
            numbers,
            constants: FxHashMap::default(),
            direct: Direct { actors: found.into(), first_actor: first, serial, ..Direct::default() },
            code: Vec::new(),
            calls: Vec::new(),
            behind: FxHashMap::default(),
            begun: 0,
            landing: 0,
            in_order: false,
            is_overfull: false,
        };
        // Of each function there are two: the second knows that what should be a number is one.
        let mut callees: Vec<Callee> = functions().flat_map(|function| compiler.function(function)).collect();
        callees.extend((first..).zip(&actors).map(|(at, actor)| compiler.actor(book, actor, at)));
        if compiler.is_overfull {
            return None;
        }
        compiler.link(&callees);
        let entries = (0..).zip(&definitions).map(|(def, definition)| {
            let functions = core::array::from_fn(|count| match definition.function_for(count as u32) {
                Some(function) => 2 * compiler.numbers[&(def, function.args)],
                None => NONE,
            });
            let exact = core::array::from_fn(|count| match definition.functions.get(&(count as u32)) {
                Some(function) => 2 * compiler.numbers[&(def, function.args)],
                None => NONE,
            });
            Entry { arity: definition.arity, functions, exact }
        });
        let entries = entries.collect();
        Some(Direct { entries, callees: callees.into(), code: compiler.code.into(), ..compiler.direct })
    }
}

struct Compiler<'c> {
    program: &'c Program,
    definitions: &'c [Definition],
    /// The functions, by definition and number of arguments.
    numbers: FxHashMap<(u32, u32), u32>,
    constants: FxHashMap<u64, u32>,
    /// What code names.
    direct: Direct,
    code: Vec<Instr>,
    /// Where functions are called, and which.
    calls: Vec<(usize, u32, u32)>,
    /// Where functions of agents go on that know what they meet, by its key.
    behind: FxHashMap<(u32, u32), u32>,
    /// Where the function at hand begins, or its last [`Code::Breathe`].
    begun: usize,
    /// Where the last jump goes to.
    landing: usize,
    /// What the agent at hand builds in the place of what it meets is to be in the order of memory instead.
    in_order: bool,
    /// A frame has more registers than [there may be](frame::fit), against all expectation: there is no code then.
    is_overfull: bool,
}

impl Compiler<'_> {
    /// Twice: calls name the words of the frame, and how many are used is known only then.
    fn function(&mut self, function: &Function) -> [Callee; 2] {
        let mark = self.mark();
        let (_, words) = self.function_in(function, words(function));
        self.go_back(mark);
        self.function_in(function, words).0
    }

    /// A function in a frame of so many words; how many are used.
    fn function_in(&mut self, function: &Function, words: u32) -> ([Callee; 2], u32) {
        let next = function.args + function.registers + function.nodes.len() as u32;
        let mut frame = Frame {
            function,
            registers: Registers::new(function),
            numbers: Vec::new(),
            words,
            next,
            whole: Vec::new(),
            looked: None,
            tested: pair_taken_first(function),
            met: None,
            called: Vec::new(),
            holes: Vec::new(),
            types: Vec::new(),
            waits: function.waits(),
            awaiting: None,
            peak: next,
        };
        let number = 2 * self.numbers[&(function.def, function.args)];
        let callee = |code: usize| Callee {
            code: code as u32,
            count: counted(&function.body),
            args: function.args as u16,
            def: function.def,
        };
        let mut callees = [callee(self.code.len()); 2];
        for &(port, test) in &function.tests {
            match test {
                Test::Number => {
                    self.emit(Code::Number, [port as Reg, 0, 0], number);
                    callees[1] = callee(self.code.len());
                    frame.numbers.push(Operand::Port(port));
                }
                Test::Pair if frame.tested == Some(port) => {}
                Test::Pair => self.emit(Code::Pair, [port as Reg, 0, 0], number),
            }
        }
        self.begun = self.code.len();
        self.block(&mut frame, &function.body, None);
        debug_assert!(frame.peak <= words, "there is room for what is used");
        self.is_overfull |= frame.peak > words;
        (callees, frame.peak)
    }

    /// A block whose result goes to a register, or back to the caller.
    fn block(&mut self, frame: &mut Frame<'_>, block: &Block, to: Option<Reg>) {
        if to.is_none() && self.accumulated_call(frame, block) {
            return;
        }
        if to.is_none()
            && let Some(call) = self.waiting_call(frame, block)
        {
            return self.waiting(frame, block, &call);
        }
        let (steps, last) = match block.steps.split_last() {
            Some((last, steps)) if returns(last, block.result, to.is_none()) => (steps, Some(last)),
            _ => (&block.steps[..], None),
        };
        if let (Some(Step::Apply { value: Operand::Ref(_), args, .. }), None) = (last, to) {
            frame.registers.aim(steps, args);
        }
        self.steps(frame, steps);
        match (last, to) {
            (Some(Step::Call { actor, value, args, .. }), _) => self.act_last(frame, *actor, *value, args),
            (Some(Step::Apply { value, args, .. }), _) => self.apply(frame, *value, args, to),
            (Some(Step::Switch(switch)), _) => self.switch(frame, switch, to),
            (Some(Step::Operate(operate)), _) => self.operate(frame, operate, true),
            (_, Some(to)) => self.operand_to(frame, block.result, to),
            (_, None) => match self.constant(block.result) {
                Some(constant) => self.emit(Code::ReturnConstant, [0; 3], constant),
                None => {
                    let of = self.operand(frame, block.result);
                    self.emit(Code::Return, [of, 0, 0], 0);
                }
            },
        }
    }

    fn steps(&mut self, frame: &mut Frame<'_>, steps: &[Step]) {
        let mut at = 0;
        while at < steps.len() {
            if self.whole_node(frame, &steps[at..]) {
                at += 3;
            } else {
                self.step(frame, &steps[at]);
                at += 1;
            }
        }
    }

    fn step(&mut self, frame: &mut Frame<'_>, step: &Step) {
        let free = frame.next;
        match step {
            Step::Apply { value, args, result } => {
                let to = frame.register(*result);
                self.apply(frame, *value, args, Some(to));
            }
            Step::Switch(switch) => {
                let to = frame.register(switch.result);
                self.switch(frame, switch, Some(to));
            }
            Step::Operate(operate) => self.operate(frame, operate, false),
            Step::Core { core, value, slots } => self.core(frame, *core, *value, slots),
            Step::Build { node, in_place } => {
                let to = frame.node(*node);
                match in_place {
                    true => self.emit(Code::Reuse, [to, 0, 0], 0),
                    false => self.emit(Code::Alloc, [to, 0, 0], self.words_of(frame, *node)),
                }
                for slot in self.empty_slots(frame, *node) {
                    self.emit(Code::Empty, [to, slot, 0], 0);
                }
            }
            Step::Fill { term: Operand::Reg(reg), .. } if frame.holes.contains(reg) => {}
            Step::Fill { node, slot, term } => {
                let of = self.operand(frame, *term);
                self.emit(Code::Fill, [frame.node(*node), *slot as u8, of], 0);
            }
            Step::Erase(term) if self.goes_without_trace(*term) => {}
            Step::Erase(term) => {
                let of = self.operand(frame, *term);
                self.emit(Code::Erase, [of, 0, 0], 0);
            }
            Step::Wire(reg) => self.emit(Code::Wire, [frame.register(*reg), 0, 0], 0),
            Step::Give(term, reg) => {
                let of = self.operand(frame, *term);
                self.emit(Code::Give, [of, frame.register(*reg), 0], 0);
            }
            Step::Call { actor, value, args, results } => {
                let results: Vec<_> = results.iter().map(|&reg| frame.register(reg)).collect();
                self.act(frame, *actor, *value, args, &results);
            }
            Step::Case(_) | Step::Select(_) => unreachable!("`definitions` has none"),
            Step::GiveField(term, port) => self.give_field(frame, *term, *port),
        }
        frame.next = free;
    }

    fn operate(&mut self, frame: &mut Frame<'_>, operate: &Operate, last: bool) {
        let Operate { op, x, y, form, result } = *operate;
        let (to, late) = (frame.register(result), u32::from(form == Form::Symbol(true)));
        let (literal, b, c, n) = match (form, x) {
            (Form::Partial, Operand::Num(literal)) => (true, self.operand(frame, y), 0, literal.bits()),
            _ => (false, self.operand(frame, x), self.operand(frame, y), late),
        };
        if frame.is_number(x) && frame.is_number(y) {
            frame.numbers.push(Operand::Reg(result));
        }
        let operands = match (literal, last) {
            (false, false) => Operands::Registers,
            (true, false) => Operands::Literal,
            (false, true) => Operands::LastRegisters,
            (true, true) => Operands::LastLiteral,
        };
        let code = operands.of(op).expect("no cast is lowered");
        self.push(Instr::new(code, [to, b, c], n));
    }

    fn core(&mut self, frame: &mut Frame<'_>, core: Core, value: Operand, slots: &[Result<Operand, u32>; 2]) {
        let of = self.operand(frame, value);
        match (core, slots) {
            (Core::Dup(label), &[Err(a), Err(b)]) => {
                self.emit(Code::Copy, [of, frame.register(a), frame.register(b)], label);
            }
            (Core::Con, &[Err(a), Err(b)]) => {
                let tested = match value {
                    Operand::Port(port) => frame.function.tests.contains(&(port, Test::Pair)),
                    _ => false,
                };
                let regs = [of, frame.register(a), frame.register(b)];
                match (tested, frame.tested.take()) {
                    (true, Some(port)) if value == Operand::Port(port) => {
                        let number = 2 * self.numbers[&(frame.function.def, frame.function.args)];
                        self.emit(Code::TakePair, regs, number);
                    }
                    (true, _) => self.emit(Code::Take, regs, 0),
                    (false, _) => self.emit(Code::Split, regs, 0),
                }
            }
            _ => {
                let cells: u8 = (0..2).map(|slot| u8::from(slots[slot].is_err()) << slot).sum();
                let (kind, label) = parts(core);
                let counted = match core {
                    Core::Opr(false) if cells == 0b10 && matches!(slots[0], Ok(Operand::Num(_))) => 1,
                    Core::Opr(_) if cells == 0b10 => 2,
                    _ => 0,
                };
                let slots = slots.map(|slot| match slot {
                    Ok(term) => Ok(self.operand(frame, term)),
                    Err(reg) => Err(frame.register(reg)),
                });
                let node = CoreNode { tag: Tag::node(kind, 1, cells), label, counted, slots };
                let at = add(&mut self.direct.cores, node);
                self.emit(Code::Core, [of, 0, 0], at);
            }
        }
    }
}

/// Is the result of a step that of its block, and can the step give it back itself? `last`: the block's result is the function's.
fn returns(step: &Step, result: Operand, last: bool) -> bool {
    match step {
        Step::Apply { result: reg, .. } => Operand::Reg(*reg) == result,
        Step::Switch(switch) => Operand::Reg(switch.result) == result,
        Step::Operate(operate) => last && Operand::Reg(operate.result) == result,
        Step::Call { results, .. } => last && results.len() == 1 && Operand::Reg(results[0]) == result,
        _ => false,
    }
}

/// The pair that a function takes apart before all else, which is then when it is tested.
fn pair_taken_first(function: &Function) -> Option<u32> {
    match function.body.steps.first()? {
        Step::Core { core: Core::Con, value: Operand::Port(port), slots: [Err(_), Err(_)] } => {
            function.tests.contains(&(*port, Test::Pair)).then_some(*port)
        }
        _ => None,
    }
}

/// What a block counts when it begins: its own interactions, and those of its switches where they go on with the number before,
/// as most do most of the time. The other arms take back what they do not do.
fn counted(block: &Block) -> u32 {
    let of = |step: &Step| match step {
        Step::Switch(switch) => counted(&switch.succ),
        _ => 0,
    };
    block.count + block.steps.iter().map(of).sum::<u32>()
}

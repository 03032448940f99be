//! From lowered definitions to bytecode.

mod frame;
mod operands;

use super::{
    code::{Act, Callee, CoreNode, Direct, Entry, FUNCTIONS, Instr, NONE, ROW, Reg},
    machine::Code,
};
use crate::{program::Program, word::Tag};
use frame::{Frame, fits, words};
use operands::{add, parts};
use polarnet_columns::Space;
use polarnet_lower::{Block, Core, Definition, Form, Function, Operand, Operate, Step, Switch, Test, definitions};
use polarnet_syntax::{book::Book, net::Symbol};
use rustc_hash::FxHashMap;

impl Direct {
    /// The code of a book; `None` where signs clash.
    pub fn new<S: Space>(book: &Book<S>, program: &Program) -> Option<Direct> {
        let mut definitions = definitions(book)?;
        for definition in &mut definitions {
            definition.functions.retain(|_, function| fits(function));
        }
        let functions = || definitions.iter().flat_map(|definition| definition.functions.values());
        let numbers = functions().zip(0..).map(|(function, at)| ((function.def, function.args), at)).collect();
        let mut compiler = Compiler {
            program,
            definitions: &definitions,
            numbers,
            constants: FxHashMap::default(),
            direct: Direct::default(),
            code: Vec::new(),
        };
        // Of each function there are two: the second knows that what should be a number is one.
        let callees: Vec<[Callee; 2]> = functions().map(|function| compiler.function(function)).collect();
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
        Some(Direct {
            entries,
            callees: callees.into_iter().flatten().collect(),
            code: compiler.code.into(),
            ..compiler.direct
        })
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
}

impl Compiler<'_> {
    fn function(&mut self, function: &Function) -> [Callee; 2] {
        let next = function.args + function.registers + function.nodes.len() as u32;
        let mut frame =
            Frame { function, numbers: Vec::new(), words: words(function), next, whole: Vec::new(), looked: None };
        let number = 2 * self.numbers[&(function.def, function.args)];
        let callee = |code: usize| Callee {
            code: code as u32,
            count: function.body.count,
            frame: frame.words as u16,
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
                Test::Pair => self.emit(Code::Pair, [port as Reg, 0, 0], number),
            }
        }
        self.block(&mut frame, &function.body, None);
        callees
    }

    /// A block whose result goes to a register, or back to the caller.
    fn block(&mut self, frame: &mut Frame<'_>, block: &Block, to: Option<Reg>) {
        let (steps, last) = match block.steps.split_last() {
            Some((last, steps)) if returns(last, block.result) => (steps, Some(last)),
            _ => (&block.steps[..], None),
        };
        let mut at = 0;
        while at < steps.len() {
            if self.whole_node(frame, &steps[at..]) {
                at += 3;
            } else {
                self.step(frame, &steps[at]);
                at += 1;
            }
        }
        match (last, to) {
            (Some(Step::Apply { value, args, .. }), _) => self.apply(frame, *value, args, to),
            (Some(Step::Switch(switch)), _) => self.switch(frame, switch, to),
            (_, Some(to)) => {
                let of = self.operand(frame, block.result);
                self.emit(Code::Move, [to, of, 0], 0);
            }
            (_, None) => {
                let of = self.operand(frame, block.result);
                self.emit(Code::Return, [of, 0, 0], 0);
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
            Step::Operate(operate) => self.operate(frame, operate),
            Step::Core { core, value, slots } => self.core(frame, *core, *value, slots),
            Step::Build { node, .. } => {
                let to = frame.node(*node);
                self.emit(Code::Alloc, [to, 0, 0], self.words_of(frame, *node));
                for slot in self.empty_slots(frame, *node) {
                    self.emit(Code::Empty, [to, slot, 0], 0);
                }
            }
            Step::Fill { node, slot, term } => {
                let of = self.operand(frame, *term);
                self.emit(Code::Fill, [frame.node(*node), *slot as u8, of], 0);
            }
            Step::Erase(term) => {
                let of = self.operand(frame, *term);
                self.emit(Code::Erase, [of, 0, 0], 0);
            }
            Step::Wire(reg) => self.emit(Code::Wire, [frame.register(*reg), 0, 0], 0),
            Step::Give(term, reg) => {
                let of = self.operand(frame, *term);
                self.emit(Code::Give, [of, frame.register(*reg), 0], 0);
            }
            Step::Call { actor: Symbol(symbol), value, args, results } => {
                let of = self.operand(frame, *value);
                let args = args.iter().map(|&arg| self.operand(frame, arg)).collect();
                let results = results.iter().map(|&reg| frame.register(reg)).collect();
                let at = add(&mut self.direct.acts, Act { symbol: *symbol, args, results });
                self.emit(Code::Act, [of, 0, 0], at);
            }
            Step::GiveField(..) => unreachable!("definitions have no fields"),
        }
        frame.next = free;
    }

    fn apply(&mut self, frame: &mut Frame<'_>, value: Operand, args: &[Operand], to: Option<Reg>) {
        let regs: Vec<Reg> = args.iter().map(|&arg| self.operand(frame, arg)).collect();
        let (count, room) = (regs.len() as u8, frame.words << FUNCTIONS.ilog2());
        if let Operand::Ref(def) = value {
            let definition = &self.definitions[def as usize];
            if args.len() < definition.arity as usize {
                let result = to.unwrap_or_else(|| frame.temporary());
                self.emit(Code::Close, [count, result, 0], def);
                self.args(&regs);
                if to.is_none() {
                    self.emit(Code::Return, [result, 0, 0], 0);
                }
                return;
            }
            if let Some(function) = definition.function_for(args.len() as u32)
                && function.args as usize == args.len()
            {
                let mut tested = function.tests.iter().filter(|(_, test)| *test == Test::Number);
                let known = tested.all(|&(port, _)| frame.is_number(args[port as usize]));
                let n = (2 * self.numbers[&(def, function.args)] + u32::from(known)) | room;
                match (to, &regs[..]) {
                    (Some(to), &[a]) => return self.emit(Code::Call1, [to, a, 0], n),
                    (Some(to), &[a, b]) => return self.emit(Code::Call2, [to, a, b], n),
                    (None, &[a]) => return self.emit(Code::Last1, [0, a, 0], n),
                    (None, &[a, b]) => return self.emit(Code::Last2, [0, a, b], n),
                    (Some(_), _) => self.emit(Code::Call, [count, 0, 0], n),
                    (None, _) => self.emit(Code::Last, [count, 0, 0], n),
                }
                return self.arguments(&regs, to);
            }
        }
        let of = self.operand(frame, value);
        self.emit(if to.is_some() { Code::Apply } else { Code::LastApply }, [count, of, 0], room);
        self.arguments(&regs, to);
    }

    /// The rows of arguments, and one for the result.
    fn arguments(&mut self, regs: &[Reg], to: Option<Reg>) {
        self.args(regs);
        if let Some(to) = to {
            self.emit(Code::Args, [to, 0, 0], 0);
        }
    }

    fn args(&mut self, regs: &[Reg]) {
        self.code.extend(regs.chunks(ROW).map(Instr::row));
    }

    fn emit(&mut self, code: Code, registers: [Reg; 3], n: u32) {
        self.code.push(Instr::new(code as u8, registers, n));
    }

    fn switch(&mut self, frame: &mut Frame<'_>, switch: &Switch, to: Option<Reg>) {
        let of = self.operand(frame, switch.value);
        let (unless, known) = (self.code.len(), frame.numbers.len());
        if switch.other.is_some() {
            self.emit(Code::Unless, [of, 0, 0], 0);
        }
        let choice = self.code.len();
        self.emit(Code::Switch, [of, frame.register(switch.before), 0], 0);
        let mut ends = vec![self.arm(frame, &switch.zero, to)];
        self.jumps_here(choice);
        frame.numbers.truncate(known);
        frame.numbers.push(Operand::Reg(switch.before));
        ends.push(self.arm(frame, &switch.succ, to));
        frame.numbers.truncate(known);
        if let Some(other) = &switch.other {
            self.jumps_here(unless);
            let looked = frame.looked.replace((switch.value, of));
            ends.push(self.arm(frame, other, to));
            frame.looked = looked;
            frame.numbers.truncate(known);
        }
        for end in ends.into_iter().flatten() {
            self.jumps_here(end);
        }
    }

    fn jumps_here(&mut self, from: usize) {
        self.code[from].n = (self.code.len() - from) as u32;
    }

    /// A block of a switch; where it jumps behind the others, if it does not return.
    fn arm(&mut self, frame: &mut Frame<'_>, block: &Block, to: Option<Reg>) -> Option<usize> {
        if block.count > 0 {
            self.emit(Code::Count, [0; 3], block.count);
        }
        self.block(frame, block, to);
        to.map(|_| {
            self.emit(Code::Jump, [0; 3], 0);
            self.code.len() - 1
        })
    }

    fn operate(&mut self, frame: &mut Frame<'_>, operate: &Operate) {
        let Operate { op, x, y, form, result } = *operate;
        let (to, late) = (frame.register(result), u32::from(form == Form::Symbol(true)));
        let (literal, b, c, n) = match (form, x) {
            (Form::Partial, Operand::Num(literal)) => (true, self.operand(frame, y), 0, literal.bits()),
            _ => (false, self.operand(frame, x), self.operand(frame, y), late),
        };
        if frame.is_number(x) && frame.is_number(y) {
            frame.numbers.push(Operand::Reg(result));
        }
        let code = Code::of_operator(op, literal).expect("no cast is lowered");
        self.code.push(Instr::new(code, [to, b, c], n));
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
                let code = if tested { Code::Take } else { Code::Split };
                self.emit(code, [of, frame.register(a), frame.register(b)], 0);
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

/// Is the result of a step that of its block?
fn returns(last: &Step, result: Operand) -> bool {
    match last {
        Step::Apply { result: reg, .. } => Operand::Reg(*reg) == result,
        Step::Switch(switch) => Operand::Reg(switch.result) == result,
        _ => false,
    }
}

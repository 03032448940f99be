//! From lowered definitions to bytecode.

use super::code::{Act, Callee, CoreNode, Direct, Entry, Instr, NONE, ROW, Reg, is_late};
use crate::{
    program::Program,
    word::{Kind, LATE, Tag, Word},
};
use polarnet_columns::Space;
use polarnet_lower::{
    ARGUMENTS, Block, Core, Definition, Form, Function, Node, Operand, Operate, Step, Switch, Test, definitions,
};
use polarnet_syntax::{book::Book, net::Symbol};
use rustc_hash::FxHashMap;

impl Direct {
    /// The code of a book; `None` where signs clash.
    pub fn new<S: Space>(book: &Book<S>, program: &Program) -> Option<Direct> {
        let mut definitions = definitions(book)?;
        for definition in &mut definitions {
            definition.functions.retain(|_, function| fits(function));
        }
        let mut compiler = Compiler {
            program,
            definitions: &definitions,
            numbers: FxHashMap::default(),
            constants: FxHashMap::default(),
            code: Vec::new(),
            words: Vec::new(),
            cores: Vec::new(),
            acts: Vec::new(),
        };
        for (def, definition) in (0..).zip(&definitions) {
            for &args in definition.functions.keys() {
                let at = compiler.numbers.len() as u32;
                compiler.numbers.insert((def, args), at);
            }
        }
        let mut callees = Vec::new();
        for function in definitions.iter().flat_map(|definition| definition.functions.values()) {
            callees.push(compiler.function(function));
        }
        let entries = (0..).zip(&definitions).map(|(def, definition)| {
            let mut functions = [NONE; ARGUMENTS as usize + 1];
            for (count, at) in functions.iter_mut().enumerate() {
                if let Some(function) = definition.function_for(count as u32) {
                    *at = compiler.numbers[&(def, function.args)];
                }
            }
            Entry { arity: definition.arity, functions }
        });
        let entries = entries.collect();
        Some(Direct {
            entries,
            callees: callees.into(),
            code: compiler.code.into(),
            constants: compiler.words.into(),
            cores: compiler.cores.into(),
            acts: compiler.acts.into(),
        })
    }
}

struct Compiler<'c> {
    program: &'c Program,
    definitions: &'c [Definition],
    /// The functions, by definition and number of arguments.
    numbers: FxHashMap<(u32, u32), u32>,
    constants: FxHashMap<u64, u32>,
    code: Vec<Instr>,
    words: Vec<Word>,
    cores: Vec<CoreNode>,
    acts: Vec<Act>,
}

/// The frame of one function: arguments, registers, nodes, and then what is needed for a moment.
struct Frame<'f> {
    function: &'f Function,
    number: u32,
    /// The first register that is free, and the most that were used.
    next: u32,
    most: u32,
}

/// Registers that a step may need for a moment.
const TEMPORARY: u32 = 32;

/// Has a frame enough registers?
fn fits(function: &Function) -> bool {
    function.args + function.registers + function.nodes.len() as u32 + TEMPORARY <= u32::from(Reg::MAX)
}

impl Compiler<'_> {
    fn function(&mut self, function: &Function) -> Callee {
        let (start, number) = (self.code.len(), self.numbers[&(function.def, function.args)]);
        let next = function.args + function.registers + function.nodes.len() as u32;
        let mut frame = Frame { function, number, next, most: next };
        for &(port, test) in &function.tests {
            let of = port as Reg;
            self.code.push(match test {
                Test::Number => Instr::Number { of, function: number },
                Test::Pair => Instr::Pair { of, function: number },
            });
        }
        let (def, args) = (function.def, function.args as u16);
        let count = function.body.count;
        self.block(&mut frame, &function.body, None);
        Callee { code: start as u32, frame: frame.most as u16, args, count, def }
    }

    /// A block whose result goes to a register, or back to the caller.
    fn block(&mut self, frame: &mut Frame<'_>, block: &Block, to: Option<Reg>) {
        let (last, steps) = match (block.steps.split_last(), to) {
            (Some((last, steps)), None) if self.returns(last, block.result) => (Some(last), steps),
            _ => (None, &block.steps[..]),
        };
        for step in steps {
            self.step(frame, step);
        }
        match (last, to) {
            (Some(Step::Apply { value, args, .. }), _) => self.apply(frame, *value, args, None),
            (Some(Step::Switch(switch)), _) => self.switch(frame, switch, None),
            (_, Some(to)) => {
                let of = self.operand(frame, block.result);
                self.code.push(Instr::Move { to, of });
            }
            (_, None) => {
                let of = self.operand(frame, block.result);
                self.code.push(Instr::Return { of });
            }
        }
    }

    /// Is the result of a step that of the block?
    fn returns(&self, last: &Step, result: Operand) -> bool {
        match last {
            Step::Apply { result: reg, .. } => Operand::Reg(*reg) == result,
            Step::Switch(switch) => Operand::Reg(switch.result) == result,
            _ => false,
        }
    }

    fn step(&mut self, frame: &mut Frame<'_>, step: &Step) {
        let before = frame.next;
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
                let (words, to) = (self.words_of(frame, *node), frame.node(*node));
                self.code.push(Instr::Alloc { to, words });
                for slot in self.empty_slots(frame, *node) {
                    self.code.push(Instr::Empty { node: to, slot });
                }
            }
            Step::Fill { node, slot, term } => {
                let of = self.operand(frame, *term);
                self.code.push(Instr::Fill { node: frame.node(*node), slot: *slot as u8, of });
            }
            Step::Erase(term) => {
                let of = self.operand(frame, *term);
                self.code.push(Instr::Erase { of });
            }
            Step::Wire(reg) => self.code.push(Instr::Wire { to: frame.register(*reg) }),
            Step::Give(term, reg) => {
                let of = self.operand(frame, *term);
                self.code.push(Instr::Give { of, to: frame.register(*reg) });
            }
            Step::Call { actor: Symbol(symbol), value, args, results } => {
                let of = self.operand(frame, *value);
                let args = args.iter().map(|&arg| self.operand(frame, arg)).collect();
                let results = results.iter().map(|&reg| frame.register(reg)).collect();
                self.acts.push(Act { symbol: *symbol, args, results });
                self.code.push(Instr::Act { of, at: self.acts.len() as u32 - 1 });
            }
            Step::GiveField(..) => unreachable!("definitions have no fields"),
        }
        frame.next = before;
    }

    fn apply(&mut self, frame: &mut Frame<'_>, value: Operand, args: &[Operand], to: Option<Reg>) {
        let regs: Vec<Reg> = args.iter().map(|&arg| self.operand(frame, arg)).collect();
        if let Operand::Ref(def) = value {
            let definition = &self.definitions[def as usize];
            if args.len() < definition.arity as usize {
                let result = to.unwrap_or_else(|| frame.temporary());
                self.code.push(Instr::Close { to: result, count: regs.len() as u8, def });
                self.args(&regs);
                if to.is_none() {
                    self.code.push(Instr::Return { of: result });
                }
                return;
            }
            if let Some(function) = definition.function_for(args.len() as u32)
                && function.args as usize == args.len()
            {
                let function = self.numbers[&(def, function.args)];
                self.code.push(match (to, &regs[..]) {
                    (Some(to), &[a]) => Instr::Call1 { to, a, function },
                    (Some(to), &[a, b]) => Instr::Call2 { to, a, b, function },
                    (Some(to), _) => Instr::Call { to, count: regs.len() as u8, function },
                    (None, &[a]) => Instr::Last1 { a, function },
                    (None, &[a, b]) => Instr::Last2 { a, b, function },
                    (None, _) => Instr::Last { count: regs.len() as u8, function },
                });
                if !matches!(regs.len(), 1 | 2) {
                    self.args(&regs);
                }
                return;
            }
        }
        let of = self.operand(frame, value);
        let count = regs.len() as u8;
        self.code.push(match to {
            Some(to) => Instr::Apply { to, of, count },
            None => Instr::LastApply { of, count },
        });
        self.args(&regs);
    }

    fn args(&mut self, regs: &[Reg]) {
        for row in regs.chunks(ROW) {
            self.code.push(Instr::Args(core::array::from_fn(|at| row.get(at).copied().unwrap_or(0))));
        }
    }

    fn switch(&mut self, frame: &mut Frame<'_>, switch: &Switch, to: Option<Reg>) {
        let of = self.operand(frame, switch.value);
        let unless = self.code.len();
        if switch.other.is_some() {
            self.code.push(Instr::Unless { of, to: 0 });
        }
        let choice = self.code.len();
        let before = frame.register(switch.before);
        self.code.push(Instr::Switch { of, before, succ: 0 });
        let mut ends = vec![self.arm(frame, &switch.zero, to)];
        let here = self.code.len();
        self.code[choice] = Instr::Switch { of, before, succ: (here - choice) as i32 };
        ends.push(self.arm(frame, &switch.succ, to));
        if let Some(other) = &switch.other {
            let here = self.code.len();
            self.code[unless] = Instr::Unless { of, to: (here - unless) as i32 };
            ends.push(self.arm(frame, other, to));
        }
        let here = self.code.len();
        for end in ends.into_iter().flatten() {
            self.code[end] = Instr::Jump((here - end) as i32);
        }
    }

    /// A block of a switch; where it jumps behind the others, if it does not return.
    fn arm(&mut self, frame: &mut Frame<'_>, block: &Block, to: Option<Reg>) -> Option<usize> {
        if block.count > 0 {
            self.code.push(Instr::Count(block.count));
        }
        self.block(frame, block, to);
        if to.is_none() {
            return None;
        }
        self.code.push(Instr::Jump(0));
        Some(self.code.len() - 1)
    }

    fn operate(&mut self, frame: &mut Frame<'_>, operate: &Operate) {
        let Operate { op, x, y, form, result } = *operate;
        let to = frame.register(result);
        let instr = match (form, x) {
            (Form::Partial, Operand::Num(literal)) => {
                let y = self.operand(frame, y);
                Instr::OperateLiteral { to, y, op, literal: literal.bits() }
            }
            _ => {
                let [x, y] = [self.operand(frame, x), self.operand(frame, y)];
                Instr::Operate { to, x, y, op, late: is_late(form) }
            }
        };
        self.code.push(instr);
    }

    fn core(&mut self, frame: &mut Frame<'_>, core: Core, value: Operand, slots: &[Result<Operand, u32>; 2]) {
        let of = self.operand(frame, value);
        match (core, slots) {
            (Core::Dup(label), &[Err(a), Err(b)]) => {
                let [a, b] = [a, b].map(|reg| frame.register(reg));
                self.code.push(Instr::Copy { of, a, b, label });
            }
            (Core::Con, &[Err(a), Err(b)]) => {
                let [a, b] = [a, b].map(|reg| frame.register(reg));
                let tested = match value {
                    Operand::Port(port) => frame.function.tests.contains(&(port, Test::Pair)),
                    _ => false,
                };
                self.code.push(if tested { Instr::Take { of, a, b } } else { Instr::Split { of, a, b } });
            }
            _ => {
                let cells = (0..2).map(|slot| u8::from(slots[slot].is_err()) << slot).sum();
                let (kind, label, counted) = match core {
                    Core::Con => (Kind::Con, 0, 0),
                    Core::Dup(label) => (Kind::Dup, label, 0),
                    Core::Opr(late) => (Kind::Opr, if late { LATE } else { 0 }, 1 + u8::from(late)),
                    Core::Swi => (Kind::Swi, 0, 0),
                };
                let mut registers = [Err(0); 2];
                for (register, slot) in registers.iter_mut().zip(slots) {
                    *register = match slot {
                        Ok(term) => Ok(self.operand(frame, *term)),
                        Err(reg) => Err(frame.register(*reg)),
                    };
                }
                let counted = if cells == 0b10 { counted } else { 0 };
                self.cores.push(CoreNode { tag: Tag::node(kind, 1, cells), label, counted, slots: registers });
                self.code.push(Instr::Core { of, at: self.cores.len() as u32 - 1 });
            }
        }
    }

    /// The register of an operand; what is in none is put into one for the step at hand.
    fn operand(&mut self, frame: &mut Frame<'_>, operand: Operand) -> Reg {
        let word = match operand {
            Operand::Port(port) => return port as Reg,
            Operand::Reg(reg) => return frame.register(reg),
            Operand::Era => Word::ERA,
            Operand::Num(number) => Word::number(number),
            Operand::Ref(def) => Word::new(Tag::REF, 0, def),
            Operand::Leaf(Symbol(symbol)) => Word::new(Tag::VALUE, symbol, 0),
            Operand::Node(node) => {
                let to = frame.temporary();
                self.code.push(Instr::Term { to, node: frame.node(node), key: self.key(frame, node) });
                return to;
            }
            Operand::Var(node, slot) => {
                let to = frame.temporary();
                let (words, cells) = (self.words_of(frame, node), self.cells_of(frame, node));
                self.code.push(Instr::Var { to, node: frame.node(node), slot: slot as u8, words, cells });
                return to;
            }
            Operand::Field(_) | Operand::Computed(_) => unreachable!("definitions have neither"),
        };
        let to = frame.temporary();
        let next = self.words.len() as u32;
        let at = *self.constants.entry(word.0).or_insert(next);
        if at == next {
            self.words.push(word);
        }
        self.code.push(Instr::Load { to, at });
        to
    }

    /// The word of a node, but for its location.
    fn key(&self, frame: &Frame<'_>, node: u32) -> u32 {
        let word = match frame.function.nodes[node as usize] {
            Node::User(Symbol(symbol)) => Word::new(Tag::VALUE, symbol, 0),
            Node::Core(core, cells) => {
                let (kind, label) = match core {
                    Core::Con => (Kind::Con, 0),
                    Core::Dup(label) => (Kind::Dup, label),
                    Core::Opr(late) => (Kind::Opr, if late { LATE } else { 0 }),
                    Core::Swi => (Kind::Swi, 0),
                };
                Word::new(Tag::node(kind, 0, cells as u8), label, 0)
            }
        };
        word.key()
    }

    fn words_of(&self, frame: &Frame<'_>, node: u32) -> u8 {
        match frame.function.nodes[node as usize] {
            Node::User(Symbol(symbol)) => self.program.agent(symbol).words() as u8,
            Node::Core(..) => 2,
        }
    }

    fn cells_of(&self, frame: &Frame<'_>, node: u32) -> u8 {
        match frame.function.nodes[node as usize] {
            Node::User(Symbol(symbol)) => self.program.agent(symbol).cells as u8,
            Node::Core(_, cells) => cells.count_ones() as u8,
        }
    }

    /// Cells, and words that nobody uses.
    fn empty_slots(&self, frame: &Frame<'_>, node: u32) -> Vec<u8> {
        match frame.function.nodes[node as usize] {
            Node::User(Symbol(symbol)) => {
                let shape = self.program.agent(symbol);
                (0..shape.words())
                    .filter(|&slot| slot >= shape.arity || shape.is_cell(slot))
                    .map(|slot| slot as u8)
                    .collect()
            }
            Node::Core(_, cells) => (0..2).filter(|slot| cells >> slot & 1 == 1).collect(),
        }
    }
}

impl Frame<'_> {
    fn register(&self, reg: u32) -> Reg {
        (self.function.args + reg) as Reg
    }

    fn node(&self, node: u32) -> Reg {
        (self.function.args + self.function.registers + node) as Reg
    }

    fn temporary(&mut self) -> Reg {
        self.next += 1;
        self.most = self.most.max(self.next);
        (self.next - 1) as Reg
    }
}

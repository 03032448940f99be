//! Negative agents: a function of the value that they meet, and of what stands at their positive ports.

use super::{
    Compiler, Reg,
    acts::number_key,
    counted,
    frame::{Frame, fit, fits, words},
    inputs::{Inputs, positive},
    operands::add,
    registers::Registers,
};
use crate::{
    direct::{
        code::{Callee, Instr},
        machine::Code,
    },
    program::Program,
    word::{Tag, Word},
};
use polarnet_columns::Space;
use polarnet_lower::{Actor, Arm, Choice, Operand, Step};
use polarnet_syntax::{
    book::Book,
    net::{Partner, Polarity, Symbol},
    table::TableAgent,
};

/// More arms than that are found by a table.
const FEW: usize = 4;

/// The agents that become functions: they have rules, which are not compiled, and need no more registers than there are.
pub(super) fn that_fit<S: Space>(actors: Vec<Actor>, book: &Book<S>, program: &Program) -> Vec<Actor> {
    let mut actors = actors;
    actors.retain(|actor| {
        let Symbol(symbol) = actor.symbol;
        let mut choices = actor.arms.iter().flat_map(|arm| arm.choices.iter().map(move |choice| (arm, choice)));
        let fits = choices.all(|(arm, choice)| {
            choice.native.is_none() && fits(&Inputs::new(book, actor, arm, choice).function(choice))
        });
        !actor.arms.is_empty() && program.entries(symbol).is_none() && fits
    });
    actors
}

/// The registers of what stands at the ports of the value, if it has two, and is given both.
fn two_fields<S: Space>(book: &Book<S>, actor: &Actor, arm: &Arm) -> Option<[Reg; 2]> {
    let Partner::Agent(partner) = arm.partner else { return None };
    let fields = Inputs::new(book, actor, arm, arm.choices.first()?).fields;
    let ports = &book.agent(partner).ports;
    (ports.len() == 2 && !ports.contains(&Polarity::Negative)).then(|| [fields[0], fields[1]])
}

/// The key of the words that an arm is for.
fn key(partner: Partner) -> u32 {
    match partner {
        Partner::Agent(Symbol(symbol)) => Word::new(Tag::VALUE, symbol, 0).key(),
        Partner::Number(ty) => number_key(ty),
        Partner::Era | Partner::Dup(_) => unreachable!("what they do is no function"),
    }
}

impl Compiler<'_> {
    /// Function number `n`.
    pub(super) fn actor<S: Space>(&mut self, book: &Book<S>, actor: &Actor, n: u32) -> Callee {
        let Symbol(symbol) = actor.symbol;
        let code = self.code.len();
        (self.begun, self.in_order) = (code, actor.mixes());
        // Values with ports are many, as a rule: the last of a list is one.
        let is_one = |arm: &&Arm| match arm.partner {
            Partner::Agent(partner) => book.agent(partner).ports.is_empty(),
            _ => false,
        };
        let mut arms: Vec<&Arm> = actor.arms.iter().collect();
        arms.sort_by_key(is_one);
        match arms.len() > FEW {
            true => self.arms_of_table(book, actor, &arms, n),
            false => {
                for arm in arms {
                    let fields = two_fields(book, actor, arm);
                    let code = if fields.is_some() { Code::CaseFields } else { Code::Case };
                    let [a, b] = fields.unwrap_or_default();
                    self.push(Instr::new(code as u8, [a, b, 0], key(arm.partner)));
                    let case = self.code.len();
                    self.code.push(Instr::new(Code::Row as u8, [0; 3], 0));
                    self.arm_of(book, actor, arm, n);
                    self.landing = self.code.len();
                    self.code[case].n = (self.landing + 1 - case) as u32;
                }
                self.emit(Code::Unmet, [0; 3], n);
            }
        }
        let ins = positive(book.agent(actor.symbol)).count();
        Callee { code: code as u32, count: 1, args: 1 + ins as u16, def: symbol }
    }

    fn arms_of_table<S: Space>(&mut self, book: &Book<S>, actor: &Actor, arms: &[&Arm], n: u32) {
        let at = add(&mut self.direct.tables, Default::default());
        let table = self.code.len();
        self.emit(Code::Cases, [0; 3], at);
        self.emit(Code::Unmet, [0; 3], n);
        for arm in arms {
            self.landing = self.code.len();
            self.direct.tables[at as usize].insert(key(arm.partner), (self.landing - table) as u32);
            self.arm_of(book, actor, arm, n);
        }
    }

    /// The rules for one kind of value: the first whose guard is true.
    fn arm_of<S: Space>(&mut self, book: &Book<S>, actor: &Actor, arm: &Arm, n: u32) {
        let Symbol(symbol) = actor.symbol;
        let is_taken = actor.arms.len() <= FEW && two_fields(book, actor, arm).is_some();
        // A call may come here.
        self.landing = self.code.len();
        if !is_taken {
            self.behind.insert((n, key(arm.partner)), self.landing as u32);
        }
        for (at, choice) in arm.choices.iter().enumerate() {
            let inputs = Inputs::new(book, actor, arm, choice);
            if let (0, false, Partner::Agent(partner)) = (at, is_taken, arm.partner) {
                self.fields(book.agent(partner), &inputs);
            }
            let guard = choice.guard.as_ref();
            let unless = guard.map(|guard| self.guard(guard, &inputs.known, inputs.count as Reg));
            // Once to see how many registers are used, and once more in a frame of that size.
            let mark = self.mark();
            let words = self.choice(book, arm, choice, &inputs, None);
            self.go_back(mark);
            self.choice(book, arm, choice, &inputs, Some(words));
            let Some((from, at)) = unless else { return };
            self.landing = self.code.len();
            self.code[at].n = (self.landing - from) as u32;
        }
        self.emit(Code::Stuck, [0; 3], symbol);
    }

    /// What stands at the positive ports of the value.
    fn fields(&mut self, partner: &TableAgent, inputs: &Inputs) {
        for port in positive(partner) {
            self.emit(Code::Field, [inputs.fields[port as usize], port as Reg, 0], 0);
        }
    }

    /// One rule, in a frame of so many words; how many there must be.
    fn choice<S: Space>(
        &mut self,
        book: &Book<S>,
        arm: &Arm,
        choice: &Choice,
        inputs: &Inputs,
        room: Option<u32>,
    ) -> u32 {
        let function = inputs.function(choice);
        let results: Vec<Operand> = choice.body.results.iter().map(|&result| inputs.operand(result)).collect();
        let next = function.args + function.registers + function.nodes.len() as u32;
        let mut frame = Frame {
            function: &function,
            registers: Registers::new(&function),
            numbers: inputs.known.iter().map(|&(reg, _)| Operand::Port(reg.into())).collect(),
            words: room.unwrap_or_else(|| words(&function)),
            next,
            whole: Vec::new(),
            looked: None,
            tested: None,
            met: None,
            called: Vec::new(),
            holes: Vec::new(),
            types: inputs.types(choice),
            waits: false,
            awaiting: None,
            peak: next,
        };
        frame.registers.keep(&results);
        frame.numbers.extend(inputs.computed.iter().copied());
        let more = counted(&function.body) - 1;
        if more > 0 {
            self.emit(Code::Count, [0; 3], more);
        }
        if let Partner::Agent(Symbol(partner)) = arm.partner {
            let shape = self.program.agent(partner);
            let (words, cells) = (shape.words(), shape.cells);
            frame.met = Some([words, cells]);
            if !choice.body.in_place && !book.agent(Symbol(partner)).ports.is_empty() && cells == 0 {
                self.emit(Code::Free, [0; 3], words);
            }
        }
        for (&operand, code) in inputs.computed.iter().zip(&choice.values) {
            if let (Operand::Port(to), 2..) = (operand, code.0.len()) {
                self.compute(code, &inputs.known, to as Reg, false);
            }
        }
        self.results(&mut frame, &results);
        self.is_overfull |= !fit(frame.peak);
        frame.peak
    }

    /// The steps of a rule, and its results.
    fn results(&mut self, frame: &mut Frame<'_>, results: &[Operand]) {
        let body = &frame.function.body;
        if self.around(frame, results) {
            return;
        }
        if results.len() == 1 {
            return self.block(frame, body, None);
        }
        let gives = |given: &[u32]| {
            given.len() == results.len() && given.iter().zip(results).all(|(&a, &b)| Operand::Reg(a) == b)
        };
        match body.steps.split_last() {
            Some((Step::Call { actor, value, args, results: given }, steps))
                if gives(given) && self.function_of(*actor).is_some() =>
            {
                self.steps(frame, steps);
                self.act_last(frame, *actor, *value, args);
            }
            _ => {
                self.steps(frame, &body.steps);
                let row: Box<[Reg]> = results.iter().map(|&result| self.operand(frame, result)).collect();
                if let [a, b] = *row {
                    return self.emit(Code::ReturnTwo, [a, b, 0], 0);
                }
                let at = add(&mut self.direct.rows, row);
                self.emit(Code::ReturnRow, [0; 3], at);
            }
        }
    }
}

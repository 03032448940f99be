//! Negative agents: a function of the value that they meet, and of what stands at their positive ports.

use super::{
    Compiler, Reg, counted,
    expression::is_unsigned,
    frame::{Frame, fits_rule, words},
    operands::add,
    registers::Registers,
};
use crate::{
    direct::{
        code::{Act, Callee, Instr, NONE},
        exec::LINK,
        machine::Code,
    },
    program::Program,
    word::{Tag, Word},
};
use polarnet_columns::Space;
use polarnet_lower::{Actor, Arm, Block, Choice, Function, Node, Operand, Step};
use polarnet_syntax::{
    book::Book,
    net::{Partner, Polarity, Symbol},
    number::{Number, Type},
    table::TableAgent,
};

/// More arms than that are found by a table.
const FEW: usize = 4;

/// The ports of an agent where it is given something.
fn positive(agent: &TableAgent) -> impl Iterator<Item = u32> + '_ {
    (0..).zip(&*agent.ports).filter(|&(_, &sign)| sign == Polarity::Positive).map(|(port, _)| port)
}

/// The agents that become functions: they have rules, which are not compiled, and need no more registers than there are.
pub(super) fn that_fit<S: Space>(actors: Vec<Actor>, book: &Book<S>, program: &Program) -> Vec<Actor> {
    let mut actors = actors;
    actors.retain(|actor| {
        let Symbol(symbol) = actor.symbol;
        let mut choices = actor.arms.iter().flat_map(|arm| arm.choices.iter().map(move |choice| (arm, choice)));
        let fits = choices.all(|(arm, choice)| {
            choice.native.is_none() && fits_rule(&Inputs::new(book, actor, arm, choice).function(choice))
        });
        !actor.arms.is_empty() && program.entries(symbol).is_none() && fits
    });
    actors
}

/// Where a rule has what it is given.
struct Inputs {
    /// By the ports of the negative agent, and of the positive one.
    ports: Vec<Reg>,
    fields: Vec<Reg>,
    /// The numbers that it knows, in order.
    known: Vec<(Reg, Type)>,
    /// Those that it computes.
    computed: Vec<Operand>,
    /// Registers of all these.
    count: u32,
}

impl Inputs {
    fn new<S: Space>(book: &Book<S>, actor: &Actor, arm: &Arm, choice: &Choice) -> Inputs {
        let mut count = 1;
        let mut known = Vec::new();
        let mut places = |symbol: Symbol| {
            let agent = book.agent(symbol);
            let mut regs = vec![0; agent.ports.len()];
            for port in positive(agent) {
                regs[port as usize] = count as Reg;
                count += 1;
            }
            known.extend(agent.numbers.iter().map(|&(port, ty)| (regs[port as usize], ty)));
            regs
        };
        let ports = places(actor.symbol);
        let fields = match arm.partner {
            Partner::Agent(partner) => places(partner),
            _ => Vec::new(),
        };
        if let Partner::Number(ty) = arm.partner {
            known.push((0, ty));
        }
        let computed = choice.values.iter().map(|code| match code.0[..] {
            [polarnet_syntax::code::Step::Known(at)] => Operand::Port(known[at as usize].0.into()),
            [polarnet_syntax::code::Step::Literal(number)] => Operand::Num(number),
            _ => {
                count += 1;
                Operand::Port(count - 1)
            }
        });
        let computed = computed.collect();
        Inputs { ports, fields, known, computed, count }
    }

    /// The types of numbers: of those that are known, and of those that are computed, as far as that is seen.
    fn types(&self, choice: &Choice) -> Vec<(Operand, Type)> {
        let known = self.known.iter().map(|&(reg, ty)| (Operand::Port(reg.into()), ty));
        let computed = self.computed.iter().zip(&choice.values);
        let computed = computed.filter(|(_, code)| is_unsigned(code, &self.known, false)).map(|(&at, _)| (at, Type::U));
        known.chain(computed).collect()
    }

    fn operand(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Port(port) => Operand::Port(self.ports[port as usize].into()),
            Operand::Field(port) => Operand::Port(self.fields[port as usize].into()),
            Operand::Computed(at) => self.computed[at as usize],
            other => other,
        }
    }

    /// A rule as a function of what it is given. It has one result, or none of those that there are is its own.
    fn function(&self, choice: &Choice) -> Function {
        let (body, map) = (&choice.body, |operand| self.operand(operand));
        let steps = body.steps.iter().map(|step| step.map_operands(&map)).collect();
        let result = match body.results[..] {
            [result] => map(result),
            _ => Operand::Era,
        };
        Function {
            def: NONE,
            args: self.count,
            tests: Vec::new(),
            nodes: body.nodes.clone(),
            registers: body.registers,
            body: Block { count: body.count, steps, result },
        }
    }
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

fn number_key(ty: Type) -> u32 {
    Word::number(Number::from_parts(ty as u16, 0)).key()
}

impl Compiler<'_> {
    /// Function number `n`.
    pub(super) fn actor<S: Space>(&mut self, book: &Book<S>, actor: &Actor, n: u32) -> Callee {
        let Symbol(symbol) = actor.symbol;
        let code = self.code.len();
        self.begun = code;
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
            holes: Vec::new(),
            types: inputs.types(choice),
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

    /// The key of a value, if it is known; else [`NONE`].
    pub(super) fn known_key(&self, frame: &Frame<'_>, value: Operand) -> u32 {
        match value {
            Operand::Port(_) => {
                frame.types.iter().find(|&&(known, _)| known == value).map_or(NONE, |&(_, ty)| number_key(ty))
            }
            Operand::Num(number) => number.ty().map_or(NONE, number_key),
            Operand::Leaf(Symbol(symbol)) => Word::new(Tag::VALUE, symbol, 0).key(),
            Operand::Node(node) => match frame.function.nodes[node as usize] {
                Node::User(Symbol(symbol)) => Word::new(Tag::VALUE, symbol, 0).key(),
                Node::Core(..) => NONE,
            },
            _ => NONE,
        }
    }

    pub(super) fn function_of(&self, actor: Symbol) -> Option<u32> {
        let Symbol(symbol) = actor;
        self.direct.actor(symbol)
    }

    /// A negative agent acts on a value: its function is called, if it has one.
    pub(super) fn act(
        &mut self,
        frame: &mut Frame<'_>,
        actor: Symbol,
        value: Operand,
        args: &[Operand],
        results: &[Reg],
    ) {
        let Symbol(symbol) = actor;
        if let Some(n) = self.function_of(actor) {
            let args: Vec<Operand> = [value].into_iter().chain(args.iter().copied()).collect();
            let to = results.first().copied().unwrap_or_else(|| frame.temporary());
            let behind = self.known_key(frame, value);
            self.call(frame, n, &args, to, behind);
            for (&to, from) in results.iter().zip(frame.words + LINK as u32..).skip(1) {
                self.emit(Code::Move, [to, from as Reg, 0], 0);
            }
            return;
        }
        let of = self.operand(frame, value);
        let args = args.iter().map(|&arg| self.operand(frame, arg)).collect();
        let act = Act { symbol, args, results: results.into() };
        let at = add(&mut self.direct.acts, act);
        self.emit(Code::Act, [of, 0, 0], at);
    }

    /// The same, where its results are those of the function.
    pub(super) fn act_last(&mut self, frame: &mut Frame<'_>, actor: Symbol, value: Operand, args: &[Operand]) {
        match self.function_of(actor) {
            Some(n) => {
                let args: Vec<Operand> = [value].into_iter().chain(args.iter().copied()).collect();
                let behind = self.known_key(frame, value);
                self.last_call(frame, n, &args, behind);
            }
            None => {
                let to = frame.temporary();
                self.act(frame, actor, value, args, &[to]);
                self.emit(Code::Return, [to, 0, 0], 0);
            }
        }
    }

    /// A term goes to a negative port of the agent that is met.
    pub(super) fn give_field(&mut self, frame: &mut Frame<'_>, term: Operand, port: u32) {
        let [words, cells] = frame.met.expect("an agent is met");
        let (of, place) = (self.operand(frame, term), frame.temporary());
        self.emit(Code::Var, [place, 0, port as Reg], words | cells << 8);
        self.emit(Code::Give, [of, place, 0], 0);
    }
}

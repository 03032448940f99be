//! Straight-line code.

use polarnet_syntax::{
    net::{Label, Symbol},
    number::{Number, Op},
};

/// A value that is computed once and used once.
pub type Reg = u32;

/// What a step takes: a positive term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// What stands at a port of the negative agent; of a definition, an argument.
    Port(u32),
    /// What stands at a port of the positive agent that it meets.
    Field(u32),
    /// A number that the rule computes.
    Computed(u32),
    /// The result of a step.
    Reg(Reg),
    /// `*`
    Era,
    /// A number.
    Num(Number),
    /// `@name`, by the number of the definition.
    Ref(u32),
    /// A positive agent without ports.
    Leaf(Symbol),
    /// A node, by its number in [`Body::nodes`].
    Node(u32),
    /// What will come to a cell of a node: number of the node, slot.
    Var(u32, u32),
}

/// A node of the core that takes a value: a negative one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Core {
    /// `(a b)`
    Con,
    /// `{a b}`, `&7{a b}`
    Dup(Label),
    /// `$(a b)`; `true`: the right operand comes by a wire.
    Opr(bool),
    /// `?(a b)`
    Swi,
}

/// A positive node that is built.
#[derive(Clone, PartialEq, Debug)]
pub enum Node {
    /// Of an agent that the book declares.
    User(Symbol),
    /// `(a b)`, `{a b}`, `$(a b)`, `?(a b)`; bit `i`: slot `i` is a cell.
    Core(Core, u32),
}

/// One step.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// A negative agent acts on a value. Arguments and results are at its positive and its negative ports, in order.
    Call {
        /// The agent.
        actor: Symbol,
        /// What it meets.
        value: Operand,
        /// What stands at its positive ports.
        args: Vec<Operand>,
        /// What its negative ports get.
        results: Vec<Reg>,
    },
    /// A negative agent of the core acts on a value.
    Core {
        /// The agent.
        core: Core,
        /// What it meets.
        value: Operand,
        /// What stands in its two slots; a slot that has a register is a cell.
        slots: [Result<Operand, Reg>; 2],
    },
    /// A node, its cells empty. `in_place`: it takes that of the positive agent that was met.
    Build {
        /// Its number.
        node: u32,
        /// Is the consumed node as large?
        in_place: bool,
    },
    /// A term comes to a slot.
    Fill {
        /// The node.
        node: u32,
        /// The slot.
        slot: u32,
        /// The term.
        term: Operand,
    },
    /// A value is not needed.
    Erase(Operand),
    /// A wire whose value is needed before it is there: the register has the right to meet its cell.
    Wire(Reg),
    /// The value of that wire.
    Give(Operand, Reg),
    /// What a negative port of the positive agent gets.
    GiveField(Operand, u32),
    /// A value is applied to arguments, one after the other. Of definitions only.
    Apply {
        /// The function; a reference is one that is called.
        value: Operand,
        /// One, at least.
        args: Vec<Operand>,
        /// What comes back.
        result: Reg,
    },
    /// An operator that is known meets numbers. Of definitions only.
    Operate(Operate),
    /// One of two blocks, by a number. Of definitions only.
    Switch(Box<Switch>),
    /// One of several blocks, by which definition a value is. Of definitions only.
    Case(Box<Case>),
}

/// `x op y`
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Operate {
    /// The operator.
    pub op: Op,
    /// The left operand.
    pub x: Operand,
    /// The right one.
    pub y: Operand,
    /// How the net writes it.
    pub form: Form,
    /// What comes back.
    pub result: Reg,
}

/// How an operator stands in a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `y ~ $([op x] result)`
    Partial,
    /// `x ~ $([op] $(y result))`; `true`: `y` comes by a wire.
    Symbol(bool),
}

impl Form {
    /// The interactions that it stands for.
    #[must_use]
    pub const fn count(self) -> u32 {
        match self {
            Form::Partial => 1,
            Form::Symbol(late) => 2 + late as u32,
        }
    }
}

/// `value ~ ?((zero succ) …)`, the result applied to what the arms take.
#[derive(Clone, PartialEq, Debug)]
pub struct Switch {
    /// What is tested.
    pub value: Operand,
    /// For `succ`: the number before.
    pub before: Reg,
    /// What comes back, from whichever block.
    pub result: Reg,
    /// Of 0.
    pub zero: Block,
    /// Of any other number.
    pub succ: Block,
    /// Of what is no number, or none yet. `None` if it is known to be one.
    pub other: Option<Block>,
}

impl Switch {
    /// The blocks of which one is taken.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        [&self.zero, &self.succ].into_iter().chain(&self.other)
    }
}

/// `value(args)`, where it is guessed what the value is.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// What is applied.
    pub value: Operand,
    /// What it may be.
    pub guesses: Vec<Guess>,
    /// If it is none of that: here it is applied as ever.
    pub other: Block,
    /// What comes back, from whichever block.
    pub result: Reg,
}

/// A definition that a value may be, already applied to some arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Guess {
    /// The number of the definition.
    pub def: u32,
    /// The arguments that it holds.
    pub fields: Vec<Reg>,
    /// What the whole application does.
    pub block: Block,
}

impl Case {
    /// The blocks of which one is taken.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.guesses.iter().map(|guess| &guess.block).chain([&self.other])
    }

    /// The same with other blocks.
    #[must_use]
    pub fn map(self, mut block: impl FnMut(Block) -> Block) -> Case {
        let guesses = self.guesses.into_iter().map(|guess| Guess { block: block(guess.block), ..guess }).collect();
        Case { guesses, other: block(self.other), ..self }
    }
}

/// Steps with a result.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The interactions that they stand for, if all goes the fast way; a step that does not takes its own back.
    pub count: u32,
    /// What to do, in order.
    pub steps: Vec<Step>,
    /// What comes back.
    pub result: Operand,
}

/// The right side of a rule.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Body {
    /// What to do, in order.
    pub steps: Vec<Step>,
    /// What the negative ports of the negative agent get.
    pub results: Vec<Operand>,
    /// The nodes that are built, by their numbers.
    pub nodes: Vec<Node>,
    /// How many registers there are.
    pub registers: Reg,
    /// In direct style: the interactions that the steps stand for, as those of a [`Block`], and the rule itself.
    pub count: u32,
    /// The consumed node is used again by one of them.
    pub in_place: bool,
}

impl Step {
    /// Everything that it takes, what its blocks take included.
    pub fn each_operand(&self, each: &mut impl FnMut(Operand)) {
        match self {
            Step::Call { value, args, .. } | Step::Apply { value, args, .. } => {
                each(*value);
                args.iter().copied().for_each(each);
            }
            Step::Core { value, slots, .. } => {
                each(*value);
                slots.iter().filter_map(|slot| slot.ok()).for_each(each);
            }
            Step::Fill { term: value, .. } | Step::Erase(value) | Step::GiveField(value, _) => each(*value),
            Step::Give(value, reg) => [*value, Operand::Reg(*reg)].into_iter().for_each(each),
            Step::Operate(operate) => [operate.x, operate.y].into_iter().for_each(each),
            Step::Switch(switch) => {
                each(switch.value);
                switch.blocks().for_each(|block| block.each_operand(each));
            }
            Step::Case(case) => {
                each(case.value);
                case.blocks().for_each(|block| block.each_operand(each));
            }
            Step::Build { .. } | Step::Wire(_) => {}
        }
    }

    /// The calls of definitions in it, and with how many arguments.
    pub fn each_call(&self, each: &mut impl FnMut(u32, u32)) {
        match self {
            Step::Apply { value: Operand::Ref(def), args, .. } => each(*def, args.len() as u32),
            step => step.blocks().into_iter().for_each(|block| block.each_call(each)),
        }
    }

    /// The register of its result, of steps that have one.
    #[must_use]
    pub fn result(&self) -> Option<Reg> {
        match self {
            Step::Apply { result, .. } => Some(*result),
            Step::Operate(operate) => Some(operate.result),
            Step::Switch(switch) => Some(switch.result),
            Step::Case(case) => Some(case.result),
            _ => None,
        }
    }

    /// The blocks of which it takes one.
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            Step::Switch(switch) => switch.blocks().collect(),
            Step::Case(case) => case.blocks().collect(),
            _ => Vec::new(),
        }
    }
}

impl Default for Block {
    fn default() -> Self {
        Block { count: 0, steps: Vec::new(), result: Operand::Era }
    }
}

impl Block {
    /// How many steps there are, in the blocks of steps too.
    #[must_use]
    pub fn size(&self) -> usize {
        self.steps.iter().map(|step| 1 + step.blocks().into_iter().map(Block::size).sum::<usize>()).sum()
    }

    /// The calls of definitions, and with how many arguments.
    pub fn each_call(&self, each: &mut impl FnMut(u32, u32)) {
        for step in &self.steps {
            step.each_call(each);
        }
    }

    /// Everything that its steps take, and its result.
    pub fn each_operand(&self, each: &mut impl FnMut(Operand)) {
        for step in &self.steps {
            step.each_operand(each);
        }
        each(self.result);
    }
}

impl Step {
    /// The same with other operands. Wires are not renamed.
    #[must_use]
    pub fn map_operands(&self, map: &impl Fn(Operand) -> Operand) -> Step {
        let all = |operands: &[Operand]| operands.iter().map(|&operand| map(operand)).collect();
        match self {
            Step::Call { actor, value, args, results } => {
                Step::Call { actor: *actor, value: map(*value), args: all(args), results: results.clone() }
            }
            Step::Core { core, value, slots } => {
                Step::Core { core: *core, value: map(*value), slots: slots.map(|slot| slot.map(map)) }
            }
            Step::Build { .. } | Step::Wire(_) => self.clone(),
            Step::Fill { node, slot, term } => Step::Fill { node: *node, slot: *slot, term: map(*term) },
            Step::Erase(term) => Step::Erase(map(*term)),
            Step::Give(term, reg) => Step::Give(map(*term), *reg),
            Step::GiveField(term, port) => Step::GiveField(map(*term), *port),
            Step::Apply { value, args, result } => Step::Apply { value: map(*value), args: all(args), result: *result },
            Step::Operate(operate) => Step::Operate(Operate { x: map(operate.x), y: map(operate.y), ..*operate }),
            Step::Switch(switch) => Step::Switch(Box::new(Switch {
                value: map(switch.value),
                zero: switch.zero.map_operands(map),
                succ: switch.succ.map_operands(map),
                other: switch.other.as_ref().map(|block| block.map_operands(map)),
                ..**switch
            })),
            Step::Case(case) => {
                let case = Case { value: map(case.value), ..(**case).clone() };
                Step::Case(Box::new(case.map(|block| block.map_operands(map))))
            }
        }
    }
}

impl Block {
    /// The same with other operands.
    #[must_use]
    pub fn map_operands(&self, map: &impl Fn(Operand) -> Operand) -> Block {
        let steps = self.steps.iter().map(|step| step.map_operands(map)).collect();
        Block { count: self.count, steps, result: map(self.result) }
    }
}

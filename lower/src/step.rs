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
    /// A switch without a branch. Of definitions only, and only where these are [compiled](crate::guessed).
    Select(Box<Select>),
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

    /// The same with other blocks.
    #[must_use]
    pub fn map(self, mut block: impl FnMut(Block) -> Block) -> Switch {
        Switch { zero: block(self.zero), succ: block(self.succ), other: self.other.map(block), ..self }
    }
}

/// One of two lists of operands, by a number.
#[derive(Clone, PartialEq, Debug)]
pub struct Select {
    /// What is tested; it is known to be a number.
    pub value: Operand,
    /// The interactions that either way stands for besides those of the block.
    pub counts: [u32; 2],
    /// Those of 0, and those of any other number.
    pub operands: [Vec<Operand>; 2],
    /// What they are from here on.
    pub results: Vec<Reg>,
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
    /// How many these are: fewer than it takes.
    pub held: u32,
    /// The arguments that it holds; none if it is left whole, and the block has it.
    pub fields: Vec<Reg>,
    /// What the whole application does.
    pub block: Block,
}

impl Guess {
    /// Is the value what it was in the block?
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.held > 0 && self.fields.is_empty()
    }
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

impl Default for Block {
    fn default() -> Self {
        Block { count: 0, steps: Vec::new(), result: Operand::Era }
    }
}

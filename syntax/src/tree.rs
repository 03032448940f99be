//! What the parser makes: terms in an arena, with places, nothing resolved yet.
//!
//! Children are references into a [`typed_arena::Arena`], and a term owns nothing: a tree of any depth is dropped, copied
//! and walked without native recursion.

use crate::{
    code::Code,
    net::{Label, Polarity, Signature},
    number::{AnyType, Number, Numbers, Type, WideType},
    span::Span,
};
use std::fmt;
use typed_arena::Arena;

/// A term.
#[derive(Clone, Copy)]
pub struct Tree<'t> {
    /// What it is.
    pub kind: Shape<'t>,
    /// All of it, without the written sign.
    pub span: Span,
    /// Its first token: the opening bracket, or all of a leaf.
    pub head: Span,
    /// The sign written before it, and its place.
    pub written: Option<(Polarity, Span)>,
}

/// What a term is. No `Debug` or `PartialEq` of the children: they would recurse.
#[derive(Clone, Copy)]
pub enum Shape<'t> {
    /// `x`
    Wire(&'t str),
    /// `*`
    Era,
    /// `7`, `[+]`
    Num(Number),
    /// `#ident`, `#(expr)`: a value that the macro's user supplies.
    Hole(u32),
    /// `@name`
    Ref(&'t str),
    /// `(a b)`
    Con(&'t Tree<'t>, &'t Tree<'t>),
    /// `{a b}`, `&7{a b}`, `#7(a b)`
    Dup(Label, &'t Tree<'t>, &'t Tree<'t>),
    /// `$(a b)`
    Opr(&'t Tree<'t>, &'t Tree<'t>),
    /// `?(a b)`
    Swi(&'t Tree<'t>, &'t Tree<'t>),
    /// `#n`, `#(n - 1)`: a value that a rule computes, by its number in the rule
    Value(u32),
    /// `#n` at a port on the left of a rule: the name of the number there
    Matched(&'t str),
    /// `Cons(a, b)`: the agent that is declared under this number
    User(u32, &'t [&'t Tree<'t>]),
}

impl<'t> Shape<'t> {
    /// The terms inside.
    #[must_use]
    pub fn children(self) -> impl DoubleEndedIterator<Item = &'t Tree<'t>> + ExactSizeIterator {
        let (pair, many): (_, &[_]) = match self {
            Shape::Wire(_)
            | Shape::Era
            | Shape::Num(_)
            | Shape::Hole(_)
            | Shape::Ref(_)
            | Shape::Value(_)
            | Shape::Matched(_) => (None, &[]),
            Shape::Con(a, b) | Shape::Dup(_, a, b) | Shape::Opr(a, b) | Shape::Swi(a, b) => (Some([a, b]), &[]),
            Shape::User(_, children) => (None, children),
        };
        let count = if pair.is_some() { 2 } else { many.len() };
        (0..count).map(move |at| pair.map_or_else(|| many[at], |pair| pair[at]))
    }
}

impl fmt::Debug for Tree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Shape::Wire(name) => write!(f, "{name}"),
            Shape::Era => write!(f, "*"),
            Shape::Num(number) => write!(f, "{number:?}"),
            Shape::Hole(hole) => write!(f, "#{hole}"),
            Shape::Matched(name) => write!(f, "#{name}"),
            Shape::Value(value) => write!(f, "#({value})"),
            Shape::Ref(name) => write!(f, "@{name}"),
            Shape::Con(..) => write!(f, "(..)"),
            Shape::Dup(label, ..) => write!(f, "&{label}{{..}}"),
            Shape::Opr(..) => write!(f, "$(..)"),
            Shape::Swi(..) => write!(f, "?(..)"),
            Shape::User(symbol, _) => write!(f, "agent {symbol}(..)"),
        }
    }
}

/// `@name = root & left ~ right & …`
#[derive(Clone, Debug)]
pub struct Definition<'t> {
    /// The name, without `@`.
    pub name: &'t str,
    /// Where the name stands, `@` included.
    pub span: Span,
    /// `(parameters) -> result`, if written.
    pub signature: Option<Signature>,
    /// The net; `None` if a syntax error (reported) hid it.
    pub net: Option<Body<'t>>,
}

/// The right-hand side of a definition.
#[derive(Clone, Debug)]
pub struct Body<'t> {
    /// The term at the definition's free port.
    pub root: &'t Tree<'t>,
    /// The redexes, in order. (`&!` says which ones HVM2 should do first; it makes no difference here.)
    pub redexes: Vec<[&'t Tree<'t>; 2]>,
}

/// `-Append(+ys, -out) ~ Nil Cons`: an agent, as it is declared.
#[derive(Clone, Debug)]
pub struct Declaration<'t> {
    /// The name.
    pub name: &'t str,
    /// Where the name stands.
    pub span: Span,
    /// The sign of the principal port.
    pub sign: Polarity,
    /// The signs and names of the auxiliary ports, and where they stand.
    pub ports: Vec<(Polarity, &'t str, Span)>,
    /// The ports that hold a number, of this type: it is always there.
    pub numbers: Vec<(u32, Type)>,
    /// Those of them that hold the lower half of a wide one: the port after it, without a name, holds the upper half.
    pub pairs: Vec<(u32, WideType)>,
    /// `{a b}` does not copy it.
    pub linear: bool,
    /// What it meets, if that is said.
    pub meets: Vec<Member<'t>>,
}

impl Declaration<'_> {
    /// The type of the wide numbers that it stands for, if it is not the book's own: no other agent has such a name.
    #[must_use]
    pub fn boxed(&self) -> Option<WideType> {
        WideType::called(self.name)
    }

    /// How many ports are written: a wide number is one.
    #[must_use]
    pub fn written(&self) -> usize {
        self.ports.len() - self.pairs.len()
    }
}

/// What stands in a group, or after the `~` of an agent.
#[derive(Clone, Copy, Debug)]
pub enum Member<'t> {
    /// An agent or a group
    Named(&'t str, Span),
    /// `#u32`: the numbers of this type
    Number(Type, Span),
    /// `#i64`: the agent of wide numbers, by its number
    Wide(u32, Span),
}

impl Member<'_> {
    /// Where it stands.
    #[must_use]
    pub const fn span(&self) -> Span {
        match self {
            Member::Named(_, span) | Member::Number(_, span) | Member::Wide(_, span) => *span,
        }
    }
}

/// `group List = Nil Cons;`, `group Value = List #u32;`
#[derive(Clone, Debug)]
pub struct Group<'t> {
    /// The name.
    pub name: &'t str,
    /// Where the name stands.
    pub span: Span,
    /// What is in it.
    pub members: Vec<Member<'t>>,
}

/// What meets in a rule.
#[derive(Clone, Copy, Debug)]
pub enum Side<'t> {
    /// An agent
    Agent(&'t Tree<'t>),
    /// `#n: u32`: a number of this type
    Number(&'t str, Type, Span),
    /// `*`
    Era(&'t Tree<'t>),
    /// `&7{a b}`; `{a b}` for all labels
    Dup(Option<Label>, &'t Tree<'t>),
}

/// A number of a rule that has a name.
#[derive(Clone, Copy, Debug)]
pub struct Numbered<'t> {
    /// The name; none where `*` stands.
    pub name: &'t str,
    /// The type.
    pub ty: AnyType,
    /// Where the name stands.
    pub span: Span,
}

/// `where (#d, #m) = { (a / b, a % b) }`
#[derive(Clone, Debug)]
pub struct Native<'t> {
    /// The number of the block among those of the source.
    pub block: u32,
    /// The numbers that the rule matches, in the order of the source.
    pub inputs: Vec<Numbered<'t>>,
    /// What the block gives.
    pub results: Vec<Numbered<'t>>,
    /// Where that is declared.
    pub span: Span,
}

impl Side<'_> {
    /// Where it stands.
    #[must_use]
    pub const fn span(&self) -> Span {
        match self {
            Side::Agent(tree) | Side::Era(tree) | Side::Dup(_, tree) => tree.span,
            Side::Number(_, _, span) => *span,
        }
    }
}

/// `rule Append(ys, out) ~ Cons(x, xs) => out ~ Cons(x, t) & Append(ys, t) ~ xs;`
#[derive(Clone, Debug)]
pub struct Rule<'t> {
    /// The word `rule`.
    pub span: Span,
    /// What meets.
    pub sides: [Side<'t>; 2],
    /// When it does so; always, if that is not said.
    pub guard: Option<Code>,
    /// What Rust computes.
    pub native: Option<Native<'t>>,
    /// The values that it computes.
    pub values: Vec<Code>,
    /// What stands there after.
    pub redexes: Vec<[&'t Tree<'t>; 2]>,
}

/// Where trees live, and the lists of their children.
#[derive(Default)]
pub struct Arenas<'t> {
    /// The trees.
    pub trees: Arena<Tree<'t>>,
    /// Lists of children.
    pub lists: Arena<&'t Tree<'t>>,
    /// Names that the source has not: of what terms become.
    pub texts: Arena<String>,
}

/// What a source says.
#[derive(Clone, Debug, Default)]
pub struct File<'t> {
    /// Its arithmetic.
    pub numbers: Numbers,
    /// `#![unpolarized]` was written.
    pub unpolarized: bool,
    /// `#![lambda(labels)]` was written.
    pub labels: bool,
    /// `#![lambda(levels)]` was written there.
    pub levels: Option<Span>,
    /// The definitions, in order; the broken ones too, so that references to them are known.
    pub definitions: Vec<Definition<'t>>,
    /// The agents that are declared, in order.
    pub agents: Vec<Declaration<'t>>,
    /// Groups of agents.
    pub groups: Vec<Group<'t>>,
    /// The rules.
    pub rules: Vec<Rule<'t>>,
    /// Some of the agents, groups or rules could not be read: so what seems to be missing may be there.
    pub lost: bool,
    /// Agents or ports are declared without signs, which are not known then.
    pub no_signs: bool,
    /// Names that stand where a definition could begin, but none does: references to them are no second mistake.
    pub begun: Vec<&'t str>,
}

//! What the parser makes: terms in an arena, with places, nothing resolved yet.
//!
//! Children are references into a [`typed_arena::Arena`], and a term owns nothing: a tree of any depth is dropped, copied
//! and walked without native recursion.
//!
//! ```
//! use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::{Arenas, Shape}};
//! let arenas = Arenas::default();
//! let file = parse(Lexer::new("@main = (x (1 x))", Native), &arenas, Native, &mut Report::new()).unwrap();
//! let root = file.definitions[0].net.as_ref().unwrap().root;
//! let Shape::Con(left, right) = root.kind else { unreachable!() };
//! assert_eq!((format!("{left:?}"), format!("{right:?}")), ("x".to_owned(), "(..)".to_owned()));
//! ```
//!
//! Over 400 lines: its items' examples; the code is the smaller half.

use crate::{
    code::Code,
    net::{Label, Polarity, Signature},
    number::{AnyType, Number, Numbers, Type, WideType},
    span::Span,
};
use std::fmt;
use typed_arena::Arena;

/// A term.
///
/// ```
/// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::Arenas};
/// # let arenas = Arenas::default();
/// let file = parse(Lexer::new("@main = +(x x)", Native), &arenas, Native, &mut Report::new()).unwrap();
/// let root = file.definitions[0].net.as_ref().unwrap().root;
/// assert_eq!((root.span.lo, root.span.hi, root.head.hi), (9, 14, 10));
/// assert_eq!(root.written.unwrap().1.lo, 8); // the sign
/// ```
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
///
/// ```
/// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::{Arenas, Shape}};
/// # let arenas = Arenas::default();
/// let file = parse(Lexer::new("@main = &7{a a}", Native), &arenas, Native, &mut Report::new()).unwrap();
/// let root = file.definitions[0].net.as_ref().unwrap().root;
/// assert!(matches!(root.kind, Shape::Dup(7, a, b) if matches!((a.kind, b.kind), (Shape::Wire("a"), Shape::Wire("a")))));
/// ```
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
    /// `{a b}`, `&7{a b}`, `#7{a b}`
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
    /// The same of an agent that is not declared, which is reported
    Unknown(&'t [&'t Tree<'t>]),
}

impl<'t> Shape<'t> {
    /// The terms inside.
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::Arenas};
    /// # let arenas = Arenas::default();
    /// let file = parse(Lexer::new("@main = (1 *)", Native), &arenas, Native, &mut Report::new()).unwrap();
    /// let root = file.definitions[0].net.as_ref().unwrap().root;
    /// assert_eq!(root.kind.children().map(|child| child.span.lo).collect::<Vec<_>>(), [9, 11]);
    /// ```
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
            Shape::User(_, children) | Shape::Unknown(children) => (None, children),
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
            Shape::Unknown(_) => write!(f, "unknown(..)"),
        }
    }
}

/// `@name = root & left ~ right & …`
///
/// ```
/// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::Arenas};
/// # let arenas = Arenas::default();
/// let file = parse(Lexer::new("@twice(n: u32) -> u32 = ($([*2] x) x)", Native), &arenas, Native, &mut Report::new()).unwrap();
/// let twice = &file.definitions[0];
/// assert_eq!((twice.name, twice.span.hi), ("twice", 6));
/// assert!(twice.signature.is_some() && twice.net.is_some());
/// ```
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
///
/// ```
/// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::Arenas};
/// # let arenas = Arenas::default();
/// let file = parse(Lexer::new("@main = r & a ~ (1 r) & b ~ 2", Native), &arenas, Native, &mut Report::new()).unwrap();
/// let body = file.definitions[0].net.as_ref().unwrap();
/// assert_eq!((format!("{:?}", body.root), body.redexes.len()), ("r".to_owned(), 2));
/// ```
#[derive(Clone, Debug)]
pub struct Body<'t> {
    /// The term at the definition's free port.
    pub root: &'t Tree<'t>,
    /// The redexes, in order. (`&!` says which ones HVM2 should do first; it makes no difference here.)
    pub redexes: Vec<[&'t Tree<'t>; 2]>,
}

/// `-Append(+ys, -out) ~ Nil Cons`: an agent, as it is declared.
///
/// ```
/// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::Arenas};
/// # let arenas = Arenas::default();
/// let file = parse(Lexer::new("agent -DivMod(#b: u32, -q, -r) ~ #u32;", Native), &arenas, Native, &mut Report::new()).unwrap();
/// let agent = &file.agents[0];
/// assert_eq!(agent.ports.iter().map(|&(_, name, _)| name).collect::<Vec<_>>(), ["b", "q", "r"]);
/// assert_eq!((agent.numbers.len(), agent.meets.len()), (1, 1));
/// ```
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
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::Arenas};
    /// # let arenas = Arenas::default();
    /// let file = parse(Lexer::new("@main = 7_i64", Native), &arenas, Native, &mut Report::new()).unwrap();
    /// assert_eq!(file.agents.iter().find_map(|agent| agent.boxed()), Some(polarnet_syntax::number::WideType::I));
    /// ```
    #[must_use]
    pub fn boxed(&self) -> Option<WideType> {
        WideType::called(self.name)
    }

    /// How many ports are written: a wide number is one.
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::Arenas};
    /// # let arenas = Arenas::default();
    /// let file = parse(Lexer::new("agent +Big(#n: i64, +next);", Native), &arenas, Native, &mut Report::new()).unwrap();
    /// let big = file.agents.iter().find(|agent| agent.name == "Big").unwrap();
    /// assert_eq!((big.ports.len(), big.written()), (3, 2)); // `n` has two halves
    /// ```
    #[must_use]
    pub fn written(&self) -> usize {
        self.ports.len() - self.pairs.len()
    }
}

/// What stands in a group, or after the `~` of an agent.
///
/// ```
/// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::{Arenas, Member}};
/// # let arenas = Arenas::default();
/// let file = parse(Lexer::new("agent +Nil; group Value = Nil #u32;", Native), &arenas, Native, &mut Report::new()).unwrap();
/// assert!(matches!(file.groups[0].members[..], [Member::Named("Nil", _), Member::Number(..)]));
/// ```
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
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::Arenas};
    /// # let arenas = Arenas::default();
    /// let file = parse(Lexer::new("agent +Nil; group Value = Nil #u32;", Native), &arenas, Native, &mut Report::new()).unwrap();
    /// assert_eq!(file.groups[0].members[0].span().lo, 26);
    /// ```
    #[must_use]
    pub const fn span(&self) -> Span {
        match self {
            Member::Named(_, span) | Member::Number(_, span) | Member::Wide(_, span) => *span,
        }
    }
}

/// `group List = Nil Cons;`, `group Value = List #u32;`
///
/// ```
/// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::Arenas};
/// # let arenas = Arenas::default();
/// let file = parse(Lexer::new("agent +Nil; group Value = Nil #u32;", Native), &arenas, Native, &mut Report::new()).unwrap();
/// let group = &file.groups[0];
/// assert_eq!((group.name, group.span.lo, group.members.len()), ("Value", 18, 2));
/// ```
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
///
/// ```
/// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::{Arenas, Side}};
/// # let arenas = Arenas::default();
/// let file = parse(Lexer::new("agent -Half(-out) ~ #u32; rule Half(out) ~ #n => out ~ #(n / 2);", Native), &arenas, Native, &mut Report::new()).unwrap();
/// assert!(matches!(file.rules[0].sides, [Side::Agent(_), Side::Number("n", ..)]));
/// ```
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
///
/// ```
/// # use polarnet_syntax::{number::{AnyType, WideType}, span::Span, tree::Numbered};
/// let wide = Numbered { name: "n", ty: AnyType::Wide(WideType::I), span: Span::new(4, 5) };
/// assert_eq!((wide.name, wide.ty.places()), ("n", 2));
/// ```
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
///
/// ```
/// # use polarnet_syntax::{number::{AnyType, Type}, span::Span, tree::{Native, Numbered}};
/// // `where #m = { n + 1 }`
/// let number = |name, lo| Numbered { name, ty: AnyType::Number(Type::U), span: Span::new(lo, lo + 1) };
/// let native = Native { block: 0, inputs: vec![number("n", 18)], results: vec![number("m", 28)], span: Span::new(27, 29) };
/// assert_eq!(native.results[0].name, "m");
/// ```
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
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::Arenas};
    /// # let arenas = Arenas::default();
    /// let file = parse(Lexer::new("agent -Half(-out) ~ #u32; rule Half(out) ~ #n => out ~ #(n / 2);", Native), &arenas, Native, &mut Report::new()).unwrap();
    /// assert_eq!(file.rules[0].sides.map(|side| side.span().lo), [31, 43]);
    /// ```
    #[must_use]
    pub const fn span(&self) -> Span {
        match self {
            Side::Agent(tree) | Side::Era(tree) | Side::Dup(_, tree) => tree.span,
            Side::Number(_, _, span) => *span,
        }
    }
}

/// `rule Append(ys, out) ~ Cons(x, xs) => out ~ Cons(x, t) & Append(ys, t) ~ xs;`
///
/// ```
/// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::Arenas};
/// # let arenas = Arenas::default();
/// let file = parse(Lexer::new("agent -Half(-out) ~ #u32; rule Half(out) ~ #n => out ~ #(n / 2);", Native), &arenas, Native, &mut Report::new()).unwrap();
/// let rule = &file.rules[0];
/// assert!(rule.guard.is_none() && rule.native.is_none());
/// assert_eq!(rule.values[0].text(&["n"], Native), "n / 2");
/// ```
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
///
/// ```
/// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::Arenas};
/// # let arenas = Arenas::default();
/// let file = parse(Lexer::new("@main = (1 (2 3))", Native), &arenas, Native, &mut Report::new()).unwrap();
/// assert_eq!(file.definitions.len(), 1);
/// assert_eq!(arenas.trees.len(), 5); // three numbers and two pairs
/// ```
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
///
/// ```
/// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::Arenas};
/// # let arenas = Arenas::default();
/// let file = parse(Lexer::new("#![numbers(hvm24)] #![unpolarized] @main = {x x}", Native), &arenas, Native, &mut Report::new()).unwrap();
/// assert!(file.unpolarized && file.numbers == polarnet_syntax::number::Numbers::Hvm24);
/// assert_eq!(file.definitions[0].name, "main");
/// ```
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
    /// Values of Rust may stand in its definitions, as `#k`.
    pub values: bool,
    /// Those of them that stand where none can be, by their numbers: that is reported, and their types are no second mistake.
    pub refused: Vec<u32>,
    /// What was read as values of Rust, and is none: numbers of rules.
    pub misread: Vec<u32>,
    /// Agents or ports are declared without signs, which are not known then.
    pub no_signs: bool,
    /// Names that stand where a definition could begin, but none does: references to them are no second mistake.
    pub begun: Vec<&'t str>,
}

//! The checked net: flat rows, wires joined, references resolved; polarity not yet known.
//!
//! ```
//! use polarnet_syntax::{net::Agent, number::Numbers, text::parse_text};
//! let net = parse_text("@main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)", Numbers::Native).0.unwrap();
//! let twice = &net.defs[1];
//! assert_eq!((twice.name.as_str(), twice.nodes.len()), ("twice", 5));
//! assert_eq!(twice.nodes[twice.root as usize].agent.head(), Agent::Con(2, 3)); // its children are earlier rows
//! assert!(net.defs[0].nodes.iter().any(|node| node.agent.head() == Agent::Ref(1)));
//! ```
//!
//! Over 400 lines: its items' examples; the code is the smaller half.

use crate::{
    code::Code,
    native::{Block, Native},
    number::{Number, Numbers, Type, WideType},
    span::Span,
    stored::{Lists, Stored},
};
use core::fmt;
use polarnet_columns::{Child, List, Node as Lang, Payload};
use std::borrow::Cow;

/// The sign of a port, seen as a term.
///
/// A positive term is a value (`LAM`, `SUP`, a number, a variable's use); a negative one is a consumer (`APP`, `DUP`,
/// an operator, a variable's binder).
///
/// ```
/// # use polarnet_syntax::net::Polarity;
/// let book = polarnet::net! { @main = a & $([+1] a) ~ 2 };
/// let (operator, two) = book.redexes(book.main().unwrap())[0];
/// assert_eq!((book.polarity()[operator], book.polarity()[two]), (Polarity::Negative, Polarity::Positive));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Polarity {
    /// `+`
    Positive,
    /// `-`
    Negative,
}

impl Polarity {
    /// The other sign.
    ///
    /// ```
    /// # use polarnet_syntax::net::Polarity;
    /// assert_eq!(Polarity::Positive.flip(), Polarity::Negative);
    /// ```
    #[must_use]
    pub const fn flip(self) -> Self {
        match self {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
        }
    }
}

/// The sign, as it is written before a term.
///
/// ```
/// # use polarnet_syntax::net::Polarity;
/// assert_eq!([Polarity::Positive, Polarity::Negative].map(|sign| sign.to_string()), ["+", "-"]);
/// ```
impl core::fmt::Display for Polarity {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(match self {
            Polarity::Positive => "+",
            Polarity::Negative => "-",
        })
    }
}

/// The label of a `DUP` or `SUP`. Equal labels annihilate, different ones commute. `{a b}` has label 0.
///
/// ```
/// # use polarnet_syntax::net::Agent;
/// let book = polarnet::net! { @main = &7{1 2} };
/// assert!(matches!(book.agents().node(book.root(book.main().unwrap())), Agent::Dup(7, ..)));
/// ```
pub type Label = u32;

/// Labels are below this: a word of the heap keeps 21 bits for them.
///
/// ```
/// # use polarnet_syntax::net::LABELS;
/// let parse = |label| polarnet::reader::Source::new("-", format!("@main = &{label}{{1 2}}")).parse();
/// assert!(parse(LABELS - 1).book.is_some());
/// assert_eq!(parse(LABELS).diagnostics[0].message, "the label is out of range");
/// ```
pub const LABELS: Label = 1 << 21;

/// An agent that the book declares, by the number of its declaration.
///
/// ```
/// # let book = polarnet::net! {
/// #     agent +Nil, +Cons(+head, +tail), -Length(-out) ~ Nil Cons;
/// #     rule Length(out) ~ Nil => out ~ 0;
/// #     rule Length(out) ~ Cons(x, xs) => x ~ * & Length($([+1] out)) ~ xs;
/// #     @main = r & Length(r) ~ Cons(7, Nil)
/// # };
/// use polarnet_syntax::net::{Agent, Symbol};
///
/// let (length, cons) = book.redexes(book.main().unwrap())[0];
/// assert!(matches!(book.agents().node(length), Agent::User(Symbol(2), _))); // the third that is declared
/// assert!(matches!(book.agents().node(cons), Agent::User(Symbol(1), _)));
/// ```
#[derive(Payload, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symbol(pub u32);

/// One agent of a net, or one end of a wire that goes from leaf to leaf.
///
/// `I` is how children (the terms at the auxiliary ports) are named, `D` how definitions are.
///
/// ```
/// # use polarnet_syntax::net::Agent;
/// let book = polarnet::net! { @main = (x {x *}) };
/// let agents: Vec<String> = book.agents().indices().map(|row| match book.agents().node(row) {
///     Agent::Wire => "x".to_owned(),
///     Agent::Con(a, b) => format!("({} {})", a.raw(), b.raw()),
///     Agent::Dup(label, a, b) => format!("&{label}{{{} {}}}", a.raw(), b.raw()),
///     other => format!("{other:?}"),
/// }).collect();
/// assert_eq!(agents, ["x", "x", "Era", "&0{1 2}", "(0 3)"]);
/// ```
#[derive(Lang, Clone, Copy, PartialEq, Eq, Debug)]
#[node(lang = AgentLang, no_map, export)]
pub enum Agent<'b, I: Child, D> {
    /// `x`: one end of a wire.
    Wire,
    /// `*`
    Era,
    /// `7`, `+7`, `7.5`, `[+]`
    Num(Number),
    /// `@name`
    Ref(D),
    /// `(a b)`
    Con(I, I),
    /// `{a b}`, `&7{a b}`
    Dup(Label, I, I),
    /// `$(rhs ret)`
    Opr(I, I),
    /// `?(arms out)`
    Swi(I, I),
    /// `Cons(head, tail)`: an agent that the book declares.
    User(Symbol, List<'b, I>),
    /// What a rule replaces: the auxiliary ports of the agent that acts, those of what it meets, but for ports that hold
    /// a number, and the numbers that the rule computes. Only the roots of rules are such.
    Replaced(List<'b, I>),
}

impl<'b, I: Child, D> Agent<'b, I, D> {
    /// The terms at the auxiliary ports.
    ///
    /// ```
    /// # use polarnet_syntax::net::Agent;
    /// assert!(Agent::<u32, ()>::Dup(7, 3, 5).children().eq([3, 5]));
    /// assert_eq!(Agent::<u32, ()>::Era.children().count(), 0);
    /// ```
    pub fn children(&self) -> impl DoubleEndedIterator<Item = I> + use<'b, I, D> {
        let (few, many) = match *self {
            Agent::Wire | Agent::Era | Agent::Num(_) | Agent::Ref(_) => ([None, None], None),
            Agent::Con(a, b) | Agent::Dup(_, a, b) | Agent::Opr(a, b) | Agent::Swi(a, b) => ([Some(a), Some(b)], None),
            Agent::User(_, ports) | Agent::Replaced(ports) => ([None, None], Some(ports)),
        };
        few.into_iter().flatten().chain(many.into_iter().flatten())
    }

    /// The same agent over other names for children and definitions. Lists are written to `list`, which is empty.
    ///
    /// ```
    /// # use polarnet_syntax::net::Agent;
    /// let agent: Agent<u32, &str> = Agent::Con(3, 5);
    /// assert_eq!(agent.map(&mut Vec::new(), |child| child + 10, |name| name.len()), Agent::<u32, usize>::Con(13, 15));
    /// ```
    pub fn map<'c, J, E>(
        self,
        list: &'c mut Vec<J>,
        mut child: impl FnMut(I) -> J,
        def: impl FnOnce(D) -> E,
    ) -> Agent<'c, J, E>
    where
        J: Child,
        &'c [J]: Into<List<'c, J>>,
    {
        match self {
            Agent::Wire => Agent::Wire,
            Agent::Era => Agent::Era,
            Agent::Num(n) => Agent::Num(n),
            Agent::Ref(d) => Agent::Ref(def(d)),
            Agent::Con(a, b) => Agent::Con(child(a), child(b)),
            Agent::Dup(label, a, b) => Agent::Dup(label, child(a), child(b)),
            Agent::Opr(a, b) => Agent::Opr(child(a), child(b)),
            Agent::Swi(a, b) => Agent::Swi(child(a), child(b)),
            Agent::User(_, ports) | Agent::Replaced(ports) => {
                list.clear();
                list.extend(ports.iter().map(child));
                let ports = list.as_slice().into();
                match self {
                    Agent::User(symbol, _) => Agent::User(symbol, ports),
                    _ => Agent::Replaced(ports),
                }
            }
        }
    }
}

/// A row of a definition. Children stand before their parents, so `agent`'s children are smaller row numbers.
///
/// ```
/// # use polarnet_syntax::{net::Polarity, number::Numbers, text::parse_text};
/// let net = parse_text("@main = +(x -x)", Numbers::Native).0.unwrap();
/// let [left, right, root] = &net.defs[0].nodes[..] else { unreachable!() };
/// assert_eq!((left.peer, right.peer, root.peer), (1, 0, 2)); // the two ends of `x`, and a root that has none
/// assert_eq!(right.written.map(|(sign, span)| (sign, span.lo)), Some((Polarity::Negative, 12)));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// What stands here. `Ref` holds an index into [`Net::defs`].
    pub agent: Stored,
    /// The wires, an involution: a [`Agent::Wire`] leaf leads to the wire's other leaf, a side of a redex to the
    /// other side, everything else to itself. A wire's leaf that is a side of a redex, as in `& x ~ (a b)`, leads to
    /// the wire's other leaf, and the side opposite to it, unless it is a wire's leaf too, to itself.
    pub peer: u32,
    /// The sign that was written before the term, and its place.
    pub written: Option<(Polarity, Span)>,
    /// Where it stands.
    pub span: Span,
}

/// `@name(parameters) -> result`: a definition that can be called from Rust. The types of one that is wrong are all of
/// the tokens that stand there.
///
/// ```
/// # use polarnet_syntax::{number::Numbers, text::parse_text};
/// let net = parse_text("@twice(n: u32) -> u32 = ($([*2] x) x)", Numbers::Native).0.unwrap();
/// let signature = net.defs[0].signature.as_ref().unwrap();
/// assert_eq!((signature.parameters.len(), signature.result.text.as_str()), (1, "u32"));
/// assert_eq!((signature.span.lo, signature.span.hi), (6, 21));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Signature {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The type of the result.
    pub result: RustType,
    /// The whole of it.
    pub span: Span,
    /// One of the types cannot be that of a number or a result, which has been reported.
    pub wrong: bool,
}

/// A parameter of a signature.
///
/// ```
/// # use polarnet_syntax::{number::Numbers, text::parse_text};
/// let net = parse_text("@twice(n: u32) -> u32 = ($([*2] x) x)", Numbers::Native).0.unwrap();
/// let [parameter] = &net.defs[0].signature.as_ref().unwrap().parameters[..] else { unreachable!() };
/// assert_eq!((parameter.name.as_str(), parameter.ty.text.as_str()), ("n", "u32"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// Its type.
    pub ty: RustType,
}

/// A Rust type: a name, of a result perhaps with types in `<` and `>`, or a tuple of types. Only rustc knows what it means.
///
/// ```
/// # use polarnet_syntax::{number::Numbers, text::parse_text};
/// let net = parse_text("@pair(n: u32) -> (u32,u32) = (a (a 1))", Numbers::Native).0.unwrap();
/// let result = &net.defs[0].signature.as_ref().unwrap().result;
/// assert_eq!(result.text, "(u32, u32)");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct RustType {
    /// Its text, with a blank after each comma.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// What the agent of a rule meets.
///
/// ```
/// # use polarnet_syntax::{net::{Partner, Symbol}, number::Numbers, text::parse_text};
/// let net = parse_text("agent +Nil, -Length(-out) ~ Nil; rule Length(out) ~ Nil => out ~ 0; rule Length(out) ~ * => out ~ *;", Numbers::Native).0.unwrap();
/// let partners: Vec<Partner> = net.defs.iter().filter_map(|def| Some(def.rule.as_ref()?.partner)).collect();
/// assert_eq!(partners, [Partner::Agent(Symbol(0)), Partner::Era]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Partner {
    /// A positive agent of the book.
    Agent(Symbol),
    /// A number of this type.
    Number(Type),
    /// `*`: the rule is used in place of the one that all agents have.
    Era,
    /// `{a b}`, of this label; of all labels for which there is no other rule, if none is said.
    Dup(Option<Label>),
}

impl Partner {
    /// `*` or `{a b}`, as it is written; none for what has a name.
    pub(crate) fn core(self) -> Option<String> {
        match self {
            Partner::Agent(_) | Partner::Number(_) => None,
            Partner::Era => Some("*".to_owned()),
            Partner::Dup(None) => Some("{a b}".to_owned()),
            Partner::Dup(Some(label)) => Some(format!("&{label}{{a b}}")),
        }
    }
}

/// What a rule is for, and what it computes.
///
/// ```
/// # use polarnet_syntax::{net::Partner, number::{Numbers, Type}, text::parse_text};
/// let net = parse_text("agent -Half(-out) ~ #u32; rule Half(out) ~ #n if n > 1 => out ~ #(n / 2); rule Half(out) ~ #n => out ~ 0;", Numbers::Native).0.unwrap();
/// let rule = net.defs[0].rule.as_ref().unwrap();
/// assert_eq!(rule.partner, Partner::Number(Type::U));
/// assert_eq!(rule.guard.as_ref().unwrap().text(&["n"], net.numbers), "n > 1");
/// assert_eq!(rule.values[0].text(&["n"], net.numbers), "n / 2");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    /// The negative agent; the one that meets `*` or `{a b}`, of either sign.
    pub actor: Symbol,
    /// What it meets.
    pub partner: Partner,
    /// Of rules for the same two, the first is taken whose guard is true, or that has none.
    pub guard: Option<Code>,
    /// What it computes in Rust, before the values.
    pub native: Option<Native>,
    /// The numbers that it computes, from those that it matches and those that Rust gave. They stand behind the ports in [`Agent::Replaced`].
    pub values: Cow<'static, [Code]>,
}

impl Rule {
    /// The agents that it is for: the one that acts, and the positive one if it meets one.
    pub(crate) fn agents(&self) -> impl Iterator<Item = Symbol> + use<> {
        let partner = match self.partner {
            Partner::Agent(symbol) => Some(symbol),
            Partner::Number(_) | Partner::Era | Partner::Dup(_) => None,
        };
        [self.actor].into_iter().chain(partner)
    }
}

/// `-Append(+ys, -out)`: an agent that the book declares.
///
/// ```
/// # use polarnet_syntax::{net::Polarity, number::Numbers, text::parse_text};
/// let net = parse_text("agent +Nil, -Append(+ys, -out) ~ Nil; rule Append(ys, out) ~ Nil => out ~ ys;", Numbers::Native).0.unwrap();
/// let append = &net.agents[1];
/// assert_eq!(append.ports[0], (Polarity::Positive, "ys".to_owned()));
/// assert_eq!((append.sign, append.to_string().as_str()), (Polarity::Negative, "Append(ys, out)"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Declaration {
    /// The name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// The sign of the principal port, seen as a term.
    pub sign: Polarity,
    /// The signs and names of the auxiliary ports: of the terms that stand there.
    pub ports: Vec<(Polarity, String)>,
    /// The ports that hold a number, of this type: it is always there.
    pub numbers: Vec<(u32, Type)>,
    /// Those of them that hold the lower half of a wide one, the port after it the upper half.
    pub pairs: Vec<(u32, WideType)>,
    /// `{a b}` does not copy it: the token that orders effects.
    pub linear: bool,
}

impl Declaration {
    /// The ports that are joined to wires: all but those that hold a number.
    pub(crate) fn wired(&self) -> impl Iterator<Item = &(Polarity, String)> + '_ {
        let holds = |port: usize| self.numbers.iter().any(|&(at, _)| at as usize == port);
        self.ports.iter().enumerate().filter(move |(port, _)| !holds(*port)).map(|(_, port)| port)
    }
}

/// How it is written, without signs: `Append(ys, out)`, `Insert(#key, out)`.
impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        let ports = port_names(self.ports.iter().map(|(_, name)| name.as_str()), &self.numbers);
        if ports.is_empty() { Ok(()) } else { write!(f, "({ports})") }
    }
}

/// The names of ports, with `#` before those that hold numbers. An upper half has none.
pub(crate) fn port_names<'n>(names: impl Iterator<Item = &'n str>, numbers: &[(u32, Type)]) -> String {
    let mark = |port| if numbers.iter().any(|&(at, _)| at == port) { "#" } else { "" };
    let named = (0..).zip(names).filter(|(_, name)| !name.is_empty());
    named.map(|(port, name)| format!("{}{name}", mark(port))).collect::<Vec<_>>().join(", ")
}

/// A checked definition.
///
/// ```
/// # use polarnet_syntax::{number::Numbers, text::parse_text};
/// let net = parse_text("@main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)", Numbers::Native).0.unwrap();
/// let main = &net.defs[0];
/// assert_eq!((main.name.as_str(), main.span.lo, main.redexes.len()), ("main", 0, 1));
/// assert_eq!(main.wires[0].1, "r");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Def {
    /// The name, without `@`.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// The row of the root.
    pub root: u32,
    /// The rows of the sides of the redexes, in order.
    pub redexes: Vec<(u32, u32)>,
    /// Its rows.
    pub nodes: Vec<Node>,
    /// Their lists of children.
    pub lists: Lists,
    /// The names of the wires, for messages: (row of the first leaf, name).
    pub wires: Vec<(u32, String)>,
    /// What it is a rule for, if it is one: its root then is [`Agent::Replaced`].
    pub rule: Option<Rule>,
    /// How Rust calls it, if it says so: the root then is `+(-p0 +(-p1 … +result))`.
    pub signature: Option<Signature>,
}

/// A checked book.
///
/// ```
/// # use polarnet_syntax::{number::Numbers, text::parse_text};
/// let net = parse_text("@main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)", Numbers::Native).0.unwrap();
/// assert_eq!(net.defs.iter().map(|def| def.nodes.len()).collect::<Vec<_>>(), [5, 5]);
/// assert!(net.agents.is_empty() && net.holes.is_empty());
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Net {
    /// Which arithmetic it has.
    pub numbers: Numbers,
    /// `#![unpolarized]` was written: clashes of inferred signs are expected.
    pub unpolarized: bool,
    /// The agents that it declares, in the order of the source.
    pub agents: Vec<Declaration>,
    /// The definitions, in the order of the source, then the rules.
    pub defs: Vec<Def>,
    /// The Rust values that enter by `#ident` and `#(expr)` in `net!`, in the order of the source: (definition, row,
    /// index into the macro's list of expressions). The row holds a [`Agent::Num`] of 0 until then.
    pub holes: Vec<(u32, u32, u32)>,
    /// The blocks of Rust in its rules, in `net!`.
    pub natives: Vec<Block>,
}

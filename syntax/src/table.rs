//! The checked and polarized book as plain data.
//!
//! This is the one form in which a book leaves the front end: `net!` writes it into the program as constants, the
//! text reader hands it over as vectors, and [`Book`](crate::book::Book) checks it and gives it a brand.
//!
//! ```
//! use polarnet_syntax::{book::AnyBook, infer::infer, table::{Place, Table}, number::Numbers, text::parse_text};
//! let net = parse_text("@main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)", Numbers::Native).0.unwrap();
//! let table = Table::assemble(&net, &infer(&net), |span| Place { line: 1, column: span.lo + 1 });
//! assert_eq!(table.defs.iter().map(|def| &*def.name).collect::<Vec<_>>(), ["main", "twice"]);
//! let book = AnyBook::new(&table);
//! assert_eq!(book.with(|book| book.agents().len()), table.rows.len());
//! ```

pub mod rows;

use crate::{
    infer::Inference,
    net::{Net, Polarity, Rule},
    number::{Numbers, Type, WideType},
    span::Span,
    stored::{Lists, Stored},
};
use std::borrow::Cow;

/// A place in the source: line and column from 1; 0 where unknown.
///
/// ```
/// # use polarnet_syntax::table::Place;
/// let book = polarnet::reader::Source::new("-", "// one\n@main = 1").parse().book.unwrap();
/// assert_eq!(book.with(|book| book.places().as_slice()[0]), Place { line: 2, column: 9 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// A row: one agent, or one end of a wire. See [`Node`](crate::net::Node) for `peer`.
///
/// ```
/// # use polarnet_syntax::{net::Polarity, infer::infer, table::{Place, Table}, number::Numbers, text::parse_text};
/// let net = parse_text("@main = (x x)", Numbers::Native).0.unwrap();
/// let table = Table::assemble(&net, &infer(&net), |span| Place { line: 1, column: span.lo + 1 });
/// let [left, right, root] = table.rows[..] else { unreachable!() };
/// assert_eq!((left.peer, left.polarity), (1, Polarity::Negative));
/// assert_eq!((right.peer, right.polarity), (0, Polarity::Positive));
/// assert!(table.lists.children(root.agent).eq([0, 1]));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    /// What stands here; children are earlier rows, references are indices into [`Table::defs`].
    pub agent: Stored,
    /// The wires, an involution over the rows.
    pub peer: u32,
    /// The sign of the term.
    pub polarity: Polarity,
    /// Where it stands.
    pub place: Place,
}

/// A definition under one polarity signature.
///
/// ```
/// # use polarnet_syntax::{infer::infer, table::{Place, Table}, number::Numbers, text::parse_text};
/// let net = parse_text("@main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)", Numbers::Native).0.unwrap();
/// let table = Table::assemble(&net, &infer(&net), |span| Place { line: 1, column: span.lo + 1 });
/// let [main, twice] = &table.defs[..] else { unreachable!() };
/// assert_eq!((main.end, twice.end), (5, 10)); // rows 5 to 9 are those of `@twice`
/// assert_eq!((main.redexes.len(), twice.redexes.len()), (1, 0));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct TableDef {
    /// The name, without `@`. Definitions that were instantiated twice share it.
    pub name: Cow<'static, str>,
    /// The row of the root.
    pub root: u32,
    /// The sides of its redexes.
    pub redexes: Cow<'static, [(u32, u32)]>,
    /// One past its last row; the rows from the end of the definition before are its own.
    pub end: u32,
}

/// An agent that the book declares.
///
/// ```
/// # use polarnet_syntax::{net::Polarity, infer::infer, table::{Place, Table}, number::Numbers, text::parse_text};
/// let net = parse_text("agent -DivMod(#b: u32, -q, -r) ~ #u32; rule DivMod(#b, q, r) ~ #a => q ~ #(a / b) & r ~ #(a % b);", Numbers::Native).0.unwrap();
/// let table = Table::assemble(&net, &infer(&net), |span| Place { line: 1, column: span.lo + 1 });
/// let agent = &table.agents[0];
/// assert_eq!((&*agent.name, agent.sign, agent.ports.len()), ("DivMod", Polarity::Negative, 3));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct TableAgent {
    /// The name.
    pub name: Cow<'static, str>,
    /// The sign of the principal port, seen as a term.
    pub sign: Polarity,
    /// The signs of the terms at the auxiliary ports.
    pub ports: Cow<'static, [Polarity]>,
    /// The ports that hold a number, of this type: it is always there.
    pub numbers: Cow<'static, [(u32, Type)]>,
    /// Those of them that hold the lower half of a wide one, the port after it the upper half.
    pub pairs: Cow<'static, [(u32, WideType)]>,
    /// `{a b}` does not copy it: the token that orders effects.
    pub linear: bool,
}

impl TableAgent {
    /// Does the port hold a number?
    ///
    /// ```
    /// # use polarnet_syntax::{infer::infer, table::{Place, Table}, number::Numbers, text::parse_text};
    /// let net = parse_text("agent -DivMod(#b: u32, -q, -r) ~ #u32; rule DivMod(#b, q, r) ~ #a => q ~ #(a / b) & r ~ #(a % b);", Numbers::Native).0.unwrap();
    /// let table = Table::assemble(&net, &infer(&net), |span| Place { line: 1, column: span.lo + 1 });
    /// let agent = &table.agents[0];
    /// assert_eq!([0, 1, 2].map(|port| agent.holds_number(port)), [true, false, false]);
    /// ```
    #[must_use]
    pub fn holds_number(&self, port: usize) -> bool {
        self.numbers.iter().any(|&(at, _)| at as usize == port)
    }

    /// The type of the wide numbers that it stands for, if it is not the book's own: it is called like the type, and no
    /// other is.
    ///
    /// ```
    /// # use polarnet_syntax::{infer::infer, number::{Numbers, WideType}, table::{Place, Table}, text::parse_text};
    /// let net = parse_text("@main = 7_i64", Numbers::Native).0.unwrap();
    /// let table = Table::assemble(&net, &infer(&net), |span| Place { line: 1, column: span.lo + 1 });
    /// assert_eq!(table.agents.iter().find_map(|agent| agent.boxed()), Some(WideType::I));
    /// ```
    #[must_use]
    pub fn boxed(&self) -> Option<WideType> {
        WideType::called(&self.name).filter(|&ty| self.ports.len() == 2 && *self.pairs == [(0, ty)])
    }

    /// The type of the wide number whose lower half the port holds, if it does.
    ///
    /// ```
    /// # use polarnet_syntax::{infer::infer, number::{Numbers, WideType}, table::{Place, Table}, text::parse_text};
    /// let net = parse_text("agent +Big(#n: i64), -Read(-out) ~ Big; rule Read(out) ~ Big(#n) => out ~ #(n as u32);", Numbers::Native).0.unwrap();
    /// let table = Table::assemble(&net, &infer(&net), |span| Place { line: 1, column: span.lo + 1 });
    /// let agent = table.agents.iter().find(|agent| &*agent.name == "Big").unwrap();
    /// assert_eq!((agent.pair(0), agent.pair(1)), (Some(WideType::I), None));
    /// ```
    #[must_use]
    pub fn pair(&self, port: usize) -> Option<WideType> {
        self.pairs.iter().find(|&&(at, _)| at as usize == port).map(|&(_, ty)| ty)
    }

    /// Does the port hold the upper half of one? It is written with the lower half.
    ///
    /// ```
    /// # use polarnet_syntax::{infer::infer, table::{Place, Table}, number::Numbers, text::parse_text};
    /// let net = parse_text("agent +Big(#n: i64), -Read(-out) ~ Big; rule Read(out) ~ Big(#n) => out ~ #(n as u32);", Numbers::Native).0.unwrap();
    /// let table = Table::assemble(&net, &infer(&net), |span| Place { line: 1, column: span.lo + 1 });
    /// let agent = table.agents.iter().find(|agent| &*agent.name == "Big").unwrap();
    /// assert!(!agent.is_upper(0) && agent.is_upper(1));
    /// ```
    #[must_use]
    pub fn is_upper(&self, port: usize) -> bool {
        port > 0 && self.pair(port - 1).is_some()
    }

    /// How many ports are joined to wires: all but those that hold a number.
    ///
    /// ```
    /// # use polarnet_syntax::{infer::infer, table::{Place, Table}, number::Numbers, text::parse_text};
    /// let net = parse_text("agent -DivMod(#b: u32, -q, -r) ~ #u32; rule DivMod(#b, q, r) ~ #a => q ~ #(a / b) & r ~ #(a % b);", Numbers::Native).0.unwrap();
    /// let table = Table::assemble(&net, &infer(&net), |span| Place { line: 1, column: span.lo + 1 });
    /// let agent = &table.agents[0];
    /// assert_eq!((agent.ports.len(), agent.wired()), (3, 2)); // `q` and `r`
    /// ```
    #[must_use]
    pub fn wired(&self) -> usize {
        self.ports.len() - self.numbers.len()
    }
}

/// A rule.
///
/// ```
/// # use polarnet_syntax::{infer::infer, table::{Place, Table}, number::Numbers, text::parse_text};
/// let net = parse_text("agent -DivMod(#b: u32, -q, -r) ~ #u32; rule DivMod(#b, q, r) ~ #a => q ~ #(a / b) & r ~ #(a % b);", Numbers::Native).0.unwrap();
/// let table = Table::assemble(&net, &infer(&net), |span| Place { line: 1, column: span.lo + 1 });
/// let [rule] = &table.rules[..] else { unreachable!() };
/// assert_eq!((rule.rule.values.len(), rule.def), (2, 0));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct TableRule {
    /// What it is for.
    pub rule: Rule,
    /// The definition that says what becomes of that: its root has the ports.
    pub def: u32,
}

/// A checked and polarized book.
///
/// ```
/// # use polarnet_syntax::{infer::infer, table::{Place, Table}, number::Numbers, text::parse_text};
/// let net = parse_text("@main = (@x @x)  @x = 1", Numbers::Native).0.unwrap();
/// let table = Table::assemble(&net, &infer(&net), |span| Place { line: 1, column: span.lo + 1 });
/// assert_eq!((table.defs.len(), table.rows.len()), (2, 4));
/// assert!(table.agents.is_empty() && table.holes.is_empty());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Which arithmetic it has.
    pub numbers: Numbers,
    /// The rows of all definitions, one after the other.
    pub rows: Cow<'static, [Row]>,
    /// Their lists of children.
    pub lists: Lists,
    /// The definitions; `@main` is the first if there is one.
    pub defs: Cow<'static, [TableDef]>,
    /// The agents that it declares.
    pub agents: Cow<'static, [TableAgent]>,
    /// The rules for them.
    pub rules: Cow<'static, [TableRule]>,
    /// Rows whose number is filled in when the book is made, and which value they take.
    pub holes: Cow<'static, [(u32, u32)]>,
}

impl Table {
    /// Puts checked rows and inferred signs together. `place` finds line and column of a span.
    ///
    /// ```
    /// # use polarnet_syntax::{infer::infer, table::{Place, Table}, number::Numbers, text::parse_text};
    /// let net = parse_text("@main = 1", Numbers::Native).0.unwrap();
    /// let table = Table::assemble(&net, &infer(&net), |span| Place { line: 1, column: span.lo + 1 });
    /// assert_eq!(table.rows[0].place, Place { line: 1, column: 9 });
    /// ```
    #[must_use]
    pub fn assemble(net: &Net, inference: &Inference, mut place: impl FnMut(Span) -> Place) -> Table {
        let (mut rows, mut lists, mut list) = (Vec::new(), Lists::default(), Vec::new());
        let mut defs = Vec::new();
        let mut holes = Vec::new();
        let mut rules = Vec::new();
        for (number, instance) in (0..).zip(&inference.instances) {
            let def = &net.defs[instance.def as usize];
            rules.extend(def.rule.clone().map(|rule| TableRule { rule, def: number }));
            let base = rows.len() as u32;
            let mut refs = instance.refs.iter().peekable();
            for (row, (node, &polarity)) in def.nodes.iter().zip(&instance.signs).enumerate() {
                let target = refs.next_if(|&&(at, _)| at == row as u32).map_or(0, |&(_, instance)| instance);
                let agent = def.lists.agent(node.agent).map(&mut list, |child| base + child, |_| target);
                rows.push(Row { agent: lists.store(agent), peer: base + node.peer, polarity, place: place(node.span) });
            }
            let own = net.holes.iter().filter(|&&(at, ..)| at == instance.def);
            holes.extend(own.map(|&(_, row, value)| (base + row, value)));
            defs.push(TableDef {
                name: def.name.clone().into(),
                root: base + def.root,
                redexes: def.redexes.iter().map(|&(a, b)| (base + a, base + b)).collect(),
                end: rows.len() as u32,
            });
        }
        let agents = net.agents.iter().map(|agent| TableAgent {
            name: agent.name.clone().into(),
            sign: agent.sign,
            ports: agent.ports.iter().map(|&(sign, _)| sign).collect(),
            numbers: agent.numbers.clone().into(),
            pairs: agent.pairs.clone().into(),
            linear: agent.linear,
        });
        Table {
            agents: agents.collect(),
            rules: rules.into(),
            numbers: net.numbers,
            rows: rows.into(),
            lists,
            defs: defs.into(),
            holes: holes.into(),
        }
    }
}

//! Rows and definitions as text, a line each: `+c2 1 0 7` is `(a b)`, of the second row before it and of that before it, on the same
//! line of the source as this, in column 7. A definition stands behind its rows: `@5 1 4 1 main` has its root five rows before the
//! next one, and one redex, of the fourth and the first before it.
//!
//! So `net!` writes them into the program. One string is nothing to rustc; a call for each row is ten times the work of all that
//! the front end does with it.
//!
//! ```
//! use polarnet_syntax::{infer::infer, table::{Place, Table, rows}, number::Numbers, text::parse_text};
//! let net = parse_text("@main = (x x)", Numbers::Native).0.unwrap();
//! let table = Table::assemble(&net, &infer(&net), |span| Place { line: 1, column: span.lo + 1 });
//! let text = rows::write(&table.rows, &table.defs);
//! assert_eq!(text, "-w1 10>1\n+w0 12<1\n+c2 1 0 9\n@1 0 main\n");
//! assert_eq!(rows::read(&text), (table.rows.into_owned(), table.defs.into_owned()));
//! ```

use super::{Place, Row, TableDef};
use crate::{
    net::{Agent, Polarity, Symbol},
    number::Number,
    stored::Stored,
};
use std::fmt::Write;

/// The text of rows and of the definitions that they make. A row: sign and agent, what that has, how many lines its place is further
/// down, its column, and its peer if that is another row. A definition: its root, how many redexes, their sides, its name. Rows are
/// written as how far away they are.
///
/// ```
/// # use polarnet_syntax::{net::{Agent, Polarity}, stored::Stored, table::{Place, Row, rows}};
/// let row = Row { agent: Stored::plain(Agent::Era), peer: 0, polarity: Polarity::Positive, place: Place { line: 2, column: 9 } };
/// assert_eq!(rows::write(&[row], &[]), "+e2 9\n");
/// ```
#[must_use]
pub fn write(rows: &[Row], defs: &[TableDef]) -> String {
    let (mut text, mut before, mut defs) = (String::new(), 0, defs.iter().peekable());
    for (row, at) in rows.iter().zip(0_u32..) {
        let Row { agent, peer, polarity, place: Place { line, column } } = *row;
        text.push(if polarity == Polarity::Positive { '+' } else { '-' });
        // Writing to a string does not fail.
        let _ = match agent.head() {
            Agent::Wire => write!(text, "w"),
            Agent::Era => write!(text, "e"),
            Agent::Num(number) => write!(text, "n{} {} ", number.kind(), number.bits()),
            Agent::Ref(def) => write!(text, "r{def} "),
            Agent::Con(a, b) => write!(text, "c{} {} ", at.wrapping_sub(a), at.wrapping_sub(b)),
            Agent::Dup(label, a, b) => write!(text, "d{label} {} {} ", at.wrapping_sub(a), at.wrapping_sub(b)),
            Agent::Opr(a, b) => write!(text, "o{} {} ", at.wrapping_sub(a), at.wrapping_sub(b)),
            Agent::Swi(a, b) => write!(text, "s{} {} ", at.wrapping_sub(a), at.wrapping_sub(b)),
            Agent::User(Symbol(symbol), _) => write!(text, "u{symbol} {} ", agent.list()),
            Agent::Replaced(_) => write!(text, "p{} ", agent.list()),
        };
        let _ = write!(text, "{} {column}", line.wrapping_sub(before));
        before = line;
        let _ = match peer {
            _ if peer < at => write!(text, "<{}", at - peer),
            _ if peer > at => write!(text, ">{}", peer - at),
            _ => Ok(()),
        };
        text.push('\n');
        if let Some(TableDef { name, root, redexes, end }) = defs.next_if(|def| def.end == at + 1) {
            let _ = write!(text, "@{} {} ", end.wrapping_sub(*root), redexes.len());
            for (a, b) in &**redexes {
                let _ = write!(text, "{} {} ", end.wrapping_sub(*a), end.wrapping_sub(*b));
            }
            let _ = writeln!(text, "{name}");
        }
    }
    debug_assert!(defs.next().is_none(), "each definition has rows, behind those of the one before");
    text
}

/// The rows and the definitions of a text.
///
/// ```
/// # use polarnet_syntax::{net::{Agent, Polarity}, stored::Stored, table::{Place, rows}};
/// let (rows, defs) = rows::read("+e1 9\n-e1 4\n@2 0 main\n");
/// assert_eq!(rows[1].place, Place { line: 2, column: 4 }); // a line further down
/// assert_eq!((rows[1].agent, rows[1].polarity), (Stored::plain(Agent::Era), Polarity::Negative));
/// assert_eq!((&*defs[0].name, defs[0].root, defs[0].end), ("main", 0, 2));
/// ```
///
/// # Panics
///
/// When [`write()`] has not made it.
#[must_use]
pub fn read(text: &str) -> (Vec<Row>, Vec<TableDef>) {
    /// The shortest row, `+w0 7`, and the end of its line.
    const SHORTEST: usize = 6;
    let (mut rows, mut defs) = (Vec::with_capacity(text.len() / SHORTEST), Vec::new());
    let mut text = Text { rest: text.trim_ascii_start().as_bytes(), at: 0, line: 0 };
    while let Some(first) = text.rest.first() {
        if *first == b'@' {
            text.next();
            defs.push(text.def());
        } else {
            rows.push(text.row());
            text.at += 1;
        }
    }
    (rows, defs)
}

/// What is left of a text. Books are made when programs begin, so there is no more to it than must be.
struct Text<'t> {
    rest: &'t [u8],
    /// The row that begins.
    at: u32,
    /// The line of that before it.
    line: u32,
}

impl Text<'_> {
    fn next(&mut self) -> u8 {
        let (&byte, rest) = self.rest.split_first().expect("a text that `net!` has written");
        self.rest = rest;
        byte
    }

    /// A number, and what ends it.
    fn end(&mut self) -> (u32, u8) {
        let mut number = 0_u32;
        loop {
            match self.next() {
                digit @ b'0'..=b'9' => number = number.wrapping_mul(10).wrapping_add(u32::from(digit - b'0')),
                end => return (number, end),
            }
        }
    }

    fn number(&mut self) -> u32 {
        self.end().0
    }

    /// A row, by how far before this it stands.
    fn child(&mut self) -> u32 {
        self.at.wrapping_sub(self.number())
    }

    /// A definition. Its end is where the next row will stand.
    fn def(&mut self) -> TableDef {
        let root = self.child();
        let redexes = (0..self.number()).map(|_| (self.child(), self.child())).collect();
        let mut name = Vec::new();
        loop {
            match self.next() {
                b'\n' => break,
                byte => name.push(byte),
            }
        }
        let name = String::from_utf8(name).expect("a name that `net!` has written");
        TableDef { name: name.into(), root, redexes, end: self.at }
    }

    fn row(&mut self) -> Row {
        let polarity = if self.next() == b'+' { Polarity::Positive } else { Polarity::Negative };
        let agent = match self.next() {
            b'w' => Stored::plain(Agent::Wire),
            b'e' => Stored::plain(Agent::Era),
            b'n' => Stored::plain(Agent::Num(Number::from_parts(self.number() as u16, self.number()))),
            b'r' => Stored::plain(Agent::Ref(self.number())),
            b'c' => Stored::plain(Agent::Con(self.child(), self.child())),
            b'd' => Stored::plain(Agent::Dup(self.number(), self.child(), self.child())),
            b'o' => Stored::plain(Agent::Opr(self.child(), self.child())),
            b's' => Stored::plain(Agent::Swi(self.child(), self.child())),
            b'u' => Stored::user(Symbol(self.number()), self.number()),
            b'p' => Stored::replaced(self.number()),
            other => unreachable!("no agent is written as {other}"),
        };
        self.line = self.line.wrapping_add(self.number());
        let (column, end) = self.end();
        let peer = match end {
            b'<' => self.at.wrapping_sub(self.number()),
            b'>' => self.at.wrapping_add(self.number()),
            _ => self.at,
        };
        Row { agent, peer, polarity, place: Place { line: self.line, column } }
    }
}

#[cfg(all(test, feature = "reader"))]
mod tests {
    use super::*;
    use crate::{infer::infer, number::Numbers, table::Table, text::parse_text};

    #[test]
    fn rows_and_definitions_come_back() {
        let text = "agent +Pair(+a, +b), -Swap(-out); rule Swap(out) ~ Pair(a, b) => out ~ Pair(b, a);
            @main = r & Swap(r) ~ Pair(-7, 1.5) @other = ((a {b &7{c *}}) (@main x)) & a ~ ?((b c) $([+1] x))";
        let net = parse_text(text, Numbers::Native).0.expect(text);
        let Table { rows, defs, .. } = Table::assemble(&net, &infer(&net), |span| Place { line: 1, column: span.lo });
        let text = write(&rows, &defs);
        assert_eq!(read(&text), (rows.into_owned(), defs.into_owned()), "{text}");
        assert!(text.contains(" Swap ~ Pair\n"), "{text}");
        for agent in "wenrcdosup".chars() {
            assert!(text.lines().any(|line| line[1..].starts_with(agent)), "{agent} in {text}");
        }
    }

    #[test]
    fn names_may_be_any_text_of_one_line() {
        let row = Row {
            agent: Stored::plain(Agent::Era),
            peer: 0,
            polarity: Polarity::Negative,
            place: Place { line: 1, column: 1 },
        };
        let rows = [row, Row { peer: 1, ..row }, Row { peer: 2, ..row }];
        let def = |at: u32, name: &'static str| TableDef {
            name: name.into(),
            root: at,
            redexes: vec![(at, at)].into(),
            end: at + 1,
        };
        // `é` is a name in Rust; a digit, spaces and `@` do not end or begin anything; what is instantiated twice shares its name.
        for names in [["é", "7 ~ &7{a b}", "@1 0 x"], ["f", "f", "Swap ~ *"]] {
            let defs: Vec<_> = (0..).zip(names).map(|(at, name)| def(at, name)).collect();
            assert_eq!(read(&write(&rows, &defs)), (rows.to_vec(), defs));
        }
    }
}

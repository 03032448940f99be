//! A net on its way to its normal form, forward and back.

use super::net::{self, Cut, Lines, Names};
use polarnet::{
    Book, Defs, ErrorKind, Rule,
    columns::{Idx, Space},
    reducer::{Graph, Kind, ROOT},
};

/// Nets that take more bytes are not for looking at.
const LARGEST: u64 = 1 << 30;

/// A net, after so many steps.
pub struct Session<'b, S: Space> {
    book: &'b Book<S>,
    main: Idx<Defs<S>>,
    graph: Graph<'b, S>,
    steps: u64,
    names: Names,
}

/// Did the net change?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moved {
    Yes,
    /// It is a normal form.
    End,
    /// It has got too large.
    Full,
}

/// What is wrong when a net gets too large.
pub fn full() -> ErrorKind {
    ErrorKind::Memory(LARGEST)
}

fn fresh<S: Space>(book: &Book<S>, main: Idx<Defs<S>>) -> Graph<'_, S> {
    let mut graph = Graph::new(book);
    graph.instantiate(main, ROOT);
    graph
}

impl<'b, S: Space> Session<'b, S> {
    /// The net of `@main`; none without it.
    pub fn start(book: &'b Book<S>) -> Option<Self> {
        let main = book.main()?;
        Some(Session { book, main, graph: fresh(book, main), steps: 0, names: Names::default() })
    }

    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Is there no redex?
    pub fn is_normal(&self) -> bool {
        self.graph.redexes().is_empty()
    }

    /// Up to `count` interactions.
    pub fn forward(&mut self, count: u64) -> Moved {
        for _ in 0..count {
            if self.graph.bytes() > LARGEST {
                return Moved::Full;
            }
            if self.graph.step().is_none() {
                return Moved::End;
            }
            self.steps += 1;
        }
        Moved::Yes
    }

    /// The net as it was at the start.
    pub fn rewind(&mut self) {
        self.graph = fresh(self.book, self.main);
        self.steps = 0;
    }

    /// How far it is, and what comes next.
    pub fn headline(&self) -> String {
        let plural = |count, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let steps = plural(self.steps, "interaction");
        match self.graph.redexes() {
            [] => format!("{steps}: normal form"),
            [.., (a, b)] => {
                let redexes = self.graph.redexes().len();
                let redexes = if redexes == 1 { "1 redex".to_owned() } else { format!("{redexes} redexes") };
                format!("{steps}, {redexes}; next: {}", self.rule([*a, *b]))
            }
        }
    }

    /// The name of the rule for these two; of one of the book's, its agents.
    fn rule(&self, [a, b]: [usize; 2]) -> String {
        let name = |at| match self.graph.kind(at) {
            Kind::User(symbol) => self.book.agent(symbol).name.clone().into_owned(),
            Kind::Num(number) => number.display(self.book.numbers()).to_string(),
            Kind::Dup(0) => "{a b}".to_owned(),
            Kind::Dup(label) => format!("&{label}{{a b}}"),
            _ => "*".to_owned(),
        };
        match self.graph.rule(a, b) {
            Rule::User => format!("{} ~ {}", name(a), name(b)),
            rule => rule.name().to_owned(),
        }
    }

    /// The net as text.
    pub fn lines(&mut self, cut: Cut) -> Lines {
        net::lines(&self.graph, &mut self.names, cut)
    }
}

//! The closed parts of a net: those that hang on the rest by one wire, and which of them are the same net.
//!
//! A net is a graph of agents; its wires whose cut would leave something apart are found by one walk from the root (Tarjan: A
//! note on finding the bridges of a graph, 1974). A part is what is behind such a wire. In a term it is a closed subterm.

use super::sites::{Port, Sites};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::{
    book::Defs,
    net::{Agent, Label, Symbol},
    number::Number,
};
use std::{collections::HashMap, ops::Range};

/// What is behind a wire.
#[derive(Clone, Debug)]
pub(super) struct Part<S: Space> {
    /// The agent at its end of the wire.
    pub agent: Idx<S>,
    /// Which port of it that is: the principal one is 0.
    pub port: usize,
    /// Parts of a definition that have one number are the same net.
    pub net: u32,
    /// Its agents, in the order of the walk.
    pub agents: Range<u32>,
}

/// What a net is made of, from the port on that it is entered by: the next agent, and where each port of it leads.
#[derive(PartialEq, Eq, Hash)]
enum Token {
    Leaf,
    Number(Number),
    Ref(u32),
    Con,
    Dup(Label),
    Opr,
    Swi,
    User(Symbol),
    /// Out of the net.
    Out,
    /// To a port of an agent, by the order in which they are found.
    Port(u32, u32),
    /// To a part, by its number.
    Part(u32),
}

const NONE: u32 = u32::MAX;

/// A definition's net as a graph.
pub(super) struct Graph<'s, 'b, S: Space> {
    sites: &'s Sites<'b, S>,
    /// Where the walk found each row of the definition, from `start` on; one more stands for the root.
    start: u32,
    order: Vec<u32>,
    /// Of each row, the first of its ports; of each port, the one that it leads to, and the row that it belongs to.
    first: Vec<u32>,
    to: Vec<u32>,
    of: Vec<u32>,
    /// The parts, by the port that they are entered by.
    part: Vec<u32>,
}

impl<'s, 'b, S: Space> Graph<'s, 'b, S> {
    pub fn new(sites: &'s Sites<'b, S>, def: Idx<Defs<S>>) -> Self {
        let book = sites.book;
        let start = book.rows(def).next().map_or(0, Idx::raw);
        let (mut first, mut of) = (Vec::new(), Vec::new());
        for row in book.rows(def) {
            first.push(of.len() as u32);
            let ports = 1 + book.agents().node(row).children().count();
            of.extend(std::iter::repeat_n(row.raw() - start, ports));
        }
        let root = first.len() as u32;
        first.push(of.len() as u32);
        of.push(root);
        let mut graph = Graph {
            sites,
            start,
            order: vec![NONE; first.len()],
            to: vec![NONE; of.len()],
            part: vec![NONE; of.len()],
            first,
            of,
        };
        for row in book.rows(def).filter(|&row| !matches!(book.agents().node(row), Agent::Wire)) {
            for (slot, child) in book.agents().node(row).children().enumerate() {
                graph.join(Port::Of(row, slot + 1), sites.port(child));
            }
        }
        for &(a, b) in book.redexes(def) {
            if !matches!(book.agents().node(a), Agent::Wire) {
                graph.join(Port::Of(a, 0), sites.port(b));
            } else if !matches!(book.agents().node(b), Agent::Wire) {
                graph.join(Port::Of(b, 0), sites.port(a));
            }
        }
        graph.join(Port::Root, sites.port(book.root(def)));
        graph
    }

    fn join(&mut self, a: Port<S>, b: Port<S>) {
        let [a, b] = [a, b].map(|port| match port {
            Port::Of(row, port) => self.first[(row.raw() - self.start) as usize] + port as u32,
            Port::Root => self.of.len() as u32 - 1,
        });
        (self.to[a as usize], self.to[b as usize]) = (b, a);
    }

    fn ports(&self, row: u32) -> Range<u32> {
        self.first[row as usize]..self.first.get(row as usize + 1).copied().unwrap_or(self.of.len() as u32)
    }

    /// When the walk found the agent at a port; none for the root.
    pub fn found(&self, port: Port<S>) -> Option<u32> {
        match port {
            Port::Of(row, _) => Some(self.order[(row.raw() - self.start) as usize]).filter(|&at| at != NONE),
            Port::Root => None,
        }
    }

    /// All parts, those inside before those that they are in.
    pub fn parts(&mut self) -> Vec<Part<S>> {
        let root = self.first.len() as u32 - 1;
        let (mut nets, mut parts) = (HashMap::new(), Vec::new());
        let (mut lowest, mut count) = (vec![NONE; self.first.len()], 0);
        // Rows on the way, with the port by which they were entered and the next one to look at.
        let mut way: Vec<(u32, u32, u32)> = vec![(root, NONE, self.first[root as usize])];
        while let Some(&mut (row, entry, ref mut next)) = way.last_mut() {
            if self.order[row as usize] == NONE {
                (self.order[row as usize], lowest[row as usize]) = (count, count);
                count += 1;
            }
            let port = *next;
            *next += 1;
            if self.ports(row).contains(&port) {
                let to = self.to[port as usize];
                if port == entry || to == NONE {
                    continue;
                }
                let other = self.of[to as usize];
                match self.order[other as usize] {
                    NONE => way.push((other, to, self.first[other as usize])),
                    found => lowest[row as usize] = lowest[row as usize].min(found),
                }
                continue;
            }
            way.pop();
            let Some(&(above, _, _)) = way.last() else { break };
            if lowest[row as usize] > self.order[above as usize] {
                let (tokens, next) = (self.tokens(row, entry), nets.len() as u32);
                let net = *nets.entry(tokens).or_insert(next);
                self.part[entry as usize] = net;
                let agents = self.order[row as usize]..count;
                let agent = self.sites.book.agents().check(self.start + row);
                let port = (entry - self.first[row as usize]) as usize;
                parts.extend(agent.map(|agent| Part { agent, port, net, agents }));
            }
            lowest[above as usize] = lowest[above as usize].min(lowest[row as usize]);
        }
        parts
    }

    /// The net behind a port, but for the parts in it.
    fn tokens(&self, row: u32, entry: u32) -> Vec<Token> {
        let (mut tokens, mut found, mut numbers) = (Vec::new(), vec![row], HashMap::from([(row, 0)]));
        let mut at = 0;
        while let Some(&row) = found.get(at) {
            at += 1;
            tokens.push(self.token(row));
            for port in self.ports(row) {
                let to = self.to[port as usize];
                tokens.push(if port == entry || to == NONE {
                    Token::Out
                } else if self.part[to as usize] != NONE {
                    Token::Part(self.part[to as usize])
                } else {
                    let other = self.of[to as usize];
                    let number = *numbers.entry(other).or_insert_with(|| {
                        found.push(other);
                        found.len() as u32 - 1
                    });
                    Token::Port(number, to - self.first[other as usize])
                });
            }
        }
        tokens
    }

    fn token(&self, row: u32) -> Token {
        let agents = self.sites.book.agents();
        match agents.check(self.start + row).map(|row| agents.node(row)) {
            Some(Agent::Num(number)) => Token::Number(number),
            Some(Agent::Ref(def)) => Token::Ref(def.raw()),
            Some(Agent::Con(..)) => Token::Con,
            Some(Agent::Dup(label, ..)) => Token::Dup(label),
            Some(Agent::Opr(..)) => Token::Opr,
            Some(Agent::Swi(..)) => Token::Swi,
            Some(Agent::User(symbol, _)) => Token::User(symbol),
            Some(Agent::Wire | Agent::Era | Agent::Replaced(_)) | None => Token::Leaf,
        }
    }
}

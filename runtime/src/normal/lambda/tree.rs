//! The normal form, with links up and across.

use super::{NONE, Term};
use polarnet_syntax::{net::Polarity, number::Numbers};
use std::collections::HashSet;

/// The tree with links.
pub(super) struct Tree<'n> {
    pub terms: &'n [Term],
    pub signs: &'n [Polarity],
    pub numbers: Numbers,
    /// Of each node, where its children begin in `children`.
    pub first: Vec<u32>,
    pub children: Vec<u32>,
    /// The parent, and at which of its ports.
    pub above: Vec<(u32, u32)>,
    /// Of each wire, its other end, if that is in the tree too.
    peer: Vec<u32>,
    /// Is it a duplication that copies a variable?
    pub plain: Vec<bool>,
    /// The labels of superpositions.
    pub superposed: HashSet<u32>,
}

impl<'n> Tree<'n> {
    pub(super) fn new(terms: &'n [Term], signs: &'n [Polarity], numbers: Numbers) -> Option<Self> {
        let count = terms.len();
        let mut tree = Tree {
            terms,
            signs,
            numbers,
            first: Vec::with_capacity(count),
            children: Vec::new(),
            above: vec![(NONE, 0); count],
            peer: vec![NONE; count],
            plain: vec![false; count],
            superposed: HashSet::new(),
        };
        let mut ends: Vec<u32> = Vec::new();
        // The nodes whose children are still to come, and how many of them are there.
        let mut open: Vec<(u32, u32)> = Vec::new();
        for (at, term) in (0..).zip(terms) {
            if let Some((parent, port)) = open.last_mut() {
                tree.above[at as usize] = (*parent, *port);
                let slot = tree.first[*parent as usize] + *port;
                tree.children[slot as usize] = at;
                *port += 1;
            }
            tree.first.push(tree.children.len() as u32);
            tree.children.resize(tree.children.len() + term.arity(), NONE);
            if let Term::Wire(wire) = term {
                let wire = *wire as usize;
                ends.resize(ends.len().max(wire + 1), NONE);
                if ends[wire] != NONE {
                    (tree.peer[at as usize], tree.peer[ends[wire] as usize]) = (ends[wire], at);
                }
                ends[wire] = at;
            }
            open.push((at, 0));
            while open.last().is_some_and(|&(node, found)| found as usize == terms[node as usize].arity()) {
                open.pop();
            }
        }
        let superposed = (0..count)
            .filter(|&at| tree.positive(at as u32))
            .map(|at| &terms[at])
            .filter_map(label)
            .collect::<HashSet<_>>();
        tree.superposed = superposed;
        for at in 0..count as u32 {
            let (parent, port) = tree.above[at as usize];
            if tree.positive(at)
                || parent == NONE
                || label(&terms[at as usize]).is_none_or(|label| tree.superposed.contains(&label))
            {
                continue;
            }
            tree.plain[at as usize] = tree.binds(parent, port) || tree.plain[parent as usize] || tree.is_let(parent);
        }
        Some(tree)
    }

    pub(super) fn positive(&self, node: u32) -> bool {
        self.signs[node as usize] == Polarity::Positive
    }

    pub(super) fn term(&self, node: u32) -> &Term {
        &self.terms[node as usize]
    }

    pub(super) fn child(&self, node: u32, port: u32) -> u32 {
        self.children[(self.first[node as usize] + port) as usize]
    }

    /// Where the value comes from that this wire brings. None if that is a circle of agents beside the tree, which nothing leads
    /// to but auxiliary ports: the wire has one end here.
    pub(super) fn source(&self, wire: u32) -> Option<u32> {
        let peer = self.peer[wire as usize];
        (peer != NONE).then_some(peer)
    }

    pub(super) fn is_lambda(&self, node: u32) -> bool {
        self.positive(node) && matches!(self.term(node), Term::Con) && !self.positive(self.child(node, 0))
    }

    /// Is this the port of a λ for its variable?
    pub(super) fn binds(&self, node: u32, port: u32) -> bool {
        port == 0 && self.is_lambda(node)
    }

    /// A duplication that is shown as `let`, or a split.
    pub(super) fn is_let(&self, node: u32) -> bool {
        !self.positive(node)
            && match self.term(node) {
                Term::Con => !self.positive(self.child(node, 0)),
                Term::Dup(label) => !self.plain[node as usize] && !self.superposed.contains(label),
                _ => false,
            }
    }

    pub(super) fn is_erased(&self, node: u32) -> bool {
        matches!(self.term(node), Term::Era)
    }
}

fn label(term: &Term) -> Option<u32> {
    match term {
        Term::Dup(label) => Some(*label),
        _ => None,
    }
}

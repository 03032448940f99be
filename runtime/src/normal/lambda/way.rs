//! The way from a binder down to where its value is used.

use super::{NONE, Term, Tree};
use polarnet_syntax::number::{Number, Op, Shape};

/// Lists of labels and sides of duplications, the last one first; one is known by its number, and [`NONE`] is empty.
///
/// Where a list has more sides than there are duplications, one of them is there twice: what it copies is in a copy of itself,
/// and the term would have no end. Lists may be a few times as long, lest anything else be refused.
pub(super) struct Sides {
    list: Vec<Side>,
    longest: u32,
}

struct Side {
    label: u32,
    side: u32,
    rest: u32,
    /// Of the list that begins with it.
    length: u32,
}

impl Sides {
    /// For a tree of so many terms.
    pub(super) fn new(terms: usize) -> Self {
        Sides { list: Vec::new(), longest: u32::try_from(terms).unwrap_or(u32::MAX).saturating_mul(4) }
    }

    /// How many there are, of all lists.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    fn push(&mut self, label: u32, side: u32, rest: u32) -> u32 {
        let length = self.length(rest) + 1;
        self.list.push(Side { label, side, rest, length });
        self.list.len() as u32 - 1
    }

    fn length(&self, list: u32) -> u32 {
        if list == NONE { 0 } else { self.list[list as usize].length }
    }

    /// Can what is seen from these sides be a term?
    fn has_end(&self, sides: u32) -> bool {
        self.length(sides) <= self.longest
    }

    /// The last side for this label, and the list without it.
    pub(super) fn take(&mut self, label: u32, from: u32) -> Option<(u32, u32)> {
        let (mut skipped, mut at) = (Vec::new(), from);
        while at != NONE {
            let Side { label: found, side, rest, .. } = self.list[at as usize];
            if found == label {
                let rest = skipped.into_iter().rev().fold(rest, |rest, (label, side)| self.push(label, side, rest));
                return Some((side, rest));
            }
            skipped.push((found, side));
            at = rest;
        }
        None
    }
}

/// What comes down a wire: where it comes from, and what happens on the way.
pub(super) struct Way {
    pub base: Base,
    /// The sides at the base.
    pub sides: u32,
    pub steps: Vec<Step>,
}

pub(super) enum Base {
    /// The variable of this λ.
    Variable(u32),
    /// One of the parts that this duplication or split makes.
    Part(u32, u32),
}

pub(super) enum Step {
    /// Applied to this value, seen from these sides.
    Argument(u32, u32),
    /// With a value on its right, seen from these sides.
    Operator(Op, u32, u32),
    /// With a number on its left.
    Partial(Op, Number),
    /// A switch: its arms, seen from these sides.
    Switch(u32, u32),
}

impl Tree<'_> {
    /// What comes into a negative tree from above. None if that is no term.
    pub(super) fn way(&self, mut node: u32, mut sides: u32, all: &mut Sides) -> Option<Way> {
        let mut steps = Vec::new();
        let base = loop {
            let (parent, port) = self.above[node as usize];
            if parent == NONE {
                return None;
            }
            if self.binds(parent, port) {
                break Base::Variable(parent);
            }
            if self.is_let(parent) {
                break Base::Part(parent, port);
            }
            if self.positive(parent) {
                return None;
            }
            let other = || self.child(parent, 0);
            match self.term(parent) {
                Term::Con if port == 1 => steps.push(Step::Argument(other(), sides)),
                Term::Dup(label) if self.superposed.contains(label) => {
                    sides = all.push(*label, port, sides);
                    if !all.has_end(sides) {
                        return None;
                    }
                }
                Term::Dup(_) => {}
                Term::Swi if port == 1 => steps.push(Step::Switch(other(), sides)),
                Term::Opr if port == 1 => match self.operator(other()) {
                    Some(Shape::Partial(op, left)) => steps.push(Step::Partial(op, Number::new(left, self.numbers))),
                    _ => {
                        // `$([+] $(b r))`: the symbol is one up.
                        let (upper, port) = self.above[parent as usize];
                        if upper == NONE || port != 1 || !matches!(self.term(upper), Term::Opr) {
                            return None;
                        }
                        let Some(Shape::Symbol(op)) = self.operator(self.child(upper, 0)) else { return None };
                        steps.push(Step::Operator(op, other(), sides));
                        node = upper;
                        continue;
                    }
                },
                _ => return None,
            }
            node = parent;
        };
        steps.reverse();
        Some(Way { base, sides, steps })
    }

    pub(super) fn operator(&self, node: u32) -> Option<Shape> {
        match self.term(node) {
            Term::Num(number) => Some(number.shape()),
            _ => None,
        }
    }

    /// The arms of a switch on a number.
    pub(super) fn arms(&self, node: u32) -> Option<[u32; 2]> {
        let pair = matches!(self.term(node), Term::Con) && !self.is_lambda(node);
        pair.then(|| [self.child(node, 0), self.child(node, 1)])
    }
}

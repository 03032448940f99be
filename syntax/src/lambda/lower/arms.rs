//! Arms, of numbers and of agents.
//!
//! What arms need of the outside is handed to the one that is taken: they are functions of it.

use super::{Lower, Redex};
use crate::{
    lambda::{Id, List, Var},
    span::Span,
    tree::{Shape, Tree},
};
use rustc_hash::FxHashMap;

/// An arm: what stands in it, and what it needs.
pub(super) struct Piece<'t> {
    /// Variables of the outside, and what takes their values.
    pub captures: Vec<(Var, &'t Tree<'t>)>,
    pub tree: &'t Tree<'t>,
    pub redexes: Vec<Redex<'t>>,
}

impl<'t> Lower<'_, 't> {
    pub(super) fn arm(&mut self, body: Id) -> Piece<'t> {
        let tree = self.value(body);
        let Some(region) = self.regions.pop() else { return Piece { captures: Vec::new(), tree, redexes: Vec::new() } };
        let redexes = self.redexes.split_off(region.redexes);
        let captures = self.captures(&region);
        Piece { captures, tree, redexes }
    }

    pub(super) fn take_arm(&mut self, id: Id) -> Piece<'t> {
        let span = self.terms.span(id);
        let nothing = self.tree(Shape::Era, span);
        self.arms.remove(&id).unwrap_or(Piece { captures: Vec::new(), tree: nothing, redexes: Vec::new() })
    }

    pub(super) fn switch(&mut self, number: Id, zeros: List, other: Id, var: Option<Var>, span: Span) -> &'t Tree<'t> {
        let zeros: Vec<_> = self.terms.lists[zeros.range()].iter().map(|&arm| self.take_arm(arm)).collect();
        let other = self.take_arm(other);
        let captured = captured(zeros.iter().chain([&other]));
        let predecessor = match var {
            Some(var) => self.binder(var),
            None => self.tree(Shape::Era, span),
        };
        let Some(arms) = self.switch_arms(zeros, other, &captured, predecessor, span) else {
            return self.tree(Shape::Era, span);
        };
        let [value, mut result] = self.wire("r", span);
        for &var in captured.iter().rev() {
            let given = self.occurrence(var, span);
            result = self.call(given, result, span);
        }
        let switch = self.tree(Shape::Swi(arms, result), span);
        self.redexes.push([switch, self.value(number)]);
        value
    }

    /// What a switch chooses from. None if there is no arm for 0, which the parser asks for.
    pub(super) fn switch_arms(
        &mut self,
        zeros: Vec<Piece<'t>>,
        other: Piece<'t>,
        captured: &[Var],
        predecessor: &'t Tree<'t>,
        span: Span,
    ) -> Option<&'t Tree<'t>> {
        let mut last = self.function(other, captured, Some(predecessor));
        for (at, zero) in zeros.into_iter().enumerate().rev() {
            let zero = self.function(zero, captured, None);
            let arms = self.tree(Shape::Con(zero, last), span);
            if at == 0 {
                return Some(arms);
            }
            // What is left of the number goes into the next switch.
            let [value, end] = self.wire("r", span);
            let next = self.tree(Shape::Swi(arms, end), span);
            last = self.function_of(next, value, span);
        }
        None
    }

    /// An arm as a function of what all arms need, and of the number's predecessor before.
    pub(super) fn function(&mut self, arm: Piece<'t>, captured: &[Var], first: Option<&'t Tree<'t>>) -> &'t Tree<'t> {
        let span = arm.tree.span;
        let mut needed: FxHashMap<Var, &'t Tree<'t>> = arm.captures.into_iter().collect();
        let mut tree = arm.tree;
        for var in captured.iter().rev() {
            let taker = needed.remove(var).unwrap_or_else(|| self.tree(Shape::Era, span));
            tree = self.function_of(taker, tree, span);
        }
        if let Some(first) = first {
            tree = self.function_of(first, tree, span);
        }
        if arm.redexes.is_empty() { tree } else { self.lift(tree, arm.redexes) }
    }
}

/// What arms need of the outside, in order.
pub(super) fn captured<'p, 't: 'p>(arms: impl Iterator<Item = &'p Piece<'t>>) -> Vec<Var> {
    let mut vars: Vec<Var> = arms.flat_map(|arm| arm.captures.iter().map(|&(var, _)| var)).collect();
    vars.sort_unstable();
    vars.dedup();
    vars
}

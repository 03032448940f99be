//! `match`: patterns of nodes and of Rust's values, and whether all operators are there.

use super::Elaborator;
use crate::schedule::{
    ident,
    tree::{self, PatternKind},
    typed::{Arm, Expr, Kind, Pattern},
    types::{Class, Place, Shape, SpaceId, Ty},
};
use proc_macro2::{Ident, Span};
use std::collections::HashSet;

/// What is matched on.
#[derive(Clone, Copy)]
pub struct Matched {
    pub ty: Ty,
    /// It is a node: of which space, with which children.
    pub node: Option<(SpaceId, Place)>,
}

impl<'a> Elaborator<'a, '_> {
    /// A `match` of the type that is wanted, if one is.
    pub fn match_value(
        &mut self,
        span: Span,
        value: &'a tree::Expr<'a>,
        arms: &'a [tree::Arm<'a>],
        wanted: Option<Ty>,
    ) -> &'a Expr<'a> {
        if let Some(ty) = wanted {
            return match self.arms(span, value, arms, |this, body| this.expect(body, ty)) {
                Some((value, arms)) => self.alloc(span, ty, Kind::Match(value, arms)),
                None => self.broken(span),
            };
        }
        let any = self.types.var(Class::Any);
        let mut first: Option<&'a Expr<'a>> = None;
        let found = self.arms(span, value, arms, |this, body| {
            let body = this.expression(body);
            match first {
                None => {
                    first = Some(body);
                    body
                }
                Some(first) if matches!(this.types.shape(body.ty), Shape::Node(_) | Shape::Row(..)) => {
                    this.both(first, body).1
                }
                Some(first) => {
                    this.same(body.span, first.ty, body.ty);
                    body
                }
            }
        });
        let Some((value, mut arms)) = found else { return self.broken(span) };
        // A new row in a later arm makes the node of an earlier one a row, too.
        let ty =
            arms.iter().map(|arm| arm.body.ty).find(|&ty| matches!(self.types.shape(ty), Shape::Row(_, Place::Any)));
        if let Some(ty) = ty {
            for arm in &mut arms {
                arm.body = self.coerce(arm.body, ty);
            }
        }
        let ty = arms.first().map_or(any, |arm| arm.body.ty);
        self.alloc(span, ty, Kind::Match(value, arms))
    }

    pub fn match_writes(&mut self, span: Span, value: &'a tree::Expr<'a>, arms: &'a [tree::Arm<'a>]) -> &'a Expr<'a> {
        let unit = self.types.add(Shape::Tuple(Vec::new()));
        match self.arms(span, value, arms, |this, body| this.writes(body)) {
            Some((value, arms)) => self.alloc(span, unit, Kind::Match(value, arms)),
            None => self.broken(span),
        }
    }

    pub fn arms(
        &mut self,
        span: Span,
        value: &'a tree::Expr<'a>,
        arms: &'a [tree::Arm<'a>],
        mut body: impl FnMut(&mut Self, &'a tree::Expr<'a>) -> &'a Expr<'a>,
    ) -> Option<(&'a Expr<'a>, Vec<Arm<'a>>)> {
        let value = self.expression(value);
        let matched = Matched { ty: value.ty, node: self.node_of(value.ty) };
        if let Some((space, _)) = matched.node
            && self.spaces[space].language.is_none()
        {
            let text = format!("the rows of `{}` have no nodes", self.spaces[space].name);
            self.errors.push(value.span, text, "declare its language: `space expr: Batch<Math>;`");
            return None;
        }
        let truth = self.types.add(Shape::Bool);
        let (mut typed, mut spans): (Vec<Arm<'a>>, Vec<Vec<Span>>) = (Vec::new(), Vec::new());
        for arm in arms {
            let outer = self.scope.len();
            let (mut patterns, mut places) = (Vec::new(), Vec::new());
            let mut names: Option<Vec<(String, usize)>> = None;
            for pattern in &arm.patterns {
                // Each alternative binds the same names; the last ones are seen, and the others are made equal to them.
                self.scope.truncate(outer);
                match (&pattern.kind, matched.node) {
                    (PatternKind::Others(name), Some((space, place))) => {
                        let others = self.others(pattern.span, name, (space, place), &typed, &patterns);
                        patterns.extend(others);
                    }
                    _ => patterns.push(self.pattern(pattern, matched)),
                }
                places.resize(patterns.len(), pattern.span);
                let bound: Vec<_> = self.scope[outer..].to_vec();
                match &names {
                    None => names = Some(bound),
                    Some(first) => self.alternatives(pattern.span, first, &bound),
                }
            }
            self.twice(outer);
            // What one alternative binds and the last one does not was reported.
            for (name, _) in names.unwrap_or_default() {
                if !self.scope[outer..].iter().any(|(known, _)| *known == name) {
                    let ty = self.types.error();
                    self.bind(&ident(&name, span), ty);
                }
            }
            let guard = arm.guard.map(|guard| self.expect(guard, truth));
            let body = body(self, arm.body);
            self.scope.truncate(outer);
            typed.push(Arm { patterns, guard, body });
            spans.push(places);
        }
        self.tuples(&typed, arms);
        match matched.node {
            Some((space, _)) => self.covered(span, space, &typed, &spans),
            None => self.covered_values(span, matched.ty, &typed, arms),
        }
        Some((value, typed))
    }

    /// A pattern binds each name once.
    pub fn twice(&mut self, outer: usize) {
        for at in outer..self.scope.len() {
            let (name, id) = self.scope[at].clone();
            if self.scope[outer..at].iter().any(|(known, _)| *known == name) {
                let span = self.locals[id].name.span();
                self.errors.push(span, format!("`{name}` is bound twice by this pattern"), "rename one of the two");
            }
        }
    }

    /// In a tuple of rows, a place at which one arm looks at the node has no name for the row in another.
    pub fn tuples(&mut self, typed: &[Arm<'a>], written: &'a [tree::Arm<'a>]) {
        for pattern in written.iter().flat_map(|arm| &arm.patterns) {
            let PatternKind::Tuple(parts) = &pattern.kind else { continue };
            for (at, part) in parts.iter().enumerate() {
                let PatternKind::Name(name) = &part.kind else { continue };
                let binds = |arm: &Arm<'a>| {
                    arm.patterns.iter().any(|pattern| {
                        matches!(pattern, Pattern::Tuple(_, parts)
                            if matches!(parts.get(at), Some(Pattern::Bind(id)) if self.locals[*id].name == *name))
                    })
                };
                let looked_at = typed.iter().flat_map(|arm| &arm.patterns).any(|pattern| pattern.looks(at));
                if looked_at && typed.iter().any(binds) {
                    let text = format!("`{name}` would be a row, and other arms look at the node here");
                    self.errors.push(
                        part.span,
                        text,
                        "write `_`, and in the arm the row itself: what stands in its place between `match` and `{`",
                    );
                }
            }
        }
    }

    /// `_(args..)`: a pattern for each operator that those before leave.
    pub fn others(
        &mut self,
        span: Span,
        name: &Ident,
        (space, place): (SpaceId, Place),
        arms: &[Arm<'a>],
        patterns: &[Pattern],
    ) -> Vec<Pattern> {
        let row = self.types.add(Shape::Row(space, place));
        let list = self.types.add(Shape::List(row));
        let rest = Some(self.bind(name, list));
        let before = arms.iter().filter(|arm| arm.guard.is_none()).flat_map(|arm| &arm.patterns).chain(patterns);
        let taken: HashSet<usize> = before.filter_map(Pattern::takes).collect();
        let count = self.language(space).map_or(0, |language| language.operators.len());
        if (0..count).all(|operator| taken.contains(&operator)) {
            self.errors.push(span, "no operator is left for this pattern", "remove it");
        }
        let left = (0..count).filter(|operator| !taken.contains(operator));
        left.map(|operator| Pattern::Node { at: span, space, operator, fields: Vec::new(), rest }).collect()
    }

    /// Is it a node, or a row whose node can be looked at?
    pub fn node_of(&self, ty: Ty) -> Option<(SpaceId, Place)> {
        match *self.types.shape(ty) {
            Shape::Node(space) => Some((space, Place::Below)),
            Shape::Row(space, Place::Below) => Some((space, Place::Below)),
            Shape::Row(space, _) => Some((space, Place::Any)),
            _ => None,
        }
    }

    pub fn alternatives(&mut self, span: Span, first: &[(String, usize)], other: &[(String, usize)]) {
        for (name, id) in first {
            match other.iter().find(|(known, _)| known == name) {
                Some(&(_, same)) => {
                    let (a, b) = (self.locals[*id].ty, self.locals[same].ty);
                    self.same(span, a, b);
                }
                None => {
                    let text = format!("`{name}` is bound by an alternative before, and not by this one");
                    return self.errors.push(span, text, "all alternatives of an arm bind the same names");
                }
            }
        }
        if let Some((name, _)) = other.iter().find(|(name, _)| !first.iter().any(|(known, _)| known == name)) {
            let text = format!("`{name}` is bound by this alternative only");
            self.errors.push(span, text, "all alternatives of an arm bind the same names");
        }
    }
}

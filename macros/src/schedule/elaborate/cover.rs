//! Has all there is an arm, and is each arm reached?

use super::{
    Elaborator,
    useful::{Question, Rows, Shown},
};
use crate::schedule::{
    tree,
    typed::{Arm, Pattern},
    types::{Shape, SpaceId, Ty},
};
use proc_macro2::Span;
use std::{cell::Cell, collections::HashSet};

impl<'a> Elaborator<'a, '_> {
    /// Each operator has an arm that takes it whatever its fields are.
    pub fn covered(&mut self, span: Span, space: SpaceId, arms: &[Arm<'a>], spans: &[Vec<Span>]) {
        let Some(language) = self.language(space) else { return };
        let (mut all, mut seen, mut broken) = (false, HashSet::new(), false);
        let mut never = Vec::new();
        for (arm, spans) in arms.iter().zip(spans) {
            for (pattern, &span) in arm.patterns.iter().zip(spans) {
                match pattern {
                    _ if all || seen.len() == language.operators.len() => never.push(span),
                    Pattern::Error => broken = true,
                    Pattern::Any | Pattern::Bind(_) => all |= arm.guard.is_none(),
                    Pattern::Node { operator, .. } if seen.contains(operator) => never.push(span),
                    Pattern::Node { operator, fields, .. }
                        if arm.guard.is_none() && fields.iter().all(|(_, field)| field.is_irrefutable()) =>
                    {
                        seen.insert(*operator);
                    }
                    _ => {}
                }
            }
        }
        let missing: Vec<String> = (0..language.operators.len())
            .filter(|at| !all && !seen.contains(at))
            .map(|at| language.operators[at].shown())
            .collect();
        let name = language.name.clone();
        for span in never {
            self.errors.push(
                span,
                "this pattern is never reached: those before take all there is",
                "remove it, or move it up",
            );
        }
        if !missing.is_empty() && !broken {
            let list = match missing.len() {
                0..=4 => missing.join(", "),
                n => format!("{} and {} more", missing[..3].join(", "), n - 3),
            };
            let text = format!("not every operator of `{name}` has an arm: missing {list}");
            self.errors.push(span, text, "add arms for them, or `_ => …` for all others");
        }
    }

    /// As far as it can be seen here, each value has an arm, and no arm is there for nothing.
    pub fn covered_values(&mut self, span: Span, ty: Ty, arms: &[Arm<'a>], written: &[tree::Arm<'a>]) {
        let broken = |pattern: &Pattern| matches!(pattern, Pattern::Error);
        if self.types.is_error(ty) || arms.iter().flat_map(|arm| &arm.patterns).any(broken) {
            return;
        }
        for at in self.never_reached(arms, written) {
            let text = "this pattern is never reached: those before take all there is";
            self.errors.push(at, text, "remove it, or move it up");
        }
        let Some(missing) = self.missing(arms) else { return };
        let (text, help) = match self.types.shape(ty) {
            Shape::Bool => {
                ("a truth value has two cases, and one has no arm".to_owned(), "add `_ => …` for all others")
            }
            Shape::Int(_) | Shape::Float(_) => {
                ("not every number has an arm".to_owned(), "add `_ => …` for all others")
            }
            _ => (format!("`{missing}` has no arm"), "add an arm for it, or `_ => …` for all others"),
        };
        self.errors.push(span, text, help);
    }

    fn rows(&self, question: Question) -> Rows<'_> {
        let languages = self.spaces.iter().map(|space| space.language.map(|at| &self.languages[at])).collect();
        Rows { question, languages, fuel: Cell::new(0) }
    }

    /// Patterns that are not reached.
    fn never_reached(&self, arms: &[Arm<'a>], written: &[tree::Arm<'a>]) -> Vec<Span> {
        let rows = self.rows(Question::Reached);
        let (mut before, mut never) = (Vec::new(), Vec::new());
        for (arm, written) in arms.iter().zip(written) {
            for (pattern, written) in arm.patterns.iter().zip(&written.patterns) {
                let Some(row) = rows.shown(pattern) else { continue };
                let row = vec![row];
                if rows.none_left(&before, &row) {
                    never.push(written.span);
                } else if arm.guard.is_none() {
                    before.push(row);
                }
            }
        }
        never
    }

    /// A value that no arm takes, as a pattern.
    fn missing(&self, arms: &[Arm<'a>]) -> Option<String> {
        let rows = self.rows(Question::Missing);
        let patterns = arms.iter().filter(|arm| arm.guard.is_none()).flat_map(|arm| &arm.patterns);
        let all: Vec<Vec<Shown>> = patterns.map(|pattern| Some(vec![rows.shown(pattern)?])).collect::<Option<_>>()?;
        rows.some_left(&all, &[Shown::Any])?.first().map(|left| rows.show(left))
    }
}

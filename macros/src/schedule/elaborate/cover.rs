//! Has all there is an arm, and is each arm reached?

use super::Elaborator;
use crate::schedule::{
    tree::{self},
    typed::{Arm, Pattern},
    types::{Shape, SpaceId, Ty},
};
use proc_macro2::Span;
use std::collections::HashSet;

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
        if self.types.is_error(ty) {
            return;
        }
        let (mut all, mut seen, mut broken) = (false, HashSet::new(), false);
        for (arm, written) in arms.iter().zip(written) {
            for (pattern, written) in arm.patterns.iter().zip(&written.patterns) {
                let text = match pattern {
                    Pattern::Rust(tokens) => tokens.to_string(),
                    _ => String::new(),
                };
                broken |= matches!(pattern, Pattern::Error);
                if all || seen.contains(&text) {
                    let text = "this pattern is never reached: those before take all there is";
                    self.errors.push(written.span, text, "remove it, or move it up");
                } else if arm.guard.is_none() {
                    all |= pattern.is_irrefutable();
                    if !text.is_empty() {
                        seen.insert(text);
                    }
                }
                all |= matches!(self.types.shape(ty), Shape::Bool) && seen.len() == 2;
            }
        }
        let ranges = seen.iter().any(|text| text.contains("..="));
        if all || broken || ranges {
            return;
        }
        let text = match self.types.shape(ty) {
            Shape::Bool => "a truth value has two cases, and one has no arm",
            Shape::Int(_) | Shape::Float(_) => "not every number has an arm",
            _ => return,
        };
        self.errors.push(span, text, "add `_ => …` for all others");
    }
}

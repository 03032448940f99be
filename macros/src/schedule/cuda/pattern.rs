//! Patterns: what they ask of a value, and what they bind.

use super::{
    payload::{Form, further},
    writer::{Bound, Part, Writer, operand},
};
use crate::schedule::{
    language::Sort,
    typed::{Expr, Kind, LocalId, Pattern},
    types::{Shape, SpaceId},
};
use proc_macro2::Span;
use std::collections::HashSet;

/// What a pattern looks at.
pub enum Seen {
    Value(String, Form),
    /// The node of a row.
    Node {
        space: SpaceId,
        batch: String,
        row: String,
    },
    /// Several, as a tuple that is written there.
    All(Vec<Seen>),
}

/// The variables that an arm uses.
pub type Used = HashSet<LocalId>;

impl<'a> Writer<'_, '_, 'a, '_> {
    /// What is matched on: the nodes of rows, and values.
    pub fn seen(&mut self, on: &'a Expr<'a>, looks: bool) -> Seen {
        match *self.unit.program.types.shape(on.ty) {
            Shape::Node(space) | Shape::Row(space, _) if looks => {
                let batch = self.batch(space, on.span);
                let row = self.value(on);
                Seen::Node { space, batch, row: self.named("at", "u32", row) }
            }
            _ => {
                let (text, ty, form) = (self.value(on), self.unit.ty(on.ty, on.span), self.unit.form(on.ty));
                Seen::Value(self.named("on", &ty, text), form)
            }
        }
    }

    /// Opens an `if` for what the pattern asks, and binds its variables; so many blocks are open then.
    pub fn ask(&mut self, pattern: &Pattern, seen: &Seen, used: &Used) -> usize {
        match (pattern, seen) {
            (Pattern::Node { space, operator, fields, rest, .. }, Seen::Node { batch, row, .. }) => {
                let name = self.operator_name(*space, *operator);
                self.open(format!("if (get(slot<u8>(s, {batch}), {row}) == {operator})"));
                self.line(format!("// {name}"));
                1 + self.fields(*space, *operator, (fields, *rest), (batch, row), used)
            }
            (Pattern::Tuple(path, parts), Seen::Value(text, Form::Tuple(forms))) if path.is_empty() => {
                let parts = parts.iter().zip(forms.iter()).enumerate();
                parts
                    .map(|(at, (part, form))| {
                        let part_of = Seen::Value(format!("{text}.at{at}"), form.clone());
                        self.ask(part, &part_of, used)
                    })
                    .sum()
            }
            (Pattern::Tuple(path, parts), Seen::All(all)) if path.is_empty() => {
                parts.iter().zip(all).map(|(part, seen)| self.ask(part, seen, used)).sum()
            }
            (Pattern::Bind(id), Seen::Value(text, form)) => {
                if used.contains(id) {
                    let ty = self.unit.named(form);
                    self.bind(*id, &ty, text);
                }
                0
            }
            (Pattern::Bind(id), Seen::Node { row, .. }) => {
                if used.contains(id) {
                    self.bind(*id, "u32", row);
                }
                0
            }
            _ => match self.condition(pattern, seen) {
                Some(condition) => {
                    self.open(format!("if ({condition})"));
                    1
                }
                None => 0,
            },
        }
    }

    /// What a pattern that binds nothing asks; none if it takes all.
    pub fn condition(&mut self, pattern: &Pattern, seen: &Seen) -> Option<String> {
        match (pattern, seen) {
            (Pattern::Any | Pattern::Bind(_) | Pattern::Error, _) => None,
            (Pattern::Or(patterns), _) => {
                let all: Option<Vec<String>> =
                    patterns.iter().map(|it| self.condition(it, seen).map(operand)).collect();
                all.map(|all| all.join(" || "))
            }
            (Pattern::Rust(tokens), Seen::Value(text, form)) => {
                if *form == Form::Other {
                    self.no_pattern(pattern);
                    return None;
                }
                let form = form.clone();
                Some(self.unit.literal_condition(tokens, text, &form))
            }
            (Pattern::Node { space, operator, fields, .. }, Seen::Node { batch, row, .. }) => {
                let mut all = vec![format!("get(slot<u8>(s, {batch}), {row}) == {operator}")];
                let base = self.unit.base(*space, *operator, batch, row);
                for (at, field) in fields {
                    let part = self.payload_seen(*space, *operator, *at, &base);
                    all.extend(self.condition(field, &part).map(operand));
                }
                Some(all.join(" && "))
            }
            (Pattern::Tuple(path, parts), Seen::Value(text, Form::Tuple(forms))) if path.is_empty() => {
                let mut all = Vec::new();
                for (at, (part, form)) in parts.iter().zip(forms.iter()).enumerate() {
                    let part_of = Seen::Value(format!("{text}.at{at}"), form.clone());
                    all.extend(self.condition(part, &part_of).map(operand));
                }
                (!all.is_empty()).then(|| all.join(" && "))
            }
            (Pattern::Tuple(path, parts), Seen::All(seen)) if path.is_empty() => {
                let mut all = Vec::new();
                for (part, seen) in parts.iter().zip(seen) {
                    all.extend(self.condition(part, seen).map(operand));
                }
                (!all.is_empty()).then(|| all.join(" && "))
            }
            _ => {
                self.no_pattern(pattern);
                None
            }
        }
    }

    fn no_pattern(&mut self, pattern: &Pattern) {
        let span = match pattern {
            Pattern::Node { at, .. } => *at,
            Pattern::Rust(tokens) | Pattern::Tuple(tokens, _) | Pattern::Record(tokens, ..) => {
                crate::schedule::errors::ends(tokens).0
            }
            _ => Span::call_site(),
        };
        self.unit.no_type(span, "what is matched on is of Rust's own type, which has no form");
    }

    /// A field, as a pattern sees it.
    fn payload_seen(&mut self, space: SpaceId, operator: usize, field: usize, base: &str) -> Seen {
        let program = self.unit.program;
        let place = self.unit.place(space, operator, field, base);
        let sort =
            program.spaces[space].language.map(|at| &program.languages[at].operators[operator].fields[field].sort);
        match sort {
            Some(Sort::Payload(ty)) => {
                let form = Form::of_payload(program, space, ty);
                Seen::Value(self.unit.payload(&form, &place), form)
            }
            _ => Seen::Value(format!("get({place}, 0)"), Form::Row),
        }
    }

    pub fn operator_name(&self, space: SpaceId, operator: usize) -> String {
        let program = self.unit.program;
        let language = program.spaces[space].language.map(|at| &program.languages[at]);
        language.map(|language| super::names::plain(&language.operators[operator].name.to_string())).unwrap_or_default()
    }

    /// What the patterns of an operator's fields ask, and what they bind.
    pub fn fields(
        &mut self,
        space: SpaceId,
        operator: usize,
        (fields, rest): (&[(usize, Pattern)], Option<LocalId>),
        (batch, row): (&str, &str),
        used: &Used,
    ) -> usize {
        let program = self.unit.program;
        let Some(language) = program.spaces[space].language.map(|at| &program.languages[at]) else { return 0 };
        let described = &language.operators[operator];
        let binds = |pattern: &Pattern| matches!(pattern, Pattern::Bind(id) if used.contains(id));
        let asks = |pattern: &Pattern| !matches!(pattern, Pattern::Bind(_) | Pattern::Any | Pattern::Error);
        let wanted = rest.is_some_and(|id| used.contains(&id));
        let takes = |at: &usize| !fields.iter().any(|(taken, _)| taken == at);
        let children: Vec<usize> =
            (0..described.fields.len()).filter(|at| takes(at) && !described.fields[*at].sort.is_payload()).collect();
        if !fields.iter().any(|(_, field)| binds(field) || asks(field)) && (!wanted || children.is_empty()) {
            if let Some(id) = rest {
                self.bound.insert(id, Bound::List(Vec::new()));
            }
            return 0;
        }
        let base = self.unit.base(space, operator, batch, row);
        let base = self.keep("f", "u32* const", &base);
        let mut open = 0;
        for (at, field) in fields {
            let sort = &described.fields[*at].sort;
            match (sort, field) {
                (Sort::Children | Sort::List, Pattern::Bind(id)) => {
                    let part = self.list_part(space, operator, *at, &base);
                    self.bound.insert(*id, Bound::List(vec![part]));
                }
                _ if binds(field) || asks(field) => {
                    let seen = self.payload_seen(space, operator, *at, &base);
                    open += self.ask(field, &seen, used);
                }
                _ => {}
            }
        }
        if let Some(id) = rest {
            let mut parts = Vec::new();
            for &at in children.iter().filter(|_| wanted) {
                parts.push(match described.fields[at].sort {
                    Sort::Child => {
                        let place = self.unit.place(space, operator, at, &base);
                        let name = program.locals[id].name.to_string();
                        let name = if children.len() == 1 { name } else { format!("{name}_{at}") };
                        let name = self.names.variable(&name);
                        self.line(format!("const u32 {name} = get({place}, 0);"));
                        Part::One(name)
                    }
                    _ => self.list_part(space, operator, at, &base),
                });
            }
            self.bound.insert(id, Bound::List(parts));
        }
        open
    }

    fn list_part(&mut self, space: SpaceId, operator: usize, field: usize, base: &str) -> Part {
        let program = self.unit.program;
        let place = self.unit.place(space, operator, field, base);
        let sort =
            program.spaces[space].language.map(|at| &program.languages[at].operators[operator].fields[field].sort);
        match sort {
            Some(Sort::List) => Part::Words(further(&place, 1), format!("get({place}, 0)")),
            _ => Part::Words(place, self.unit.children(space, operator, field)),
        }
    }
}

/// The variables that an expression uses.
pub fn used(parts: &[&Expr<'_>]) -> Used {
    let mut used = Used::new();
    for part in parts {
        part.visit(&mut |it| {
            if let Kind::Local(id) = it.kind {
                used.insert(id);
            }
        });
    }
    used
}

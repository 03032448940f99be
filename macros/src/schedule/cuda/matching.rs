//! `match`: a `switch` over operators, or else one arm after the other until one takes the value.

use super::{
    pattern::{Seen, Used, used},
    writer::{Sink, Writer},
};
use crate::schedule::{
    typed::{Arm, Expr, Kind, LocalId, Pattern},
    types::SpaceId,
};

/// Labels of a `switch`, and what is done there.
type Case = (Vec<Option<usize>>, Vec<String>);

impl<'a> Writer<'_, '_, 'a, '_> {
    pub fn arms(&mut self, on: &'a Expr<'a>, arms: &'a [Arm<'a>], sink: &Sink) {
        let patterns = || arms.iter().flat_map(|arm| &arm.patterns);
        let seen = match &on.kind {
            Kind::Tuple(list) => {
                let part = |(at, part): (usize, &&'a Expr<'a>)| {
                    let looks = patterns().any(|pattern| pattern.looks(at));
                    self.seen(part, looks)
                };
                Seen::All(list.iter().enumerate().map(part).collect())
            }
            _ => self.seen(on, patterns().any(Pattern::is_node)),
        };
        match seen {
            Seen::Node { space, ref batch, ref row } if arms.iter().all(is_simple) => {
                self.switch(arms, (space, batch, row), sink);
            }
            _ => self.chain(arms, &seen, sink),
        }
    }

    /// One of the operators.
    fn switch(&mut self, arms: &'a [Arm<'a>], (space, batch, row): (SpaceId, &str, &str), sink: &Sink) {
        self.open(format!("switch (get(slot<u8>(s, {batch}), {row}))"));
        let mut cases: Vec<Case> = Vec::new();
        let mut taken = Vec::new();
        for arm in arms {
            let mut of_arm: Vec<Case> = Vec::new();
            for pattern in &arm.patterns {
                let label = match pattern {
                    Pattern::Node { operator, .. } => Some(*operator),
                    _ => None,
                };
                if taken.contains(&label) || taken.contains(&None) {
                    continue;
                }
                taken.push(label);
                let lines = self.apart(|this| {
                    this.deeper(|this| {
                        let used = this.alternative(arm, pattern);
                        if let Pattern::Node { operator, fields, rest, .. } = pattern {
                            this.fields(space, *operator, (fields, *rest), (batch, row), &used);
                        } else {
                            let seen = Seen::Node { space, batch: batch.to_owned(), row: row.to_owned() };
                            this.ask(pattern, &seen, &used);
                        }
                        this.same_names(arm, pattern);
                        this.put_into(arm.body, sink);
                        if !matches!(sink, Sink::Return) {
                            this.line("break;");
                        }
                    });
                });
                match of_arm.last_mut() {
                    Some((labels, last)) if *last == lines => labels.push(label),
                    _ => of_arm.push((vec![label], lines)),
                }
            }
            cases.extend(of_arm);
        }
        let count = cases.len();
        for (at, (labels, lines)) in cases.into_iter().enumerate() {
            let last = labels.len() - 1;
            for (nth, label) in labels.into_iter().enumerate() {
                let name = label.map_or_else(|| "all others".to_owned(), |label| self.operator_name(space, label));
                let case = match label {
                    // All operators have an arm, so the last one needs no test.
                    Some(label) if !(at + 1 == count && nth == last) => format!("case {label}:"),
                    _ => "default:".to_owned(),
                };
                let brace = if nth == last { " {" } else { "" };
                self.line(format!("{case}{brace} // {name}"));
            }
            self.write(lines);
            self.line("}");
        }
        self.close();
    }

    /// The first arm that takes the value.
    fn chain(&mut self, arms: &'a [Arm<'a>], seen: &Seen, sink: &Sink) {
        let returns = matches!(sink, Sink::Return);
        if !returns {
            self.open("do");
        }
        let mut all = false;
        for arm in arms {
            // Alternatives without variables are one test.
            let joined = arm.patterns.len() > 1 && !arm.patterns.iter().any(Pattern::binds);
            let groups = if joined { 1 } else { arm.patterns.len() };
            for group in 0..groups {
                let lines = self.apart(|this| {
                    let mut open = match joined {
                        true => {
                            let patterns =
                                arm.patterns.iter().map(|it| this.condition(it, seen).map(super::writer::operand));
                            let tests: Option<Vec<String>> = patterns.collect();
                            match tests {
                                Some(tests) => {
                                    this.open(format!("if ({})", tests.join(" || ")));
                                    1
                                }
                                None => 0,
                            }
                        }
                        false => {
                            let pattern = &arm.patterns[group];
                            let used = this.alternative(arm, pattern);
                            // Names of its own.
                            let plain = pattern.is_irrefutable();
                            if plain {
                                this.open("");
                            }
                            let open = this.ask(pattern, seen, &used);
                            this.same_names(arm, pattern);
                            open + usize::from(plain)
                        }
                    };
                    all |= arm.guard.is_none() && (open == 0 || arm.patterns[group].is_irrefutable());
                    if let Some(guard) = arm.guard {
                        let guard = this.value(guard);
                        this.open(format!("if ({guard})"));
                        open += 1;
                    }
                    this.put_into(arm.body, sink);
                    if !returns {
                        this.line("break;");
                    }
                    (0..open).for_each(|_| this.close());
                });
                self.write(lines);
            }
        }
        if !returns {
            self.close_with("while (false);");
        } else if !all {
            // All values have an arm: nothing comes here.
            self.line("return {};");
        }
    }

    /// The variables of an alternative that its arm uses, by their names.
    fn alternative(&self, arm: &Arm<'a>, pattern: &Pattern) -> Used {
        let parts: Vec<&Expr<'_>> = arm.guard.into_iter().chain([arm.body]).collect();
        let mut used = used(&parts);
        let locals = &self.unit.program.locals;
        let known: Vec<String> = used.iter().map(|&id| locals[id].name.to_string()).collect();
        if arm.patterns.len() > 1 {
            used.extend(variables(pattern).into_iter().filter(|&id| known.contains(&locals[id].name.to_string())));
        }
        used
    }

    /// The arm names the variables of its last alternative.
    fn same_names(&mut self, arm: &Arm<'a>, pattern: &Pattern) {
        let Some(last) = arm.patterns.last().filter(|last| !std::ptr::eq(*last, pattern)) else { return };
        let locals = &self.unit.program.locals;
        for id in variables(last) {
            let same = variables(pattern).into_iter().find(|&other| locals[other].name == locals[id].name);
            if let Some(bound) = same.and_then(|same| self.bound.get(&same).cloned()) {
                self.bound.insert(id, bound);
            }
        }
    }
}

/// An operator whatever its fields are, or anything; without a guard.
fn is_simple(arm: &Arm<'_>) -> bool {
    let simple = |pattern: &Pattern| match pattern {
        Pattern::Any | Pattern::Bind(_) => true,
        Pattern::Node { fields, .. } => {
            fields.iter().all(|(_, field)| matches!(field, Pattern::Any | Pattern::Bind(_)))
        }
        _ => false,
    };
    arm.guard.is_none() && arm.patterns.iter().all(simple)
}

/// The variables of a pattern.
fn variables(pattern: &Pattern) -> Vec<LocalId> {
    match pattern {
        Pattern::Any | Pattern::Rust(_) | Pattern::Error => Vec::new(),
        Pattern::Bind(id) => vec![*id],
        Pattern::Node { fields, rest, .. } => {
            fields.iter().flat_map(|(_, field)| variables(field)).chain(*rest).collect()
        }
        Pattern::Tuple(_, parts) | Pattern::Or(parts) => parts.iter().flat_map(variables).collect(),
        Pattern::Record(_, fields, _) => fields.iter().flat_map(|(_, field)| variables(field)).collect(),
    }
}

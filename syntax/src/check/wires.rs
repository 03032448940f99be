//! Wires: two ends each, in one definition or rule.

use super::{Errors, places, quoted, symbols::Symbols};
use crate::{diagnostic::Diagnostic, net::Node, span::Span, token::Short, tree::File};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The wires of a definition, in the order of their first ends.
#[derive(Default)]
pub(super) struct Wires<'f> {
    index: FxHashMap<&'f str, u32>,
    uses: Vec<Wire<'f>>,
    /// Ends beyond the second: (wire, row).
    more: Vec<(u32, u32)>,
}

struct Wire<'f> {
    name: &'f str,
    first: u32,
    second: Option<u32>,
}

impl<'f> Wires<'f> {
    /// Notes an end of a wire.
    pub(super) fn end(&mut self, name: &'f str, row: u32) {
        match self.index.entry(name) {
            Entry::Vacant(free) => {
                free.insert(self.uses.len() as u32);
                self.uses.push(Wire { name, first: row, second: None });
            }
            Entry::Occupied(known) => {
                let wire = &mut self.uses[*known.get() as usize];
                match wire.second {
                    None => wire.second = Some(row),
                    Some(_) => self.more.push((*known.get(), row)),
                }
            }
        }
    }

    /// Makes the ends of each wire peers; reports wires that have more than two, notes those that have one.
    pub(super) fn join(&self, nodes: &mut [Node], place: Place<'_>, loose: &mut Loose<'f>, errors: &mut Errors<'_>) {
        for wire in &self.uses {
            match wire.second {
                Some(second) => {
                    nodes[wire.first as usize].peer = second;
                    nodes[second as usize].peer = wire.first;
                }
                None => loose.push(wire.name, place, nodes[wire.first as usize].span),
            }
        }
        let mut extra: FxHashMap<u32, Vec<Span>> = FxHashMap::default();
        for &(wire, row) in &self.more {
            extra.entry(wire).or_default().push(nodes[row as usize].span);
        }
        let mut extra: Vec<_> = extra.into_iter().collect();
        extra.sort_unstable_by_key(|&(wire, _)| wire);
        for (wire, thirds) in extra {
            let Wire { name, first, second } = self.uses[wire as usize];
            let mut spans: Vec<Span> = second.iter().map(|&row| nodes[row as usize].span).collect();
            spans.extend(thirds);
            let message = format!("the wire {} is used {} times", quoted("", name), spans.len() + 1);
            let help = "each wire has two ends: to use a value more often, duplicate it with `{a b}`";
            let error = Diagnostic::error(nodes[first as usize].span, message, help);
            errors.push(places(error, &spans, "here too"));
        }
    }

    /// The names, with the rows of the first ends.
    pub(super) fn names(&self) -> Vec<(u32, String)> {
        self.uses.iter().map(|wire| (wire.first, wire.name.to_owned())).collect()
    }
}

/// What a wire is in.
#[derive(Clone, Copy)]
pub(super) enum Place<'n> {
    /// The definition with this number.
    Definition(u32),
    /// A rule that has numbers of these names.
    Rule(&'n [&'n str]),
}

/// Words that are values elsewhere.
const BOOLEANS: [&str; 4] = ["true", "false", "True", "False"];
const BOOLEAN: &str =
    "a net has no booleans of its own: operators and switches have 1 and 0; or declare agents, `agent +True, +False;`";

/// The one end of a wire.
struct End {
    /// The definition that it is in; none, if that is a rule.
    def: Option<u32>,
    span: Span,
    /// What to write, if it is meant as a number of its rule.
    number: Option<String>,
}

/// The wires of all definitions and rules that have one end.
#[derive(Default)]
pub(super) struct Loose<'f> {
    index: FxHashMap<&'f str, usize>,
    /// By names: the definitions, and the places there. Each one of a rule is alone: rules use the same names for ports.
    wires: Vec<(&'f str, Vec<End>)>,
    len: usize,
}

impl<'f> Loose<'f> {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    fn push(&mut self, name: &'f str, place: Place<'_>, span: Span) {
        self.len += 1;
        let next = self.wires.len();
        let (at, def, number) = match place {
            Place::Definition(def) => (*self.index.entry(name).or_insert(next), Some(def), None),
            Place::Rule(numbers) => (next, None, as_number(name, numbers)),
        };
        if at == next {
            self.wires.push((name, Vec::new()));
        }
        self.wires[at].1.push(End { def, span, number });
    }

    /// Reports them. Those of one name may have been meant to be one.
    pub(super) fn report(&self, file: &File<'_>, symbols: &Symbols<'_>, errors: &mut Errors<'_>) {
        for (name, uses) in &self.wires {
            if errors.full() {
                return;
            }
            let meant = symbols.meant(name);
            if file.lost && name.starts_with(|c: char| c.is_ascii_uppercase()) {
                continue;
            }
            let (short, name) = (Short(name), quoted("", name));
            let first = &uses[0];
            let error = match &uses[1..] {
                // It stands where no wire can be, say, and what is to be there has no other end.
                [] if errors.report.is_told(first.span) => continue,
                [] => {
                    let help = match (&first.number, meant, first.def) {
                        (Some(number), ..) => number.clone(),
                        (_, Some(meant), _) => meant,
                        _ if BOOLEANS.contains(&short.0) => BOOLEAN.to_owned(),
                        (_, None, Some(_)) if file.values => format!(
                            "each wire has two ends: use it once more, or write `*` for what is not needed; a Rust value \
                             is written `#{short}`"
                        ),
                        (_, None, Some(_)) => {
                            "each wire has two ends: use it once more, or write `*` for what is not needed".to_owned()
                        }
                        (_, None, None) => {
                            "each wire of a rule has two ends, on its sides together: use it once more, or write `*` \
                             for what is not needed"
                                .to_owned()
                        }
                    };
                    Diagnostic::error(first.span, format!("the wire {name} is used once"), help)
                }
                [second, more @ ..] => {
                    let message = format!("the wire {name} is used once in each of {} definitions", uses.len());
                    let help = match BOOLEANS.contains(&short.0) {
                        true => BOOLEAN,
                        false => {
                            "a wire stays in its definition: hand the value on by the root, as the argument of a \
                                  call; or write `*` for what is not needed"
                        }
                    };
                    let other = match second.def {
                        Some(def) => quoted("@", file.definitions[def as usize].name),
                        None => "the rule".to_owned(),
                    };
                    let error = Diagnostic::error(first.span, message, help);
                    let error = error.place(second.span, format!("the one in {other}"));
                    let spans: Vec<Span> = more.iter().map(|end| end.span).collect();
                    places(error, &spans, "and here")
                }
            };
            errors.push(error);
        }
    }
}

/// What to write for a wire whose name is that of a number of its rule, or begins with it: `n`, and `n-1`, a name too.
fn as_number(name: &str, numbers: &[&str]) -> Option<String> {
    if numbers.contains(&name) {
        return Some(format!("{0} is a number of this rule: write `#{1}`", quoted("", name), Short(name)));
    }
    let known = numbers.iter().filter(|known| !known.is_empty());
    let (known, rest) =
        known.filter_map(|known| Some((known, name.strip_prefix(known)?))).max_by_key(|(known, _)| known.len())?;
    let rest = rest.strip_prefix(['-', '/']).filter(|rest| !rest.is_empty())?;
    let operator = &name[known.len()..name.len() - rest.len()];
    Some(format!("a rule computes in `#( )`, with blanks around the operator: `#({known} {operator} {rest})`"))
}

//! The definitions by name: each once, and each reference to one of them.

use super::{Errors, places, quoted, symbols::Symbols};
use crate::{diagnostic::Diagnostic, span::Span, tree::File};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Names longer than this are not compared, nor more of them than [`COMPARED`]: nobody waits for a hint.
const LONGEST: usize = 64;
const COMPARED: usize = 4096;

/// The names of the definitions, and the references that have none.
pub(super) struct Names<'f> {
    file: &'f File<'f>,
    index: FxHashMap<&'f str, u32>,
    unknown: FxHashMap<&'f str, Vec<Span>>,
}

impl<'f> Names<'f> {
    /// Reports definitions that are there twice; the first one counts.
    pub(super) fn new(file: &'f File<'f>, errors: &mut Errors<'_>) -> Self {
        let mut index = FxHashMap::default();
        for (at, definition) in file.definitions.iter().enumerate() {
            match index.entry(definition.name) {
                Entry::Vacant(free) => {
                    free.insert(at as u32);
                }
                Entry::Occupied(first) => {
                    let message = format!("{} is defined twice", quoted("@", definition.name));
                    let error = Diagnostic::error(definition.span, message, "rename one of the two, or remove it");
                    let first = file.definitions[*first.get() as usize].span;
                    errors.push(error.label("the second definition").place(first, "the first definition"));
                }
            }
        }
        Names { file, index, unknown: FxHashMap::default() }
    }

    /// The definition that a reference at `span` means.
    pub(super) fn resolve(&mut self, name: &'f str, span: Span) -> Option<u32> {
        let known = self.index.get(name).copied();
        if known.is_none() && !self.file.begun.contains(&name) {
            self.unknown.entry(name).or_default().push(span);
        }
        known
    }

    /// Reports the references to nothing, each name once.
    pub(super) fn report_unknown(mut self, symbols: &Symbols<'_>, errors: &mut Errors<'_>) {
        let mut unknown: Vec<_> = std::mem::take(&mut self.unknown).into_iter().collect();
        unknown.sort_by_key(|(_, spans)| spans[0]);
        for (name, spans) in unknown {
            if errors.full() {
                return;
            }
            let help = match self.nearest(name) {
                _ if symbols.is_agent(name) => format!("{0} is an agent: write {0}, without `@`", quoted("", name)),
                Some(near) => format!("there is {}", quoted("@", near)),
                None => format!("define it: `{} = …`", quoted("@", name).trim_matches('`')),
            };
            let error = Diagnostic::error(spans[0], format!("{} is not defined", quoted("@", name)), help);
            errors.push(places(error, &spans[1..], "here too"));
        }
    }

    /// The definition whose name is most like this one, if one is.
    fn nearest(&self, name: &str) -> Option<&'f str> {
        nearest(name, self.file.definitions.iter().map(|definition| definition.name))
    }
}

/// The name that is most like this one, if one is.
///
/// ```
/// # use polarnet_syntax::check::nearest;
/// assert_eq!(nearest("lenght", ["length", "list"].into_iter()), Some("length"));
/// assert_eq!(nearest("sum", ["length", "list"].into_iter()), None);
/// ```
#[must_use]
pub fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    if name.len() > LONGEST {
        return None;
    }
    let far = (name.len() / 3).max(1);
    names
        .filter(|other| other.len() <= LONGEST && other.len().abs_diff(name.len()) <= far)
        .take(COMPARED)
        .map(|other| (strsim::osa_distance(name, other), other))
        .filter(|&(distance, other)| distance <= far && distance < name.len().max(other.len()))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, other)| other)
}

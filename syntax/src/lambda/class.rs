//! Which terms are right with labels.
//!
//! A duplication with a fixed label copies what it meets rightly, unless it meets a copy of itself. It does not if there are
//! *levels*: a number for each application, λ and so on, that no step changes, such that what is copied is above what copies
//! it, and each duplication is at one level. Then copies of one duplication meet in the order in which they were made only,
//! like brackets. These are the terms of elementary affine logic (Girard; that its nets need no more bookkeeping is due to
//! Asperti; levels as linear constraints to Baillot and Terui), with types that may be circles, as recursion needs them.
//!
//! So each term is given a type that says of its parts how many levels they are above it ([`types`]), what has to hold for
//! the levels is collected ([`levels`]), and whether it can is found out ([`solve`]). Where it cannot, a smallest set of
//! variables is looked for whose uses would have to be apart.

mod levels;
mod solve;
#[cfg(all(test, feature = "reader"))]
mod tests;
mod types;

use super::{Form, Terms, Var, copies::Copies};
use crate::{
    check::quoted,
    diagnostic::{Diagnostic, Report},
    span::Span,
    tree::File,
};
use rustc_hash::{FxHashMap, FxHashSet};
use solve::Found;

/// How often it is asked whether there are levels, to find out which variables are to blame.
const QUESTIONS: usize = 64;

/// How a variable is used.
#[derive(Clone, Copy, Default)]
struct Uses {
    count: usize,
    /// As a function: where first.
    called: Option<Span>,
    /// As anything but a function or a number: where first.
    given: Option<Span>,
}

/// Warns of variables whose copies may meet.
pub(crate) fn check(terms: &Terms<'_>, file: &File<'_>, report: &mut Report) {
    if terms.definitions.is_empty() {
        return;
    }
    let by_name = by_name(terms, file);
    let copies = Copies::new(terms, &by_name);
    let uses = uses(terms);
    let mut candidates: Vec<Var> = (0..).zip(&uses).filter(|(_, uses)| uses.count > 1).map(|(var, _)| var).collect();
    if candidates.is_empty() && !terms.forms.iter().any(|(form, _)| matches!(form, Form::Copy(..))) {
        return;
    }
    let solve = |apart: &FxHashSet<Var>| levels::solve(terms, &by_name, &copies, apart);
    match solve(&FxHashSet::default()) {
        Found::Solution => return,
        Found::None => {}
        Found::Unknown => {
            let first = &file.definitions[terms.definitions[0].at as usize];
            let message = "the terms are too many for their copies to be checked";
            report.push(Diagnostic::warning(first.span, message, "make smaller books of it, or test what they give"));
            return;
        }
    }
    // What is called and handed on is the likeliest: whether the others can stay is asked before.
    candidates.sort_by_key(|&var| {
        let Uses { called, given, .. } = uses[var as usize];
        called.is_some() && given.is_some()
    });
    let culprits = culprits(&candidates, solve);
    for &var in &culprits {
        warn(terms, &uses, var, report);
    }
    if culprits.is_empty() {
        let copy = terms.forms.iter().find(|(form, _)| matches!(form, Form::Copy(..)));
        let first = file.definitions[terms.definitions[0].at as usize].span;
        let help = "with labels no copy may get into another one, and a label that is written copies at one level: write another \
                    one for each `let &7{a b} = …`";
        let span = copy.map_or(first, |(_, span)| *span);
        report.push(Diagnostic::warning(span, "copies may meet, and would be mixed up", help));
    }
}

/// The terms' definitions by their names, the first of each.
pub(super) fn by_name<'t>(terms: &Terms<'t>, file: &File<'t>) -> FxHashMap<&'t str, usize> {
    let all = terms.definitions.iter().enumerate().rev();
    all.map(|(at, definition)| (file.definitions[definition.at as usize].name, at)).collect()
}

/// A smallest set of variables without which there are levels.
fn culprits(candidates: &[Var], solve: impl Fn(&FxHashSet<Var>) -> Found) -> Vec<Var> {
    let mut apart: FxHashSet<Var> = candidates.iter().copied().collect();
    let mut culprits = Vec::new();
    // Halves, the first one last: so many are asked about at once.
    let mut parts = vec![candidates];
    for _ in 0..QUESTIONS {
        let Some(part) = parts.pop() else { break };
        apart.retain(|var| !part.contains(var));
        if solve(&apart) == Found::Solution {
            continue;
        }
        apart.extend(part);
        match part {
            [] => {}
            [var] => culprits.push(*var),
            _ => {
                let (first, last) = part.split_at(part.len() / 2);
                parts.extend([last, first]);
            }
        }
    }
    culprits.sort_unstable();
    culprits
}

fn warn(terms: &Terms<'_>, uses: &[Uses], var: Var, report: &mut Report) {
    let binder = terms.vars[var as usize];
    let message = format!("copies of {} may meet, and would be mixed up", quoted("", binder.name));
    let help = "with labels no copy may get into another one: use two names, with a term for each";
    let mut found = Diagnostic::warning(binder.span, message, help).label("it is copied");
    if let Uses { called: Some(called), given: Some(given), .. } = uses[var as usize] {
        found = found.place(called, "called here").place(given, "handed on here");
    }
    report.push(found);
}

fn uses(terms: &Terms<'_>) -> Vec<Uses> {
    let mut uses = vec![Uses::default(); terms.vars.len()];
    let mut plain: Vec<bool> = vec![true; terms.forms.len()];
    for &(form, _) in &terms.forms {
        // A child that is called or computed with is not handed on.
        match form {
            Form::App(function, _) => {
                plain[function as usize] = false;
                if let (Form::Var(var), span) = terms.forms[function as usize] {
                    uses[var as usize].called.get_or_insert(span);
                }
            }
            Form::Binary(_, a, b) => (plain[a as usize], plain[b as usize]) = (false, false),
            Form::Switch(number, ..) => plain[number as usize] = false,
            Form::Match(subject, _) => plain[subject as usize] = false,
            _ => {}
        }
    }
    for (id, &(form, span)) in terms.forms.iter().enumerate() {
        if let Form::Var(var) = form {
            uses[var as usize].count += 1;
            if plain[id] {
                uses[var as usize].given.get_or_insert(span);
            }
        }
    }
    uses
}

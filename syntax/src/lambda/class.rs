//! Which terms are right with labels.
//!
//! A duplication with a fixed label copies what it meets rightly, unless it meets a copy of itself. That happens where a
//! function is copied, and one copy is applied to another: in `(|n| n(n))(two)` the copies of `two` carry the same label. So
//! a variable that is called, and handed on as well, is warned of, whatever it stands for.

use super::{Form, Terms, Var};
use crate::{
    check::quoted,
    diagnostic::{Diagnostic, Report},
    span::Span,
    tree::File,
};

/// How a variable is used.
#[derive(Clone, Copy, Default)]
struct Uses {
    /// As a function: where first.
    called: Option<Span>,
    /// As anything but a function or a number: where first.
    given: Option<Span>,
}

/// Warns of variables whose copies may meet.
pub(crate) fn check(terms: &Terms<'_>, file: &File<'_>, report: &mut Report) {
    let mut uses = vec![Uses::default(); terms.vars.len()];
    let mut plain: Vec<bool> = vec![true; terms.forms.len()];
    for &(form, _) in &terms.forms {
        // A child that is called or computed with is not handed on.
        match form {
            Form::App(function, _) => {
                plain[function as usize] = false;
                if let Some((var, span)) = variable(terms, function) {
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
        if let Form::Var(var) = form
            && plain[id]
        {
            uses[var as usize].given.get_or_insert(span);
        }
    }
    let _ = file;
    for (var, found) in terms.vars.iter().zip(&uses) {
        if let Uses { called: Some(called), given: Some(given) } = *found {
            let message = format!("copies of {} may meet, and would be mixed up", quoted("", var.name));
            let help = "with labels a function that is copied is either called or handed on: bind what is called and what is \
                        handed on by two names, with a term for each";
            let found = Diagnostic::warning(var.span, message, help).label("it is copied");
            report.push(found.place(called, "called here").place(given, "handed on here"));
        }
    }
}

fn variable(terms: &Terms<'_>, id: u32) -> Option<(Var, Span)> {
    match terms.forms[id as usize] {
        (Form::Var(var), span) => Some((var, span)),
        _ => None,
    }
}

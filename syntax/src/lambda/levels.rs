//! `#![lambda(levels)]`: terms as Lambdascope's agents, which copy all terms rightly.
//!
//! The book has the agents and rules of [`RULES`] before its own.

use super::{Form, Terms};
use crate::{
    diagnostic::{Diagnostic, Report},
    tree::File,
};

/// The agents and rules, as text.
#[cfg(feature = "reader")]
pub(crate) const RULES: &str = include_str!("levels.net");

/// The numbers of the agents that terms become.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Agents {
    pub lam: u32,
    pub app: u32,
    pub fan: u32,
    pub enter: u32,
    pub read: u32,
}

impl Agents {
    /// Those of a book that has levels.
    pub fn of(file: &File<'_>) -> Option<Agents> {
        file.levels?;
        let find = |name| file.agents.iter().position(|agent| agent.name == name).map(|at| at as u32);
        Some(Agents {
            lam: find("Level.Lam")?,
            app: find("Level.App")?,
            fan: find("Level.Fan")?,
            enter: find("Level.Enter")?,
            read: find("Level.Read")?,
        })
    }
}

/// Reports what terms with levels are not made of: of each definition, the last such part, in which others are. Was there none?
pub(crate) fn check(terms: &Terms<'_>, report: &mut Report) -> bool {
    let mut right = true;
    for definition in &terms.definitions {
        let parts = &terms.forms[definition.start as usize..=definition.body as usize];
        let wrong = parts.iter().rev().find_map(|&(form, span)| Some((refused(form)?, span)));
        let Some((what, span)) = wrong else { continue };
        right = false;
        let help = match what {
            MAIN => {
                "its result is read as a term, which is no part of others: give it another name, and write `term @main = @name`"
            }
            _ => {
                "with levels there are λ, applications, `let x = a; body` and references: write it as a λ, or leave out the attribute, as \
                 labels are right for most terms"
            }
        };
        report.push(Diagnostic::error(span, format!("{what} in a term with levels"), help));
    }
    right
}

const MAIN: &str = "`@main`";

fn refused(form: Form<'_>) -> Option<&'static str> {
    Some(match form {
        Form::Ref("main") => MAIN,
        Form::Begin(_) | Form::Var(_) | Form::Lam(..) | Form::App(..) | Form::Let(..) | Form::Arm(_) | Form::Ref(_) => {
            return None;
        }
        Form::Num(_) | Form::Hole(_) => "a number",
        Form::Sup(..) => "a superposition",
        Form::Copy(..) => "a duplication",
        Form::Pair(..) | Form::Split(..) => "a tuple",
        Form::Binary(..) => "an operator",
        Form::Switch(..) | Form::Match(..) => "a match",
        Form::Make(..) => "an agent",
    })
}

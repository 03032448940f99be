//! `#![lambda(levels)]`: terms as Lambdascope's agents, which copy all terms rightly.
//!
//! The book has the agents and rules of [`RULES`] before its own.

use super::{Form, Terms};
use crate::{
    check::quoted,
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
    pub sup: u32,
    pub leave: u32,
    pub var: u32,
    pub neutral: u32,
    pub constant: u32,
    pub num: u32,
    pub pair: u32,
    pub op: u32,
    pub partial: u32,
    pub split: u32,
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
            sup: find("Level.Sup")?,
            leave: find("Level.Leave")?,
            var: find("Level.Var")?,
            neutral: find("Level.Neutral")?,
            constant: find("Level.Const")?,
            num: find("Level.Num")?,
            pair: find("Level.Pair")?,
            op: find("Level.Op")?,
            partial: find("Level.Partial")?,
            split: find("Level.Split")?,
            read: find("Level.Read")?,
        })
    }
}

/// Reports what terms with levels are not made of: of each definition, the last such part, in which others are. Was there none?
pub(crate) fn check(terms: &Terms<'_>, file: &File<'_>, report: &mut Report) -> bool {
    let mut right = true;
    for definition in &terms.definitions {
        let parts = &terms.forms[definition.start as usize..=definition.body as usize];
        let wrong = parts.iter().rev().find_map(|&(form, span)| Some((refused(form, file)?, span)));
        let Some(((what, help), span)) = wrong else { continue };
        right = false;
        report.push(Diagnostic::error(span, format!("{what} stands in a term with levels"), help));
    }
    right
}

/// What it is, and what to do.
fn refused(form: Form<'_>, file: &File<'_>) -> Option<(String, &'static str)> {
    let labels = "superpositions and their duplications are of terms with labels: leave out the attribute";
    let (what, help) = match form {
        Form::Ref("main") => (
            "`@main`",
            "its result is read as a term, which is no part of others: give it another name, and write `term @main = @name`",
        ),
        Form::Sup(..) => ("a superposition", labels),
        Form::Copy(..) => ("a duplication", labels),
        Form::Make(symbol, _) => {
            let agent = &file.agents[symbol as usize];
            let help = if !agent.numbers.is_empty() {
                "its ports hold numbers, and terms have values there: declare them as wires, `+head` for `#head`"
            } else if agent.linear {
                "it is linear, and levels copy all values: leave out `linear`"
            } else if agent.name.starts_with("Level.") {
                "it belongs to what terms become"
            } else {
                return None;
            };
            return Some((quoted("", agent.name), help));
        }
        _ => return None,
    };
    Some((what.to_owned(), help))
}

//! One definition as text.

use super::{Printer, letter, unique_names};
use crate::book::{Book, Defs};
use polarnet_columns::{Idx, Space};

impl<S: Space> Book<S> {
    /// One definition as the whole book prints it with `{:#}`, with the sign of every term; or one rule.
    ///
    /// ```
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// assert_eq!(book.signed_text(book.find("twice").unwrap()), "@twice = +(-$([*2] -x0) +x0)\n");
    /// ```
    #[must_use]
    pub fn signed_text(&self, def: Idx<Defs<S>>) -> String {
        let printer = Printer { book: self, names: unique_names(self), signed: true, letter: letter(self) };
        match self.rules().iter().find(|(_, rule)| *rule == def) {
            Some((rule, _)) => printer.rule(rule, def),
            None => printer.definition(def),
        }
    }
}

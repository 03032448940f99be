//! Which clashes are told, and how bad they are.

use super::{Clash, Inference, Reason};
use crate::{
    diagnostic::{Diagnostic, Severity},
    net::{Agent, Net},
};
use rustc_hash::FxHashSet;

impl Inference {
    /// What to tell of the clashes. One in which a written sign takes part is an error; others are of severity
    /// `inferred`, and expected in a book that says `#![unpolarized]`.
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::Severity, infer::infer, number::Numbers, text::parse_text};
    /// let net = parse_text("@main = {x x}", Numbers::Native).0.unwrap();
    /// let signs = infer(&net);
    /// assert_eq!(signs.diagnostics(&net, Severity::Warning).len(), 1);
    /// // A book may say that it does without signs.
    /// let net = parse_text("#![unpolarized] @main = {x x}", Numbers::Native).0.unwrap();
    /// assert!(infer(&net).diagnostics(&net, Severity::Warning).is_empty());
    /// ```
    #[must_use]
    pub fn diagnostics(&self, net: &Net, inferred: Severity) -> Vec<Diagnostic> {
        let told = independent(net, &self.clashes).into_iter().filter(|clash| clash.written || !net.unpolarized);
        let severity = |clash: &Clash| if clash.written { Severity::Error } else { inferred };
        let mut told: Vec<_> = told.map(|clash| clash.diagnostic(net, severity(clash))).collect();
        if let Some(last) = told.last_mut().filter(|_| self.untold > 0) {
            last.help += &format!("\n{} more signs of this book clash: mend these first", self.untold);
        }
        told
    }
}

/// The clashes without those that are likely consequences of others: a wrong definition has no right signs for its users.
fn independent<'c>(net: &Net, clashes: &'c [Clash]) -> Vec<&'c Clash> {
    let used = |clash: &Clash| {
        clash.ends.map(|end| match net.defs[end.by.0 as usize].nodes[end.by.1 as usize].agent.head() {
            Agent::Ref(callee) if end.reason == Reason::Use && callee != clash.def => Some(callee),
            _ => None,
        })
    };
    let (mut found, mut rest): (Vec<&Clash>, Vec<&Clash>) = clashes.iter().partition(|clash| used(clash) == [None; 2]);
    let mut wrong: FxHashSet<u32> = found.iter().map(|clash| clash.def).collect();
    loop {
        let (follow, others): (Vec<&Clash>, _) =
            rest.iter().partition(|clash| used(clash).iter().flatten().any(|def| wrong.contains(def)));
        rest = others;
        if follow.is_empty() {
            found.extend(rest);
            return found;
        }
        wrong.extend(follow.iter().map(|clash| clash.def));
    }
}

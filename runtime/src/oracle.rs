//! The reference: the naive reducer, under the limits of a run.
//!
//! All other engines are tested against this one, for the normal form and for the number of interactions.

use crate::{
    control::{Control, Limits, Progress, Stop},
    error::{Error, ErrorKind},
    normal::{Normal, Term},
    run::Done,
    stats::{Counts, Rule, Stats},
};
use polarnet_columns::{Idx, Space};
use polarnet_reducer::{Graph, Kind, Port, ROOT};
use polarnet_syntax::{
    book::{Book, Defs},
    number::Number,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A graph, and the interactions it took.
struct Oracle<'b, S: Space> {
    graph: Graph<'b, S>,
    counts: Counts,
}

/// Reduces `def` applied to `args`.
///
/// # Errors
///
/// A limit.
pub fn run<S: Space>(
    book: &Book<S>,
    def: Idx<Defs<S>>,
    args: &[Number],
    limits: &Limits,
    progress: &Arc<Progress>,
    expand: bool,
) -> Result<Done, Error> {
    let largest = book.defs().map(|def| book.rows(def).count()).max().unwrap_or(0);
    let control = Control::new(limits.clone(), 1, progress.clone()).expecting(largest);
    let mut oracle = Oracle { graph: Graph::new(book), counts: Counts::default() };
    oracle.graph.boot(def, args);
    let mut result = oracle.reduce(&control);
    if result.is_ok() && expand {
        result = oracle.expand(&control);
    }
    let stats = Stats {
        by_rule: oracle.counts.clone(),
        elapsed: control.elapsed(),
        peak_bytes: control.peak().max(oracle.graph.bytes()),
        threads: 1,
    };
    match result {
        Ok(()) => Ok(Done { normal: oracle.read(), stats }),
        Err(stop) => Err(ErrorKind::from(stop).with(stats)),
    }
}

impl<S: Space> Oracle<'_, S> {
    fn reduce(&mut self, control: &Control) -> Result<(), Stop> {
        while !self.graph.redexes().is_empty() {
            let part = control.draw()?;
            let mut used = 0;
            while used < part {
                let Some(rule) = self.graph.step() else { break };
                self.counts.add(rule);
                used += 1;
            }
            control.settle(part, used);
            control.check(self.graph.bytes(), 0, 0, self.graph.fault())?;
        }
        Ok(())
    }

    /// Expands the references that are left below the root.
    fn expand(&mut self, control: &Control) -> Result<(), Stop> {
        let mut todo = vec![ROOT];
        while let Some(at) = todo.pop() {
            let (node, port) = self.graph.peer(at);
            if port != 0 {
                continue;
            }
            match self.graph.kind(node) {
                Kind::Ref(_) => {
                    let part = control.draw()?;
                    control.settle(part, 1);
                    self.counts.add(Rule::Call);
                    self.graph.expand(node);
                    self.reduce(control)?;
                    control.check(self.graph.bytes(), 0, 0, self.graph.fault())?;
                    todo.push(at);
                }
                Kind::Era | Kind::Num(_) => {}
                _ => todo.extend([(node, 2), (node, 1)]),
            }
        }
        Ok(())
    }

    fn read(&self) -> Normal {
        let mut wires: FxHashMap<Port, u32> = FxHashMap::default();
        let mut terms = Vec::new();
        let mut todo = vec![ROOT];
        while let Some(at) = todo.pop() {
            let end = self.graph.peer(at);
            let (node, port) = end;
            if port != 0 {
                let next = wires.len() as u32;
                terms.push(Term::Wire(*wires.entry(at.min(end)).or_insert(next)));
                continue;
            }
            terms.push(match self.graph.kind(node) {
                Kind::Era => Term::Era,
                Kind::Num(number) => Term::Num(number),
                Kind::Ref(def) => {
                    let def = self.graph.book().def(def).expect("a definition of the book");
                    Term::Ref(self.graph.book().names()[def].as_str().into())
                }
                kind => {
                    todo.extend([(node, 2), (node, 1)]);
                    match kind {
                        Kind::Con => Term::Con,
                        Kind::Dup(label) => Term::Dup(label),
                        Kind::Opr(_) => Term::Opr,
                        _ => Term::Swi,
                    }
                }
            });
        }
        Normal::new(terms, Vec::new(), self.graph.book().numbers())
    }
}

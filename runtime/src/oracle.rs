//! The reference: the naive reducer, under the limits of a run.
//!
//! All other engines are tested against this one, for the normal form and for the number of interactions.

use crate::{
    control::{Control, Limits, Stop},
    done::Done,
    error::{Error, ErrorKind, Met},
    normal::{Normal, Term},
    pace::Pace,
    stats::{Counts, Rule, Stats},
    watch::Progress,
};
use core::ops::ControlFlow;
use polarnet_columns::{Idx, Space};
use polarnet_reducer::{Graph, Kind, Port, ROOT};
use polarnet_syntax::{
    book::{Book, Defs},
    number::Number,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An interaction that is about to happen: what a watcher sees ([`Runtime::watch`](crate::Runtime::watch)).
///
/// ```
/// use polarnet_runtime::Runtime;
/// use std::ops::ControlFlow;
///
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let mut seen = Vec::new();
/// Runtime::new().watch(&book, |interaction| {
///     seen.push((interaction.before, interaction.rule.name(), interaction.graph.redexes().len()));
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(seen, [(0, "call", 1), (1, "annihilate", 1), (2, "operate", 1)]);
/// # Ok::<(), polarnet_runtime::Error>(())
/// ```
#[derive(Debug)]
pub struct Interaction<'a, S: Space> {
    /// How many there were before.
    pub before: u64,
    /// The rule.
    pub rule: Rule,
    /// The net.
    pub graph: &'a Graph<'a, S>,
    /// The two nodes that meet; one, where `expand` calls a reference of the normal form.
    pub nodes: &'a [usize],
}

/// Sees each interaction, and may stop the run.
pub type Watch<'w, S> = dyn FnMut(Interaction<'_, S>) -> ControlFlow<()> + 'w;

/// A graph, and the interactions it took.
struct Oracle<'b, 'w, S: Space> {
    graph: Graph<'b, S>,
    counts: Counts,
    watch: Option<&'w mut Watch<'w, S>>,
}

/// Reduces `def` applied to `args`.
///
/// # Errors
///
/// A limit.
pub fn run<'w, S: Space>(
    book: &Book<S>,
    def: Idx<Defs<S>>,
    args: &[Number],
    limits: &Limits,
    progress: &Arc<Progress>,
    expand: bool,
    watch: Option<&'w mut Watch<'w, S>>,
) -> Result<Done, Error> {
    let largest = book.defs().map(|def| book.rows(def).count()).max().unwrap_or(0);
    let control = Control::new(limits.clone(), 1, progress.clone()).expecting(largest);
    let mut oracle = Oracle { graph: Graph::new(book), counts: Counts::default(), watch };
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
        kernel: None,
    };
    match result {
        Ok(()) => Ok(Done { normal: oracle.read(), stats }),
        Err(stop) => Err(ErrorKind::from(stop).with(stats)),
    }
}

impl<S: Space> Oracle<'_, '_, S> {
    fn reduce(&mut self, control: &Control) -> Result<(), Stop> {
        let mut pace = Pace::default();
        while !self.graph.redexes().is_empty() {
            let part = control.draw()?;
            let mut used = 0;
            while used < part {
                let Some(&(a, b)) = self.graph.redexes().last() else { break };
                if self.watch.is_some() {
                    self.show(self.graph.rule(a, b), &[a, b])?;
                }
                pace.begin();
                let Some(rule) = self.graph.step() else { break };
                used += 1;
                // Two that have no rule did not interact, nor those whose Rust panicked.
                if rule == Rule::Stuck {
                    break;
                }
                self.counts.add(rule);
                if pace.ends() {
                    break;
                }
            }
            control.settle(part, used);
            control.check(self.graph.bytes(), 0, 0, self.graph.fault())?;
            if let Some(panicked) = self.graph.panicked() {
                return Err(Stop::Panic(panicked.clone().into()));
            }
            if let Some(pair) = self.graph.stuck() {
                return Err(Stop::NoRule(pair.map(|node| self.name(node))));
            }
        }
        Ok(())
    }

    /// Shows an interaction to who watches.
    fn show(&mut self, rule: Rule, nodes: &[usize]) -> Result<(), Stop> {
        let Some(watch) = &mut self.watch else { return Ok(()) };
        let before = self.counts.total();
        match watch(Interaction { before, rule, graph: &self.graph, nodes }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Cancelled),
        }
    }

    /// A node, as a message names it.
    fn name(&self, node: usize) -> Met {
        match self.graph.kind(node) {
            Kind::User(symbol) => {
                Met::new(format!("`{}`", self.graph.book().agent(symbol).name), self.graph.arity(node) as u32)
            }
            Kind::Num(_) => Met::new("a number", 0),
            Kind::Opr(_) => Met::new("an operator", 2),
            Kind::Swi => Met::new("a switch", 2),
            Kind::Dup(_) => Met::new("`{a b}`", 2),
            _ => Met::new("`(a b)`", 2),
        }
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
                    self.show(Rule::Call, &[node])?;
                    self.counts.add(Rule::Call);
                    self.graph.expand(node);
                    self.reduce(control)?;
                    control.check(self.graph.bytes(), 0, 0, self.graph.fault())?;
                    todo.push(at);
                }
                _ => todo.extend((1..=self.graph.arity(node)).rev().map(|port| (node, port))),
            }
        }
        Ok(())
    }

    fn read(&self) -> Normal {
        let mut wires: FxHashMap<Port, u32> = FxHashMap::default();
        let mut terms = Vec::new();
        let mut todo = vec![(ROOT, None)];
        while let Some((at, pair)) = todo.pop() {
            if let Some(wide) = pair.and_then(|ty| self.graph.wide(at, ty)) {
                terms.push(Term::Wide(wide));
                continue;
            }
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
                Kind::User(symbol) => {
                    let agent = self.graph.book().agent(symbol);
                    if let Some(wide) = agent.boxed().and_then(|ty| self.graph.wide((node, 1), ty)) {
                        terms.push(Term::Wide(wide));
                        continue;
                    }
                    let written = (0..agent.ports.len()).rev().filter(|&port| !agent.is_upper(port));
                    todo.extend(written.clone().map(|port| ((node, port + 1), agent.pair(port))));
                    Term::User(agent.name.as_ref().into(), written.count())
                }
                kind => {
                    todo.extend((1..=self.graph.arity(node)).rev().map(|port| ((node, port), None)));
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

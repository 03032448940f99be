//! Terms to nets.
//!
//! | term | value | and beside it |
//! |---|---|---|
//! | `\|x\| b` | `(x b)` | |
//! | `f(a)` | `r` | `(a r) ~ f` |
//! | `&7{a b}` | `&7{a b}` | |
//! | `let &7{p q} = v; b` | `b` | `&7{p q} ~ v` |
//! | `(a, b)`; `let (p, q) = v; b` | `(a b)`; `b` | `(p q) ~ v` |
//! | `a + b` | `r` | `$([+] $(b r)) ~ a` |
//! | `match n { 0 => a, p + 1 => b }` | `r` | `?((a (p b)) r) ~ n` |
//! | `match t { Nil => a, Cons(h, t) => b }` | `r` | `Match(r) ~ t`, and a rule for each arm |
//!
//! A variable that is used twice is `&L{x x}` at its binder, with a label of its own; one that is not used is `*`.
//!
//! What arms need of the outside is handed to the one that is taken: they are functions of it. An arm that has redexes is a
//! definition of its own, so that they are there only once it is taken; and so is a λ inside that needs nothing of the
//! outside and refers to definitions: recursion would have no end otherwise. An argument that is such a λ is one too, if it
//! copies nothing: then it is copied at once.
//!
//! Terms are walked in their order, from the leaves up, so nothing recurses.

mod arms;
mod carried;
mod data;
mod definitions;
mod faces;
mod matching;
mod operators;
mod scopes;

use super::{Form, Id, Terms, Var, class::by_name, copies::Copies, levels::Agents};
use crate::{
    diagnostic::{Diagnostic, Report},
    net::{LABELS, Label, Polarity},
    span::Span,
    tree::{Arenas, Body, File, Shape, Tree},
};
use arms::Piece;
use operators::Says;
use rustc_hash::{FxHashMap, FxHashSet};

type Redex<'t> = [&'t Tree<'t>; 2];

/// The most ports of an agent.
const PORTS: usize = 15;

/// Gives the definitions by terms their nets.
pub(crate) fn lower<'t>(
    terms: &Terms<'t>,
    file: &mut File<'t>,
    arenas: &'t Arenas<'t>,
    largest_label: Label,
    report: &mut Report,
) {
    if terms.definitions.is_empty() {
        return;
    }
    let names = file.definitions.iter().map(|definition| definition.name);
    let names: FxHashSet<&str> = names.chain(file.agents.iter().map(|agent| agent.name)).collect();
    let by_name = by_name(terms, file);
    let (copied, levels) = (Copies::new(terms, &by_name).own, Agents::of(file));
    let mut lower = Lower {
        terms,
        arenas,
        report,
        names,
        copied,
        says: Says::all(terms),
        levels,
        carried: FxHashSet::default(),
        insides: FxHashMap::default(),
        by_name,
        instances: Vec::new(),
        used: FxHashSet::default(),
        written: 0,
        label: largest_label,
        out_of_labels: false,
        wires: 0,
        uses: vec![Vec::new(); terms.vars.len()],
        log: Vec::new(),
        redexes: Vec::new(),
        regions: Vec::new(),
        refs: 0,
        copies: 0,
        arguments: FxHashSet::default(),
        values: FxHashMap::default(),
        arms: FxHashMap::default(),
        owner: "",
        span: Span::default(),
        file,
    };
    lower.name_insides();
    for (at, definition) in terms.definitions.iter().enumerate() {
        let (name, span) =
            (lower.file.definitions[definition.at as usize].name, lower.file.definitions[definition.at as usize].span);
        (lower.owner, lower.span) = (name, span);
        let body = lower.definition(at);
        let body = lower.face(definition.at as usize, body);
        lower.file.definitions[definition.at as usize].net = Some(body);
    }
    while let Some((at, name, span)) = lower.instances.pop() {
        (lower.owner, lower.span) = (name, span);
        let body = lower.definition(at);
        lower.define(name, body);
    }
}

/// Where something of its own began.
struct Region {
    /// Variables from this one on are bound in it.
    first: Var,
    log: usize,
    redexes: usize,
    refs: usize,
    copies: usize,
    /// The least variable that is used in it.
    outermost: Var,
}

struct Lower<'a, 't> {
    terms: &'a Terms<'t>,
    file: &'a mut File<'t>,
    arenas: &'t Arenas<'t>,
    report: &'a mut Report,
    /// Of definitions and agents.
    names: FxHashSet<&'t str>,
    by_name: FxHashMap<&'t str, usize>,
    copied: Vec<bool>,
    /// Of each term, what it says of the type of numbers.
    says: Vec<Says>,
    /// The agents that terms become, if they have levels.
    levels: Option<Agents>,
    /// The agents that have rules for levels.
    carried: FxHashSet<u32>,
    /// Of definitions that Rust calls, what terms with levels refer to instead.
    insides: FxHashMap<&'t str, &'t str>,
    /// Definitions that are to be written out anew, and their names.
    instances: Vec<(usize, &'t str, Span)>,
    /// Those that are referred to already.
    used: FxHashSet<usize>,
    /// How many were written out anew.
    written: usize,
    label: Label,
    out_of_labels: bool,
    wires: usize,
    /// Of each variable, what takes its values, and where it stands in the log.
    uses: Vec<Vec<(usize, &'t Tree<'t>)>>,
    /// The variables that were used, in order.
    log: Vec<Var>,
    redexes: Vec<Redex<'t>>,
    regions: Vec<Region>,
    /// References so far.
    refs: usize,
    /// Duplications and superpositions so far.
    copies: usize,
    /// What functions of this definition are applied to.
    arguments: FxHashSet<Id>,
    values: FxHashMap<Id, &'t Tree<'t>>,
    arms: FxHashMap<Id, Piece<'t>>,
    /// The definition that is being lowered.
    owner: &'t str,
    span: Span,
}

impl<'t> Lower<'_, 't> {
    fn definition(&mut self, at: usize) -> Body<'t> {
        let definition = self.terms.definitions[at];
        let forms = &self.terms.forms[definition.start as usize..=definition.body as usize];
        self.arguments = forms
            .iter()
            .filter_map(|(form, _)| match *form {
                Form::App(_, argument) => Some(argument),
                _ => None,
            })
            .collect();
        for id in definition.start..=definition.body {
            let (form, span) = self.terms.forms[id as usize];
            let value = self.form(form, span, id);
            if let Some(value) = value {
                self.values.insert(id, value);
            }
        }
        let root = self.value(definition.body);
        self.values.clear();
        self.log.clear();
        Body { root, redexes: std::mem::take(&mut self.redexes) }
    }

    fn form(&mut self, form: Form<'t>, span: Span, id: Id) -> Option<&'t Tree<'t>> {
        Some(match form {
            Form::Begin(first) => {
                let (log, redexes, refs, copies) = (self.log.len(), self.redexes.len(), self.refs, self.copies);
                self.regions.push(Region { first, log, redexes, refs, copies, outermost: Var::MAX });
                return None;
            }
            Form::Arm(body) => {
                let piece = self.arm(body);
                self.arms.insert(id, piece);
                return None;
            }
            _ if self.levels.is_some() => return self.with_levels(form, span),
            Form::Var(var) => self.occurrence(var, span),
            Form::Num(number) => self.tree(Shape::Num(number), span),
            Form::Hole(hole) => self.tree(Shape::Hole(hole), span),
            Form::Ref(name) => {
                self.refs += 1;
                let name = self.instance(name);
                self.tree(Shape::Ref(name), span)
            }
            Form::Lam(var, body) => self.lam(var, body, span, id),
            Form::App(function, argument) => {
                let (function, argument) = (self.value(function), self.value(argument));
                let [value, end] = self.wire("r", span);
                let call = self.call(argument, end, span);
                self.redexes.push([call, function]);
                value
            }
            Form::Sup(label, a, b) => {
                self.copies += 1;
                let (a, b) = (self.value(a), self.value(b));
                self.tree(Shape::Dup(label, a, b), span)
            }
            Form::Copy(label, [a, b], value, body) => {
                self.copies += 1;
                let (a, b) = (self.binder(a), self.binder(b));
                let copy = self.tree(Shape::Dup(label, a, b), span);
                self.redexes.push([copy, self.values[&value]]);
                self.value(body)
            }
            Form::Pair(a, b) => {
                let [a, b] = [a, b].map(|part| self.signed(self.value(part), Polarity::Positive));
                self.tree(Shape::Con(a, b), span)
            }
            Form::Split(vars, value, body) => {
                let mut split: Option<&'t Tree<'t>> = None;
                for &var in self.terms.lists[vars.range()].iter().rev() {
                    let binder = self.binder(var);
                    split = Some(split.map_or(binder, |rest| {
                        let parts = [binder, rest].map(|part| self.signed(part, Polarity::Negative));
                        self.tree(Shape::Con(parts[0], parts[1]), span)
                    }));
                }
                let split = split.unwrap_or_else(|| self.tree(Shape::Era, span));
                self.redexes.push([split, self.values[&value]]);
                self.value(body)
            }
            Form::Let(var, value, body) => {
                let binder = self.binder(var);
                self.redexes.push([binder, self.values[&value]]);
                self.value(body)
            }
            Form::Binary(operator, a, b) => self.binary(operator, a, b, span),
            Form::Switch(number, zeros, other, var) => self.switch(number, zeros, other, var, span),
            Form::Match(subject, arms) => self.matching(subject, arms, span),
            Form::Make(symbol, items) => {
                let items: Vec<_> = self.terms.lists[items.range()].iter().map(|&item| self.value(item)).collect();
                let children = self.arenas.lists.alloc_extend(items);
                self.tree(Shape::User(symbol, children), span)
            }
        })
    }

    fn value(&self, id: Id) -> &'t Tree<'t> {
        self.values[&id]
    }

    fn tree(&self, kind: Shape<'t>, span: Span) -> &'t Tree<'t> {
        self.arenas.trees.alloc(Tree { kind, span, head: span, written: None })
    }

    /// A tree with its sign. Signs could be found out, but for what is only handed on: a function of that would be as good as
    /// a pair, and is no term then.
    fn signed(&self, tree: &'t Tree<'t>, sign: Polarity) -> &'t Tree<'t> {
        self.arenas.trees.alloc(Tree { written: Some((sign, tree.span)), ..*tree })
    }

    /// A function: what takes its argument, and its value.
    fn function_of(&self, taker: &'t Tree<'t>, value: &'t Tree<'t>, span: Span) -> &'t Tree<'t> {
        self.tree(Shape::Con(self.signed(taker, Polarity::Negative), self.signed(value, Polarity::Positive)), span)
    }

    /// An application: its argument, and what takes its value.
    fn call(&self, argument: &'t Tree<'t>, taker: &'t Tree<'t>, span: Span) -> &'t Tree<'t> {
        self.tree(Shape::Con(self.signed(argument, Polarity::Positive), self.signed(taker, Polarity::Negative)), span)
    }

    fn text(&self, text: String) -> &'t str {
        self.arenas.texts.alloc(text)
    }

    /// Both ends of a new wire.
    fn wire(&mut self, name: &str, span: Span) -> [&'t Tree<'t>; 2] {
        self.wires += 1;
        let name = self.text(format!("{name}.{}", self.wires));
        [self.tree(Shape::Wire(name), span), self.tree(Shape::Wire(name), span)]
    }

    /// The value of a variable, once more.
    fn occurrence(&mut self, var: Var, span: Span) -> &'t Tree<'t> {
        let name = match self.terms.vars[var as usize].name {
            "*" => "x",
            name => name,
        };
        let [value, end] = self.wire(name, span);
        self.uses[var as usize].push((self.log.len(), end));
        self.log.push(var);
        if let Some(region) = self.regions.last_mut() {
            region.outermost = region.outermost.min(var);
        }
        value
    }

    /// What takes the value of a variable that is used no more.
    fn binder(&mut self, var: Var) -> &'t Tree<'t> {
        let uses = std::mem::take(&mut self.uses[var as usize]);
        self.takers(uses.into_iter().map(|(_, end)| end).collect(), self.terms.vars[var as usize].span)
    }

    /// One tree for all that take a value: duplications with labels of their own, as flat as they get.
    fn takers(&mut self, mut takers: Vec<&'t Tree<'t>>, span: Span) -> &'t Tree<'t> {
        while takers.len() > 1 {
            let mut next = Vec::with_capacity(takers.len().div_ceil(2));
            for pair in takers.chunks(2) {
                next.push(match *pair {
                    [a, b] => match self.levels {
                        Some(agents) => self.fan(agents.fan, a, b, span),
                        None => {
                            let label = self.fresh_label(span);
                            self.tree(Shape::Dup(label, a, b), span)
                        }
                    },
                    _ => pair[0],
                });
            }
            takers = next;
        }
        takers.pop().unwrap_or_else(|| self.tree(Shape::Era, span))
    }

    fn fresh_label(&mut self, span: Span) -> Label {
        self.copies += 1;
        if self.label + 1 < LABELS {
            self.label += 1;
        } else if !self.out_of_labels {
            self.out_of_labels = true;
            let help = format!("a book has {LABELS} labels: make two books of it, or write smaller labels");
            self.report.push(Diagnostic::error(span, "there are no labels left for copies", help));
        }
        self.label
    }

    fn lam(&mut self, var: Var, body: Id, span: Span, id: Id) -> &'t Tree<'t> {
        let binder = self.binder(var);
        let lam = self.function_of(binder, self.value(body), span);
        let Some(region) = self.regions.pop() else { return lam };
        // A copy of a definition that copies nothing is one interaction, and no node.
        let handed_on = self.copies == region.copies && self.arguments.contains(&id);
        self.closed(lam, &region, handed_on)
    }

    /// The region of a λ has ended: a definition of its own, if it needs nothing of the outside, and refers to some or is handed on.
    fn closed(&mut self, lam: &'t Tree<'t>, region: &Region, handed_on: bool) -> &'t Tree<'t> {
        let outer = self.regions.last_mut();
        let inside = outer.is_some();
        if region.outermost < region.first {
            if let Some(outer) = outer {
                outer.outermost = outer.outermost.min(region.outermost);
            }
            return lam;
        }
        if self.redexes.len() == region.redexes || !handed_on && (!inside || self.refs == region.refs) {
            return lam;
        }
        let redexes = self.redexes.split_off(region.redexes);
        self.lift(lam, redexes)
    }
}

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
//! outside and refers to definitions: recursion would have no end otherwise.
//!
//! Terms are walked in their order, from the leaves up, so nothing recurses.

use super::{Arm, Form, Id, List, Operator, Terms, Var};
use crate::{
    diagnostic::{Diagnostic, Report},
    net::{LABELS, Label, Polarity},
    number::{Number, Op},
    span::Span,
    tree::{Arenas, Body, Declaration, File, Rule, Shape, Side, Tree},
};
use rustc_hash::{FxHashMap, FxHashSet};

type Redex<'t> = [&'t Tree<'t>; 2];

/// The most definitions that are written out anew where they are referred to.
const COPIES: usize = 1 << 12;
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
    let by_name: FxHashMap<&str, usize> = terms
        .definitions
        .iter()
        .enumerate()
        .rev()
        .map(|(at, def)| (file.definitions[def.at as usize].name, at))
        .collect();
    let copied = copied(terms, &by_name);
    let mut lower = Lower {
        terms,
        arenas,
        report,
        names,
        copied,
        by_name,
        instances: Vec::new(),
        used: FxHashSet::default(),
        label: largest_label,
        out_of_labels: false,
        wires: 0,
        uses: vec![Vec::new(); terms.vars.len()],
        log: Vec::new(),
        redexes: Vec::new(),
        regions: Vec::new(),
        refs: 0,
        values: FxHashMap::default(),
        arms: FxHashMap::default(),
        owner: "",
        span: Span::default(),
        file,
    };
    for (at, definition) in terms.definitions.iter().enumerate() {
        let (name, span) =
            (lower.file.definitions[definition.at as usize].name, lower.file.definitions[definition.at as usize].span);
        (lower.owner, lower.span) = (name, span);
        let body = lower.definition(at);
        lower.file.definitions[definition.at as usize].net = Some(body);
    }
    while let Some((at, name, span)) = lower.instances.pop() {
        (lower.owner, lower.span) = (name, span);
        let body = lower.definition(at);
        lower.define(name, body);
    }
}

/// The definitions that have duplications, also those that they refer to, and are not recursive: each reference has one of
/// its own, with other labels, since what it is copied with must not meet its like.
fn copied(terms: &Terms<'_>, by_name: &FxHashMap<&str, usize>) -> Vec<bool> {
    let count = terms.definitions.len();
    let mut uses = vec![0_u8; terms.vars.len()];
    let mut copies = vec![false; count];
    let mut waits = vec![0_usize; count];
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (at, definition) in terms.definitions.iter().enumerate() {
        for (form, _) in &terms.forms[definition.start as usize..=definition.body as usize] {
            match form {
                Form::Var(var) => {
                    uses[*var as usize] = uses[*var as usize].saturating_add(1);
                    copies[at] |= uses[*var as usize] > 1;
                }
                Form::Copy(..) | Form::Sup(..) => copies[at] = true,
                Form::Ref(name) => {
                    if let Some(&to) = by_name.get(name) {
                        users[to].push(at);
                        waits[at] += 1;
                    }
                }
                _ => {}
            }
        }
    }
    let mut known: Vec<usize> = (0..count).filter(|&at| waits[at] == 0).collect();
    let mut ends = vec![false; count];
    while let Some(at) = known.pop() {
        ends[at] = true;
        for &user in &users[at] {
            copies[user] |= copies[at];
            waits[user] -= 1;
            if waits[user] == 0 {
                known.push(user);
            }
        }
    }
    copies.into_iter().zip(ends).map(|(copies, ends)| copies && ends).collect()
}

/// Where something of its own began.
struct Region {
    /// Variables from this one on are bound in it.
    first: Var,
    log: usize,
    redexes: usize,
    refs: usize,
    /// The least variable that is used in it.
    outermost: Var,
}

/// An arm: what stands in it, and what it needs.
struct Piece<'t> {
    /// Variables of the outside, and what takes their values.
    captures: Vec<(Var, &'t Tree<'t>)>,
    tree: &'t Tree<'t>,
    redexes: Vec<Redex<'t>>,
}

struct Lower<'a, 't> {
    terms: &'a Terms<'t>,
    file: &'a mut File<'t>,
    arenas: &'t Arenas<'t>,
    report: &'a mut Report,
    /// Of definitions and agents.
    names: FxHashSet<&'t str>,
    by_name: FxHashMap<&'a str, usize>,
    copied: Vec<bool>,
    /// Definitions that are to be written out anew, and their names.
    instances: Vec<(usize, &'t str, Span)>,
    /// Those that are referred to already.
    used: FxHashSet<usize>,
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
    values: FxHashMap<Id, &'t Tree<'t>>,
    arms: FxHashMap<Id, Piece<'t>>,
    /// The definition that is being lowered.
    owner: &'t str,
    span: Span,
}

impl<'t> Lower<'_, 't> {
    fn definition(&mut self, at: usize) -> Body<'t> {
        let definition = self.terms.definitions[at];
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
                let (log, redexes, refs) = (self.log.len(), self.redexes.len(), self.refs);
                self.regions.push(Region { first, log, redexes, refs, outermost: Var::MAX });
                return None;
            }
            Form::Arm(body) => {
                let piece = self.arm(body);
                self.arms.insert(id, piece);
                return None;
            }
            Form::Var(var) => self.occurrence(var, span),
            Form::Num(number) => self.tree(Shape::Num(number), span),
            Form::Hole(hole) => self.tree(Shape::Hole(hole), span),
            Form::Ref(name) => {
                self.refs += 1;
                let name = self.instance(name);
                self.tree(Shape::Ref(name), span)
            }
            Form::Lam(var, body) => self.lam(var, body, span),
            Form::App(function, argument) => {
                let (function, argument) = (self.value(function), self.value(argument));
                let [value, end] = self.wire("r", span);
                let call = self.tree(Shape::Con(argument, end), span);
                self.redexes.push([call, function]);
                value
            }
            Form::Sup(label, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                self.tree(Shape::Dup(label, a, b), span)
            }
            Form::Copy(label, [a, b], value, body) => {
                let (a, b) = (self.binder(a), self.binder(b));
                let copy = self.tree(Shape::Dup(label, a, b), span);
                self.redexes.push([copy, self.values[&value]]);
                self.value(body)
            }
            Form::Pair(a, b) => {
                // Else the first of two functions would be taken for a binder.
                let [a, b] = [a, b].map(|part| {
                    let part = *self.value(part);
                    &*self.arenas.trees.alloc(Tree { written: Some((Polarity::Positive, part.span)), ..part })
                });
                self.tree(Shape::Con(a, b), span)
            }
            Form::Split(vars, value, body) => {
                let mut split: Option<&'t Tree<'t>> = None;
                for &var in self.terms.lists[vars.range()].iter().rev() {
                    let binder = self.binder(var);
                    split = Some(split.map_or(binder, |rest| self.tree(Shape::Con(binder, rest), span)));
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

    fn text(&self, text: String) -> &'t str {
        self.arenas.texts.alloc(text)
    }

    /// Both ends of a new wire.
    fn wire(&mut self, name: &str, span: Span) -> [&'t Tree<'t>; 2] {
        self.wires += 1;
        let name = self.text(format!("{name}.{}", self.wires));
        [self.tree(Shape::Wire(name), span), self.tree(Shape::Wire(name), span)]
    }

    /// A name that is not taken.
    fn name(&mut self, base: &str) -> &'t str {
        let mut number = 1;
        // The numbers of one base grow with the names that there are: so few are tried.
        let step = self.names.len();
        loop {
            let name = format!("{base}{number}");
            if !self.names.contains(name.as_str()) {
                let name = self.text(name);
                self.names.insert(name);
                return name;
            }
            number = if number < 8 { number + 1 } else { number + step };
        }
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
                    [a, b] => {
                        let label = self.fresh_label(span);
                        self.tree(Shape::Dup(label, a, b), span)
                    }
                    _ => pair[0],
                });
            }
            takers = next;
        }
        takers.pop().unwrap_or_else(|| self.tree(Shape::Era, span))
    }

    fn fresh_label(&mut self, span: Span) -> Label {
        if self.label + 1 < LABELS {
            self.label += 1;
        } else if !self.out_of_labels {
            self.out_of_labels = true;
            let help = format!("a book has {LABELS} labels: make two books of it, or write smaller labels");
            self.report.push(Diagnostic::error(span, "there are no labels left for copies", help));
        }
        self.label
    }

    /// The definition that a reference means: one of its own, if the labels in it have to differ.
    fn instance(&mut self, name: &'t str) -> &'t str {
        let Some(&at) = self.by_name.get(name) else { return name };
        if !self.copied[at] || self.used.insert(at) || self.used.len() + self.names.len() > COPIES {
            return name;
        }
        let copy = self.name(&format!("{name}/"));
        let span = self.file.definitions[self.terms.definitions[at].at as usize].span;
        self.instances.push((at, copy, span));
        copy
    }

    fn define(&mut self, name: &'t str, body: Body<'t>) {
        let definition = crate::tree::Definition { name, span: self.span, signature: None, net: Some(body) };
        self.file.definitions.push(definition);
    }

    /// A definition of what stands there: a reference to it.
    fn lift(&mut self, root: &'t Tree<'t>, redexes: Vec<Redex<'t>>) -> &'t Tree<'t> {
        let owner = self.owner;
        let name = self.name(&format!("{owner}/"));
        self.define(name, Body { root, redexes });
        self.refs += 1;
        self.tree(Shape::Ref(name), root.span)
    }

    fn lam(&mut self, var: Var, body: Id, span: Span) -> &'t Tree<'t> {
        let binder = self.binder(var);
        let lam = self.tree(Shape::Con(binder, self.value(body)), span);
        let Some(region) = self.regions.pop() else { return lam };
        let Some(outer) = self.regions.last_mut() else { return lam };
        if region.outermost < region.first {
            outer.outermost = outer.outermost.min(region.outermost);
            return lam;
        }
        if self.redexes.len() == region.redexes || self.refs == region.refs {
            return lam;
        }
        let redexes = self.redexes.split_off(region.redexes);
        self.lift(lam, redexes)
    }

    fn arm(&mut self, body: Id) -> Piece<'t> {
        let tree = self.value(body);
        let Some(region) = self.regions.pop() else { return Piece { captures: Vec::new(), tree, redexes: Vec::new() } };
        let mut vars: Vec<Var> = self.log.drain(region.log..).filter(|&var| var < region.first).collect();
        vars.sort_unstable();
        vars.dedup();
        let redexes = self.redexes.split_off(region.redexes);
        let captures = vars
            .into_iter()
            .map(|var| {
                let uses = &mut self.uses[var as usize];
                let before = uses.partition_point(|&(at, _)| at < region.log);
                let takers = uses.drain(before..).map(|(_, end)| end).collect();
                (var, self.takers(takers, self.terms.vars[var as usize].span))
            })
            .collect();
        Piece { captures, tree, redexes }
    }

    fn take_arm(&mut self, id: Id) -> Piece<'t> {
        let span = self.terms.span(id);
        let nothing = self.tree(Shape::Era, span);
        self.arms.remove(&id).unwrap_or(Piece { captures: Vec::new(), tree: nothing, redexes: Vec::new() })
    }

    fn binary(&mut self, operator: Operator, a: Id, b: Id, span: Span) -> &'t Tree<'t> {
        let numbers = self.file.numbers;
        let zero = Number::u(0, numbers);
        let (mut a, mut b) = (self.value(a), self.value(b));
        if operator.logic {
            a = self.partial(Op::Ne, zero, a, span);
            b = self.partial(Op::Ne, zero, b, span);
        }
        let result = match (a.kind, b.kind) {
            // A literal takes the type of the other side.
            (_, Shape::Num(literal)) => self.partial(operator.op.flipped(), literal, a, span),
            (Shape::Num(literal), _) => self.partial(operator.op, literal, b, span),
            _ => {
                let [value, end] = self.wire("r", span);
                let inner = self.tree(Shape::Opr(b, end), span);
                let symbol = self.tree(Shape::Num(Number::symbol(operator.op)), span);
                self.redexes.push([self.tree(Shape::Opr(symbol, inner), span), a]);
                value
            }
        };
        if operator.not { self.partial(Op::Eq, zero, result, span) } else { result }
    }

    /// An operator that has one side.
    fn partial(&mut self, op: Op, literal: Number, value: &'t Tree<'t>, span: Span) -> &'t Tree<'t> {
        let [result, end] = self.wire("r", span);
        let partial = self.tree(Shape::Num(Number::partial(op, literal, self.file.numbers)), span);
        self.redexes.push([self.tree(Shape::Opr(partial, end), span), value]);
        result
    }

    fn switch(&mut self, number: Id, zeros: List, other: Id, var: Option<Var>, span: Span) -> &'t Tree<'t> {
        let zeros: Vec<_> = self.terms.lists[zeros.range()].iter().map(|&arm| self.take_arm(arm)).collect();
        let other = self.take_arm(other);
        let captured = captured(zeros.iter().chain([&other]));
        let predecessor = match var {
            Some(var) => self.binder(var),
            None => self.tree(Shape::Era, span),
        };
        let mut last = self.function(other, &captured, Some(predecessor));
        let mut whole = None;
        for (at, zero) in zeros.into_iter().enumerate().rev() {
            let zero = self.function(zero, &captured, None);
            let arms = self.tree(Shape::Con(zero, last), span);
            if at == 0 {
                whole = Some(arms);
            } else {
                // What is left of the number goes into the next switch.
                let [value, end] = self.wire("r", span);
                let next = self.tree(Shape::Swi(arms, end), span);
                last = self.tree(Shape::Con(next, value), span);
            }
        }
        let Some(arms) = whole else { return last };
        let [value, mut result] = self.wire("r", span);
        for &var in captured.iter().rev() {
            let given = self.occurrence(var, span);
            result = self.tree(Shape::Con(given, result), span);
        }
        let switch = self.tree(Shape::Swi(arms, result), span);
        self.redexes.push([switch, self.value(number)]);
        value
    }

    /// An arm as a function of what all arms need, and of the number's predecessor before.
    fn function(&mut self, arm: Piece<'t>, captured: &[Var], first: Option<&'t Tree<'t>>) -> &'t Tree<'t> {
        let span = arm.tree.span;
        let mut needed: FxHashMap<Var, &'t Tree<'t>> = arm.captures.into_iter().collect();
        let mut tree = arm.tree;
        for var in captured.iter().rev() {
            let taker = needed.remove(var).unwrap_or_else(|| self.tree(Shape::Era, span));
            tree = self.tree(Shape::Con(taker, tree), span);
        }
        if let Some(first) = first {
            tree = self.tree(Shape::Con(first, tree), span);
        }
        if arm.redexes.is_empty() { tree } else { self.lift(tree, arm.redexes) }
    }

    /// An agent that takes the others apart, with a rule for each arm.
    fn matching(&mut self, subject: Id, arms: List, span: Span) -> &'t Tree<'t> {
        let arms: Vec<Arm> = self.terms.arms[arms.range()].to_vec();
        let pieces: Vec<_> = arms.iter().map(|arm| self.take_arm(arm.body)).collect();
        self.check_covers(&arms, span);
        let captured = captured(pieces.iter());
        if captured.len() >= PORTS {
            let help = format!("an agent has {PORTS} ports: put some of the variables into a tuple");
            self.report.push(Diagnostic::error(span, format!("the arms use {} variables", captured.len()), help));
        }
        let owner = self.owner;
        let name = self.name(&format!("Match.{owner}."));
        let symbol = self.file.agents.len() as u32;
        let vars = &self.terms.vars;
        let ports = captured.iter().map(|&var| (Polarity::Positive, vars[var as usize].name, span));
        let ports = ports.chain([(Polarity::Negative, "out", span)]).collect();
        self.file.agents.push(Declaration {
            name,
            span,
            sign: Polarity::Negative,
            ports,
            numbers: Vec::new(),
            pairs: Vec::new(),
            linear: false,
            meets: Vec::new(),
        });
        for (arm, piece) in arms.iter().zip(pieces) {
            let mut redexes = piece.redexes;
            let mut needed: FxHashMap<Var, &'t Tree<'t>> = piece.captures.into_iter().collect();
            let mut left = Vec::new();
            for &var in &captured {
                let taker = needed.remove(&var).unwrap_or_else(|| self.tree(Shape::Era, span));
                left.push(self.port(taker, &mut redexes));
            }
            let [out, end] = self.wire("out", span);
            left.push(end);
            redexes.push([out, piece.tree]);
            let mut right = Vec::new();
            for &var in &self.terms.lists[arm.vars.range()] {
                let taker = self.binder(var);
                right.push(self.port(taker, &mut redexes));
            }
            let [left, right] = [(symbol, left), (arm.symbol, right)].map(|(symbol, ports)| {
                let ports = self.arenas.lists.alloc_extend(ports);
                Side::Agent(self.tree(Shape::User(symbol, ports), arm.span))
            });
            let rule =
                Rule { span: arm.span, sides: [left, right], guard: None, native: None, values: Vec::new(), redexes };
            self.file.rules.push(rule);
        }
        let [value, end] = self.wire("r", span);
        let mut ports: Vec<_> = captured.iter().map(|&var| self.occurrence(var, span)).collect();
        ports.push(end);
        let ports = self.arenas.lists.alloc_extend(ports);
        self.redexes.push([self.tree(Shape::User(symbol, ports), span), self.value(subject)]);
        value
    }

    /// A port on the left of a rule, for what takes its value on the right.
    fn port(&mut self, taker: &'t Tree<'t>, redexes: &mut Vec<Redex<'t>>) -> &'t Tree<'t> {
        if let Shape::Wire(_) = taker.kind {
            return self.tree(taker.kind, taker.span);
        }
        let [port, value] = self.wire("x", taker.span);
        redexes.push([taker, value]);
        port
    }

    /// Has each agent of a group that these are in an arm?
    fn check_covers(&mut self, arms: &[Arm], span: Span) {
        let file = &*self.file;
        let named = |symbol: u32| file.agents[symbol as usize].name;
        let matched: FxHashSet<&str> = arms.iter().map(|arm| named(arm.symbol)).collect();
        let mut smallest: Option<Vec<&str>> = None;
        for group in &file.groups {
            let members = agents_of(file, group.name);
            let all = matched.iter().all(|name| members.contains(name));
            if all && smallest.as_ref().is_none_or(|smallest| members.len() < smallest.len()) {
                smallest = Some(members);
            }
        }
        let missing = smallest.iter().flatten().find(|name| !matched.contains(*name));
        if let Some(missing) = missing {
            let message = format!("the match has no arm for {}", crate::check::quoted("", missing));
            let help = format!("add `{missing} => …`, with a name for each of its ports");
            let error = Diagnostic::error(span, message, help);
            self.report.push(error);
        }
    }
}

/// The agents of a group, also of groups in it. A group in itself is an error that is reported elsewhere.
fn agents_of<'t>(file: &File<'t>, group: &'t str) -> Vec<&'t str> {
    let mut seen = FxHashSet::default();
    let mut agents = Vec::new();
    let mut rest = vec![group];
    while let Some(name) = rest.pop() {
        if !seen.insert(name) {
            continue;
        }
        match file.groups.iter().find(|group| group.name == name) {
            Some(group) => rest.extend(group.members.iter().filter_map(|member| match member {
                crate::tree::Member::Named(name, _) => Some(*name),
                _ => None,
            })),
            None => agents.push(name),
        }
    }
    agents
}

/// What arms need of the outside, in order.
fn captured<'p, 't: 'p>(arms: impl Iterator<Item = &'p Piece<'t>>) -> Vec<Var> {
    let mut vars: Vec<Var> = arms.flat_map(|arm| arm.captures.iter().map(|&(var, _)| var)).collect();
    vars.sort_unstable();
    vars.dedup();
    vars
}

//! Terms with levels to agents.
//!
//! | term | value | and beside it |
//! |---|---|---|
//! | `\|x\| b` | `Level.Lam(x, b)` | |
//! | `f(a)` | `r` | `Level.App(a, r) ~ f` |
//! | `let x = v; b` | `b` | `x ~ v` |
//! | `7` | `Level.Num(7)` | |
//! | `a + b` | `r` | `Level.Op([+], b, r) ~ a` |
//! | `(a, b)`; `let (p, q) = v; b` | `Level.Pair(a, b)`; `b` | `Level.Split(p, q) ~ v` |
//! | `match t { … }`, `if` | `r` | `Match(r) ~ t`, and rules |
//!
//! A variable that is used twice in a scope is `Level.Fan(0, x, x)` there; where it comes from outside of a λ's scope,
//! `Level.Enter(0, x)`.

use super::{Lower, Region};
use crate::{
    lambda::{Form, Id, Var},
    number::Number,
    span::Span,
    tree::{Shape, Tree},
};

impl<'t> Lower<'_, 't> {
    pub(super) fn with_levels(&mut self, form: Form<'t>, span: Span) -> Option<&'t Tree<'t>> {
        let agents = self.levels?;
        Some(match form {
            Form::Var(var) => self.occurrence(var, span),
            Form::Ref(name) => {
                self.refs += 1;
                let inside = self.insides.get(name).copied();
                self.tree(Shape::Ref(inside.unwrap_or(name)), span)
            }
            Form::Lam(var, body) => self.scope(var, body, span),
            Form::App(function, argument) => {
                let [function, argument] = [function, argument].map(|id| self.value(id));
                let [value, end] = self.wire("r", span);
                let call = self.agent(agents.app, &[argument, end], span);
                self.redexes.push([call, function]);
                value
            }
            Form::Let(var, value, body) => {
                let binder = self.binder(var);
                self.redexes.push([binder, self.value(value)]);
                self.value(body)
            }
            Form::Num(_) | Form::Hole(_) => {
                let number = self.raw(form, span);
                self.agent(agents.num, &[number], span)
            }
            Form::Binary(operator, a, b) => self.operator_with_levels(agents, operator, [a, b], span),
            Form::Pair(a, b) => {
                let parts = [a, b].map(|id| self.value(id));
                self.agent(agents.pair, &parts, span)
            }
            Form::Split(vars, value, body) => {
                let terms = self.terms;
                let binders: Vec<_> = terms.lists[vars.range()].iter().map(|&var| self.binder(var)).collect();
                let value = self.value(value);
                self.split(agents, &binders, value, span);
                self.value(body)
            }
            Form::Make(symbol, items) => {
                let items: Vec<_> = self.terms.lists[items.range()].iter().map(|&item| self.value(item)).collect();
                self.carry(agents, symbol, span);
                self.agent(symbol, &items, span)
            }
            Form::Match(subject, arms) => {
                let terms = self.terms;
                for arm in &terms.arms[arms.range()] {
                    self.carry(agents, arm.symbol, arm.span);
                }
                self.matching(subject, arms, span)
            }
            Form::Switch(number, zeros, other, var) => {
                self.switch_with_levels(agents, number, (zeros, other, var), span)
            }
            // All else is refused before.
            _ => self.tree(Shape::Era, span),
        })
    }

    /// `|x| body`. What comes from outside of it enters its scope.
    fn scope(&mut self, var: Var, body: Id, span: Span) -> &'t Tree<'t> {
        let Some(agents) = self.levels else { return self.value(body) };
        let binder = self.binder(var);
        let lam = self.agent(agents.lam, &[binder, self.value(body)], span);
        let Some(region) = self.regions.pop() else { return lam };
        for (var, taker) in self.captures(&region) {
            let zero = self.level(span);
            let enter = self.agent(agents.enter, &[zero, taker], span);
            self.uses[var as usize].push((self.log.len(), enter));
            self.log.push(var);
        }
        self.closed(lam, &region, false)
    }

    /// `Level.Fan(0, a, b)`
    pub(super) fn fan(&mut self, fan: u32, a: &'t Tree<'t>, b: &'t Tree<'t>, span: Span) -> &'t Tree<'t> {
        let zero = self.level(span);
        self.agent(fan, &[zero, a, b], span)
    }

    /// The innermost scope.
    pub(super) fn level(&self, span: Span) -> &'t Tree<'t> {
        self.tree(Shape::Num(Number::u(0, self.file.numbers)), span)
    }

    pub(super) fn agent(&self, symbol: u32, ports: &[&'t Tree<'t>], span: Span) -> &'t Tree<'t> {
        let ports = self.arenas.lists.alloc_extend(ports.iter().copied());
        self.tree(Shape::User(symbol, ports), span)
    }

    /// What a region needs of the outside, and what takes that in it. The region has ended.
    pub(super) fn captures(&mut self, region: &Region) -> Vec<(Var, &'t Tree<'t>)> {
        let mut vars: Vec<Var> = self.log.drain(region.log..).filter(|&var| var < region.first).collect();
        vars.sort_unstable();
        vars.dedup();
        let takers = vars.into_iter().map(|var| {
            let uses = &mut self.uses[var as usize];
            let before = uses.partition_point(|&(at, _)| at < region.log);
            let takers = uses.drain(before..).map(|(_, end)| end).collect();
            (var, self.takers(takers, self.terms.vars[var as usize].span))
        });
        takers.collect()
    }
}

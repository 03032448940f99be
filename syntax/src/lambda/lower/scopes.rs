//! Terms with levels to agents.
//!
//! | term | value | and beside it |
//! |---|---|---|
//! | `\|x\| b` | `Level.Lam(x, b)` | |
//! | `f(a)` | `r` | `Level.App(a, r) ~ f` |
//! | `let x = v; b` | `b` | `x ~ v` |
//!
//! A variable that is used twice in a scope is `Level.Fan(0, x, x)` there; where it comes from outside of a λ's scope,
//! `Level.Enter(0, x)`.

use super::{Lower, Region};
use crate::{
    lambda::{Form, Id, Var},
    number::Number,
    span::Span,
    tree::{Body, Shape, Tree},
};

impl<'t> Lower<'_, 't> {
    pub(super) fn with_levels(&mut self, form: Form<'t>, span: Span) -> Option<&'t Tree<'t>> {
        let agents = self.levels?;
        Some(match form {
            Form::Var(var) => self.occurrence(var, span),
            Form::Ref(name) => {
                self.refs += 1;
                self.tree(Shape::Ref(name), span)
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

    /// The result of `@main` is read as a term: `t & Level.Read(0, t) ~ root`.
    pub(super) fn read(&mut self, body: Body<'t>) -> Body<'t> {
        let Some(agents) = self.levels else { return body };
        let span = self.span;
        let ([value, end], zero) = (self.wire("t", span), self.level(span));
        let read = self.agent(agents.read, &[zero, end], span);
        let mut redexes = body.redexes;
        redexes.push([read, body.root]);
        Body { root: value, redexes }
    }

    /// The innermost scope.
    fn level(&self, span: Span) -> &'t Tree<'t> {
        self.tree(Shape::Num(Number::u(0, self.file.numbers)), span)
    }

    fn agent(&self, symbol: u32, ports: &[&'t Tree<'t>], span: Span) -> &'t Tree<'t> {
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

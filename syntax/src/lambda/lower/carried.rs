//! Rules with levels for the agents of a book: how fans and delimiters go through its values, and through what waits for them.

use super::{Lower, Redex};
use crate::{
    code::{Code, Step},
    lambda::levels::Agents,
    span::Span,
    tree::{Shape, Side, Tree},
};

/// The right side of a rule. Its level is `#i`.
#[derive(Default)]
struct Right<'t> {
    values: Vec<Code>,
    redexes: Vec<Redex<'t>>,
}

impl<'t> Lower<'_, 't> {
    /// A value with others in it: it is copied, enters scopes, and is read part by part.
    pub(super) fn carry(&mut self, agents: Agents, symbol: u32, span: Span) {
        if !self.carried.insert(symbol) {
            return;
        }
        let count = self.file.agents[symbol as usize].ports.len();
        // Fan(#i, a, b) ~ C(x, …) => Fan(#i, c, d) ~ x & … & a ~ C(c, …) & b ~ C(d, …)
        let mut right = Right::default();
        let ([a, a_end], [b, b_end]) = (self.wire("a", span), self.wire("b", span));
        let (inner, copies): (Vec<_>, Vec<_>) = (0..count).map(|_| self.copied(agents, &mut right, span)).unzip();
        for (end, side) in [(a, 0), (b, 1)] {
            let parts: Vec<_> = copies.iter().map(|copy: &[&'t Tree<'t>; 2]| copy[side]).collect();
            right.redexes.push([end, self.agent(symbol, &parts, span)]);
        }
        let left = self.matched(&[a_end, b_end], span);
        self.meets((agents.fan, &left), (symbol, &inner), right, span);
        // Enter(#i, r) ~ C(x, …) => Enter(#i, c) ~ x & … & r ~ C(c, …), and Read so
        for acts in [agents.enter, agents.read] {
            let mut right = Right::default();
            let [r, end] = self.wire("r", span);
            let (inner, parts): (Vec<_>, Vec<_>) = (0..count).map(|_| self.passed(acts, &mut right, span)).unzip();
            right.redexes.push([r, self.agent(symbol, &parts, span)]);
            let left = self.matched(&[end], span);
            self.meets((acts, &left), (symbol, &inner), right, span);
        }
    }

    /// What waits for a value, with `count` others: it acts on both parts of a superposition, and inside of a scope.
    pub(super) fn moves(&mut self, agents: Agents, symbol: u32, count: usize, span: Span) {
        // M(x, …, r) ~ Sup(#i, f, g) => Fan(#i, c, d) ~ x & … & M(c, …, s) ~ f & M(d, …, t) ~ g & r ~ Sup(#i, s, t)
        let mut right = Right::default();
        let ([r, r_end], [f, f_end], [g, g_end]) = (self.wire("r", span), self.wire("f", span), self.wire("g", span));
        let (mut left, copies): (Vec<_>, Vec<_>) = (0..count).map(|_| self.copied(agents, &mut right, span)).unzip();
        let results = [(f, 0), (g, 1)].map(|(value, side)| {
            let parts: Vec<_> = copies.iter().map(|copy: &[&'t Tree<'t>; 2]| copy[side]).collect();
            self.acts_on(symbol, parts, value, &mut right, span)
        });
        let level = self.same(&mut right, span);
        right.redexes.push([r, self.agent(agents.sup, &[level, results[0], results[1]], span)]);
        left.push(r_end);
        let value = self.matched(&[f_end, g_end], span);
        self.meets((symbol, &left), (agents.sup, &value), right, span);
        // M(x, …, r) ~ Leave(#i, f) => Enter(#i, c) ~ x & … & M(c, …, s) ~ f & r ~ Leave(#i, s)
        let mut right = Right::default();
        let ([r, r_end], [f, f_end]) = (self.wire("r", span), self.wire("f", span));
        let (mut left, parts): (Vec<_>, Vec<_>) =
            (0..count).map(|_| self.passed(agents.enter, &mut right, span)).unzip();
        let result = self.acts_on(symbol, parts, f, &mut right, span);
        let level = self.same(&mut right, span);
        right.redexes.push([r, self.agent(agents.leave, &[level, result], span)]);
        left.push(r_end);
        let value = self.matched(&[f_end], span);
        self.meets((symbol, &left), (agents.leave, &value), right, span);
        // M(x, …, r) ~ Var(#i) => r ~ Neutral(Const(0), Var(#i)), and Neutral(f, x) so
        for stuck in [agents.var, agents.neutral] {
            let mut right = Right::default();
            let [r, r_end] = self.wire("r", span);
            let (ports, inner) = if stuck == agents.var {
                (self.matched(&[], span), vec![self.same(&mut right, span)])
            } else {
                let ([f, f_end], [x, x_end]) = (self.wire("f", span), self.wire("x", span));
                (vec![f_end, x_end], vec![f, x])
            };
            let (value, constant) = (self.agent(stuck, &inner, span), self.level(span));
            let constant = self.agent(agents.constant, &[constant], span);
            right.redexes.push([r, self.agent(agents.neutral, &[constant, value], span)]);
            let mut left: Vec<_> = (0..count).map(|_| self.tree(Shape::Era, span)).collect();
            left.push(r_end);
            self.meets((symbol, &left), (stuck, &ports), right, span);
        }
    }

    /// `Fan(#i, c, d) ~ x`: the other end of `x`, and those of `c` and `d`.
    fn copied(&mut self, agents: Agents, right: &mut Right<'t>, span: Span) -> (&'t Tree<'t>, [&'t Tree<'t>; 2]) {
        let ([x, end], [c, c_end], [d, d_end]) = (self.wire("x", span), self.wire("c", span), self.wire("d", span));
        let level = self.same(right, span);
        right.redexes.push([self.agent(agents.fan, &[level, c, d], span), x]);
        (end, [c_end, d_end])
    }

    /// `Enter(#i, c) ~ x`: the other ends of `x` and `c`.
    fn passed(&mut self, acts: u32, right: &mut Right<'t>, span: Span) -> (&'t Tree<'t>, &'t Tree<'t>) {
        let ([x, end], [c, c_end]) = (self.wire("x", span), self.wire("c", span));
        let level = self.same(right, span);
        right.redexes.push([self.agent(acts, &[level, c], span), x]);
        (end, c_end)
    }

    /// `M(c, …, s) ~ value`: the other end of `s`.
    fn acts_on(
        &mut self,
        symbol: u32,
        mut parts: Vec<&'t Tree<'t>>,
        value: &'t Tree<'t>,
        right: &mut Right<'t>,
        span: Span,
    ) -> &'t Tree<'t> {
        let [s, end] = self.wire("s", span);
        parts.push(s);
        right.redexes.push([self.agent(symbol, &parts, span), value]);
        end
    }

    /// `#i`, once more.
    fn same(&self, right: &mut Right<'t>, span: Span) -> &'t Tree<'t> {
        right.values.push(Code(vec![Step::Known(0)].into()));
        self.tree(Shape::Value(right.values.len() as u32 - 1), span)
    }

    /// `#i` on the left, and what stands beside it.
    fn matched(&self, ends: &[&'t Tree<'t>], span: Span) -> Vec<&'t Tree<'t>> {
        [self.tree(Shape::Matched("i"), span)].into_iter().chain(ends.iter().copied()).collect()
    }

    fn meets(&mut self, left: (u32, &[&'t Tree<'t>]), other: (u32, &[&'t Tree<'t>]), right: Right<'t>, span: Span) {
        let sides = [left, other].map(|(symbol, ports)| Side::Agent(self.agent(symbol, ports, span)));
        self.rule(sides, right.values, right.redexes, span);
    }
}

//! What terms with levels are from outside: results are read, and what has a signature takes numbers.

use super::Lower;
use crate::{
    span::Span,
    tree::{Body, Shape, Tree},
};

impl<'t> Lower<'_, 't> {
    /// What Rust calls is two definitions: one that takes and gives what nets have, and inside of it that by the term.
    pub(super) fn name_insides(&mut self) {
        if self.levels.is_none() {
            return;
        }
        for definition in &self.terms.definitions {
            let definition = &self.file.definitions[definition.at as usize];
            let name = definition.name;
            if definition.signature.is_some() {
                let inside = self.name(&format!("{name}/"));
                self.insides.insert(name, inside);
            }
        }
    }

    /// The definition's net, where `body` is that of its term.
    pub(super) fn face(&mut self, at: usize, body: Body<'t>) -> Body<'t> {
        if self.levels.is_none() {
            return body;
        }
        let (name, span) = (self.owner, self.span);
        let count = self.file.definitions[at].signature.as_ref().map_or(0, |signature| signature.parameters.len());
        if let Some(&inside) = self.insides.get(name) {
            self.define(inside, body);
            return self.called(inside, count, span);
        }
        if name != "main" {
            return body;
        }
        let (value, mut redexes) = (body.root, body.redexes);
        let root = self.read(value, &mut redexes, span);
        Body { root, redexes }
    }

    /// `(n (m t)) & Level.App(Level.Num(n), f) ~ @inside & Level.App(Level.Num(m), r) ~ f & Level.Read(0, t) ~ r`
    fn called(&mut self, inside: &'t str, parameters: usize, span: Span) -> Body<'t> {
        let mut value = self.tree(Shape::Ref(inside), span);
        let (mut redexes, mut takers) = (Vec::new(), Vec::new());
        let Some(agents) = self.levels else { return Body { root: value, redexes } };
        for _ in 0..parameters {
            let ([number, taker], [result, end]) = (self.wire("n", span), self.wire("r", span));
            let argument = self.agent(agents.num, &[number], span);
            redexes.push([self.agent(agents.app, &[argument, end], span), value]);
            takers.push(taker);
            value = result;
        }
        let root = self.read(value, &mut redexes, span);
        let root = takers.into_iter().rev().fold(root, |root, taker| self.function_of(taker, root, span));
        Body { root, redexes }
    }

    /// `Level.Read(0, t) ~ value`: the other end of `t`.
    fn read(&mut self, value: &'t Tree<'t>, redexes: &mut Vec<[&'t Tree<'t>; 2]>, span: Span) -> &'t Tree<'t> {
        let Some(agents) = self.levels else { return value };
        let ([term, end], zero) = (self.wire("t", span), self.level(span));
        redexes.push([self.agent(agents.read, &[zero, end], span), value]);
        term
    }
}

//! Definitions that are made on the way, and their names.

use super::{Lower, Redex};
use crate::{
    lambda::copies::COPIES,
    tree::{Body, Definition, Shape, Tree},
};

impl<'t> Lower<'_, 't> {
    /// A name that is not taken.
    pub(super) fn name(&mut self, base: &str) -> &'t str {
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

    /// The definition that a reference means: one of its own, if the labels in it have to differ.
    pub(super) fn instance(&mut self, name: &'t str) -> &'t str {
        let Some(&at) = self.by_name.get(name) else { return name };
        if !self.copied[at] || self.used.insert(at) || self.written >= COPIES {
            return name;
        }
        self.written += 1;
        let copy = self.name(&format!("{name}/"));
        let span = self.file.definitions[self.terms.definitions[at].at as usize].span;
        self.instances.push((at, copy, span));
        copy
    }

    pub(super) fn define(&mut self, name: &'t str, body: Body<'t>) {
        let definition = Definition { name, span: self.span, signature: None, net: Some(body) };
        self.file.definitions.push(definition);
    }

    /// A definition of what stands there: a reference to it.
    pub(super) fn lift(&mut self, root: &'t Tree<'t>, redexes: Vec<Redex<'t>>) -> &'t Tree<'t> {
        let owner = self.owner;
        let name = self.name(&format!("{owner}/"));
        self.define(name, Body { root, redexes });
        self.refs += 1;
        self.tree(Shape::Ref(name), root.span)
    }
}

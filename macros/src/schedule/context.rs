//! What a function of values needs of the pass that calls it.
//!
//! A val may be a function of rows that makes nodes, looks at them, or reads columns. Which batch and which columns these are
//! is known by the pass, so they are further parameters of the function.

use super::{
    elaborate::Program,
    typed::{Expr, Kind, Kindred, ValId},
    types::{Shape, SpaceId},
};
use std::collections::BTreeSet;

#[derive(Default)]
pub struct Context {
    /// The spaces whose nodes are made or looked at.
    pub spaces: BTreeSet<SpaceId>,
    /// The vals that are read at rows.
    pub columns: BTreeSet<ValId>,
}

impl Context {
    pub fn is_empty(&self) -> bool {
        self.spaces.is_empty() && self.columns.is_empty()
    }
}

impl<'a> Program<'a> {
    /// What a function needs, and the functions that it calls; nothing, if the val is no function.
    pub fn context(&self, val: ValId) -> Context {
        let mut context = Context::default();
        let root = val;
        for val in self.functions(val) {
            let mut looks = BTreeSet::new();
            self.vals[val].body.visit(&mut |it: &Expr<'a>| match &it.kind {
                Kind::New(space, ..) => {
                    context.spaces.insert(*space);
                }
                Kind::Attribute(read, _) => {
                    context.columns.insert(*read);
                }
                Kind::Match(on, _) => {
                    let parts = match &on.kind {
                        Kind::Tuple(parts) => &parts[..],
                        _ => std::slice::from_ref(on),
                    };
                    for part in parts {
                        if let Shape::Row(space, _) = *self.types.shape(part.ty) {
                            looks.insert(space);
                        }
                    }
                }
                _ => {}
            });
            // A batch among its parameters is the one that it looks into.
            looks.retain(|&space| ![root, val].iter().any(|&val| self.has_batch(val, space)));
            context.spaces.extend(looks);
        }
        context
    }

    fn has_batch(&self, val: ValId, space: SpaceId) -> bool {
        let is_it = |&id: &usize| matches!(*self.types.shape(self.locals[id].ty), Shape::Batch(of) if of == space);
        self.vals[val].params.iter().any(is_it)
    }

    /// The functions that a val calls, directly or not; itself too, if it is one.
    pub fn functions(&self, val: ValId) -> BTreeSet<ValId> {
        let (mut seen, mut open) = (BTreeSet::new(), vec![val]);
        let mut first = true;
        while let Some(val) = open.pop() {
            let function = self.vals[val].sort.is == Kindred::Function;
            if (function && !seen.insert(val)) || !(function || first) {
                continue;
            }
            first = false;
            self.vals[val].body.visit(&mut |it: &Expr<'a>| {
                if let Kind::Call(to, _) = it.kind {
                    open.push(to);
                }
            });
        }
        seen
    }

    /// Does a val reduce a net, itself or in a function that it calls?
    pub fn reduces(&self, val: ValId) -> bool {
        let own = |&val: &ValId| reduces(self.vals[val].body);
        own(&val) || self.functions(val).iter().any(own)
    }

    /// Does an expression of a val reduce a net, or call a function that does? Then it may fail.
    pub fn may_fail(&self, expr: &Expr<'a>) -> bool {
        let mut calls = Vec::new();
        expr.visit(&mut |it| {
            if let Kind::Call(to, _) = it.kind {
                calls.push(to);
            }
        });
        reduces(expr) || calls.into_iter().any(|to| self.reduces(to))
    }

    /// The vals that a val reads at rows, itself or in a function.
    pub fn reads(&self, val: ValId) -> Vec<ValId> {
        let mut reads: Vec<ValId> = self.vals[val].sort.reads.iter().map(|&(read, _)| read).collect();
        for function in self.functions(val) {
            for &(read, _) in &self.vals[function].sort.reads {
                if !reads.contains(&read) {
                    reads.push(read);
                }
            }
        }
        reads
    }

    /// Some vals, and all that is read for them.
    pub fn with_reads(&self, vals: &[ValId]) -> Vec<ValId> {
        let (mut all, mut at) = (vals.to_vec(), 0);
        while at < all.len() {
            let more: Vec<_> = self.reads(all[at]).into_iter().filter(|read| !all.contains(read)).collect();
            all.extend(more);
            at += 1;
        }
        all
    }
}

/// Is a net reduced in here?
pub fn reduces(expr: &Expr<'_>) -> bool {
    let mut reduces = false;
    expr.visit(&mut |it| reduces |= matches!(it.kind, Kind::Net(..)));
    reduces
}

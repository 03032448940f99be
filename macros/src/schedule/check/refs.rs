//! Where references lead: each to one variable, which is known.

use crate::schedule::{
    elaborate::Program,
    typed::{Act, Callee, Expr, FnId, Kind, LocalId, StmtKind},
    types::Shape,
};
use std::collections::{HashMap, HashSet};

/// What the functions of a block do with references.
pub struct References {
    /// Does a function write where a parameter leads?
    pub writes: Vec<Vec<bool>>,
    /// The parameter that each result leads with.
    pub results: Vec<Vec<Option<usize>>>,
    /// In each function, where the names lead that are references.
    pub names: Vec<HashMap<LocalId, LocalId>>,
    /// The variables that are written after they were given a value, by name or through a reference.
    pub changed: HashSet<LocalId>,
    /// The variables of which a reference is taken.
    pub lent: HashSet<LocalId>,
}

impl References {
    pub fn new(program: &Program<'_>) -> Self {
        let writes = program.fns.iter().map(|it| vec![false; it.params.len()]).collect();
        let results = program.fns.iter().map(|it| vec![None; program.types.parts(it.result).max(1)]).collect();
        let names = program.fns.iter().map(|_| HashMap::new()).collect();
        let mut this = References { writes, results, names, changed: HashSet::new(), lent: HashSet::new() };
        // Until nothing new is found of any of them.
        let mut found = true;
        while found {
            found = false;
            for at in 0..program.fns.len() {
                found |= this.look(program, at);
            }
        }
        this
    }

    /// Looks at a function; says whether anything new was found.
    fn look(&mut self, program: &Program<'_>, at: FnId) -> bool {
        let Some(body) = &program.fns[at].body else { return false };
        let mut found = false;
        let mut lead = Vec::new();
        body.value.visit(&mut |expr| {
            if let Kind::Act(Act::Borrow(id)) = expr.kind {
                self.lent.insert(id);
            }
            let Kind::Act(Act::Block(list, _)) = &expr.kind else { return };
            for stmt in list {
                match &stmt.kind {
                    StmtKind::Let(names, value) => {
                        for (nth, (id, _)) in names.iter().enumerate() {
                            if let Shape::Ref(_) = program.types.shape(program.locals[*id].ty) {
                                lead.push((*id, self.place(at, value, nth)));
                            }
                        }
                    }
                    StmtKind::Store(to, _) => found |= self.written(&body.params, at, to),
                    StmtKind::Assign(id, _) => found |= self.changed.insert(*id),
                    _ => {}
                }
            }
        });
        for (id, place) in lead {
            if let Some(place) = place {
                found |= !self.names[at].contains_key(&id);
                self.names[at].entry(id).or_insert(place);
            }
        }
        body.value.visit(&mut |expr| {
            if let Kind::Act(Act::Run(Callee::Fn(callee), _, args)) = &expr.kind {
                for (nth, arg) in args.iter().enumerate() {
                    if self.writes[*callee].get(nth) == Some(&true) {
                        found |= self.written(&body.params, at, arg);
                    }
                }
            }
        });
        for nth in 0..self.results[at].len() {
            let place = self.place(at, body.value, nth);
            let leads = place.and_then(|place| body.params.iter().position(|&param| param == place));
            if leads.is_some() && self.results[at][nth].is_none() {
                self.results[at][nth] = leads;
                found = true;
            }
        }
        found
    }

    /// Something is written where this leads: by whatever function it came.
    fn written(&mut self, params: &[LocalId], at: FnId, to: &Expr<'_>) -> bool {
        let mut found = self.place(at, to, 0).is_some_and(|place| self.write(params, at, place));
        if let Kind::Act(Act::Run(Callee::Fn(callee), _, args)) = &to.kind
            && let Some(leads) = self.results[*callee][0]
        {
            found |= !std::mem::replace(&mut self.writes[*callee][leads], true);
            found |= args.get(leads).is_some_and(|arg| self.written(params, at, arg));
        }
        found
    }

    fn write(&mut self, params: &[LocalId], at: FnId, place: LocalId) -> bool {
        let mut found = self.changed.insert(place);
        if let Some(nth) = params.iter().position(|&param| param == place) {
            found |= !std::mem::replace(&mut self.writes[at][nth], true);
        }
        found
    }

    /// The variable or parameter to which a reference leads, the n-th of several results.
    pub fn place(&self, at: FnId, expr: &Expr<'_>, nth: usize) -> Option<LocalId> {
        match &expr.kind {
            Kind::Local(id) => self.names[at].get(id).copied().or(Some(*id)),
            Kind::Tuple(list) => self.place(at, list.get(nth)?, 0),
            Kind::If(_, yes, no) => self.place(at, yes, nth).or_else(|| self.place(at, no, nth)),
            Kind::Act(act) => match act {
                Act::Borrow(id) => Some(*id),
                Act::Block(_, Some(value)) | Act::Tagged(value, _) | Act::Narrow(value) => self.place(at, value, nth),
                Act::Run(Callee::Fn(callee), _, args) => {
                    let leads = (*self.results[*callee].get(nth)?)?;
                    self.place(at, args.get(leads)?, 0)
                }
                _ => None,
            },
            _ => None,
        }
    }
}

//! Which functions call which, and which may be called for a class.

use super::{
    elaborate::{Member, Program},
    typed::{Act, Callee, ClassId, FnId, Kind},
};
use proc_macro2::Ident;

impl Program<'_> {
    /// What a body calls.
    pub fn calls(&self, at: FnId) -> Vec<Callee> {
        let mut calls = Vec::new();
        if let Some(body) = &self.fns[at].body {
            body.value.visit(&mut |expr| {
                if let Kind::Act(Act::Run(callee, ..)) = expr.kind {
                    calls.push(callee);
                }
            });
        }
        calls
    }

    /// The functions that these calls may be of: of a class, whichever is chosen.
    fn callees(&self, calls: Vec<Callee>) -> Vec<FnId> {
        let function = |callee| match callee {
            Callee::Fn(at) => Some(at),
            _ => None,
        };
        let each = calls.into_iter().flat_map(|callee| match callee {
            Callee::Class(class) => self.choices(class),
            callee => vec![callee],
        });
        each.filter_map(function).collect()
    }

    /// A function and all that it calls, if only by others; as far as these are passed through.
    pub fn reached(&self, from: FnId, through: impl Fn(FnId) -> bool) -> Vec<FnId> {
        self.closure(vec![from], through)
    }

    /// Does a function call itself, if only by others?
    pub fn is_recursive(&self, at: FnId) -> bool {
        self.closure(self.callees(self.calls(at)), |_| true).contains(&at)
    }

    fn closure(&self, mut open: Vec<FnId>, through: impl Fn(FnId) -> bool) -> Vec<FnId> {
        let mut reached = Vec::new();
        while let Some(at) = open.pop() {
            if through(at) && !reached.contains(&at) {
                reached.push(at);
                open.extend(self.callees(self.calls(at)));
            }
        }
        reached
    }
}

impl Program<'_> {
    /// What runs on the CPU for a kernel: what it says itself, or another member of its class.
    pub fn on_cpu(&self, member: Member) -> Option<Ident> {
        if let Member::Extern(at) = member
            && let Some(cpu) = &self.externs[at].cpu
        {
            return Some(cpu.clone());
        }
        self.first_member(self.classes.iter().position(|class| class.members.contains(&member))?)
    }

    /// All that computes a class: functions that are written here, and those of Rust's.
    pub fn choices(&self, class: ClassId) -> Vec<Callee> {
        let members = &self.classes[class].members;
        let written = self.fns.iter().enumerate().filter(|(_, it)| match it.impls[..] {
            [val] => it.on.is_none() && members.contains(&Member::Val(val)) && self.is_plain(it, val),
            _ => false,
        });
        let external = members.iter().filter_map(|&member| match member {
            Member::Extern(at) if self.externs[at].dimensions.is_none() => Some(Callee::Extern(at)),
            _ => None,
        });
        written.map(|(at, _)| Callee::Fn(at)).chain(external).collect()
    }

    /// The function that a kernel is on the CPU.
    pub fn first_member(&self, class: ClassId) -> Option<Ident> {
        let on_no_device = |callee: &Callee| match *callee {
            // What is made of its grid is not called without one.
            Callee::Fn(at) => self.devices(at).is_empty() && self.grid_of(at) == 0,
            _ => true,
        };
        let all: Vec<Callee> = self.choices(class).into_iter().filter(on_no_device).collect();
        let external = all.iter().find(|callee| matches!(callee, Callee::Extern(_)));
        let order = |callee: &&Callee| matches!(callee, Callee::Fn(at) if self.fns[*at].body.is_none());
        let here = |callee: &&Callee| matches!(callee, Callee::Fn(at) if !self.is_on_device(*at));
        let found = external.or_else(|| all.iter().find(order)).or_else(|| all.iter().find(here));
        Some(self.callee_name(*found?))
    }

    /// Does a function, or what it calls, work on a device?
    pub fn is_on_device(&self, at: usize) -> bool {
        let begins = |at: usize| {
            let mut begins = false;
            if let Some(body) = &self.fns[at].body {
                body.value.visit(&mut |expr| begins |= matches!(expr.kind, Kind::Act(Act::Begin(_))));
            }
            begins
        };
        self.reached(at, |_| true).into_iter().any(begins)
    }

    pub fn callee_name(&self, callee: Callee) -> Ident {
        match callee {
            Callee::Fn(at) => self.fns[at].head.name.clone(),
            Callee::Extern(at) => self.externs[at].cpu.clone().unwrap_or_else(|| self.externs[at].name.clone()),
            Callee::Class(at) => self.classes[at].name.clone(),
        }
    }

    /// Which parameters of a function are devices.
    pub fn devices(&self, at: FnId) -> Vec<usize> {
        let params = self.fns[at].params.iter().enumerate();
        params.filter(|(_, (_, ty))| self.types.is_device(*ty)).map(|(nth, _)| nth).collect()
    }
}

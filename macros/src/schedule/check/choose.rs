//! Calls of which it is chosen later what computes them.

use super::{graph::Op, value::Builder};
use crate::schedule::{
    elaborate::{Fn, Member},
    typed::{Callee, FnId},
};
use proc_macro2::Span;

impl Builder<'_, '_, '_> {
    /// A call of whatever computes a class. What that does on devices is its own, and it must be the same if this
    /// function says what it does on them.
    pub fn choose(&mut self, span: Span, class: usize) {
        let all = self.program.choices(class);
        let signature = |callee: &Callee| match (callee, self.signatures) {
            (Callee::Fn(at), Some(all)) => all.of[*at].as_ref(),
            _ => None,
        };
        let of_time = |callee: &Callee| signature(callee).and_then(|signature| signature.time.as_ref());
        let plans: Vec<Option<usize>> = all.iter().map(|callee| of_time(callee).map(|time| time.plan)).collect();
        // A part of a timeline is done by a call of that function only.
        let parts = all.iter().any(|callee| of_time(callee).is_some_and(|time| !time.whole));
        let memory: Vec<Option<usize>> = all.iter().map(|callee| signature(callee)?.memory).collect();
        match memory.split_first() {
            Some((first, rest)) if rest.iter().all(|plan| plan == first) => {
                if let Some(plan) = *first {
                    let kid = self.state.memory;
                    self.state.memory = self.memory.of(span, Op::Plan(plan), &[kid]);
                }
            }
            Some(_) => {
                self.several_memory.get_or_insert(span);
            }
            None => {}
        }
        match plans.split_first() {
            None => {
                let (text, help) = self.nobody(class);
                self.error(span, text, help);
            }
            _ if all.iter().any(|callee| matches!(callee, Callee::Fn(at) if self.opens(*at))) => {
                self.several.get_or_insert(span);
            }
            Some((first, rest)) if !parts && rest.iter().all(|plan| plan == first) => {
                if let Some(plan) = *first {
                    let kid = self.state.event;
                    self.state.event = self.time.of(span, Op::Plan(plan), &[kid]);
                }
            }
            Some(_) => {
                self.several.get_or_insert(span);
            }
        }
        self.state.calls += 1;
    }

    /// Nothing computes a class, or not as it is called.
    fn nobody(&self, class: usize) -> (String, String) {
        let (program, name) = (self.program, &self.program.classes[class].name);
        let of_class = |it: &&Fn<'_>| {
            it.head.impls.iter().all(|spec| spec.derivative.is_none())
                && it.impls.iter().any(|&val| program.classes[class].members.contains(&Member::Val(val)))
        };
        match program.fns.iter().find(of_class) {
            Some(Fn { head, .. }) => (
                format!(
                    "`{0}` takes or gives something else than `{name}`, or in another order, and nothing else computes that",
                    head.name
                ),
                format!(
                    "call `{}` itself, or write a function with the parameters and the results of `{name}`",
                    head.name
                ),
            ),
            None => (
                format!("nothing computes `{name}`"),
                format!(
                    "write a function: `fn f(…) -> … impls {name} {{ … }}`, or declare one of Rust's: `extern(cpu) pure …`"
                ),
            ),
        }
    }

    /// Does what a function does on devices depend on what is chosen?
    pub fn opens(&self, at: FnId) -> bool {
        let Some(all) = self.signatures else { return false };
        let timed = |at: FnId| all.of[at].as_ref().is_some_and(|signature| signature.time.is_some());
        let of_time = |callee: &Callee| matches!(callee, Callee::Fn(at) if timed(*at));
        let works = |callee: Callee| match callee {
            Callee::Class(class) => self.program.choices(class).iter().any(of_time),
            _ => false,
        };
        // What has a timeline does that.
        let reached = self.program.reached(at, |at| !timed(at));
        reached.into_iter().any(|at| self.program.calls(at).into_iter().any(works))
    }
}

//! Books that never have two things to do at once.
//!
//! `ack(m, n) = ack(m - 1, ack(m, n - 1))` has two calls, but the outer one does nothing until it has what the inner one gives, and nothing else is there to
//! do meanwhile. No thread can help another; to look for something to give away takes a stack apart, and there is nothing in it.
//!
//! A *work* is a call, or what may be one, as a definition without arguments is. Where one begins, what the last one gives, or what is computed of that, has to be what it waits for. Then
//! there is one at a time, by induction: each gives all it has to give when it ends, and not before. So no node may hold what a work gives (`map` makes a list of
//! those: who takes it apart could begin), and none of it may be dropped.
//!
//! It says what to look for, and no more: where it errs, something that could have been given is not.

use crate::{
    actor::Actor,
    function::{Definition, Function},
    step::{Block, Core, Node, Operand, Reg, Step},
};
use polarnet_columns::Space;
use polarnet_syntax::{
    book::Book,
    net::{Agent, Partner, Polarity, Symbol},
};
use std::collections::BTreeSet;

/// Books of more definitions are taken to have more to do.
const MANY: usize = 1 << 9;

/// Is there never more than one thing to do? Of all definitions, as [`definitions`](crate::definitions) gives them, and of all agents, as
/// [`actors`](crate::actors) or [`direct_actors`](crate::direct_actors) does: none where rules are interpreted.
#[must_use]
pub fn is_serial<S: Space>(book: &Book<S>, definitions: &[Definition], actors: &[Actor]) -> bool {
    let is_rule = |def| matches!(book.agents().node(book.root(def)), Agent::Replaced(_));
    let is_known = |(def, found): (_, &Definition)| is_rule(def) || found.functions.contains_key(&found.arity);
    // Rules with `*` and `{a b}` are no steps.
    let is_step = |partner| matches!(partner, Partner::Agent(_) | Partner::Number(_));
    let rules_are_known = book.rules().iter().all(|(rule, _)| is_step(rule.partner))
        && actors.iter().all(|actor| !actor.arms.is_empty())
        && (book.rules().is_empty() || !actors.is_empty());
    if definitions.len() > MANY || !rules_are_known || !book.defs().zip(definitions).all(is_known) {
        return false;
    }
    let has_cells = |symbol: &Symbol| book.agent(*symbol).ports.contains(&Polarity::Negative);
    let with_cells = book.declared().filter(has_cells).collect();
    let mut known = Known { definitions, with_cells, waits: None };
    // Most books are found out before that is known.
    known.is_serial(actors) && {
        known.who_waits();
        known.is_serial(actors)
    }
}

struct Known<'k> {
    definitions: &'k [Definition],
    /// The agents that have a cell.
    with_cells: Vec<Symbol>,
    /// Definitions that do nothing without this argument. `None`: all, it may be.
    waits: Option<BTreeSet<(u32, u32)>>,
}

impl Known<'_> {
    /// One of each definition: what is given more arguments applies to them what this one gives.
    fn functions(&self) -> impl Iterator<Item = &Function> {
        self.definitions.iter().filter_map(|definition| definition.functions.get(&definition.arity))
    }

    fn is_serial(&self, actors: &[Actor]) -> bool {
        let choices = actors.iter().flat_map(|actor| &actor.arms).flat_map(|arm| &arm.choices);
        self.functions().all(|function| Place::within(self, &function.nodes, None).goes_through(&function.body))
            && choices.map(|choice| &choice.body).all(|body| {
                let mut place = Place::within(self, &body.nodes, None);
                body.steps.iter().all(|step| place.goes_on(step)) && place.ends_with(&body.results)
            })
    }

    /// Each is shown by what is known of those that it calls, so a loop that only hands an argument on does not wait for it.
    fn who_waits(&mut self) {
        self.waits = Some(BTreeSet::new());
        loop {
            let waits = self.functions().flat_map(|function| {
                let waits = |port: &u32| {
                    Place::within(self, &function.nodes, Some(Operand::Port(*port))).goes_through(&function.body)
                };
                (0..function.args).filter(waits).map(|port| (function.def, port))
            });
            let waits = Some(waits.collect());
            if waits == self.waits {
                return;
            }
            self.waits = waits;
        }
    }

    /// Is something given to others that is a work by itself, when they look at it: a definition without arguments?
    fn holds_work(&self, step: &Step) -> bool {
        let is_work =
            |operand: &Operand| matches!(*operand, Operand::Ref(def) if self.definitions[def as usize].arity == 0);
        match step {
            Step::Apply { args, .. } => args.iter().any(is_work),
            Step::Call { value, args, .. } => is_work(value) || args.iter().any(is_work),
            Step::Core { value, slots, .. } => {
                is_work(value) || slots.iter().filter_map(|slot| slot.as_ref().ok()).any(is_work)
            }
            Step::Fill { term, .. } => is_work(term),
            _ => false,
        }
    }

    /// What a call waits for before it does anything, as far as that is known; `None` if there are too few arguments for one.
    fn awaited(&self, value: Operand, args: &[Operand]) -> Option<Vec<Operand>> {
        let Operand::Ref(def) = value else { return Some(vec![value]) };
        let arity = self.definitions[def as usize].arity;
        let waits = |port| self.waits.as_ref().is_none_or(|waits| waits.contains(&(def, port)));
        let awaited = args.iter().zip(0..arity).filter(|&(_, port)| waits(port)).map(|(&arg, _)| arg);
        (args.len() >= arity as usize).then(|| awaited.collect())
    }
}

/// A place in a list of steps, up to which there was one work at a time.
#[derive(Clone)]
struct Place<'p> {
    known: &'p Known<'p>,
    nodes: &'p [Node],
    /// What the last work gives, and what is computed of that.
    pending: Vec<Operand>,
    /// Some work has begun here.
    begun: bool,
}

impl<'p> Place<'p> {
    /// The beginning, where this is awaited.
    fn within(known: &'p Known<'_>, nodes: &'p [Node], awaited: Option<Operand>) -> Self {
        Place { known, nodes, pending: awaited.into_iter().collect(), begun: false }
    }

    /// Is there one at a time in these, too?
    fn goes_through(&mut self, block: &Block) -> bool {
        block.steps.iter().all(|step| self.goes_on(step)) && self.ends_with(&[block.result])
    }

    /// Do all of these come from what is awaited, if anything is? Else who has the first could begin.
    fn ends_with(&self, results: &[Operand]) -> bool {
        self.pending.is_empty() || !results.is_empty() && results.iter().all(|result| self.pending.contains(result))
    }

    fn awaits(&self, operands: &[Operand]) -> bool {
        operands.iter().any(|operand| self.pending.contains(operand))
    }

    /// A work begins, which waits for these. Is it the only one?
    fn begins(&mut self, awaited: &[Operand], results: impl IntoIterator<Item = Reg>) -> bool {
        let is_next = self.pending.is_empty() || self.awaits(awaited);
        self.begun = true;
        self.pending = results.into_iter().map(Operand::Reg).collect();
        is_next
    }

    /// What is computed of what is awaited is awaited, too.
    fn derives(&mut self, of: &[Operand], results: impl IntoIterator<Item = Reg>) -> bool {
        if self.awaits(of) {
            self.pending.extend(results.into_iter().map(Operand::Reg));
        }
        true
    }

    fn goes_on(&mut self, step: &Step) -> bool {
        if self.known.holds_work(step) {
            return false;
        }
        match step {
            Step::Apply { value, args, result } => match self.known.awaited(*value, args) {
                Some(awaited) => self.begins(&awaited, [*result]),
                None => !self.awaits(args),
            },
            // Nobody could wait for its end.
            Step::Call { results, .. } if results.is_empty() => false,
            Step::Call { value, results, .. } => self.begins(&[*value], results.iter().copied()),
            Step::Core { core, value, slots } => {
                let results = slots.iter().filter_map(|slot| slot.err());
                if may_apply(*core, slots) {
                    return self.begins(&[*value], results);
                }
                let of: Vec<_> = slots.iter().filter_map(|slot| slot.ok()).chain([*value]).collect();
                self.derives(&of, results)
            }
            Step::Operate(operate) => self.derives(&[operate.x, operate.y], [operate.result]),
            Step::Select(select) => {
                let of: Vec<_> = select.operands.iter().flatten().copied().chain([select.value]).collect();
                self.derives(&of, select.results.iter().copied())
            }
            // What it does where it has no number yet is to wait.
            Step::Switch(switch) => self.chooses(switch.value, [&switch.zero, &switch.succ], switch.result),
            // Who has the node could go on with what comes there.
            Step::Fill { term, .. } => !self.awaits(&[*term]),
            Step::Erase(value) => !self.awaits(&[*value]),
            Step::Build { node, .. } => match &self.nodes[*node as usize] {
                Node::User(symbol) => !self.known.with_cells.contains(symbol),
                Node::Core(core, cells) => *cells == 0 && !matches!(core, Core::Dup(_)),
            },
            Step::Wire(_) | Step::Give(..) | Step::GiveField(..) | Step::Case(_) => false,
        }
    }

    /// One of two blocks, by a value. What that waits for is there when the block begins, but may not be when what comes behind does.
    fn chooses(&mut self, value: Operand, blocks: [&Block; 2], result: Reg) -> bool {
        let is_awaited = self.awaits(&[value]);
        let before = if is_awaited { Vec::new() } else { self.pending.clone() };
        let (mut is_serial, mut begun, mut derives) = (true, false, is_awaited);
        for block in blocks {
            let mut place = Place { pending: before.clone(), begun: false, ..self.clone() };
            is_serial &= block.steps.iter().all(|step| place.goes_on(step));
            is_serial &= !place.begun || place.ends_with(&[block.result]);
            begun |= place.begun;
            derives |= place.awaits(&[block.result]);
        }
        if begun {
            self.begun = true;
            self.pending = vec![Operand::Reg(result)];
        } else if derives {
            self.pending.push(Operand::Reg(result));
        }
        is_serial
    }
}

/// May it be that it applies the value to something?
fn may_apply(core: Core, slots: &[Result<Operand, Reg>; 2]) -> bool {
    match core {
        Core::Con => slots.iter().any(Result::is_ok),
        Core::Swi => true,
        Core::Opr(_) | Core::Dup(_) => false,
    }
}

#[cfg(test)]
mod tests;

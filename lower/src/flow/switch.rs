//! Switches: blocks of which one is taken.

use super::Flow;
use crate::step::{Block, Core, Operand, Reg, Step, Switch};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::net::Agent;
use rustc_hash::FxHashSet;

/// How often a switch becomes branches, in one function.
const BRANCHED: u32 = 8;

impl<S: Space> Flow<'_, S> {
    /// `-?(+(+zero +succ) -out)`
    pub(super) fn as_switch(&self, row: Idx<S>) -> Option<[Idx<S>; 3]> {
        let Agent::Swi(arms, out) = self.book.agents().node(row) else { return None };
        let Agent::Con(zero, succ) = self.book.agents().node(arms) else { return None };
        let signs = [row, arms, zero, succ, out].map(|row| self.is_negative(row));
        (signs == [true, false, false, false, true]).then_some([zero, succ, out])
    }

    /// Puts a switch to work; what comes back is applied to `more`. If that is nothing, it goes where the net says.
    pub(super) fn switch(&mut self, row: Idx<S>, more: Vec<Operand>) -> Operand {
        let [zero, succ, out] = self.as_switch(row).expect("who calls has looked");
        self.begun.insert(row);
        let (args, out) = self.spine(out);
        let value = self.arrival(row);
        let mut args = self.values(args);
        let goes_on = !more.is_empty();
        args.extend(more);
        let needed = if self.may_branch(row, value) { self.needs([zero, succ]) } else { None };
        let result = match needed {
            Some(rows) => self.branches(row, value, args, [zero, succ], &rows),
            None => self.switch_later(row, value, args),
        };
        if !goes_on {
            self.arrive(out, result);
        }
        result
    }

    /// Is a switch to be branches? Not if its number is still to come to a node that is built here, as in a lambda; and not so often that switches in
    /// each other's arms, which come once into each branch, are twice as many with each.
    fn may_branch(&mut self, row: Idx<S>, value: Operand) -> bool {
        let times = self.branched.entry(row).or_default();
        *times += 1;
        !matches!(value, Operand::Var(..)) && *times <= BRANCHED
    }

    /// What comes from outside of the arms is found first, for both. The rows of each arm; `None` if one gives something to
    /// the outside, or has agents with rules of their own for `*`.
    fn needs(&mut self, arms: [Idx<S>; 2]) -> Option<[FxHashSet<Idx<S>>; 2]> {
        let arms = arms.map(|arm| self.rows_of(arm));
        let mut needed = Vec::new();
        for (arm, other) in [(&arms[0], &arms[1]), (&arms[1], &arms[0])] {
            for &row in arm {
                let peer = self.book.wires()[row];
                match self.book.agents().node(row) {
                    Agent::User(symbol, _) if self.book.has_own_erasing(symbol) => return None,
                    Agent::Wire if arm.contains(&peer) => {}
                    Agent::Wire if other.contains(&peer) || self.is_negative(row) => return None,
                    Agent::Wire => needed.push(peer),
                    _ => {}
                }
            }
        }
        // In order, so that the steps do not depend on a hash.
        needed.sort_unstable_by_key(|row| row.raw());
        for row in needed {
            self.arrival(row);
        }
        Some(arms)
    }

    fn rows_of(&self, arm: Idx<S>) -> FxHashSet<Idx<S>> {
        let mut rows = vec![arm];
        let mut at = 0;
        while at < rows.len() {
            rows.extend(self.book.agents().node(rows[at]).children());
            at += 1;
        }
        rows.into_iter().collect()
    }

    fn branches(
        &mut self,
        row: Idx<S>,
        value: Operand,
        args: Vec<Operand>,
        [zero, succ]: [Idx<S>; 2],
        [zeros, succs]: &[FxHashSet<Idx<S>>; 2],
    ) -> Operand {
        let inside: FxHashSet<_> = zeros | succs;
        let inside = &inside;
        let [before, result] = [self.register(), self.register()];
        let known = self.is_number(value);
        // `n ~ ?(arms out)` and `arms ~ (zero-or-* succ-or-*)`; then the other arm goes.
        let of_zero = self.block(inside, |flow| {
            flow.count += 2;
            flow.erase(succ, succs);
            flow.apply(zero, args.clone())
        });
        let of_succ = self.block(inside, |flow| {
            flow.count += 2;
            flow.erase(zero, zeros);
            flow.numbers.insert(Operand::Reg(before));
            let args = [Operand::Reg(before)].into_iter().chain(args.iter().copied()).collect();
            flow.apply(succ, args)
        });
        let mut blocks = [of_zero, of_succ];
        if known {
            // What both count is counted before.
            let least = blocks[0].count.min(blocks[1].count);
            self.count += least;
            blocks.iter_mut().for_each(|block| block.count -= least);
        }
        let [of_zero, of_succ] = blocks;
        let other = (!known).then(|| self.block(inside, |flow| flow.switch_later(row, value, args.clone())));
        for &row in inside {
            self.begun.insert(row);
        }
        let switch = Switch { value, before, result, zero: of_zero, succ: of_succ, other };
        self.body.steps.push(Step::Switch(Box::new(switch)));
        Operand::Reg(result)
    }

    /// The switch as a node that waits for its number.
    fn switch_later(&mut self, row: Idx<S>, value: Operand, args: Vec<Operand>) -> Operand {
        let Agent::Swi(arms, _) = self.book.agents().node(row) else { unreachable!("it is a switch") };
        let (arms, result): (_, Reg) = (self.value(arms), self.register());
        self.body.steps.push(Step::Core { core: Core::Swi, value, slots: [Ok(arms), Err(result)] });
        match args.is_empty() {
            true => Operand::Reg(result),
            false => self.call(Operand::Reg(result), args),
        }
    }

    /// Steps that are taken or not: what they find out is forgotten after them. Of the rows of the arms, those that are not
    /// erased are all put to work.
    fn block(&mut self, inside: &FxHashSet<Idx<S>>, arm: impl FnOnce(&mut Self) -> Operand) -> Block {
        let known = (self.arrived.clone(), self.busy.clone(), self.begun.clone(), self.promised.clone());
        let (nodes, numbers) = (self.nodes.clone(), self.numbers.clone());
        let (steps, count) = (core::mem::take(&mut self.body.steps), core::mem::take(&mut self.count));
        let result = arm(self);
        for row in self.rows.clone().into_iter().rev() {
            if inside.contains(&row) && self.is_negative(row) && self.book.agents().node(row) != Agent::Wire {
                self.work(row);
            }
        }
        (self.arrived, self.busy, self.begun, self.promised) = known;
        (self.nodes, self.numbers) = (nodes, numbers);
        let mut block = Block {
            count: core::mem::replace(&mut self.count, count),
            steps: core::mem::replace(&mut self.body.steps, steps),
            result,
        };
        block.call_last();
        block
    }
}

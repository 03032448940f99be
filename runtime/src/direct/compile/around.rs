//! A call that is last but for nodes around its results, as in `out ~ Cons(x, t) & Append(ys, t) ~ xs`: these are built before it,
//! with holes, and it need not come back.

use super::{Compiler, frame::Frame, operands::add};
use crate::direct::{
    code::{Around, Given, Instr, MOST_AROUND, Place},
    machine::{Code, around_two},
};
use polarnet_lower::{Operand, Step};

impl Compiler<'_> {
    /// The steps of a rule with such a call at the end, if that is what they are.
    pub(super) fn around(&mut self, frame: &mut Frame<'_>, results: &[Operand]) -> bool {
        let steps = &frame.function.body.steps;
        let is_node = |step: &Step| matches!(step, Step::Build { .. } | Step::Fill { .. });
        let Some(at) = steps.iter().rposition(|step| !is_node(step)) else { return false };
        let Step::Call { actor, value, args, results: given } = &steps[at] else { return false };
        let Some(n) = self.function_of(*actor) else { return false };
        if results.len().max(given.len()) > MOST_AROUND || results.is_empty() || given.is_empty() {
            return false;
        }
        let result_of = |operand: Operand| given.iter().position(|&reg| operand == Operand::Reg(reg));
        // Where each result of the call goes: all do, for each is used once.
        let mut places = vec![None; given.len()];
        for step in &steps[at + 1..] {
            if let Step::Fill { node, slot, term } = step
                && let Some(result) = result_of(*term)
            {
                places[result] = Some(Place::Slot(frame.node(*node), *slot as u8));
            }
        }
        for &result in results {
            if let Some(result) = result_of(result) {
                places[result] = Some(Place::Result);
            }
        }
        let same = |(at, &result): (usize, &Operand)| result_of(result) == Some(at);
        if results.len() == given.len() && results.iter().enumerate().all(same) {
            return false;
        }
        let Some(places) = places.into_iter().collect::<Option<Box<[Place]>>>() else { return false };
        self.steps(frame, &steps[..at]);
        // What a hole holds before it is filled, nobody sees.
        frame.holes = given.clone();
        self.steps(frame, &steps[at + 1..]);
        frame.holes.clear();
        let free = frame.next;
        let results = results.iter().map(|&result| match result_of(result) {
            Some(at) => Given::Of(at as u8),
            None => Given::Term(self.operand(frame, result)),
        });
        let around = Around { results: results.collect(), places, words: frame.words as u8 };
        match (&*around.results, &*around.places) {
            (&[Given::Term(term)], &[Place::Slot(node, slot)]) => {
                self.emit(Code::AroundOne, [term, node, slot], frame.words);
            }
            // One is built around one of two, the other goes on as it is.
            (&[Given::Term(term), Given::Of(_)], &[Place::Slot(node, slot), Place::Result]) => {
                self.push(Instr::new(around_two(0, 0), [term, node, slot], frame.words));
            }
            (&[Given::Term(term), Given::Of(_)], &[Place::Result, Place::Slot(node, slot)]) => {
                self.push(Instr::new(around_two(0, 1), [term, node, slot], frame.words));
            }
            (&[Given::Of(_), Given::Term(term)], &[Place::Slot(node, slot), Place::Result]) => {
                self.push(Instr::new(around_two(1, 0), [term, node, slot], frame.words));
            }
            (&[Given::Of(_), Given::Term(term)], &[Place::Result, Place::Slot(node, slot)]) => {
                self.push(Instr::new(around_two(1, 1), [term, node, slot], frame.words));
            }
            _ => {
                let at = add(&mut self.direct.around, around);
                self.emit(Code::Around, [0; 3], at);
            }
        }
        frame.next = free;
        let args: Vec<Operand> = [*value].into_iter().chain(args.iter().copied()).collect();
        let behind = self.known_key(frame, *value);
        self.last_call(frame, n, &args, behind);
        true
    }
}

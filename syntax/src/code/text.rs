//! Computations as expressions.

use super::Step;
use crate::number::{Number, Numbers, Op, Wide, WideType};

const SOUND: &str = "sound code";

/// What is on the stack, as text. Of a wide number the lower place says it all.
pub(super) struct Shown {
    numbers: Numbers,
    stack: Vec<Operand>,
}

struct Operand {
    text: String,
    /// It has to stand in brackets, as an operand.
    compound: bool,
    literal: Option<Number>,
}

impl Shown {
    /// After these steps.
    pub(super) fn new(steps: &[Step], known: &[&str], numbers: Numbers) -> Self {
        let mut shown = Shown { numbers, stack: Vec::new() };
        for &step in steps {
            shown.step(step, known);
        }
        shown
    }

    fn step(&mut self, step: Step, known: &[&str]) {
        let numbers = self.numbers;
        match step {
            Step::Known(at) => self.push(known[at as usize].to_owned(), false),
            Step::Literal(number) => {
                let (text, literal) = (number.display(numbers).to_string(), Some(number));
                self.stack.push(Operand { text, compound: false, literal });
            }
            Step::Cast(ty) => {
                let text = format!("{} as {}", self.inner(), ty.name(numbers));
                self.push(text, true);
            }
            Step::Not => {
                let text = format!("!{}", self.inner());
                self.push(text, false);
            }
            Step::Apply(op) => {
                let symbol = match op {
                    Op::Eq => "==",
                    Op::Ne => "!=",
                    op => op.symbol(numbers),
                };
                let right = self.inner();
                let text = format!("{} {symbol} {right}", self.inner());
                self.push(text, true);
            }
            Step::Wide(ty, op) => {
                let right = brackets(self.pop_wide(ty));
                let text = format!("{} {} {right}", brackets(self.pop_wide(ty)), op.symbol());
                match op.compares() {
                    true => self.push(text, true),
                    false => self.push_wide(text),
                }
            }
            Step::Widen(ty) => {
                let text = format!("{} as {}", self.inner(), ty.name());
                self.push_wide(text);
            }
            Step::Convert(from, to) => {
                let text = format!("{} as {}", brackets(self.pop_wide(from)), to.name());
                self.push_wide(text);
            }
            Step::Narrow(from, to) => {
                let text = format!("{} as {}", brackets(self.pop_wide(from)), to.name(numbers));
                self.push(text, true);
            }
            // A half has no text of its own: it stands in its agent, which is printed as a whole.
            Step::Low => drop(self.stack.pop()),
            Step::High => {
                let high = self.stack.pop().expect(SOUND);
                let low = self.stack.pop().expect(SOUND);
                self.stack.push(if high.text.is_empty() { low } else { high });
            }
        }
    }

    fn push(&mut self, text: String, compound: bool) {
        self.stack.push(Operand { text, compound, literal: None });
    }

    fn push_wide(&mut self, text: String) {
        self.push(text, true);
        self.push(String::new(), false);
    }

    /// The upper number, and whether it has to stand in brackets.
    pub(super) fn pop(&mut self) -> (String, bool) {
        let Operand { text, compound, .. } = self.stack.pop().expect(SOUND);
        (text, compound)
    }

    /// The same of a wide one.
    pub(super) fn pop_wide(&mut self, ty: WideType) -> (String, bool) {
        let high = self.stack.pop().expect(SOUND);
        let low = self.stack.pop().expect(SOUND);
        match (low.literal, high.literal) {
            (Some(low), Some(high)) => (Wide::from_halves(ty, low.bits(), high.bits()).to_string(), false),
            _ => (low.text, low.compound),
        }
    }

    fn inner(&mut self) -> String {
        brackets(self.pop())
    }
}

fn brackets((text, compound): (String, bool)) -> String {
    if compound { format!("({text})") } else { text }
}

//! What a rule computes: guards and values, from the numbers that it has matched.

use crate::number::{Fault, Number, Numbers, Op, Type};
use std::borrow::Cow;

/// The most operands that wait at once.
pub const DEPTH: usize = 16;

const SOUND: &str = "sound code";

/// One step of a computation, on a stack of numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// Puts a number that was matched on the stack, by its place in the rule.
    Known(u32),
    /// Puts this number on the stack.
    Literal(Number),
    /// Takes the two upper ones; puts the result there. A comparison gives 0 or 1.
    Apply(Op),
    /// The upper one, cast.
    Cast(Type),
    /// 1 if the upper one is 0, else 0.
    Not,
}

/// A computation: at the end, one number is on the stack. There are never more than [`DEPTH`].
#[derive(Clone, PartialEq, Debug)]
pub struct Code(pub Cow<'static, [Step]>);

impl Code {
    /// The result, and the first fault on the way to it.
    ///
    /// ```
    /// use polarnet_syntax::{code::{Code, Step}, number::{Number, Numbers, Op}};
    /// let numbers = Numbers::Native;
    /// // n - 1
    /// let code = Code(vec![Step::Known(0), Step::Literal(Number::u(1, numbers)), Step::Apply(Op::Sub)].into());
    /// assert_eq!(code.run(&[Number::u(5, numbers)], numbers), (Number::u(4, numbers), None));
    /// ```
    ///
    /// # Panics
    ///
    /// When the steps take what is not there: [`is_sound`](Self::is_sound) says whether they do.
    #[must_use]
    pub fn run(&self, known: &[Number], numbers: Numbers) -> (Number, Option<Fault>) {
        let mut stack = [Number::u(0, numbers); DEPTH];
        let (mut top, mut fault) = (0, None);
        for &step in self.0.iter() {
            match step {
                Step::Known(at) => {
                    stack[top] = known[at as usize];
                    top += 1;
                }
                Step::Literal(number) => {
                    stack[top] = number;
                    top += 1;
                }
                Step::Apply(op) => {
                    top -= 1;
                    let (number, found) = Number::apply(op, stack[top - 1], stack[top], numbers);
                    stack[top - 1] = number;
                    fault = fault.or(found);
                }
                Step::Cast(ty) => stack[top - 1] = stack[top - 1].cast(ty, numbers),
                Step::Not => stack[top - 1] = Number::u(u32::from(stack[top - 1].raw(numbers) == 0), numbers),
            }
        }
        (stack[0], fault)
    }

    /// The same, with the known numbers in other places.
    pub(crate) fn map_known(&self, place: impl Fn(u32) -> u32) -> Code {
        let step = |step: &Step| match *step {
            Step::Known(at) => Step::Known(place(at)),
            other => other,
        };
        Code(self.0.iter().map(step).collect())
    }

    /// As an expression of the numbers with these names, with brackets around all operands that are not simple.
    ///
    /// ```
    /// use polarnet_syntax::{code::{Code, Step}, number::{Number, Numbers, Op}};
    /// let code = Code(vec![Step::Known(0), Step::Literal(Number::u(1, Numbers::Native)), Step::Apply(Op::Sub)].into());
    /// assert_eq!(code.text(&["n"], Numbers::Native), "n - 1");
    /// ```
    ///
    /// # Panics
    ///
    /// When the steps take what is not there.
    #[must_use]
    pub fn text(&self, known: &[&str], numbers: Numbers) -> String {
        let mut stack: Vec<(String, bool)> = Vec::new();
        let inner = |(text, compound)| if compound { format!("({text})") } else { text };
        for step in self.0.iter() {
            let top = match *step {
                Step::Known(at) => (known[at as usize].to_owned(), false),
                Step::Literal(number) => (number.display(numbers).to_string(), false),
                Step::Cast(ty) => (format!("{} as {}", inner(stack.pop().expect(SOUND)), ty.name(numbers)), true),
                Step::Not => (format!("!{}", inner(stack.pop().expect(SOUND))), false),
                Step::Apply(op) => {
                    let symbol = match op {
                        Op::Eq => "==",
                        Op::Ne => "!=",
                        op => op.symbol(numbers),
                    };
                    let right = inner(stack.pop().expect(SOUND));
                    (format!("{} {symbol} {right}", inner(stack.pop().expect(SOUND))), true)
                }
            };
            stack.push(top);
        }
        stack.pop().expect(SOUND).0
    }

    /// Do the steps take what is there only, and leave one number?
    #[must_use]
    pub fn is_sound(&self, known: usize) -> bool {
        let mut height = 0_usize;
        for step in self.0.iter() {
            let (takes, leaves) = match *step {
                Step::Known(at) if at as usize >= known => return false,
                Step::Known(_) | Step::Literal(_) => (0, 1),
                Step::Apply(op) if op.cast().is_some() => return false,
                Step::Apply(_) => (2, 1),
                Step::Cast(_) | Step::Not => (1, 1),
            };
            let Some(rest) = height.checked_sub(takes) else { return false };
            height = rest + leaves;
            if height > DEPTH {
                return false;
            }
        }
        height == 1
    }
}

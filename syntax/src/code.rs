//! What a rule computes: guards and values, from the numbers that it has matched.
//!
//! A wide number takes two places of the stack, the lower half first, so that steps for numbers of 32 bits know nothing of it.
//!
//! ```
//! use polarnet_syntax::{code::{Code, Step}, number::{Number, Numbers::Native, Op}};
//!
//! // 2 * n
//! let code = Code(vec![Step::Literal(Number::u(2, Native)), Step::Known(0), Step::Apply(Op::Mul)].into());
//! assert_eq!(code.run(&[Number::u(21, Native)], Native), (Number::u(42, Native), None));
//! assert_eq!(code.text(&["n"], Native), "2 * n");
//! ```

use crate::number::{Fault, Number, Numbers, Op, Type, Wide, WideOp, WideType};
use std::borrow::Cow;
use text::Shown;

mod text;

/// The most operands that wait at once.
///
/// ```
/// use polarnet_syntax::{code::{Code, DEPTH, Step}, number::Op};
///
/// // n - (n - (n - …
/// let nested = |depth| Code([vec![Step::Known(0); depth], vec![Step::Apply(Op::Sub); depth - 1]].concat().into());
/// assert!(nested(DEPTH).is_sound(1));
/// assert!(!nested(DEPTH + 1).is_sound(1));
/// ```
pub const DEPTH: usize = 16;

/// One step of a computation, on a stack of numbers.
///
/// ```
/// use polarnet_syntax::{code::{Code, Step}, number::{Number, Numbers::Native, Type, WideOp, WideType}};
///
/// // (n as i64 * n as i64) as u32: wide numbers take two places
/// let square = [Step::Known(0), Step::Widen(WideType::I), Step::Known(0), Step::Widen(WideType::I)];
/// let rest = [Step::Wide(WideType::I, WideOp::Mul), Step::Narrow(WideType::I, Type::U)];
/// let code = Code([&square[..], &rest].concat().into());
/// assert_eq!(code.run(&[Number::u(9, Native)], Native).0, Number::u(81, Native));
/// ```
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
    /// Of the two upper wide ones, of this type: the result, wide, or of a comparison 0 or 1.
    Wide(WideType, WideOp),
    /// The upper one, cast to a wide one.
    Widen(WideType),
    /// The upper one, wide and of the first type, cast to the second.
    Narrow(WideType, Type),
    /// The upper one, wide, cast from the first type to the second.
    Convert(WideType, WideType),
    /// The lower half of the upper one, which is wide.
    Low,
    /// The upper half.
    High,
}

impl Step {
    /// How many places of the stack it takes, and how many it fills.
    const fn effect(self) -> (usize, usize) {
        match self {
            Step::Known(_) | Step::Literal(_) => (0, 1),
            Step::Apply(_) => (2, 1),
            Step::Cast(_) | Step::Not => (1, 1),
            Step::Wide(_, op) => (4, if op.compares() { 1 } else { 2 }),
            Step::Widen(_) => (1, 2),
            Step::Convert(..) => (2, 2),
            Step::Narrow(..) | Step::Low | Step::High => (2, 1),
        }
    }
}

/// The wide number at `at`.
#[inline(always)]
fn wide(stack: &[Number; DEPTH], at: usize, ty: WideType) -> Wide {
    Wide::from_halves(ty, stack[at].bits(), stack[at + 1].bits())
}

/// A computation: at the end, one number is on the stack. There are never more than [`DEPTH`].
///
/// ```
/// use polarnet_syntax::{code::{Code, Step}, number::{Fault, Number, Numbers::Native, Op}};
///
/// let code = Code(vec![Step::Known(0), Step::Known(1), Step::Apply(Op::Div)].into());
/// let n = |n| Number::u(n, Native);
/// assert_eq!(code.run(&[n(7), n(2)], Native), (n(3), None));
/// assert_eq!(code.run(&[n(7), n(0)], Native), (n(0), Some(Fault::DivisionByZero)));
/// ```
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
        match self.steps::<false>(known, numbers) {
            Some(result) => result,
            None => self.run_all(known, numbers),
        }
    }

    /// With wide numbers, from the beginning: the usual steps share no registers with theirs.
    #[inline(never)]
    fn run_all(&self, known: &[Number], numbers: Numbers) -> (Number, Option<Fault>) {
        self.steps::<true>(known, numbers).unwrap_or((Number::u(0, numbers), None))
    }

    /// The result; none if there are steps with wide numbers, and these are not wanted.
    #[inline(always)]
    fn steps<const WIDE: bool>(&self, known: &[Number], numbers: Numbers) -> Option<(Number, Option<Fault>)> {
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
                Step::Low if WIDE => top -= 1,
                Step::High if WIDE => {
                    top -= 1;
                    stack[top - 1] = stack[top];
                }
                step if WIDE => top = Self::run_wide(step, &mut stack, top, &mut fault, numbers),
                _ => return None,
            }
        }
        Some((stack[0], fault))
    }

    /// A step that makes or takes a wide number.
    fn run_wide(
        step: Step,
        stack: &mut [Number; DEPTH],
        mut top: usize,
        fault: &mut Option<Fault>,
        numbers: Numbers,
    ) -> usize {
        let result = match step {
            Step::Wide(ty, op) => {
                top -= 4;
                let (result, found) = Wide::apply(op, wide(stack, top, ty), wide(stack, top + 2, ty));
                *fault = fault.or(found);
                if op.compares() {
                    stack[top] = Number::u(result.low(), numbers);
                    return top + 1;
                }
                result
            }
            Step::Widen(ty) => {
                top -= 1;
                stack[top].widen(ty)
            }
            Step::Convert(from, to) => {
                top -= 2;
                wide(stack, top, from).cast(to)
            }
            Step::Narrow(from, to) => {
                top -= 2;
                stack[top] = Number::new(wide(stack, top, from).narrow(to), numbers);
                return top + 1;
            }
            _ => return top,
        };
        [stack[top], stack[top + 1]] = result.halves();
        top + 2
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
        Shown::new(&self.0, known, numbers).pop().0
    }

    /// The same, if what it gives is the lower half of a wide number of this type: as the expression of that.
    ///
    /// ```
    /// use polarnet_syntax::{code::{Code, Step}, number::{Numbers::Native, WideType}};
    ///
    /// // The lower half of `n` as an `i64`.
    /// let code = Code(vec![Step::Known(0), Step::Widen(WideType::I), Step::Low].into());
    /// assert_eq!(code.wide_text(WideType::I, &["n"], Native), "n as i64");
    /// ```
    ///
    /// # Panics
    ///
    /// When the steps take what is not there.
    #[must_use]
    pub fn wide_text(&self, ty: WideType, known: &[&str], numbers: Numbers) -> String {
        match self.0.split_last() {
            Some((Step::Low, steps)) => Shown::new(steps, known, numbers).pop_wide(ty).0,
            // A half that is known already has the name of the whole.
            _ => self.text(known, numbers),
        }
    }
    /// Do the steps take what is there only, and leave one number?
    ///
    /// ```
    /// use polarnet_syntax::{code::{Code, Step}, number::Op};
    ///
    /// let code = Code(vec![Step::Known(0), Step::Known(1), Step::Apply(Op::Add)].into());
    /// assert!(code.is_sound(2));
    /// assert!(!code.is_sound(1)); // it takes a second number
    /// assert!(!Code(vec![Step::Apply(Op::Add)].into()).is_sound(2)); // two operands are not there
    /// ```
    #[must_use]
    pub fn is_sound(&self, known: usize) -> bool {
        let mut height = 0_usize;
        for &step in self.0.iter() {
            match step {
                Step::Known(at) if at as usize >= known => return false,
                Step::Apply(op) if op.cast().is_some() => return false,
                _ => {}
            }
            let (takes, leaves) = step.effect();
            let Some(rest) = height.checked_sub(takes) else { return false };
            height = rest + leaves;
            if height > DEPTH {
                return false;
            }
        }
        height == 1
    }

    /// The most places of the stack that it needs.
    pub(crate) fn height(&self) -> usize {
        let (mut height, mut most) = (0_usize, 0);
        for step in self.0.iter() {
            let (takes, leaves) = step.effect();
            height = height.saturating_sub(takes) + leaves;
            most = most.max(height);
        }
        most
    }
}

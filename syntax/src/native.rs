//! Right-hand sides of rules that are written in Rust.
//!
//! `net!` makes a function of each block of Rust; here it is plain data: a pointer, and what messages say of it.
//!
//! ```
//! let book = polarnet::net! {
//!     agent -DivMod(#b: u32, -q, -r) ~ #u32;
//!     rule DivMod(#b, q, r) ~ #a where (#d: u32, #m: u32) = { (a / b, a % b) } => q ~ #d & r ~ #m;
//!     @main = (q r) & DivMod(5, q, r) ~ 17
//! };
//! let native = book.rules()[0].0.native.as_ref().unwrap();
//! assert_eq!((&*native.rule, native.results.len()), ("DivMod(#b, q, r) ~ #a", 2));
//! ```

use crate::number::{AnyType, Number, Numbers, Type};
use core::fmt;
use std::{
    borrow::Cow,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// What a block of Rust is called by: the numbers that the rule has matched, as guards know them, and room for the results,
/// as many as there are [types](Native::results), of those types.
///
/// ```
/// # use polarnet_syntax::{native::Call, number::{Number, Numbers}};
/// let next: Call = |known, results| results[0] = Number::u(known[0].bits() + 1, Numbers::Native);
/// let mut results = [Number::u(0, Numbers::Native)];
/// next(&[Number::u(7, Numbers::Native)], &mut results);
/// assert_eq!(results[0].as_u32(), Some(8));
/// ```
pub type Call = fn(known: &[Number], results: &mut [Number]);

/// The Rust of one rule.
///
/// An interaction calls it once. Nobody else does: passes leave what it computes to the run.
///
/// ```
/// # use polarnet_syntax::{native::Native, number::{Number, Numbers, Type}};
/// let mut native = Native::new(0, "Pi(out) ~ Nil".to_owned(), vec![Type::F]);
/// native.call = |_, results| results[0] = Number::f(core::f32::consts::PI, Numbers::Native);
/// let mut known = Vec::new();
/// native.run(&mut known, Numbers::Native).unwrap();
/// assert_eq!(known[0].as_f32(), Some(core::f32::consts::PI));
/// ```
#[derive(Clone)]
pub struct Native {
    /// Which of the book's blocks of Rust it is, in the order of the source.
    pub block: u32,
    /// The left side of the rule, for messages: `DivMod(#b, q, r) ~ #a`.
    pub rule: Cow<'static, str>,
    /// The types of the results. The rule's values know them after the numbers that were matched.
    pub results: Cow<'static, [Type]>,
    /// The function.
    pub call: Call,
}

impl Native {
    /// That of a book which is not compiled yet: to call it is a panic.
    ///
    /// ```
    /// # use polarnet_syntax::{native::Native, number::{Number, Numbers, Type}};
    /// let native = Native::new(0, "Next(out) ~ #n".to_owned(), vec![Type::U]);
    /// let panicked = native.run(&mut Vec::new(), Numbers::Native).unwrap_err();
    /// assert_eq!(panicked.message, "the Rust of a rule is called before it is compiled");
    /// ```
    #[must_use]
    pub fn new(block: u32, rule: String, results: Vec<Type>) -> Self {
        let call: Call = |_, _| panic!("the Rust of a rule is called before it is compiled");
        Native { block, rule: rule.into(), results: results.into(), call }
    }

    /// Calls it: the results stand behind the known numbers after that.
    ///
    /// # Errors
    ///
    /// A panic in it, which unwinds to here and no further. `known` is then as it was.
    ///
    /// ```
    /// use polarnet_syntax::{native::Native, number::{Number, Numbers, Type}};
    /// let mut native = Native::new(0, "Next(out) ~ #n".to_owned(), vec![Type::U]);
    /// let n = |n| Number::u(n, Numbers::Native);
    /// native.call = |known, results| results[0] = Number::u(known[0].bits() + 1, Numbers::Native);
    /// let mut known = vec![n(7)];
    /// native.run(&mut known, Numbers::Native).unwrap();
    /// assert_eq!(known, [n(7), n(8)]);
    ///
    /// native.call = |_, _| panic!("no more");
    /// assert_eq!(native.run(&mut known, Numbers::Native).unwrap_err().message, "no more");
    /// ```
    pub fn run<K>(&self, known: &mut K, numbers: Numbers) -> Result<(), Panicked>
    where
        K: AsRef<[Number]> + Extend<Number>,
    {
        /// Results that need no allocation.
        const FEW: usize = 4;
        let zero = Number::u(0, numbers);
        let (mut few, mut many) = ([zero; FEW], Vec::new());
        let count = self.results.len();
        let results = match few.get_mut(..count) {
            Some(few) => few,
            None => {
                many.resize(count, zero);
                &mut many[..]
            }
        };
        // What the block leaves half done is its own: the net is dropped.
        match catch_unwind(AssertUnwindSafe(|| (self.call)(known.as_ref(), results))) {
            Ok(()) => {
                known.extend(results.iter().copied());
                Ok(())
            }
            Err(payload) => {
                let text = payload.downcast_ref::<&str>().map(|&text| text.to_owned());
                let message = text.or_else(|| payload.downcast_ref::<String>().cloned());
                // To drop what it panicked with may panic, too.
                if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
                    core::mem::forget(again);
                }
                let message = message.unwrap_or_else(|| "with a value that is no text".to_owned());
                Err(Panicked { rule: self.rule.clone().into_owned(), message })
            }
        }
    }
}

/// A block of Rust that panicked.
///
/// ```
/// # use polarnet_syntax::{native::Native, number::{Number, Numbers, Type}};
/// let mut native = Native::new(0, "Next(out) ~ #n".to_owned(), vec![Type::U]);
/// native.call = |known, _| panic!("{} is the last", known[0].bits());
/// let panicked = native.run(&mut vec![Number::u(7, Numbers::Native)], Numbers::Native).unwrap_err();
/// assert_eq!((panicked.rule.as_str(), panicked.message.as_str()), ("Next(out) ~ #n", "7 is the last"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panicked {
    /// The left side of its rule.
    pub rule: String,
    /// What it said.
    pub message: String,
}

/// By what is written: one function may have several addresses, and several one.
impl PartialEq for Native {
    fn eq(&self, other: &Self) -> bool {
        (self.block, &self.rule, &self.results) == (other.block, &other.rule, &other.results)
    }
}

impl fmt::Debug for Native {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Native").field("rule", &self.rule).field("results", &self.results).finish_non_exhaustive()
    }
}

/// A block of Rust in a source, as `net!` makes a function of it.
///
/// ```
/// # use polarnet_syntax::{native::{Block, Input}, number::{AnyType, Type}, span::Span};
/// // `rule Next(out) ~ #n where #m = { n + 1 } => out ~ #m`
/// let n = Input { known: 0, ty: AnyType::Number(Type::U), span: Span::new(4, 5) };
/// let block = Block { block: 0, inputs: vec![n], results: vec![AnyType::Number(Type::U)], span: Span::new(7, 9) };
/// assert_eq!(block.results.iter().map(|ty| ty.places()).sum::<usize>(), 1);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Which of the source's blocks it is.
    pub block: u32,
    /// The numbers that it sees: those that the rule matches by name.
    pub inputs: Vec<Input>,
    /// The types of its results.
    pub results: Vec<AnyType>,
    /// Where the results are declared.
    pub span: crate::span::Span,
}

/// A number that a block of Rust sees.
///
/// ```
/// # use polarnet_syntax::{native::Input, number::{AnyType, WideType}, span::Span};
/// let wide = Input { known: 3, ty: AnyType::Wide(WideType::I), span: Span::new(4, 5) };
/// assert_eq!(wide.known..wide.known + wide.ty.places() as u32, 3..5); // its two halves
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Input {
    /// Its place among the known numbers of the rule; that of a wide one's lower half, before the upper one's.
    pub known: u32,
    /// Its type.
    pub ty: AnyType,
    /// Where its name stands.
    pub span: crate::span::Span,
}

//! Rust values of normal forms.

use super::{Term, part::Part};
use crate::stack::with_stack;
use core::slice::Iter;
use polarnet_syntax::number::WideType;

/// What one level of a value may take, and what is allocated where that is not left.
const RED_ZONE: usize = 1 << 17;
const STACK: usize = 1 << 21;

/// Rust values that normal forms can be read as.
///
/// | | |
/// |---|---|
/// | `u32`, `i32`, `f32` | a number of that form: `7`, `+7`, `7.0` |
/// | `i64`, `f64` | a wide number: `7_i64`, `7.0_f64` |
/// | `bool` | `0` or `1` |
/// | `char` | its code, unsigned |
/// | `()` | `*` |
/// | `(A, B)`, `(A, B, C)`, `(A, B, C, D)` | pairs, nested to the right: `(a b)`, `(a (b c))`, `(a (b (c d)))` |
/// | `Vec<T>` | pairs that end with `*`: `(a (b (c *)))`; agents of two ports, head and tail, that end with one of none: `Cons(a, Cons(b, Nil))` |
/// | `Box<T>` | what `T` is, however deep; Rust drops it by recursion |
///
/// Agents are read as an enum that derives this trait (`polarnet::FromNormal`). Another type of your own reads its parts one after the other:
///
/// ```
/// use polarnet_runtime::{FromNormal, Term};
///
/// /// `(x y)`
/// struct Point {
///     x: f32,
///     y: f32,
/// }
///
/// impl FromNormal for Point {
///     fn read(terms: &mut std::slice::Iter<'_, Term>) -> Option<Self> {
///         let (x, y) = FromNormal::read(terms)?;
///         Some(Point { x, y })
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no result of a net",
    label = "not a result of a net",
    note = "results are `u32`, `i32`, `f32`, `i64`, `f64`, `bool`, `char`, `()`, tuples, `Vec`s and `Box`es of results, and enums of agents with `#[derive(FromNormal)]`"
)]
pub trait FromNormal: Sized {
    /// Reads one tree from the front of `terms`, which are in Polish order. `None` if it is something else.
    ///
    /// ```
    /// use polarnet_runtime::{FromNormal, Runtime};
    ///
    /// let normal = Runtime::new().run(&polarnet::net! { @main = (1 *) })?.normal;
    /// let mut terms = normal.terms()[1..].iter();
    /// assert_eq!(u32::read(&mut terms), Some(1));
    /// assert_eq!(u32::read(&mut terms), None); // `*` is no number
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    fn read(terms: &mut Iter<'_, Term>) -> Option<Self>;

    /// The same, for a value of which this is a part: the rest may not fit.
    #[doc(hidden)]
    fn read_part(terms: &mut Iter<'_, Term>) -> Option<Part<Self>> {
        let before = terms.len();
        let value = Self::read(terms)?;
        Some(Part::new(value, before - terms.len()))
    }
}

macro_rules! from_number {
    ($($T:ty: $as:ident),*) => { $(
        impl FromNormal for $T {
            fn read(terms: &mut Iter<'_, Term>) -> Option<Self> {
                match terms.next()? {
                    Term::Num(number) => number.$as(),
                    _ => None,
                }
            }
        }
    )* };
}
from_number!(u32: as_u32, i32: as_i32, f32: as_f32);

impl FromNormal for i64 {
    fn read(terms: &mut Iter<'_, Term>) -> Option<Self> {
        match terms.next()? {
            Term::Wide(wide) if wide.ty() == WideType::I => Some(wide.to_i64()),
            _ => None,
        }
    }
}

impl FromNormal for f64 {
    fn read(terms: &mut Iter<'_, Term>) -> Option<Self> {
        match terms.next()? {
            Term::Wide(wide) if wide.ty() == WideType::F => Some(wide.to_f64()),
            _ => None,
        }
    }
}

impl FromNormal for bool {
    fn read(terms: &mut Iter<'_, Term>) -> Option<Self> {
        match u32::read(terms)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl FromNormal for char {
    fn read(terms: &mut Iter<'_, Term>) -> Option<Self> {
        char::from_u32(u32::read(terms)?)
    }
}

impl FromNormal for () {
    fn read(terms: &mut Iter<'_, Term>) -> Option<Self> {
        matches!(terms.next()?, Term::Era).then_some(())
    }
}

impl<A: FromNormal, B: FromNormal> FromNormal for (A, B) {
    fn read(terms: &mut Iter<'_, Term>) -> Option<Self> {
        match terms.next()? {
            Term::Con => {
                let a = A::read_part(terms)?;
                let b = B::read(terms)?;
                Some((a.whole(), b))
            }
            _ => None,
        }
    }
}

impl<A: FromNormal, B: FromNormal, C: FromNormal> FromNormal for (A, B, C) {
    fn read(terms: &mut Iter<'_, Term>) -> Option<Self> {
        let (a, (b, c)) = FromNormal::read(terms)?;
        Some((a, b, c))
    }
}

impl<A: FromNormal, B: FromNormal, C: FromNormal, D: FromNormal> FromNormal for (A, B, C, D) {
    fn read(terms: &mut Iter<'_, Term>) -> Option<Self> {
        let (a, (b, (c, d))) = FromNormal::read(terms)?;
        Some((a, b, c, d))
    }
}

impl<T: FromNormal> FromNormal for Box<T> {
    fn read(terms: &mut Iter<'_, Term>) -> Option<Self> {
        level(terms).map(Box::new)
    }
}

/// Reads where there is stack for a level: a type has a box or a vector where it has itself.
fn level<T: FromNormal>(terms: &mut Iter<'_, Term>) -> Option<T> {
    with_stack(RED_ZONE, STACK, || T::read(terms))
}

impl<T: FromNormal> FromNormal for Vec<T> {
    fn read(terms: &mut Iter<'_, Term>) -> Option<Self> {
        let (mut items, before) = (Vec::new(), terms.len());
        match read_items(terms, &mut items) {
            Some(()) => Some(items),
            None => {
                drop(Part::new(items, before - terms.len()));
                None
            }
        }
    }
}

fn read_items<T: FromNormal>(terms: &mut Iter<'_, Term>, items: &mut Vec<T>) -> Option<()> {
    // What joins the elements is the same everywhere: `(a b)`, or one agent of the book.
    let mut link = None;
    loop {
        match terms.next()? {
            term @ (Term::Con | Term::User(_, 2)) if link.is_none_or(|link| link == term) => {
                link = Some(term);
                items.push(level(terms)?);
            }
            Term::Era if !matches!(link, Some(Term::User(..))) => return Some(()),
            Term::User(_, 0) if link != Some(&Term::Con) => return Some(()),
            _ => return None,
        }
    }
}

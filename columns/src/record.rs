//! Rows as records: the form in which they leave the program, and in which they come back, checked.
//!
//! A record is an operator's name and the *leaves* of its fields: numbers, names, children. Fields of structs, pairs and
//! arrays stand one after the other; a list of children is one leaf. Unlike the words in memory, leaves say what they are,
//! so that each is checked by itself: [`SaveNode`] writes them, [`LoadNode`] reads them, and the derives implement both.
//!
//! An index of *another* space, as a payload, is checked against the [`Rows`] of that space, which the reader of a batch
//! is given ([`Known`]): without them it does not compile.

use crate::{
    brand::Space,
    child::Child,
    index::Idx,
    lang::{Encoder, Lang, Payload},
    rows::Rows,
};
use core::fmt;

/// One piece of a record.
///
/// ```
/// # use polarnet_columns::{Payload, record::Leaf};
/// let mut record = Vec::new();
/// (7_u8, ['a', 'b']).save(&mut record);
/// assert_eq!(record, [Leaf::Unsigned(7), Leaf::Character('a'), Leaf::Character('b')]);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Leaf {
    /// A natural number.
    Unsigned(u64),
    /// An integer.
    Signed(i64),
    /// A number of single precision; its bits count.
    Single(f32),
    /// A number of double precision; its bits count.
    Double(f64),
    /// `true` or `false`.
    Truth(bool),
    /// A character.
    Character(char),
    /// One of several names, and which of them it is.
    Name(&'static str, u32),
    /// A row of the batch.
    Child(u32),
    /// Several rows of the batch.
    List(Vec<u32>),
}

/// A language whose nodes can be written as records. [`derive(Node)`](crate::Node) implements it.
///
/// ```
/// use polarnet_columns::{Node, record::{Leaf, SaveNode}};
///
/// #[derive(Node, Clone, Copy)]
/// enum Math<I> { Num(i32), Add(I, I) }
///
/// let mut record = Vec::new();
/// MathLang::save::<u32>(Math::Add(3, 5), &mut record, |row| row);
/// assert_eq!(record, [Leaf::Child(3), Leaf::Child(5)]);
/// ```
pub trait SaveNode: Lang {
    /// Appends the leaves of a node; `row` gives the row number of each child.
    fn save<I: Child>(node: Self::Node<'_, I>, to: &mut Vec<Leaf>, row: impl FnMut(I) -> u32);
}

/// A language whose nodes can be read from records, when `C` knows the spaces that payloads point into.
/// [`derive(Node)`](crate::Node) implements it. `At` says which of them is meant where; the compiler finds it.
///
/// # Safety
///
/// What `load` writes is what [`Lang::encode`] writes for some node of the operator `op`, all children of which come from
/// `from`, and all payloads of which are values.
pub unsafe trait LoadNode<C, At>: Lang {
    /// Reads the leaves of a node of the operator number `op`, one of [`Lang::OPERATORS`].
    ///
    /// # Errors
    ///
    /// A leaf that is missing, or not what stands in its place.
    fn load<R: Reader>(op: u8, known: &C, from: &mut R, to: &mut Encoder<'_>) -> Result<(), R::Error>;
}

/// A payload that can be read from records, when `C` knows the spaces that it points into. All payloads of this crate are,
/// and [`derive(Payload)`](crate::Payload) implements it.
///
/// ```
/// use polarnet_columns::{Payload, record::{LoadPayload, Reader}, private::{Decoder, Encoder}};
///
/// /// A number of bits: 1 to 64.
/// #[derive(Clone, Copy, Debug)]
/// struct Width(u8);
///
/// // SAFETY: B5: one word, and `get` undoes `put`.
/// unsafe impl Payload for Width {
///     const WORDS: usize = 1;
///     fn put(self, to: &mut Encoder<'_>) { self.0.put(to) }
///     // SAFETY: B5: `put` wrote a `u8`.
///     unsafe fn get(from: &mut Decoder<'_>) -> Self { Width(unsafe { u8::get(from) }) }
/// }
/// // `Payload::save` writes the one word as a number, if nothing else is said.
/// impl<C> LoadPayload<C, ()> for Width {
///     fn load<R: Reader>(_: &C, from: &mut R) -> Result<Self, R::Error> {
///         match from.unsigned()? {
///             bits @ 1..=64 => Ok(Width(bits as u8)),
///             bits => Err(R::flaw(format_args!("{bits} is no number of bits"))),
///         }
///     }
/// }
/// ```
pub trait LoadPayload<C, At>: Payload {
    /// Reads the leaves that [`Payload::save`] wrote.
    ///
    /// # Errors
    ///
    /// A leaf that is missing, or that makes no value.
    fn load<R: Reader>(known: &C, from: &mut R) -> Result<Self, R::Error>;
}

/// Something that knows the rows of the space `T`: [`Rows`] of it, or a tuple in which they are. `At` is their place.
///
/// ```
/// use polarnet_columns::{Brand, Rows, record::Known};
/// Brand::with(|one| Brand::with(|other| {
///     let (one, other) = (one.rows(1), other.rows(2));
///     fn second<'a, 'b>(known: &(Rows<Brand<'a>>, Rows<Brand<'b>>)) -> Rows<Brand<'b>> {
///         Known::<_, polarnet_columns::record::At1>::rows(known)
///     }
///     assert_eq!(second(&(one, other)).len(), 2);
/// }));
/// ```
#[diagnostic::on_unimplemented(
    message = "a payload is an index of `{T}`, and `{Self}` does not say how many rows that has",
    label = "the rows of `{T}` are missing",
    note = "an index that is read must be checked: give the `rows()` of the other space, or a tuple of such of several spaces"
)]
pub trait Known<T: Space, At> {
    /// The rows.
    fn rows(&self) -> Rows<T>;
}

/// The first place in a tuple of [`Known`] spaces.
#[derive(Clone, Copy, Debug)]
pub struct At0;
/// The second place.
#[derive(Clone, Copy, Debug)]
pub struct At1;
/// The third place.
#[derive(Clone, Copy, Debug)]
pub struct At2;

impl<A: Space> Known<A, At0> for Rows<A> {
    fn rows(&self) -> Rows<A> {
        *self
    }
}

macro_rules! known {
    ($([$($Other:ident),*] $T:ident $At:ident $at:tt;)*) => { $(
        impl<$($Other: Space),*> Known<$T, $At> for ($(Rows<$Other>,)*) {
            fn rows(&self) -> Rows<$T> {
                self.$at
            }
        }
    )* };
}

known! {
    [A] A At0 0;
    [A, B] A At0 0;
    [A, B] B At1 1;
    [A, B, D] A At0 0;
    [A, B, D] B At1 1;
    [A, B, D] D At2 2;
}

/// Where the leaves of one record come from. Formats implement it; payloads call it.
///
/// # Safety
///
/// `child` and `list` give rows below the one that is read.
pub unsafe trait Reader {
    /// What goes wrong.
    type Error: fmt::Display;

    /// What is wrong with a leaf, in words.
    fn flaw(text: impl fmt::Display) -> Self::Error;

    /// The next leaf, a natural number.
    ///
    /// # Errors
    ///
    /// This and all others: there is no further leaf, or it is another thing.
    fn unsigned(&mut self) -> Result<u64, Self::Error>;

    /// The next leaf, an integer.
    ///
    /// # Errors
    ///
    /// As [`unsigned`](Self::unsigned).
    fn signed(&mut self) -> Result<i64, Self::Error>;

    /// The next leaf, of single precision.
    ///
    /// # Errors
    ///
    /// As [`unsigned`](Self::unsigned).
    fn single(&mut self) -> Result<f32, Self::Error>;

    /// The next leaf, of double precision.
    ///
    /// # Errors
    ///
    /// As [`unsigned`](Self::unsigned).
    fn double(&mut self) -> Result<f64, Self::Error>;

    /// The next leaf, `true` or `false`.
    ///
    /// # Errors
    ///
    /// As [`unsigned`](Self::unsigned).
    fn truth(&mut self) -> Result<bool, Self::Error>;

    /// The next leaf, a character.
    ///
    /// # Errors
    ///
    /// As [`unsigned`](Self::unsigned).
    fn character(&mut self) -> Result<char, Self::Error>;

    /// The next leaf, one of these names: its place among them.
    ///
    /// # Errors
    ///
    /// As [`unsigned`](Self::unsigned).
    fn name(&mut self, names: &[&str]) -> Result<usize, Self::Error>;

    /// The next leaf, a row below the one that is read.
    ///
    /// # Errors
    ///
    /// As [`unsigned`](Self::unsigned), and a row that is not below.
    fn child(&mut self) -> Result<u32, Self::Error>;

    /// The next leaf, rows below the one that is read: fewer than 2³¹.
    ///
    /// # Errors
    ///
    /// As [`child`](Self::child).
    fn list(&mut self) -> Result<&[u32], Self::Error>;
}

/// Numbers that a wider number is read for.
macro_rules! number {
    ($($Type:ident $read:ident;)*) => { $(
        impl<C> LoadPayload<C, ()> for $Type {
            fn load<R: Reader>(_: &C, from: &mut R) -> Result<Self, R::Error> {
                let number = from.$read()?;
                number.try_into().map_err(|_| R::flaw(format_args!("{number} is not of type `{}`", stringify!($Type))))
            }
        }
    )* };
}
number! { u8 unsigned; u16 unsigned; u32 unsigned; usize unsigned; i8 signed; i16 signed; i32 signed; isize signed; }

/// What is read as it is.
macro_rules! itself {
    ($($Type:ident $read:ident;)*) => { $(
        impl<C> LoadPayload<C, ()> for $Type {
            fn load<R: Reader>(_: &C, from: &mut R) -> Result<Self, R::Error> {
                from.$read()
            }
        }
    )* };
}
itself! { u64 unsigned; i64 signed; f32 single; f64 double; bool truth; char character; }

impl<S: Space, C: Known<S, At>, At> LoadPayload<C, At> for Idx<S> {
    fn load<R: Reader>(known: &C, from: &mut R) -> Result<Self, R::Error> {
        let (row, rows) = (from.unsigned()?, known.rows());
        let found = u32::try_from(row).ok().and_then(|row| rows.check(row));
        found.ok_or_else(|| R::flaw(format_args!("there is no row {row} in the other space, which has {}", rows.len())))
    }
}

impl<C> LoadPayload<C, ()> for () {
    fn load<R: Reader>(_: &C, _: &mut R) -> Result<Self, R::Error> {
        Ok(())
    }
}

impl<C, X, Y, A: LoadPayload<C, X>, B: LoadPayload<C, Y>> LoadPayload<C, (X, Y)> for (A, B) {
    fn load<R: Reader>(known: &C, from: &mut R) -> Result<Self, R::Error> {
        Ok((A::load(known, from)?, B::load(known, from)?))
    }
}

impl<C, At, T: LoadPayload<C, At>, const N: usize> LoadPayload<C, At> for [T; N] {
    fn load<R: Reader>(known: &C, from: &mut R) -> Result<Self, R::Error> {
        let mut values = [None; N];
        for value in &mut values {
            *value = Some(T::load(known, from)?);
        }
        Ok(values.map(|value| value.unwrap_or_else(|| unreachable!("each was read"))))
    }
}

//! Rows as records: the form in which they leave the program, and in which they come back, checked.
//!
//! A record is an operator's name and the *leaves* of its fields: numbers, names, children. Fields of structs, pairs and
//! arrays stand one after the other; a list of children is one leaf. Unlike the words in memory, leaves say what they are,
//! so that each is checked by itself: [`SaveNode`] writes them, [`LoadNode`] reads them, and the derives implement both.
//!
//! An index of *another* space, as a payload, is checked against the [`Rows`] of that space, which the reader of a batch
//! is given ([`Known`]): without them it does not compile.
//!
//! ```
//! use polarnet_columns::{Lang, Node, record::{Leaf, SaveNode}};
//!
//! #[derive(Node, Clone, Copy)]
//! enum Shape<I> { Disc(f64, (u8, u8)), Both([I; 2]) }
//!
//! let mut leaves = Vec::new();
//! ShapeLang::save::<u32>(Shape::Disc(2.5, (7, 9)), &mut leaves, |row| row);
//! assert_eq!(leaves, [Leaf::Double(2.5), Leaf::Unsigned(7), Leaf::Unsigned(9)]); // a pair's stand one after the other
//! ```

mod reader;

pub use reader::Reader;

use crate::{
    brand::Space,
    child::Child,
    index::Idx,
    lang::{Encoder, Lang, Payload},
    rows::Rows,
};

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
    ///
    /// ```
    /// # use polarnet_columns::{Node, record::{Leaf, SaveNode}};
    /// #[derive(Node, Clone, Copy)]
    /// enum Math<I> { Num(i32), Add(I, I) }
    ///
    /// let mut leaves = Vec::new();
    /// MathLang::save::<u32>(Math::Num(-2), &mut leaves, |row| row);
    /// MathLang::save::<u32>(Math::Add(0, 1), &mut leaves, |row| row + 10); // the rows are elsewhere
    /// assert_eq!(leaves, [Leaf::Signed(-2), Leaf::Child(10), Leaf::Child(11)]);
    /// ```
    fn save<I: Child>(node: Self::Node<'_, I>, to: &mut Vec<Leaf>, row: impl FnMut(I) -> u32);
}

/// A language whose nodes can be read from records, when `C` knows the spaces that payloads point into.
/// [`derive(Node)`](crate::Node) implements it. `At` says which of them is meant where; the compiler finds it.
///
/// ```
/// use polarnet_columns::{Batch, Node, record::LoadNode, space};
/// use serde::de::DeserializeSeed;
///
/// #[derive(Node, Clone, Copy)]
/// enum Math<I> { Num(u8), Add(I, I) }
///
/// /// How many rows a text has, of any language whose payloads point nowhere.
/// fn rows<L: LoadNode<(), At>, At>(text: &str) -> serde_json::Result<usize> {
///     space!(Fresh, guard);
///     Ok(Batch::<Fresh, L>::seed(guard, ()).deserialize(&mut serde_json::Deserializer::from_str(text))?.len())
/// }
/// assert_eq!(rows::<MathLang, _>(r#"[["Num",2],["Add",0,0]]"#).unwrap(), 2);
/// assert!(rows::<MathLang, _>(r#"[["Num",256]]"#).is_err());
/// ```
///
/// # Safety
///
/// What `load` writes is what [`Lang::encode`] writes for some node of the operator `op`, all children of which come from
/// `from`, and all payloads of which are values.
pub unsafe trait LoadNode<C, At>: Lang {
    /// Reads the leaves of a node of the operator number `op`, one of [`Lang::OPERATORS`].
    ///
    /// ```
    /// # use polarnet_columns::{Batch, Node, space};
    /// # use serde::de::DeserializeSeed;
    /// #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// enum Item<I> { Of(u8, char), Next(I) }
    ///
    /// # space!(Items, guard);
    /// let items = Batch::<Items, ItemLang>::seed(guard, ()).deserialize(&serde_json::json!([["Of", 7]]));
    /// assert_eq!(items.unwrap_err().to_string(), "row 0, Of: a field is missing");
    /// ```
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
    /// ```
    /// # use polarnet_columns::{Batch, Node, space};
    /// # use serde::de::DeserializeSeed;
    /// #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// enum Item<I> { Of([i8; 2]), Next(I) }
    ///
    /// # space!(Items, guard);
    /// let items = Batch::<Items, ItemLang>::seed(guard, ()).deserialize(&serde_json::json!([["Of", -1, 1], ["Of", -1]]));
    /// assert_eq!(items.unwrap_err().to_string(), "row 1, Of: a field is missing"); // an array is read as two leaves
    /// ```
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
    ///
    /// ```
    /// use polarnet_columns::{Idx, Space, record::Known, space};
    ///
    /// /// Checks a row number that came from outside.
    /// fn checked<T: Space, At>(known: &impl Known<T, At>, row: u32) -> Option<Idx<T>> {
    ///     known.rows().check(row)
    /// }
    /// space!(Days, guard);
    /// let days = guard.rows(3);
    /// assert!(checked(&days, 2).is_some() && checked(&days, 3).is_none());
    /// ```
    fn rows(&self) -> Rows<T>;
}

/// The first place in a tuple of [`Known`] spaces.
///
/// ```
/// # use polarnet_columns::{record::{At0, Known}, space};
/// # space!(Days, guard);
/// # let days = guard.rows(7);
/// # space!(Weeks, guard);
/// # let weeks = guard.rows(1);
/// # space!(Years, guard);
/// # let years = guard.rows(0);
/// assert_eq!(Known::<Days, At0>::rows(&(days, weeks)).len(), 7);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct At0;
/// The second place.
///
/// ```
/// # use polarnet_columns::{record::{At1, Known}, space};
/// # space!(Days, guard);
/// # let days = guard.rows(7);
/// # space!(Weeks, guard);
/// # let weeks = guard.rows(1);
/// # space!(Years, guard);
/// # let years = guard.rows(0);
/// assert_eq!(Known::<Days, At1>::rows(&(weeks, days)).len(), 7);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct At1;
/// The third place.
///
/// ```
/// # use polarnet_columns::{record::{At2, Known}, space};
/// # space!(Days, guard);
/// # let days = guard.rows(7);
/// # space!(Weeks, guard);
/// # let weeks = guard.rows(1);
/// # space!(Years, guard);
/// # let years = guard.rows(0);
/// assert_eq!(Known::<Days, At2>::rows(&(weeks, years, days)).len(), 7);
/// ```
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

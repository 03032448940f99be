//! Batches.

use super::{fields::Fields, leaf::NameSeed};
use crate::{
    batch::Batch,
    brand::{Guard, Invariant, Space},
    index::Idx,
    lang::{Lang, Operator},
    record::{Leaf, LoadNode, SaveNode},
    store::Store,
};
use core::{fmt, marker::PhantomData};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeSeed, Error, IgnoredAny, SeqAccess, Visitor},
    ser::{SerializeSeq, SerializeTuple},
};

impl<S: Space, L: SaveNode> Serialize for Batch<S, L> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        if serializer.is_human_readable() {
            return RowsOut(self).serialize(serializer);
        }
        let names: Vec<_> = L::OPERATORS.iter().map(|operator| operator.name).collect();
        let mut both = serializer.serialize_tuple(2)?;
        both.serialize_element(&names)?;
        both.serialize_element(&RowsOut(self))?;
        both.end()
    }
}

struct RowsOut<'b, S: Space, L: Lang>(&'b Batch<S, L>);

impl<S: Space, L: SaveNode> Serialize for RowsOut<'_, S, L> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let RowsOut(batch) = self;
        let mut rows = serializer.serialize_seq(Some(batch.len()))?;
        let mut leaves = Vec::new();
        for (row, &op) in batch.indices().zip(batch.store.ops()) {
            leaves.clear();
            leaves.push(Leaf::Name(batch.operator(row), op.into()));
            L::save::<Idx<S>>(batch.node(row), &mut leaves, Idx::raw);
            rows.serialize_element(&leaves)?;
        }
        rows.end()
    }
}

impl<S: Space, L: Lang> Batch<S, L> {
    /// Reads a batch of a fresh space. `known` has the [`Rows`](crate::Rows) of the spaces that payloads point into: `()`,
    /// one, or a tuple of up to three ([`Known`](crate::record::Known)). For an example, see [`serial`](crate::serial).
    ///
    /// What is read is checked: operators exist, children come before parents, payloads are values of their types, and no
    /// field is missing or left over. An error says in which row, if the format keeps the text of errors.
    ///
    /// ```
    /// use polarnet_columns::{Batch, Idx, Node, Space, space};
    /// use serde::de::DeserializeSeed;
    ///
    /// #[derive(Node, Clone, Copy)]
    /// enum Math<Words: Space, I> { Name(Idx<Words>), Add(I, I) }
    ///
    /// space!(Words, guard);
    /// let words = guard.column(vec!["one", "two"]);
    /// space!(Sums, guard);
    /// let seed = Batch::<Sums, MathLang<Words>>::seed(guard, words.rows()); // what `Name` points into
    /// let error = seed.deserialize(&serde_json::json!([["Name", 1], ["Name", 2]])).unwrap_err();
    /// assert_eq!(error.to_string(), "row 1, Name: there is no row 2 in the other space, which has 2");
    /// ```
    #[must_use]
    pub fn seed<C, At>(once: Guard<S>, known: C) -> BatchSeed<S, L, C, At>
    where
        L: LoadNode<C, At>,
    {
        BatchSeed { _once: once, known, lang: PhantomData }
    }
}

/// Reads a batch: [`Batch::seed`].
///
/// ```
/// use polarnet_columns::{Batch, Node, serial::BatchSeed, space};
/// use serde::de::DeserializeSeed;
///
/// #[derive(Node, Clone, Copy)]
/// enum Math<I> { Num(u8), Add(I, I) }
///
/// space!(Sums, guard);
/// let seed: BatchSeed<Sums, MathLang, (), _> = Batch::seed(guard, ());
/// assert_eq!(seed.deserialize(&serde_json::json!([["Num", 2], ["Add", 0, 0]])).unwrap().len(), 2);
/// ```
pub struct BatchSeed<S: Space, L, C, At> {
    _once: Guard<S>,
    known: C,
    lang: Invariant<(L, At)>,
}

impl<'de, S: Space, L: LoadNode<C, At>, C, At> DeserializeSeed<'de> for BatchSeed<S, L, C, At> {
    type Value = Batch<S, L>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Batch<S, L>, D::Error> {
        let rows: RowsIn<L, C, At> = RowsIn { known: self.known, codes: None, lang: PhantomData };
        let store = match deserializer.is_human_readable() {
            true => rows.deserialize(deserializer)?,
            false => deserializer.deserialize_tuple(2, HeadIn(rows))?,
        };
        // B1: the guard is used up.
        Ok(Batch::new(store))
    }
}

/// The names of operators, then the rows that have numbers of them.
struct HeadIn<L, C, At>(RowsIn<L, C, At>);

impl<'de, L: LoadNode<C, At>, C, At> Visitor<'de> for HeadIn<L, C, At> {
    type Value = Store<L>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the names of operators, and rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut both: A) -> Result<Store<L>, A::Error> {
        let HeadIn(mut rows) = self;
        let names: Option<Vec<String>> = both.next_element()?;
        let names = names.ok_or_else(|| A::Error::custom("the names of the operators are missing"))?;
        rows.codes = Some(names.into_iter().map(|name| (code(&name, L::OPERATORS), name)).collect());
        both.next_element_seed(rows)?.ok_or_else(|| A::Error::custom("the rows are missing"))
    }
}

fn code(name: &str, operators: &[Operator]) -> Option<u8> {
    operators.iter().position(|operator| operator.name == name).map(|code| code as u8)
}

/// The rows.
struct RowsIn<L, C, At> {
    known: C,
    /// What the numbers of operators mean here, in formats that have numbers. What the language does not have may stand
    /// there as long as it is not used.
    codes: Option<Vec<(Option<u8>, String)>>,
    lang: Invariant<(L, At)>,
}

impl<'de, L: LoadNode<C, At>, C, At> DeserializeSeed<'de> for RowsIn<L, C, At> {
    type Value = Store<L>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Store<L>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, L: LoadNode<C, At>, C, At> Visitor<'de> for RowsIn<L, C, At> {
    type Value = Store<L>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<Store<L>, A::Error> {
        // A wrong length must not take the memory.
        let mut store = Store::with_capacity(rows.size_hint().unwrap_or(0).min(1 << 16));
        let names: Vec<_> = L::OPERATORS.iter().map(|operator| operator.name).collect();
        let mut list = Vec::new();
        loop {
            let row = store.len();
            let seed = RowIn {
                to: &mut store,
                known: &self.known,
                codes: self.codes.as_deref(),
                names: &names,
                list: &mut list,
            };
            match rows.next_element_seed(RowSeed { row: seed, at: PhantomData }) {
                Ok(Some(())) => {}
                Ok(None) => return Ok(finish(store)),
                Err(error) => {
                    let error = error.to_string();
                    // It may name the operator first.
                    let colon = if error.starts_with(", ") { "" } else { ": " };
                    return Err(A::Error::custom(format_args!("row {row}{colon}{error}")));
                }
            }
        }
    }
}

fn finish<L: Lang>(mut store: Store<L>) -> Store<L> {
    store.shrink();
    store
}

/// One row.
struct RowIn<'a, L: Lang, C> {
    to: &'a mut Store<L>,
    known: &'a C,
    codes: Option<&'a [(Option<u8>, String)]>,
    names: &'a [&'a str],
    list: &'a mut Vec<u32>,
}

struct RowSeed<'a, L: Lang, C, At> {
    row: RowIn<'a, L, C>,
    at: Invariant<At>,
}

impl<'de, L: LoadNode<C, At>, C, At> DeserializeSeed<'de> for RowSeed<'_, L, C, At> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, L: LoadNode<C, At>, C, At> Visitor<'de> for RowSeed<'_, L, C, At> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of an operator and its fields")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut leaves: A) -> Result<(), A::Error> {
        let RowIn { to, known, codes, names, list } = self.row;
        let human = codes.is_none();
        let missing = || A::Error::custom("the operator is missing");
        let op = match codes {
            None => {
                let name = leaves.next_element_seed(NameSeed { human, names });
                name?.ok_or_else(missing)? as u8
            }
            Some(codes) => {
                let number: u32 = leaves.next_element()?.ok_or_else(missing)?;
                match codes.get(number as usize) {
                    Some(&(Some(code), _)) => code,
                    Some((None, name)) => {
                        return Err(A::Error::custom(format_args!("the language has no operator `{name}`")));
                    }
                    None => return Err(A::Error::custom(format_args!("there is no operator number {number}"))),
                }
            }
        };
        let row = to.len() as u32;
        let flaw = |error: A::Error| A::Error::custom(format_args!(", {}: {error}", names[usize::from(op)]));
        let mut fields = Fields { leaves, row, human, list, input: PhantomData };
        to.load(op, known, &mut fields).map_err(flaw)?;
        match fields.leaves.next_element::<IgnoredAny>().map_err(flaw)? {
            Some(_) => Err(flaw(A::Error::custom("there are more fields than it has"))),
            None => Ok(()),
        }
    }
}

impl<S: Space> Serialize for Idx<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.raw().serialize(serializer)
    }
}

impl<S: Space, L, C: fmt::Debug, At> fmt::Debug for BatchSeed<S, L, C, At> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchSeed").field("known", &self.known).finish_non_exhaustive()
    }
}

/// A row number from outside.
pub(super) fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    u32::deserialize(deserializer)
}

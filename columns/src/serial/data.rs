//! Columns of values, rows, and spaces.

use super::batch::number;
use crate::{
    brand::{Guard, Space},
    data::{Data, Mapping, PartialMapping},
    index::Idx,
    rows::Rows,
};
use core::{fmt, marker::PhantomData};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeSeed, Error, SeqAccess, Visitor},
};

impl<S: Space, T: Serialize> Serialize for Data<S, T> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.as_slice().serialize(serializer)
    }
}

impl<S: Space> Serialize for Rows<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        (self.len() as u32).serialize(serializer)
    }
}

/// Reads a row of a space: [`Rows::index_seed`].
///
/// ```
/// use polarnet_columns::{Data, Idx, serial::IndexSeed, space};
/// use serde::de::DeserializeSeed;
///
/// space!(Days, guard);
/// let rows = guard.rows(3);
/// // The same seed for each value of a column.
/// let seed: IndexSeed<Days> = rows.index_seed();
/// let other = Data::<_, Idx<Days>>::seed_with(rows, seed).deserialize(&serde_json::json!([2, 1, 0])).unwrap();
/// assert_eq!(other[other.check(0).unwrap()].raw(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct IndexSeed<S: Space>(Rows<S>);

impl<S: Space> Rows<S> {
    /// Reads one of these rows.
    ///
    /// ```
    /// use polarnet_columns::Brand;
    /// use serde::de::DeserializeSeed;
    ///
    /// Brand::with(|guard| {
    ///     let seed = guard.rows(3).index_seed();
    ///     assert_eq!(seed.deserialize(&serde_json::json!(2)).unwrap().raw(), 2);
    ///     let error = seed.deserialize(&serde_json::json!(3)).unwrap_err();
    ///     assert_eq!(error.to_string(), "there is no row 3 in a space of 3 rows");
    /// });
    /// ```
    #[must_use]
    pub fn index_seed(self) -> IndexSeed<S> {
        IndexSeed(self)
    }
}

impl<'de, S: Space> DeserializeSeed<'de> for IndexSeed<S> {
    type Value = Idx<S>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Idx<S>, D::Error> {
        let row = number(deserializer)?;
        let missing = || D::Error::custom(format_args!("there is no row {row} in a space of {} rows", self.0.len()));
        self.0.check(row).ok_or_else(missing)
    }
}

/// Reads nothing, or what the other seed reads.
///
/// ```
/// use polarnet_columns::{serial::OptionalSeed, space};
/// use serde::de::DeserializeSeed;
///
/// space!(Days, guard);
/// let seed = OptionalSeed(guard.rows(3).index_seed());
/// assert!(seed.deserialize(&serde_json::json!(null)).unwrap().is_none());
/// assert_eq!(seed.deserialize(&serde_json::json!(2)).unwrap().unwrap().raw(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OptionalSeed<V>(pub V);

impl<'de, V: DeserializeSeed<'de>> DeserializeSeed<'de> for OptionalSeed<V> {
    type Value = Option<V::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de, V: DeserializeSeed<'de>> Visitor<'de> for OptionalSeed<V> {
    type Value = Option<V::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or none")
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(deserializer).map(Some)
    }
}

/// Reads a column of an existing space, each value by the seed `V`: [`Data::seed`], [`Data::seed_with`].
///
/// ```
/// use polarnet_columns::{Data, serial::DataSeed, space};
/// use serde::de::DeserializeSeed;
/// use std::marker::PhantomData;
///
/// space!(Days, guard);
/// let seed: DataSeed<Days, PhantomData<u8>> = Data::seed(guard.rows(2));
/// let error = seed.deserialize(&serde_json::json!([7, 300])).unwrap_err();
/// assert_eq!(error.to_string(), "row 1: invalid value: integer `300`, expected u8");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DataSeed<S: Space, V> {
    rows: Rows<S>,
    values: V,
}

/// Reads a column with any number of values, of which it makes a space: [`Guard::column_seed`].
///
/// ```
/// use polarnet_columns::{serial::ColumnSeed, space};
/// use serde::de::DeserializeSeed;
/// use std::marker::PhantomData;
///
/// space!(Days, guard);
/// let seed: ColumnSeed<Days, PhantomData<f64>> = guard.column_seed();
/// let rain = seed.deserialize(&serde_json::json!([0.5, 0.0])).unwrap();
/// assert_eq!(rain.as_slice(), [0.5, 0.0]);
/// ```
#[derive(Debug)]
pub struct ColumnSeed<S: Space, V> {
    guard: Guard<S>,
    values: V,
}

/// Reads a space that has nothing but a number of rows: [`Guard::rows_seed`].
///
/// ```
/// use polarnet_columns::{serial::RowsSeed, space};
/// use serde::de::DeserializeSeed;
///
/// space!(Days, guard);
/// let seed: RowsSeed<Days> = guard.rows_seed();
/// assert_eq!(seed.deserialize(&serde_json::json!(365)).unwrap().len(), 365);
/// ```
#[derive(Debug)]
pub struct RowsSeed<S: Space>(Guard<S>);

impl<S: Space, T> Data<S, T> {
    /// Reads a column of `rows`: so many values as there are rows.
    ///
    /// ```
    /// use polarnet_columns::{Brand, Data};
    /// use serde::de::DeserializeSeed;
    ///
    /// Brand::with(|guard| {
    ///     let rows = guard.rows(2);
    ///     let ages = Data::<_, u8>::seed(rows).deserialize(&serde_json::json!([7, 9])).unwrap();
    ///     assert_eq!(ages.as_slice(), [7, 9]);
    ///     let error = Data::<_, u8>::seed(rows).deserialize(&serde_json::json!([7])).unwrap_err();
    ///     assert_eq!(error.to_string(), "1 value for the 2 rows of the space");
    /// });
    /// ```
    #[must_use]
    pub fn seed(rows: Rows<S>) -> DataSeed<S, PhantomData<T>> {
        DataSeed { rows, values: PhantomData }
    }

    /// Reads a column of `rows` whose values need a seed of their own, as indices do.
    ///
    /// ```
    /// use polarnet_columns::{Data, Idx, space};
    /// use serde::de::DeserializeSeed;
    ///
    /// space!(Weeks, guard);
    /// let weeks = guard.rows(2);
    /// space!(Days, guard);
    /// let seed = Data::<_, Idx<Weeks>>::seed_with(guard.rows(3), weeks.index_seed());
    /// let error = seed.deserialize(&serde_json::json!([0, 1, 2])).unwrap_err();
    /// assert_eq!(error.to_string(), "row 2: there is no row 2 in a space of 2 rows");
    /// ```
    #[must_use]
    pub fn seed_with<V>(rows: Rows<S>, values: V) -> DataSeed<S, V> {
        DataSeed { rows, values }
    }
}

impl<S: Space, T: Space> Mapping<S, T> {
    /// Reads a mapping from `rows` to rows of `onto`.
    ///
    /// ```
    /// use polarnet_columns::{Brand, Mapping};
    /// use serde::de::DeserializeSeed;
    ///
    /// Brand::with(|days| Brand::with(|weeks| {
    ///     let (days, weeks) = (days.rows(3), weeks.rows(2));
    ///     let seed = Mapping::mapping_seed(days, weeks);
    ///     assert_eq!(seed.deserialize(&serde_json::json!([0, 0, 1])).unwrap()[days.check(2).unwrap()].raw(), 1);
    ///     let error = seed.deserialize(&serde_json::json!([0, 0, 2])).unwrap_err();
    ///     assert_eq!(error.to_string(), "row 2: there is no row 2 in a space of 2 rows");
    /// }));
    /// ```
    #[must_use]
    pub fn mapping_seed(rows: Rows<S>, onto: Rows<T>) -> DataSeed<S, IndexSeed<T>> {
        DataSeed { rows, values: IndexSeed(onto) }
    }
}

impl<S: Space, T: Space> PartialMapping<S, T> {
    /// Reads a partial mapping from `rows` to rows of `onto`.
    ///
    /// ```
    /// use polarnet_columns::{Brand, PartialMapping};
    /// use serde::de::DeserializeSeed;
    ///
    /// Brand::with(|days| Brand::with(|feasts| {
    ///     let seed = PartialMapping::partial_seed(days.rows(3), feasts.rows(1));
    ///     let feast = seed.deserialize(&serde_json::json!([null, 0, null])).unwrap();
    ///     assert_eq!(feast.iter().flatten().count(), 1);
    /// }));
    /// ```
    #[must_use]
    pub fn partial_seed(rows: Rows<S>, onto: Rows<T>) -> DataSeed<S, OptionalSeed<IndexSeed<T>>> {
        DataSeed { rows, values: OptionalSeed(IndexSeed(onto)) }
    }
}

impl<S: Space> Guard<S> {
    /// Reads a column of a fresh space, which has a row for each value.
    ///
    /// ```
    /// use polarnet_columns::Brand;
    /// use serde::de::DeserializeSeed;
    ///
    /// Brand::with(|guard| {
    ///     let ages = guard.column_seed::<u8>().deserialize(&serde_json::json!([7, 9])).unwrap();
    ///     assert_eq!(ages.rows().len(), 2);
    /// });
    /// ```
    #[must_use]
    pub fn column_seed<T>(self) -> ColumnSeed<S, PhantomData<T>> {
        ColumnSeed { guard: self, values: PhantomData }
    }

    /// Reads the number of rows of a fresh space.
    ///
    /// ```
    /// use polarnet_columns::Brand;
    /// use serde::de::DeserializeSeed;
    ///
    /// Brand::with(|guard| assert_eq!(guard.rows_seed().deserialize(&serde_json::json!(7)).unwrap().len(), 7));
    /// ```
    #[must_use]
    pub fn rows_seed(self) -> RowsSeed<S> {
        RowsSeed(self)
    }
}

impl<'de, S: Space> DeserializeSeed<'de> for RowsSeed<S> {
    type Value = Rows<S>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Rows<S>, D::Error> {
        Ok(self.0.rows(u32::deserialize(deserializer)? as usize))
    }
}

impl<'de, S: Space, V: DeserializeSeed<'de> + Clone> DeserializeSeed<'de> for DataSeed<S, V> {
    type Value = Data<S, V::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        let (len, rows) = (self.rows.len(), self.rows);
        let values = deserializer.deserialize_seq(Values { len: Some(len), values: self.values })?;
        if values.len() != len {
            let values = match values.len() {
                1 => "1 value".to_owned(),
                count if count > len => "more values".to_owned(),
                count => format!("{count} values"),
            };
            return Err(D::Error::custom(format_args!("{values} for the {len} rows of the space")));
        }
        // B4: so many as there are rows.
        debug_assert_eq!(rows.len(), values.len());
        Ok(Data::new(values.into()))
    }
}

impl<'de, S: Space, V: DeserializeSeed<'de> + Clone> DeserializeSeed<'de> for ColumnSeed<S, V> {
    type Value = Data<S, V::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        let values = deserializer.deserialize_seq(Values { len: None, values: self.values })?;
        if values.len() > u32::MAX as usize {
            return Err(D::Error::custom("a space has at most 2^32 - 1 rows"));
        }
        Ok(self.guard.column(values))
    }
}

/// Reads values: not many more than `len`, if it is known.
struct Values<V> {
    len: Option<usize>,
    values: V,
}

impl<'de, V: DeserializeSeed<'de> + Clone> Visitor<'de> for Values<V> {
    type Value = Vec<V::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of values")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        // A wrong length must not take the memory.
        let mut values = Vec::with_capacity(self.len.or(list.size_hint()).unwrap_or(0).min(1 << 16));
        loop {
            match list.next_element_seed(self.values.clone()) {
                Ok(Some(value)) => values.push(value),
                Ok(None) => return Ok(values),
                Err(error) => return Err(A::Error::custom(format_args!("row {}: {error}", values.len()))),
            }
            if self.len.is_some_and(|len| values.len() > len) {
                return Ok(values);
            }
        }
    }
}

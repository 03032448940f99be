//! Tables.

use crate::{
    brand::{Brand, Guard, Space},
    exists::{Exists, Family},
};
use core::{fmt, marker::PhantomData};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor},
};

/// A family of tables that can be read.
///
/// ```
/// use polarnet_columns::{Batch, Data, Exists, Family, Guard, Idx, Node, Space, serial::{SerialTable, TableFields}};
/// use serde::Serialize;
///
/// #[derive(Node, Clone, Copy)]
/// enum Math<I> { Num(i32), Add(I, I) }
///
/// #[derive(Serialize)]
/// #[serde(bound = "")] // or `serde` wants the space to be `Serialize`
/// struct Sums<S: Space> {
///     batch: Batch<S, MathLang>,
///     value: Data<S, i32>,
///     root: Idx<S>,
/// }
/// struct AnySums;
/// impl Family for AnySums {
///     type At<S: Space> = Sums<S>;
/// }
/// impl SerialTable for AnySums {
///     const FIELDS: &'static [&'static str] = &["batch", "value", "root"];
///     fn load<'de, S: Space, F: TableFields<'de>>(guard: Guard<S>, fields: &mut F) -> Result<Sums<S>, F::Error> {
///         let batch = fields.next(Batch::seed(guard, ()))?;
///         let value = fields.next(Data::seed(batch.rows()))?;
///         let root = fields.next(batch.rows().index_seed())?;
///         Ok(Sums { batch, value, root })
///     }
/// }
///
/// let text = r#"{"batch":[["Num",2],["Add",0,0]],"value":[2,4],"root":1}"#;
/// let sums: Exists<AnySums> = serde_json::from_str(text).unwrap();
/// assert_eq!(serde_json::to_string(&sums).unwrap(), text);
/// polarnet_columns::open!(sums = &sums);
/// assert_eq!(sums.value[sums.root], 4);
/// ```
pub trait SerialTable: Family {
    /// The names of the fields, in the order in which they are read: that of the struct, if it derives `Serialize`.
    const FIELDS: &'static [&'static str];

    /// Reads the fields, by the seeds of columns.
    ///
    /// ```
    /// use polarnet_columns::{Data, Exists, Family, Guard, Space, serial::{SerialTable, TableFields}};
    ///
    /// struct Ages;
    /// impl Family for Ages {
    ///     type At<S: Space> = Data<S, u8>;
    /// }
    /// impl SerialTable for Ages {
    ///     const FIELDS: &'static [&'static str] = &["ages"];
    ///     fn load<'de, S: Space, F: TableFields<'de>>(guard: Guard<S>, fields: &mut F) -> Result<Data<S, u8>, F::Error> {
    ///         fields.next(guard.column_seed()) // it makes the space
    ///     }
    /// }
    /// let ages: Exists<Ages> = serde_json::from_str(r#"{"ages":[7,9]}"#).unwrap();
    /// assert_eq!(ages.with(|ages| ages.as_slice().to_vec()), [7, 9]);
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the format, and of the seeds.
    fn load<'de, S: Space, F: TableFields<'de>>(guard: Guard<S>, fields: &mut F) -> Result<Self::At<S>, F::Error>;
}

/// The fields of a table, one after the other.
///
/// ```
/// use polarnet_columns::{Data, Exists, Family, Guard, Space, serial::{SerialTable, TableFields}};
///
/// # struct Ages;
/// # impl Family for Ages {
/// #     type At<S: Space> = Data<S, u8>;
/// # }
/// impl SerialTable for Ages {
///     const FIELDS: &'static [&'static str] = &["rows", "ages"];
///     fn load<'de, S: Space, F: TableFields<'de>>(guard: Guard<S>, fields: &mut F) -> Result<Data<S, u8>, F::Error> {
///         let rows = fields.next(guard.rows_seed())?;
///         fields.next(Data::seed(rows))
///     }
/// }
/// let error = serde_json::from_str::<Exists<Ages>>(r#"{"rows":2,"ages":[7]}"#).unwrap_err();
/// assert_eq!(error.to_string(), "ages: 1 value for the 2 rows of the space at line 1 column 21");
/// ```
pub trait TableFields<'de> {
    /// What goes wrong.
    type Error: Error;

    /// Reads the next field.
    ///
    /// ```
    /// use polarnet_columns::{Data, Exists, Family, Guard, Space, serial::{SerialTable, TableFields}};
    ///
    /// # struct Ages;
    /// # impl Family for Ages {
    /// #     type At<S: Space> = Data<S, u8>;
    /// # }
    /// impl SerialTable for Ages {
    ///     const FIELDS: &'static [&'static str] = &["rows", "ages"];
    ///     fn load<'de, S: Space, F: TableFields<'de>>(guard: Guard<S>, fields: &mut F) -> Result<Data<S, u8>, F::Error> {
    ///         let rows = fields.next(guard.rows_seed())?;
    ///         fields.next(Data::seed(rows))
    ///     }
    /// }
    /// let read = |text| serde_json::from_str::<Exists<Ages>>(text);
    /// assert!(read(r#"{"rows":1,"ages":[7]}"#).is_ok());
    /// assert!(read(r#"{"ages":[7],"rows":1}"#).unwrap_err().to_string().starts_with("the next field is `rows`, not `ages`"));
    /// ```
    ///
    /// # Errors
    ///
    /// There is no further field, or it has another name, or `seed` does not take it.
    fn next<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Self::Error>;
}

struct Seq<A> {
    list: A,
    names: &'static [&'static str],
}

impl<'de, A: SeqAccess<'de>> TableFields<'de> for Seq<A> {
    type Error = A::Error;

    fn next<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        let (name, rest) = next(self.names)?;
        self.names = rest;
        let value = self.list.next_element_seed(seed).map_err(|error| inside(name, &error))?;
        value.ok_or_else(|| A::Error::custom(format_args!("the field `{name}` is missing")))
    }
}

struct Map<A> {
    map: A,
    names: &'static [&'static str],
}

impl<'de, A: MapAccess<'de>> TableFields<'de> for Map<A> {
    type Error = A::Error;

    fn next<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        let (name, rest) = next(self.names)?;
        self.names = rest;
        match self.map.next_key::<String>()? {
            Some(key) if key == name => self.map.next_value_seed(seed).map_err(|error| inside(name, &error)),
            Some(key) => Err(A::Error::custom(format_args!("the next field is `{name}`, not `{key}`"))),
            None => Err(A::Error::custom(format_args!("the field `{name}` is missing"))),
        }
    }
}

fn inside<E: Error>(name: &str, error: &E) -> E {
    E::custom(format_args!("{name}: {error}"))
}

fn next<E: Error>(names: &'static [&'static str]) -> Result<(&'static str, &'static [&'static str]), E> {
    let (&name, rest) = names.split_first().ok_or_else(|| E::custom("more fields are read than `FIELDS` names"))?;
    Ok((name, rest))
}

struct Table<F>(PhantomData<F>);

impl<'de, F: SerialTable> Visitor<'de> for Table<F> {
    type Value = Exists<F>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a table of {}", F::FIELDS.join(", "))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Exists<F>, A::Error> {
        Exists::try_new(|guard| F::load(guard, &mut Seq { list, names: F::FIELDS }))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Exists<F>, A::Error> {
        Exists::try_new(|guard| F::load(guard, &mut Map { map, names: F::FIELDS }))
    }
}

impl<'de, F: SerialTable> Deserialize<'de> for Exists<F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("Table", F::FIELDS, Table(PhantomData))
    }
}

impl<F: Family> Serialize for Exists<F>
where
    for<'id> F::At<Brand<'id>>: Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.with(|table| table.serialize(serializer))
    }
}

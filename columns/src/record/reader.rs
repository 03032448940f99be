//! Where the leaves of a record come from.

use core::fmt;

/// Where the leaves of one record come from. Formats implement it; payloads call it.
///
/// ```
/// # use polarnet_columns::{Batch, Node, space};
/// # use serde::de::DeserializeSeed;
/// #[derive(Node, Clone, Copy, Debug, PartialEq)]
/// enum Item<I> { Of(u8), Next(I) }
///
/// # space!(Items, guard);
/// let items = Batch::<Items, ItemLang>::seed(guard, ()).deserialize(&serde_json::json!([["Of", 300]]));
/// assert_eq!(items.unwrap_err().to_string(), "row 0, Of: 300 is not of type `u8`");
/// ```
///
/// # Safety
///
/// `child` and `list` give rows below the one that is read.
pub unsafe trait Reader {
    /// What goes wrong.
    type Error: fmt::Display;

    /// What is wrong with a leaf, in words.
    ///
    /// ```
    /// # use polarnet_columns::{Batch, Node, space};
    /// # use serde::de::DeserializeSeed;
    /// #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// enum Item<I> { Of(i8), Next(I) }
    ///
    /// # space!(Items, guard);
    /// let items = Batch::<Items, ItemLang>::seed(guard, ()).deserialize(&serde_json::json!([["Of", 128]]));
    /// assert_eq!(items.unwrap_err().to_string(), "row 0, Of: 128 is not of type `i8`");
    /// ```
    fn flaw(text: impl fmt::Display) -> Self::Error;

    /// The next leaf, a natural number.
    ///
    /// ```
    /// # use polarnet_columns::{Batch, Node, space};
    /// # use serde::de::DeserializeSeed;
    /// #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// enum Item<I> { Of(u64), Next(I) }
    ///
    /// # space!(Items, guard);
    /// let items = Batch::<Items, ItemLang>::seed(guard, ()).deserialize(&serde_json::json!([["Of", -7]]));
    /// assert_eq!(items.unwrap_err().to_string(), "row 0, Of: invalid value: integer `-7`, expected u64");
    /// ```
    ///
    /// # Errors
    ///
    /// This and all others: there is no further leaf, or it is another thing.
    fn unsigned(&mut self) -> Result<u64, Self::Error>;

    /// The next leaf, an integer.
    ///
    /// ```
    /// # use polarnet_columns::{Batch, Node, space};
    /// # use serde::de::DeserializeSeed;
    /// #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// enum Item<I> { Of(i64), Next(I) }
    ///
    /// # space!(Items, guard);
    /// let items = Batch::<Items, ItemLang>::seed(guard, ()).deserialize(&serde_json::json!([["Of", 1.5]]));
    /// assert_eq!(items.unwrap_err().to_string(), "row 0, Of: invalid type: floating point `1.5`, expected i64");
    /// ```
    ///
    /// # Errors
    ///
    /// As [`unsigned`](Self::unsigned).
    fn signed(&mut self) -> Result<i64, Self::Error>;

    /// The next leaf, of single precision.
    ///
    /// ```
    /// # use polarnet_columns::{Batch, Node, space};
    /// # use serde::de::DeserializeSeed;
    /// #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// enum Item<I> { Of(f32), Next(I) }
    ///
    /// # space!(Items, guard);
    /// let items = Batch::<Items, ItemLang>::seed(guard, ()).deserialize(&serde_json::json!([["Of", "0.5"], ["Of", "half"]]));
    /// assert_eq!(items.unwrap_err().to_string(), "row 1, Of: `half` is not a number of type `f32`");
    /// ```
    ///
    /// # Errors
    ///
    /// As [`unsigned`](Self::unsigned).
    fn single(&mut self) -> Result<f32, Self::Error>;

    /// The next leaf, of double precision.
    ///
    /// ```
    /// # use polarnet_columns::{Batch, Node, space};
    /// # use serde::de::DeserializeSeed;
    /// #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// enum Item<I> { Of(f64), Next(I) }
    ///
    /// # space!(Items, guard);
    /// let items = Batch::<Items, ItemLang>::seed(guard, ()).deserialize(&serde_json::json!([["Of", "0.1"], ["Of", true]]));
    /// assert_eq!(items.unwrap_err().to_string(), "row 1, Of: invalid type: boolean `true`, expected a number of type `f64`, as a text");
    /// ```
    ///
    /// # Errors
    ///
    /// As [`unsigned`](Self::unsigned).
    fn double(&mut self) -> Result<f64, Self::Error>;

    /// The next leaf, `true` or `false`.
    ///
    /// ```
    /// # use polarnet_columns::{Batch, Node, space};
    /// # use serde::de::DeserializeSeed;
    /// #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// enum Item<I> { Of(bool), Next(I) }
    ///
    /// # space!(Items, guard);
    /// let items = Batch::<Items, ItemLang>::seed(guard, ()).deserialize(&serde_json::json!([["Of", true], ["Of", 1]]));
    /// assert_eq!(items.unwrap_err().to_string(), "row 1, Of: invalid type: integer `1`, expected a boolean");
    /// ```
    ///
    /// # Errors
    ///
    /// As [`unsigned`](Self::unsigned).
    fn truth(&mut self) -> Result<bool, Self::Error>;

    /// The next leaf, a character.
    ///
    /// ```
    /// # use polarnet_columns::{Batch, Node, space};
    /// # use serde::de::DeserializeSeed;
    /// #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// enum Item<I> { Of(char), Next(I) }
    ///
    /// # space!(Items, guard);
    /// let items = Batch::<Items, ItemLang>::seed(guard, ()).deserialize(&serde_json::json!([["Of", "x"], ["Of", "xy"]]));
    /// assert_eq!(items.unwrap_err().to_string(), r#"row 1, Of: invalid value: string "xy", expected a character"#);
    /// ```
    ///
    /// # Errors
    ///
    /// As [`unsigned`](Self::unsigned).
    fn character(&mut self) -> Result<char, Self::Error>;

    /// The next leaf, one of these names: its place among them.
    ///
    /// ```
    /// # use polarnet_columns::{Batch, Node, space};
    /// # use serde::de::DeserializeSeed;
    /// #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// enum Item<I> { Of(Side), Next(I) }
    ///
    /// #[derive(polarnet_columns::Payload, Clone, Copy, Debug, PartialEq)]
    /// enum Side { Left, Right }
    ///
    /// # space!(Items, guard);
    /// let items = Batch::<Items, ItemLang>::seed(guard, ()).deserialize(&serde_json::json!([["Of", "Left"], ["Of", "Up"]]));
    /// assert_eq!(items.unwrap_err().to_string(), r#"row 1, Of: `Up` is none of ["Left", "Right"]"#);
    /// ```
    ///
    /// # Errors
    ///
    /// As [`unsigned`](Self::unsigned).
    fn name(&mut self, names: &[&str]) -> Result<usize, Self::Error>;

    /// The next leaf, a row below the one that is read.
    ///
    /// ```
    /// # use polarnet_columns::{Batch, Node, space};
    /// # use serde::de::DeserializeSeed;
    /// #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// enum Item<I> { Of(u8), Next(I) }
    ///
    /// # space!(Items, guard);
    /// let items = Batch::<Items, ItemLang>::seed(guard, ()).deserialize(&serde_json::json!([["Of", 1], ["Next", 1]]));
    /// assert_eq!(items.unwrap_err().to_string(), "row 1, Next: child 1 is not a row before it");
    /// ```
    ///
    /// # Errors
    ///
    /// As [`unsigned`](Self::unsigned), and a row that is not below.
    fn child(&mut self) -> Result<u32, Self::Error>;

    /// The next leaf, rows below the one that is read: fewer than 2³¹.
    ///
    /// ```
    /// # use polarnet_columns::{Batch, Node, space};
    /// # use serde::de::DeserializeSeed;
    /// #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// enum Item<'b, I: polarnet_columns::Child> { Of(u8), All(polarnet_columns::List<'b, I>) }
    ///
    /// # space!(Items, guard);
    /// let items = Batch::<Items, ItemLang>::seed(guard, ()).deserialize(&serde_json::json!([["Of", 1], ["All", [0, 1]]]));
    /// assert_eq!(items.unwrap_err().to_string(), "row 1, All: child 1 is not a row before it");
    /// ```
    ///
    /// # Errors
    ///
    /// As [`child`](Self::child).
    fn list(&mut self) -> Result<&[u32], Self::Error>;
}

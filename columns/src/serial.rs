//! Columns to and from the formats of `serde` (feature `serde`).
//!
//! Columns are `Serialize` as they are. On the way in, every number is checked against the space it is to be a row of, so a
//! column is read by a *seed*, made of what it must fit: the guard of a fresh space ([`Batch::seed`](crate::Batch::seed),
//! [`Guard::column_seed`](crate::Guard::column_seed)), or the rows of one that exists
//! ([`Data::seed`](crate::Data::seed), [`Rows::index_seed`](crate::Rows::index_seed)). An [`Exists`](crate::Exists) of a
//! [`SerialTable`] is `Deserialize` by itself, as it makes its own space.
//!
//! In formats for people a batch is a list of rows, each a list of operator and fields; floats are texts, because many
//! programs that read numbers round them. In others, the operators' names come first, and rows begin with numbers into
//! them: a language may be reordered or get more operators between the two ways. A payload that is an enum is its variant's
//! name for people, and else its number: there, new variants must come last, and none may be removed.
//!
//! ```
//! use polarnet_columns::{Batch, Builder, Data, Node, space};
//! use serde::de::DeserializeSeed;
//!
//! #[derive(Node, Clone, Copy, Debug, PartialEq)]
//! enum Math<I> { Num(f64), Add(I, I) }
//!
//! space!(Sums, guard);
//! let mut sums = Builder::<Sums, MathLang>::new(guard);
//! let half = sums.add(Math::Num(0.5));
//! let one = sums.add(Math::Add(half, half));
//! let sums = sums.freeze();
//! let uses = sums.uses(&[one]);
//! let text = serde_json::to_string(&(&sums, &uses, one)).unwrap();
//! assert_eq!(text, r#"[[["Num","0.5"],["Add",0,0]],[2,1],1]"#);
//!
//! let parts: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
//! space!(Again, guard);
//! let sums = Batch::<Again, MathLang>::seed(guard, ()).deserialize(&parts[0]).unwrap();
//! let uses = Data::<_, u32>::seed(sums.rows()).deserialize(&parts[1]).unwrap();
//! let one = sums.rows().index_seed().deserialize(&parts[2]).unwrap();
//! assert_eq!((sums.operator(one), uses[one]), ("Add", 1));
//!
//! space!(Bad, guard);
//! let bad = serde_json::json!([["Num", "0.5"], ["Add", 0, 1]]);
//! let error = Batch::<Bad, MathLang>::seed(guard, ()).deserialize(&bad).unwrap_err();
//! assert_eq!(error.to_string(), "row 1, Add: child 1 is not a row before it");
//! ```

mod batch;
mod data;
mod fields;
mod leaf;
mod table;

pub use batch::BatchSeed;
pub use data::{ColumnSeed, DataSeed, IndexSeed, OptionalSeed, RowsSeed};
pub use table::{SerialTable, TableFields};

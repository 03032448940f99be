//! Columns over branded index spaces.
//!
//! A *space* is a set of rows `0..n`. A *column* assigns something to each row: a [`Batch`] assigns nodes whose
//! children are earlier rows of the same space (a flattened, possibly shared tree), [`Data`] assigns values, a
//! [`Mapping`] assigns rows of another space. The space is a type parameter, its *brand*, so
//!
//! * an index of one space never reads a column of another (it does not compile),
//! * columns of one space have the same length, so they are traversed together without checks.
//!
//! ```
//! use polarnet_columns::{Builder, Node, space};
//!
//! #[derive(Node, Clone, Copy)]
//! enum Math<I> { Num(i32), Add(I, I) }
//!
//! space!(Sums, guard);
//! let mut sums = Builder::<Sums, MathLang>::new(guard);
//! let two = sums.add(Math::Num(2));
//! let four = sums.add(Math::Add(two, two));
//! let sums = sums.freeze();
//! let value = sums.fold(|node: Math<&i32>| match node {
//!     Math::Num(n) => n,
//!     Math::Add(a, b) => a + b,
//! });
//! assert_eq!(value[four], 4);
//! ```
//!
//! The [guide] says which column is for what, how passes are written, and what the compiler says to mistakes.
//!
//! # Why indexing is sound without a bounds check
//!
//! * **B1, brand.** All columns of a brand have one length: a [`Guard`] makes one builder or one [`Rows`], a builder one
//!   batch, of which a clone has the same rows. (Where `unsafe` code makes more guards of a brand, it answers for the length, and for the children of each row.)
//! * **B2, mint.** An [`Idx`] is made only by a [`Builder`] (below the length at that time, and the length never shrinks)
//!   or by a frozen column (below its length).
//! * **B3, back references.** A node holds only rows below its own, because their indices existed before it.
//! * **B4, length.** [`Data`] is made only from a frozen column of its brand, or by its guard.
//! * **B5, words.** What is decoded was encoded: a row's words never change, and no payload's type depends on how long the
//!   node is borrowed ([`derive(Node)`](crate::Node) refuses it).
//! * **B6, tables.** An [`Exists`] is opened under brands that differ in a lifetime only, of which the table knows nothing: its
//!   space is a type parameter. So nothing in it borrows for the time that it is open, and each brand sees one table.
//! * **B7, order.** A [`Plan`] names each row of its space once, after the row's children, with the row's words.
//! * **B8, levels.** [`Levels`] have each row once, above all rows that can be reached from it; and the only [`Lt`]s of a
//!   row are those: an `Lt` comes from a node, the row's or one below it.
//! * **B9, certificate.** An [`Acc`] does not outlive the call that lent its column: its `'c` is fresh, so no type outside
//!   of the call can mention it.
//! * **B10, fill.** While a row is filled, the values of all rows below it are there, and an [`Lt`] of it names one of them.
//! * **B11, sharing.** Cells that several threads write are written in different places, or atomically, and read when the
//!   threads are joined.
//! * **B12, users.** [`Users`] name, for each row, the rows whose children it is among: rows above it, in higher levels.
//!
//! The design follows Pavel Panchekha's batches ("Scheduling Batch Computations").

#![cfg_attr(docsrs, feature(doc_cfg))]

mod acc;
mod batch;
mod brand;
mod builder;
mod child;
mod data;
mod debug;
mod dot;
mod down;
mod exists;
mod fallible;
mod fill;
mod first;
mod follower;
pub mod guide;
mod index;
mod join;
mod known;
mod lang;
mod levels;
mod mapping;
mod memo;
mod par;
mod partial;
mod payload;
mod plan;
mod points;
mod push;
#[doc(hidden)]
pub mod raw;
mod reach;
pub mod record;
mod rows;
mod run;
#[cfg(feature = "serde")]
pub mod serial;
mod show;
mod store;
mod table;
mod together;
mod users;
mod wave;
mod wide;

pub use acc::{
    Acc, Action, AtomicMonoid, BrokenLaw, Commutative, Monoid, Scatter, check_commutative, check_laws, ops, scatter,
    with_acc, with_acc_and,
};
pub use batch::{Batch, Embedding};
pub use brand::{Brand, Guard, Space};
pub use builder::Builder;
pub use child::{Child, List, ListIter};
pub use data::{Data, Mapping, PartialMapping};
pub use dot::Dot;
pub use down::{Down, Sink};
pub use exists::{Exists, Family};
pub use fill::{Hole, Row, Written};
pub use first::First;
pub use follower::{Follower, View};
pub use index::{Idx, Lt};
pub use lang::{Lang, Operator, Payload};
pub use levels::Levels;
pub use memo::{Cycle, Memo, memoised};
pub use partial::Partial;
pub use plan::Plan;
pub use points::Lanes;
pub use polarnet_columns_derive::{Node, Payload};
pub use rows::{Rows, WrongLength};
pub use run::Run;
pub use show::Show;
pub use together::{ParStep, RowTogether, Step, Together};
pub use users::Users;
pub use wide::Wide;

/// What [`derive(Node)`](crate::Node) and [`space!`] expand to, and what devices read. Not for people.
#[doc(hidden)]
pub mod private {
    pub use crate::lang::{Decoder, Encoder, Stored};
    pub use crate::payload::word;
    pub use generativity::{Guard as LifetimeGuard, make_guard};
}

// So that what the derives emit resolves in this crate too.
extern crate self as polarnet_columns;

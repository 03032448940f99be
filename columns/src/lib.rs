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
//! use polarnet_columns::{Builder, Lang, space};
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Hash)]
//! enum Math<I> { Num(i32), Add(I, I) }
//! struct MathLang;
//! impl Lang for MathLang {
//!     type Node<I: Copy> = Math<I>;
//!     fn map<I: Copy, J: Copy>(node: Math<I>, mut f: impl FnMut(I) -> J) -> Math<J> {
//!         match node { Math::Num(n) => Math::Num(n), Math::Add(a, b) => Math::Add(f(a), f(b)) }
//!     }
//! }
//!
//! space!(Sums, guard);
//! let mut sums = Builder::<Sums, MathLang>::new(guard);
//! let two = sums.push(Math::Num(2));
//! let four = sums.push(Math::Add(two, two));
//! let sums = sums.freeze();
//! let depth = sums.data(|row| row.raw());
//! assert_eq!(depth[four], 1);
//! ```
//!
//! # Why indexing is sound without a bounds check
//!
//! * **B1, brand.** All columns of a brand have one length: a [`Guard`] makes one builder, a builder one batch.
//! * **B2, mint.** An [`Idx`] is made only by [`Builder::push`]/[`Builder::add`] (below the length at that time, and
//!   the length never shrinks) or by a frozen [`Batch`] (below its length).
//! * **B3, back references.** A node holds only rows below its own, because their indices existed before it.
//! * **B4, length.** [`Data`] is made only from a frozen batch, or from another `Data`, of its brand.
//!
//! The design follows Pavel Panchekha's batches ("Scheduling Batch Computations").

mod batch;
mod brand;
mod builder;
mod data;
mod index;
mod lang;

pub use batch::Batch;
pub use brand::{Brand, Guard, Space};
pub use builder::Builder;
pub use data::{Data, Mapping};
pub use index::Idx;
pub use lang::{KeyedLang, Lang};

#[doc(hidden)]
pub mod private {
    pub use generativity::{Guard as LifetimeGuard, make_guard};
}

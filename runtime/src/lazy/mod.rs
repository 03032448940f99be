//! Lazy reduction: only those redexes are reduced that somebody's look at the result needs.
//!
//! * `cell`, `faces`: from a wire to the redex that brings it on.
//! * `reduction`: reduces what a wire needs, under limits; `drop`: what nobody needs is given back.
//! * `normal`: normal forms, as other engines give them; `run`: [`Runtime`](crate::Runtime)'s methods.
//! * [`Lazy`]: a net that is looked at step by step; [`Items`]: the elements of a list, one after the other;
//!   [`Branches`]: the branches of superpositions.

mod branches;
mod cell;
mod drop;
mod faces;
mod items;
mod look;
mod normal;
mod reduction;
mod run;

pub use branches::Branches;
pub use items::Items;
pub use look::{Head, Lazy, Value};

pub(crate) use faces::Faces;

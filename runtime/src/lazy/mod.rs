//! Lazy reduction: only those redexes are reduced that somebody's look at the result needs.
//!
//! * `cell`, `faces`: from a wire to the redex that brings it on.
//! * `reduction`: reduces what a wire needs, under limits; `drop`: what nobody needs is given back.
//! * `numbers`: operators on numbers, which are reduced at once.
//! * `normal`: normal forms, as other engines give them; `run`: [`Runtime`](crate::Runtime)'s methods.
//! * [`Lazy`]: a net that is looked at step by step; [`Items`]: the elements of a list, one after the other;
//!   [`Branches`]: the branches of superpositions; [`Search`]: those on all threads, and `claims`: which are whose.
//!
//! ```
//! use polarnet_runtime::Runtime;
//!
//! // The numbers from 0 on: a list without end.
//! let book = polarnet::net! { @main = l & @from ~ (0 l)  @from = ({a $([+1] b)} (a t)) & @from ~ (b t) };
//! let even = Runtime::new().lazily(&book, |net| {
//!     net.items::<u32>().filter(|n| n.as_ref().is_ok_and(|n| n % 2 == 0)).take(3).collect::<Result<Vec<_>, _>>()
//! })??;
//! assert_eq!(even, [0, 2, 4]);
//! # Ok::<(), polarnet_runtime::Error>(())
//! ```

// Under loom and shuttle there are only wires: what drives them is not there.
#[cfg(not(any(loom, shuttle)))]
mod branches;
mod cell;
#[cfg(not(any(loom, shuttle)))]
mod claims;
#[cfg(not(any(loom, shuttle)))]
mod drop;
mod faces;
#[cfg(not(any(loom, shuttle)))]
mod items;
#[cfg(not(any(loom, shuttle)))]
mod look;
#[cfg(not(any(loom, shuttle)))]
mod normal;
#[cfg(not(any(loom, shuttle)))]
mod numbers;
#[cfg(not(any(loom, shuttle)))]
mod reduction;
#[cfg(not(any(loom, shuttle)))]
mod run;
#[cfg(not(any(loom, shuttle)))]
mod search;

#[cfg(not(any(loom, shuttle)))]
pub use self::{
    branches::Branches,
    items::Items,
    look::{Head, Lazy, Value},
    search::Search,
};

pub(crate) use faces::Faces;

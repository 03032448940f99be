//! Passes over columns on devices that compile: what `schedule!` emits for a function `.on(gpu)`, and how it runs. Not for people.
//!
//! ```text
//! Program (a static) ──Device::compiles──▶ Target ──begin──▶ Run ──batch, column, scalar──▶ go ──▶ data
//! ```
//!
//! All of this is always there, so that what is emitted compiles with and without the feature `cuda`. Without it no device
//! compiles, and the CPU's pass runs.
//!
//! # Slots
//!
//! A kernel has one parameter for all values, `const u64* s`. `s[0]` is for faults. The others are given out by the macro:
//!
//! | what | slots, from the first on |
//! |---|---|
//! | a batch | `ops: u8*`, `words: u32*` (two a row), `pool: u32*`, `order: u32*` (rows by level), `starts: u32*` (of levels, and the end), the number of rows |
//! | users of a batch | `users: u32*` (parents from the last to the first), `starts: u32*` (of each row, and the end), `many: u32*` (the rows that more than [`MANY`] use, by level) |
//! | a column | its address; `bool` is a byte, a row a `u32` |
//! | a scalar | its bits: integers extended to 64, `f32` in the low half |
//!
//! # Kernels
//!
//! `KERNEL(name, const u64* s, u32 from, u32 to)`, in blocks of [`THREADS`]. `from..to` are rows for [`Step::Map`], and for
//! [`Step::Up`] and [`Step::Down`] places in `order`. `{name}_narrow` goes through several levels in one block, with `sync_block` after each:
//! `from..to` are levels there, from the first to the last for `Up`, the other way for `Down`. Rows that more than [`MANY`] use are left
//! out of both for `Down`: `{name}_many` does them, a block a row, and `from..to` are places in `many`.

mod fault;
mod kernel;
#[cfg(not(all(feature = "cuda", not(any(loom, shuttle, miri)))))]
pub(crate) mod none;
mod placing;
mod target;
mod value;

pub use fault::Fault;
pub use kernel::{Argument, Call, Kernel, Output, Place};
pub use placing::Placing;
pub use target::{Run, Target};
pub use value::{Plain, Value};

#[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
pub(crate) use crate::cuda::passes as backend;
#[cfg(not(all(feature = "cuda", not(any(loom, shuttle, miri)))))]
pub(crate) use none as backend;

use crate::device::Error;

/// Threads of a block: `TPB` in the kernels.
pub const THREADS: u32 = 256;

/// The most rows of a level that is narrow: several in a row are one launch.
pub const NARROW: u32 = 1024;

/// The most users of a row that one thread asks: more are asked by the threads of a block, at once. `MANY` in the kernels.
pub const MANY: u32 = 64;

/// What `schedule!` makes of one function. What its kernels may touch is said at [`Target::begin`].
#[derive(Debug)]
pub struct Program {
    /// The function's name.
    pub name: &'static str,
    /// Its kernels; `passes.cuh` comes before them.
    pub source: &'static str,
    /// What only rustc knows, as macros of C: how many words a payload has, say.
    pub defines: fn() -> Vec<(&'static str, u64)>,
    /// What is done, in this order.
    pub steps: &'static [Step],
    /// How many slots there are.
    pub slots: usize,
}

/// One kernel over all rows of something.
#[derive(Debug)]
pub enum Step {
    /// The rows of a batch, children before parents.
    Up {
        /// The kernel, and with `_narrow` the one for narrow levels.
        kernel: &'static str,
        /// The first slot of the batch.
        batch: usize,
        /// The columns that it makes.
        makes: &'static [Made],
    },
    /// The rows of a batch, parents before children: each asks its users.
    Down {
        /// The kernel, with `_narrow` the one for narrow levels, and with `_many` the one for rows that many use.
        kernel: &'static str,
        /// The first slot of the batch.
        batch: usize,
        /// The first slot of its users, which are made of the batch.
        users: usize,
        /// The columns that it makes.
        makes: &'static [Made],
    },
    /// Each row by itself.
    Map {
        /// The kernel.
        kernel: &'static str,
        /// The slot of a column, or the first of a batch, that has as many rows; or of a scalar that is the number.
        rows: usize,
        /// The columns that it makes.
        makes: &'static [Made],
    },
}

impl Step {
    /// The columns that it makes.
    #[must_use]
    pub fn makes(&self) -> &'static [Made] {
        match self {
            Step::Up { makes, .. } | Step::Down { makes, .. } | Step::Map { makes, .. } => makes,
        }
    }
}

/// What a function `.on` a device has for its error, where it is a kernel of an encoder: that is the error of a device.
#[diagnostic::on_unimplemented(
    message = "as a kernel, this function has an error of its own: `{Self}`",
    label = "is computed on the device by a function that returns `Result<_, {Self}>`",
    note = "let the function that is `.on(…)` the device return `polarnet::device::Error`"
)]
pub trait DeviceError {
    /// As that.
    fn of_device(self) -> Error;
}

impl DeviceError for Error {
    fn of_device(self) -> Error {
        self
    }
}

/// What a function `.on` a device gives, as a kernel: see [`DeviceError`].
///
/// # Errors
///
/// Those that are given.
pub fn of_device<T, E: DeviceError>(given: Result<T, E>) -> Result<T, Error> {
    given.map_err(E::of_device)
}

/// A column that a step makes. The runtime sets memory apart for it.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    /// Where its address stands.
    pub slot: usize,
    /// What it is of.
    pub ty: Element,
}

/// What a column is of, on a device.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Element {
    Bool,
    U8,
    U16,
    U32,
    U64,
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
    /// A row of some space.
    Row,
}

impl Element {
    /// How many it takes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Element::Bool | Element::U8 | Element::I8 => 1,
            Element::U16 | Element::I16 => 2,
            Element::U32 | Element::I32 | Element::F32 | Element::Row => 4,
            Element::U64 | Element::I64 | Element::F64 => 8,
        }
    }
}

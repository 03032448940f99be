//! Interaction nets, written inline in Rust, checked by the compiler, and reduced in parallel.
//!
//! ```
//! use polarnet::{Runtime, net};
//!
//! let depth = 10_u32; // a Rust integer without a type would be an `i32`
//! let book = net! {
//!     // applied to the depth and 0, the result on wire r
//!     @main = r & @sum ~ (#depth (0 r))
//!     // a switch: on 0 the first arm, on n the second, which gets n - 1
//!     @sum = (?(((a a) @succ) b) b)
//!     @succ = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
//!         & @sum ~ (a (b $([+] $(e f))))
//!         & @sum ~ (c (d e))
//! };
//! let done = Runtime::new().run(&book)?;
//! assert_eq!(done.value::<u32>()?, 523_776);
//! println!("{done} after {} interactions", done.stats.interactions());
//! # Ok::<(), polarnet::Error>(())
//! ```
//!
//! * [`net!`] writes a net, checks it while the program compiles, and gives a [`Book`].
//! * [`include_net!`] takes it from a file.
//! * [`Runtime`] reduces books: on how many threads, under which limits.
//! * [`Done`] is the normal form ([`Normal`]) and what it took ([`Stats`]).
//! * [`passes`] turn a book into another one with the same normal form; [`rewrite!`] makes one of equations.
//! * [`schedule!`] says what each row of a column means, and apart from that in which order it is computed.
//! * [`device`] is where the commands that a schedule encodes run.
//! * `cuda` (feature `cuda`) has the CUDA devices, which `Runtime::cuda` reduces on; the chapter is `docs/book/src/cuda.md`.
//! * [`lazy`] reduces only what somebody looks at: streams, and the branches of superpositions.
//! * [`explore`] finds the fastest combination of the functions that may be called, by measuring.
//! * [`columns`] are what books are made of, useful by themselves.
//! * `reader` (feature `reader`) reads books from text.

#[doc(inline)]
pub use polarnet_macros::{include_net, net, rewrite, schedule};
pub use polarnet_runtime::{
    CancelToken, Done, EngineKind, Error, ErrorKind, FromNormal, Interaction, Normal, Progress, Rule, Runtime, Stats,
    Term,
    error::OutOfAddressSpace,
    stats::{Counts, Kernel},
};
pub use polarnet_syntax::{
    book::{Agents, AnyBook, Book, Defs, Sides},
    net::{Agent, AgentLang, Label, Polarity},
    number::{IntoNumber, Number, Numbers},
    table::Place,
};

/// What a [`Number`] is, and what operators do.
pub mod number {
    pub use polarnet_syntax::number::{Fault, NumberError, Op, Shape, Type, Value, Wide, WideType};
}

/// Columns over branded index spaces: see the [guide](columns::guide).
pub mod columns {
    pub use polarnet_columns::*;
}

/// Passes over books: functions from a book to another one with the same normal form.
///
/// The built-in ones by name: [`Passes`](passes::Passes). To write one: [`Draft`](passes::Draft); the chapter `docs/book/src/passes.md`
/// has a template.
pub mod passes {
    pub use polarnet_passes::*;
}

/// Devices: where the commands that a schedule encodes run, beside the thread that waits for them.
///
/// A [`Device`](device::Device) lends a [`Queue`](device::Queue), which makes encoders.
pub mod device {
    pub use polarnet_runtime::device::*;
}

/// CUDA devices: [`Runtime::cuda`] reduces on one. The chapter `docs/book/src/cuda.md` says what to expect.
#[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
pub mod cuda {
    pub use polarnet_runtime::cuda::*;
}

/// Exploration: which members of classes are the fastest together is found by measuring, and kept for next time.
///
/// An [`Explorer`](explore::Explorer) runs what a program calls; [`with`](explore::with) calls it with the winner.
pub mod explore {
    pub use polarnet_runtime::explore::*;
}

/// Lazy reduction: only what somebody looks at is reduced. [`Runtime::lazily`] begins it; the chapter is `docs/book/src/lazy.md`.
pub mod lazy {
    pub use polarnet_runtime::lazy::*;
}

/// Nets as graphs, reduced one interaction at a time.
pub mod reducer {
    pub use polarnet_reducer::{Graph, Kind, Port, ROOT};
}

pub mod schedule;
pub mod show;

#[cfg(feature = "reader")]
pub mod reader;

/// What `net!` expands to. Not for people.
#[doc(hidden)]
pub mod private;

/// The first chapter: from nothing to a net that runs.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/src/start.md")]
struct StartChapter;

/// The chapter for those who know no nets.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/src/nets.md")]
struct NetsChapter;

/// The chapter's programs are, too.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/src/passes.md")]
struct PassesChapter;

/// The chapter on `schedule!`.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/src/schedule.md")]
struct ScheduleChapter;

/// How Caiman's programs are written with `schedule!`.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/src/from-caiman.md")]
struct FromCaiman;

/// The chapter on GPUs: what it says runs where there is none, too.
#[cfg(all(doctest, feature = "cuda"))]
#[doc = include_str!("../docs/book/src/cuda.md")]
struct CudaChapter;

/// The chapter on terms.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/src/terms.md")]
struct TermsChapter;

/// The chapter on agents.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/src/agents.md")]
struct AgentsChapter;

/// The chapter on lazy reduction.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/src/lazy.md")]
struct LazyChapter;

/// The README's program is compiled and run by `cargo test`.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

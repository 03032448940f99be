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
pub use polarnet_macros::{FromNormal, include_net, net, rewrite, schedule};
pub use polarnet_runtime::{
    CancelToken, Done, EngineKind, Error, ErrorKind, FromNormal, Interaction, Normal, Progress, Rule, Runtime, Stats,
    Term, UnknownEngine,
    error::{Met, OutOfAddressSpace},
    stats::{Counts, Kernel},
};
pub use polarnet_syntax::{
    book::{Agents, AnyBook, Book, Defs, Sides},
    net::{Agent, AgentLang, Label, Polarity},
    number::{IntoNumber, Number, Numbers},
    table::Place,
};

/// What a [`Number`] is, and what operators do.
///
/// ```
/// use polarnet::{Number, Numbers, number::{Fault, Op, Shape, Value}};
///
/// let n = Numbers::Native;
/// assert_eq!(Number::apply(Op::Sub, Number::u(2, n), Number::u(7, n), n), (Number::u(u32::MAX - 4, n), None));
/// assert_eq!(Number::apply(Op::Div, Number::i(1, n), Number::i(0, n), n), (Number::i(0, n), Some(Fault::DivisionByZero)));
/// assert_eq!(Number::parse_symbol("+2.5", n).unwrap().shape(), Shape::Partial(Op::Add, Value::F(2.5)));
/// ```
pub mod number {
    pub use polarnet_syntax::number::{Fault, NumberError, Op, Shape, Type, Value, Wide, WideType};
}

/// Columns over branded index spaces: see the [guide](columns::guide).
///
/// ```
/// use polarnet::columns::{Builder, Node, space};
///
/// #[derive(Node, Clone, Copy)]
/// enum Math<I> { Num(i64), Add(I, I) }
///
/// space!(Sums, guard);
/// let mut sums = Builder::<Sums, MathLang>::new(guard);
/// let one = sums.add(Math::Num(1));
/// let two = sums.add(Math::Add(one, one));
/// let sums = sums.freeze();
/// let value = sums.fold(|node: Math<&i64>| match node { Math::Num(x) => x, Math::Add(a, b) => a + b });
/// assert_eq!((value[one], value[two]), (1, 2));
/// ```
pub mod columns {
    pub use polarnet_columns::*;
}

/// Passes over books: functions from a book to another one with the same normal form.
///
/// The built-in ones by name: [`Passes`](passes::Passes). To write one: [`Draft`](passes::Draft); the chapter `docs/book/src/passes.md`
/// has a template.
///
/// ```
/// use polarnet::{Runtime, net, passes::{Entries, Passes}};
///
/// let book = net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let new = Passes::default().run(&book, &Entries::default());
/// assert_eq!(new.to_string(), "#![numbers(native)]\n@main = 42\n");
/// assert_eq!(new.with(|new| Runtime::new().run(new))?.stats.interactions(), 0);
/// # Ok::<(), polarnet::Error>(())
/// ```
pub mod passes {
    pub use polarnet_passes::*;
}

/// Devices: where the commands that a schedule encodes run, beside the thread that waits for them.
///
/// A [`Device`](device::Device) lends a [`Queue`](device::Queue), which makes encoders.
///
/// ```
/// use polarnet::device::Device;
///
/// let sum = Device::threads().scope(|queue| {
///     let mut encoder = queue.encode();
///     let sum = encoder.call(|| (1..=100).sum::<u64>()); // records it
///     let fence = encoder.submit(); // starts it
///     let synced = fence.wait();
///     sum.read(&synced)
/// });
/// assert_eq!(sum, 5050);
/// ```
pub mod device {
    pub use polarnet_runtime::device::*;
}

/// CUDA devices: [`Runtime::cuda`] reduces on one. The chapter `docs/book/src/cuda.md` says what to expect.
///
/// ```
/// use polarnet::cuda;
///
/// match cuda::devices() {
///     Ok(devices) => devices.iter().for_each(|device| println!("{device}")),
///     Err(error) => println!("{error}"), // what is missing, and what to do
/// }
/// ```
#[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
pub mod cuda {
    pub use polarnet_runtime::cuda::*;
}

/// Exploration: which members of classes are the fastest together is found by measuring, and kept for next time.
///
/// An [`Explorer`](explore::Explorer) runs what a program calls; [`with`](explore::with) calls it with the winner.
///
/// ```
/// use polarnet::{explore::{self, Explorer}, schedule};
///
/// schedule! {
///     val square(x: i64) -> i64 { returns x * x }
///     fn at_once(x: i64) -> i64 impls square { eval(x) }
///     fn once_more(x: i64) -> i64 impls square { eval(x) }
///     val twice(x: i64) -> i64 { returns square(x) + square(x) }
///     fn twice_by_any(x: i64) -> i64 impls twice { square(x) + square(x) }
/// }
///
/// # let file = std::env::temp_dir().join(format!("polarnet-explore-facade-{}.json", std::process::id()));
/// let report = Explorer::new("twice").file(&file).run(|| twice_by_any(3))?;
/// assert_eq!(report.rows.len(), 4); // two calls, each of two functions
/// assert_eq!(explore::with(&report.best, || twice_by_any(3)), 18);
/// # std::fs::remove_file(&file).unwrap();
/// # Ok::<(), explore::Error>(())
/// ```
pub mod explore {
    pub use polarnet_runtime::explore::*;
}

/// Lazy reduction: only what somebody looks at is reduced. [`Runtime::lazily`] begins it; the chapter is `docs/book/src/lazy.md`.
///
/// ```
/// use polarnet::{Error, Runtime, net};
///
/// // 0, 1, 2, … has no end: a run would have none, either.
/// let book = net! {
///     @main = l & @from ~ (0 l)
///     @from = ({a $([+1] b)} (a t)) & @from ~ (b t)
/// };
/// let three: Vec<u32> = Runtime::new().lazily(&book, |net| net.items().take(3).collect::<Result<_, _>>())??;
/// assert_eq!(three, [0, 1, 2]);
/// # Ok::<(), Error>(())
/// ```
pub mod lazy {
    pub use polarnet_runtime::lazy::*;
}

/// Nets as graphs, reduced one interaction at a time.
///
/// ```
/// use polarnet::{Rule, net, reducer::{Graph, Kind, ROOT}};
///
/// let book = net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let mut graph = Graph::new(&book);
/// graph.boot(book.main().unwrap(), &[]);
/// let rules: Vec<Rule> = std::iter::from_fn(|| graph.step()).collect();
/// assert_eq!(rules, [Rule::Call, Rule::Annihilate, Rule::Operate]);
/// let (node, _) = graph.peer(ROOT);
/// assert!(matches!(graph.kind(node), Kind::Num(n) if n.as_u32() == Some(42)));
/// ```
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

/// The chapter for those who know HVM.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/src/hvm.md")]
struct HvmChapter;

/// The chapter on columns: what should not compile does not.
#[cfg(doctest)]
#[doc = include_str!("../docs/book/src/columns.md")]
struct ColumnsChapter;

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

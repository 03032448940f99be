//! Which engine.

/// How nets are reduced. All engines give the same normal form with the same number of interactions, but for
/// [`Lazy`](Self::Lazy), which has fewer.
///
/// ```
/// use polarnet_runtime::{EngineKind, Runtime};
///
/// // Twice 21, and something that nobody needs.
/// let book = polarnet::net! { @main = r & @first ~ (a (b r)) & @twice ~ (21 a) & @twice ~ (4 b)  @first = (a (* a))  @twice = ($([*2] x) x) };
/// let interactions = |kind| Runtime::new().engine(kind).run(&book).unwrap().stats.interactions();
/// assert_eq!([EngineKind::Compiled, EngineKind::Bag, EngineKind::Oracle].map(interactions), [10, 10, 10]);
/// assert!(interactions(EngineKind::Lazy) < 10);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum EngineKind {
    /// Rules and definitions of a book of `net!` as the Rust that they were compiled to; definitions of others as
    /// [`Direct`](Self::Direct) has them, and all else as [`Bag`](Self::Bag) has it.
    #[default]
    Compiled,
    /// Direct style, interpreted: definitions are functions, as bytecode.
    Direct,
    /// Redex bags and templates: plain cells for one thread, shared ones for more.
    Bag,
    /// Shared cells even for one thread; for measurements.
    Shared,
    /// Only what the result needs, on one thread: see [`Runtime::lazily`](crate::Runtime::lazily). Nets in which signs clash are reduced as
    /// [`Bag`](Self::Bag) has it.
    Lazy,
    /// The naive, safe, sequential reference.
    Oracle,
}

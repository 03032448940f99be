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
///
/// Each has a [name](Self::name), which is also what it is displayed as, and parsed from:
///
/// ```
/// use polarnet_runtime::EngineKind;
///
/// assert_eq!((EngineKind::Bag.to_string().as_str(), "lazy".parse()), ("bag", Ok(EngineKind::Lazy)));
/// assert_eq!(
///     "fast".parse::<EngineKind>().unwrap_err().to_string(),
///     "unknown engine `fast`: there are `compiled`, `direct`, `bag`, `shared`, `lazy`, `oracle`",
/// );
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

impl EngineKind {
    /// All of them.
    ///
    /// ```
    /// use polarnet_runtime::EngineKind;
    ///
    /// assert!(EngineKind::ALL.iter().all(|kind| kind.name().parse() == Ok(*kind)));
    /// ```
    pub const ALL: &'static [EngineKind] = &[
        EngineKind::Compiled,
        EngineKind::Direct,
        EngineKind::Bag,
        EngineKind::Shared,
        EngineKind::Lazy,
        EngineKind::Oracle,
    ];

    /// Its name, as `polarnet run --engine` has it.
    ///
    /// ```
    /// use polarnet_runtime::EngineKind;
    ///
    /// assert_eq!(EngineKind::default().name(), "compiled");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EngineKind::Compiled => "compiled",
            EngineKind::Direct => "direct",
            EngineKind::Bag => "bag",
            EngineKind::Shared => "shared",
            EngineKind::Lazy => "lazy",
            EngineKind::Oracle => "oracle",
        }
    }
}

impl core::fmt::Display for EngineKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

impl core::str::FromStr for EngineKind {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, UnknownEngine> {
        Self::ALL
            .iter()
            .copied()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| UnknownEngine { name: name.to_owned() })
    }
}

/// A name that is no engine's.
///
/// ```
/// use polarnet_runtime::EngineKind;
///
/// assert_eq!("fast".parse::<EngineKind>().unwrap_err().name, "fast");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown engine `{name}`: there are {}", names())]
#[non_exhaustive]
pub struct UnknownEngine {
    /// The name.
    pub name: String,
}

/// All of them, for messages.
fn names() -> String {
    let names: Vec<String> = EngineKind::ALL.iter().map(|kind| format!("`{kind}`")).collect();
    names.join(", ")
}

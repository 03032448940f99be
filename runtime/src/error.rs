//! What can go wrong with a run.
//!
//! ```
//! use polarnet_runtime::{Runtime, error::ErrorKind};
//!
//! let book = polarnet::net! { @main = r & @loop ~ (0 r)  @loop = (a b) & @loop ~ (a b) };
//! let error = Runtime::new().max_interactions(100).run(&book).unwrap_err();
//! assert!(matches!(error.kind, ErrorKind::Interactions(100)));
//! ```

use crate::{control::Stop, stats::Stats};
use polarnet_syntax::native::Panicked;

pub use crate::heap::OutOfAddressSpace;

/// A run that did not reach the normal form, or whose normal form was not what was asked for.
///
/// Everything that the run held is freed, and the process is as sound as before.
///
/// ```
/// # use polarnet_runtime::Runtime;
/// let book = polarnet::net! { @main = r & @loop ~ (0 r)  @loop = (a b) & @loop ~ (a b) };
/// let error = Runtime::new().max_interactions(100).run(&book).unwrap_err();
/// assert_eq!(error.to_string(), "the limit of 100 interactions is reached");
/// assert!(error.stats.interactions() >= 100); // what was done until then
/// ```
///
/// `{:?}` is the same text, since that is what is printed where `main` returns a `Result<(), Error>`; `{:#?}` has the statistics
/// below it.
///
/// ```
/// # use polarnet_runtime::Runtime;
/// let error = Runtime::new().run(&polarnet::net! { @id = (x x) }).unwrap_err();
/// assert_eq!(format!("{error:?}"), "the book has no definition `@main`");
/// assert!(format!("{error:#?}").starts_with("the book has no definition `@main`\ninteractions  0\n"));
/// ```
#[derive(thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct Error {
    /// What happened.
    pub kind: ErrorKind,
    /// What was done until then.
    pub stats: Box<Stats>,
}

impl core::fmt::Debug for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{self}")?;
        if f.alternate() { write!(f, "\n{}", self.stats) } else { Ok(()) }
    }
}

/// What happened.
///
/// ```
/// use polarnet_runtime::{ErrorKind, Runtime};
///
/// let book = polarnet::net! { @main = (1 2) };
/// let error = Runtime::new().run(&book)?.value::<Vec<u32>>().unwrap_err();
/// let ErrorKind::Shape { expected, found, .. } = error.kind else { panic!("{error}") };
/// assert_eq!((&*expected, &*found), ("Vec<u32>", "`(1 2)`, a pair"));
/// # Ok::<(), polarnet_runtime::Error>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The book has no `@main`.
    #[error("the book has no definition `@main`")]
    NoMain,
    /// Heap, bags and normal form reached the limit, in bytes. It is less than what was asked for where the system has
    /// no more address space, or a heap no more locations.
    #[error("the memory limit of {} is reached", Bytes(*.0))]
    Memory(u64),
    /// The limit of interactions was reached.
    #[error("the limit of {0} interactions is reached")]
    Interactions(u64),
    /// The time limit was reached.
    #[error("the time limit of {0:?} is reached")]
    Timeout(core::time::Duration),
    /// A [`CancelToken`](crate::CancelToken) was used.
    #[error("cancelled")]
    Cancelled,
    /// A strict run met an undefined operation.
    #[error("undefined arithmetic: {0}")]
    Arithmetic(polarnet_syntax::number::Fault),
    /// Two agents met for which the book has no rule.
    #[error("no rule for {} and {}\nhelp: {}", .0[0].name, .0[1].name, NoRule(.0))]
    NoRule([Met; 2]),
    /// A net in which signs clash was to be reduced lazily.
    #[error("signs clash in this book, so no wire says what it needs\nhelp: `Runtime::run` reduces all of it")]
    Unpolarized,
    /// Lazy reduction has given up what nobody needed, and then a wire led from inside of it to what is needed.
    #[error(
        "a part of the net that nothing needed was given up, and a wire leads from inside of it to what is needed\nhelp: `Runtime::run` reduces all of it, with any engine but `EngineKind::Lazy`"
    )]
    Dropped,
    /// The Rust of a rule panicked, on whichever thread. Panics are told as Rust tells them, too: the
    /// [hook](std::panic::set_hook) says how.
    #[error("the rule `{rule}` panicked: {message}")]
    Panic {
        /// The left side of the rule, as it is written.
        rule: String,
        /// What the panic said.
        message: String,
    },
    /// The normal form is no value of the type asked for.
    #[error("expected {expected}, found {found}{}", Help(.help))]
    Shape {
        /// The Rust type.
        expected: String,
        /// The normal form, cut off if it is long, and what it is: the type of a number, a pair, a function, ….
        found: String,
        /// What to do, if that is plain.
        help: Option<String>,
    },
    /// The operating system refused memory.
    #[error(transparent)]
    AddressSpace(#[from] OutOfAddressSpace),
    /// The CUDA device cannot do it.
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    #[error(transparent)]
    Cuda(#[from] crate::cuda::Error),
}

impl ErrorKind {
    /// With the statistics of the run.
    pub(crate) fn with(self, stats: Stats) -> Error {
        Error { kind: self, stats: Box::new(stats) }
    }
}

impl From<Stop> for ErrorKind {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Memory(limit) => ErrorKind::Memory(limit),
            Stop::Interactions(limit) => ErrorKind::Interactions(limit),
            Stop::Timeout(limit) => ErrorKind::Timeout(limit),
            Stop::Cancelled => ErrorKind::Cancelled,
            Stop::Arithmetic(fault) => ErrorKind::Arithmetic(fault),
            Stop::NoRule(pair) => ErrorKind::NoRule(pair),
            Stop::Panic(panicked) => {
                let Panicked { rule, message } = *panicked;
                ErrorKind::Panic { rule, message }
            }
        }
    }
}

/// One of two that met, and for which there is no rule.
///
/// ```
/// use polarnet_runtime::{ErrorKind, Runtime};
///
/// let book = polarnet::net! { agent +Nil, +One, -Not(-out); rule Not(out) ~ One => out ~ Nil;  @main = r & Not(r) ~ x & @id ~ (Nil x)  @id = (x x) };
/// let error = Runtime::new().run(&book).unwrap_err();
/// let ErrorKind::NoRule([not, nil]) = &error.kind else { panic!("{error}") };
/// assert_eq!((&*not.name, not.ports, &*nil.name, nil.ports), ("`Not`", 1, "`Nil`", 0));
/// assert_eq!(error.to_string(), "no rule for `Not` and `Nil`\nhelp: write one: `rule Not(…) ~ Nil => …;`");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Met {
    /// As a message names it: `` `Nil` ``, `a number`.
    pub name: String,
    /// How many auxiliary ports it has.
    pub ports: u32,
}

impl Met {
    pub(crate) fn new(name: impl Into<String>, ports: u32) -> Self {
        Met { name: name.into(), ports }
    }

    /// It on the left side of a rule; none for what the language has rules for.
    fn left_side(&self) -> Option<String> {
        let name = self.name.trim_matches('`');
        let declared = name.starts_with(char::is_alphabetic) && !name.contains(' ');
        declared.then(|| format!("{name}{}", if self.ports == 0 { "" } else { "(…)" }))
    }
}

/// What to do about two agents without a rule.
struct NoRule<'e>(&'e [Met; 2]);

impl core::fmt::Display for NoRule<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0.each_ref().map(Met::left_side) {
            _ if self.0[1].name == "`{a b}`" => f.write_str(
                "a token is never copied: what takes it hands it on to the next, so that effects have one order",
            ),
            [Some(a), Some(b)] => write!(f, "write one: `rule {a} ~ {b} => …;`"),
            _ => f.write_str("an agent meets those that it has rules with, references, `*` and `{a b}`"),
        }
    }
}

/// What to do, on a line of its own.
struct Help<'e>(&'e Option<String>);

impl core::fmt::Display for Help<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.as_ref().map_or(Ok(()), |help| write!(f, "\nhelp: {help}"))
    }
}

/// Bytes, as people write them.
pub(crate) struct Bytes(pub u64);

impl core::fmt::Display for Bytes {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for (unit, name) in [(1_u64 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")] {
            if self.0 >= unit {
                let places = if self.0.is_multiple_of(unit) { 0 } else { 1 };
                return write!(f, "{:.places$} {name}", self.0 as f64 / unit as f64);
            }
        }
        write!(f, "{} bytes", self.0)
    }
}

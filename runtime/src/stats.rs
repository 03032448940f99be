//! What a run did: interactions by rule, time, memory.
//!
//! ```
//! use polarnet_runtime::{EngineKind, Runtime, stats::Rule};
//!
//! let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
//! let stats = Runtime::new().engine(EngineKind::Bag).run(&book)?.stats;
//! assert_eq!((stats.interactions(), stats.by_rule.of(Rule::Operate)), (3, 1));
//! # Ok::<(), polarnet_runtime::Error>(())
//! ```

use crate::error::Bytes;
use core::time::Duration;
use std::sync::Arc;

pub use polarnet_reducer::Rule;

/// Interactions by rule.
///
/// ```
/// use polarnet_runtime::Runtime;
///
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let [one, two] = [1, 2].map(|threads| Runtime::new().threads(threads).run(&book).unwrap().stats);
/// assert_eq!(one.by_rule, two.by_rule); // whoever did it
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Counts([u64; Rule::ALL.len()]);

impl Counts {
    /// Counts one interaction.
    #[inline(always)]
    pub(crate) fn add(&mut self, rule: Rule) {
        self.0[rule as usize] += 1;
    }

    /// Counts many.
    #[inline(always)]
    pub(crate) fn add_many(&mut self, rule: Rule, count: u64) {
        self.0[rule as usize] += count;
    }

    /// Counts what a body has behind it.
    #[inline(always)]
    pub(crate) fn add_done(&mut self, done: &crate::program::Done) {
        self.add_many(Rule::Copy, done.copies);
        self.add_many(Rule::Switch, done.switches);
        self.add_many(Rule::SplitPair, done.switches);
        self.add_many(Rule::Erase, done.erased);
        self.add_many(Rule::Void, done.voids);
    }

    /// All interactions.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// assert_eq!(Runtime::new().run(&book)?.stats.by_rule.total(), 3);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The interactions of `rule`.
    ///
    /// ```
    /// # use polarnet_runtime::{EngineKind, Rule, Runtime};
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let reference = Runtime::new().engine(EngineKind::Oracle).run(&book)?.stats.by_rule;
    /// assert_eq!((reference.of(Rule::Annihilate), reference.of(Rule::Commute)), (1, 0));
    /// // Where definitions are functions, what they do is counted as one.
    /// assert_eq!(Runtime::new().run(&book)?.stats.by_rule.of(Rule::Fused), 3);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn of(&self, rule: Rule) -> u64 {
        self.0[rule as usize]
    }

    /// Each rule that was used, and how often.
    ///
    /// ```
    /// # use polarnet_runtime::{EngineKind, Runtime};
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let counts = Runtime::new().engine(EngineKind::Oracle).run(&book)?.stats.by_rule;
    /// let used: Vec<_> = counts.iter().map(|(rule, count)| (rule.name(), count)).collect();
    /// assert_eq!(used, [("annihilate", 1), ("operate", 1), ("call", 1)]);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Rule, u64)> + '_ {
        Rule::ALL.iter().map(|&rule| (rule, self.of(rule))).filter(|&(_, count)| count > 0)
    }

    /// Adds another worker's counts.
    pub(crate) fn merge(&mut self, other: &Counts) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine += theirs;
        }
    }
}

/// The rules that were used, by name.
///
/// ```
/// # use polarnet_runtime::{EngineKind, Runtime};
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let stats = Runtime::new().engine(EngineKind::Oracle).run(&book)?.stats;
/// assert_eq!(format!("{:?}", stats.by_rule), "{annihilate: 1, operate: 1, call: 1}");
/// # Ok::<(), polarnet_runtime::Error>(())
/// ```
impl core::fmt::Debug for Counts {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        // The `Debug` of a string has quotes, that of arguments has none.
        let mut map = f.debug_map();
        for (rule, count) in self.iter() {
            map.entry(&format_args!("{rule}"), &count);
        }
        map.finish()
    }
}

/// The kernel that a run on a device had.
///
/// ```
/// # use polarnet_runtime::Runtime;
/// use polarnet_runtime::stats::Kernel;
///
/// let done = Runtime::new().run(&polarnet::net! { @main = 7 })?;
/// match done.stats.kernel {
///     Some(Kernel::Compiled { .. }) => println!("made for this book"),
///     Some(_) => println!("the same for all books"),
///     None => println!("no device"),
/// }
/// # Ok::<(), polarnet_runtime::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Kernel {
    /// Templates as tables, for any book.
    Interpreted {
        /// Why, if the book was to be compiled.
        why: Option<Arc<str>>,
    },
    /// One that was compiled for the book, now or before.
    Compiled {
        /// Why the next run cannot have what was compiled, if it cannot.
        not_kept: Option<Arc<str>>,
    },
}

impl Kernel {
    /// The name of the kind.
    ///
    /// ```
    /// use polarnet_runtime::stats::Kernel;
    ///
    /// assert_eq!(Kernel::Interpreted { why: None }.name(), "interpreted");
    /// assert_eq!(Kernel::Compiled { not_kept: None }.name(), "compiled");
    /// ```
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Kernel::Interpreted { .. } => "interpreted",
            Kernel::Compiled { .. } => "compiled",
        }
    }

    /// Why it is not as it was to be.
    ///
    /// ```
    /// use polarnet_runtime::stats::Kernel;
    ///
    /// assert_eq!(Kernel::Interpreted { why: Some("there is no NVRTC".into()) }.why(), Some("there is no NVRTC"));
    /// assert_eq!(Kernel::Compiled { not_kept: None }.why(), None);
    /// ```
    #[must_use]
    pub fn why(&self) -> Option<&str> {
        match self {
            Kernel::Interpreted { why } | Kernel::Compiled { not_kept: why } => why.as_deref(),
        }
    }
}

/// What a run did.
///
/// ```
/// # use polarnet_runtime::Runtime;
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let stats = Runtime::new().threads(1).run(&book)?.stats;
/// assert_eq!(stats.to_string().lines().next(), Some("interactions  3"));
/// assert_eq!(stats.to_string().lines().last(), Some("  fused       3")); // what functions did of it
/// # Ok::<(), polarnet_runtime::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Stats {
    /// Interactions by rule. Linking does not count.
    pub by_rule: Counts,
    /// Time spent reducing.
    pub elapsed: Duration,
    /// The most memory that heap, bags and normal form held, in bytes.
    pub peak_bytes: u64,
    /// Threads that reduced: fewer than asked for where the system gives no more, or where what each holds ready for one
    /// interaction would take too much of the memory limit.
    pub threads: usize,
    /// The kernel, of a run on a device.
    pub kernel: Option<Kernel>,
}

impl Stats {
    /// Interactions. HVM2 counts one more: its boot step.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// assert_eq!(Runtime::new().run(&book)?.stats.interactions(), 3);
    /// assert_eq!(Runtime::new().run(&polarnet::net! { @main = 42 })?.stats.interactions(), 0);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn interactions(&self) -> u64 {
        self.by_rule.total()
    }

    /// Million interactions a second.
    ///
    /// ```
    /// use polarnet_runtime::Stats;
    ///
    /// let nothing = Stats::default();
    /// assert_eq!((nothing.interactions(), nothing.mips()), (0, 0.0)); // where no time has passed, 0
    /// ```
    #[must_use]
    pub fn mips(&self) -> f64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 { self.interactions() as f64 / seconds / 1e6 } else { 0.0 }
    }

    /// One line of JSON, as `polarnet run --stats=json` prints it.
    ///
    /// ```
    /// use polarnet_runtime::Stats;
    ///
    /// assert_eq!(
    ///     Stats::default().to_json(),
    ///     r#"{"interactions":0,"seconds":0.000000,"mips":0.000,"peak_bytes":0,"threads":0,"by_rule":{}}"#,
    /// );
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        let rules: Vec<String> = self.by_rule.iter().map(|(rule, n)| format!("\"{}\":{n}", rule.name())).collect();
        let kernel = self.kernel.as_ref().map(|kernel| {
            let why = kernel.why().map(|why| format!(",\"kernel_why\":{}", serde_json::Value::from(why)));
            format!("\"kernel\":\"{}\"{},", kernel.name(), why.unwrap_or_default())
        });
        format!(
            "{{\"interactions\":{},\"seconds\":{:.6},\"mips\":{:.3},\"peak_bytes\":{},\"threads\":{},{}\"by_rule\":{{{}}}}}",
            self.interactions(),
            self.elapsed.as_secs_f64(),
            self.mips(),
            self.peak_bytes,
            self.threads,
            kernel.unwrap_or_default(),
            rules.join(",")
        )
    }
}

impl core::fmt::Display for Stats {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        writeln!(f, "interactions  {}", self.interactions())?;
        writeln!(f, "seconds       {:.3}", self.elapsed.as_secs_f64())?;
        writeln!(f, "MIPS          {:.1}", self.mips())?;
        writeln!(f, "peak memory   {}", Bytes(self.peak_bytes))?;
        write!(f, "threads       {}", self.threads)?;
        if let Some(kernel) = &self.kernel {
            write!(f, "\nkernel        {}", kernel.name())?;
            if let Some(why) = kernel.why() {
                write!(f, ": {}", why.replace('\n', "\n    "))?;
            }
        }
        for (rule, count) in self.by_rule.iter() {
            write!(f, "\n  {:<12}{count}", rule.name())?;
        }
        Ok(())
    }
}

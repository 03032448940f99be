//! What a run did: interactions by rule, time, memory.

use crate::error::Bytes;
use core::time::Duration;
use std::sync::Arc;

pub use polarnet_reducer::Rule;

/// Interactions by rule.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
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
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The interactions of `rule`.
    #[must_use]
    pub fn of(&self, rule: Rule) -> u64 {
        self.0[rule as usize]
    }

    /// Each rule that was used, and how often.
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

/// The kernel that a run on a device had.
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
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Kernel::Interpreted { .. } => "interpreted",
            Kernel::Compiled { .. } => "compiled",
        }
    }

    /// Why it is not as it was to be.
    #[must_use]
    pub fn why(&self) -> Option<&str> {
        match self {
            Kernel::Interpreted { why } | Kernel::Compiled { not_kept: why } => why.as_deref(),
        }
    }
}

/// What a run did.
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
    #[must_use]
    pub fn interactions(&self) -> u64 {
        self.by_rule.total()
    }

    /// Million interactions a second.
    #[must_use]
    pub fn mips(&self) -> f64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 { self.interactions() as f64 / seconds / 1e6 } else { 0.0 }
    }

    /// One line of JSON, as `polarnet run --stats=json` prints it.
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

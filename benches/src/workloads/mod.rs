//! The one list of workloads: nets in HVM2's style, and programs of agents and rules, which inpla has too.

#[path = "../../../examples/standard/books.rs"]
#[allow(dead_code, reason = "their small sizes are smaller still")]
mod books;
mod engines;
mod nets;
mod search;
mod sorts;

pub use engines::{ENGINES, Engine};

use polarnet::{Done, Error, Runtime};

/// What a book is made of, which says what engines are worth a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Definitions, pairs, duplications, numbers: what HVM2 has.
    Net,
    /// Agents and rules of the book's own.
    Agents,
}

/// A program, its sizes, and what must come out.
#[derive(Clone, Copy)]
pub struct Workload {
    /// `net/…` or `agents/…`.
    pub name: &'static str,
    /// What it computes, of a size n.
    pub about: &'static str,
    /// What its book is made of.
    pub kind: Kind,
    /// A million interactions or so: for tests, instruction counts and a quick look.
    pub small: u32,
    /// The size that others are measured with.
    pub usual: u32,
    /// Interactions at the small size, on whatever engine.
    pub interactions: u64,
    run: fn(&Runtime, u32) -> Result<Done, Error>,
    expected: fn(u32) -> u32,
}

impl Workload {
    /// Runs it, and checks what it computed.
    ///
    /// # Errors
    ///
    /// A run that failed, or one with another result, or another number of interactions.
    pub fn run(&self, runtime: &Runtime, size: u32) -> Result<Done, String> {
        let done = (self.run)(runtime, size).map_err(|error| format!("{} {size}: {error}", self.name))?;
        self.check(&done, size)?;
        Ok(done)
    }

    /// Checks what a run computed.
    ///
    /// # Errors
    ///
    /// Another result, or another number of interactions.
    pub fn check(&self, done: &Done, size: u32) -> Result<(), String> {
        let name = self.name;
        let result: u32 = done.value().map_err(|error| format!("{name} {size}: {error}"))?;
        let expected = (self.expected)(size);
        if result != expected {
            return Err(format!("{name} {size}: the result is {result}, not {expected}"));
        }
        let interactions = done.stats.interactions();
        if size == self.small && interactions != self.interactions {
            return Err(format!("{name} {size}: {interactions} interactions, not {}", self.interactions));
        }
        Ok(())
    }

    /// Runs it, and checks nothing.
    ///
    /// # Errors
    ///
    /// A run that failed.
    pub fn call(&self, runtime: &Runtime, size: u32) -> Result<Done, Error> {
        (self.run)(runtime, size)
    }

    /// The engines that differ on it.
    pub fn engines(&self) -> impl Iterator<Item = &'static Engine> {
        ENGINES.iter().filter(|engine| engine.only.is_none_or(|kind| kind == self.kind))
    }
}

/// All of them, in the order in which they are shown.
///
/// # Panics
///
/// If `examples/standard` has a program whose small size is not in this file.
#[must_use]
pub fn all() -> Vec<Workload> {
    let agents = books::PROGRAMS.iter().map(|program| {
        let row = AGENTS.iter().find(|row| row.0.strip_prefix("agents/") == Some(program.name));
        let &(name, small, interactions) =
            row.unwrap_or_else(|| panic!("add `{}` to AGENTS in benches/src/workloads/mod.rs", program.name));
        Workload {
            name,
            about: program.about,
            kind: Kind::Agents,
            small,
            usual: program.usual,
            interactions,
            run: program.run,
            // Only the queens do not say it themselves.
            expected: program.expected.unwrap_or(nets::queens),
        }
    });
    nets::NETS.into_iter().chain(agents).collect()
}

/// The one of that name.
#[must_use]
pub fn find(name: &str) -> Option<Workload> {
    all().into_iter().find(|workload| workload.name == name)
}

/// Small sizes of the programs of `examples/standard`, and the interactions that they take.
const AGENTS: [(&str, u32, u64); 8] = [
    ("agents/fib", 24, 300_099),
    ("agents/ack", 7, 693_966),
    ("agents/queens", 8, 162_032),
    ("agents/isort", 1000, 252_466),
    ("agents/bsort", 700, 737_456),
    ("agents/msort", 16_000, 570_829),
    ("agents/sum_rec", 16, 262_143),
    ("agents/tree", 16, 393_214),
];

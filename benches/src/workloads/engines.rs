//! The one list of engines.

use super::Kind;
use polarnet::{EngineKind, Runtime};

/// An engine, on so many threads.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// What records call it.
    pub name: &'static str,
    /// As [`Runtime::engine`] has it.
    pub kind: EngineKind,
    /// Threads that reduce together.
    pub threads: usize,
    /// The books on which it differs from the others; all if `None`.
    pub only: Option<Kind>,
}

/// A line for each. The first that a workload has is its default; instructions are counted on those of one thread.
pub const ENGINES: [Engine; 5] = [
    Engine { name: "compiled", kind: EngineKind::Compiled, threads: 1, only: None },
    Engine { name: "direct", kind: EngineKind::Direct, threads: 1, only: None },
    Engine { name: "bag", kind: EngineKind::Bag, threads: 1, only: None },
    Engine { name: "shared", kind: EngineKind::Shared, threads: 1, only: Some(Kind::Net) },
    // The default of both kinds of books, on two threads.
    Engine { name: "default-2", kind: EngineKind::Compiled, threads: 2, only: None },
];

impl Engine {
    /// A runtime that has it.
    #[must_use]
    pub fn runtime(&self) -> Runtime {
        Runtime::new().engine(self.kind).threads(self.threads)
    }

    /// The one of that name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        ENGINES.into_iter().find(|engine| engine.name == name)
    }
}

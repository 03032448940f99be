//! Heap, linker, rules and engines: how nets are reduced.
//!
//! ```text
//! Book<S> ──program──▶ templates ──boot──▶ heap + bags ──engine──▶ normal form ──readback──▶ Normal
//! ```
//!
//! * `word`, `cell`, `heap`, `bag`, `worker`: what a worker has in its hands. `alloc`, `order`: where its nodes are.
//! * `link`: the linker; `LINKER.md` proves it. `rules`: the rules of the core, `agents` those of a book's own agents, `call` those of
//!   references; `arithmetic`, `spine`: what numbers and lists need not wait for.
//! * [`program`]: definitions as templates, of which `layout` and `shape` say how they are laid out, `instantiate` makes copies; `declared`: rules, ready to run.
//!   `readback`, [`normal`]: the way home.
//! * `direct`: definitions and rules as functions, by bytecode or by what `net!` has emitted: the fastest way.
//! * `compiled`: what the code is made of that `net!` makes of rules.
//! * `engine`, `pool`, `control`: how workers are driven, share work, and are stopped; `watch`: how others stop a run, and see how far it is; `threads`, `helpers`: theirs, and those that wait for the next run; `processors`: which ones they begin on. `share`: what is given away; `portion`: how much that was; `gain`: does it pay
//!   to share? `budget`, `quantum`, `patience`, `pace`: how far functions, and rules in Rust, go before they let go of what they hold. `stack`: recursion as deep as memory allows.
//! * [`lazy`]: only what is needed is reduced; streams, and the branches of superpositions.
//! * `oracle`: the naive reference that all of it is tested against.
//! * [`device`]: where the commands of a schedule run: encoders, fences, and what is copied.
//! * [`explore`]: which members of classes are the fastest, found by measuring.
//! * `cuda` (feature `cuda`): CUDA devices, found and used without one being there.
//! * `kept`: files that are kept between runs.
//! * [`run`]: the public face; `machine`: how much memory it may use unless told.
//!
//! ```
//! use polarnet_runtime::Runtime;
//!
//! let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
//! let done = Runtime::new().run(&book)?;
//! assert_eq!((done.to_string(), done.stats.interactions()), ("42".to_owned(), 3));
//! # Ok::<(), polarnet_runtime::Error>(())
//! ```

// Under loom only the linker is there, and what it needs.
#![cfg_attr(loom, allow(dead_code, unused_imports))]

mod agents;
mod alloc;
mod alone;
mod arithmetic;
mod bag;
mod budget;
mod call;
mod cell;
#[doc(hidden)]
pub mod compiled;
mod control;
#[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
pub mod cuda;
mod declared;
#[cfg(not(any(loom, shuttle)))]
pub mod device;
mod direct;
#[cfg(not(any(loom, shuttle)))]
mod done;
#[cfg(not(any(loom, shuttle)))]
pub mod dump;
#[cfg(not(loom))]
mod engine;
#[cfg(all(test, not(loom)))]
mod engine_tests;
pub mod error;
#[cfg(not(any(loom, shuttle)))]
pub mod explore;
#[cfg(not(any(loom, shuttle)))]
mod first;
mod gain;
mod half;
mod heap;
#[cfg(not(any(loom, shuttle)))]
mod helpers;
mod instantiate;
#[cfg(not(any(loom, shuttle)))]
mod kept;
#[cfg(not(any(loom, shuttle)))]
mod kind;
mod layout;
pub mod lazy;
mod link;
#[cfg(all(test, loom))]
mod loom_tests;
#[cfg(not(any(loom, shuttle)))]
mod machine;
pub mod normal;
#[cfg(not(any(loom, shuttle)))]
mod oracle;
mod order;
mod pace;
#[cfg(not(any(loom, shuttle)))]
#[doc(hidden)]
pub mod passes;
mod patience;
mod pool;
mod portion;
mod processors;
pub mod program;
mod quantum;
#[cfg(not(any(loom, shuttle)))]
mod readback;
mod rules;
#[cfg(not(any(loom, shuttle)))]
pub mod run;
mod shape;
#[cfg(not(loom))]
mod share;
#[cfg(not(any(loom, shuttle)))]
mod signals;
mod spine;
#[doc(hidden)]
pub mod stack;
pub mod stats;
mod sync;
#[cfg(test)]
mod test_books;
#[cfg(not(any(loom, shuttle)))]
mod threads;
mod watch;
mod word;
mod worker;

#[cfg(not(any(loom, shuttle)))]
pub use crate::{
    done::Done,
    kind::{EngineKind, UnknownEngine},
    run::Runtime,
};
pub use error::{Error, ErrorKind};
pub use normal::{FromNormal, Normal, Term};
#[cfg(not(any(loom, shuttle)))]
pub use oracle::Interaction;
pub use stats::{Rule, Stats};
pub use watch::{CancelToken, Progress};

//! What the tests on random nets are made of.
//!
//! * [`agents`]: random books with agents and rules of their own.
//! * [`choices`]: the bytes that decide what is generated.
//! * [`net`]: books that can be taken apart, and printed.
//! * [`soup`]: random nets of all agents, polarized and not, most of them short-lived.
//! * [`programs`]: typed programs that end, with long reductions.
//! * [`stock`]: programs as people write them.
//! * [`agree`]: the property: all engines agree.
//! * [`encodings`]: random books of data in λ-encodings, and of pairs.
//! * [`everywhere`]: one book in all engines.
//! * [`functions`]: random books in which definitions are functions of agents.
//! * [`generated`]: random books that are compiled.
//! * [`limits`]: the same of runs that are stopped.
//! * [`recursions`]: random recursions with something left to do behind the call.
//! * [`shrink`]: makes a book that fails as small as it gets.
//! * [`tries`]: tries a property on random books.
//! * [`turns`]: random loops of two rules that do the same with other operands.
//! * [`unchanged`]: the property of passes: what they must not change.

pub mod agents;
pub mod agree;
pub mod choices;
pub mod encodings;
pub mod everywhere;
pub mod functions;
pub mod generated;
pub mod limits;
pub mod net;
pub mod numbers;
pub mod programs;
pub mod recursions;
pub mod shrink;
pub mod soup;
pub mod stock;
pub mod tries;
pub mod turns;
pub mod unchanged;

//! Passes over books: functions from a book to another one with the same normal form.
//!
//! ```
//! # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
//! use polarnet_passes::{Entries, Passes};
//! # let net = parse_text("@main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)", Numbers::Native).0.unwrap();
//! # let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
//! // of `@main = r & @twice ~ (21 r)` and `@twice = ($([*2] x) x)`
//! let new = book.with(|book| Passes::default().run(book, &Entries::default()));
//! assert_eq!(new.to_string(), "#![numbers(native)]\n@main = 42\n");
//! ```
//!
//! A pass reads the columns of a [`Book<S>`](polarnet_syntax::book::Book) and writes a [`Draft`], a book over another space.
//! The built-in ones never raise the number of interactions, and are written as anybody's own would be:
//!
//! * [`prune`]: definitions that nobody uses go.
//! * [`inline()`]: small definitions are put where they are called.
//! * [`eta`]: nodes that are taken apart and put together again become wires.
//! * [`pre_reduce`]: redexes of definitions are reduced, within a [`Budget`].
//! * [`share`]: closed parts that are there more than once, and bring numbers, are computed once.
//! * [`simplify_rules`]: redexes on the right of rules are reduced, and rules that nobody uses go.
//!
//! [`Rewrite`] makes a pass of equations. [`Passes`] has the built-in ones by name. [`Entries`] says which definitions are run from outside; [`partners`] is what is known of who
//! meets whom.

mod draft;
mod entries;
mod eta;
mod finish;
mod inline;
mod list;
mod partners;
mod pre_reduce;
mod prune;
mod read;
pub mod rewrite;
mod share;
mod shared;
mod signs;
mod simplify_rules;
mod sure;
mod used;

pub use draft::{Body, Draft, Draw};
pub use entries::Entries;
pub use eta::eta;
pub use inline::inline;
pub use list::{Pass, Passes, UnknownPass};
pub use partners::partners;
pub use pre_reduce::{Budget, pre_reduce};
pub use prune::prune;
pub use rewrite::{Rewrite, RewriteError};
pub use share::share;
pub use simplify_rules::simplify_rules;

//! The net language, once, for `net!` and for files.
//!
//! ```text
//! tokens ──parse──▶ tree ──check──▶ Net ──infer──▶ signs ──assemble──▶ Table ──▶ Book<S>
//! ```
//!
//! * [`token`]: the vocabulary. A text lexer ([`text`], feature `reader`) and `net!`'s token streams both speak it.
//! * [`parse`]: tokens to trees in an arena, without native recursion: deep nets are ordinary input. `lambda`: terms become such
//!   trees there.
//! * [`check`]: each wire twice, each reference known, each definition once; flat rows come out.
//! * [`infer`]: the polarity of every port, over the whole book.
//! * [`table`]: the checked and polarized book as plain data: what `net!` stores in the binary.
//! * [`native`]: what rules compute in Rust.
//! * [`book`]: the same as branded columns: what programs and passes work on.
//!
//! Errors are collected ([`diagnostic`]), so that all are reported at once.
//!
//! ```
//! use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
//!
//! let (net, found) = parse_text("@main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)", Numbers::Native);
//! let net = net.unwrap_or_else(|| panic!("{found:?}"));
//! let table = Table::assemble(&net, &infer(&net), |_| Place::default());
//! AnyBook::new(&table).with(|book| assert_eq!(book.names().as_slice(), ["main", "twice"]));
//! ```

pub mod book;
pub mod check;
pub mod code;
pub mod diagnostic;
pub mod infer;
mod lambda;
pub mod native;
pub mod net;
pub mod number;
pub mod parse;
mod sound;
pub mod span;
pub mod stored;
pub mod table;
#[cfg(feature = "reader")]
pub mod text;
pub mod token;
pub mod tree;

//! Bytes as the choices of a generator: the nets of the random tests, found by coverage instead of by chance.

use crate::support::{
    agents::{self, Kind},
    agree,
    choices::Choices,
    functions, programs, soup, unchanged,
};
use polarnet::EngineKind;

/// # Panics
///
/// The engines do not agree on a net.
pub fn nets(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let c = &mut Choices::new(rest);
    let (text, endless) = match first % 4 {
        0 => (soup::book(c).to_string(), 1_000),
        1 => (programs::book(c).to_string(), 5_000),
        2 => (functions::book(c), 3_000),
        _ => (agents::book(c, Kind::Whole), 3_000),
    };
    // The passes, and the other engines, are for the random tests: this has to be fast.
    let book = unchanged::parse(&text);
    let result = book.with(|book| {
        // What `net!` would make of it is not run here.
        let _ = polarnet_lower::guessed(book, &[]);
        let engines = [(EngineKind::Bag, 1), (EngineKind::Direct, 1), (EngineKind::Direct, 2)];
        agree::same_result(book, &engines, endless, false)
    });
    if let Err(why) = result {
        panic!("{why}\n{text}");
    }
}

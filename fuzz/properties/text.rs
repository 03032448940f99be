//! Bytes as the text of a book: an error at its place, or a book that prints as itself and that all engines reduce alike.

use crate::support::agree;
use polarnet::{
    EngineKind, Numbers,
    passes::{Entries, Passes},
    reader::Source,
    show,
};

/// Interactions after which a book counts as one that does not end.
const ENDLESS: u64 = 500;

/// # Panics
///
/// It does not hold.
pub fn text(bytes: &[u8]) {
    let source = Source::new("fuzz", bytes).numbers(Numbers::Native);
    let parsed = source.parse();
    let rendered = source.render(&parsed.diagnostics, false);
    let Some(book) = parsed.book else {
        assert!(!rendered.is_empty(), "no book, and no error");
        return;
    };
    book.with(|book| {
        let text = show::text(book);
        let again = Source::new("printed", text.clone()).parse();
        let again = again.book.unwrap_or_else(|| panic!("the printed book is none:\n{text}"));
        again.with(|again| assert_eq!(show::text(again), text, "it does not print as itself"));
        let _ = (show::signed(book), show::svg(book, None));
        let _ = Passes::default().run(book, &Entries::default());
        let engines = [(EngineKind::Bag, 1), (EngineKind::Direct, 1)];
        let Err(why) = agree::same_result(book, &engines, ENDLESS, false) else { return };
        // Books without `@main`, or with agents that no rule is for, are none that could be run.
        assert!(why.starts_with("the oracle: "), "{why}");
    });
}

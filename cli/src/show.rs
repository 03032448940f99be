//! `polarnet show`

use crate::{
    args::Show,
    exit,
    output::{print, say},
    source::{self, Warnings},
};
use polarnet::show;

/// Prints a book: as text with signs, as a graph, or `@main` as it lies in memory.
pub fn show(args: &Show, warnings: Warnings) -> Result<(), u8> {
    let book = source::passed(source::load(&args.file, warnings)?, args.passes.as_ref());
    if !args.heap {
        return print(&book.with(|book| if args.dot { show::dot(book) } else { show::signed(book) }));
    }
    // A closure: a function item would be for one brand only.
    #[allow(clippy::redundant_closure)]
    match book.with(|book| show::heap(book)) {
        Some(text) => print(&text),
        None => {
            say(&"error: the book has no definition `@main`\nhelp: `--heap` shows the net of `@main`\n");
            Err(exit::BOOK)
        }
    }
}

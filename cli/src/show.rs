//! `polarnet show`

use crate::{args::Show, exit, source};
use polarnet::show;

pub fn show(args: &Show) -> Result<(), u8> {
    let book = source::load(&args.file)?;
    if !args.heap {
        source::print(&book.with(|book| if args.dot { show::dot(book) } else { show::text(book) }));
        return Ok(());
    }
    match book.with(|book| show::heap(book)) {
        Some(text) => {
            source::print(&text);
            Ok(())
        }
        None => {
            eprintln!("error: the book has no definition `@main`\nhelp: `--heap` shows the net of `@main`");
            Err(exit::BOOK)
        }
    }
}

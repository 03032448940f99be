//! `polarnet show`

use crate::{
    args::Show,
    exit,
    output::{print, say, write},
    source::{self, Warnings, meant, no_main},
};
use polarnet::{Book, columns::Space, show};

/// Prints a book: as text with signs, as a graph, or `@main` as it lies in memory.
pub fn show(args: &Show, warnings: Warnings) -> Result<(), u8> {
    let book = source::passed(source::load(&args.file, warnings)?, args.passes.as_ref());
    // A closure: a function item would be for one brand only.
    let text = book.with(|book| shown(args, book)).map_err(|message| {
        say(&message);
        exit::FAILURE
    })?;
    match &args.output {
        Some(path) => write(path, &text),
        None => print(&text),
    }
}

/// What is to be printed, or what is wrong.
fn shown<S: Space>(args: &Show, book: &Book<S>) -> Result<String, String> {
    if args.heap {
        return show::heap(book).ok_or_else(|| {
            let help = no_main(book, "`--heap` shows the net of").unwrap_or_default();
            format!("error: the book has no definition `@main`\nhelp: {help}\n")
        });
    }
    let def = match args.def.as_deref().map(|name| name.strip_prefix('@').unwrap_or(name)) {
        Some(name) => Some(book.find(name).ok_or_else(|| {
            let help = meant(book, name);
            let help = help.as_deref().unwrap_or("`polarnet show` without `--def` prints all of them");
            format!("error: the book has no definition `@{name}`\nhelp: {help}\n")
        })?),
        None => None,
    };
    if args.svg {
        return show::svg(book, def).map_err(|large| {
            let help = match def {
                Some(_) => "`--dot` is for external tools, which draw larger nets: `sfdp -Tsvg`",
                None => "`--def NAME` draws one definition; `--dot` is for external tools, which draw larger nets: `sfdp -Tsvg`",
            };
            format!("error: {large}\nhelp: {help}\n")
        });
    }
    Ok(match def {
        Some(def) if args.dot => show::dot_of(book, def),
        Some(def) => {
            // One that is used under several signatures is there several times.
            let same = book.defs().filter(|&other| book.names()[other] == book.names()[def]);
            same.map(|def| show::signed_of(book, def)).collect::<Vec<_>>().join("\n")
        }
        None if args.dot => show::dot(book),
        None => show::signed(book),
    })
}

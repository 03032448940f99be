//! Books: reading, checking, saying what is wrong.

use crate::{args::Check, exit, output::say};
use polarnet::{
    AnyBook, Book,
    columns::Space,
    passes::{Entries, Passes},
    reader::{Diagnostic, DiagnosticSeverity, Parsed, Source, nearest},
};
use std::{
    fs::File,
    io::{self, IsTerminal, Read},
    path::Path,
};

/// Are warnings shown?
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Warnings {
    /// Yes.
    Show,
    /// No: `--quiet`.
    Hide,
}

/// Bytes that are read at most, from `/dev/zero` say: places in a book have 32 bits.
const LONGEST: u64 = 1 << 32;

/// `polarnet check`
pub fn check(args: &Check, warnings: Warnings) -> Result<(), u8> {
    let (name, source) = read(&args.file)?;
    let parsed = source.parse();
    let shown = report(&source, &parsed, warnings);
    // `run` needs it; a book for `show`, or a part of another, may do without.
    let main = |book: &AnyBook| book.with(|book| (book.main().is_some(), meant(book, "main")));
    let (_, near) = parsed.book.as_ref().map(main).filter(|(main, _)| !main).unzip();
    let lacks_main = near.is_some() && warnings == Warnings::Show;
    if let (Some(near), true) = (near, lacks_main) {
        let help = near.unwrap_or_else(|| "add `@main = …`".to_owned());
        say(&format_args!("warning: no `@main`: `polarnet run` will refuse this file\nhelp: {help}\n\n"));
    }
    let counts = [(DiagnosticSeverity::Error, "error"), (DiagnosticSeverity::Warning, "warning")];
    let count = |severity| {
        let extra = usize::from(lacks_main && severity == DiagnosticSeverity::Warning);
        shown.iter().filter(|found| found.severity == severity).count() + extra
    };
    let counts = counts.map(|(severity, what)| match count(severity) {
        0 => None,
        1 => Some(format!("1 {what}")),
        many => Some(format!("{many} {what}s")),
    });
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    if !counts.is_empty() {
        say(&format_args!("{name}: {}\n", counts.join(", ")));
    }
    if parsed.book.is_some() { Ok(()) } else { Err(exit::FAILURE) }
}

/// Reads a book, or reports what is wrong with it.
pub fn load(path: &Path, warnings: Warnings) -> Result<AnyBook, u8> {
    let (_, source) = read(path)?;
    let parsed = source.parse();
    report(&source, &parsed, warnings);
    parsed.book.ok_or(exit::FAILURE)
}

/// What passes make of a book that is entered at `@main`.
pub fn passed(book: AnyBook, passes: Option<&Passes>) -> AnyBook {
    match passes {
        Some(passes) => book.with(|book| passes.run(book, &Entries::default())),
        None => book,
    }
}

/// The definition that a name was perhaps meant to be, as help says it: `there is …`.
pub fn meant<S: Space>(book: &Book<S>, name: &str) -> Option<String> {
    let near = nearest(name, book.names().iter().map(String::as_str))?;
    Some(format!("there is `@{near}`"))
}

/// What to do where there is no `@main`, which `what` would have; none if there is one.
pub fn no_main<S: Space>(book: &Book<S>, what: &str) -> Option<String> {
    let help = || meant(book, "main").unwrap_or_else(|| "add `@main = …` to the file".to_owned());
    book.main().is_none().then(|| format!("{what} `@main`: {}", help()))
}

/// A file's text, or standard input's, and what it is called.
fn read(path: &Path) -> Result<(String, Source), u8> {
    let mut text = Vec::new();
    let (name, result) = if path == Path::new("-") {
        ("standard input".to_owned(), io::stdin().take(LONGEST).read_to_end(&mut text))
    } else {
        (path.display().to_string(), File::open(path).and_then(|file| file.take(LONGEST).read_to_end(&mut text)))
    };
    let error = match result {
        Ok(bytes) if bytes as u64 == LONGEST => "a book is shorter than 4 GiB".to_owned(),
        Ok(_) => return Ok((name.clone(), Source::new(name, text))),
        Err(error) => error.to_string(),
    };
    say(&format_args!("error: cannot read {name}: {error}\n"));
    Err(exit::FAILURE)
}

/// Says what is wrong with a book; gives what was said.
fn report(source: &Source, parsed: &Parsed, warnings: Warnings) -> Vec<Diagnostic> {
    let mut shown = parsed.diagnostics.clone();
    shown.retain(|found| found.severity == DiagnosticSeverity::Error || warnings == Warnings::Show);
    if !shown.is_empty() {
        say(&source.render(&shown, io::stderr().is_terminal()));
    }
    shown
}

//! Books: reading, checking, saying what is wrong.

use crate::{args::Check, exit, output::say};
use polarnet::{
    AnyBook,
    reader::{DiagnosticSeverity, Parsed, Source},
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

/// Bytes that are read at most. The reader refuses books of 4 GiB; reading more, from `/dev/zero` say, is in vain.
const LONGEST: u64 = 1 << 32;

/// `polarnet check`
pub fn check(args: &Check, warnings: Warnings) -> Result<(), u8> {
    let source = read(&args.file)?;
    let parsed = source.parse();
    report(&source, &parsed, warnings);
    let count = |severity| parsed.diagnostics.iter().filter(|found| found.severity == severity).count();
    let mut counts = Vec::new();
    for (severity, what, shown) in [
        (DiagnosticSeverity::Error, "error", true),
        (DiagnosticSeverity::Warning, "warning", warnings == Warnings::Show),
    ] {
        match count(severity) {
            0 => {}
            1 if shown => counts.push(format!("1 {what}")),
            many if shown => counts.push(format!("{many} {what}s")),
            _ => {}
        }
    }
    if !counts.is_empty() {
        say(&format_args!("{}: {}\n", args.file.display(), counts.join(", ")));
    }
    if parsed.book.is_some() { Ok(()) } else { Err(exit::BOOK) }
}

/// Reads a book, or reports what is wrong with it.
pub fn load(path: &Path, warnings: Warnings) -> Result<AnyBook, u8> {
    let source = read(path)?;
    let parsed = source.parse();
    report(&source, &parsed, warnings);
    parsed.book.ok_or(exit::BOOK)
}

fn read(path: &Path) -> Result<Source, u8> {
    let mut text = Vec::new();
    let (name, result) = if path == Path::new("-") {
        ("standard input".to_owned(), io::stdin().take(LONGEST).read_to_end(&mut text))
    } else {
        (path.display().to_string(), File::open(path).and_then(|file| file.take(LONGEST).read_to_end(&mut text)))
    };
    match result {
        Ok(_) => Ok(Source::new(name, text)),
        Err(error) => {
            say(&format_args!("error: cannot read {name}: {error}\n"));
            Err(exit::BOOK)
        }
    }
}

fn report(source: &Source, parsed: &Parsed, warnings: Warnings) {
    let mut shown = parsed.diagnostics.clone();
    shown.retain(|found| found.severity == DiagnosticSeverity::Error || warnings == Warnings::Show);
    if !shown.is_empty() {
        say(&source.render(&shown, io::stderr().is_terminal()));
    }
}

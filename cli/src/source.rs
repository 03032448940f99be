//! Files: reading, checking, printing.

use crate::{args::Check, exit};
use polarnet::{
    AnyBook,
    reader::{DiagnosticSeverity, Parsed, Source},
};
use std::{
    fmt,
    io::{self, IsTerminal, Read, Write},
    path::Path,
};

/// `polarnet check`
pub fn check(args: &Check) -> Result<(), u8> {
    let source = read(&args.file)?;
    let parsed = source.parse();
    report(&source, &parsed);
    let count = |severity| parsed.diagnostics.iter().filter(|found| found.severity == severity).count();
    let (errors, warnings) = (count(DiagnosticSeverity::Error), count(DiagnosticSeverity::Warning));
    if parsed.book.is_none() {
        eprintln!("{}: {}", args.file.display(), plural(errors, "error"));
        return Err(exit::BOOK);
    }
    if warnings > 0 {
        eprintln!("{}: {}", args.file.display(), plural(warnings, "warning"));
    }
    Ok(())
}

/// Reads a book, or reports what is wrong with it.
pub fn load(path: &Path) -> Result<AnyBook, u8> {
    let source = read(path)?;
    let parsed = source.parse();
    report(&source, &parsed);
    parsed.book.ok_or(exit::BOOK)
}

fn read(path: &Path) -> Result<Source, u8> {
    let result = if path == Path::new("-") {
        let mut text = Vec::new();
        io::stdin().read_to_end(&mut text).map(|_| Source::new("<standard input>", text))
    } else {
        Source::read(path)
    };
    result.map_err(|error| {
        eprintln!("error: cannot read {}: {error}", path.display());
        exit::BOOK
    })
}

fn report(source: &Source, parsed: &Parsed) {
    if !parsed.diagnostics.is_empty() {
        eprint!("{}", source.render(&parsed.diagnostics, io::stderr().is_terminal()));
    }
}

/// Prints on standard output. A reader that went away (`| head`) is no error.
pub fn print(text: &dyn fmt::Display) {
    let mut out = io::BufWriter::new(io::stdout().lock());
    if let Err(error) = write!(out, "{text}").and_then(|()| out.flush())
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        eprintln!("error: cannot write to standard output: {error}");
    }
}

fn plural(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

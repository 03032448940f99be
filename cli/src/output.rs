//! Printing. A reader that went away, or a full disk, is no reason to panic.

use crate::exit;
use std::{
    fmt, fs,
    io::{self, Write},
    path::Path,
};

/// Does somebody still read what is printed?
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    Reads,
    /// It went away, as `head` does.
    Gone,
}

/// Prints on standard output. A reader that went away is no error.
pub fn print(text: &dyn fmt::Display) -> Result<(), u8> {
    print_part(text).map(|_| ())
}

/// The same, for those who would print more.
pub fn print_part(text: &dyn fmt::Display) -> Result<Reader, u8> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    printed(write!(out, "{text}").and_then(|()| out.flush()))
}

/// How printing on standard output went.
pub fn printed(result: io::Result<()>) -> Result<Reader, u8> {
    match result {
        Ok(()) => Ok(Reader::Reads),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Reader::Gone),
        Err(error) => {
            say(&format_args!("error: cannot write to standard output: {error}\n"));
            Err(exit::FAILURE)
        }
    }
}

/// Prints on standard error, as well as that goes.
pub fn say(text: &dyn fmt::Display) {
    // In one piece, lest it mix with what others say. Who would hear that it failed?
    let _ = io::stderr().lock().write_all(text.to_string().as_bytes());
}

/// Writes a file.
pub fn write(path: &Path, text: &str) -> Result<(), u8> {
    fs::write(path, text).map_err(|error| {
        say(&format_args!("error: cannot write {}: {error}\n", path.display()));
        exit::FAILURE
    })
}

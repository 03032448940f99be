//! Books from text: HVM2's format, with signs and labels.
//!
//! ```
//! use polarnet::{Runtime, reader::Source};
//!
//! let source = Source::new("twice.hvm", "@main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)");
//! let parsed = source.parse();
//! match parsed.book {
//!     Some(book) => println!("{}", book.with(|book| Runtime::new().run(book))?),
//!     None => eprint!("{}", source.render(&parsed.diagnostics, false)),
//! }
//! # Ok::<(), polarnet::Error>(())
//! ```

use crate::AnyBook;
use polarnet_syntax::{
    diagnostic::Severity,
    infer,
    table::{Place, Table},
    text,
};
pub use polarnet_syntax::{
    diagnostic::{Diagnostic, Severity as DiagnosticSeverity},
    number::Numbers,
    span::Span,
};
use std::{io, path::Path};

/// A text with a name.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    bytes: Vec<u8>,
    numbers: Numbers,
}

/// What a text says.
pub struct Parsed {
    /// The book, if there is no error.
    pub book: Option<AnyBook>,
    /// Errors and warnings, by place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Source {
    /// A text. Unless it says otherwise (`#![numbers(native)]`), its numbers are HVM2's.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        Source { name: name.into(), bytes: text.into(), numbers: Numbers::Hvm24 }
    }

    /// A file's text.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn read(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        Ok(Self::new(path.display().to_string(), std::fs::read(path)?))
    }

    /// The arithmetic that it has unless it says otherwise.
    #[must_use]
    pub fn numbers(mut self, numbers: Numbers) -> Self {
        self.numbers = numbers;
        self
    }

    /// Parses, checks, and infers signs. All errors are found at once; clashes of inferred signs are warnings.
    #[must_use]
    pub fn parse(&self) -> Parsed {
        let (net, mut diagnostics) = text::parse_bytes(&self.bytes, self.numbers);
        let Some(net) = net else { return Parsed { book: None, diagnostics } };
        let inference = infer::infer(&net);
        diagnostics.extend(inference.diagnostics(&net, Severity::Warning));
        diagnostics.sort_by_key(|found| found.span);
        if diagnostics.iter().any(|found| found.severity == Severity::Error) {
            return Parsed { book: None, diagnostics };
        }
        let lines = text::Lines::new(&self.bytes);
        let table = Table::assemble(&net, &inference, |span| {
            let (line, column) = lines.quick_position(span.lo as usize);
            Place { line: line as u32 + 1, column: column as u32 + 1 }
        });
        Parsed { book: Some(AnyBook::new(&table)), diagnostics }
    }

    /// Diagnostics with excerpts of the text.
    #[must_use]
    pub fn render(&self, diagnostics: &[Diagnostic], color: bool) -> String {
        text::render(&self.name, &self.bytes, diagnostics, color)
    }
}

//! Books from text: HVM2's format, with signs and labels.
//!
//! ```
//! use polarnet::{Runtime, reader::Source};
//!
//! let book = Source::new("twice.hvm", "@main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)").book()?;
//! let done = book.with(|book| Runtime::new().run(book))?;
//! assert_eq!(done.to_string(), "42");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Who wants warnings too, or errors in colours, takes the steps one by one:
//!
//! ```
//! use polarnet::reader::Source;
//!
//! let source = Source::new("once.hvm", "@main = (a 1)");
//! let parsed = source.parse();
//! eprint!("{}", source.render(&parsed.diagnostics, true));
//! assert!(parsed.book.is_none());
//! ```

use crate::AnyBook;
pub use polarnet_syntax::{
    check::nearest,
    diagnostic::{Diagnostic, Severity as DiagnosticSeverity},
    number::Numbers,
    span::Span,
};
use polarnet_syntax::{
    diagnostic::Severity,
    infer,
    table::{Place, Table},
    text,
};
use std::{io, path::Path};

/// A text with a name.
///
/// ```
/// # use polarnet::reader::Source;
/// # use polarnet::Runtime;
/// let source = Source::new("six.hvm", "@main = r  & $(3 r) ~ [*2]");
/// let book = source.parse().book.unwrap();
/// assert_eq!(book.with(|book| Runtime::new().run(book))?.to_string(), "6");
/// # Ok::<(), polarnet::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    bytes: Vec<u8>,
    numbers: Numbers,
}

/// What a text says.
///
/// ```
/// # use polarnet::reader::{DiagnosticSeverity, Source};
/// let parsed = Source::new("typo.hvm", "@main = @mian").parse();
/// assert!(parsed.book.is_none());
/// let found = &parsed.diagnostics[0];
/// assert_eq!((found.severity, found.message.as_str()), (DiagnosticSeverity::Error, "`@mian` is not defined"));
/// assert_eq!((found.span.lo, found.span.hi), (8, 13)); // bytes of the text
/// ```
#[derive(Debug)]
pub struct Parsed {
    /// The book, if there is no error.
    pub book: Option<AnyBook>,
    /// Errors and warnings, by place.
    pub diagnostics: Vec<Diagnostic>,
}

/// A text that is no book. Displayed, and printed where `main` returns it, it is all errors and warnings with excerpts of the text.
///
/// ```
/// # use polarnet::reader::Source;
/// let error = Source::new("once.hvm", "@main = (a 1)").book().unwrap_err();
/// assert_eq!(error.diagnostics.len(), 1);
/// assert_eq!(error.to_string().lines().next(), Some("error: the wire `a` is used once"));
/// assert_eq!(format!("{error:?}"), error.to_string());
/// ```
#[non_exhaustive]
pub struct ParseError {
    /// Errors and warnings, by place.
    pub diagnostics: Vec<Diagnostic>,
    rendered: String,
}

impl core::fmt::Display for ParseError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.rendered.trim_end())
    }
}

impl core::fmt::Debug for ParseError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{self}")
    }
}

impl std::error::Error for ParseError {}

impl Source {
    /// A text. Unless it says otherwise (`#![numbers(native)]`), its numbers are HVM2's.
    ///
    /// ```
    /// # use polarnet::{Numbers, reader::Source};
    /// let arithmetic = |text| Source::new("-", text).parse().book.unwrap().with(|book| book.numbers());
    /// assert_eq!(arithmetic("@main = 1"), Numbers::Hvm24);
    /// assert_eq!(arithmetic("#![numbers(native)] @main = 1"), Numbers::Native);
    /// ```
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        Source { name: name.into(), bytes: text.into(), numbers: Numbers::Hvm24 }
    }

    /// A file's text.
    ///
    /// ```
    /// # use polarnet::reader::Source;
    /// let path = std::env::temp_dir().join(format!("polarnet-{}.hvm", std::process::id()));
    /// std::fs::write(&path, "@main = (1 2)")?;
    /// assert!(Source::read(&path)?.parse().book.is_some());
    /// std::fs::remove_file(&path)?;
    /// assert_eq!(Source::read(&path).unwrap_err().kind(), std::io::ErrorKind::NotFound);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn read(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        Ok(Self::new(path.display().to_string(), std::fs::read(path)?))
    }

    /// The arithmetic that it has unless it says otherwise.
    ///
    /// ```
    /// # use polarnet::{Numbers, Runtime, reader::Source};
    /// let run = |source: Source| source.parse().book.unwrap().with(|book| Runtime::new().run(book)).map(|done| done.to_string());
    /// let source = Source::new("wrap.hvm", "@main = r  & $(16777215 r) ~ [+1]");
    /// assert_eq!(run(source.clone())?, "0"); // 24 bits
    /// assert_eq!(run(source.numbers(Numbers::Native))?, "16777216");
    /// # Ok::<(), polarnet::Error>(())
    /// ```
    #[must_use]
    pub fn numbers(mut self, numbers: Numbers) -> Self {
        self.numbers = numbers;
        self
    }

    /// Parses, checks, and infers signs. All errors are found at once; clashes of inferred signs are warnings.
    ///
    /// ```
    /// # use polarnet::reader::Source;
    /// let parsed = Source::new("two.hvm", "@main = (a 1)  @other = (x (x x))").parse();
    /// let found: Vec<&str> = parsed.diagnostics.iter().map(|found| found.message.as_str()).collect();
    /// assert_eq!(found, ["the wire `a` is used once", "the wire `x` is used 3 times"]);
    /// ```
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

    /// Parses, checks, and infers signs, for those who want a book or none: warnings are lost.
    ///
    /// ```
    /// # use polarnet::{Runtime, reader::Source};
    /// let book = Source::new("six.hvm", "@main = r  & $(3 r) ~ [*2]").book()?;
    /// assert_eq!(book.with(|book| Runtime::new().run(book))?.to_string(), "6");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the text has errors; a [`ParseError`] has all of them.
    pub fn book(&self) -> Result<AnyBook, ParseError> {
        let Parsed { book, diagnostics } = self.parse();
        book.ok_or_else(|| ParseError { rendered: self.render(&diagnostics, false), diagnostics })
    }

    /// Diagnostics with excerpts of the text.
    ///
    /// ```
    /// # use polarnet::reader::Source;
    /// let source = Source::new("once.hvm", "@main = (a 1)");
    /// let text = source.render(&source.parse().diagnostics, false);
    /// assert_eq!(
    ///     text.lines().take(5).collect::<Vec<_>>(),
    ///     [
    ///         "error: the wire `a` is used once",
    ///         " --> once.hvm:1:10",
    ///         "  |",
    ///         "1 | @main = (a 1)",
    ///         "  |          ^",
    ///     ]
    /// );
    /// ```
    #[must_use]
    pub fn render(&self, diagnostics: &[Diagnostic], color: bool) -> String {
        text::render(&self.name, &self.bytes, diagnostics, color)
    }
}

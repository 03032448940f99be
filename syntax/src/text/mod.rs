//! Books as text: HVM2's format, and what [`net!`](crate) has beyond it.
//!
//! [`parse_text`] and [`parse_bytes`] read a book; [`render()`] shows what is wrong with it, beside excerpts of the text.
//!
//! ```
//! use polarnet_syntax::{number::Numbers, text};
//!
//! let source = "@main = (a 1)";
//! let (net, found) = text::parse_text(source, Numbers::Hvm24);
//! assert!(net.is_none());
//! assert!(text::render("one.hvm", source.as_bytes(), &found, false).starts_with("error: the wire `a` is used once\n --> one.hvm:1:10"));
//! ```

mod lexer;
mod lines;
mod render;
#[cfg(test)]
mod tests;

pub use lexer::Lexer;
pub use lines::Lines;
pub use render::{Renderer, render};

use crate::{
    check::read,
    diagnostic::{Diagnostic, Report},
    net::Net,
    number::Numbers,
    span::Span,
};

/// Reads a book. `defaults` is the arithmetic of a book that does not choose one: [`Numbers::Hvm24`] for files in HVM2's
/// format. The net is there unless a diagnostic is an error.
///
/// ```
/// # use polarnet_syntax::{number::Numbers, text::parse_text};
/// let (net, found) = parse_text("@main = (1 2)", Numbers::Hvm24);
/// assert_eq!((net.unwrap().numbers, found.len()), (Numbers::Hvm24, 0));
/// ```
#[must_use]
pub fn parse_text(source: &str, defaults: Numbers) -> (Option<Net>, Vec<Diagnostic>) {
    if let Some(error) = too_long(source.as_bytes()) {
        return (None, vec![error]);
    }
    let mut report = Report::new();
    let net = read(Lexer::new(source, defaults), defaults, &mut report);
    (net, report.into_sorted())
}

/// The same for the raw bytes of a file, which may be no text at all.
///
/// ```
/// # use polarnet_syntax::{number::Numbers, text::parse_bytes};
/// assert!(parse_bytes(b"@main = (1 2)", Numbers::Hvm24).0.is_some());
/// let (_, found) = parse_bytes(b"@main = \xFF", Numbers::Hvm24);
/// assert_eq!(found[0].message, "the book is not UTF-8 text: byte 0xFF at offset 8");
/// ```
#[must_use]
pub fn parse_bytes(source: &[u8], defaults: Numbers) -> (Option<Net>, Vec<Diagnostic>) {
    match decode(source) {
        Ok(text) => parse_text(text, defaults),
        Err(error) => (None, vec![error]),
    }
}

/// The raw bytes of a file as the text of a book.
///
/// ```
/// # use polarnet_syntax::text::decode;
/// assert_eq!(decode(b"@main = 1"), Ok("@main = 1"));
/// assert_eq!(decode(b"\x7FELF\x02\xFF").unwrap_err().span.lo, 5);
/// ```
///
/// # Errors
///
/// They are no UTF-8, or too many: spans have 32 bits.
pub fn decode(source: &[u8]) -> Result<&str, Diagnostic> {
    let error = match (std::str::from_utf8(source), too_long(source)) {
        (Ok(text), None) => return Ok(text),
        (_, Some(error)) => return Err(error),
        (Err(error), None) => error,
    };
    let at = error.valid_up_to();
    let span = match (u32::try_from(at), u32::try_from(at + error.error_len().unwrap_or(source.len() - at))) {
        (Ok(lo), Ok(hi)) => Span::new(lo, hi),
        _ => Span::default(),
    };
    let message = format!("the book is not UTF-8 text: byte 0x{:02X} at offset {at}", source[at]);
    let help = "a book is a text file; save it as UTF-8, and check that it is the right file";
    Err(Diagnostic::error(span, message, help))
}

fn too_long(source: &[u8]) -> Option<Diagnostic> {
    let long = u32::try_from(source.len()).is_err();
    let help = "split it: books are shorter than 4 GiB";
    long.then(|| Diagnostic::error(Span::default(), "the book is too long", help))
}

//! Places in the source.
//!
//! ```
//! use polarnet_syntax::span::Span;
//!
//! let text = "@main = (a 1)";
//! let found = polarnet::reader::Source::new("-", text).parse().diagnostics.remove(0);
//! assert_eq!(found.span, Span::new(9, 10));
//! assert_eq!(&text[found.span.lo as usize..found.span.hi as usize], "a");
//! ```

/// A half-open range of the source, in units of the token source: bytes for a text, token numbers for a macro.
///
/// ```
/// # use polarnet_syntax::span::Span;
/// let (left, right) = (Span { lo: 8, hi: 9 }, Span { lo: 11, hi: 12 });
/// assert!(left < right); // by where they begin
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// First unit.
    pub lo: u32,
    /// One past the last unit.
    pub hi: u32,
}

impl Span {
    /// The range `lo..hi`.
    ///
    /// ```
    /// # use polarnet_syntax::span::Span;
    /// assert_eq!(Span::new(8, 13), Span { lo: 8, hi: 13 });
    /// ```
    #[must_use]
    pub const fn new(lo: u32, hi: u32) -> Self {
        Span { lo, hi }
    }

    /// The smallest range that covers both.
    ///
    /// ```
    /// # use polarnet_syntax::span::Span;
    /// assert_eq!(Span::new(8, 9).to(Span::new(12, 13)), Span::new(8, 13));
    /// ```
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }
}

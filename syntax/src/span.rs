//! Places in the source.

/// A half-open range of the source, in units of the token source: bytes for a text, token numbers for a macro.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// First unit.
    pub lo: u32,
    /// One past the last unit.
    pub hi: u32,
}

impl Span {
    /// The range `lo..hi`.
    #[must_use]
    pub const fn new(lo: u32, hi: u32) -> Self {
        Span { lo, hi }
    }

    /// The smallest range that covers both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }
}

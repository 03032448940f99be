//! Lines and columns of byte offsets.

/// Lines longer than this, in bytes, are not counted in characters where that would be done for each of their terms.
const LONG: usize = 1 << 10;

/// Where the lines of a text begin.
///
/// ```
/// # use polarnet_syntax::text::Lines;
/// let lines = Lines::new("@main = 1\n// λ 2".as_bytes());
/// assert_eq!(lines.position(16), (1, 5)); // `λ` is one character, of two bytes
/// ```
#[derive(Clone, Debug)]
pub struct Lines<'s> {
    source: &'s [u8],
    /// Offsets; that of the first line is past a byte order mark.
    pub(super) starts: Vec<usize>,
}

impl<'s> Lines<'s> {
    /// Finds the lines of `source`, which may be no UTF-8.
    ///
    /// ```
    /// # use polarnet_syntax::text::Lines;
    /// assert_eq!(Lines::new(b"\xFF\n\xFF").line(2), 1);
    /// ```
    #[must_use]
    pub fn new(source: &'s [u8]) -> Self {
        let ends = source.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').map(|(at, _)| at + 1);
        let start = if source.starts_with("\u{feff}".as_bytes()) { 3 } else { 0 };
        Lines { source, starts: std::iter::once(start).chain(ends).collect() }
    }

    /// The line that a byte is on, from 0.
    ///
    /// ```
    /// # use polarnet_syntax::text::Lines;
    /// let lines = Lines::new(b"one\ntwo\n");
    /// assert_eq!([0, 3, 4].map(|at| lines.line(at)), [0, 0, 1]); // the line break is on its line
    /// ```
    #[must_use]
    pub fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start <= at).saturating_sub(1)
    }

    /// The line and the column, in characters, of a byte, from 0.
    ///
    /// ```
    /// # use polarnet_syntax::text::Lines;
    /// assert_eq!(Lines::new(b"one\ntwo").position(6), (1, 2));
    /// ```
    #[must_use]
    pub fn position(&self, at: usize) -> (usize, usize) {
        let line = self.line(at);
        let before = self.source.get(self.starts[line]..at).unwrap_or_default();
        (line, before.iter().filter(|&&byte| is_boundary(byte)).count())
    }

    /// The same in constant time: in long lines the column is in bytes.
    ///
    /// ```
    /// # use polarnet_syntax::text::Lines;
    /// let long = format!("{} 2", "λ".repeat(1000));
    /// let lines = Lines::new(long.as_bytes());
    /// assert_eq!((lines.position(2001), lines.quick_position(2001)), ((0, 1001), (0, 2001)));
    /// ```
    #[must_use]
    pub fn quick_position(&self, at: usize) -> (usize, usize) {
        let line = self.line(at);
        match at.saturating_sub(self.starts[line]) {
            bytes @ LONG.. => (line, bytes),
            _ => self.position(at),
        }
    }
}

/// Does a character begin with this byte?
pub(super) fn is_boundary(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

//! How several columns lie in one buffer.

use core::ops::Range;

/// Where columns begin: at the lines of the cache.
const LINE: usize = 128;

/// Gives out places.
#[derive(Default)]
pub struct Layout {
    bytes: usize,
    /// Of the last thing.
    end: usize,
}

impl Layout {
    /// The place of something of so many bytes. None of two is empty, nor the same.
    pub fn place(&mut self, bytes: usize) -> Range<usize> {
        let from = self.bytes;
        self.bytes = from + bytes.max(1).next_multiple_of(LINE);
        self.end = from + bytes;
        from..from + bytes
    }

    /// Where the last thing ends.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Bytes of all.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_aligned_and_apart() {
        let mut layout = Layout::default();
        let places = [0, 1, 128, 129].map(|bytes| layout.place(bytes));
        assert_eq!(places, [0..0, 128..129, 256..384, 384..513]);
        assert_eq!((layout.end(), layout.bytes()), (513, 640));
    }
}

//! How several columns lie in one buffer.

use crate::passes::Value;
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

/// Values that go to a place, piece by piece, so that they are written once, whatever is between them and the device.
pub struct Part<'v> {
    place: Range<usize>,
    write: Write<'v>,
}

/// Writes the bytes from one on, as many as there is place for.
type Write<'v> = Box<dyn Fn(usize, &mut [u8]) + 'v>;

impl<'v> Part<'v> {
    /// These values at a place of a [`Layout`] that has their size.
    pub fn new<T: Value>(place: &Range<usize>, values: &'v [T]) -> Self {
        let size = T::ELEMENT.bytes();
        let write = move |from: usize, to: &mut [u8]| {
            let (from, count) = (from / size, to.len() / size);
            T::write(&values[from..from + count], to);
        };
        Part { place: place.clone(), write: Box::new(write) }
    }

    /// The same of places, as kernels have them. None of them is larger than a `u32`.
    pub fn starts(place: &Range<usize>, starts: &'v [usize]) -> Self {
        let write = move |from: usize, to: &mut [u8]| {
            let (places, _) = to.as_chunks_mut();
            for (place, &start) in places.iter_mut().zip(&starts[from / 4..]) {
                *place = (start as u32).to_ne_bytes();
            }
        };
        Part { place: place.clone(), write: Box::new(write) }
    }

    /// Writes what of it lies in a piece of the buffer. Pieces begin and end where values do.
    pub fn write(&self, piece: &Range<usize>, to: &mut [u8]) {
        let (from, end) = (self.place.start.max(piece.start), self.place.end.min(piece.end));
        if from < end {
            (self.write)(from - self.place.start, &mut to[from - piece.start..end - piece.start]);
        }
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

    #[test]
    fn parts_are_written_whatever_the_pieces() {
        let (words, bytes) = ([1_u32, 2, 3, 4], [9_u8; 130]);
        let mut layout = Layout::default();
        let places = [16, 130].map(|bytes| layout.place(bytes));
        let parts = [Part::new(&places[0], &words), Part::new(&places[1], &bytes)];
        let mut same = [0; 16];
        Part::starts(&places[0], &[1, 2, 3, 4]).write(&(0..16), &mut same);
        let mut whole = vec![0; layout.end()];
        parts.iter().for_each(|part| part.write(&(0..layout.end()), &mut whole));
        assert_eq!(
            (&whole[..4], &whole[12..17], &whole[127..130]),
            (&[1, 0, 0, 0][..], &[4, 0, 0, 0, 0][..], &[0, 9, 9][..])
        );
        assert_eq!(same, whole[..16]);
        for size in [4, 8, 64, 256] {
            let mut all = Vec::new();
            for from in (0..layout.end()).step_by(size) {
                let piece = from..layout.end().min(from + size);
                let mut to = vec![0; piece.len()];
                parts.iter().for_each(|part| part.write(&piece, &mut to));
                all.extend(to);
            }
            assert_eq!(all, whole, "in pieces of {size}");
        }
    }
}

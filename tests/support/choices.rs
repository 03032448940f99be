//! Choices, decided by bytes: proptest makes the bytes, a generator reads them.
//!
//! When no bytes are left every choice is the first one. Generators put what is small there, so that fewer and smaller
//! bytes mean smaller books.

/// The choices that are left.
pub struct Choices<'b> {
    bytes: &'b [u8],
}

impl<'b> Choices<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Choices { bytes }
    }

    fn byte(&mut self) -> u8 {
        match self.bytes.split_first() {
            Some((&first, rest)) => {
                self.bytes = rest;
                first
            }
            None => 0,
        }
    }

    /// A number below `count`, which is at most 256.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    /// One of these.
    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// True in `part` of 256 cases.
    pub fn chance(&mut self, part: u8) -> bool {
        usize::from(self.byte()) + usize::from(part) > 255
    }

    /// The number of a weight, as often as the weight says.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut at = self.below(weights.iter().sum());
        for (choice, &weight) in weights.iter().enumerate() {
            match at.checked_sub(weight) {
                Some(rest) => at = rest,
                None => return choice,
            }
        }
        unreachable!("the number is below the sum of the weights")
    }

    /// 32 bits.
    pub fn word(&mut self) -> u32 {
        u32::from_be_bytes([0; 4].map(|_: u8| self.byte()))
    }
}

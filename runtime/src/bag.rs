//! The redexes of one worker: a stack whose oldest entries can be given away.

use crate::word::Redex;

/// A stack of redexes.
#[derive(Default)]
pub struct Bag {
    stack: Vec<Redex>,
    /// Entries below have been given away.
    bottom: usize,
}

impl Bag {
    /// Redexes in the bag.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.stack.len() - self.bottom
    }

    /// Adds the newest redex.
    #[inline(always)]
    pub fn push(&mut self, redex: Redex) {
        self.stack.push(redex);
    }

    /// Takes the newest redex; [`Redex::NONE`] when there is none.
    #[inline(always)]
    pub fn pop(&mut self) -> Redex {
        if self.stack.len() > self.bottom {
            // The length was just checked.
            return self.stack.pop().unwrap_or(Redex::NONE);
        }
        self.stack.clear();
        self.bottom = 0;
        Redex::NONE
    }

    /// Takes the oldest `count` redexes.
    pub fn take_oldest(&mut self, count: usize) -> Vec<Redex> {
        let count = count.min(self.len());
        let given = self.stack[self.bottom..self.bottom + count].to_vec();
        self.bottom += count;
        // Amortised: what is moved was given away as many times over.
        if self.bottom > self.len() {
            self.stack.drain(..self.bottom);
            self.bottom = 0;
        }
        given
    }

    /// Adds redexes, the newest last.
    pub fn extend(&mut self, redexes: impl IntoIterator<Item = Redex>) {
        self.stack.extend(redexes);
    }

    /// The redexes, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = Redex> + '_ {
        self.stack[self.bottom..].iter().copied()
    }

    /// Bytes that the bag has allocated.
    pub fn bytes(&self) -> u64 {
        (self.stack.capacity() * size_of::<Redex>()) as u64
    }
}

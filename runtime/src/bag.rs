//! The redexes of one worker: a stack of which a half can be given away.

use crate::{half::Half, word::Redex};

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

    /// The newest redex and the one before it change places.
    pub fn swap(&mut self) {
        if self.len() >= 2 {
            let newest = self.stack.len() - 1;
            self.stack.swap(newest - 1, newest);
        }
    }

    /// Takes those that are in a half, up to `most`.
    pub(crate) fn split(&mut self, half: Half, most: usize) -> Vec<Redex> {
        let len = self.len();
        let (mut given, mut kept) = (Vec::with_capacity(most.min(len)), Vec::with_capacity(most.min(len)));
        let mut window = 0;
        while given.len() < most && window < len {
            let redex = self.stack[self.bottom + window];
            if half.has(window) {
                given.push(redex)
            } else {
                kept.push(redex)
            }
            window += 1;
        }
        self.bottom += given.len();
        self.stack[self.bottom..self.bottom + kept.len()].copy_from_slice(&kept);
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

    /// All of them, oldest first.
    pub fn into_redexes(mut self) -> Vec<Redex> {
        self.stack.drain(..self.bottom);
        self.stack
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

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use super::*;
    use crate::word::{Tag, Word};

    #[test]
    fn half_is_given_but_not_the_newest() {
        for (count, most, given) in [
            (0, 9, &[][..]),
            (1, 9, &[]),
            (2, 9, &[0]),
            (3, 9, &[0]),
            (4, 9, &[0, 2]),
            (7, 9, &[0, 4, 5]),
            (8, 9, &[0, 4, 5, 6]),
            (8, 2, &[0, 4]),
            (9, 9, &[0, 2, 4, 6]),
            (9, 2, &[0, 2]),
            (10, 9, &[0, 2, 4, 6, 8]),
        ] {
            let mut bag = Bag::default();
            bag.extend((0..count).map(|at| Redex(Word::new(Tag::REF, 0, at), Word::ERA)));
            let numbers =
                |redexes: &mut dyn Iterator<Item = Redex>| redexes.map(|redex| redex.0.loc()).collect::<Vec<_>>();
            let half = Half::of(bag.len());
            assert_eq!(numbers(&mut bag.split(half, most).into_iter()), given);
            let kept: Vec<u32> = (0..count).filter(|at| !given.contains(at)).collect();
            assert_eq!((bag.len(), numbers(&mut bag.iter())), (kept.len(), kept), "{count}");
        }
    }
}

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

    /// The newest redex and the one before it change places.
    pub fn swap(&mut self) {
        if self.len() >= 2 {
            let newest = self.stack.len() - 1;
            self.stack.swap(newest - 1, newest);
        }
    }

    /// What [`split`](Self::split) takes.
    pub fn to_give(&self) -> impl Iterator<Item = Redex> + '_ {
        self.iter().take(self.len() & !1).step_by(2)
    }

    /// Takes every second redex, from the oldest on, up to `most`; not the newest, which goes on with what was done last.
    ///
    /// Where a redex stands for as much work as all that are younger, as in divide and conquer, this gives away from a half to two
    /// thirds; where all stand for the same, half.
    pub fn split(&mut self, most: usize) -> Vec<Redex> {
        let window = (self.len() & !1).min(2 * most);
        let mut given = Vec::with_capacity(window / 2);
        let mut kept = Vec::with_capacity(window / 2);
        for (at, &redex) in self.stack[self.bottom..self.bottom + window].iter().enumerate() {
            if at % 2 == 0 { given.push(redex) } else { kept.push(redex) }
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
    fn every_second_is_given_but_not_the_newest() {
        for (count, most, given) in
            [(2, 9, &[0][..]), (3, 9, &[0]), (4, 9, &[0, 2]), (7, 9, &[0, 2, 4]), (7, 2, &[0, 2])]
        {
            let redexes: Vec<Redex> = (0..count).map(|at| Redex(Word::new(Tag::REF, 0, at), Word::ERA)).collect();
            let mut bag = Bag::default();
            bag.extend(redexes.iter().copied());
            let numbers =
                |redexes: &mut dyn Iterator<Item = Redex>| redexes.map(|redex| redex.0.loc()).collect::<Vec<_>>();
            assert_eq!(numbers(&mut bag.to_give().take(most)), given);
            assert_eq!(numbers(&mut bag.split(most).into_iter()), given);
            let kept: Vec<u32> = (0..count).filter(|at| !given.contains(at)).collect();
            assert_eq!((bag.len(), numbers(&mut bag.iter())), (kept.len(), kept), "{count}");
        }
    }
}

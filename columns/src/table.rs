//! The table that finds equal nodes: rows by the hashes of their nodes.

/// Rows by hashes, with linear probing. Nothing is ever removed.
///
/// Growth reads nothing but slots, and reads and writes them in order, as the highest bits of a hash say where it goes.
pub(crate) struct Table {
    /// None, or a power of two.
    slots: Box<[u64]>,
    /// How far a hash is shifted right to be a place.
    shift: u32,
    /// How many rows go in before it grows.
    free: usize,
}

/// A slot is empty, or has the upper half of a hash above the row's number plus 1.
pub(crate) const EMPTY: u64 = 0;
/// The part of a hash that a slot has.
const HASH: u64 = !(u32::MAX as u64);

/// The slot of a row.
#[inline(always)]
pub(crate) fn slot(hash: u64, row: u32) -> u64 {
    hash & HASH | (u64::from(row) + 1)
}

/// The row of a slot that is not empty, if it has this hash.
#[inline(always)]
pub(crate) fn row(slot: u64, hash: u64) -> Option<u32> {
    ((slot ^ hash) & HASH == 0).then_some((slot as u32).wrapping_sub(1))
}

const FIRST_SLOTS: usize = 32;
/// Smaller tables grow by a factor of 4, larger ones by 2.
const SMALL_SLOTS: usize = 1 << 12;

/// How many of `slots` are used at most. At 5/8, to find that a row is not there takes 4 probes, of one or two cache lines.
fn most(slots: usize) -> usize {
    slots / 8 * 5
}

impl Table {
    /// An empty table, which takes no memory.
    pub fn new() -> Self {
        Table { slots: Box::new([]), shift: 0, free: 0 }
    }

    /// Finds a row of this hash that is the `same`, or the place to [`fill`](Self::fill) with a new one.
    #[inline(always)]
    pub fn find(&mut self, hash: u64, same: impl Fn(u32) -> bool) -> Result<u32, usize> {
        if self.free == 0 {
            self.grow();
        }
        let mut place = self.place(hash);
        loop {
            let slot = self.slots[place];
            if slot == EMPTY {
                return Err(place);
            }
            if let Some(row) = row(slot, hash)
                && same(row)
            {
                return Ok(row);
            }
            place = (place + 1) & (self.slots.len() - 1);
        }
    }

    /// Puts a row in the place that `find` gave last.
    #[inline(always)]
    pub fn fill(&mut self, place: usize, hash: u64, row: u32) {
        self.slots[place] = slot(hash, row);
        self.free -= 1;
    }

    /// The highest bits of the hash say which line of slots, the lowest of its upper half which slot there.
    #[inline(always)]
    fn place(&self, hash: u64) -> usize {
        ((hash & HASH) >> self.shift) as usize & !7 | (hash >> 32) as usize & 7
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let factor = if self.slots.len() < SMALL_SLOTS { 4 } else { 2 };
        let slots = (self.slots.len() * factor).max(FIRST_SLOTS);
        let old = core::mem::replace(&mut self.slots, vec![0; slots].into());
        self.free += most(slots) - most(old.len());
        self.shift = 64 - slots.ilog2();
        for &slot in old.iter().filter(|&&slot| slot != EMPTY) {
            let mut place = self.place(slot);
            while self.slots[place] != EMPTY {
                place = (place + 1) & (slots - 1);
            }
            self.slots[place] = slot;
        }
    }
}

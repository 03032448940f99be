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

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudo-random hashes: splitmix64.
    fn hashes() -> impl Iterator<Item = u64> {
        (1_u64..).map(|n| {
            let x = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            x ^ x >> 31
        })
    }

    fn filled(rows: u32) -> (Table, Vec<(usize, u32)>) {
        let (mut table, mut sizes) = (Table::new(), vec![]);
        for (row, hash) in (0..rows).zip(hashes()) {
            let place = table.find(hash, |_| false).unwrap_err();
            table.fill(place, hash, row);
            if sizes.last().is_none_or(|&(size, _)| size < table.slots.len()) {
                sizes.push((table.slots.len(), row));
            }
        }
        (table, sizes)
    }

    #[test]
    fn grows_when_five_eighths_are_used() {
        let (_, sizes) = filled(40_000);
        let sizes_and_rows =
            [(32, 0), (128, 20), (512, 80), (2048, 320), (8192, 1280), (16384, 5120), (32768, 10240), (65536, 20480)];
        assert_eq!(sizes, sizes_and_rows);
    }

    #[test]
    fn every_row_is_found() {
        let (mut table, _) = filled(10_000);
        for (row, hash) in (0..10_000).zip(hashes()) {
            assert_eq!(table.find(hash, |found| found == row), Ok(row));
        }
        assert!(hashes().skip(10_000).take(10_000).all(|hash| table.find(hash, |_| false).is_err()));
    }

    #[test]
    fn few_places_are_looked_at() {
        // At its fullest.
        let (mut table, _) = filled(20_480);
        let probes = |table: &mut Table, hash| {
            let place = table.find(hash, |_| false).unwrap_err();
            place.wrapping_sub(table.place(hash)) % table.slots.len() + 1
        };
        let count = 10_000;
        table.free += 1; // that it does not grow now
        let looked: usize = hashes().skip(30_000).take(count).map(|hash| probes(&mut table, hash)).sum();
        assert!((3 * count..6 * count).contains(&looked), "{looked}");
        // Lines of eight slots are in the order of hashes, so that growth goes through memory once.
        let mut last = 0;
        for hash in (0..1 << 12).map(|high: u64| high << 52) {
            let line = table.place(hash) / 8;
            assert!(line >= last && line < table.slots.len() / 8);
            last = line;
        }
        assert_eq!(last, table.slots.len() / 8 - 1);
        assert!((0..8).map(|low: u64| table.place(low << 32)).eq(0..8));
    }
}

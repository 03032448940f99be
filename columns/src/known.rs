//! What `add` knows: which rows it made, found by their nodes.

use crate::table::Table;

/// Rows by their nodes, in two places.
///
/// Most rows are the largest child of few nodes, often of one, which was added soon after. So each row remembers the first
/// node whose largest child it is: finding that one takes no hash, and stays in the cache. All others are in a table.
pub(crate) struct Known {
    /// For each row, the first node whose largest child it is.
    first: Vec<u32>,
    others: Table,
}

/// No node yet. Batches have fewer rows.
const NONE: u32 = u32::MAX;

/// Where a row goes that was not known.
pub(crate) enum Place {
    First(usize),
    Other { slot: usize, hash: u64 },
}

impl Known {
    /// Nothing.
    pub fn new() -> Self {
        Known { first: Vec::new(), others: Table::new() }
    }

    /// Finds the row that is the `same` among those with this `hash` and the children below `above`, the least such number;
    /// or where to [`put`](Self::put) it.
    #[inline(always)]
    pub fn find(&mut self, above: u32, hash: impl Fn() -> u64, same: impl Fn(u32) -> bool) -> Result<u32, Place> {
        if above != 0 {
            match self.first.get(above as usize - 1) {
                None | Some(&NONE) => return Err(Place::First(above as usize - 1)),
                Some(&row) if same(row) => return Ok(row),
                Some(_) => {}
            }
        }
        let hash = hash();
        self.others.find(hash, same).map_err(|slot| Place::Other { slot, hash })
    }

    /// Puts a row in the place that `find` gave last.
    #[inline(always)]
    pub fn put(&mut self, place: Place, row: u32) {
        match place {
            Place::First(at) => {
                if at >= self.first.len() {
                    self.first.resize(row as usize, NONE);
                }
                self.first[at] = row;
            }
            Place::Other { slot, hash } => self.others.fill(slot, hash, row),
        }
    }
}

//! What `add` knows: which rows it made, found by their nodes.

use crate::table::{self, Table};

/// Rows by their nodes, in two places.
///
/// Most rows are the largest child of few nodes, often of one, which was added soon after. So each row remembers the first
/// node whose largest child it is: that place is in the cache. All others are in a table.
pub(crate) struct Known {
    /// For each row, a slot with the first node whose largest child it is.
    first: Vec<u64>,
    others: Table,
}

/// Where a row goes that was not known.
pub(crate) enum Place {
    First { child: usize, hash: u64 },
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
    pub fn find(&mut self, above: u32, hash: u64, same: impl Fn(u32) -> bool) -> Result<u32, Place> {
        if above != 0 {
            let child = above as usize - 1;
            match self.first.get(child) {
                None | Some(&table::EMPTY) => return Err(Place::First { child, hash }),
                Some(&slot) => {
                    if let Some(row) = table::row(slot, hash)
                        && same(row)
                    {
                        return Ok(row);
                    }
                }
            }
        }
        self.others.find(hash, same).map_err(|slot| Place::Other { slot, hash })
    }

    /// Puts a row in the place that `find` gave last.
    #[inline(always)]
    pub fn put(&mut self, place: Place, row: u32) {
        match place {
            Place::First { child, hash } => {
                if child >= self.first.len() {
                    self.first.resize(row as usize, table::EMPTY);
                }
                self.first[child] = table::slot(hash, row);
            }
            Place::Other { slot, hash } => self.others.fill(slot, hash, row),
        }
    }
}

//! What the kernels of a program are given, by number.

use crate::{device::Error, passes::Program};
use std::sync::Arc;

/// What is known of each slot.
pub struct Slots {
    program: &'static Program,
    all: Vec<Slot>,
}

#[derive(Clone, Default)]
struct Slot {
    /// The address of a column, or the bits of a scalar.
    word: Option<u64>,
    /// How many rows what begins here has.
    rows: Option<u32>,
    /// Where the levels of the batch begin that begins here.
    starts: Option<Arc<[u32]>>,
}

impl Slots {
    pub fn new(program: &'static Program) -> Slots {
        Slots { program, all: vec![Slot::default(); program.slots] }
    }

    fn slot(&mut self, at: usize) -> Result<&mut Slot, Error> {
        // The first one is for faults.
        let slot = self.all.get_mut(at).filter(|_| at > 0);
        slot.ok_or(wrong(self.program, "a slot is used that it does not have"))
    }

    /// Words for slots, from one on.
    pub fn set(&mut self, from: usize, words: &[u64]) -> Result<(), Error> {
        for (at, &word) in (from..).zip(words) {
            self.slot(at)?.word = Some(word);
        }
        Ok(())
    }

    pub fn set_rows(&mut self, at: usize, rows: u32) -> Result<(), Error> {
        self.slot(at)?.rows = Some(rows);
        Ok(())
    }

    pub fn set_levels(&mut self, at: usize, starts: Arc<[u32]>) -> Result<(), Error> {
        self.slot(at)?.starts = Some(starts);
        Ok(())
    }

    /// The rows of a column or of a batch.
    pub fn rows(&self, at: usize) -> Result<u32, Error> {
        let slot = self.all.get(at).cloned().unwrap_or_default();
        match (slot.rows, slot.word) {
            (Some(rows), _) => Ok(rows),
            // A count that is too large.
            (None, Some(len)) => Err(Error::TooLong { function: self.program.name, len: len as usize }),
            (None, None) => Err(wrong(self.program, "a step goes over what was not given")),
        }
    }

    /// Where the levels of a batch begin.
    pub fn levels(&self, at: usize) -> Result<Arc<[u32]>, Error> {
        let starts = self.all.get(at).and_then(|slot| slot.starts.clone());
        starts.ok_or(wrong(self.program, "a step goes over a batch that was not given"))
    }

    /// All words, where faults go to this address.
    pub fn table(&self, faults: u64) -> Result<Vec<u64>, Error> {
        let others = self.all.iter().skip(1).map(|slot| slot.word);
        let all = core::iter::once(Some(faults)).chain(others).collect::<Option<_>>();
        all.ok_or(wrong(self.program, "there is nothing in one of its slots"))
    }
}

pub fn wrong(program: &Program, what: &'static str) -> Error {
    Error::Program { function: program.name, what }
}

#[cfg(test)]
mod tests {
    use super::*;

    static PROGRAM: Program = Program { name: "f", source: "", defines: Vec::new, steps: &[], slots: 3 };

    #[test]
    fn a_table_has_all_slots() {
        let mut slots = Slots::new(&PROGRAM);
        slots.set(1, &[7]).unwrap();
        let missing = slots.table(1).unwrap_err().to_string();
        assert!(missing.starts_with("`f` cannot run on the device: there is nothing in one of its slots\nhelp: "));
        slots.set(2, &[8]).unwrap();
        assert_eq!(slots.table(100).unwrap(), [100, 7, 8]);
    }

    #[test]
    fn there_are_no_other_slots() {
        let mut slots = Slots::new(&PROGRAM);
        assert!(slots.set(2, &[1, 2]).is_err());
        assert!(slots.set(0, &[1]).is_err());
        assert!(slots.rows(1).is_err());
        assert!(slots.levels(9).is_err());
    }
}

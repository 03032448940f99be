//! How the memory of a run is divided.

use super::layout::{At, BATCH, Batch, DEPOTS, Depot, Launch, NODE_BATCH, Question, Run, SIZES, STATE_BYTES, TPB};
use crate::heap::MAX_WORDS;

/// How many there are of what a run has on the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    pub blocks: u32,
    /// Words of the heap.
    pub words: u64,
    /// Redexes of a block that have no room in its shared memory.
    pub over: u32,
    /// Batches of redexes, and of free nodes. Depots of either have all the same number.
    pub batches: u32,
    pub node_batches: u32,
    pub questions: u32,
}

/// Redexes that a block has room for, at least, beside those in its shared memory; and at most, where a 64th of the memory is as much.
const OVER: u32 = 4096;
const MOST_OVER: u64 = 1 << 15;

/// Ticks in which all threads may ask something: as many again as there are between two looks at how much was asked.
const QUESTIONS: u32 = 16;

/// Bytes of what there is one of.
const TABLES: u64 = (size_of::<Launch>() + size_of::<Run>() + 2 * DEPOTS * size_of::<Depot>()) as u64;

impl Room {
    /// Divides so many bytes among blocks, as many as run together or fewer, for a book of which a reduction makes so many redexes at most.
    pub fn new(bytes: u64, blocks: u32, redexes: u32) -> Option<Room> {
        let bytes = bytes.checked_sub(TABLES)?;
        let roomy = (bytes / 64 / (u64::from(blocks.max(1)) * 16)).min(MOST_OVER) as u32;
        let over = OVER.max(roomy).max(redexes.saturating_mul(2));
        let of_block = STATE_BYTES as u64
            + u64::from(over + TPB as u32) * 16
            + u64::from(QUESTIONS) * TPB as u64 * size_of::<Question>() as u64;
        // Blocks take a quarter of the memory at most.
        let blocks = u64::from(blocks).min(bytes / 4 / of_block);
        let rest = bytes.checked_sub(blocks * of_block).filter(|_| blocks > 0)?;
        // An eighth is for redexes on their way.
        let list = size_of::<u32>() as u64;
        let batches = (rest / 8 / (size_of::<Batch>() as u64 + (SIZES as u64 + 1) * list)).min(1 << 24);
        let batches = batches as u32 / DEPOTS as u32 * DEPOTS as u32;
        // All nodes of the heap may be free: a batch of them takes as much.
        let batch_of_nodes = NODE_BATCH as u64 * list + (SIZES as u64 + 1) * list;
        // Blocks have some that are not full.
        let some = blocks * SIZES as u64 + DEPOTS as u64;
        let left = (rest - rest / 8).checked_sub(some * batch_of_nodes)?;
        let with_its_nodes = 2 * NODE_BATCH as u64 * 8 + batch_of_nodes;
        let whole = (left / with_its_nodes).min(MAX_WORDS / (2 * NODE_BATCH as u64) - 1);
        (batches > 0 && whole > 0).then(|| Room {
            blocks: blocks as u32,
            words: whole * 2 * NODE_BATCH as u64,
            over,
            batches,
            node_batches: (whole + some) as u32 / DEPOTS as u32 * DEPOTS as u32,
            questions: blocks as u32 * TPB as u32 * QUESTIONS,
        })
    }

    /// The bytes that it comes to.
    pub fn bytes(&self) -> u64 {
        let lists = u64::from(self.batches + self.node_batches) * (SIZES as u64 + 1) * size_of::<u32>() as u64;
        TABLES
            + self.words * 8
            + u64::from(self.blocks) * (STATE_BYTES as u64 + u64::from(self.over + TPB as u32) * 16)
            + u64::from(self.batches) * size_of::<Batch>() as u64
            + u64::from(self.node_batches) * NODE_BATCH as u64 * 4
            + u64::from(self.questions) * size_of::<Question>() as u64
            + lists
    }
}

const _: () = assert!(BATCH == TPB && size_of::<At<u32>>() == 8);

#[cfg(test)]
mod tests {
    use super::Room;

    #[test]
    fn it_is_no_more_than_there_is() {
        for bytes in (16..38).flat_map(|at| [1_u64 << at, (1 << at) + 12_345]) {
            for (blocks, redexes) in [(1, 10), (8, 4), (1056, 100_000)] {
                let Some(room) = Room::new(bytes, blocks, redexes) else {
                    assert!(bytes < 1 << 25, "{bytes} bytes are not enough");
                    continue;
                };
                assert!(room.bytes() <= bytes, "{room:?} takes {} of {bytes}", room.bytes());
                assert!(room.bytes() * 10 >= bytes * 9 || room.words >= 1 << 31, "{room:?} leaves much of {bytes}");
            }
        }
    }
}

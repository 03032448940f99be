//! Pinned memory, by way of which copies go on while this thread does.
//!
//! Pinning takes long, and as long as what is pinned is large. So a run has a few blocks of one size, whatever it copies: what is
//! larger goes in pieces, a block each, and a block is used again when the copy that read it has ended. While the device copies
//! one, this thread fills or empties the next.

use crate::cuda::{CudaDevice, Error, Event, Stream};
use core::ops::Range;
use cudarc::driver::PinnedHostSlice;
use std::{
    collections::VecDeque,
    mem,
    sync::{Mutex, PoisonError},
};

/// Bytes of a block, and of a piece at most. A multiple of all that columns are of.
pub const CHUNK: usize = 2 << 20;

/// Blocks that a run has.
const RING: usize = 4;

/// Pieces from the device that are under way at once: the block that small things go by is beside them.
pub const AHEAD: usize = RING - 1;

/// Blocks that are kept for later runs, at most.
const KEPT: usize = 8 * RING;

/// Where small things begin in a block: at the lines of the cache.
const LINE: usize = 128;

/// The pieces in which this is copied.
pub fn pieces(of: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = of.end;
    of.step_by(CHUNK).map(move |from| from..end.min(from + CHUNK))
}

/// Memory that the device copies from and to. What is not pinned is copied by the driver before it returns, which is right, too.
enum Block {
    Pinned(PinnedHostSlice<u8>),
    Plain(Vec<u8>),
}

impl Block {
    fn new(device: &CudaDevice) -> Block {
        // SAFETY: it is filled before anybody sees it.
        match unsafe { device.context().alloc_pinned_with_flags::<u8>(CHUNK, 0) } {
            Ok(mut memory) => match memory.as_mut_ptr() {
                Ok(first) => {
                    // SAFETY: it has so many bytes.
                    unsafe { first.write_bytes(0, CHUNK) };
                    Block::Pinned(memory)
                }
                Err(_) => Block::Plain(vec![0; CHUNK]),
            },
            // The system lets a process pin so much and no more.
            Err(_) => Block::Plain(vec![0; CHUNK]),
        }
    }

    fn bytes(&mut self, device: &CudaDevice) -> Result<&mut [u8], Error> {
        match self {
            Block::Pinned(memory) => device.check("waiting for pinned memory", memory.as_mut_slice()),
            Block::Plain(memory) => Ok(memory),
        }
    }
}

/// The blocks that no run has.
#[derive(Default)]
pub struct Blocks(Mutex<Vec<Block>>);

impl Blocks {
    fn take(&self, device: &CudaDevice) -> Block {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        kept.unwrap_or_else(|| Block::new(device))
    }

    /// Those of a run that waited for its copies.
    pub fn put_back(&self, mut stage: Stage) {
        stage.forget();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The next run asks for pinned memory again.
        let pinned = stage.free.into_iter().chain(stage.open).filter(|block| matches!(block, Block::Pinned(_)));
        let room = KEPT.saturating_sub(kept.len());
        kept.extend(pinned.take(room));
    }
}

/// What one run has of it. A place that was given out is not given out again before its copy has ended.
#[derive(Default)]
pub struct Stage {
    /// Nothing is copied from or to these.
    free: Vec<Block>,
    /// The one in which there is room, from `used` on.
    open: Option<Block>,
    used: usize,
    /// Those that were full, the oldest first: copies use them until that is reached, or, without an event, until all have ended.
    full: VecDeque<(Block, Option<Event>)>,
    /// Pieces from the device that nobody has read, likewise.
    coming: VecDeque<(Block, usize, Option<Event>)>,
}

impl Stage {
    /// Place for so many bytes, [`CHUNK`] at most, whose copy then begins on the stream.
    pub fn room(&mut self, blocks: &Blocks, stream: &Stream, bytes: usize) -> Result<&mut [u8], Error> {
        if self.open.is_none() || CHUNK - self.used < bytes {
            if let Some(block) = self.open.take() {
                // All copies of it have begun.
                let event = stream.record();
                let (event, failed) = event.map_or_else(|error| (None, Some(error)), |event| (Some(event), None));
                self.full.push_back((block, event));
                failed.map_or(Ok(()), Err)?;
            }
            self.open = Some(self.block(blocks, stream.device())?);
            self.used = 0;
        }
        let from = self.used;
        self.used = (from + bytes).next_multiple_of(LINE);
        match &mut self.open {
            Some(block) => Ok(&mut block.bytes(stream.device())?[from..from + bytes]),
            None => Ok(&mut []),
        }
    }

    /// Begins the copy of a piece from the device: `copy` does, to a block of its own. [`arrived`](Self::arrived) has it later.
    pub fn begin(
        &mut self,
        blocks: &Blocks,
        stream: &Stream,
        bytes: usize,
        copy: impl FnOnce(&mut [u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut block = self.block(blocks, stream.device())?;
        let begun = block.bytes(stream.device()).and_then(|to| copy(&mut to[..bytes])).and_then(|()| stream.record());
        // Where something failed nobody knows whether the copy has begun.
        let (event, failed) = begun.map_or_else(|error| (None, Some(error)), |event| (Some(event), None));
        self.coming.push_back((block, bytes, event));
        failed.map_or(Ok(()), Err)
    }

    /// How many pieces are under way.
    pub fn coming(&self) -> usize {
        self.coming.len()
    }

    /// Waits for the piece that was begun first, and shows it, if there is one.
    pub fn arrived(&mut self, device: &CudaDevice, show: impl FnOnce(&[u8])) -> Result<bool, Error> {
        let Some((block, bytes, Some(event))) = self.coming.front_mut() else { return Ok(false) };
        event.synchronize()?;
        show(&block.bytes(device)?[..*bytes]);
        self.free.extend(self.coming.pop_front().map(|(block, ..)| block));
        Ok(true)
    }

    /// A block that no copy uses: another one rather than one that has to be waited for, while there are few.
    fn block(&mut self, blocks: &Blocks, device: &CudaDevice) -> Result<Block, Error> {
        if let Some(block) = self.free.pop() {
            return Ok(block);
        }
        let few = usize::from(self.open.is_some()) + self.full.len() + self.coming.len() < RING;
        if let Some((_, Some(event))) = self.full.front()
            && (!few || event.is_reached()?)
        {
            event.synchronize()?;
            if let Some((block, _)) = self.full.pop_front() {
                return Ok(block);
            }
        }
        Ok(blocks.take(device))
    }

    /// All copies have ended.
    pub fn forget(&mut self) {
        self.used = 0;
        self.free.extend(mem::take(&mut self.full).into_iter().map(|(block, _)| block));
        self.free.extend(mem::take(&mut self.coming).into_iter().map(|(block, ..)| block));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_all_of_it_and_none_is_larger_than_a_block() {
        let all = |of| pieces(of).map(|piece| (piece.start, piece.end)).collect::<Vec<_>>();
        assert_eq!(all(0..0), []);
        assert_eq!(all(5..6), [(5, 6)]);
        assert_eq!(all(8..CHUNK + 8), [(8, CHUNK + 8)]);
        assert_eq!(all(8..CHUNK + 9), [(8, CHUNK + 8), (CHUNK + 8, CHUNK + 9)]);
        assert_eq!(all(0..2 * CHUNK), [(0, CHUNK), (CHUNK, 2 * CHUNK)]);
    }
}

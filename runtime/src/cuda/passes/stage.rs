//! Pinned memory, by way of which copies go on while this thread does.

use crate::cuda::{CudaDevice, Error};
use cudarc::driver::PinnedHostSlice;
use std::sync::{Mutex, PoisonError};

/// The least that a block has: pinning takes long.
const LEAST: usize = 1 << 20;

/// What is kept for later runs, at most.
const KEPT: usize = 64 << 20;

/// Memory that the device copies from and to. What is not pinned is copied by the driver before it returns, which is right, too.
pub enum Block {
    Pinned(PinnedHostSlice<u8>),
    Plain(Vec<u8>),
}

impl Block {
    fn new(device: &CudaDevice, bytes: usize) -> Block {
        let bytes = bytes.max(LEAST).next_power_of_two();
        // SAFETY: it is filled before anybody sees it.
        match unsafe { device.context().alloc_pinned_with_flags::<u8>(bytes, 0) } {
            Ok(mut memory) => match memory.as_mut_ptr() {
                Ok(first) => {
                    // SAFETY: it has so many bytes.
                    unsafe { first.write_bytes(0, bytes) };
                    Block::Pinned(memory)
                }
                Err(_) => Block::Plain(vec![0; bytes]),
            },
            // The system lets a process pin so much and no more.
            Err(_) => Block::Plain(vec![0; bytes]),
        }
    }

    fn len(&self) -> usize {
        match self {
            Block::Pinned(memory) => memory.len(),
            Block::Plain(memory) => memory.len(),
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
    fn take(&self, device: &CudaDevice, bytes: usize) -> Block {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = kept.iter().enumerate().filter(|(_, block)| block.len() >= bytes);
        match fits.min_by_key(|(_, block)| block.len()).map(|(at, _)| at) {
            Some(at) => kept.swap_remove(at),
            None => {
                drop(kept);
                Block::new(device, bytes)
            }
        }
    }

    /// Those of a run that waited for its copies.
    pub fn put_back(&self, blocks: Vec<Block>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all: usize = kept.iter().map(Block::len).sum();
        // The next run asks for pinned memory again.
        for block in blocks.into_iter().filter(|block| matches!(block, Block::Pinned(_))) {
            if all + block.len() <= KEPT {
                all += block.len();
                kept.push(block);
            }
        }
    }
}

/// What one run has of it. A place that was given out is not given out again before [`forget`](Self::forget).
#[derive(Default)]
pub struct Stage {
    blocks: Vec<Block>,
    /// Of the last block.
    used: usize,
}

impl Stage {
    /// Place for so many bytes.
    pub fn room(&mut self, blocks: &Blocks, device: &CudaDevice, bytes: usize) -> Result<&mut [u8], Error> {
        let fits = self.blocks.last().is_some_and(|block| block.len() - self.used >= bytes);
        if !fits {
            self.blocks.push(blocks.take(device, bytes));
            self.used = 0;
        }
        let from = self.used;
        self.used += bytes;
        match self.blocks.last_mut() {
            Some(block) => Ok(&mut block.bytes(device)?[from..from + bytes]),
            None => Ok(&mut []),
        }
    }

    /// All copies have ended.
    pub fn forget(&mut self) {
        self.used = 0;
    }

    pub fn into_blocks(self) -> Vec<Block> {
        self.blocks
    }
}

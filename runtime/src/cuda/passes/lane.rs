//! What a run has for itself: a stream, and the pinned memory that its copies go by.

use super::{Passes, place::Layout};
use crate::{
    cuda::{Buffer, Error, Event, Function, Launch, Stream},
    device::{Counter, Submission, running},
    passes::THREADS,
};
use core::ops::Range;
use std::{mem, sync::Arc};

/// A stream, until it is dropped: then all that was begun on it has ended.
pub struct Lane<'d> {
    passes: &'d Passes,
    stream: Stream,
    stage: super::stage::Stage,
    /// Something may be under way.
    busy: bool,
}

impl<'d> Lane<'d> {
    pub fn new(passes: &'d Passes) -> Result<Self, Error> {
        Ok(Lane { passes, stream: passes.stream()?, stage: Default::default(), busy: false })
    }

    /// The submission of the same device of which what is done here is a command, if it is one.
    pub fn running(&self) -> Option<Arc<Submission>> {
        running().filter(|running| running.device.has(self.passes))
    }

    /// Memory in which that has place.
    pub fn buffer(&mut self, layout: &Layout) -> Result<Buffer<u8>, Error> {
        self.busy = true;
        Buffer::uninit_on(&self.stream, layout.bytes())
    }

    /// Such memory, all of which is 0.
    pub fn clear_buffer(&mut self, layout: &Layout) -> Result<Buffer<u8>, Error> {
        let mut buffer = self.buffer(layout)?;
        buffer.clear(&self.stream)?;
        Ok(buffer)
    }

    /// Where a buffer lies.
    pub fn address(&self, buffer: &Buffer<u8>) -> u64 {
        buffer.at_on(&self.stream)
    }

    /// Fills a buffer from its beginning on. The copy has begun when this returns.
    pub fn send(&mut self, to: &mut Buffer<u8>, bytes: usize, write: impl FnOnce(&mut [u8])) -> Result<(), Error> {
        if bytes == 0 {
            return Ok(());
        }
        self.busy = true;
        let device = self.passes.device();
        let from = self.stage.room(&self.passes.blocks, device, bytes)?;
        write(from);
        // What it reads stays as it is until `stage` forgets it, or is dropped, and both come after waiting.
        device.check("copying to the device", self.stream.raw().memcpy_htod(from, to.memory_mut()))?;
        device.count(Counter::Copies, 1);
        device.count(Counter::ToDevice, bytes as u64);
        Ok(())
    }

    /// What lies in a buffer when all that was begun has ended, which is waited for.
    pub fn receive(&mut self, from: &Buffer<u8>, place: Range<usize>) -> Result<Vec<u8>, Error> {
        if place.is_empty() {
            self.wait()?;
            return Ok(Vec::new());
        }
        self.busy = true;
        let (device, bytes) = (self.passes.device(), place.len());
        let Some(view) = from.memory().try_slice(place.clone()) else {
            return Err(Error::Range { start: place.start, end: place.end, len: from.len() });
        };
        let to = self.stage.room(&self.passes.blocks, device, bytes)?;
        let copied = self.stream.raw().memcpy_dtoh(&view, &mut *to);
        let ended = self.stream.record().and_then(|event| event.synchronize());
        device.check("copying from the device", copied)?;
        ended?;
        let values = to.to_vec();
        device.count(Counter::Copies, 1);
        device.count(Counter::FromDevice, bytes as u64);
        self.ended();
        Ok(values)
    }

    /// Begins a kernel with a thread for each of these.
    pub fn launch(&mut self, kernel: &Function, slots: u64, range: Range<u32>) -> Result<(), Error> {
        let blocks = (range.end - range.start).div_ceil(THREADS);
        self.launch_blocks(kernel, blocks, slots, range)
    }

    /// Begins a kernel of one block.
    pub fn launch_block(&mut self, kernel: &Function, slots: u64, range: Range<u32>) -> Result<(), Error> {
        self.launch_blocks(kernel, 1, slots, range)
    }

    fn launch_blocks(&mut self, kernel: &Function, blocks: u32, slots: u64, range: Range<u32>) -> Result<(), Error> {
        self.busy = true;
        let launch = Launch { blocks, threads: THREADS, shared: 0 };
        // SAFETY: by `passes::Program` kernels have these parameters, and touch what their slots name: buffers of this run, which it
        // drops after waiting, or which are shared, and then written by nobody.
        unsafe { kernel.launch(&self.stream, launch, (slots, range.start, range.end)) }
    }

    /// Begins a kernel with these parameters.
    pub fn launch_grid(
        &mut self,
        kernel: &Function,
        blocks: [u32; 3],
        threads: [u32; 3],
        words: &[u64],
    ) -> Result<(), Error> {
        self.busy = true;
        // SAFETY: by `Target::kernel` it has these parameters, and accesses what they name: buffers of this call, which it drops after
        // waiting, or which are shared, and then written by nobody.
        unsafe { kernel.launch_grid(&self.stream, blocks, threads, words) }
    }

    /// When this is reached, by the device's clock.
    pub fn moment(&self) -> Result<Event, Error> {
        self.stream.record()
    }

    /// Kernels ran from one moment to another; both were waited for.
    pub fn took(&self, from: &Event, to: &Event) -> Result<(), Error> {
        let nanos = from.elapsed(to)?.as_nanos();
        self.passes.device().count(Counter::KernelNanos, u64::try_from(nanos).unwrap_or(u64::MAX));
        Ok(())
    }

    /// Waits for all that was begun.
    pub fn wait(&mut self) -> Result<(), Error> {
        if mem::take(&mut self.busy) {
            self.stream.record()?.synchronize()?;
            self.ended();
        }
        Ok(())
    }

    fn ended(&mut self) {
        self.busy = false;
        self.stage.forget();
    }
}

impl Drop for Lane<'_> {
    fn drop(&mut self) {
        if mem::take(&mut self.busy) && self.stream.synchronize().is_err() {
            // Nobody knows what the stream still does: neither it nor the memory is used again.
            return;
        }
        self.passes.blocks.put_back(mem::take(&mut self.stage).into_blocks());
        self.passes.put_back(self.stream.clone());
    }
}

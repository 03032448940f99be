//! What a run has for itself: a stream, and the pinned memory that its copies go by.

use super::{
    Passes,
    place::{Layout, Part},
    stage::{self, AHEAD, CHUNK, Stage},
};
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
    stage: Stage,
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

    /// Fills so many bytes of a buffer, from its beginning on. The last piece's copy has begun when this returns.
    pub fn send(&mut self, to: &mut Buffer<u8>, bytes: usize, parts: &[Part<'_>]) -> Result<(), Error> {
        let device = self.passes.device();
        for piece in stage::pieces(0..bytes) {
            self.busy = true;
            let from = self.stage.room(&self.passes.blocks, &self.stream, piece.len())?;
            parts.iter().for_each(|part| part.write(&piece, from));
            let Some(mut place) = to.memory_mut().try_slice_mut(piece.clone()) else {
                return Err(Error::Range { start: piece.start, end: piece.end, len: to.len() });
            };
            // What it reads stays as it is until `stage` knows that the copy has ended, or is dropped, which comes after waiting.
            device.check("copying to the device", self.stream.raw().memcpy_htod(from, &mut place))?;
            device.count(Counter::Copies, 1);
            device.count(Counter::ToDevice, piece.len() as u64);
        }
        Ok(())
    }

    /// Shows what lies in a buffer when all that was begun has ended, which is waited for: piece by piece, in order, while the next
    /// ones are on their way. No value is in two pieces.
    pub fn receive(
        &mut self,
        from: &Buffer<u8>,
        place: Range<usize>,
        show: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Error> {
        // What was not read, as an error came between, is not shown to another one.
        if place.is_empty() || self.stage.coming() > 0 {
            self.wait()?;
        }
        let (blocks, device) = (&self.passes.blocks, self.passes.device());
        let mut pieces = stage::pieces(place.clone());
        if place.len() <= CHUNK {
            let Some(piece) = pieces.next() else { return Ok(()) };
            self.busy = true;
            let to = self.stage.room(blocks, &self.stream, piece.len())?;
            let copied = begin_copy(&self.stream, from, piece, to);
            let ended = self.stream.record().and_then(|event| event.synchronize());
            copied?;
            ended?;
            show(to);
        } else {
            self.busy = true;
            loop {
                while self.stage.coming() < AHEAD
                    && let Some(piece) = pieces.next()
                {
                    let copy = |to: &mut [u8]| begin_copy(&self.stream, from, piece.clone(), to);
                    self.stage.begin(blocks, &self.stream, piece.len(), copy)?;
                }
                if !self.stage.arrived(device, &mut *show)? {
                    break;
                }
            }
        }
        // What was begun before the last piece has ended before it.
        self.ended();
        Ok(())
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

    /// Begins a kernel with a block for each of these.
    pub fn launch_each(&mut self, kernel: &Function, slots: u64, range: Range<u32>) -> Result<(), Error> {
        self.launch_blocks(kernel, range.end - range.start, slots, range)
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
            // Nobody knows what the stream still does: neither it nor the memory is used again, nor freed.
            mem::forget(mem::take(&mut self.stage));
            return;
        }
        self.passes.blocks.put_back(mem::take(&mut self.stage));
        self.passes.put_back(self.stream.clone());
    }
}

/// Begins a copy from a buffer, of as many bytes as there is place for.
fn begin_copy(stream: &Stream, from: &Buffer<u8>, place: Range<usize>, to: &mut [u8]) -> Result<(), Error> {
    let (device, bytes) = (stream.device(), place.len());
    let Some(view) = from.memory().try_slice(place.clone()) else {
        return Err(Error::Range { start: place.start, end: place.end, len: from.len() });
    };
    device.check("copying from the device", stream.raw().memcpy_dtoh(&view, to))?;
    device.count(Counter::Copies, 1);
    device.count(Counter::FromDevice, bytes as u64);
    Ok(())
}

//! One call of a kernel that is written by hand.

use super::{
    Passes,
    compiled::Compiled,
    given::{self, Given},
    lane::Lane,
    place::Layout,
    resident::{Fresh, Key},
};
use crate::{
    cuda::{Buffer, Event},
    device::Error,
    passes::{Element, Kernel, Value},
};
use std::sync::Arc;

pub struct Call<'d> {
    // First, so that it waits before the buffers are dropped.
    lane: Lane<'d>,
    kernel: &'static Kernel,
    compiled: Arc<Compiled>,
    blocks: [u32; 3],
    /// The parameters.
    words: Vec<u64>,
    /// What they name.
    given: Vec<Arc<Given>>,
    made: Vec<Made>,
    /// When it began and ended.
    moments: Option<(Event, Event)>,
}

/// A result.
struct Made {
    buffer: Arc<Buffer<u8>>,
    bytes: usize,
}

impl<'d> Call<'d> {
    pub fn new(
        passes: &'d Passes,
        kernel: &'static Kernel,
        compiled: Arc<Compiled>,
        blocks: [u32; 3],
    ) -> Result<Self, Error> {
        let lane = Lane::new(passes)?;
        Ok(Call {
            lane,
            kernel,
            compiled,
            blocks,
            words: Vec::new(),
            given: Vec::new(),
            made: Vec::new(),
            moments: None,
        })
    }

    pub fn give<T: Value>(&mut self, values: &[T]) -> Result<(), Error> {
        let resident = self.lane.running().and_then(|running| running.residents.find(Key::column(values)));
        let given = match resident {
            Some(given) => given,
            None => Arc::new(given::column(&mut self.lane, self.kernel.name, values)?),
        };
        self.words.extend(&given.words);
        self.given.push(given);
        Ok(())
    }

    pub fn word(&mut self, word: u64) {
        self.words.push(word);
    }

    /// The number of a new result.
    pub fn make(&mut self, element: Element, len: usize) -> Result<usize, Error> {
        let mut layout = Layout::default();
        let bytes = layout.place(len.saturating_mul(element.bytes())).len();
        let buffer = self.lane.clear_buffer(&layout)?;
        self.words.push(self.lane.address(&buffer));
        self.made.push(Made { buffer: Arc::new(buffer), bytes });
        Ok(self.made.len() - 1)
    }

    pub fn go(&mut self) -> Result<(), Error> {
        let before = self.lane.moment()?;
        for step in &self.compiled.steps {
            self.lane.launch_grid(&step.wide, self.blocks, self.kernel.threads, &self.words)?;
        }
        self.moments = Some((before, self.lane.moment()?));
        Ok(())
    }

    /// Shows a result, when the kernel has ended: its bytes, some after the others.
    pub fn read(&mut self, nth: usize, show: &mut dyn FnMut(&[u8])) -> Result<(), Error> {
        let made = self.made.get(nth);
        let Made { buffer, bytes } =
            made.ok_or(Error::Program { function: self.kernel.name, what: "no such result" })?;
        self.lane.receive(buffer, 0..*bytes, show)?;
        if let Some((before, after)) = self.moments.take() {
            self.lane.took(&before, &after)?;
        }
        Ok(())
    }

    /// The host has a copy of a result. The device may need it again.
    pub fn copied<T: Value>(&self, nth: usize, copy: &[T]) {
        if let (Some(made), Some(running)) = (self.made.get(nth), self.lane.running()) {
            let at = self.lane.address(&made.buffer);
            running.has_made(|| Fresh::new(copy, given::made(at, copy.len() as u32, &made.buffer)));
        }
    }
}

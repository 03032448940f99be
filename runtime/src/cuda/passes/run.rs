//! One call of a function on the device.

use super::{
    Passes,
    compiled::Compiled,
    given::{self, Given},
    lane::Lane,
    levels::{Wave, waves},
    place::{Layout, Part},
    resident::{Fresh, Key},
    slots::{Slots, wrong},
};
use crate::{
    cuda::Buffer,
    device::Error,
    passes::{Element, Fault, Program, Step, Value},
};
use core::ops::Range;
use polarnet_columns::{Batch, Lang, Space};
use std::sync::Arc;

/// Words of a step's fault: the least that was told, and what turns rows around.
const FAULT: usize = 2;

pub struct Run<'d> {
    // First, so that it waits before the buffers are dropped.
    lane: Lane<'d>,
    program: &'static Program,
    compiled: Arc<Compiled>,
    slots: Slots,
    /// What the slots name.
    given: Vec<Arc<Given>>,
    made: Option<Columns>,
}

/// The columns that the steps make.
struct Columns {
    buffer: Arc<Buffer<u8>>,
    columns: Vec<Column>,
}

struct Column {
    slot: usize,
    element: Element,
    place: Range<usize>,
}

impl Column {
    fn rows(&self) -> u32 {
        // So many were counted when it was made.
        (self.place.len() / self.element.bytes()) as u32
    }
}

impl<'d> Run<'d> {
    pub fn new(passes: &'d Passes, program: &'static Program, compiled: Arc<Compiled>) -> Result<Self, Error> {
        let (lane, slots) = (Lane::new(passes)?, Slots::new(program));
        Ok(Run { lane, program, compiled, slots, given: Vec::new(), made: None })
    }

    pub fn batch<S: Space, L: Lang>(&mut self, slot: usize, batch: &Batch<S, L>) -> Result<(), Error> {
        let (mut ordered, mut asked) = (false, None);
        for step in self.program.steps {
            match *step {
                Step::Up { batch, .. } => ordered |= batch == slot,
                Step::Down { batch, users, .. } if batch == slot => (ordered, asked) = (true, Some(users)),
                _ => {}
            }
        }
        let resident = self.resident(Key::batch(batch));
        let shared = resident.is_some();
        let given = match resident {
            Some(given) => given,
            None => Arc::new(given::batch(&mut self.lane, self.program.name, batch, ordered)?),
        };
        if let Some(slot) = asked {
            let users = self.users(&given, shared, batch)?;
            self.give(slot, users)?;
        }
        self.give(slot, given)
    }

    /// The users of a batch, which stay with it.
    fn users<S: Space, L: Lang>(&mut self, of: &Given, shared: bool, batch: &Batch<S, L>) -> Result<Arc<Given>, Error> {
        if let Some(users) = of.users.get() {
            return Ok(Arc::clone(users));
        }
        let users = Arc::new(given::users(&mut self.lane, self.program.name, batch, of)?);
        if shared {
            // Other streams read them.
            self.lane.wait()?;
        }
        Ok(Arc::clone(of.users.get_or_init(|| users)))
    }

    pub fn column<T: Value>(&mut self, slot: usize, values: &[T]) -> Result<(), Error> {
        let given = match self.resident(Key::column(values)) {
            Some(given) => given,
            None => Arc::new(given::column(&mut self.lane, self.program.name, values)?),
        };
        self.give(slot, given)
    }

    /// What is there already, if this is a command of an encoder of the same device that copied it.
    fn resident(&self, key: Key) -> Option<Arc<Given>> {
        self.lane.running()?.residents.find(key)
    }

    fn give(&mut self, slot: usize, given: Arc<Given>) -> Result<(), Error> {
        self.slots.set(slot, &given.words)?;
        self.slots.set_rows(slot, given.rows)?;
        if let Some(starts) = &given.levels {
            self.slots.set_levels(slot, Arc::clone(starts))?;
        }
        self.given.push(given);
        Ok(())
    }

    pub fn scalar(&mut self, slot: usize, bits: u64) -> Result<(), Error> {
        self.slots.set(slot, &[bits])?;
        // It may be the number of rows that a step has.
        if let Ok(rows) = u32::try_from(bits) {
            self.slots.set_rows(slot, rows)?;
        }
        Ok(())
    }

    pub fn go(&mut self) -> Result<(), Error> {
        self.make()?;
        let (steps, slots) = (self.program.steps.len(), self.program.slots);
        let mut layout = Layout::default();
        let tables = layout.place(8 * steps * slots);
        let faults = layout.place(8 * steps * FAULT);
        let mut control = self.lane.buffer(&layout)?;
        let at = self.lane.address(&control);

        let (mut words, mut untold) = (Vec::new(), Vec::new());
        for (nth, step) in self.program.steps.iter().enumerate() {
            words.extend(self.slots.table(at + (faults.start + 8 * FAULT * nth) as u64)?);
            // From above the CPU goes through the rows from the last to the first.
            let turned = if matches!(step, Step::Down { .. }) { u32::MAX } else { 0 };
            untold.extend([u64::MAX, turned.into()]);
        }
        self.lane.send(&mut control, faults.end, &[Part::new(&tables, &words), Part::new(&faults, &untold)])?;
        let before = self.lane.moment()?;
        for nth in 0..steps {
            self.launch(nth, at + (tables.start + 8 * slots * nth) as u64)?;
        }
        let after = self.lane.moment()?;
        let mut told = Vec::new();
        self.lane.receive(&control, faults, &mut |bytes| told.extend_from_slice(bytes))?;
        self.lane.took(&before, &after)?;
        self.first_fault(&told)
    }

    /// Begins a step.
    fn launch(&mut self, nth: usize, table: u64) -> Result<(), Error> {
        let (step, kernels) = (&self.program.steps[nth], &self.compiled.steps[nth]);
        let (batch, asked) = match step {
            Step::Up { batch, .. } => (batch, None),
            Step::Down { batch, users, .. } => (batch, Some(*users)),
            Step::Map { rows, .. } => {
                let rows = self.slots.rows(*rows)?;
                return match rows {
                    0 => Ok(()),
                    _ => Ok(self.lane.launch(&kernels.wide, table, 0..rows)?),
                };
            }
        };
        let starts = self.slots.levels(*batch)?;
        let waves = match asked {
            None => waves(&starts, &[]),
            Some(users) => {
                let mut waves = waves(&starts, &self.slots.levels(users)?);
                waves.reverse();
                waves
            }
        };
        for wave in waves {
            match (wave, &kernels.narrow, &kernels.many) {
                (Wave::Wide(places), ..) => self.lane.launch(&kernels.wide, table, places)?,
                (Wave::Narrow(levels), Some(narrow), _) => self.lane.launch_block(narrow, table, levels)?,
                (Wave::Many(rows), _, Some(many)) => self.lane.launch_each(many, table, rows)?,
                _ => return Err(wrong(self.program, "it has no kernel for some of its levels")),
            }
        }
        Ok(())
    }

    /// What the first step that has one was told.
    fn first_fault(&self, told: &[u8]) -> Result<(), Error> {
        let (told, _) = told.as_chunks::<8>();
        for told in told.chunks_exact(FAULT) {
            let [first, turned] = [told[0], told[1]].map(u64::from_ne_bytes);
            if first != u64::MAX {
                let row = (first >> 8) as u32 ^ turned as u32;
                return Err(Error::Fault { function: self.program.name, row, fault: Fault::of(first as u8) });
            }
        }
        Ok(())
    }

    /// Shows what was made in a slot: so many values, as bytes, some after the others.
    pub fn read(
        &mut self,
        slot: usize,
        rows: usize,
        element: Element,
        show: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Error> {
        let found = self.column_made(slot, element).filter(|(_, place)| place.len() == rows * element.bytes());
        let (buffer, place) = found.ok_or(wrong(self.program, "another column is read than was made"))?;
        let buffer = Arc::clone(buffer);
        Ok(self.lane.receive(&buffer, place, show)?)
    }

    /// The host has a copy of what was made in a slot. The device may need it again.
    pub fn copied<T: Value>(&self, slot: usize, copy: &[T]) {
        if let (Some((buffer, place)), Some(running)) = (self.column_made(slot, T::ELEMENT), self.lane.running()) {
            let at = self.lane.address(buffer) + place.start as u64;
            running.has_made(|| Fresh::new(copy, given::made(at, copy.len() as u32, buffer)));
        }
    }

    fn column_made(&self, slot: usize, element: Element) -> Option<(&Arc<Buffer<u8>>, Range<usize>)> {
        let made = self.made.as_ref()?;
        let column = made.columns.iter().find(|column| column.slot == slot && column.element == element)?;
        Some((&made.buffer, column.place.clone()))
    }

    /// Sets memory apart for what the steps make.
    fn make(&mut self) -> Result<(), Error> {
        let mut layout = Layout::default();
        let mut columns: Vec<Column> = Vec::new();
        for step in self.program.steps {
            let (Step::Up { batch: of, .. } | Step::Down { batch: of, .. } | Step::Map { rows: of, .. }) = *step;
            let earlier = columns.iter().find(|column| column.slot == of).map(Column::rows);
            let rows = earlier.map_or_else(|| self.slots.rows(of), Ok)?;
            columns.extend(step.makes().iter().map(|made| {
                let place = layout.place(rows as usize * made.ty.bytes());
                Column { slot: made.slot, element: made.ty, place }
            }));
        }
        // Clear, as kernels go on after a fault: what they take for rows then has to be some.
        let buffer = self.lane.clear_buffer(&layout)?;
        let at = self.lane.address(&buffer);
        for column in &columns {
            self.slots.set(column.slot, &[at + column.place.start as u64])?;
            self.slots.set_rows(column.slot, column.rows())?;
        }
        self.made = Some(Columns { buffer: Arc::new(buffer), columns });
        Ok(())
    }
}

//! A function, made for a device, on its way there and back.

use super::{Call, Kernel, Plain, Program, Value, backend};
use crate::device::Error;
use core::{fmt, mem};
use polarnet_columns::{Batch, Data, Idx, Lang, Mapping, Rows, Space, raw};

/// A device that compiles: see [`Device::compiles`](crate::device::Device::compiles).
#[derive(Clone, Copy)]
pub struct Target<'d>(&'d backend::Passes);

impl<'d> Target<'d> {
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    pub(crate) fn of(passes: &'d backend::Passes) -> Self {
        Target(passes)
    }

    /// Compiles the kernels, if they are not there yet.
    ///
    /// # Errors
    ///
    /// There is no compiler, it does not take them, or an error of the device.
    ///
    /// # Safety
    ///
    /// Whatever its slots are given, the program's kernels touch only what these name, within its rows; and what they leave in a
    /// column is a value of its type. `schedule!` writes only such kernels.
    pub unsafe fn begin(self, program: &'static Program) -> Result<Run<'d>, Error> {
        Ok(Run { program, run: self.0.begin(program)? })
    }

    /// Compiles a kernel that is written by hand, if it is not there yet, for a call on so many blocks.
    ///
    /// # Errors
    ///
    /// As above, and where its file has no kernel of its name.
    ///
    /// # Safety
    ///
    /// The kernel has the parameters that [`kernel`](super::Kernel) says for what the call gets, and it accesses only what these name: what it
    /// is given to read, and what it makes to write.
    pub unsafe fn kernel(self, kernel: &'static Kernel, blocks: [u32; 3]) -> Result<Call<'d>, Error> {
        Ok(Call::of(kernel, self.0.kernel(kernel, blocks)?))
    }
}

impl fmt::Debug for Target<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Target")
    }
}

/// One call of a function. What is given to it is on its way to the device when the call returns.
pub struct Run<'d> {
    program: &'static Program,
    run: backend::Run<'d>,
}

impl Run<'_> {
    /// A batch, with the order of its rows, and their users, where the steps ask for these.
    ///
    /// # Errors
    ///
    /// No memory, or an error of the device: here, and in all that follows.
    pub fn batch<S: Space, L: Lang>(&mut self, slot: usize, batch: &Batch<S, L>) -> Result<(), Error> {
        self.run.batch(slot, batch)
    }

    /// A column.
    ///
    /// # Errors
    ///
    /// As above.
    pub fn column<T: Value>(&mut self, slot: usize, values: &[T]) -> Result<(), Error> {
        self.run.column(slot, values)
    }

    /// A value that is the same for all rows.
    ///
    /// # Errors
    ///
    /// As above.
    pub fn scalar<T: Value>(&mut self, slot: usize, value: T) -> Result<(), Error> {
        self.run.scalar(slot, value.bits())
    }

    /// Does all steps, and waits for them.
    ///
    /// # Errors
    ///
    /// As above, and the first fault.
    pub fn go(&mut self) -> Result<(), Error> {
        self.run.go()
    }

    /// The column that was made there.
    ///
    /// # Errors
    ///
    /// As above.
    pub fn data<S: Space, T: Plain>(&mut self, slot: usize, rows: Rows<S>) -> Result<Data<S, T>, Error> {
        let (mut values, mut read) = (Vec::with_capacity(rows.len()), Ok(()));
        let mut show = |bytes: &[u8]| {
            if read.is_ok() {
                read = T::read(bytes, &mut values);
            }
        };
        self.run.read(slot, rows.len(), T::ELEMENT, &mut show)?;
        read.map_err(|row| self.invalid(row))?;
        let data: Data<S, T> = raw::column(rows, values).map_err(|_| self.invalid(0))?;
        self.run.copied(slot, data.as_slice());
        Ok(data)
    }

    /// The column of rows that was made there.
    ///
    /// # Errors
    ///
    /// As above.
    pub fn mapping<S: Space, T: Space>(
        &mut self,
        slot: usize,
        rows: Rows<S>,
        to: Rows<T>,
    ) -> Result<Mapping<S, T>, Error> {
        let (mut values, mut read) = (Vec::with_capacity(rows.len()), Ok(()));
        let mut show = |bytes: &[u8]| {
            let (places, _) = bytes.as_chunks();
            for &place in places {
                match to.check(u32::from_ne_bytes(place)) {
                    Some(row) => values.push(row),
                    // The first is told.
                    None => read = read.and(Err(values.len())),
                }
            }
        };
        self.run.read(slot, rows.len(), <Idx<T> as Value>::ELEMENT, &mut show)?;
        read.map_err(|row| self.invalid(row))?;
        raw::column(rows, values).map_err(|_| self.invalid(0))
    }

    /// The columns that were made there one after the other: for each row of a space, one of another.
    ///
    /// # Errors
    ///
    /// As above.
    pub fn matrix<O: Space, S: Space, T: Plain>(
        &mut self,
        slot: usize,
        outer: Rows<O>,
        rows: Rows<S>,
    ) -> Result<Data<O, Data<S, T>>, Error> {
        let (count, size) = (outer.len() * rows.len(), T::ELEMENT.bytes());
        let (mut columns, mut read) = (Vec::with_capacity(outer.len()), Ok(()));
        let mut column: Vec<T> = Vec::with_capacity(rows.len());
        let mut show = |mut bytes: &[u8]| {
            while read.is_ok() && !bytes.is_empty() {
                let room = (rows.len() - column.len()) * size;
                let (own, others) = bytes.split_at(bytes.len().min(room));
                read = T::read(own, &mut column).map_err(|row| columns.len() * rows.len() + row);
                bytes = others;
                if column.len() == rows.len() {
                    columns.push(mem::replace(&mut column, Vec::with_capacity(rows.len())));
                }
            }
        };
        self.run.read(slot, count, T::ELEMENT, &mut show)?;
        read.map_err(|at| self.invalid(at))?;
        // Columns of no rows have no bytes.
        columns.resize_with(outer.len(), Vec::new);
        let columns = columns.into_iter().map(|column| raw::column(rows, column)).collect::<Result<Vec<_>, _>>();
        raw::column(outer, columns.map_err(|_| self.invalid(0))?).map_err(|_| self.invalid(0))
    }

    fn invalid(&self, row: usize) -> Error {
        Error::Invalid { function: self.program.name, row: u32::try_from(row).unwrap_or(u32::MAX) }
    }
}

impl fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run").field("of", &self.program.name).finish_non_exhaustive()
    }
}

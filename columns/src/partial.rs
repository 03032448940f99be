//! Columns filled in any order.

use crate::{
    brand::{Invariant, Space},
    data::Data,
    index::Idx,
    rows::Rows,
};
use core::marker::PhantomData;

/// A column whose rows are written in any order, each once. That all of them are is checked when it is frozen.
pub struct Partial<S: Space, T> {
    values: Vec<Option<T>>,
    missing: usize,
    brand: Invariant<S>,
}

impl<S: Space, T> Partial<S, T> {
    /// A column without values.
    #[must_use]
    pub fn new(rows: Rows<S>) -> Self {
        let values = rows.indices().map(|_| None).collect();
        Partial { values, missing: rows.len(), brand: PhantomData }
    }

    /// The value at `row`, if it was written.
    #[must_use]
    pub fn get(&self, row: Idx<S>) -> Option<&T> {
        self.values[row.row()].as_ref()
    }

    /// Rows that were not written yet.
    #[must_use]
    pub fn missing(&self) -> usize {
        self.missing
    }

    /// Writes the value at `row`.
    ///
    /// # Errors
    ///
    /// The value, if the row has one already.
    pub fn set(&mut self, row: Idx<S>, value: T) -> Result<(), T> {
        let place = &mut self.values[row.row()];
        if place.is_some() {
            return Err(value);
        }
        *place = Some(value);
        self.missing -= 1;
        Ok(())
    }

    /// An ordinary column.
    ///
    /// # Errors
    ///
    /// The first row without a value.
    pub fn freeze(self) -> Result<Data<S, T>, Idx<S>> {
        let mut values = Vec::with_capacity(self.values.len());
        for (row, value) in (0..).zip(self.values) {
            values.push(value.ok_or(Idx::new(row))?);
        }
        Ok(Data::new(values.into()))
    }

    /// An ordinary column, with `f` of each row that was not written.
    pub fn freeze_or(self, mut f: impl FnMut(Idx<S>) -> T) -> Data<S, T> {
        let values = (0..).zip(self.values).map(|(row, value)| value.unwrap_or_else(|| f(Idx::new(row))));
        Data::new(values.collect())
    }
}

//! Columns filled in any order.

use crate::{
    brand::{Invariant, Space},
    data::Data,
    index::Idx,
    rows::Rows,
};
use core::marker::PhantomData;

/// A column whose rows are written in any order, each once. That all of them are is checked when it is frozen.
///
/// ```
/// # use polarnet_columns::{Partial, space};
/// space!(Days, guard);
/// let days = guard.rows(2);
/// let [first, second] = [0, 1].map(|day| days.check(day).unwrap());
/// let mut rain = Partial::new(days);
/// rain.set(second, 3).unwrap();
/// rain.set(first, 1).unwrap();
/// assert_eq!(rain.freeze().unwrap().as_slice(), [1, 3]);
/// ```
pub struct Partial<S: Space, T> {
    values: Vec<Option<T>>,
    missing: usize,
    brand: Invariant<S>,
}

impl<S: Space, T> Partial<S, T> {
    /// A column without values.
    ///
    /// ```
    /// # use polarnet_columns::{Partial, space};
    /// space!(Days, guard);
    /// let days = guard.rows(2);
    /// let [first, second] = [0, 1].map(|day| days.check(day).unwrap());
    /// let mut rain = Partial::new(days);
    /// assert_eq!(rain.missing(), 2);
    /// # let _ = (rain.set(first, 1), second);
    /// ```
    #[must_use]
    pub fn new(rows: Rows<S>) -> Self {
        let values = rows.indices().map(|_| None).collect();
        Partial { values, missing: rows.len(), brand: PhantomData }
    }

    /// The value at `row`, if it was written.
    ///
    /// ```
    /// # use polarnet_columns::{Partial, space};
    /// space!(Days, guard);
    /// let days = guard.rows(2);
    /// let [first, second] = [0, 1].map(|day| days.check(day).unwrap());
    /// let mut rain = Partial::new(days);
    /// rain.set(second, 3).unwrap();
    /// assert_eq!((rain.get(first), rain.get(second)), (None, Some(&3)));
    /// ```
    #[must_use]
    pub fn get(&self, row: Idx<S>) -> Option<&T> {
        self.values[row.row()].as_ref()
    }

    /// Rows that were not written yet.
    ///
    /// ```
    /// # use polarnet_columns::{Partial, space};
    /// space!(Days, guard);
    /// let days = guard.rows(2);
    /// let [first, second] = [0, 1].map(|day| days.check(day).unwrap());
    /// let mut rain = Partial::new(days);
    /// rain.set(second, 3).unwrap();
    /// assert_eq!(rain.missing(), 1);
    /// # let _ = first;
    /// ```
    #[must_use]
    pub fn missing(&self) -> usize {
        self.missing
    }

    /// Writes the value at `row`.
    ///
    /// ```
    /// # use polarnet_columns::{Partial, space};
    /// space!(Days, guard);
    /// let days = guard.rows(2);
    /// let [first, second] = [0, 1].map(|day| days.check(day).unwrap());
    /// let mut rain = Partial::new(days);
    /// assert_eq!(rain.set(second, 3), Ok(()));
    /// assert_eq!(rain.set(second, 4), Err(4));
    /// # let _ = first;
    /// ```
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
    /// ```
    /// # use polarnet_columns::{Partial, space};
    /// space!(Days, guard);
    /// let days = guard.rows(2);
    /// let [first, second] = [0, 1].map(|day| days.check(day).unwrap());
    /// let mut rain = Partial::new(days);
    /// rain.set(second, 3).unwrap();
    /// assert_eq!(rain.freeze().unwrap_err(), first);
    /// ```
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
    ///
    /// ```
    /// # use polarnet_columns::{Partial, space};
    /// space!(Days, guard);
    /// let days = guard.rows(2);
    /// let [first, second] = [0, 1].map(|day| days.check(day).unwrap());
    /// let mut rain = Partial::new(days);
    /// rain.set(second, 3).unwrap();
    /// assert_eq!(rain.freeze_or(|_| 0).as_slice(), [0, 3]);
    /// # let _ = first;
    /// ```
    pub fn freeze_or(self, mut f: impl FnMut(Idx<S>) -> T) -> Data<S, T> {
        let values = (0..).zip(self.values).map(|(row, value)| value.unwrap_or_else(|| f(Idx::new(row))));
        Data::new(values.collect())
    }
}

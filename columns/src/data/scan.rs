//! Prefix combinations.

use crate::{brand::Space, data::Data};

impl<S: Space, T> Data<S, T> {
    /// The inclusive prefix combination: row `n` has `values[0] op … op values[n]`.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Days, guard);
    /// let rain = guard.column(vec![3, 0, 4]);
    /// assert_eq!(rain.scan(|a, b| a + b).as_slice(), [3, 3, 7]);
    /// ```
    #[must_use]
    pub fn scan(&self, mut op: impl FnMut(&T, &T) -> T) -> Data<S, T>
    where
        T: Clone,
    {
        let mut values: Vec<T> = Vec::with_capacity(self.len());
        for value in &self.values {
            values.push(values.last().map_or_else(|| value.clone(), |last| op(last, value)));
        }
        Data::new(values.into())
    }

    /// The exclusive prefix combination: row `n` has `init op values[0] op … op values[n - 1]`; and that of all values. So
    /// one finds where parts of given lengths begin, and how long they are together.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Words, guard);
    /// let lengths = guard.column(vec!["let", "it", "be"]).map(|word| word.len());
    /// let (starts, total) = lengths.scan_exclusive(0, |start, length| start + length);
    /// assert_eq!((starts.as_slice(), total), ([0, 3, 5].as_slice(), 7));
    /// ```
    #[must_use]
    pub fn scan_exclusive<A>(&self, init: A, mut op: impl FnMut(&A, &T) -> A) -> (Data<S, A>, A) {
        let mut values = Vec::with_capacity(self.len());
        let mut last = init;
        for value in &self.values {
            let next = op(&last, value);
            values.push(core::mem::replace(&mut last, next));
        }
        (Data::new(values.into()), last)
    }
}

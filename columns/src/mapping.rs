//! Columns of rows of another space.

use crate::{
    brand::Space,
    data::{Data, Mapping},
    index::Idx,
    partial::Partial,
    rows::Rows,
};

impl<S: Space, T: Space> Mapping<S, T> {
    /// Follows the mapping, then reads `column` there.
    #[must_use]
    pub fn gather<V: Clone>(&self, column: &Data<T, V>) -> Data<S, V> {
        self.map(|&row| column[row].clone())
    }

    /// Follows this mapping, then the next.
    #[must_use]
    pub fn compose<U: Space>(&self, next: &Mapping<T, U>) -> Mapping<S, U> {
        self.gather(next)
    }

    /// Where `row` leads.
    #[must_use]
    #[inline(always)]
    pub fn apply(&self, row: Idx<S>) -> Idx<T> {
        self[row]
    }

    /// The way back, if each row of `T` is the image of exactly one row.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Days, guard);
    /// let rain = guard.column(vec![4, 0, 3]);
    /// space!(Ranks, guard);
    /// let ranked = rain.sort_by_key(guard, |&rain| rain);
    /// let rank = ranked.invert(rain.rows()).unwrap();
    /// assert_eq!(rank.map(|rank| rank.raw()).as_slice(), [2, 0, 1]);
    /// ```
    ///
    /// # Errors
    ///
    /// A row of `T` that no row leads to, or more than one.
    pub fn invert(&self, onto: Rows<T>) -> Result<Mapping<T, S>, Idx<T>> {
        let mut back = Partial::new(onto);
        for (from, &to) in self.indices().zip(self) {
            back.set(to, from).map_err(|_| to)?;
        }
        back.freeze()
    }
}

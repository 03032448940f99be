//! Columns of rows of another space.

use crate::{
    brand::Space,
    data::{Data, Mapping, PartialMapping},
    index::Idx,
    partial::Partial,
    rows::Rows,
};

impl<S: Space, T: Space> Mapping<S, T> {
    /// Follows the mapping, then reads `column` there.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Shops, guard);
    /// let town = guard.column(vec!["Oslo", "Rome"]);
    /// space!(Sales, guard);
    /// let shop = guard.column([1, 0, 1].map(|shop| town.check(shop).unwrap()).to_vec());
    /// assert_eq!(shop.gather(&town).as_slice(), ["Rome", "Oslo", "Rome"]);
    /// ```
    #[must_use]
    pub fn gather<V: Clone>(&self, column: &Data<T, V>) -> Data<S, V> {
        self.map(|&row| column[row].clone())
    }

    /// Follows this mapping, then the next.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Days, guard);
    /// let rain = guard.column(vec![3, 0, 4]);
    /// space!(Wet, guard);
    /// let wet = rain.filter(guard, |&rain| rain > 0);
    /// space!(Ranks, guard);
    /// let ranked = wet.gather(&rain).sort_by_key(guard, |&rain| std::cmp::Reverse(rain));
    /// // The wettest days, as days.
    /// assert_eq!(ranked.compose(&wet).map(|day| day.raw()).as_slice(), [2, 0]);
    /// ```
    #[must_use]
    pub fn compose<U: Space>(&self, next: &Mapping<T, U>) -> Mapping<S, U> {
        self.gather(next)
    }

    /// Where `row` leads: the same as indexing.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Ring, guard);
    /// let ring = guard.rows(3);
    /// let next = ring.data(|row| ring.check((row.raw() + 1) % 3).unwrap());
    /// let last = ring.check(2).unwrap();
    /// assert_eq!((next.apply(last).raw(), next.apply(next.apply(last)).raw()), (0, 1));
    /// ```
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
        for (from, &to) in self.entries() {
            back.set(to, from).map_err(|_| to)?;
        }
        back.freeze()
    }
}

impl<S: Space> Mapping<S, S> {
    /// The inverse of a permutation. A space has as many rows as itself, so to be one is to hit no row twice.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Ring, guard);
    /// let ring = guard.rows(3);
    /// let next = ring.data(|row| ring.check((row.raw() + 1) % 3).unwrap());
    /// let last = next.inverse().unwrap();
    /// assert_eq!(last.map(|row| row.raw()).as_slice(), [2, 0, 1]);
    /// assert_eq!(next.compose(&last).as_slice(), ring.data(|row| row).as_slice());
    /// ```
    ///
    /// # Errors
    ///
    /// A row that two rows lead to: this is no permutation.
    pub fn inverse(&self) -> Result<Mapping<S, S>, Idx<S>> {
        self.invert(self.rows())
    }
}

impl<S: Space, T: Space> PartialMapping<S, T> {
    /// Follows the mapping where it leads, then reads `column` there.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Shops, guard);
    /// let town = guard.column(vec!["Oslo", "Rome"]);
    /// space!(Sales, guard);
    /// let shop = guard.column(vec![town.check(1), None]);
    /// assert_eq!(shop.gather(&town).as_slice(), [Some("Rome"), None]);
    /// ```
    #[must_use]
    pub fn gather<V: Clone>(&self, column: &Data<T, V>) -> Data<S, Option<V>> {
        self.map(|row| row.map(|row| column[row].clone()))
    }

    /// Follows this mapping where it leads, then the next.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Rows, guard);
    /// let rows = guard.rows(2);
    /// let [first, second] = [0, 1].map(|row| rows.check(row).unwrap());
    /// let other = rows.data(|row| if row == first { second } else { first });
    /// let only = rows.data(|row| (row == first).then_some(row));
    /// assert_eq!(only.compose(&other).as_slice(), [Some(second), None]);
    /// ```
    #[must_use]
    pub fn compose<U: Space>(&self, next: &Mapping<T, U>) -> PartialMapping<S, U> {
        self.gather(next)
    }

    /// The mapping, if it leads somewhere from each row.
    ///
    /// ```
    /// # use polarnet_columns::{Data, space};
    /// space!(Rows, guard);
    /// let rows = guard.rows(2);
    /// assert_eq!(rows.data(Some).total(), Ok(rows.data(|row| row)));
    /// assert_eq!(rows.data(|row| (row.raw() < 1).then_some(row)).total(), Err(rows.check(1).unwrap()));
    /// ```
    ///
    /// # Errors
    ///
    /// The first row from which it does not.
    pub fn total(&self) -> Result<Mapping<S, T>, Idx<S>> {
        let rows: Result<Vec<_>, _> = self.entries().map(|(from, to)| to.ok_or(from)).collect();
        // B4: one for each row.
        Ok(Data::new(rows?.into()))
    }
}

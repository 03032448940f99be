//! Values that meet: groups, runs, scattering.

use crate::{
    brand::{Guard, Space},
    data::{Data, Mapping},
    index::Idx,
    rows::Rows,
};

impl<S: Space, T> Data<S, T> {
    /// The values grouped: row `g` has `init`, combined with the values of the rows that `group` sends there, in order.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Days, guard);
    /// let rain = guard.column(vec![3, 0, 4]);
    /// space!(Weeks, guard);
    /// let weeks = guard.rows(2);
    /// let week = rain.rows().data(|day| weeks.check(day.raw() / 2).unwrap());
    /// assert_eq!(rain.reduce_by(&week, weeks, 0, |sum, rain| sum + rain).as_slice(), [3, 4]);
    /// ```
    #[must_use]
    pub fn reduce_by<G: Space, A>(
        &self,
        group: &Mapping<S, G>,
        groups: Rows<G>,
        init: A,
        mut op: impl FnMut(&A, &T) -> A,
    ) -> Data<G, A>
    where
        A: Clone,
    {
        let mut reduced = groups.fill(init);
        for (row, value) in self.entries() {
            reduced.update(group[row], |old| *old = op(old, value));
        }
        reduced
    }

    /// The runs: a new one begins where a value is not the `same` as the one before it. For each row its run, and for each
    /// run its first row. With [`reduce_by`](Self::reduce_by) this is a segmented reduction.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Days, guard);
    /// let month = guard.column(vec!["may", "may", "june"]);
    /// let rain = month.rows().collect([3, 0, 4]).unwrap();
    /// space!(Months, guard);
    /// let (run, first) = month.runs(guard, |a, b| a == b);
    /// assert_eq!(first.gather(&month).as_slice(), ["may", "june"]);
    /// assert_eq!(rain.reduce_by(&run, first.rows(), 0, |sum, rain| sum + rain).as_slice(), [3, 4]);
    /// ```
    #[must_use]
    pub fn runs<G: Space>(
        &self,
        guard: Guard<G>,
        mut same: impl FnMut(&T, &T) -> bool,
    ) -> (Mapping<S, G>, Mapping<G, S>) {
        let mut first: Vec<Idx<S>> = Vec::new();
        let mut before: Option<&T> = None;
        let run: Vec<u32> = self
            .entries()
            .map(|(row, value)| {
                if !before.is_some_and(|before| same(before, value)) {
                    first.push(row);
                }
                before = Some(value);
                first.len() as u32 - 1
            })
            .collect();
        let first = guard.column(first);
        // B2: each number is below that of the runs. B4: one for each row.
        (Data::new(run.into_iter().map(Idx::new).collect()), first)
    }

    /// One value for each run of the `same` values: that of its first row, combined with those after it. Returns also where
    /// each run begins.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// // Equal neighbours counted.
    /// space!(Letters, guard);
    /// let letters = guard.column("aabccc".chars().collect()).map(|&letter| (letter, 1));
    /// space!(Runs, guard);
    /// let (runs, first) = letters.reduce_runs(guard, |a, b| a.0 == b.0, |a, b| (a.0, a.1 + b.1));
    /// assert_eq!(runs.as_slice(), [('a', 2), ('b', 1), ('c', 3)]);
    /// assert_eq!(first.map(|first| first.raw()).as_slice(), [0, 2, 3]);
    /// ```
    #[must_use]
    pub fn reduce_runs<G: Space>(
        &self,
        guard: Guard<G>,
        same: impl FnMut(&T, &T) -> bool,
        mut op: impl FnMut(&T, &T) -> T,
    ) -> (Data<G, T>, Mapping<G, S>)
    where
        T: Clone,
    {
        let (run, first) = self.runs(guard, same);
        let mut reduced = first.gather(self);
        for (row, value) in self.entries().filter(|&(row, _)| first[run[row]] != row) {
            reduced.update(run[row], |old| *old = op(old, value));
        }
        (reduced, first)
    }

    /// Sends each value to the row where `to` leads, and combines those that meet there; `onto` has what is there before.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Sales, guard);
    /// let price = guard.column(vec![5, 7, 1]);
    /// space!(Shops, guard);
    /// let till = guard.column(vec![100, 200]);
    /// let shop = price.rows().data(|sale| till.check(sale.raw() % 2).unwrap());
    /// let till = price.scatter(&shop, till, |till, price| *till += price);
    /// assert_eq!(till.as_slice(), [106, 207]);
    /// ```
    #[must_use]
    pub fn scatter<U: Space>(
        self,
        to: &Mapping<S, U>,
        mut onto: Data<U, T>,
        mut op: impl FnMut(&mut T, T),
    ) -> Data<U, T> {
        for (value, &row) in self.into_iter().zip(to) {
            onto.update(row, |old| op(old, value));
        }
        onto
    }
}

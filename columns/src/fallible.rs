//! Passes that may fail: a column, or the error of the first row that has one.
//!
//! By several threads it is the same error: see [`First`].

use crate::{
    batch::Batch, brand::Space, data::Data, fill::Row, first::First, index::Idx, lang::Lang, levels::Levels,
    rows::Rows, together::Out,
};

impl<S: Space, L: Lang> Batch<S, L> {
    /// As [`fold`](Self::fold), until `f` fails.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// let four = sums.add(Math::Add(two, two));
    /// let sums = sums.freeze();
    /// let value = |most: i32| {
    ///     sums.try_fold(|node: Math<&i32>| match node {
    ///         Math::Num(n) => Ok(n),
    ///         Math::Add(a, b) if a + b <= most => Ok(a + b),
    ///         Math::Add(a, b) => Err(a + b),
    ///     })
    /// };
    /// assert_eq!(value(9).map(|value| value[four]), Ok(4));
    /// assert_eq!(value(3).map(|value| value[four]), Err(4));
    /// ```
    ///
    /// # Errors
    ///
    /// That of the first row for which `f` has one.
    #[inline(always)]
    pub fn try_fold<T, E>(
        &self,
        mut f: impl for<'x> FnMut(L::Node<'x, &'x T>) -> Result<T, E>,
    ) -> Result<Data<S, T>, E> {
        self.try_fill_up(|row| f(row.values()))
    }

    /// As [`fill_up`](Self::fill_up), until `f` fails.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// let value = sums.try_fill_up(|row| match row.node() {
    ///     Math::Num(n) => u8::try_from(n).map_err(|_| row.idx()),
    ///     Math::Add(a, b) => row[a].checked_add(row[b]).ok_or(row.idx()), // the row that overflows
    /// });
    /// assert_eq!(value.unwrap()[four], 4);
    /// ```
    ///
    /// # Errors
    ///
    /// That of the first row for which `f` has one.
    #[inline(always)]
    pub fn try_fill_up<T, E>(
        &self,
        mut f: impl for<'r, 'i> FnMut(Row<'r, 'i, S, L, T>) -> Result<T, E>,
    ) -> Result<Data<S, T>, E> {
        let mut values = Vec::with_capacity(self.len());
        let base: *mut T = values.as_mut_ptr();
        for row in 0..self.len() {
            // SAFETY: the row is there, and B10: those before it are written.
            let value = f(unsafe { Row::at(row as u32, &self.store, base) })?;
            // SAFETY: B10: there is room for all rows, and this one is not yet written: nobody refers to it.
            unsafe {
                base.add(row).write(value);
                values.set_len(row + 1);
            }
        }
        Ok(Data::new(values.into()))
    }

    /// As [`try_fill_up`](Self::try_fill_up), by several threads: same values and same error, if `f` is a function of its row.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// # let two = sums.add(Math::Num(2));
    /// # let four = sums.add(Math::Add(two, two));
    /// # let sums = sums.freeze();
    /// let value = sums.par_try_fill_up(&sums.levels(), |row| match row.node() {
    ///     Math::Num(n) => Ok(n),
    ///     Math::Add(a, b) if a == b => Err(row.idx()),
    ///     Math::Add(a, b) => Ok(row[a] + row[b]),
    /// });
    /// assert_eq!(value.unwrap_err(), four);
    /// ```
    ///
    /// # Errors
    ///
    /// That of the first row for which `f` has one.
    ///
    /// # Panics
    ///
    /// When `f` does; the values so far are dropped.
    pub fn par_try_fill_up<T: Send + Sync, E: Send>(
        &self,
        levels: &Levels<S>,
        f: impl for<'r, 'i> Fn(Row<'r, 'i, S, L, T>) -> Result<T, E> + Sync,
    ) -> Result<Data<S, T>, E> {
        let (out, first) = (Out::<(T,)>::new(&levels.rows), First::<S, E>::up());
        levels.wave(false).run(|places| {
            let value = |row| {
                // SAFETY: B8: what the row can name stands in lower levels. Its values are there: if one was left out, that
                // was for a row before it that failed, and so this one is left out, too.
                first.at(row, || Ok((f(unsafe { Row::at(row, &self.store, out.bases().0) })?,)))
            };
            // SAFETY: B8: each place is in one piece.
            unsafe { out.write_some(places, value) }
        });
        first.end()?;
        // SAFETY: B8: all rows were in some level, and none was left out, as none failed.
        Ok(unsafe { out.finish() }.0)
    }
}

impl<S: Space> Rows<S> {
    /// As [`data`](Self::data), until `f` fails.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Days, guard);
    /// let text = guard.column(vec!["3", "0", "a lot"]);
    /// let rain = text.rows().try_data(|day| text[day].parse::<u32>());
    /// assert_eq!(rain.unwrap_err().to_string(), "invalid digit found in string");
    /// ```
    ///
    /// # Errors
    ///
    /// That of the first row for which `f` has one.
    pub fn try_data<T, E>(self, f: impl FnMut(Idx<S>) -> Result<T, E>) -> Result<Data<S, T>, E> {
        Ok(Data::new(self.indices().map(f).collect::<Result<_, E>>()?))
    }

    /// As [`try_data`](Self::try_data), by several threads, of which each takes `chunk` rows at once: same values and same error,
    /// if `f` is a function of its row.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Days, guard);
    /// let text = guard.column(vec!["3", "0", "a lot", "none"]);
    /// let rain = text.rows().par_try_data(2, |day| text[day].parse::<u32>().map_err(|_| text[day]));
    /// assert_eq!(rain.unwrap_err(), "a lot"); // the first one
    /// ```
    ///
    /// # Errors
    ///
    /// That of the first row for which `f` has one.
    ///
    /// # Panics
    ///
    /// When `f` does; the values so far are dropped.
    pub fn par_try_data<T: Send, E: Send>(
        self,
        chunk: usize,
        f: impl Fn(Idx<S>) -> Result<T, E> + Sync,
    ) -> Result<Data<S, T>, E> {
        let first = First::up();
        let values = self.par_data(chunk, |row| first.of(row, || f(row)));
        first.end()?;
        // None was left out, as none failed.
        Ok(Data::new(values.into_vec().into_iter().flatten().collect()))
    }
}

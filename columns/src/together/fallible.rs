//! Several columns in one traversal, which may fail.

use super::{Made, Out, RowTogether, Together};
use crate::{batch::Batch, brand::Space, first::First, lang::Lang, levels::Levels};
use core::mem::needs_drop;

impl<S: Space, L: Lang> Batch<S, L> {
    /// As [`fill_up_together`](Self::fill_up_together), until `f` fails.
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
    /// let both = sums.try_fill_up_together::<(i8, u32), _>(|row| match row.node() {
    ///     Math::Num(n) => Ok((n.try_into().map_err(|_| "too large")?, 0)),
    ///     Math::Add(a, b) => {
    ///         let ((x, depth), (y, other)) = (row.get(a), row.get(b));
    ///         Ok((x.checked_add(*y).ok_or("too large")?, 1 + depth.max(other)))
    ///     }
    /// });
    /// let (value, depth) = both?;
    /// assert_eq!((value[four], depth[four]), (4, 1));
    /// # Ok::<(), &str>(())
    /// ```
    ///
    /// # Errors
    ///
    /// That of the first row for which `f` has one.
    #[inline(always)]
    pub fn try_fill_up_together<T: Together, E>(
        &self,
        mut f: impl for<'r, 'i> FnMut(RowTogether<'r, 'i, S, L, T>) -> Result<T, E>,
    ) -> Result<T::Columns<S>, E> {
        let mut vecs = T::room(self.len());
        let bases = T::bases(&mut vecs);
        let mut made = Made::<T> { bases, len: 0 };
        for row in 0..self.len() {
            // SAFETY: the row is there, and B10: those before it are written.
            let value = f(unsafe { RowTogether::at(row as u32, &self.store, bases) })?;
            // SAFETY: B10: there is room for all rows, and this one is not yet written: nobody refers to it.
            unsafe { value.write(bases, row) };
            if needs_drop::<T>() {
                made.len += 1;
            }
        }
        core::mem::forget(made);
        // SAFETY: B4: all rows were written.
        Ok(unsafe { T::finish(vecs, self.len()) })
    }

    /// As [`try_fill_up_together`](Self::try_fill_up_together), by several threads: see
    /// [`par_try_fill_up`](Self::par_try_fill_up).
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
    /// let both = sums.par_try_fill_up_together::<(i32, u32), _>(&sums.levels(), |row| match row.node() {
    ///     Math::Num(n) => Ok((n, 0)),
    ///     Math::Add(a, b) if a == b => Err("doubled"),
    ///     Math::Add(a, b) => Ok((row.get(a).0 + row.get(b).0, 1)),
    /// });
    /// assert_eq!(both.map(|(value, _)| value[four]), Err("doubled"));
    /// ```
    ///
    /// # Errors
    ///
    /// That of the first row for which `f` has one.
    ///
    /// # Panics
    ///
    /// When `f` does; the values so far are dropped.
    pub fn par_try_fill_up_together<T: Together + Send + Sync, E: Send>(
        &self,
        levels: &Levels<S>,
        f: impl for<'r, 'i> Fn(RowTogether<'r, 'i, S, L, T>) -> Result<T, E> + Sync,
    ) -> Result<T::Columns<S>, E> {
        let (out, first) = (Out::<T>::new(&levels.rows), First::<S, E>::up());
        levels.wave(false).run(|places| {
            let value = |row| {
                // SAFETY: B8: what the row can name stands in lower levels. Its values are there: if one was left out, that
                // was for a row before it that failed, and so this one is left out, too.
                first.at(row, || f(unsafe { RowTogether::at(row, &self.store, out.bases()) }))
            };
            // SAFETY: B8: each place is in one piece.
            unsafe { out.write_some(places, value) }
        });
        first.end()?;
        // SAFETY: B8: all rows were in some level, and none was left out, as none failed.
        Ok(unsafe { out.finish() })
    }
}

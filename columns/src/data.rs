//! Columns of values.

use crate::{
    brand::{Guard, Invariant, Space},
    index::Idx,
    rows::Rows,
};
use core::{fmt, marker::PhantomData, ops::Index};

/// A value of type `T` for each row of `S`.
pub struct Data<S: Space, T> {
    pub(crate) values: Box<[T]>,
    brand: Invariant<S>,
}

/// A row of `T` for each row of `S`.
pub type Mapping<S, T> = Data<S, Idx<T>>;

/// A row of `T` for some rows of `S`.
pub type PartialMapping<S, T> = Data<S, Option<Idx<T>>>;

impl<S: Space, T> Data<S, T> {
    /// B4: the caller passes as many values as the space has rows.
    pub(crate) fn new(values: Box<[T]>) -> Self {
        Data { values, brand: PhantomData }
    }

    /// Rows of the space.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Has the space no row?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The space itself.
    #[must_use]
    pub fn rows(&self) -> Rows<S> {
        Rows::new(self.len())
    }

    /// All rows, in order.
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = Idx<S>> + ExactSizeIterator + use<S, T> {
        self.rows().indices()
    }

    /// The row number `raw`, if the space has it.
    #[must_use]
    pub fn check(&self, raw: u32) -> Option<Idx<S>> {
        self.rows().check(raw)
    }

    /// The values, in row order.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.values
    }

    /// The values, in row order.
    pub fn iter(&self) -> core::slice::Iter<'_, T> {
        self.values.iter()
    }

    /// The values; the space is forgotten.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.values.into()
    }

    /// A column of `f` of each value.
    #[must_use]
    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> Data<S, U> {
        Data::new(self.values.iter().map(f).collect())
    }

    /// A column of `f` of the two values of each row. Equal brands have equal lengths: nothing is cut off.
    #[must_use]
    pub fn zip_map<U, V>(&self, other: &Data<S, U>, mut f: impl FnMut(&T, &U) -> V) -> Data<S, V> {
        Data::new(self.values.iter().zip(&other.values).map(|(a, b)| f(a, b)).collect())
    }

    /// A column of pairs.
    #[must_use]
    pub fn zip<U>(self, other: Data<S, U>) -> Data<S, (T, U)> {
        Data::new(self.values.into_iter().zip(other.values).collect())
    }

    /// Replaces a value, in place.
    pub fn update(&mut self, row: Idx<S>, f: impl FnOnce(&mut T)) {
        // SAFETY: B4 and B2, as in `index`.
        f(unsafe { self.values.get_unchecked_mut(row.row()) });
    }

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

    /// The rows that `keep` wants, as a space of their own: for each of them, the row that it was.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Days, guard);
    /// let rain = guard.column(vec![3, 0, 4]);
    /// space!(Wet, guard);
    /// let wet = rain.filter(guard, |&rain| rain > 0);
    /// assert_eq!(wet.gather(&rain).as_slice(), [3, 4]);
    /// ```
    #[must_use]
    pub fn filter<U: Space>(&self, guard: Guard<U>, mut keep: impl FnMut(&T) -> bool) -> Mapping<U, S> {
        guard.column(self.indices().filter(|&row| keep(&self[row])).collect())
    }

    /// The rows in the order of `key`, as a space of their own; rows with equal keys stay in order.
    #[must_use]
    pub fn sort_by_key<U: Space, K: Ord>(&self, guard: Guard<U>, mut key: impl FnMut(&T) -> K) -> Mapping<U, S> {
        let mut rows: Vec<_> = self.indices().collect();
        rows.sort_by_key(|&row| key(&self[row]));
        guard.column(rows)
    }

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
        for row in self.indices() {
            reduced.update(group[row], |value| *value = op(value, &self[row]));
        }
        reduced
    }

    /// Sends each value to the row where `to` leads, and combines those that meet there; `onto` has what is there before.
    #[must_use]
    pub fn scatter<U: Space>(
        self,
        to: &Mapping<S, U>,
        mut onto: Data<U, T>,
        mut op: impl FnMut(&mut T, T),
    ) -> Data<U, T> {
        for (value, &row) in self.values.into_iter().zip(to) {
            onto.update(row, |old| op(old, value));
        }
        onto
    }
}

impl<S: Space, T> Index<Idx<S>> for Data<S, T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, row: Idx<S>) -> &T {
        // SAFETY: B4: this column is as long as the space, and B2: `row` is a row of the space.
        unsafe { self.values.get_unchecked(row.row()) }
    }
}

impl<'a, S: Space, T> IntoIterator for &'a Data<S, T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<S: Space, T: Clone> Clone for Data<S, T> {
    fn clone(&self) -> Self {
        Data::new(self.values.clone())
    }
}

impl<S: Space, T: PartialEq> PartialEq for Data<S, T> {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}
impl<S: Space, T: Eq> Eq for Data<S, T> {}

impl<S: Space, T: fmt::Debug> fmt::Debug for Data<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

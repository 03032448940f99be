//! Columns of values.

mod group;
mod order;
mod scan;

use crate::{
    brand::{Invariant, Space},
    index::Idx,
    rows::Rows,
};
use core::{
    fmt, hash,
    marker::PhantomData,
    ops::{Index, IndexMut},
};

/// A value of type `T` for each row of `S`.
///
/// ```
/// # use polarnet_columns::space;
/// space!(Days, guard);
/// let rain = guard.column(vec![3, 0, 4]);
/// let wet = rain.map(|&rain| rain > 0);
/// let second = rain.check(1).unwrap(); // a row of `Days`: it reads every column of `Days`, unchecked
/// assert_eq!((rain[second], wet[second]), (0, false));
/// ```
pub struct Data<S: Space, T> {
    pub(crate) values: Box<[T]>,
    brand: Invariant<S>,
}

/// A row of `T` for each row of `S`.
///
/// ```
/// # use polarnet_columns::{Mapping, Space, space};
/// fn third_root<S: Space, T: Space>(parent: &Mapping<S, S>, root: &Mapping<S, T>) -> Mapping<S, T> {
///     parent.compose(parent).compose(root)
/// }
/// # space!(Rows, guard);
/// # let rows = guard.rows(2);
/// # let parent = rows.data(|_| rows.check(0).unwrap());
/// # assert_eq!(third_root(&parent, &parent).as_slice(), parent.as_slice());
/// ```
pub type Mapping<S, T> = Data<S, Idx<T>>;

/// A row of `T` for some rows of `S`.
///
/// ```
/// # use polarnet_columns::{PartialMapping, Space, space};
/// fn kept<S: Space, T: Space>(to: &PartialMapping<S, T>) -> usize {
///     to.iter().flatten().count()
/// }
/// # space!(Rows, guard);
/// # let rows = guard.rows(2);
/// # assert_eq!(kept(&rows.data(|row| (row.raw() == 1).then_some(row))), 1);
/// ```
pub type PartialMapping<S, T> = Data<S, Option<Idx<T>>>;

impl<S: Space, T> Data<S, T> {
    /// B4: the caller passes as many values as the space has rows.
    pub(crate) fn new(values: Box<[T]>) -> Self {
        Data { values, brand: PhantomData }
    }

    /// Rows of the space.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let rain = guard.column(vec![3, 0, 4]);
    /// assert_eq!(rain.len(), 3);
    /// # });
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Has the space no row?
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let rain = guard.column(vec![3, 0, 4]);
    /// assert!(!rain.is_empty());
    /// # });
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The space itself.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let rain = guard.column(vec![3, 0, 4]);
    /// let dry = rain.rows().fill(0); // a column of the same space
    /// assert_eq!(dry.len(), 3);
    /// # });
    /// ```
    #[must_use]
    pub fn rows(&self) -> Rows<S> {
        Rows::new(self.len())
    }

    /// All rows, in order.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let rain = guard.column(vec![3, 0, 4]);
    /// assert!(rain.indices().map(|day| rain[day]).eq([3, 0, 4]));
    /// # });
    /// ```
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = Idx<S>> + ExactSizeIterator + use<S, T> {
        self.rows().indices()
    }

    /// The row number `raw`, if the space has it.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let rain = guard.column(vec![3, 0, 4]);
    /// assert_eq!(rain.check(2).map(|day| rain[day]), Some(4));
    /// assert_eq!(rain.check(3), None);
    /// # });
    /// ```
    #[must_use]
    pub fn check(&self, raw: u32) -> Option<Idx<S>> {
        self.rows().check(raw)
    }

    /// The values, in row order, as a slice.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let rain = guard.column(vec![3, 0, 4]);
    /// assert_eq!(rain.as_slice(), [3, 0, 4]);
    /// # });
    /// ```
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.values
    }

    /// The values, in row order.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let rain = guard.column(vec![3, 0, 4]);
    /// assert_eq!(rain.iter().sum::<i32>(), 7);
    /// # });
    /// ```
    pub fn iter(&self) -> core::slice::Iter<'_, T> {
        self.values.iter()
    }

    /// The values; the space is forgotten.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let rain = guard.column(vec![3, 0, 4]);
    /// assert_eq!(rain.into_vec(), [3, 0, 4]);
    /// # });
    /// ```
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.values.into()
    }

    /// The rows, each with its value.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let rain = guard.column(vec![3, 0, 4]);
    /// let dry = rain.entries().find(|&(_, &rain)| rain == 0);
    /// assert_eq!(dry.unwrap().0.raw(), 1);
    /// # });
    /// ```
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (Idx<S>, &T)> + ExactSizeIterator {
        self.indices().zip(&self.values)
    }

    /// A column of `f` of each value.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let rain = guard.column(vec![3, 0, 4]);
    /// assert_eq!(rain.map(|rain| rain * 10).as_slice(), [30, 0, 40]);
    /// # });
    /// ```
    #[must_use]
    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> Data<S, U> {
        Data::new(self.values.iter().map(f).collect())
    }

    /// A column of `f` of the two values of each row. Equal brands have equal lengths: nothing is cut off.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let rain = guard.column(vec![3, 0, 4]);
    /// let snow = rain.rows().fill(1);
    /// assert_eq!(rain.zip_map(&snow, |a, b| a + b).as_slice(), [4, 1, 5]);
    /// # });
    /// ```
    #[must_use]
    pub fn zip_map<U, V>(&self, other: &Data<S, U>, mut f: impl FnMut(&T, &U) -> V) -> Data<S, V> {
        Data::new(self.values.iter().zip(&other.values).map(|(a, b)| f(a, b)).collect())
    }

    /// A column of pairs.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let rain = guard.column(vec![3, 0, 4]);
    /// let snow = rain.rows().fill(1);
    /// assert_eq!(rain.zip(snow).as_slice(), [(3, 1), (0, 1), (4, 1)]);
    /// # });
    /// ```
    #[must_use]
    pub fn zip<U>(self, other: Data<S, U>) -> Data<S, (T, U)> {
        Data::new(self.values.into_iter().zip(other.values).collect())
    }

    /// Replaces a value, in place.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let rain = guard.column(vec![3, 0, 4]);
    /// let mut rain = rain;
    /// rain.update(rain.check(1).unwrap(), |rain| *rain += 2);
    /// assert_eq!(rain.as_slice(), [3, 2, 4]);
    /// # });
    /// ```
    pub fn update(&mut self, row: Idx<S>, f: impl FnOnce(&mut T)) {
        // SAFETY: B4 and B2, as in `index`.
        f(unsafe { self.values.get_unchecked_mut(row.row()) });
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

/// As [`Data::update`].
impl<S: Space, T> IndexMut<Idx<S>> for Data<S, T> {
    #[inline(always)]
    fn index_mut(&mut self, row: Idx<S>) -> &mut T {
        // SAFETY: B4 and B2, as in `index`.
        unsafe { self.values.get_unchecked_mut(row.row()) }
    }
}

impl<'a, S: Space, T> IntoIterator for &'a Data<S, T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<S: Space, T> IntoIterator for Data<S, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
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

impl<S: Space, T: hash::Hash> hash::Hash for Data<S, T> {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.values.hash(state);
    }
}

impl<S: Space, T: fmt::Debug> fmt::Debug for Data<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

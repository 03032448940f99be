//! A space by itself.

use crate::{
    brand::{Guard, Invariant, Space},
    data::Data,
    index::Idx,
};
use core::{cmp::Ordering, fmt, marker::PhantomData};

/// The rows of the space `S`: what every column of it can be made from.
///
/// ```
/// # use polarnet_columns::space;
/// space!(Days, guard);
/// let days = guard.rows(3);
/// let (number, even) = (days.data(|day| day.raw()), days.data(|day| day.raw() % 2 == 0));
/// assert_eq!(number.zip(even).as_slice(), [(0, true), (1, false), (2, true)]);
/// ```
pub struct Rows<S: Space> {
    len: u32,
    brand: Invariant<S>,
}

impl<S: Space> Clone for Rows<S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S: Space> Copy for Rows<S> {}

impl<S: Space> fmt::Debug for Rows<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rows", self.len)
    }
}

/// All rows, in order, as of [`indices`](Self::indices).
///
/// ```
/// # use polarnet_columns::space;
/// space!(Days, guard);
/// let days = guard.rows(3);
/// let mut seen = Vec::new();
/// for day in days {
///     seen.push(day.raw());
/// }
/// assert_eq!(seen, [0, 1, 2]);
/// ```
impl<S: Space> IntoIterator for Rows<S> {
    type Item = Idx<S>;
    type IntoIter = core::iter::Map<core::ops::Range<u32>, fn(u32) -> Idx<S>>;

    fn into_iter(self) -> Self::IntoIter {
        // B2: below the length.
        (0..self.len).map(Idx::new)
    }
}

/// Of one space there is one number of rows.
impl<S: Space> PartialEq for Rows<S> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len
    }
}
impl<S: Space> Eq for Rows<S> {}

impl<S: Space> Guard<S> {
    /// A space of `len` rows that have no nodes: for tables of other things.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let days = guard.rows(3);
    /// assert_eq!(days.len(), 3);
    /// # });
    /// ```
    ///
    /// # Panics
    ///
    /// When `len` exceeds 2³² − 1.
    #[must_use]
    pub fn rows(self, len: usize) -> Rows<S> {
        Rows::new(len)
    }

    /// The space whose rows are those of a list, and the list as its column.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let days = guard.rows(3);
    /// # polarnet_columns::space!(Names, guard);
    /// let names = guard.column(vec!["may", "june"]);
    /// assert_eq!(names.rows().len(), 2);
    /// # });
    /// ```
    ///
    /// # Panics
    ///
    /// When the list has more than 2³² − 1 values.
    #[must_use]
    pub fn column<T>(self, values: Vec<T>) -> Data<S, T> {
        Rows::<S>::new(values.len());
        Data::new(values.into())
    }
}

impl<S: Space> Rows<S> {
    /// B4: `len` is the length of the space.
    pub(crate) fn new(len: usize) -> Self {
        let len = u32::try_from(len).expect("a space has at most 2^32 - 1 rows");
        Rows { len, brand: PhantomData }
    }

    /// How many there are.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let days = guard.rows(3);
    /// assert_eq!(days.len(), 3);
    /// # });
    /// ```
    #[must_use]
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Is there none?
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let days = guard.rows(3);
    /// assert!(!days.is_empty());
    /// # });
    /// ```
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// All of them, in order.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let days = guard.rows(3);
    /// assert_eq!(days.indices().last(), days.check(2));
    /// # });
    /// ```
    pub fn indices(self) -> impl DoubleEndedIterator<Item = Idx<S>> + ExactSizeIterator + use<S> {
        (0..self.len).map(Idx::new)
    }

    /// The row number `raw`, if there is one.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let days = guard.rows(3);
    /// assert!(days.check(2).is_some());
    /// assert!(days.check(3).is_none());
    /// # });
    /// ```
    #[must_use]
    pub fn check(self, raw: u32) -> Option<Idx<S>> {
        (raw < self.len).then(|| Idx::new(raw))
    }

    /// A column: `f` of each row, in order.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let days = guard.rows(3);
    /// assert_eq!(days.data(|day| day.raw() * 2).as_slice(), [0, 2, 4]);
    /// # });
    /// ```
    pub fn data<T>(self, f: impl FnMut(Idx<S>) -> T) -> Data<S, T> {
        Data::new(self.indices().map(f).collect())
    }

    /// As [`data`](Self::data), by several threads, of which each takes `chunk` rows at once: same values, if `f` is a function
    /// of its row.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let days = guard.rows(3);
    /// assert_eq!(days.par_data(1024, |day| day.raw() * 2).as_slice(), [0, 2, 4]);
    /// # });
    /// ```
    ///
    /// # Panics
    ///
    /// When `f` does; the values so far are dropped.
    pub fn par_data<T: Send>(self, chunk: usize, f: impl Fn(Idx<S>) -> T + Sync) -> Data<S, T> {
        let (len, chunk) = (self.len(), chunk.max(1));
        let piece = |at: usize| {
            let from = at * chunk;
            (from..from + chunk.min(len - from)).map(|row| f(Idx::new(row as u32))).collect()
        };
        let pieces: Vec<Vec<T>> = crate::par::map(len.div_ceil(chunk), piece);
        let mut values = Vec::with_capacity(len);
        pieces.into_iter().for_each(|piece| values.extend(piece));
        Data::new(values.into())
    }

    /// A column of the values of an iterator, if it has one for each row.
    ///
    /// ```
    /// # use polarnet_columns::space;
    /// space!(Days, guard);
    /// let days = guard.rows(3);
    /// let rain = days.collect([3, 0, 4]).unwrap();
    /// assert_eq!(rain.scan(|a, b| a + b).as_slice(), [3, 3, 7]);
    /// assert_eq!(days.collect([3]).unwrap_err().to_string(), "1 value for 3 rows");
    /// assert_eq!(days.collect(0..).unwrap_err().to_string(), "more values than the 3 rows");
    /// ```
    ///
    /// # Errors
    ///
    /// There are fewer values, or more.
    pub fn collect<T>(self, values: impl IntoIterator<Item = T>) -> Result<Data<S, T>, WrongLength> {
        let mut values = values.into_iter();
        let column: Vec<T> = values.by_ref().take(self.len()).collect();
        if column.len() < self.len() {
            Err(WrongLength { rows: self.len(), values: Some(column.len()) })
        } else if values.next().is_some() {
            Err(WrongLength { rows: self.len(), values: None })
        } else {
            Ok(Data::new(column.into()))
        }
    }

    /// As `collect`, of values that stay where they are.
    pub(crate) fn own<T>(self, values: Vec<T>) -> Result<Data<S, T>, WrongLength> {
        match values.len().cmp(&self.len()) {
            Ordering::Less => Err(WrongLength { rows: self.len(), values: Some(values.len()) }),
            Ordering::Equal => Ok(Data::new(values.into())),
            Ordering::Greater => Err(WrongLength { rows: self.len(), values: None }),
        }
    }

    /// A column with the same value in each row.
    ///
    /// ```
    /// # use polarnet_columns::Brand;
    /// # Brand::with(|guard| {
    /// let days = guard.rows(3);
    /// assert_eq!(days.fill('x').as_slice(), ['x', 'x', 'x']);
    /// # });
    /// ```
    pub fn fill<T: Clone>(self, value: T) -> Data<S, T> {
        Data::new(vec![value; self.len()].into())
    }
}

/// There is not one value for each row.
///
/// ```
/// # use polarnet_columns::Brand;
/// let error = Brand::with(|guard| guard.rows(3).collect([1, 2]).unwrap_err());
/// assert_eq!(error.to_string(), "2 values for 3 rows");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WrongLength {
    rows: usize,
    /// None: more than there are rows.
    values: Option<usize>,
}

impl fmt::Display for WrongLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows;
        match self.values {
            Some(1) => write!(f, "1 value for {rows} rows"),
            Some(values) => write!(f, "{values} values for {rows} rows"),
            None => write!(f, "more values than the {rows} rows"),
        }
    }
}

impl core::error::Error for WrongLength {}

//! Columns whose space has been forgotten: several of one space in one value, which can be stored and returned.

use crate::brand::{Brand, Guard, Space};

/// A type of tables: `At<S>` is one over the space `S`.
///
/// ```
/// use polarnet_columns::{Batch, Builder, Data, Exists, Family, Idx, Node, Space};
/// # #[derive(Node, Clone, Copy)]
/// # enum Math<I> { Num(i32), Add(I, I) }
///
/// /// Sums, each with its value, and the one that matters.
/// struct Sums<S: Space> {
///     batch: Batch<S, MathLang>,
///     value: Data<S, i32>,
///     root: Idx<S>,
/// }
/// struct AnySums;
/// impl Family for AnySums {
///     type At<S: Space> = Sums<S>;
/// }
///
/// fn table() -> Exists<AnySums> {
///     Exists::new(|guard| {
///         let mut batch = Builder::new(guard);
///         let two = batch.add(Math::Num(2));
///         let root = batch.add(Math::Add(two, two));
///         let batch = batch.freeze();
///         let value = batch.fold(|node: Math<&i32>| match node {
///             Math::Num(n) => n,
///             Math::Add(a, b) => a + b,
///         });
///         Sums { batch, value, root }
///     })
/// }
/// let tables = vec![table(), table()];
/// polarnet_columns::open!(one = &tables[0]);
/// polarnet_columns::open!(other = &tables[1]);
/// assert_eq!(one.value[one.root] + other.value[other.root], 8); // `one.value[other.root]` does not compile
/// ```
///
/// The space is a type parameter of which a table knows nothing, and not a lifetime: with a lifetime `'id`, a table behind a
/// `RefCell` could be given a reference `&'id T` to something that lives no longer than the block that opened the table.
pub trait Family {
    /// The table over the space `S`.
    type At<S: Space>;
}

/// A table of some space.
///
/// ```
/// # use polarnet_columns::{Exists, Family, Rows, Space};
/// struct AnyRows;
/// impl Family for AnyRows {
///     type At<S: Space> = Rows<S>;
/// }
/// let table = Exists::<AnyRows>::new(|guard| guard.rows(3));
/// let tables: Vec<Exists<AnyRows>> = vec![table]; // of spaces that need not be the same
/// assert_eq!(tables[0].with(|rows| rows.len()), 3);
/// ```
pub struct Exists<F: Family>(F::At<Brand<'static>>);

impl<F: Family> Exists<F> {
    /// Makes a table over a fresh space.
    ///
    /// ```
    /// # use polarnet_columns::{Exists, Family, Rows, Space};
    /// struct AnyRows;
    /// impl Family for AnyRows {
    ///     type At<S: Space> = Rows<S>;
    /// }
    /// let table = Exists::<AnyRows>::new(|guard| guard.rows(3));
    /// assert_eq!(table.with(|rows| rows.len()), 3);
    /// ```
    pub fn new(f: impl for<'id> FnOnce(Guard<Brand<'id>>) -> F::At<Brand<'id>>) -> Self {
        // SAFETY: B6: `f` works for every `'id`, and this one's brand stays in the box: it is seen under fresh ones only.
        Exists(f(unsafe { Guard::new_unchecked() }))
    }

    /// As [`new`](Self::new), for tables that may fail to be made.
    ///
    /// ```
    /// # use polarnet_columns::{Exists, Family, Rows, Space};
    /// struct AnyRows;
    /// impl Family for AnyRows {
    ///     type At<S: Space> = Rows<S>;
    /// }
    /// let rows = Exists::<AnyRows>::try_new(|guard| Ok(guard.rows("12".parse()?)));
    /// assert_eq!(rows.map(|rows| rows.with(|rows| rows.len())), Ok::<_, std::num::ParseIntError>(12));
    /// ```
    ///
    /// # Errors
    ///
    /// Those of `f`.
    pub fn try_new<E>(f: impl for<'id> FnOnce(Guard<Brand<'id>>) -> Result<F::At<Brand<'id>>, E>) -> Result<Self, E> {
        // SAFETY: B6, as in `new`; `E` is one type for all `'id`, so it does not carry the brand out.
        f(unsafe { Guard::new_unchecked() }).map(Exists)
    }

    /// Looks into the table.
    ///
    /// ```
    /// # use polarnet_columns::{Exists, Family, Rows, Space};
    /// struct AnyRows;
    /// impl Family for AnyRows {
    ///     type At<S: Space> = Rows<S>;
    /// }
    /// let table = Exists::<AnyRows>::new(|guard| guard.rows(3));
    /// assert_eq!(table.with(|rows| rows.len()), 3);
    /// ```
    pub fn with<R>(&self, f: impl for<'id> FnOnce(&F::At<Brand<'id>>) -> R) -> R {
        f(&self.0)
    }

    /// Looks into the table under the brand `'id`. [`open!`](crate::open) makes one.
    #[doc(hidden)]
    pub fn open<'id>(&self, _unique: crate::private::LifetimeGuard<'id>) -> &F::At<Brand<'id>> {
        // SAFETY: B6: `'id` is unique, so what is seen under it comes from this table only. Lifetimes have no part in the
        // layout, and the table knows its space as a type without any: nothing in it borrows for `'id`.
        unsafe { &*(&raw const self.0).cast() }
    }
}

/// Opens an [`Exists`] in the current block, under a brand of its own: no closure.
///
/// ```
/// # use polarnet_columns::{Exists, Family, Rows, Space};
/// struct AnyRows;
/// impl Family for AnyRows {
///     type At<S: Space> = Rows<S>;
/// }
/// let table = Exists::<AnyRows>::new(|guard| guard.rows(3));
/// polarnet_columns::open!(rows = &table);
/// assert_eq!(rows.len(), 3);
/// ```
#[macro_export]
macro_rules! open {
    ($name:ident = $table:expr) => {
        $crate::private::make_guard!(unique);
        let $name = $crate::Exists::open($table, unique);
    };
}

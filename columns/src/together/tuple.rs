//! The values of several columns at one row: tuples.

use crate::{brand::Space, child::Child, data::Data};

/// What several columns have at one row: a tuple of one to eight types.
///
/// ```
/// # use polarnet_columns::{Builder, Node, space};
/// # #[derive(Node, Clone, Copy)]
/// # enum Math<I> { Num(i32), Add(I, I) }
/// # space!(Sums, guard);
/// # let mut sums = Builder::<Sums, MathLang>::new(guard);
/// # let two = sums.add(Math::Num(2));
/// use polarnet_columns::Together;
///
/// // Together, the columns of `(i32, u8)` are read as `(&i32, &u8)`.
/// fn step(node: Math<<(i32, u8) as Together>::Refs<'_>>) -> (i32, u8) {
///     match node {
///         Math::Num(n) => (n, 1),
///         Math::Add((a, x), (b, y)) => (a + b, x + y),
///     }
/// }
/// let (value, leaves) = sums.freeze().fold_together(step);
/// assert_eq!((value[two], leaves[two]), (2, 1));
/// ```
///
/// # Safety
///
/// Not to be implemented outside this crate.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what several columns have at one row",
    label = "a tuple of one to eight types is wanted, one for each column"
)]
pub unsafe trait Together: Sized {
    /// The values of a row that is there: `(&'x A, &'x B, …)`.
    type Refs<'x>: Child<From = Self::Bases>
    where
        Self: 'x;

    /// The columns: `(Data<S, A>, Data<S, B>, …)`.
    type Columns<S: Space>;

    /// Where row 0 of each column is.
    #[doc(hidden)]
    type Bases: Copy;

    /// The memory of the columns.
    #[doc(hidden)]
    type Vecs;

    /// Room for so many rows.
    #[doc(hidden)]
    fn room(rows: usize) -> Self::Vecs;

    #[doc(hidden)]
    fn bases(vecs: &mut Self::Vecs) -> Self::Bases;

    /// # Safety
    ///
    /// There is room for the row, and it has no values.
    #[doc(hidden)]
    unsafe fn write(self, bases: Self::Bases, row: usize);

    /// # Safety
    ///
    /// The row has values, which are not used any more.
    #[doc(hidden)]
    unsafe fn drop_at(bases: Self::Bases, row: usize);

    /// # Safety
    ///
    /// So many rows have values, as many as the space has.
    #[doc(hidden)]
    unsafe fn finish<S: Space>(vecs: Self::Vecs, rows: usize) -> Self::Columns<S>;
}

macro_rules! tuples {
    ($(($($T:ident $at:tt)*))*) => { $(
        // SAFETY: B10: what `from` takes is a row whose values are there.
        unsafe impl<$($T),*> Child for ($(&$T,)*) {
            type From = ($(*const $T,)*);
            #[inline(always)]
            unsafe fn new(from: Self::From, row: u32) -> Self {
                // SAFETY: B10, by the caller's word: these are the bases of values, of which those at `row` are there.
                unsafe { ($(&*from.$at.add(row as usize),)*) }
            }
        }

        // SAFETY: B4: each function does the same for each of the columns.
        unsafe impl<$($T),*> Together for ($($T,)*) {
            type Refs<'x> = ($(&'x $T,)*) where Self: 'x;
            type Columns<S: Space> = ($(Data<S, $T>,)*);
            type Bases = ($(*const $T,)*);
            type Vecs = ($(Vec<$T>,)*);

            fn room(rows: usize) -> Self::Vecs {
                ($(Vec::<$T>::with_capacity(rows),)*)
            }
            fn bases(vecs: &mut Self::Vecs) -> Self::Bases {
                ($(vecs.$at.as_mut_ptr().cast_const(),)*)
            }
            #[inline(always)]
            unsafe fn write(self, bases: Self::Bases, row: usize) {
                // SAFETY: B10, by the caller's word; the bases are those of `Vec`s that are ours to write.
                unsafe { $(bases.$at.cast_mut().add(row).write(self.$at);)* }
            }
            unsafe fn drop_at(bases: Self::Bases, row: usize) {
                // SAFETY: B10, by the caller's word.
                unsafe { $(bases.$at.cast_mut().add(row).drop_in_place();)* }
            }
            unsafe fn finish<S: Space>(mut vecs: Self::Vecs, rows: usize) -> Self::Columns<S> {
                // SAFETY: B4, by the caller's word.
                unsafe { $(vecs.$at.set_len(rows);)* }
                ($(Data::new(vecs.$at.into()),)*)
            }
        }
    )* };
}

tuples! {
    (A 0)
    (A 0 B 1)
    (A 0 B 1 C 2)
    (A 0 B 1 C 2 D 3)
    (A 0 B 1 C 2 D 3 E 4)
    (A 0 B 1 C 2 D 3 E 4 F 5)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7)
}

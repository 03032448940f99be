//! One batch evaluated at many points.

use crate::{
    batch::Batch,
    brand::{Invariant, Space},
    data::{Data, Mapping},
    fill::fill,
    index::Idx,
    lang::Lang,
    plan::Plan,
    rows::Rows,
};
use core::{array, marker::PhantomData};

/// `N` successive points of the space `P`, which are computed together. Where fewer are left, the last one stands in
/// the lanes over.
///
/// ```
/// # use polarnet_columns::{Lanes, space};
/// # space!(Days, guard);
/// let rain = guard.column(vec![3.0, 0.0, 4.0]);
/// let by_two: Vec<[f64; 2]> = rain.rows().run().lanes().map(|lanes: Lanes<_, 2>| lanes.of(&rain)).collect();
/// assert_eq!(by_two, [[3.0, 0.0], [4.0, 4.0]]); // the last point again in the lane over
/// ```
pub struct Lanes<P: Space, const N: usize> {
    first: u32,
    /// How many are points of their own: from 1 to `N`.
    len: u32,
    brand: Invariant<P>,
}

impl<P: Space, const N: usize> Clone for Lanes<P, N> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<P: Space, const N: usize> Copy for Lanes<P, N> {}

impl<P: Space, const N: usize> Lanes<P, N> {
    /// What `column` has at these points.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Mapping, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Poly<I> { X, Mul(I, I) }
    /// # space!(Exprs, guard);
    /// # let mut exprs = Builder::<Exprs, PolyLang>::new(guard);
    /// # exprs.add(Poly::X);
    /// # let exprs = exprs.freeze();
    /// space!(Points, guard);
    /// let xs = guard.column(vec![1.0, 2.0, 3.0]);
    /// let every = exprs.data(|row| row);
    /// let values = exprs.fold_points(xs.rows(), &every, |node: Poly<&[f64; 2]>, lanes| match node {
    ///     Poly::X => lanes.of(&xs), // [1.0, 2.0], then [3.0, 3.0]
    ///     Poly::Mul(a, b) => [a[0] * b[0], a[1] * b[1]],
    /// });
    /// assert_eq!(values.as_slice()[0], xs);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn of<T: Copy>(self, column: &Data<P, T>) -> [T; N] {
        let (first, last) = (self.first as usize, (self.len - 1) as usize);
        // SAFETY: B4: the column is as long as the space, and `new` took `first` and `len` from the space's length.
        array::from_fn(|lane| unsafe { *column.values.get_unchecked(first + lane.min(last)) })
    }

    /// The lanes that are points of their own: from 1 to `N`.
    ///
    /// ```
    /// # use polarnet_columns::{Lanes, space};
    /// # space!(Days, guard);
    /// let lens: Vec<usize> = guard.rows(5).run().lanes().map(|lanes: Lanes<_, 2>| lanes.len()).collect();
    /// assert_eq!(lens, [2, 2, 1]);
    /// ```
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // never
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// The rows themselves; the last one again in the lanes over.
    ///
    /// ```
    /// # use polarnet_columns::{Lanes, space};
    /// # space!(Days, guard);
    /// let rows = guard.rows(3).run().lanes().map(|lanes: Lanes<_, 2>| lanes.rows().map(|row| row.raw()));
    /// assert_eq!(rows.collect::<Vec<_>>(), [[0, 1], [2, 2]]);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn rows(self) -> [Idx<P>; N] {
        // B2: `first + lane` is below the space's length for the lanes below `len`.
        array::from_fn(|lane| Idx::new(self.first + (lane as u32).min(self.len - 1)))
    }

    /// All points, by `N`s.
    fn all(points: Rows<P>) -> impl Iterator<Item = Self> {
        Self::between(0, points.len())
    }

    /// The points from one to before another, by `N`s: both are at most the space's length.
    pub(crate) fn between(first: usize, end: usize) -> impl Iterator<Item = Self> {
        const { assert!(N > 0, "no lane") };
        (first..end).step_by(N).map(move |first| {
            // At most 2^32 - 1, as the space's length is.
            Lanes { first: first as u32, len: N.min(end - first) as u32, brand: PhantomData }
        })
    }
}

impl<S: Space, L: Lang> Batch<S, L> {
    /// The values of some rows, `roots`, at many points: what a [`fold`](Self::fold) for each point gives, computed for `N`
    /// points at a time.
    ///
    /// `f` makes a row's values at `N` points from its node, in which the children's values stand; it gets the
    /// [`Lanes`] to read inputs. `N` comes from the type of the arrays. With loops over arrays of a fixed length
    /// the compiler makes vector instructions, and what a row costs by itself is shared by `N` points. A good `N` is
    /// one or two cache lines: 8 or 16 for `f64`.
    ///
    /// Memory: the values of `N` points at all rows, which is reused, and those at the roots. Where
    /// `rows × N × size_of::<T>()` stays below the cache's size (1 MiB, say), all goes on there; above that,
    /// each value is still fetched for `N` points at once.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// #[derive(Node, Clone, Copy)]
    /// enum Poly<I> { X, Num(f64), Add(I, I), Mul(I, I) }
    ///
    /// space!(Exprs, guard);
    /// let mut exprs = Builder::<Exprs, PolyLang>::new(guard);
    /// let x = exprs.add(Poly::X);
    /// let square = exprs.add(Poly::Mul(x, x));
    /// let one = exprs.add(Poly::Num(1.0));
    /// let sum = exprs.add(Poly::Add(square, one));
    /// let exprs = exprs.freeze();
    ///
    /// space!(Points, guard);
    /// let xs = guard.column((0..100).map(f64::from).collect());
    /// space!(Roots, guard);
    /// let roots = guard.column(vec![sum]);
    /// let values = exprs.fold_points(xs.rows(), &roots, |node: Poly<&[f64; 8]>, lanes| match node {
    ///     Poly::X => lanes.of(&xs),
    ///     Poly::Num(n) => [n; 8],
    ///     Poly::Add(a, b) => std::array::from_fn(|k| a[k] + b[k]),
    ///     Poly::Mul(a, b) => std::array::from_fn(|k| a[k] * b[k]),
    /// });
    /// assert_eq!(values.as_slice()[0], xs.map(|x| x * x + 1.0));
    /// ```
    #[inline(always)]
    pub fn fold_points<P: Space, R: Space, T: Copy, const N: usize>(
        &self,
        points: Rows<P>,
        roots: &Mapping<R, S>,
        mut f: impl for<'x> FnMut(L::Node<'x, &'x [T; N]>, Lanes<P, N>) -> [T; N],
    ) -> Data<R, Data<P, T>> {
        by_lanes(points, roots, |lanes, mut values| {
            values.clear();
            fill::<S, L, _>(&mut values, &self.store, |row, hole| hole.write(f(row.values(), lanes)));
            Data::new(values.into())
        })
    }
}

impl<S: Space, L: Lang> Plan<S, L> {
    /// As [`Batch::fold_points`], with `f` called in the plan's order. Faster on batches of many thousand rows, where
    /// the operators cannot be guessed; on small ones it is slower.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// #[derive(Node, Clone, Copy)]
    /// enum Poly<I> { X, Mul(I, I) }
    ///
    /// space!(Exprs, guard);
    /// let mut exprs = Builder::<Exprs, PolyLang>::new(guard);
    /// let x = exprs.add(Poly::X);
    /// let square = exprs.add(Poly::Mul(x, x));
    /// let plan = exprs.freeze().plan();
    ///
    /// space!(Points, guard);
    /// let xs = guard.column(vec![1.0, 2.0, 3.0]);
    /// space!(Roots, guard);
    /// let roots = guard.column(vec![square]);
    /// let values = plan.fold_points(xs.rows(), &roots, |node: Poly<&[f64; 8]>, lanes| match node {
    ///     Poly::X => lanes.of(&xs),
    ///     Poly::Mul(a, b) => std::array::from_fn(|k| a[k] * b[k]),
    /// });
    /// assert_eq!(values.as_slice()[0].as_slice(), [1.0, 4.0, 9.0]);
    /// ```
    ///
    /// # Panics
    ///
    /// When `f` does.
    #[inline(always)]
    pub fn fold_points<P: Space, R: Space, T: Copy, const N: usize>(
        &self,
        points: Rows<P>,
        roots: &Mapping<R, S>,
        mut f: impl for<'x> FnMut(L::Node<'x, &'x [T; N]>, Lanes<P, N>) -> [T; N],
    ) -> Data<R, Data<P, T>> {
        by_lanes(points, roots, |lanes, values| self.fold_in(values, |node| f(node, lanes)))
    }
}

/// Calls `fold` for all points, by `N`s, and keeps what the roots have. `fold` gets back the memory of its last column.
#[inline(always)]
fn by_lanes<S: Space, P: Space, R: Space, T: Copy, const N: usize>(
    points: Rows<P>,
    roots: &Mapping<R, S>,
    mut fold: impl FnMut(Lanes<P, N>, Vec<[T; N]>) -> Data<S, [T; N]>,
) -> Data<R, Data<P, T>> {
    let mut kept: Vec<Vec<T>> = roots.iter().map(|_| Vec::with_capacity(points.len())).collect();
    let mut spent = Vec::new();
    for lanes in Lanes::<P, N>::all(points) {
        let values = fold(lanes, spent);
        for (kept, &root) in kept.iter_mut().zip(roots) {
            kept.extend(values[root].iter().take(lanes.len()));
        }
        spent = values.into_vec();
    }
    // B4: each has as many values as there are points, and there are as many as roots.
    Data::new(kept.into_iter().map(|values| Data::new(values.into())).collect())
}

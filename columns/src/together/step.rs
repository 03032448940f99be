//! What makes the values of a row from its node.
//!
//! These are traits of their own, not closure bounds, for the sake of inference: of a bound, rustc would take the type of the
//! closure's parameter, `L::Node<'x, T::Refs<'x>>`, before it knows `T`, and give up. So it takes what stands in the closure, and
//! looks then which of these impls fits.

use super::Together;
use crate::lang::Lang;

/// A function from a node of `L`, in which tuples of references stand, to a tuple of values: `|node: Math<(&f64, &u32)>| (1.0, 2)`.
/// All such functions are.
///
/// ```
/// use polarnet_columns::{Batch, Builder, Data, Node, Space, Step, space};
/// # #[derive(Node, Clone, Copy)]
/// # enum Math<I> { Num(i32), Add(I, I) }
/// # space!(Sums, guard);
/// # let mut sums = Builder::<Sums, MathLang>::new(guard);
/// # let two = sums.add(Math::Num(2));
/// # let four = sums.add(Math::Add(two, two));
/// # let sums = sums.freeze();
/// // Takes whatever computes two columns, of which the second is dropped.
/// fn first<S: Space, A>(batch: &Batch<S, MathLang>, step: impl Step<MathLang, (A, u32)>) -> Data<S, A> {
///     batch.fold_together(step).0
/// }
/// let value = first(&sums, |node: Math<(&i32, &u32)>| match node {
///     Math::Num(n) => (n, 0),
///     Math::Add((a, x), (b, y)) => (a + b, 1 + x.max(y)),
/// });
/// assert_eq!(value[four], 4);
/// ```
#[diagnostic::on_unimplemented(
    message = "this is not a step of a fold of several columns",
    label = "a function from a node with tuples of references to a tuple: `|node: Math<(&f64, &u32)>| -> (f64, u32) {{ … }}`",
    note = "the type of `node` has to be written, and has a reference to each type that the function returns, in order"
)]
pub trait Step<L: Lang, T: Together> {
    #[doc(hidden)]
    fn step<'x>(&mut self, node: L::Node<'x, T::Refs<'x>>) -> T
    where
        T: 'x;
}

/// A [`Step`] that several threads can take at once.
///
/// ```
/// use polarnet_columns::{Batch, Builder, Data, Node, ParStep, Space, space};
/// # #[derive(Node, Clone, Copy)]
/// # enum Math<I> { Num(i32), Add(I, I) }
/// # space!(Sums, guard);
/// # let mut sums = Builder::<Sums, MathLang>::new(guard);
/// # let two = sums.add(Math::Num(2));
/// # let four = sums.add(Math::Add(two, two));
/// # let sums = sums.freeze();
/// fn first<S: Space>(batch: &Batch<S, MathLang>, step: impl ParStep<MathLang, (i32, u32)>) -> Data<S, i32> {
///     batch.par_fold_together(&batch.levels(), step).0
/// }
/// let value = first(&sums, |node: Math<(&i32, &u32)>| match node {
///     Math::Num(n) => (n, 0),
///     Math::Add((a, x), (b, y)) => (a + b, 1 + x.max(y)),
/// });
/// assert_eq!(value[four], 4);
/// ```
#[diagnostic::on_unimplemented(
    message = "this is not a step of a fold of several columns, or threads cannot share it",
    label = "a function from a node with tuples of references to a tuple: `|node: Math<(&f64, &u32)>| -> (f64, u32) {{ … }}`",
    note = "the type of `node` has to be written, and has a reference to each type that the function returns, in order"
)]
pub trait ParStep<L: Lang, T: Together>: Sync {
    #[doc(hidden)]
    fn step<'x>(&self, node: L::Node<'x, T::Refs<'x>>) -> T
    where
        T: 'x;
}

macro_rules! steps {
    ($(($($T:ident)*))*) => { $(
        impl<L: Lang, Fun, $($T),*> Step<L, ($($T,)*)> for Fun
        where
            Fun: for<'x> FnMut(L::Node<'x, ($(&'x $T,)*)>) -> ($($T,)*),
        {
            #[inline(always)]
            fn step<'x>(&mut self, node: L::Node<'x, ($(&'x $T,)*)>) -> ($($T,)*)
            where
                ($($T,)*): 'x,
            {
                self(node)
            }
        }

        impl<L: Lang, Fun, $($T),*> ParStep<L, ($($T,)*)> for Fun
        where
            Fun: for<'x> Fn(L::Node<'x, ($(&'x $T,)*)>) -> ($($T,)*) + Sync,
        {
            #[inline(always)]
            fn step<'x>(&self, node: L::Node<'x, ($(&'x $T,)*)>) -> ($($T,)*)
            where
                ($($T,)*): 'x,
            {
                self(node)
            }
        }
    )* };
}

steps! { (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) }

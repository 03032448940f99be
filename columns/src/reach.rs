//! Copies without garbage.

use crate::{
    batch::Batch,
    brand::{Guard, Space},
    builder::Builder,
    data::PartialMapping,
    fill::Row,
    index::Idx,
    lang::Lang,
};

impl<S: Space, L: Lang> Batch<S, L> {
    /// The rows that are reached from the roots, in a builder of their own, with equal nodes merged; and where each row went.
    /// The builder may grow further, or is frozen.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// # space!(Sums, guard);
    /// # let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// let one = sums.add(Math::Num(1));
    /// let two = sums.add(Math::Num(2));
    /// let four = sums.add(Math::Add(two, two));
    /// space!(Kept, guard);
    /// let (kept, to) = sums.freeze().copy(guard, &[four]);
    /// let kept = kept.freeze();
    /// assert_eq!((kept.len(), to[one]), (2, None));
    /// assert_eq!(kept.operator(to[four].unwrap()), "Add");
    /// ```
    pub fn copy<T: Space>(&self, guard: Guard<T>, roots: &[Idx<S>]) -> (Builder<T, L>, PartialMapping<S, T>) {
        let reached = self.reachable(roots);
        let mut builder = Builder::new(guard);
        let to = self.fill_up(|row: Row<'_, '_, S, L, Option<Idx<T>>>| {
            reached[row.idx()].then(|| {
                let copied = |child| row[child].unwrap_or_else(|| unreachable!("what a reached row uses is reached"));
                builder.add_with(row.node(), copied)
            })
        });
        (builder, to)
    }
}

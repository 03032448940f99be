//! One batch into another.

use crate::{batch::Batch, brand::Space, builder::Builder, data::Mapping, fill::Row, index::Idx, lang::Lang};

impl<S: Space, L: Lang> Builder<S, L> {
    /// Adds the nodes of another batch, merged with equal ones; and says where each row went.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// # #[derive(Node, Clone, Copy)]
    /// # enum Math<I> { Num(i32), Add(I, I) }
    /// space!(One, guard);
    /// let mut one = Builder::<One, MathLang>::new(guard);
    /// let two = one.add(Math::Num(2));
    /// let four = one.add(Math::Add(two, two));
    /// let one = one.freeze();
    ///
    /// space!(Both, guard);
    /// let mut both = Builder::<Both, MathLang>::new(guard);
    /// let also_two = both.add(Math::Num(2));
    /// let to = both.extend_from(&one);
    /// assert_eq!(to[two], also_two);
    /// assert_eq!(both.add(Math::Add(also_two, also_two)), to[four]);
    /// assert_eq!(both.len(), 2);
    /// ```
    ///
    /// # Panics
    ///
    /// When the batch would exceed 2³² − 1 rows, or 2³² words of nodes with lists or more than two words.
    pub fn extend_from<T: Space>(&mut self, other: &Batch<T, L>) -> Mapping<T, S> {
        other.fill_up(|row: Row<'_, '_, T, L, Idx<S>>| self.add_with(row.node(), |child| row[child]))
    }
}

//! Batches as they lie in memory, for devices that read them there, and columns of what devices made.

use crate::{
    batch::Batch,
    brand::Space,
    data::Data,
    lang::Lang,
    levels::Levels,
    rows::{Rows, WrongLength},
    users::Users,
};

/// The nodes of a batch.
///
/// Children are lower rows, B3; a row's words are what `L::encode` wrote, B5: up to two stand in `words`, more in `pool`, where
/// `words` then says how many they are, and where they begin.
#[derive(Clone, Copy, Debug)]
pub struct Nodes<'b> {
    /// Operators, by rows.
    pub ops: &'b [u8],
    /// Two words a row.
    pub words: &'b [[u32; 2]],
    /// The words of long nodes.
    pub pool: &'b [u32],
}

/// Rows in groups.
#[derive(Clone, Copy, Debug)]
pub struct Groups<'g> {
    /// The rows of all groups.
    pub rows: &'g [u32],
    /// Where each group begins, and where the last one ends.
    pub starts: &'g [usize],
}

/// The nodes of a batch.
#[must_use]
pub fn nodes<S: Space, L: Lang>(batch: &Batch<S, L>) -> Nodes<'_> {
    batch.store.raw()
}

/// All rows, by level.
#[must_use]
pub fn levels<S: Space>(levels: &Levels<S>) -> Groups<'_> {
    levels.raw()
}

/// The rows of all levels, which stay where they are.
#[must_use]
pub fn into_rows<S: Space>(levels: Levels<S>) -> Box<[u32]> {
    levels.rows
}

/// The users of each row.
#[must_use]
pub fn users<S: Space>(users: &Users<S>) -> Groups<'_> {
    users.raw()
}

/// A column of these values, which stay where they are: [`Rows::collect`](crate::Rows::collect) copies them.
///
/// # Errors
///
/// There are fewer values than rows, or more.
pub fn column<S: Space, T>(rows: Rows<S>, values: Vec<T>) -> Result<Data<S, T>, WrongLength> {
    rows.own(values)
}

#[cfg(test)]
mod tests {
    use crate::{Builder, Node, space};

    #[test]
    fn a_column_has_a_value_for_each_row() {
        space!(Days, guard);
        let days = guard.rows(2);
        assert_eq!(super::column(days, vec![3, 4]).unwrap().as_slice(), [3, 4]);
        assert_eq!(super::column(days, vec![3]).unwrap_err(), days.collect([3]).unwrap_err());
        assert_eq!(super::column(days, vec![3, 4, 5]).unwrap_err(), days.collect([3, 4, 5]).unwrap_err());
    }

    #[derive(Node, Clone, Copy)]
    enum Math<I> {
        Num(u64),
        Neg(I),
        Mad(I, I, I),
    }

    /// What kernels of other devices read is what this says.
    #[test]
    fn nodes_levels_and_users_lie_as_is_said() {
        space!(Rows, guard);
        let mut builder = Builder::<Rows, MathLang>::new(guard);
        let num = builder.add(Math::Num(5 | 6 << 32));
        let neg = builder.add(Math::Neg(num));
        builder.add(Math::Mad(num, neg, num));
        let batch = builder.freeze();
        let nodes = super::nodes(&batch);
        assert_eq!(nodes.ops, [0, 1, 2]);
        assert_eq!((nodes.words[0], nodes.words[1][0], nodes.words[2]), ([5, 6], 0, [3, 0]));
        assert_eq!(nodes.pool, [0, 1, 0]);
        let levels = batch.levels();
        assert_eq!((super::levels(&levels).rows, super::levels(&levels).starts), (&[0, 1, 2][..], &[0, 1, 2, 3][..]));
        assert_eq!(*super::into_rows(levels), [0, 1, 2]);
        let users = batch.users();
        assert_eq!((super::users(&users).rows, super::users(&users).starts), (&[2, 2, 1, 2][..], &[0, 3, 4, 4][..]));
    }
}

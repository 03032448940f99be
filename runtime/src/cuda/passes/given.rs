//! What a pass reads, on the device: a batch, its users, or a column, each in one buffer.

use super::{
    lane::Lane,
    place::{Layout, Part},
};
use crate::{
    cuda::Buffer,
    device::Error,
    passes::{MANY, Value},
};
use core::ops::Range;
use polarnet_columns::{
    Batch, Lang, Space,
    raw::{self, Groups},
};
use std::sync::{Arc, OnceLock};

/// It is on its way when it is made, on the lane that made it.
pub struct Given {
    /// What the slots from its first one on get.
    pub words: Vec<u64>,
    pub rows: u32,
    /// Where the levels of a batch begin, if they were asked for; of users, where in the list of rows that many use those of each
    /// level do.
    pub levels: Option<Arc<[u32]>>,
    /// The rows of a batch by level, if they were asked for.
    order: Option<Box<[u32]>>,
    /// Of a batch, when they were asked for.
    pub users: OnceLock<Arc<Given>>,
    /// What the addresses among the words are in.
    _buffer: Arc<Buffer<u8>>,
}

impl Given {
    fn new(words: Vec<u64>, rows: u32, buffer: Arc<Buffer<u8>>) -> Given {
        Given { words, rows, levels: None, order: None, users: OnceLock::new(), _buffer: buffer }
    }
}

/// The nodes of a batch, and its rows by level, if they are `ordered`.
pub fn batch<S: Space, L: Lang>(
    lane: &mut Lane<'_>,
    function: &'static str,
    batch: &Batch<S, L>,
    ordered: bool,
) -> Result<Given, Error> {
    let nodes = raw::nodes(batch);
    let levels = ordered.then(|| batch.levels());
    let (order, starts): (&[u32], Vec<u32>) = match levels.as_ref().map(raw::levels) {
        // None is larger than the number of rows, which is counted below.
        Some(groups) => (groups.rows, groups.starts.iter().map(|&start| start as u32).collect()),
        None => (&[], Vec::new()),
    };
    let words = nodes.words.as_flattened();
    let rows = counted(function, nodes.ops.len())?;

    let mut layout = Layout::default();
    let ops = layout.place(nodes.ops.len());
    let [words_at, pool_at, order_at, starts_at] =
        [words, nodes.pool, order, &starts].map(|words| layout.place(4 * words.len()));
    let parts = [
        Part::new(&ops, nodes.ops),
        Part::new(&words_at, words),
        Part::new(&pool_at, nodes.pool),
        Part::new(&order_at, order),
        Part::new(&starts_at, &starts),
    ];
    let (buffer, at) = upload(lane, &layout, parts)?;
    let at = |place: Range<usize>| at + place.start as u64;
    let words = vec![at(ops), at(words_at), at(pool_at), at(order_at), at(starts_at), rows.into()];
    let mut given = Given::new(words, rows, Arc::new(buffer));
    given.levels = ordered.then(|| starts.into());
    given.order = levels.map(raw::into_rows);
    Ok(given)
}

/// The users of a batch, which was given with its levels.
pub fn users<S: Space, L: Lang>(
    lane: &mut Lane<'_>,
    function: &'static str,
    batch: &Batch<S, L>,
    of: &Given,
) -> Result<Given, Error> {
    let (Some(order), Some(levels)) = (&of.order, &of.levels) else {
        return Err(Error::Program { function, what: "users are asked for of a batch without levels" });
    };
    let users = batch.users();
    let Groups { rows: parents, starts } = raw::users(&users);
    counted(function, parents.len())?;
    let (many, many_starts) = many(order, levels, starts);

    let mut layout = Layout::default();
    let [parents_at, starts_at, many_at] =
        [parents.len(), starts.len(), many.len()].map(|words| layout.place(4 * words));
    let parts = [Part::new(&parents_at, parents), Part::starts(&starts_at, starts), Part::new(&many_at, &many)];
    let (buffer, at) = upload(lane, &layout, parts)?;
    let words = [parents_at, starts_at, many_at].map(|place| at + place.start as u64);
    let mut given = Given::new(words.into(), of.rows, Arc::new(buffer));
    given.levels = Some(many_starts.into());
    Ok(given)
}

/// The rows that more than [`MANY`] use, by level, and where those of each level begin.
fn many(order: &[u32], levels: &[u32], users: &[usize]) -> (Vec<u32>, Vec<u32>) {
    let is_many = |row: usize| users[row + 1] - users[row] > MANY as usize;
    let (mut many, mut starts) = (Vec::new(), vec![0; levels.len()]);
    // Most batches have none, which is seen at a glance.
    if (0..order.len()).any(is_many) {
        for (level, ends) in levels.windows(2).enumerate() {
            let rows = &order[ends[0] as usize..ends[1] as usize];
            many.extend(rows.iter().copied().filter(|&row| is_many(row as usize)));
            starts[level + 1] = many.len() as u32;
        }
    }
    (many, starts)
}

/// A column.
pub fn column<T: Value>(lane: &mut Lane<'_>, function: &'static str, values: &[T]) -> Result<Given, Error> {
    let rows = counted(function, values.len())?;
    let mut layout = Layout::default();
    let place = layout.place(values.len() * T::ELEMENT.bytes());
    let (buffer, at) = upload(lane, &layout, [Part::new(&place, values)])?;
    Ok(Given::new(vec![at], rows, Arc::new(buffer)))
}

/// A column that lies in a buffer already.
pub fn made(at: u64, rows: u32, buffer: &Arc<Buffer<u8>>) -> Given {
    Given::new(vec![at], rows, Arc::clone(buffer))
}

fn upload<const N: usize>(
    lane: &mut Lane<'_>,
    layout: &Layout,
    parts: [Part<'_>; N],
) -> Result<(Buffer<u8>, u64), Error> {
    let mut buffer = lane.buffer(layout)?;
    let at = lane.address(&buffer);
    lane.send(&mut buffer, layout.end(), &parts)?;
    Ok((buffer, at))
}

fn counted(function: &'static str, len: usize) -> Result<u32, Error> {
    u32::try_from(len).map_err(|_| Error::TooLong { function, len })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_many_use_are_listed_by_level() {
        // How many use each row, and the rows of three levels.
        let counts = [MANY as usize, MANY as usize + 1, 0, 1000, 1, 65, 0];
        let mut users = vec![0];
        counts.iter().for_each(|count| users.push(users.last().unwrap() + count));
        let order = [0, 1, 3, 2, 4, 5, 6];
        assert_eq!(many(&order, &[0, 3, 5, 7], &users), (vec![1, 3, 5], vec![0, 2, 2, 3]));
        assert_eq!(many(&[0], &[0, 1], &[0, 3]), (vec![], vec![0, 0]));
        assert_eq!(many(&[], &[0], &[0]), (vec![], vec![0]));
    }
}

//! What a pass reads, on the device: a batch, its users, or a column, each in one buffer.

use super::{
    lane::Lane,
    place::{Layout, Part},
};
use crate::{cuda::Buffer, device::Error, passes::Value};
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
    /// Where the levels of a batch begin, if they were asked for.
    pub levels: Option<Arc<[u32]>>,
    /// Of a batch, when they were asked for.
    pub users: OnceLock<Arc<Given>>,
    /// What the addresses among the words are in.
    _buffer: Arc<Buffer<u8>>,
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
    let (order, starts) = groups(function, levels.as_ref().map(raw::levels))?;
    let words = nodes.words.as_flattened();

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
    let rows = counted(function, nodes.ops.len())?;
    let words = vec![at(ops), at(words_at), at(pool_at), at(order_at), at(starts_at), rows.into()];
    Ok(Given { words, rows, levels: ordered.then(|| starts.into()), users: OnceLock::new(), _buffer: Arc::new(buffer) })
}

/// The users of a batch.
pub fn users<S: Space, L: Lang>(
    lane: &mut Lane<'_>,
    function: &'static str,
    batch: &Batch<S, L>,
) -> Result<Given, Error> {
    let users = batch.users();
    let (parents, starts) = groups(function, Some(raw::users(&users)))?;
    let mut layout = Layout::default();
    let [parents_at, starts_at] = [parents, &starts].map(|words| layout.place(4 * words.len()));
    let parts = [Part::new(&parents_at, parents), Part::new(&starts_at, &starts)];
    let (buffer, at) = upload(lane, &layout, parts)?;
    let words = vec![at + parents_at.start as u64, at + starts_at.start as u64];
    Ok(Given {
        words,
        rows: counted(function, batch.len())?,
        levels: None,
        users: OnceLock::new(),
        _buffer: Arc::new(buffer),
    })
}

/// A column.
pub fn column<T: Value>(lane: &mut Lane<'_>, function: &'static str, values: &[T]) -> Result<Given, Error> {
    let rows = counted(function, values.len())?;
    let mut layout = Layout::default();
    let place = layout.place(values.len() * T::ELEMENT.bytes());
    let (buffer, at) = upload(lane, &layout, [Part::new(&place, values)])?;
    Ok(Given { words: vec![at], rows, levels: None, users: OnceLock::new(), _buffer: Arc::new(buffer) })
}

/// A column that lies in a buffer already.
pub fn made(at: u64, rows: u32, buffer: &Arc<Buffer<u8>>) -> Given {
    Given { words: vec![at], rows, levels: None, users: OnceLock::new(), _buffer: Arc::clone(buffer) }
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

/// Groups of rows, as kernels have them.
fn groups<'g>(function: &'static str, groups: Option<Groups<'g>>) -> Result<(&'g [u32], Vec<u32>), Error> {
    let Some(groups) = groups else { return Ok((&[], Vec::new())) };
    counted(function, groups.rows.len())?;
    // None is larger than the last.
    Ok((groups.rows, groups.starts.iter().map(|&start| start as u32).collect()))
}

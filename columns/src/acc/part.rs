//! What one task of a parallel map has accumulated, and how the tasks' shares are joined.
//!
//! A share begins as a list of updates, and becomes a column of its own once it has as many as the space has rows. So all
//! shares together take memory in proportion to the updates, however many the rows and the tasks; and few rows with many
//! updates are accumulated densely. When a share changes its form depends on its own updates only.
//!
//! Joining is parallel over blocks of rows. A list is sorted by blocks, which keeps the order of the updates of each row:
//! a segmented reduction whose segments fit a cache.

use super::Monoid;

/// Spaces of so few rows have dense shares from the beginning.
const FEW: usize = 1024;

/// Rows of a block, at least; and blocks, at most.
const BLOCK_ROWS: usize = 4096;
const BLOCKS: usize = 64;

/// A task's share.
pub(super) struct Part<T> {
    rows: usize,
    /// Updates in order, as long as there is no column.
    list: Vec<(u32, T)>,
    /// Empty, or a value for each row.
    column: Vec<T>,
}

impl<T> Part<T> {
    pub fn new<M: Monoid<T>>(op: &M, rows: usize) -> Self {
        let mut part = Part { rows, list: Vec::new(), column: Vec::new() };
        if rows <= FEW {
            part.densify(op);
        }
        part
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Has it become a column?
    pub fn is_dense(&self) -> bool {
        self.column.len() == self.rows
    }

    /// A value for each row, if it is dense.
    pub fn column(&mut self) -> &mut [T] {
        &mut self.column
    }

    #[inline(always)]
    pub fn write<U, M: Monoid<T>>(
        &mut self,
        op: &M,
        row: u32,
        update: U,
        combine: impl FnOnce(&mut T, U),
        value: impl FnOnce(U) -> T,
    ) {
        if let Some(cell) = self.column.get_mut(row as usize) {
            combine(cell, update);
            return;
        }
        self.list.push((row, value(update)));
        if self.list.len() == self.rows {
            self.densify(op);
        }
    }

    #[cold]
    fn densify<M: Monoid<T>>(&mut self, op: &M) {
        self.column = (0..self.rows).map(|_| op.identity()).collect();
        for (row, value) in self.list.drain(..) {
            op.combine(&mut self.column[row as usize], value);
        }
        self.list = Vec::new();
    }

    /// The share, divided into blocks of rows.
    pub fn into_blocks(mut self) -> Vec<Block<T>> {
        let size = block_rows(self.rows);
        let count = self.rows.div_ceil(size);
        if !self.column.is_empty() {
            let mut blocks: Vec<_> =
                (1..count).rev().map(|block| Block::Dense(self.column.split_off(block * size))).collect();
            blocks.push(Block::Dense(self.column));
            blocks.reverse();
            return blocks;
        }
        let mut lists: Vec<_> = (0..count).map(|_| Vec::new()).collect();
        for (row, value) in self.list {
            lists[row as usize / size].push((row % size as u32, value));
        }
        lists.into_iter().map(Block::Sparse).collect()
    }
}

/// A share of some rows, by their distance from the first of them.
pub(super) enum Block<T> {
    Dense(Vec<T>),
    Sparse(Vec<(u32, T)>),
}

/// Rows of each block but the last, for a space of so many rows.
pub(super) fn block_rows(rows: usize) -> usize {
    rows.div_ceil(BLOCKS).max(BLOCK_ROWS)
}

impl<T> Block<T> {
    /// Hands out the values with the distances of their rows.
    pub fn each(self, mut f: impl FnMut(usize, T)) {
        match self {
            Block::Dense(values) => values.into_iter().enumerate().for_each(|(row, value)| f(row, value)),
            Block::Sparse(list) => list.into_iter().for_each(|(row, value)| f(row as usize, value)),
        }
    }
}

/// Combines the shares into the cells of the whole column, in the order of the shares.
pub(super) fn join<T: Send, M: Monoid<T> + Sync>(op: &M, cells: &mut [T], shares: Vec<Vec<Block<T>>>) {
    let mut shares: Vec<_> = shares.into_iter().map(Vec::into_iter).collect();
    let blocks: Vec<(&mut [T], Vec<Block<T>>)> = cells
        .chunks_mut(block_rows(cells.len()))
        .map(|cells| (cells, shares.iter_mut().filter_map(Iterator::next).collect()))
        .collect();
    crate::par::each(blocks, |(cells, shares)| {
        for share in shares {
            share.each(|row, value| op.combine(&mut cells[row], value));
        }
    });
}

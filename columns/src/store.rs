//! How the nodes of a batch lie in memory: a column of operators, a column of two words each, and a pool for the words
//! of nodes that have more.

use crate::{
    child::Child,
    lang::{Encoder, Lang, Stored},
};
use core::{
    hash::{Hash, Hasher},
    marker::PhantomData,
};
use rustc_hash::FxHasher;

/// The nodes of a batch, by rows.
///
/// B5: a row's words, and those in the pool that it names, were written by `L::encode`, and stay.
pub(crate) struct Store<L: Lang> {
    ops: Vec<u8>,
    /// The fields of a short node; of a longer one, how many words it has in the pool, and where they begin.
    words: Vec<[u32; 2]>,
    pool: Vec<u32>,
    lang: PhantomData<fn() -> L>,
}

/// A node that is not a row yet. Its pooled words, if any, end the pool.
#[derive(Clone, Copy)]
pub(crate) struct Code {
    op: u8,
    pooled: bool,
    words: [u32; 2],
}

impl<L: Lang> Store<L> {
    pub fn with_capacity(rows: usize) -> Self {
        Store { ops: Vec::with_capacity(rows), words: Vec::with_capacity(rows), pool: Vec::new(), lang: PhantomData }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Writes a node's words.
    #[inline(always)]
    pub fn encode<I: Child>(&mut self, node: L::Node<'_, I>, row: impl FnMut(I) -> u32) -> Code {
        let mut to = Encoder::new(&mut self.pool);
        L::encode(node, &mut to, row);
        to.finish();
        Code { op: to.op, pooled: to.pooled, words: to.words }
    }

    /// Makes the node that was encoded last a row.
    ///
    /// # Panics
    ///
    /// When the batch would exceed 2³² − 1 rows.
    #[inline(always)]
    pub fn push(&mut self, code: Code) -> u32 {
        let row = u32::try_from(self.ops.len()).ok().filter(|&row| row != u32::MAX);
        let row = row.expect("a batch has at most 2^32 - 1 rows");
        self.words.push(code.words);
        self.ops.push(code.op);
        row
    }

    /// Forgets the node that was encoded last.
    #[inline(always)]
    pub fn forget(&mut self, code: Code) {
        if code.pooled {
            self.pool.truncate(code.words[1] as usize);
        }
    }

    /// A hash of what makes nodes equal: operator and words.
    #[inline(always)]
    pub fn hash(&self, code: Code) -> u64 {
        let mut state = FxHasher::default();
        if code.pooled {
            state.write_u8(code.op);
            self.pooled(code.words).hash(&mut state);
        } else {
            state.write_u64(u64::from(code.op) << 56 ^ (u64::from(code.words[0]) | u64::from(code.words[1]) << 32));
        }
        state.finish()
    }

    /// The words of a row.
    pub fn code(&self, row: u32) -> Code {
        let op = self.ops[row as usize];
        Code { op, pooled: L::OPERATORS[usize::from(op)].pooled, words: self.words[row as usize] }
    }

    /// Is the node at `row` equal to this one?
    #[inline(always)]
    pub fn equals(&self, row: u32, code: Code) -> bool {
        let (op, words) = (self.ops[row as usize], self.words[row as usize]);
        op == code.op && if code.pooled { self.pooled(words) == self.pooled(code.words) } else { words == code.words }
    }

    #[inline(always)]
    fn pooled(&self, [len, at]: [u32; 2]) -> &[u32] {
        &self.pool[at as usize..][..len as usize]
    }

    /// The node at `row`.
    ///
    /// # Safety
    ///
    /// There is such a row, and `from` takes its children.
    #[inline(always)]
    pub unsafe fn node<I: Child>(&self, row: usize, from: I::From) -> L::Node<'_, I> {
        debug_assert!(row < self.ops.len());
        // SAFETY: the row is there, by the caller's word; B5.
        unsafe { L::decode(self.stored(row), from) }
    }

    /// # Safety
    ///
    /// There is such a row.
    #[inline(always)]
    unsafe fn stored(&self, row: usize) -> Stored<'_> {
        // SAFETY: the caller's; all columns have the same length.
        let (op, words) = unsafe { (*self.ops.get_unchecked(row), self.words.as_ptr().add(row)) };
        Stored { op, words, pool: self.pool.as_ptr(), batch: PhantomData }
    }

    /// Gives back what was reserved for growth.
    pub fn shrink(&mut self) {
        self.ops.shrink_to_fit();
        self.words.shrink_to_fit();
        self.pool.shrink_to_fit();
    }

    /// Operators, by rows.
    pub fn ops(&self) -> &[u8] {
        &self.ops
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.ops.capacity() + 8 * self.words.capacity() + 4 * self.pool.capacity()
    }
}

impl<L: Lang> Clone for Store<L> {
    fn clone(&self) -> Self {
        Store { ops: self.ops.clone(), words: self.words.clone(), pool: self.pool.clone(), lang: PhantomData }
    }
}

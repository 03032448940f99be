//! How the nodes of a batch lie in memory: a column of operators, a column of two words each, and a pool for the words
//! of nodes that have more.

#[cfg(feature = "serde")]
use crate::record::{LoadNode, Reader};
use crate::{
    child::Child,
    lang::{Encoder, Lang, Stored},
    raw::Nodes,
};
use core::marker::PhantomData;

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
    /// The row's two words, the first one below.
    words: u64,
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
        Code { op: to.op, pooled: to.pooled, words: whole(to.words.into()) }
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
        self.words.push(halves(code.words));
        self.ops.push(code.op);
        row
    }

    /// Reads a row from a record, of the operator number `op`. What it returns an error after is to be thrown away.
    #[cfg(feature = "serde")]
    pub fn load<C, At, R: Reader>(&mut self, op: u8, known: &C, from: &mut R) -> Result<(), R::Error>
    where
        L: LoadNode<C, At>,
    {
        if self.len() >= u32::MAX as usize || self.pool.len() > u32::MAX as usize {
            return Err(R::flaw("a batch has at most 2^32 - 1 rows, and 2^32 words of long nodes"));
        }
        let mut to = Encoder::new(&mut self.pool);
        L::load(op, known, from, &mut to)?;
        to.finish();
        // B5: `LoadNode` promises words that `encode` writes; B3: `Reader` promises children below.
        let code = Code { op: to.op, pooled: to.pooled, words: whole(to.words.into()) };
        self.push(code);
        Ok(())
    }

    /// Forgets the node that was encoded last.
    #[inline(always)]
    pub fn forget(&mut self, code: Code) {
        if code.pooled {
            self.pool.truncate((code.words >> 32) as usize);
        }
    }

    /// A hash of what makes nodes equal: operator and words. Its upper half is the better one.
    #[inline(always)]
    pub fn hash(&self, code: Code) -> u64 {
        let op = u64::from(code.op);
        if code.pooled {
            // One by one, as they were written: to read two at once would wait until both are in the cache.
            self.pooled(halves(code.words)).iter().fold(op, |hash, &word| mix(hash, word.into()))
        } else {
            // Neighbours, as constants and names often are, lie in one line of the table.
            let hash = mix(op, code.words & !7);
            hash ^ (code.words & 7) << 32
        }
    }

    /// The words of a row.
    pub fn code(&self, row: u32) -> Code {
        let op = self.ops[row as usize];
        Code { op, pooled: L::OPERATORS[usize::from(op)].pooled, words: whole(self.words[row as usize]) }
    }

    /// Is the node at `row` equal to this one?
    #[inline(always)]
    pub fn equals(&self, row: u32, code: Code) -> bool {
        let (op, words) = (self.ops[row as usize], self.words[row as usize]);
        let same = || match code.pooled {
            true => self.pooled(words) == self.pooled(halves(code.words)),
            false => whole(words) == code.words,
        };
        op == code.op && same()
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
        // SAFETY: the caller's; B5: all columns have the same length.
        let (op, words) = unsafe { (*self.ops.get_unchecked(row), self.words.as_ptr().add(row)) };
        Stored { op, words, pool: self.pool.as_ptr(), batch: PhantomData }
    }

    /// The words of the node at `row`, in the order in which its fields were encoded.
    pub fn fields(&self, row: u32) -> &[u32] {
        let (operator, words) = (&L::OPERATORS[usize::from(self.ops[row as usize])], &self.words[row as usize]);
        if operator.pooled { self.pooled(*words) } else { &words[..operator.words] }
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

    /// All of it, as it lies there.
    pub fn raw(&self) -> Nodes<'_> {
        Nodes { ops: &self.ops, words: &self.words, pool: &self.pool }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.ops.capacity() + 8 * self.words.capacity() + 4 * self.pool.capacity()
    }
}

/// Two words, the first one below.
#[inline(always)]
fn whole([low, high]: [u32; 2]) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

#[inline(always)]
fn halves(words: u64) -> [u32; 2] {
    [words as u32, (words >> 32) as u32]
}

/// A folded multiplication: each bit of the product's halves together depends on all bits of the words. The factors are
/// of wyhash.
#[inline(always)]
fn mix(hash: u64, words: u64) -> u64 {
    let product = u128::from(words ^ 0xe703_7ed1_a0b4_28db) * u128::from(hash.rotate_left(40) ^ 0xa076_1d64_78bd_642f);
    (product >> 64) as u64 ^ product as u64
}

impl<L: Lang> Clone for Store<L> {
    fn clone(&self) -> Self {
        Store { ops: self.ops.clone(), words: self.words.clone(), pool: self.pool.clone(), lang: PhantomData }
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, Store, mix};
    use crate::Node;

    #[derive(Node, Clone, Copy)]
    enum Math<I> {
        Num(u64),
        Neg(I),
    }

    /// Nodes whose words are neighbours lie in one line of the table, in eight places; others anywhere.
    #[test]
    fn neighbours_lie_together() {
        let store = Store::<MathLang>::with_capacity(0);
        let hash = |op, words| store.hash(Code { op, pooled: false, words });
        for first in [0, 8, 1 << 20, u64::MAX - 7] {
            let line: Vec<u64> = (first..=first + 7).map(|words| hash(0, words) >> 32).collect();
            assert!(line.iter().all(|place| place >> 3 == line[0] >> 3), "{line:x?}");
            let mut places: Vec<u64> = line.iter().map(|place| place & 7).collect();
            places.sort_unstable();
            assert_eq!(places, [0, 1, 2, 3, 4, 5, 6, 7]);
        }
        assert_ne!(hash(0, 7) >> 35, hash(0, 8) >> 35);
        assert_ne!(hash(0, 7) >> 35, hash(1, 7) >> 35);
    }

    /// Hashes find them; whether they are equal their words say, and their operators.
    #[test]
    fn equal_nodes_have_one_operator_and_the_same_words() {
        let mut store = Store::<MathLang>::with_capacity(1);
        let code = store.encode(Math::<u32>::Neg(7), |row| row);
        let row = store.push(code);
        assert!(store.equals(row, code));
        assert!(!store.equals(row, Code { words: code.words + 1, ..code }));
        assert!(!store.equals(row, Code { op: 1 - code.op, ..code }));
    }

    /// Each bit of the words, and of the hash before, changes about half of all bits.
    #[test]
    fn hashes_depend_on_all_bits() {
        const PAIRS: u64 = 200;
        for bit in (0..64).map(|bit| 1_u64 << bit) {
            let pairs = (1..=PAIRS).map(|n| [n.wrapping_mul(0x9e37_79b9_7f4a_7c15), n]);
            let [of_words, of_hash] = pairs.fold([0, 0], |[of_words, of_hash], [hash, words]| {
                let mixed = mix(hash, words);
                let changed = |other: u64| u64::from((mixed ^ other).count_ones());
                [of_words + changed(mix(hash, words ^ bit)), of_hash + changed(mix(hash ^ bit, words))]
            });
            for changed in [of_words, of_hash] {
                assert!((28 * PAIRS..36 * PAIRS).contains(&changed), "{bit:x}: {changed}");
            }
        }
    }
}

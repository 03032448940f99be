//! Nets for the engines, built directly in the heap.

use crate::{
    cell::Cell,
    word::{LATE, Redex, Tag, Word},
    worker::Worker,
};
use polarnet_syntax::number::{Number, Numbers, Op};

/// The number `n`.
pub fn number(n: u32) -> Word {
    Word::number(Number::u(n, Numbers::Native))
}

/// A cell for a result.
pub fn root<C: Cell>(worker: &mut Worker<'_, C>) -> u32 {
    worker.node(Word::EMPTY, Word::ERA)
}

/// The right to leave the result in the cell of a root.
pub fn out(root: u32) -> Word {
    Word::var(root, 0, 2, 1)
}

/// `λf.λx.(f (f x))`
fn two<C: Cell>(worker: &mut Worker<'_, C>, label: u32) -> Word {
    let inner = worker.node(Word::EMPTY, Word::EMPTY);
    let first = worker.node(Word::port(Tag::LAM, inner, 0), Word::EMPTY);
    let second = worker.node(Word::port(Tag::APP, first, 1), Word::EMPTY);
    worker.fill(inner, Word::EMPTY, Word::port(Tag::APP, second, 1));
    let dup = worker.node(Word::new(Tag::APP, 0, first), Word::new(Tag::APP, 0, second));
    let outer = worker.node(Word::new(Tag::DUP, label, dup), Word::new(Tag::LAM, 0, inner));
    Word::new(Tag::LAM, 0, outer)
}

/// `λy.(y + 1)`
fn increment<C: Cell>(worker: &mut Worker<'_, C>) -> Word {
    let add = Number::partial(Op::Add, Number::u(1, Numbers::Native), Numbers::Native);
    let opr = worker.node(Word::number(add), Word::EMPTY);
    let lam = worker.node(Word::new(Tag::OPR, 0, opr), Word::port(Tag::OPR, opr, 1));
    Word::new(Tag::LAM, 0, lam)
}

/// `(2 2 … 2 increment 0)`, with `twos` of them: a tower of powers of two, counted by one.
pub fn church<C: Cell>(worker: &mut Worker<'_, C>, twos: u32) -> Vec<u32> {
    let mut term = two(worker, 1);
    let mut args: Vec<Word> = (2..=twos).map(|label| two(worker, label)).collect();
    args.push(increment(worker));
    args.push(number(0));
    for arg in args {
        let app = worker.node(arg, Word::EMPTY);
        worker.link(term, Word::new(Tag::APP, 0, app));
        term = Word::port(Tag::APP, app, 1);
    }
    let root = root(worker);
    worker.link(term, out(root));
    vec![root]
}

/// A reproducible sequence (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) % limit
    }
    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}

/// Slots that wait for what is to be in them.
struct Growth {
    random: Random,
    /// Term slots.
    terms: Vec<u32>,
    /// Cells, as rights to meet them.
    cells: Vec<Word>,
}

/// A random net: two to four redexes of trees, whose leaves are joined at random, to each other and to a few roots. What
/// remains gets numbers and erasers. If it is `polarized`, every wire leads from a value to a consumer.
pub fn random<C: Cell>(worker: &mut Worker<'_, C>, seed: u64, polarized: bool) -> Vec<u32> {
    let random = Random(seed.wrapping_mul(2_654_435_769) ^ 0x9e37_79b9_7f4a_7c15);
    let mut growth = Growth { random, terms: Vec::new(), cells: Vec::new() };
    for _ in 0..2 + growth.random.below(3) {
        let clash = !polarized && growth.random.below(3) == 0;
        let (positive, negative) = (growth.tree(worker, clash, 2), growth.tree(worker, true, 2));
        worker.bag.push(Redex(positive, negative));
    }
    let mut roots: Vec<u32> = (0..growth.random.below(2)).map(|_| root(worker)).collect();
    growth.cells.extend(roots.iter().map(|&root| out(root)));
    while let Some(slot) = growth.terms.pop() {
        let word = if growth.cells.is_empty() || growth.random.below(8) == 0 {
            growth.random.pick(&[Word::ERA, number(0), number(3)])
        } else {
            let at = growth.random.below(growth.cells.len() as u64) as usize;
            growth.cells.swap_remove(at)
        };
        // SAFETY: nobody else knows the net yet.
        unsafe { worker.cell(slot).init(word) }
    }
    for cell in growth.cells {
        match growth.random.below(4) {
            0 => {
                let root = root(worker);
                worker.link(cell, out(root));
                roots.push(root);
            }
            1 if !polarized => worker.link(number(1), cell),
            _ => worker.link(cell, Word::ERA),
        }
    }
    roots
}

impl Growth {
    /// A tree of at most `depth` nodes' height, with a principal port of that sign.
    fn tree<C: Cell>(&mut self, worker: &mut Worker<'_, C>, negative: bool, depth: u64) -> Word {
        let tag = if negative {
            self.random.pick(&[Tag::APP, Tag::APP, Tag::DUP, Tag::DUP, Tag::SPLIT, Tag::OPR, Tag::SWI])
        } else {
            self.random.pick(&[Tag::LAM, Tag::LAM, Tag::LAM, Tag::SUP, Tag::PAIR])
        };
        let label = match tag {
            Tag::DUP | Tag::SUP => 1 + self.random.below(2) as u32,
            _ => 0,
        };
        let node = worker.node(Word::EMPTY, Word::EMPTY);
        let mut late = 0;
        for slot in [0, 1] {
            let negative = tag.cell(slot) == 1;
            let at = node + slot;
            if depth > 0 && self.random.below(3) > 0 {
                let tree = self.tree(worker, negative, depth - 1);
                // SAFETY: nobody else knows the net yet.
                unsafe { worker.cell(at).init(tree) }
            } else if negative {
                self.cells.push(Word::port(tag, node, slot));
            } else if tag == Tag::OPR && self.random.below(2) == 0 {
                // SAFETY: as above.
                unsafe { worker.cell(at).init(number(2)) }
            } else {
                self.terms.push(at);
                late = if tag == Tag::OPR { LATE } else { 0 };
            }
        }
        Word::new(tag, label | late, node)
    }
}

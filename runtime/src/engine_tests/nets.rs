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

/// Agents for random nets, of none to five ports, with rules for all that meet, some of which copy.
pub const AGENTS: &str = "
    agent +L, +P(-a, +b, -c), +W(+a, -b, +c, -d, +e), -D, -Q(+x, -y), -T(-p, +q, -r, +s);
    rule D ~ L => ;
    rule D ~ P(a, b, c) => a ~ b & c ~ L;
    rule D ~ W(a, b, c, d, e) => b ~ a & d ~ c & D ~ e;
    rule Q(x, y) ~ L => y ~ x;
    rule Q(x, y) ~ P(a, b, c) => a ~ P(y, x, c) & D ~ b;
    rule Q(x, y) ~ W(a, b, c, d, e) => y ~ W(a, b, x, d, c) & * ~ e;
    rule T(p, q, r, s) ~ L => p ~ q & r ~ s;
    rule T(p, q, r, s) ~ P(a, b, c) => p ~ b & a ~ {q s} & r ~ P(c, L, *);
    rule T(p, q, r, s) ~ W(a, b, c, d, e) => p ~ W(a, r, q, b, s) & Q(c, d) ~ e;
";

/// The number, the sign and the cells of each: bit `i` of port `i`.
const POSITIVE: [(u32, u32, u32); 3] = [(0, 0, 0), (1, 3, 0b101), (2, 5, 0b1010)];
const NEGATIVE: [(u32, u32, u32); 3] = [(3, 0, 0), (4, 2, 0b10), (5, 4, 0b101)];

/// Slots that wait for what is to be in them.
struct Growth {
    random: Random,
    sort: Sort,
    /// Term slots.
    terms: Vec<u32>,
    /// Cells, as rights to meet them.
    cells: Vec<Word>,
}

/// What a random net is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// The agents of the core; every wire leads from a value to a consumer.
    Polarized,
    /// The same; signs may clash.
    Unpolarized,
    /// [`AGENTS`] and duplications, polarized.
    Agents,
}

/// A random net: two to four redexes of trees, whose leaves are joined at random, to each other and to a few roots. What
/// remains gets numbers and erasers.
pub fn random<C: Cell>(worker: &mut Worker<'_, C>, seed: u64, sort: Sort) -> Vec<u32> {
    let polarized = sort != Sort::Unpolarized;
    let random = Random(seed.wrapping_mul(2_654_435_769) ^ 0x9e37_79b9_7f4a_7c15);
    let mut growth = Growth { random, sort, terms: Vec::new(), cells: Vec::new() };
    for _ in 0..2 + growth.random.below(3) {
        let clash = !polarized && growth.random.below(3) == 0;
        let (positive, negative) = (growth.tree(worker, clash, 2), growth.tree(worker, true, 2));
        worker.bag.push(Redex(positive, negative));
    }
    let mut roots: Vec<u32> = (0..growth.random.below(2)).map(|_| root(worker)).collect();
    growth.cells.extend(roots.iter().map(|&root| out(root)));
    while let Some(slot) = growth.terms.pop() {
        let word = if growth.cells.is_empty() || growth.random.below(8) == 0 {
            let leaves = [Word::ERA, number(0), number(3)];
            growth.random.pick(if sort == Sort::Agents { &leaves[..1] } else { &leaves })
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
        if self.sort == Sort::Agents && self.random.below(5) > 0 {
            return self.agent(worker, negative, depth);
        }
        let tag = if self.sort == Sort::Agents {
            if negative { Tag::DUP } else { Tag::SUP }
        } else if negative {
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

    /// A tree with an agent of [`AGENTS`] at its root. Cells may be born full.
    fn agent<C: Cell>(&mut self, worker: &mut Worker<'_, C>, negative: bool, depth: u64) -> Word {
        let (symbol, arity, cells) = self.random.pick(if negative { &NEGATIVE } else { &POSITIVE });
        let tag = if negative { Tag::ACTOR } else { Tag::VALUE };
        if arity == 0 {
            return Word::new(tag, symbol, 0);
        }
        let words = arity.max(2);
        let node = worker.alloc(words);
        for slot in 0..words {
            // SAFETY: nobody else knows the net yet.
            unsafe { worker.cell(node + slot).init(Word::EMPTY) }
        }
        for slot in 0..arity {
            let negative = cells >> slot & 1 == 1;
            if depth > 0 && self.random.below(3) > 0 {
                let tree = self.tree(worker, negative, depth - 1);
                // SAFETY: as above.
                unsafe { worker.cell(node + slot).init(tree) }
            } else if negative {
                self.cells.push(Word::var(node, slot, words, cells.count_ones()));
            } else {
                self.terms.push(node + slot);
            }
        }
        Word::new(tag, symbol, node)
    }
}

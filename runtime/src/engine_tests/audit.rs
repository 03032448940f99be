//! What is left of a run: the normal form, and where every node has gone.

use crate::{
    cell::Cell,
    heap::Heap,
    stats::Counts,
    word::{Kind, Word},
    worker::{MAX_ARITY, Worker},
};
use std::collections::{HashMap, HashSet};

/// A finished run, in a form that does not depend on the schedule.
#[derive(PartialEq, Debug)]
pub struct Outcome {
    /// Interactions, by rule.
    pub counts: Counts,
    /// The trees at the roots, in pre-order; wires have numbers.
    pub normal: Vec<Term>,
    /// Nodes are left that no root reaches: the net has vicious circles. How many nodes these keep depends on the
    /// schedule.
    pub circles: bool,
}

/// A term of a normal form.
#[derive(PartialEq, Debug)]
pub enum Term {
    /// A node: its kind, and its label, if that means something.
    Node(Kind, u32),
    /// An agent of the book, by its number.
    Agent(u32),
    /// A leaf.
    Leaf(Word),
    /// One end of a wire.
    Wire(usize),
}

/// Reads the trees at `roots`, and accounts for every word that was ever allocated: its node was freed, and just once; or it
/// is reached by a root, and was not freed; or it belongs to a vicious circle.
pub fn outcome<C: Cell>(heap: &Heap<C>, workers: &[Worker<'_, C>], roots: &[u32]) -> Outcome {
    let mut counts = Counts::default();
    let mut freed = HashSet::new();
    let mut untouched = 0;
    for worker in workers {
        counts.merge(&worker.counts);
        assert_eq!(worker.bag.len(), 0, "no redex is left");
        untouched += worker.fresh.len() + worker.turned.len() + worker.chunk.len();
        for word in worker.words_in_order() {
            assert!(freed.insert(word), "{word} was freed twice");
        }
        for arity in 1..=MAX_ARITY {
            let mut node = worker.free[arity];
            while node != 0 {
                for word in node..node + arity.next_multiple_of(2) as u32 {
                    assert!(freed.insert(word), "{word} was freed twice");
                }
                // SAFETY: a free node is its worker's, and nobody reduces any more.
                node = unsafe { worker.cell(node).take() }.0 as u32;
            }
        }
    }
    let mut reader = Reader { worker: &workers[0], reached: HashSet::new(), wires: HashMap::new() };
    let normal = reader.read(roots);
    assert!(reader.reached.is_disjoint(&freed), "a freed node is in use");
    // Two words were never handed out: location 0 is no node.
    let allocated = heap.used() as usize - 2 - untouched;
    let accounted = freed.len() + reader.reached.len();
    assert!(accounted <= allocated, "{accounted} words of {allocated}");
    Outcome { counts, normal, circles: accounted < allocated }
}

struct Reader<'r, 'h, C: Cell> {
    worker: &'r Worker<'h, C>,
    /// Words of nodes that were seen.
    reached: HashSet<u32>,
    /// Numbers of the cells that nobody has met.
    wires: HashMap<u32, usize>,
}

impl<C: Cell> Reader<'_, '_, C> {
    fn read(&mut self, roots: &[u32]) -> Vec<Term> {
        let mut terms = Vec::new();
        roots.iter().for_each(|&root| self.reach(root, 2));
        let mut todo: Vec<u32> = roots.iter().rev().copied().collect();
        while let Some(mut at) = todo.pop() {
            let word = loop {
                let word = self.worker.cell(at).peek();
                if !word.is_var() {
                    break word;
                }
                self.reach(word.var_node(), word.var_arity());
                at = word.loc();
            };
            let tag = word.tag();
            if word.is_empty() {
                let next = self.wires.len();
                terms.push(Term::Wire(*self.wires.entry(at).or_insert(next)));
            } else if tag.is_node() {
                self.reach(word.loc(), 2);
                todo.extend([word.loc() + 1, word.loc()]);
                terms.push(Term::Node(tag.kind(), if tag.kind() == Kind::Dup { word.label() } else { 0 }));
            } else if tag.is_agent() {
                let shape = self.worker.program.agent(word.label());
                if shape.arity > 0 {
                    self.reach(word.loc(), shape.words());
                }
                todo.extend((0..shape.arity).rev().map(|slot| word.loc() + slot));
                terms.push(Term::Agent(word.label()));
            } else {
                terms.push(Term::Leaf(word));
            }
        }
        terms
    }

    /// All words of a node.
    fn reach(&mut self, node: u32, words: u32) {
        self.reached.extend(node..node + words.next_multiple_of(2));
    }
}

//! The linker under [loom](https://docs.rs/loom): every interleaving of two to four threads, and every value that
//! the memory model lets a load return. `LINKER.md` says what is claimed; these tests are the evidence.
//!
//! ```text
//! ci/loom.sh short    all but the module `large`: a minute
//! ci/loom.sh full     everything
//! ```
//!
//! A test explores to the end, unless it says [`bounded`]. Those that must fail say with which message.
//!
//! How a test is read: [`run`] builds some nodes, then gives each of its *parts* to a thread with a worker of its own,
//! and waits for all. What is left is an [`End`]: the redexes that nobody has reduced, the nodes that were freed, the
//! words that are still in use. Plain accesses are checked by loom, so a part need not look at a word for a race on
//! it to be found: it suffices that the protocol does.
//!
//! What loom leaves out: it has no load buffering (a load never returns a value from a store that depends on it, which
//! no hardware does either for atomic additions), and an atomic remembers its last seven stores.

mod agents;
mod calls;
mod chains;
mod large;
mod pool;
mod rules;
mod shared_nodes;
mod weakened;
mod wire;
mod wrong;

use crate::{
    cell::{Cell, Proved, Shared},
    heap::Heap,
    program::Program,
    word::{Redex, Tag, Word},
    worker::{MAX_ARITY, Worker},
};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// A worker of these tests.
type W<C> = Worker<'static, C>;

/// What one thread does.
type Part<C> = Box<dyn FnOnce(&mut W<C>) + Send>;

/// The cell with the orderings in use.
type Real = Shared<Proved>;

/// Closures as parts.
macro_rules! parts {
    ($($part:expr),* $(,)?) => { vec![$(Box::new($part) as $crate::loom_tests::Part<_>),*] };
}
use parts;

/// What the workers of one execution work on.
struct Ground<C> {
    heap: Heap<C>,
    program: Arc<Program>,
}

/// Words that each worker may use.
const SHARE: u64 = 24;

/// Calls `build`, then runs each part that it returns in a thread of its own; the last in this one.
fn run<C: Cell + Send + Sync + 'static>(build: impl FnOnce(&mut W<C>) -> Vec<Part<C>>) -> End<C> {
    run_program(Arc::default(), build)
}

/// As [`run`], where references are to be called.
fn run_program<C: Cell + Send + Sync + 'static>(
    program: Arc<Program>,
    build: impl FnOnce(&mut W<C>) -> Vec<Part<C>>,
) -> End<C> {
    const WORKERS: u64 = 4;
    let heap = Heap::new(2, WORKERS * SHARE).expect("a boxed region");
    let ground = Arc::new(Ground { heap, program });
    // SAFETY: whoever has a worker has a clone of `ground` too, and drops it after the worker: the threads below, and
    // `End` by the order of its fields.
    let lent: &'static Ground<C> = unsafe { &*Arc::as_ptr(&ground) };
    let hire = |part| {
        let mut worker = Worker::new(&lent.heap, &lent.program, part, WORKERS);
        // Instead of a chunk, whose number would be one more atomic to explore.
        worker.fresh = core::mem::take(&mut worker.spare);
        worker
    };
    let mut main = hire(0);
    let mut parts = build(&mut main);
    let last = parts.pop().expect("a part");
    let threads: Vec<_> = parts
        .into_iter()
        .zip(1..)
        .map(|(part, number)| {
            let (mut worker, ground) = (hire(number), ground.clone());
            loom::thread::spawn(move || {
                let _ground = ground;
                part(&mut worker);
                worker
            })
        })
        .collect();
    last(&mut main);
    let mut workers = vec![main];
    workers.extend(threads.into_iter().map(|thread| thread.join().expect("a part that ends")));
    End { workers, _ground: ground }
}

/// What is left when all parts have ended.
struct End<C: Cell + 'static> {
    workers: Vec<W<C>>,
    _ground: Arc<Ground<C>>,
}

impl<C: Cell + 'static> End<C> {
    /// The redexes of all bags; sorted, and each with its smaller term first.
    fn redexes(&self) -> Vec<(Word, Word)> {
        let ordered = |Redex(a, b)| if a.0 < b.0 { (a, b) } else { (b, a) };
        let mut all: Vec<_> = self.workers.iter().flat_map(|worker| worker.bag.iter()).map(ordered).collect();
        all.sort_by_key(|(a, b)| (a.0, b.0));
        all
    }

    /// The freed nodes of `arity` words; sorted. None of them is there twice.
    fn freed(&self, arity: usize) -> Vec<u32> {
        let mut all = Vec::new();
        for worker in &self.workers {
            let mut node = worker.free[arity];
            while node != 0 {
                assert!(!all.contains(&node), "freed twice: {node}");
                all.push(node);
                // SAFETY: a free node is its worker's, and all threads have ended.
                node = unsafe { worker.cell(node).take() }.0 as u32;
            }
        }
        all.sort_unstable();
        all
    }

    /// Words that are part of a node which was not freed.
    fn live(&self) -> usize {
        let made: usize = self.workers.iter().map(|worker| SHARE as usize - worker.fresh.len()).sum();
        let words = |arity: usize| arity.next_multiple_of(2) * self.freed(arity).len();
        made - (1..=MAX_ARITY).map(words).sum::<usize>()
    }

    /// How often any worker counted `rule`.
    fn counted(&self, rule: crate::stats::Rule) -> u64 {
        self.workers.iter().map(|worker| worker.counts.of(rule)).sum()
    }
}

/// Explores `test` to the end.
fn model(test: impl Fn() + Send + Sync + 'static) {
    explore(None, test);
}

/// Explores `test` with at most so many preemptions: switches to another thread where this one could have gone on. For
/// tests that are too large to be explored to the end.
fn bounded(preemptions: usize, test: impl Fn() + Send + Sync + 'static) {
    explore(Some(preemptions), test);
}

fn explore(bound: Option<usize>, test: impl Fn() + Send + Sync + 'static) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = bound;
    let executions = Arc::new(AtomicUsize::new(0));
    let count = executions.clone();
    model.check(move || {
        count.fetch_add(1, Ordering::Relaxed);
        test();
    });
    let bound = bound.map_or("all".to_owned(), |most| format!("{most} preemptions"));
    println!("{} executions ({bound})", executions.load(Ordering::Relaxed));
}

/// The search itself: a party that looks at a cell before it meets it finds it empty in one execution, and full in
/// another. loom alone misses one of them; see `Raw` in `cell.rs`.
#[test]
fn each_order_is_explored() {
    let found = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]);
    let seen = found.clone();
    model(move || {
        let seen = seen.clone();
        let end = run::<Real>(|worker| {
            let cell = fresh_wire(worker, 7);
            parts![move |worker: &mut W<Real>| worker.link(leaf(1), wire(cell)), move |worker: &mut W<Real>| {
                let known = worker.known(wire(cell));
                seen[usize::from(known.is_var())].fetch_add(1, Ordering::Relaxed);
                worker.link(leaf(2), known);
            },]
        });
        assert_eq!((end.redexes(), end.live()), (vec![(leaf(1), leaf(2))], 0));
    });
    assert!(found.iter().all(|times| times.load(Ordering::Relaxed) > 0));
}

/// An opaque leaf.
fn leaf(n: u32) -> Word {
    Word::new(Tag::NUM, 0, n)
}

/// A right to meet the only cell of a `LAM`, which is its slot 0. Owner and variable have the same word.
fn wire(lam: u32) -> Word {
    Word::port(Tag::LAM, lam, 0)
}

/// A right to meet cell `slot` of a `DUP`.
fn half(dup: u32, slot: u32) -> Word {
    Word::port(Tag::DUP, dup, slot)
}

/// A node with one cell and the term `leaf(n)`: a wire that nobody has met, and a slot that must not be overwritten
/// before it was read.
fn fresh_wire<C: Cell>(worker: &mut W<C>, n: u32) -> u32 {
    worker.node(Word::EMPTY, leaf(n))
}

/// What stands in a term slot.
fn take<C: Cell>(worker: &W<C>, loc: u32) -> Word {
    // SAFETY: none: whether it may be read is what the tests find out.
    unsafe { worker.cell(loc).take() }
}

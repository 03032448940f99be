//! The engines on nets that are built in the heap: [`Plain`] cells on one thread, [`Shared`] ones on one to four.
//! Whatever the schedule, the normal form is the same, so is the number of interactions, and every node is accounted
//! for.
//!
//! The same tests run under Miri and ThreadSanitizer, which check the claim that plain accesses are exclusive
//! (`ci/miri.sh`, `ci/tsan.sh`); [`schedules`] has them under shuttle (`ci/shuttle.sh`).

mod audit;
mod books;
mod nets;
#[cfg(not(any(miri, shuttle)))]
mod rules;
mod rust;
#[cfg(shuttle)]
mod schedules;

use crate::{
    cell::{Orders, Plain, Shared},
    control::{Control, Limits, Stop},
    engine::Engine,
    heap::Heap,
    program::Program,
    stats::{Counts, Rule},
    sync::Ordering,
    test_books::program,
    watch::CancelToken,
    worker::Worker,
};
use audit::{Outcome, Term, outcome};
use nets::Sort;
use std::sync::{Arc, LazyLock};

/// As [`reduce_with`], without a book.
fn reduce<C: Engine>(
    threads: u64,
    words: u64,
    interactions: u64,
    build: impl Fn(&mut Worker<'_, C>) -> Vec<u32>,
) -> Option<Outcome> {
    reduce_with(&Program::default(), threads, words, interactions, build)
}

/// Reduces what `build` builds, which returns its roots. `None`: more interactions, or more memory, than allowed.
fn reduce_with<C: Engine>(
    program: &Program,
    threads: u64,
    words: u64,
    interactions: u64,
    build: impl Fn(&mut Worker<'_, C>) -> Vec<u32>,
) -> Option<Outcome> {
    let limits = Limits {
        memory: u64::MAX,
        interactions: Some(interactions),
        timeout: None,
        strict: false,
        cancel: CancelToken::new(),
    };
    let heap = Heap::<C>::new(words, threads * program.spare()).expect("a small heap");
    let mut workers: Vec<_> = (0..threads).map(|part| Worker::new(&heap, program, part, threads)).collect();
    let roots = build(&mut workers[0]);
    match C::settle(&mut workers, &Control::new(limits, threads as usize, Arc::default())) {
        Ok(()) => Some(outcome(&heap, &workers, &roots)),
        Err(Stop::Interactions(_) | Stop::Memory(_)) => None,
        Err(why) => panic!("{why:?}"),
    }
}

/// How many threads are tried.
const THREADS: &[u64] = if cfg!(miri) { &[2, 3] } else { &[1, 2, 3, 4] };

/// A random net.
#[derive(Clone, Copy, Debug)]
struct Net {
    seed: u64,
    sort: Sort,
}

/// Random nets that are tried; one in five ends.
const NETS: u64 = match (cfg!(miri), cfg!(shuttle)) {
    (true, _) => 16,
    (_, true) => 200,
    _ => 2_000,
};

/// The most interactions of a net that is tried.
const MOST: u64 = if cfg!(any(miri, shuttle)) { 150 } else { 20_000 };

/// Words for so many, if nothing were ever freed, and a chunk for each worker. The checkers make them one by one.
const WORDS: u64 = if cfg!(any(miri, shuttle)) { 8 * MOST + 1_000 } else { 1 << 20 };

impl Net {
    fn all() -> impl Iterator<Item = Net> {
        (1..=NETS).map(|seed| Net { seed, sort: if seed % 4 == 0 { Sort::Unpolarized } else { Sort::Polarized } })
    }

    /// Nets of agents of a book.
    fn of_agents() -> impl Iterator<Item = Net> {
        (1..=NETS).map(|seed| Net { seed, sort: Sort::Agents })
    }

    /// What it becomes on one thread, if it ends soon.
    fn expected(self) -> Option<Outcome> {
        self.reduce::<Plain>(1, MOST)
    }

    /// What it becomes on `threads` threads is the same. These get more room, so that limits do not differ.
    fn check(self, threads: u64, expected: &Outcome) {
        let mut found = self.reduce::<Shared>(threads, 4 * threads * MOST).expect("it ends");
        // The nets have no types: signs clash sooner or later. Then two equal signs may meet either way round, and the
        // rule for it has one or the other name.
        assert_eq!(sorts(&found.counts), sorts(&expected.counts), "{self:?} on {threads} threads");
        found.counts = expected.counts.clone();
        assert_eq!(found, *expected, "{self:?} on {threads} threads");
    }

    fn reduce<C: Engine>(self, threads: u64, most: u64) -> Option<Outcome> {
        static AGENTS: LazyLock<Program> = LazyLock::new(|| program(nets::AGENTS).0);
        let none = Program::default();
        let program = if self.sort == Sort::Agents { &*AGENTS } else { &none };
        reduce_with::<C>(program, threads, WORDS, most, |worker| nets::random(worker, self.seed, self.sort))
    }
}

/// Interactions by what they do, whatever the signs.
fn sorts(counts: &Counts) -> [u64; 9] {
    let of = |rules: &[Rule]| rules.iter().map(|&rule| counts.of(rule)).sum();
    [
        of(&[Rule::Void]),
        of(&[Rule::Erase]),
        of(&[Rule::Copy]),
        of(&[Rule::AppLam, Rule::SplitPair, Rule::DupSup, Rule::Annihilate]),
        of(&[Rule::DupLam, Rule::DupPair, Rule::Commute]),
        of(&[Rule::Operate]),
        of(&[Rule::Switch]),
        of(&[Rule::Call]),
        of(&[Rule::User]),
    ]
}

/// The tests are worth something only if most nets end, and many of them do something.
#[cfg(not(any(miri, shuttle)))]
#[test]
fn random_nets_are_of_all_kinds() {
    use crate::word::Kind;
    let nets: Vec<Outcome> = Net::all().filter_map(Net::expected).collect();
    let total = |rule| nets.iter().map(|net| net.counts.of(rule)).sum::<u64>();
    for &rule in Rule::ALL {
        // References and agents are for books.
        let of_books = matches!(rule, Rule::Call | Rule::User | Rule::Stuck | Rule::Fused);
        assert!(of_books || total(rule) > 20, "{}: {}", rule.name(), total(rule));
    }
    let count = |has: fn(&Outcome) -> bool| nets.iter().filter(|net| has(net)).count();
    assert!(nets.len() > 200, "{} nets end", nets.len());
    assert!(count(|net| net.counts.total() > 50) > 50);
    assert!(count(|net| net.circles) > 5);
    assert!(count(|net| !net.circles) > 100);
    assert!(count(|net| net.normal.iter().any(|term| matches!(term, Term::Wire(_)))) > 20);
    assert!(count(|net| net.normal.iter().any(|term| matches!(term, Term::Node(Kind::Dup, _)))) > 20);
}

#[cfg(not(any(miri, shuttle)))]
#[test]
fn random_nets_of_agents_are_of_all_kinds() {
    let nets: Vec<Outcome> = Net::of_agents().filter_map(Net::expected).collect();
    let total = |rule| nets.iter().map(|net| net.counts.of(rule)).sum::<u64>();
    assert!([Rule::User, Rule::Erase, Rule::Commute, Rule::DupSup].iter().all(|&rule| total(rule) > 500));
    let count = |has: fn(&Outcome) -> bool| nets.iter().filter(|net| has(net)).count();
    assert!(nets.len() as u64 > NETS / 2, "{} nets end", nets.len());
    assert!(count(|net| net.counts.of(Rule::User) > 20) > 50);
    let closed = count(|net| !net.circles && net.counts.of(Rule::User) > 5);
    assert!(closed > 100, "{closed} without circles");
    assert!(count(|net| net.normal.iter().any(|term| matches!(term, Term::Agent(_)))) > 50);
}

#[cfg(not(shuttle))]
#[test]
fn random_nets() {
    let rounds = if cfg!(miri) { 1 } else { 3 };
    for net in Net::all().chain(Net::of_agents()) {
        let Some(expected) = net.expected() else { continue };
        for threads in THREADS.repeat(rounds) {
            net.check(threads, &expected);
        }
    }
}

#[cfg(not(shuttle))]
#[test]
fn church_numerals() {
    let (twos, result, words) = if cfg!(miri) { (3, 16, 1 << 12) } else { (4, 65_536, 1 << 23) };
    let expected = reduce::<Plain>(1, words, u64::MAX, |worker| nets::church(worker, twos)).expect("no limit");
    assert_eq!(expected.normal, [Term::Leaf(nets::number(result))]);
    assert!(!expected.circles);
    for &threads in THREADS {
        let found = reduce::<Shared>(threads, words * threads, u64::MAX, |worker| nets::church(worker, twos));
        assert_eq!(found.as_ref(), Some(&expected));
    }
}

/// Two orderings are weaker than they must be: Miri and ThreadSanitizer have to report a race, so that their silence
/// about the others means something.
#[cfg(not(shuttle))]
#[test]
#[ignore = "ci/miri.sh and ci/tsan.sh run it, and want it to fail"]
fn must_be_reported() {
    struct Weak;
    impl Orders for Weak {
        const LOOK: Ordering = Ordering::Relaxed;
        const LEAVE: Ordering = Ordering::Relaxed;
    }
    for net in Net::all() {
        if net.expected().is_some() {
            net.reduce::<Shared<Weak>>(3, 12 * MOST);
        }
    }
}

/// Memory that runs out ends the run, on all threads, whatever they are doing.
#[cfg(not(shuttle))]
#[test]
fn out_of_memory() {
    for &threads in THREADS {
        let words = if cfg!(miri) { 1 << 8 } else { 1 << 17 };
        assert_eq!(reduce::<Shared>(threads, words, u64::MAX, |worker| nets::church(worker, 5)), None);
    }
}

/// The limit of interactions ends the run, on all threads.
#[cfg(not(shuttle))]
#[test]
fn out_of_interactions() {
    for &threads in THREADS {
        assert_eq!(reduce::<Shared>(threads, WORDS, 100, |worker| nets::church(worker, 4)), None);
    }
}

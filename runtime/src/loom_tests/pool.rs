//! The pool: it neither hangs, which loom reports as a deadlock, nor ends before all work is done; and what goes
//! through it is published.

use super::*;
use crate::pool::Pool;

/// A job `n` is done by making two of `n - 1`. Gives the older half away when somebody is hungry.
fn work(pool: &Pool<u32>, done: &AtomicUsize, mut mine: Vec<u32>) {
    loop {
        while let Some(job) = mine.pop() {
            done.fetch_add(1, Ordering::Relaxed);
            if job > 0 {
                mine.extend([job - 1, job - 1]);
            }
            if mine.len() > 1 && pool.hungry() {
                pool.offer(mine.drain(..mine.len() / 2).collect());
            }
        }
        match pool.next() {
            Some(batch) => mine = batch,
            None => return,
        }
    }
}

/// Every job is done, by `workers` workers of which one begins with all.
pub(super) fn all_done(workers: usize, job: u32) {
    let pool = loom::sync::Arc::new(Pool::new(workers));
    // Not loom's: the count is no part of the protocol.
    let done = Arc::new(AtomicUsize::new(0));
    let threads: Vec<_> = (1..workers)
        .map(|_| {
            let (pool, done) = (pool.clone(), done.clone());
            loom::thread::spawn(move || work(&pool, &done, vec![]))
        })
        .collect();
    work(&pool, &done, vec![job]);
    for thread in threads {
        thread.join().expect("a worker that ends");
    }
    assert_eq!(done.load(Ordering::Relaxed), (2 << job) - 1, "no job is left");
}

#[test]
fn two_workers() {
    model(|| all_done(2, 2));
}

#[test]
fn three_workers() {
    bounded(2, || all_done(3, 2));
}

/// What is given back is neither lost nor done twice, whether who is busy takes it, or is done before it sees it, or nobody is.
#[test]
fn what_is_given_back_is_done() {
    bounded(3, || {
        let pool = loom::sync::Arc::new(Pool::new(2));
        let done = Arc::new(AtomicUsize::new(0));
        let work = |pool: &Pool<u32>, done: &AtomicUsize, mut mine: Vec<u32>| {
            let mut may_give_back = true;
            loop {
                while let Some(job) = mine.pop() {
                    done.fetch_add(job as usize, Ordering::Relaxed);
                    mine.extend(pool.take_back().into_iter().flatten());
                    if core::mem::take(&mut may_give_back) && !mine.is_empty() {
                        mine = pool.give_back(mine).err().unwrap_or_default();
                    }
                }
                match pool.next() {
                    Some(batch) => mine = batch,
                    None => return,
                }
            }
        };
        let theirs = (pool.clone(), done.clone());
        let thread = loom::thread::spawn(move || work(&theirs.0, &theirs.1, vec![1, 2]));
        work(&pool, &done, vec![4, 8]);
        thread.join().expect("a worker that ends");
        assert_eq!(done.load(Ordering::Relaxed), 15);
    });
}

/// Both idle at once from the start: the second to be idle ends the run.
#[test]
fn nothing_to_do() {
    model(|| {
        let pool = loom::sync::Arc::new(Pool::<u32>::new(2));
        let other = pool.clone();
        let thread = loom::thread::spawn(move || other.next());
        assert_eq!(pool.next(), None);
        assert_eq!(thread.join().expect("a worker that ends"), None);
    });
}

/// A worker hit a limit and never calls `next` again: the others wake up all the same.
#[test]
fn stop_wakes_everybody() {
    model(|| {
        let pool = loom::sync::Arc::new(Pool::<u32>::new(3));
        let waiting: Vec<_> = (0..2)
            .map(|_| {
                let pool = pool.clone();
                loom::thread::spawn(move || assert_eq!(pool.next(), None))
            })
            .collect();
        pool.stop();
        for thread in waiting {
            thread.join().expect("a worker that ends");
        }
    });
}

fn add(cell: &loom::cell::UnsafeCell<u32>) {
    // SAFETY: none: loom looks whether another does the same at the same time.
    cell.with_mut(|held| unsafe { *held += 1 });
}

/// Who is told to be alone is, whatever the other has done before: it may touch all without a lock, until it offers. The other
/// comes late.
#[test]
fn alone() {
    model(|| {
        let pool = loom::sync::Arc::new(Pool::with_one(2));
        let cell = loom::sync::Arc::new(loom::cell::UnsafeCell::new(0));
        let theirs = (pool.clone(), cell.clone());
        let thread = loom::thread::spawn(move || {
            let (pool, cell) = theirs;
            pool.arrive();
            while pool.next().is_some() {
                add(&cell);
            }
        });
        if pool.is_alone() {
            add(&cell);
        }
        pool.offer(vec![1]);
        if pool.is_alone() {
            add(&cell);
        }
        while pool.next().is_some() {
            add(&cell);
        }
        thread.join().expect("a worker that ends");
    });
}

/// The same where the other gives back what it has.
#[test]
fn alone_with_what_was_given_back() {
    model(|| {
        let pool = loom::sync::Arc::new(Pool::new(2));
        let cell = loom::sync::Arc::new(loom::cell::UnsafeCell::new(0));
        let theirs = (pool.clone(), cell.clone());
        let thread = loom::thread::spawn(move || {
            let (pool, cell) = theirs;
            add(&cell);
            let mut mine = pool.give_back(vec![1]).err();
            while mine.take().or_else(|| pool.next()).is_some() {
                if pool.is_alone() {
                    add(&cell);
                }
            }
        });
        let is_alone = pool.is_alone();
        if is_alone {
            add(&cell);
        }
        if pool.take_back().is_some() && is_alone {
            add(&cell);
        }
        while pool.next().is_some() {
            if pool.is_alone() {
                add(&cell);
            }
        }
        thread.join().expect("a worker that ends");
    });
}

/// A run that was stopped stays stopped: a batch that is still there is nobody's.
#[test]
fn stop_while_offered() {
    model(|| {
        let pool = loom::sync::Arc::new(Pool::new(2));
        let other = pool.clone();
        let thread = loom::thread::spawn(move || while other.next().is_some() {});
        pool.offer(vec![1]);
        pool.stop();
        thread.join().expect("a worker that ends");
        assert_eq!(pool.next(), None);
    });
}

/// A redex that is handed over through the pool brings its nodes with it: both, and what was read of them before.
#[test]
fn redex_through_the_pool() {
    model(|| {
        let pool = loom::sync::Arc::new(Pool::new(2));
        let theirs = pool.clone();
        let end = run::<Real>(move |_| {
            parts![
                move |worker: &mut W<Real>| {
                    let app = worker.node(leaf(1), Word::EMPTY);
                    let lam = worker.node(Word::EMPTY, leaf(2));
                    worker.link(leaf(3), Word::port(Tag::APP, app, 1));
                    theirs.offer(vec![Redex(Word::new(Tag::APP, 0, app), Word::new(Tag::LAM, 0, lam))]);
                    worker.link(leaf(4), wire(lam));
                    while let Some(batch) = theirs.next() {
                        worker.bag.extend(batch);
                        worker.reduce(8);
                    }
                },
                move |worker: &mut W<Real>| {
                    while let Some(batch) = pool.next() {
                        worker.bag.extend(batch);
                        worker.reduce(8);
                    }
                },
            ]
        });
        // Whoever found it reduced it; the redex of the bound variable may be the first thread's, which had its term.
        let left: usize = end.redexes().len();
        assert_eq!(end.counted(crate::stats::Rule::AppLam), 1);
        assert_eq!(end.counted(crate::stats::Rule::Void) as usize + left, 2);
        assert_eq!((end.freed(2).len(), end.live()), (2, 0));
    });
}

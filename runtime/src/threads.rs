//! Threads of a run: they borrow its net, and leave the processor of the one that starts them.
//!
//! As `std::thread::scope`, but for two things. That does not tell which threads of the system its threads are, and they have to be
//! [moved](Processors::move_away): a thread cannot move itself, as it does not run yet. And who waits for them there sleeps, and to be woken takes 60 µs
//! of a run that may have taken 4 ms; where they have nothing left to do they end at once.

use crate::{
    budget,
    processors::Processors,
    sync::{AtomicUsize, Ordering},
};
use core::{
    any::Any,
    marker::PhantomData,
    mem::{ManuallyDrop, MaybeUninit},
    time::Duration,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{Arc, Mutex, PoisonError},
    thread::{self, Builder, Thread},
    time::Instant,
};

/// How long who waits for the threads stays awake.
const AWAKE: Duration = Duration::from_micros(200);

/// Where threads are started that may borrow what lives as long as `'env`.
pub(crate) struct Scope<'env> {
    running: Arc<Running>,
    processors: Option<Processors>,
    // Invariant, as that of std.
    _env: PhantomData<&'env mut &'env ()>,
}

/// What threads tell the one that has started them.
struct Running {
    /// How many have not ended.
    threads: AtomicUsize,
    /// Who waits for them.
    starter: Thread,
    panicked: Mutex<Option<Box<dyn Any + Send>>>,
}

/// All threads that `f` starts have ended when it returns. A panic of theirs goes on here.
pub(crate) fn scope<'env, R>(f: impl FnOnce(&Scope<'env>) -> R) -> R {
    let running =
        Arc::new(Running { threads: AtomicUsize::new(0), starter: thread::current(), panicked: Mutex::new(None) });
    let scope = Scope { running: Arc::clone(&running), processors: Processors::of_this_thread(), _env: PhantomData };
    let result = f(&scope);
    drop(scope); // and if `f` panics
    let panicked = running.panicked.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(payload) = panicked {
        resume_unwind(payload);
    }
    result
}

impl<'env> Scope<'env> {
    /// `None`: the system refuses it.
    pub fn start(&self, f: impl FnOnce() + Send + 'env) -> Option<()> {
        self.running.threads.fetch_add(1, Ordering::Relaxed);
        let end = End(Arc::clone(&self.running));
        let f = Hidden::new(f);
        let body = move || {
            if let Err(payload) = catch_unwind(AssertUnwindSafe(|| f.call())) {
                *end.0.panicked.lock().unwrap_or_else(PoisonError::into_inner) = Some(payload);
            }
            drop(end);
        };
        // SAFETY: what it borrows lives for `'env`, which is longer than the scope lives, as its lifetime says; the scope is not gone before all threads
        // have told of their end (`Drop`), after which they touch nothing but `Running`, which they share. Nobody can forget a scope: `scope` has it.
        let thread = unsafe { Builder::new().stack_size(budget::THREAD).spawn_unchecked(body) }.ok()?;
        if let Some(processors) = &self.processors {
            processors.move_away(&thread);
        }
        Some(())
    }
}

impl Drop for Scope<'_> {
    fn drop(&mut self) {
        let until = Instant::now() + AWAKE;
        // Acquire: what they have done happened before.
        while self.running.threads.load(Ordering::Acquire) > 0 {
            match Instant::now() < until {
                true => thread::yield_now(),
                false => thread::park(),
            }
        }
    }
}

/// A closure whose references nobody sees before it is called. The one that a thread has still runs when its end is told, and what it has borrowed may
/// be gone by then: it must not have references, so far as its type says.
struct Hidden<F>(MaybeUninit<F>);

impl<F> Hidden<F> {
    fn new(f: F) -> Self {
        Hidden(MaybeUninit::new(f))
    }

    fn call(self)
    where
        F: FnOnce(),
    {
        let this = ManuallyDrop::new(self);
        // SAFETY: it is initialized from the beginning, and is neither read again nor dropped.
        let f = unsafe { this.0.assume_init_read() };
        f();
    }
}

/// It was not called: the system has refused the thread.
impl<F> Drop for Hidden<F> {
    fn drop(&mut self) {
        // SAFETY: it is initialized from the beginning, and `call` does not come here.
        unsafe { self.0.assume_init_drop() }
    }
}

/// Tells of a thread's end; also of one that was never started.
struct End(Arc<Running>);

impl Drop for End {
    fn drop(&mut self) {
        if self.0.threads.fetch_sub(1, Ordering::Release) == 1 {
            self.0.starter.unpark();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thread that was moved may use all processors, as who has started it.
    #[cfg(all(target_os = "linux", not(miri)))]
    #[test]
    fn threads_may_go_anywhere() {
        let count = || Processors::of_this_thread().expect("Linux says").count();
        let (go, wait) = std::sync::mpsc::channel();
        let (wait, counted) = (Mutex::new(wait), Mutex::new(Vec::new()));
        scope(|threads| {
            for _ in 0..3 {
                let started = threads.start(|| {
                    wait.lock().unwrap().recv().unwrap();
                    counted.lock().unwrap().push(count());
                });
                assert!(started.is_some());
            }
            for _ in 0..3 {
                go.send(()).unwrap();
            }
        });
        assert_eq!(*counted.lock().unwrap(), [count(); 3]);
    }

    /// Threads end at any time, before it is waited for them, while somebody looks, and when nobody does any more.
    #[test]
    fn what_threads_borrow_is_there_until_they_end() {
        for rest in [Duration::ZERO, AWAKE / 2, 3 * AWAKE] {
            let (mut text, number) = (String::from("what it has "), AtomicUsize::new(0));
            scope(|threads| {
                let number = &number;
                threads.start(|| {
                    thread::sleep(rest);
                    text.push_str("borrowed");
                });
                for _ in 0..2 {
                    threads.start(move || {
                        number.fetch_add(1, Ordering::Relaxed);
                    });
                }
            });
            assert_eq!((text.as_str(), number.into_inner()), ("what it has borrowed", 2));
        }
    }

    /// As where the system refuses a thread: who waits for the other end of a channel must not wait for ever.
    #[test]
    fn what_a_closure_owns_is_dropped_once() {
        let (one, other) = (Arc::new(()), Arc::new(()));
        let (own, owned) = (Arc::clone(&one), Arc::clone(&other));
        Hidden::new(move || drop(own)).call();
        drop(Hidden::new(move || drop(owned)));
        assert_eq!((Arc::strong_count(&one), Arc::strong_count(&other)), (1, 1));
    }

    #[test]
    #[should_panic(expected = "not a thread's")]
    fn a_panic_waits_for_threads() {
        let ended = AtomicUsize::new(0);
        let result = catch_unwind(AssertUnwindSafe(|| {
            scope(|threads| {
                threads.start(|| {
                    thread::sleep(AWAKE);
                    ended.store(1, Ordering::Relaxed);
                });
                panic!("not a thread's");
            })
        }));
        assert_eq!(ended.load(Ordering::Relaxed), 1);
        resume_unwind(result.unwrap_err());
    }

    #[test]
    #[should_panic(expected = "of its own")]
    fn a_panic_goes_on() {
        scope(|threads| threads.start(|| panic!("of its own")));
    }
}

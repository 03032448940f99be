//! Threads of a run: they borrow its net, and leave the processor of the one that starts them.
//!
//! As `std::thread::scope`, but for two things. That does not tell which threads of the system its threads are, and they have to be
//! [moved](Processors::move_away): a thread cannot move itself, as it does not run yet. And who waits for them there sleeps at once, and to be
//! woken takes 60 µs of a run that may have taken 4 ms.

use crate::{
    budget,
    pool::AWAKE,
    processors::Processors,
    sync::{AtomicUsize, Ordering},
};
use core::{
    any::Any,
    marker::PhantomData,
    mem::{ManuallyDrop, MaybeUninit},
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{Arc, Mutex, PoisonError},
    thread::{self, Builder, Thread},
    time::Instant,
};

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

/// What all threads that `f` starts do is done when it returns: they touch nothing any more that lives for `'env`. A panic of theirs goes on here.
/// The system may still be ending them, and run destructors of what is local to a thread.
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
        self.start_with(budget::THREAD, f)
    }

    /// The same with a stack of so many bytes.
    fn start_with(&self, stack: usize, f: impl FnOnce() + Send + 'env) -> Option<()> {
        self.running.threads.fetch_add(1, Ordering::Relaxed);
        let end = End(Arc::clone(&self.running));
        let f = Hidden::new(f);
        let body = move || {
            if let Err(payload) = catch_unwind(AssertUnwindSafe(|| f.call())) {
                *end.0.panicked.lock().unwrap_or_else(PoisonError::into_inner) = Some(payload);
            }
            drop(end);
        };
        // SAFETY: what it borrows lives for `'env`, which is longer than the scope lives, as its lifetime says. The scope is not gone (`Drop`; nobody can
        // forget it, as `scope` has it) before all threads have told of their end, and after that they have only `Running`, which they share.
        let thread = unsafe { Builder::new().stack_size(stack).spawn_unchecked(body) }.ok()?;
        if let Some(processors) = &self.processors {
            processors.move_away(&thread);
        }
        Some(())
    }
}

impl Drop for Scope<'_> {
    fn drop(&mut self) {
        let mut until = None;
        // Acquire: what they have done happened before.
        while self.running.threads.load(Ordering::Acquire) > 0 {
            // To yield takes no processor from them, however few there are. Who parks may be woken for nothing, later too.
            match Instant::now() < *until.get_or_insert_with(|| Instant::now() + AWAKE) {
                true => thread::yield_now(),
                false => thread::park(),
            }
        }
    }
}

/// A closure whose references nobody sees before it is called, as std's `MaybeDangling`. The closure of a thread still runs when its end is told, and
/// what it has borrowed may be freed then: a reference in an argument of a function that runs must not dangle, for LLVM (`dereferenceable`) as in
/// the models of borrowing.
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
    use core::time::Duration;

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

    #[test]
    fn what_a_closure_owns_is_dropped_once() {
        let one = Arc::new(());
        let own = Arc::clone(&one);
        Hidden::new(move || drop(own)).call();
        assert_eq!(Arc::strong_count(&one), 1);
    }

    /// Nobody waits for it, nor for the other end of a channel that it has.
    #[cfg(not(miri))] // which starts it
    #[test]
    fn a_thread_that_is_refused() {
        let one = Arc::new(());
        let own = Arc::clone(&one);
        let started = scope(|threads| threads.start_with(1 << 50, move || drop(own)));
        assert!(started.is_none());
        assert_eq!(Arc::strong_count(&one), 1);
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

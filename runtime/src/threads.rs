//! Threads of a run: they borrow its net, and leave the processor of the one that starts them.
//!
//! As `std::thread::scope`, but for three things. Its threads end, and ours [wait for the next run](crate::helpers). It waits for all of them, and
//! here nobody waits for what has not begun. And who waits there sleeps at once, and to be woken takes 60 µs of a run that may have taken 4 ms.

use crate::{
    budget,
    helpers::{self, Helper, Job},
    machine,
    pool::AWAKE,
    processors::Processors,
    signals::Blocked,
    sync::{AtomicUsize, Ordering},
};
use core::{
    any::Any,
    marker::PhantomData,
    mem::{ManuallyDrop, MaybeUninit, forget, transmute},
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{Arc, Mutex, PoisonError},
    thread::{self, Thread},
    time::Instant,
};

/// Where threads begin that may borrow what lives as long as `'env`.
pub(crate) struct Scope<'env> {
    running: Arc<Running>,
    processors: Option<Processors>,
    /// The signals that the starter does not get.
    blocked: Option<Blocked>,
    /// Those that have a job of it, or had one.
    helpers: Vec<Helper>,
    // Invariant, as that of std.
    _env: PhantomData<&'env mut &'env ()>,
}

/// What threads tell the one that has started them.
struct Running {
    /// How many jobs have not ended.
    jobs: AtomicUsize,
    /// Who waits for them.
    starter: Thread,
    panicked: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Running {
    /// The first panic is kept. Of others not even what they carry is dropped, which might panic.
    fn panics(&self, payload: Box<dyn Any + Send>) {
        let mut panicked = self.panicked.lock().unwrap_or_else(PoisonError::into_inner);
        match *panicked {
            None => *panicked = Some(payload),
            Some(_) => forget(payload),
        }
    }

    fn wait(&self) {
        let mut until = None;
        // Acquire: what they have done happened before.
        while self.jobs.load(Ordering::Acquire) > 0 {
            // To yield takes no processor from them, however few there are. Who parks may be woken for nothing, later too.
            match Instant::now() < *until.get_or_insert_with(|| Instant::now() + AWAKE) {
                true => thread::yield_now(),
                false => thread::park(),
            }
        }
    }
}

/// What threads that `f` starts have begun is done when it returns, and what they have not begun never will be: they touch nothing any more that lives
/// for `'env`. A panic of theirs goes on here.
pub(crate) fn scope<'env, R>(f: impl FnOnce(&mut Scope<'env>) -> R) -> R {
    let running =
        Arc::new(Running { jobs: AtomicUsize::new(0), starter: thread::current(), panicked: Mutex::new(None) });
    let mut scope = Scope {
        running: Arc::clone(&running),
        processors: Processors::of_this_thread(),
        blocked: Blocked::of_this_thread(),
        helpers: Vec::new(),
        _env: PhantomData,
    };
    let result = f(&mut scope);
    drop(scope); // and if `f` panics
    let panicked = running.panicked.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(payload) = panicked {
        resume_unwind(payload);
    }
    result
}

impl<'env> Scope<'env> {
    /// A thread for each. Returns how many there are: the system may refuse some.
    pub fn start<F: FnOnce() + Send + 'env>(&mut self, jobs: impl ExactSizeIterator<Item = F>) -> usize {
        self.start_with(budget::THREAD, jobs)
    }

    /// The same, new ones with a stack of so many bytes.
    fn start_with<F: FnOnce() + Send + 'env>(&mut self, stack: usize, jobs: impl ExactSizeIterator<Item = F>) -> usize {
        let asked = jobs.len();
        let mut idle = helpers::take(asked);
        let room = idle.len() + machine::room_for(asked - idle.len());
        let started = jobs.take(room).map_while(|job| {
            let (job, processors) = (self.job(job), self.processors.as_ref());
            match idle.pop() {
                Some(helper) => {
                    helper.begin(processors, job);
                    Some(helper)
                }
                None => Helper::start(stack, processors, job),
            }
        });
        let started: Vec<Helper> = started.collect();
        let count = started.len();
        self.helpers.extend(started);
        count
    }

    /// What a thread does, as one that need not know for how long it may borrow.
    fn job(&self, f: impl FnOnce() + Send + 'env) -> Job {
        self.running.jobs.fetch_add(1, Ordering::Relaxed);
        let end = End(Arc::clone(&self.running));
        let (f, processors, blocked) = (Hidden::new(f), self.processors, self.blocked);
        let job = move || {
            if let Some(processors) = processors {
                processors.leave();
            }
            if let Some(blocked) = blocked {
                blocked.set();
            }
            if let Err(payload) = catch_unwind(AssertUnwindSafe(|| f.call())) {
                end.0.panics(payload);
            }
            let _ = Blocked::all();
            drop(end);
        };
        let job: Box<dyn FnOnce() + Send + 'env> = Box::new(job);
        // SAFETY: what it borrows lives for `'env`, which is longer than the scope lives, as its lifetime says. The scope is not gone (`Drop`; nobody can
        // forget it, as `scope` has it) before all jobs have told of their end, or were taken back. After that they have only `Running`, which they share.
        unsafe { transmute::<Box<dyn FnOnce() + Send + 'env>, Job>(job) }
    }
}

impl Drop for Scope<'_> {
    fn drop(&mut self) {
        /// Whatever happens meanwhile.
        struct Wait<'r>(&'r Running);
        impl Drop for Wait<'_> {
            fn drop(&mut self) {
                self.0.wait();
            }
        }
        let wait = Wait(&self.running);
        self.helpers.iter().for_each(|helper| drop(helper.withdraw()));
        drop(wait);
        helpers::keep(core::mem::take(&mut self.helpers));
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

/// Tells of a job's end; also if it was taken back, or there is no thread for it.
struct End(Arc<Running>);

impl Drop for End {
    fn drop(&mut self) {
        if self.0.jobs.fetch_sub(1, Ordering::Release) == 1 {
            self.0.starter.unpark();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;
    use std::sync::mpsc;

    /// Starts one that does `f`, and waits until it has begun.
    fn start_now<'env>(threads: &mut Scope<'env>, f: impl FnOnce() + Send + 'env) {
        let (begins, begun) = mpsc::channel();
        let job = move || {
            begins.send(()).unwrap();
            f();
        };
        assert_eq!(threads.start([job].into_iter()), 1);
        begun.recv().unwrap();
    }

    /// A thread that was moved may use all processors, as who has started it, be it new or not.
    #[cfg(all(target_os = "linux", not(miri)))]
    #[test]
    fn threads_may_go_anywhere() {
        let count = || Processors::of_this_thread().expect("Linux says").count();
        for _ in 0..3 {
            let counted = Mutex::new(Vec::new());
            scope(|threads| {
                for _ in 0..3 {
                    start_now(threads, || counted.lock().unwrap().push(count()));
                }
            });
            assert_eq!(counted.into_inner().unwrap(), [count(); 3]);
        }
    }

    /// And gets the signals that that gets, though it gets none while it sleeps.
    #[cfg(all(unix, not(miri)))]
    #[test]
    fn threads_get_signals() {
        let are_blocked = || Blocked::has([libc::SIGUSR1, libc::SIGUSR2]);
        for _ in 0..3 {
            scope(|threads| {
                let here = are_blocked();
                start_now(threads, move || assert_eq!(are_blocked(), here));
            });
        }
    }

    /// Threads end at any time, before it is waited for them, while somebody looks, and when nobody does any more.
    #[test]
    fn what_threads_borrow_is_there_until_they_end() {
        for rest in [Duration::ZERO, AWAKE / 2, 3 * AWAKE] {
            let (mut text, number) = (String::from("what it has "), AtomicUsize::new(0));
            scope(|threads| {
                let number = &number;
                start_now(threads, || {
                    thread::sleep(rest);
                    text.push_str("borrowed");
                });
                for _ in 0..2 {
                    start_now(threads, move || {
                        number.fetch_add(1, Ordering::Relaxed);
                    });
                }
            });
            assert_eq!((text.as_str(), number.into_inner()), ("what it has borrowed", 2));
        }
    }

    /// Who has nothing to wait for does not wait: each thread begins what it is given, or never will.
    #[test]
    fn what_has_not_begun_is_taken_back() {
        for _ in 0..if cfg!(miri) { 3 } else { 100 } {
            let (begun, ended) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let own = Arc::new(());
            scope(|threads| {
                let job = || {
                    let own = Arc::clone(&own);
                    || {
                        begun.fetch_add(1, Ordering::Relaxed);
                        drop(own);
                        ended.fetch_add(1, Ordering::Relaxed);
                    }
                };
                threads.start([job(), job(), job()].into_iter());
            });
            assert_eq!(begun.into_inner(), ended.into_inner());
            assert_eq!(Arc::strong_count(&own), 1);
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
        let jobs: Vec<_> = (0..1000).map(|_| Arc::clone(&one)).map(|own| move || drop(own)).collect();
        let started = scope(|threads| threads.start_with(1 << 50, jobs.into_iter()));
        assert!(started < 1000, "{started} that were idle");
        // Those that had begun are at their end.
        assert_eq!(Arc::strong_count(&one), 1);
    }

    #[test]
    #[should_panic(expected = "not a thread's")]
    fn a_panic_waits_for_threads() {
        let ended = AtomicUsize::new(0);
        let result = catch_unwind(AssertUnwindSafe(|| {
            scope(|threads| {
                start_now(threads, || {
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
        scope(|threads| start_now(threads, || panic!("of its own")));
    }
}

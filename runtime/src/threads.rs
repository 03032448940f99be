//! Threads of a run: they borrow its net, and leave the processor of the one that starts them.
//!
//! Linux may leave a new thread there, and have both take turns until its balance of load moves one, 4 to 8 ms later. In a virtual machine that is
//! so in half of the runs, as a processor that idles is taken for one that the host has given to somebody else; runs of 20 ms then gained hardly
//! anything by a second thread. A thread cannot move itself, as it does not run yet.

#[cfg(any(not(target_os = "linux"), miri))]
pub(crate) use elsewhere::scope;
#[cfg(all(target_os = "linux", not(miri)))]
pub(crate) use linux::scope;

#[cfg(all(target_os = "linux", not(miri)))]
mod linux {
    use crate::budget;
    use core::any::Any;
    use std::{
        os::unix::thread::{JoinHandleExt, RawPthread},
        panic::resume_unwind,
    };

    /// Where threads are started.
    pub(crate) struct Scope<'s, 'env> {
        // That of std does not tell which threads of the system its handles are.
        threads: &'s crossbeam_utils::thread::Scope<'env>,
        processors: Option<Processors>,
    }

    /// All threads that `f` starts have ended when it returns. A panic of theirs goes on here.
    pub(crate) fn scope<'env, R>(f: impl FnOnce(&Scope<'_, 'env>) -> R) -> R {
        let done = crossbeam_utils::thread::scope(|threads| f(&Scope { threads, processors: Processors::new() }));
        done.unwrap_or_else(|panics| {
            // The payloads of all threads that panicked, a vector in a box; one is as good as the others.
            resume_unwind(match panics.downcast::<Vec<Box<dyn Any + Send>>>() {
                Ok(mut panics) => panics.pop().unwrap_or_else(|| Box::new(())),
                Err(panic) => panic,
            })
        })
    }

    impl<'env> Scope<'_, 'env> {
        /// `None`: the system refuses it.
        pub fn start(&self, f: impl FnOnce() + Send + 'env) -> Option<()> {
            let started = self.threads.builder().stack_size(budget::THREAD).spawn(move |_| f()).ok()?;
            if let Some(processors) = &self.processors {
                // SAFETY: the scope joins it after its closure has returned, in which this is.
                unsafe { processors.move_away(started.as_pthread_t()) }
            }
            Some(())
        }
    }

    /// The processors that this thread may use.
    pub(super) struct Processors(libc::cpu_set_t);

    impl Processors {
        /// `None` if the system does not say.
        pub fn new() -> Option<Self> {
            // SAFETY: a set is an array of integers; where all are zero it has no processors.
            let mut all = unsafe { core::mem::zeroed() };
            // SAFETY: it writes to the set, which is as large as it is told.
            let result = unsafe { libc::sched_getaffinity(0, size_of_val(&all), &raw mut all) };
            (result == 0).then_some(Processors(all))
        }

        /// A thread that this one has started goes to another processor, if it is on the same. It may go anywhere afterwards.
        ///
        /// # Safety
        ///
        /// The thread was not joined yet.
        pub unsafe fn move_away(&self, thread: RawPthread) {
            // SAFETY: it has no preconditions.
            let here = usize::try_from(unsafe { libc::sched_getcpu() }).ok();
            let Some(here) = here.filter(|here| here / 8 < size_of_val(&self.0)) else { return };
            let mut others = self.0;
            // SAFETY: a number that the set may have.
            unsafe { libc::CPU_CLR(here, &mut others) };
            // Without another processor the first set is empty, and refused; that is no harm.
            for set in [&others, &self.0] {
                // SAFETY: the handle is good until it is joined, by the caller's word; the set is as large as it is told. Of a thread that has
                // ended glibc has the number 0, which is this thread: it moves, and the second set is its own.
                unsafe { libc::pthread_setaffinity_np(thread as libc::pthread_t, size_of_val(set), set) };
            }
        }

        /// How many they are.
        #[cfg(test)]
        pub fn count(&self) -> i32 {
            // SAFETY: it reads the set.
            unsafe { libc::CPU_COUNT(&self.0) }
        }
    }
}

#[cfg(any(not(target_os = "linux"), miri))]
mod elsewhere {
    use crate::budget;

    /// Where threads are started.
    pub(crate) struct Scope<'s, 'env>(&'s std::thread::Scope<'s, 'env>);

    /// All threads that `f` starts have ended when it returns. If one has panicked, so does this.
    pub(crate) fn scope<'env, R>(f: impl for<'s> FnOnce(&Scope<'s, 'env>) -> R) -> R {
        std::thread::scope(|threads| f(&Scope(threads)))
    }

    impl<'s> Scope<'s, '_> {
        /// `None`: the system refuses it.
        pub fn start(&self, f: impl FnOnce() + Send + 's) -> Option<()> {
            std::thread::Builder::new().stack_size(budget::THREAD).spawn_scoped(self.0, f).ok().map(drop)
        }
    }
}

#[cfg(all(test, target_os = "linux", not(miri)))]
mod tests {
    use super::{linux::Processors, *};
    use std::sync::{Mutex, mpsc};

    /// A thread that was moved may use all processors, as who has started it.
    #[test]
    fn threads_may_go_anywhere() {
        let count = || Processors::new().expect("Linux says").count();
        let (go, wait) = mpsc::channel();
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

    #[test]
    #[should_panic(expected = "of its own")]
    fn a_panic_goes_on() {
        scope(|threads| threads.start(|| panic!("of its own")));
    }
}

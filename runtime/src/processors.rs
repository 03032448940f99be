//! Which processors threads are on.
//!
//! Linux may leave a new thread on the processor of the one that starts it, and have both take turns until its balance of load moves one, 4 to 8 ms
//! later. In a virtual machine that is so in half of the runs, as a processor that idles is taken for one that the host has given to somebody else;
//! runs of 20 ms then gained hardly anything by a second thread.

#[cfg(any(not(target_os = "linux"), miri))]
pub(crate) use elsewhere::*;
#[cfg(all(target_os = "linux", not(miri)))]
pub(crate) use linux::*;

#[cfg(all(target_os = "linux", not(miri)))]
mod linux {
    use std::{os::unix::thread::JoinHandleExt, thread::JoinHandle};

    /// A set of processors.
    #[derive(Clone, Copy)]
    pub(crate) struct Processors(libc::cpu_set_t);

    impl Processors {
        /// Those that this thread may use. `None` if the system does not say.
        pub fn of_this_thread() -> Option<Self> {
            // SAFETY: a set is an array of integers; where all are zero it has no processors.
            let mut all = Processors(unsafe { core::mem::zeroed() });
            // SAFETY: it writes to the set, which is as large as it is told.
            let result = unsafe { libc::sched_getaffinity(0, size_of_val(&all.0), &raw mut all.0) };
            (result == 0).then_some(all)
        }

        /// A thread that this one has started goes to another processor, if it is on the same. It may go anywhere afterwards.
        pub fn move_away<R>(&self, thread: &JoinHandle<R>) {
            // SAFETY: it has no preconditions.
            let here = usize::try_from(unsafe { libc::sched_getcpu() }).ok();
            let Some(here) = here.filter(|here| here / 8 < size_of_val(&self.0)) else { return };
            let mut others = *self;
            // SAFETY: a number that the set may have.
            unsafe { libc::CPU_CLR(here, &mut others.0) };
            // Without another processor the first set is empty, and refused; that is no harm.
            for Processors(set) in [&others, self] {
                // SAFETY: the handle is there, so the thread was not joined; the set is as large as it is told. Of a thread that has ended glibc has
                // the number 0, which is this thread: it moves, and the second set is its own.
                unsafe {
                    libc::pthread_setaffinity_np(thread.as_pthread_t() as libc::pthread_t, size_of_val(set), set)
                };
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

/// Threads stay where they are put.
#[cfg(any(not(target_os = "linux"), miri))]
mod elsewhere {
    use std::thread::JoinHandle;

    /// Nobody says which they are.
    pub(crate) enum Processors {}

    impl Processors {
        pub fn of_this_thread() -> Option<Self> {
            None
        }

        pub fn move_away<R>(&self, _: &JoinHandle<R>) {
            match *self {}
        }
    }
}

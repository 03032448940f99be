//! Which processors threads are on.
//!
//! Linux may leave a new thread on the processor of the one that starts it, and have both take turns until its balance of load moves one, 4 to 8 ms
//! later. In a virtual machine that is so in half of the runs, as a processor that idles is taken for one that the host has given to somebody else;
//! runs of 20 ms then gained hardly anything by a second thread.

#[cfg(any(not(target_os = "linux"), miri, loom, shuttle))]
pub(crate) use elsewhere::*;
#[cfg(all(target_os = "linux", not(any(miri, loom, shuttle))))]
pub(crate) use linux::*;

#[cfg(all(target_os = "linux", not(any(miri, loom, shuttle))))]
mod linux {
    use core::cell::Cell;
    use std::{os::unix::thread::JoinHandleExt, thread::JoinHandle};

    /// A thread; its `pthread_t`, which is a pointer with some libraries.
    #[derive(Clone, Copy, PartialEq)]
    pub(crate) struct Id(usize);

    thread_local!(static MAY_BE_PLACED: Cell<bool> = const { Cell::new(false) });

    impl Id {
        pub fn of<R>(thread: &JoinHandle<R>) -> Self {
            Id(thread.as_pthread_t() as usize)
        }

        fn of_this_thread() -> Self {
            // SAFETY: it has no preconditions.
            Id(unsafe { libc::pthread_self() } as usize)
        }

        /// This thread, if others may say where it wakes: not one of the user's.
        pub fn of_this_helper() -> Option<Self> {
            MAY_BE_PLACED.get().then(Self::of_this_thread)
        }

        /// This thread is none of the user's.
        pub fn is_helper() {
            MAY_BE_PLACED.set(true);
        }
    }

    /// Those that a thread may use, and the one it is on.
    #[derive(Clone, Copy)]
    pub(crate) struct Processors {
        all: libc::cpu_set_t,
        here: usize,
    }

    impl Processors {
        /// `None` if the system does not say.
        pub fn of_this_thread() -> Option<Self> {
            // SAFETY: a set is an array of integers; where all are zero it has no processors.
            let mut all: libc::cpu_set_t = unsafe { core::mem::zeroed() };
            // SAFETY: it writes to the set, which is as large as it is told.
            let result = unsafe { libc::sched_getaffinity(0, size_of_val(&all), &raw mut all) };
            let here = here().filter(|here| here / 8 < size_of_val(&all))?;
            (result == 0).then_some(Processors { all, here })
        }

        /// All but the one it is on; a set without any is refused, wherever it is used, and that is no harm.
        fn others(&self) -> libc::cpu_set_t {
            let mut others = self.all;
            // SAFETY: a number that the set may have.
            unsafe { libc::CPU_CLR(self.here, &mut others) };
            others
        }

        /// A thread that sleeps, or was just started, begins on another processor than this one, and stays away from this one until it may go
        /// [anywhere](Self::allow_this_thread).
        ///
        /// # Safety
        ///
        /// It has not ended, and does not meanwhile.
        pub unsafe fn keep_away(&self, Id(thread): Id) {
            let others = self.others();
            // SAFETY: the thread has not ended, by the caller's word; the set is as large as it is told.
            unsafe { libc::pthread_setaffinity_np(thread as libc::pthread_t, size_of_val(&others), &raw const others) };
        }

        /// This thread, which is another one, leaves that processor, and may go anywhere afterwards.
        pub fn leave(&self) {
            if here() == Some(self.here) {
                use_only(&self.others());
            }
            self.allow_this_thread();
        }

        /// This thread may use all of them.
        pub fn allow_this_thread(&self) {
            use_only(&self.all);
        }

        /// How many they are.
        #[cfg(test)]
        pub fn count(&self) -> i32 {
            // SAFETY: it reads the set.
            unsafe { libc::CPU_COUNT(&self.all) }
        }
    }

    fn here() -> Option<usize> {
        // SAFETY: it has no preconditions.
        usize::try_from(unsafe { libc::sched_getcpu() }).ok()
    }

    fn use_only(set: &libc::cpu_set_t) {
        // SAFETY: 0 is this thread; the set is as large as it is told.
        unsafe { libc::sched_setaffinity(0, size_of_val(set), set) };
    }
}

/// Threads stay where they are put.
#[cfg(any(not(target_os = "linux"), miri, loom, shuttle))]
mod elsewhere {
    use std::thread::JoinHandle;

    /// Nobody asks which.
    #[derive(Clone, Copy, PartialEq)]
    pub(crate) struct Id;

    impl Id {
        pub fn of<R>(_: &JoinHandle<R>) -> Self {
            Id
        }

        pub fn of_this_helper() -> Option<Self> {
            None
        }

        pub fn is_helper() {}
    }

    /// Nobody says which they are.
    #[derive(Clone, Copy)]
    pub(crate) enum Processors {}

    impl Processors {
        pub fn of_this_thread() -> Option<Self> {
            None
        }

        pub unsafe fn keep_away(&self, _: Id) {
            match *self {}
        }

        pub fn leave(&self) {
            match *self {}
        }

        pub fn allow_this_thread(&self) {
            match *self {}
        }
    }
}

//! Which signals threads get.
//!
//! What is sent to the process is for the user's threads: on a thread of ours that sleeps, of which the user knows nothing, it would do what is done by
//! default, which may be to end the process. While it reduces it gets those that the caller of the run gets, as does a process that the Rust of a
//! rule starts.

#[cfg(any(not(unix), miri))]
pub(crate) use elsewhere::*;
#[cfg(all(unix, not(miri)))]
pub(crate) use unix::*;

#[cfg(all(unix, not(miri)))]
mod unix {
    use core::{mem::MaybeUninit, ptr::null};

    /// Those that a thread does not get.
    #[derive(Clone, Copy)]
    pub(crate) struct Blocked(libc::sigset_t);

    impl Blocked {
        /// `None` if the system does not say.
        pub fn of_this_thread() -> Option<Self> {
            change(libc::SIG_BLOCK, null())
        }

        /// This thread gets none any more, but those of its own faults, and of profilers. Returns what it did not get before.
        pub fn all() -> Option<Self> {
            let own =
                [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGTRAP, libc::SIGABRT, libc::SIGSYS];
            let mut all = MaybeUninit::uninit();
            // SAFETY: the first call writes the set, which the others change.
            unsafe {
                libc::sigfillset(all.as_mut_ptr());
                for signal in own.into_iter().chain([libc::SIGPROF]) {
                    libc::sigdelset(all.as_mut_ptr(), signal);
                }
            }
            change(libc::SIG_BLOCK, all.as_ptr())
        }

        /// This thread gets all others.
        pub fn set(&self) {
            change(libc::SIG_SETMASK, &raw const self.0);
        }

        /// Does this thread not get these?
        #[cfg(test)]
        pub fn has<const N: usize>(signals: [i32; N]) -> [bool; N] {
            let Blocked(set) = Blocked::of_this_thread().expect("the system says");
            // SAFETY: it reads the set.
            signals.map(|signal| unsafe { libc::sigismember(&raw const set, signal) == 1 })
        }
    }

    /// What there was before.
    fn change(how: i32, set: *const libc::sigset_t) -> Option<Blocked> {
        let mut before = MaybeUninit::uninit();
        // SAFETY: it reads the set, if there is one, and writes the other, which is initialized if it says so.
        unsafe {
            let result = libc::pthread_sigmask(how, set, before.as_mut_ptr());
            (result == 0).then(|| Blocked(before.assume_init()))
        }
    }
}

/// There are none.
#[cfg(any(not(unix), miri))]
mod elsewhere {
    #[derive(Clone, Copy)]
    pub(crate) enum Blocked {}

    impl Blocked {
        pub fn of_this_thread() -> Option<Self> {
            None
        }

        pub fn all() -> Option<Self> {
            None
        }

        pub fn set(&self) {
            match *self {}
        }
    }
}

//! Ctrl-C: the first asks the run to stop; before and after it, and the second time, the process ends at once.

use crate::{exit, output::say};
use polarnet::CancelToken;
use std::{
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Waits for Ctrl-C.
pub struct Interrupt {
    token: CancelToken,
    running: Arc<AtomicBool>,
}

impl Interrupt {
    /// From now on Ctrl-C ends the process with [`exit::INTERRUPTED`].
    pub fn listen() -> Interrupt {
        let (token, running) = (CancelToken::new(), Arc::new(AtomicBool::new(false)));
        let this = Interrupt { token: token.clone(), running: running.clone() };
        let heard = move || {
            if running.swap(false, Ordering::Relaxed) {
                token.cancel();
            } else {
                say(&"error: interrupted\n");
                process::exit(exit::INTERRUPTED.into());
            }
        };
        // Without a handler the system ends the process, and shells count the same exit code.
        let _ = ctrlc::set_handler(heard);
        this
    }

    /// Runs `work`, which stops by itself when the token is used.
    pub fn during<T>(&self, work: impl FnOnce(CancelToken) -> T) -> T {
        self.running.store(true, Ordering::Relaxed);
        let result = work(self.token.clone());
        self.running.store(false, Ordering::Relaxed);
        result
    }
}

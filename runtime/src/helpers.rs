//! Threads that outlive a run, and sleep until the next.
//!
//! To start a thread takes 30 µs of the one that starts it, to wake one that sleeps a third of that, and runs may take 200. So threads are
//! kept, by all runs of the process together, and started where none is left.

use crate::{
    machine::processors,
    processors::{Id, Processors},
};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread::{self, Builder, JoinHandle},
};

/// What a helper does. It does not panic.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// A thread that does one job after the other. When this is dropped it ends after the last one.
pub(crate) struct Helper {
    desk: Arc<Desk>,
    /// `None`: it was told to end.
    thread: Option<JoinHandle<()>>,
}

/// Where a helper finds its jobs.
#[derive(Default)]
struct Desk(Mutex<Next>);

/// What it does next. It sleeps if that is nothing.
#[derive(Default)]
enum Next {
    #[default]
    Nothing,
    Job(Job),
    End,
}

impl Desk {
    fn next(&self) -> MutexGuard<'_, Next> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        loop {
            let next = core::mem::take(&mut *self.next());
            match next {
                Next::Nothing => thread::park(),
                Next::Job(job) => job(),
                Next::End => return,
            }
        }
    }
}

/// Those that have nothing to do.
static IDLE: Mutex<Vec<Helper>> = Mutex::new(Vec::new());

fn idle() -> MutexGuard<'static, Vec<Helper>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// So many that are idle, or as many as there are.
pub(crate) fn take(count: usize) -> Vec<Helper> {
    let mut idle = idle();
    let rest = idle.len().saturating_sub(count);
    idle.split_off(rest)
}

/// They have nothing to do any more. As many are kept as there are processors.
pub(crate) fn keep(helpers: Vec<Helper>) {
    // Miri would say that they have not ended when `main` has.
    let most = if cfg!(miri) { 0 } else { processors() };
    let mut idle = idle();
    idle.extend(helpers);
    let surplus = idle.len().saturating_sub(most);
    let surplus: Vec<Helper> = idle.drain(..surplus).collect();
    drop(idle);
    drop(surplus);
}

impl Helper {
    /// One that begins at once, away from this thread's processor. `None`: the system refuses it.
    pub fn start(stack: usize, processors: Option<&Processors>, job: Job) -> Option<Helper> {
        let desk = Arc::new(Desk(Mutex::new(Next::Job(job))));
        let its = Arc::clone(&desk);
        let thread = Builder::new().name("polarnet".into()).stack_size(stack).spawn(move || its.work()).ok()?;
        let helper = Helper { desk, thread: Some(thread) };
        if !helper.has_begun()
            && let (Some(processors), Some(thread)) = (processors, &helper.thread)
        {
            processors.move_away(Id::of(thread));
        }
        Some(helper)
    }

    /// The next job, away from this thread's processor.
    pub fn begin(&self, processors: Option<&Processors>, job: Job) {
        let Some(thread) = &self.thread else { return };
        if let Some(processors) = processors {
            // Before it may see the job, with which it may go anywhere.
            processors.keep_away(Id::of(thread));
        }
        *self.desk.next() = Next::Job(job);
        thread.thread().unpark();
    }

    /// Has it what it was given?
    fn has_begun(&self) -> bool {
        matches!(*self.desk.next(), Next::Nothing)
    }

    /// The job, if it has not begun.
    pub fn withdraw(&self) -> Option<Job> {
        match core::mem::take(&mut *self.desk.next()) {
            Next::Job(job) => Some(job),
            _ => None,
        }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        let Some(thread) = self.thread.take() else { return };
        *self.desk.next() = Next::End;
        thread.thread().unpark();
        if cfg!(miri) {
            // It would say that there are threads left.
            drop(thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn a_helper_does_one_job_after_the_other() {
        let (done, is_done) = mpsc::channel();
        let job = |number: usize| -> Job {
            let done = done.clone();
            Box::new(move || done.send((number, thread::current().id())).unwrap())
        };
        let helper = Helper::start(1 << 16, None, job(0)).expect("a thread starts");
        let mut ids = vec![];
        for next in 1..5 {
            let (number, id) = is_done.recv().unwrap();
            assert_eq!(number, next - 1);
            ids.push(id);
            helper.begin(None, job(next));
        }
        assert_eq!(is_done.recv().unwrap().0, 4);
        ids.dedup();
        assert_eq!(ids.len(), 1, "they are one thread");
        assert!(helper.withdraw().is_none());
        // Its end, as nobody else has the desk then.
        let desk = Arc::downgrade(&helper.desk);
        drop(helper);
        while desk.upgrade().is_some() {
            thread::yield_now();
        }
    }

    #[test]
    fn a_job_that_has_not_begun_is_taken_back() {
        let (go, waits) = mpsc::channel::<()>();
        let helper = Helper::start(1 << 16, None, Box::new(move || _ = waits.recv())).expect("a thread starts");
        while !helper.has_begun() {
            thread::yield_now();
        }
        helper.begin(None, Box::new(|| unreachable!("it is taken back")));
        assert!(helper.withdraw().is_some());
        assert!(helper.withdraw().is_none());
        drop(go);
    }
}

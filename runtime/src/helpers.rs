//! Threads that outlive a run, and sleep until the next.
//!
//! To start a thread takes 0.1 ms, and as long again until it begins; to wake one that sleeps takes 10 µs. So threads are kept, by all runs of a process
//! together, and started where none is left; the first before the first run needs it. Meanwhile they are nobody's: signals go to other threads, and a
//! child of `fork` has none of them.

use crate::{
    machine,
    processors::{Id, Processors},
    signals::Blocked,
};
use std::{
    process,
    sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError},
    thread::{self, Builder, JoinHandle},
};

/// What a helper does. It does not panic.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// A thread that does one job after the other. When this is dropped it ends after the last one.
pub(crate) struct Helper {
    desk: Arc<Desk>,
    /// `None`: it was told to end.
    thread: Option<JoinHandle<()>>,
    /// How it gives way to others, as the thread did that started it.
    nice: i32,
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
        Id::is_helper();
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

/// Those of a process that have nothing to do.
struct Idle {
    process: u32,
    helpers: Vec<Helper>,
    /// Was the first one [prepared](prepare)?
    is_prepared: bool,
}

impl Idle {
    /// So many that give way as that, or as many as there are.
    fn take(&mut self, count: usize, nice: i32) -> Vec<Helper> {
        let mut taken = Vec::new();
        let mut at = self.helpers.len();
        while at > 0 && taken.len() < count {
            at -= 1;
            if self.helpers[at].nice == nice {
                taken.push(self.helpers.remove(at));
            }
        }
        taken
    }

    /// Is the first one to be started now?
    fn prepares(&mut self) -> bool {
        !core::mem::replace(&mut self.is_prepared, true)
    }

    /// Those of the parent stay with it: their handles, here, are of threads that are not there.
    fn after_fork(&mut self, process: u32) {
        if self.process != process {
            core::mem::forget(core::mem::take(&mut self.helpers));
            (self.process, self.is_prepared) = (process, false);
        }
    }
}

/// `None`: somebody has the lock, and may have it for ever, if this is a child and that a thread of the parent.
fn idle() -> Option<MutexGuard<'static, Idle>> {
    /// Who has it has it for less than a microsecond.
    const TRIES: usize = 1 << 7;
    static IDLE: Mutex<Idle> = Mutex::new(Idle { process: 0, helpers: Vec::new(), is_prepared: false });
    let mut idle = (0..TRIES).find_map(|_| match IDLE.try_lock() {
        Ok(idle) => Some(idle),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => {
            core::hint::spin_loop();
            None
        }
    })?;
    idle.after_fork(process::id());
    Some(idle)
}

/// Starts the first one of a process, which has nothing to do yet: it is there by the time the first run has something for it. Once: what runs keep is
/// there for the next. Not where the address space is limited: a heap comes first there.
pub(crate) fn prepare(stack: usize) {
    let is_first = || idle().is_some_and(|mut idle| idle.prepares());
    if !cfg!(miri) && machine::most_processors() > 1 && is_first() && !machine::has_limited_addresses() {
        let helper = Helper::start(stack, Processors::of_this_thread().as_ref(), Box::new(|| ()));
        keep(helper.into_iter().collect());
    }
}

/// So many that are idle, or as many as there are.
pub(crate) fn take(count: usize) -> Vec<Helper> {
    idle().map_or_else(Vec::new, |mut idle| idle.take(count, nice()))
}

/// How many of so many there are, or have room in the address space.
pub(crate) fn room_for(count: usize) -> usize {
    if count == 0 {
        return 0;
    }
    let nice = nice();
    let there = idle().map_or(0, |idle| idle.helpers.iter().filter(|helper| helper.nice == nice).count()).min(count);
    there + machine::room_for(count - there)
}

/// They have nothing to do any more. As many are kept as there are processors.
pub(crate) fn keep(helpers: Vec<Helper>) {
    // Miri would say that they have not ended when `main` has.
    let most = if cfg!(miri) { 0 } else { machine::most_processors() };
    let Some(mut idle) = idle() else { return };
    idle.helpers.extend(helpers);
    let surplus = idle.helpers.len().saturating_sub(most);
    let surplus: Vec<Helper> = idle.helpers.drain(..surplus).collect();
    drop(idle);
    drop(surplus);
}

impl Helper {
    /// One that begins at once, away from this thread's processor. `None`: the system refuses it.
    pub fn start(stack: usize, processors: Option<&Processors>, job: Job) -> Option<Helper> {
        let desk = Arc::new(Desk(Mutex::new(Next::Job(job))));
        let its = Arc::clone(&desk);
        // Before it begins, so that it sleeps with none.
        let before = Blocked::all();
        let thread = Builder::new().name("polarnet".into()).stack_size(stack).spawn(move || its.work());
        if let Some(before) = before {
            before.set();
        }
        let thread = thread.ok()?;
        {
            let next = desk.next();
            // If it has begun it has left by itself, with the job; if not it does not before the lock is free.
            if let (Next::Job(_), Some(processors)) = (&*next, processors) {
                // SAFETY: it does not end before it is told.
                unsafe { processors.keep_away(Id::of(&thread)) }
            }
        }
        Some(Helper { desk, thread: Some(thread), nice: nice() })
    }

    /// The next job, away from this thread's processor.
    pub fn begin(&self, processors: Option<&Processors>, job: Job) {
        let Some(thread) = &self.thread else { return };
        if let Some(processors) = processors {
            // Before it may see the job, with which it may go anywhere.
            // SAFETY: it does not end before it is told, when this is dropped.
            unsafe { processors.keep_away(Id::of(thread)) }
        }
        *self.desk.next() = Next::Job(job);
        thread.thread().unpark();
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

/// How this thread gives way to others; threads that it starts do so, too.
fn nice() -> i32 {
    #[cfg(all(target_os = "linux", not(miri)))]
    // SAFETY: it has no preconditions; 0 is this thread.
    return unsafe { libc::getpriority(libc::PRIO_PROCESS, 0) };
    #[cfg(not(all(target_os = "linux", not(miri))))]
    0
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
        while !matches!(*helper.desk.next(), Next::Nothing) {
            thread::yield_now();
        }
        helper.begin(None, Box::new(|| unreachable!("it is taken back")));
        assert!(helper.withdraw().is_some());
        assert!(helper.withdraw().is_none());
        drop(go);
    }

    /// While it sleeps others of the process have to take them; and who starts one gets them as before.
    #[cfg(all(unix, not(miri)))]
    #[test]
    fn a_helper_that_sleeps_gets_no_signals() {
        let are_blocked = || Blocked::has([libc::SIGUSR2, libc::SIGSEGV]);
        let before = are_blocked();
        let (tells, told) = mpsc::channel();
        let helper = Helper::start(1 << 16, None, Box::new(move || tells.send(are_blocked()).unwrap()));
        assert_eq!(told.recv().unwrap(), [true, false]);
        assert_eq!(are_blocked(), before);
        drop(helper.expect("a thread starts"));
    }

    /// Nor does it tell these to end.
    #[cfg(not(miri))] // which would wait for it
    #[test]
    fn a_child_has_none_of_its_parent() {
        let (tells, told) = mpsc::channel();
        let helper = Helper::start(1 << 16, None, Box::new(move || tells.send(()).unwrap())).expect("a thread starts");
        told.recv().unwrap();
        let desk = Arc::downgrade(&helper.desk);
        let mut idle = Idle { process: 1, helpers: vec![helper], is_prepared: true };
        idle.after_fork(1);
        assert!(idle.helpers.len() == 1 && !idle.prepares());
        idle.after_fork(2);
        assert!(idle.helpers.is_empty() && idle.prepares() && !idle.prepares());
        assert!(matches!(*desk.upgrade().expect("nobody has ended it").next(), Next::Nothing));
    }

    /// Who was started by a thread that gives way is not taken by one that does not.
    #[test]
    fn helpers_give_way_as_their_starters() {
        let helper = |nice| {
            let mut helper = Helper::start(1 << 16, None, Box::new(|| ())).expect("a thread starts");
            helper.nice = nice;
            helper
        };
        let mut idle = Idle { process: 1, helpers: [7, 0, 7].map(helper).into(), is_prepared: true };
        assert_eq!(idle.take(2, 0).len(), 1);
        assert_eq!(idle.take(1, 7).len(), 1);
        assert_eq!(idle.take(9, 7).len(), 1);
    }
}

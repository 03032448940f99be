//! The branches of superpositions, on all threads.

use super::{branches::Branches, claims::Claims, look::Lazy, reduction::Reduction, run};
use crate::{
    control::{Control, Limits, Stop},
    error::{Error, ErrorKind},
    helpers,
    normal::Normal,
    program::Program,
    run::Runtime,
    stats::Stats,
    sync::Mutex,
    threads::scope,
    worker::Worker,
};
use polarnet_columns::Space;
use polarnet_lower::is_polarized;
use polarnet_syntax::book::{AnyBook, Book};
use std::{
    iter::FusedIterator,
    sync::{
        PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread::panicking,
};

/// Branches that a thread finds before somebody takes them.
const AHEAD: usize = 1 << 8;

type Found = Result<Normal, Error>;

/// The branches of the superpositions in `@main`: see [`Runtime::search`].
///
/// After an error there are no more.
///
/// ```
/// # use polarnet_runtime::Runtime;
/// let book = polarnet::net! { @main = (&1{1 2} &2{3 4}) };
/// let mut found = Runtime::new().search(&book, |branches| {
///     branches.map(|branch| branch?.value::<(u32, u32)>().map_err(|kind| unreachable!("{kind}"))).collect::<Result<Vec<_>, polarnet_runtime::Error>>()
/// })??;
/// found.sort();
/// assert_eq!(found, [(1, 3), (1, 4), (2, 3), (2, 4)]);
/// # Ok::<(), polarnet_runtime::Error>(())
/// ```
pub struct Search<'a, 'h> {
    mine: Branches<'a, 'h>,
    others: Receiver<Found>,
    /// What each of the others has done.
    done: &'a Mutex<Vec<Stats>>,
    /// All of the memory that there may be.
    memory: u64,
    control: &'a Control,
    failed: bool,
}

impl Search<'_, '_> {
    /// What all threads have done so far, the others up to their last turns.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = r & &7{1 2} ~ $([*10] r) };
    /// let stats = Runtime::new().threads(1).search(&book, |branches| {
    ///     while branches.next().is_some() {}
    ///     branches.stats()
    /// })?;
    /// assert_eq!(stats.threads, 1);
    /// assert!(stats.interactions() >= 3); // it is copied, and multiplied twice
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut stats = self.mine.stats();
        for other in self.done.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            stats.by_rule.merge(&other.by_rule);
            stats.peak_bytes += other.peak_bytes;
            stats.threads += other.threads;
        }
        stats
    }

    fn next_found(&mut self) -> Option<Found> {
        loop {
            if let Ok(found) = self.others.try_recv() {
                return Some(found);
            }
            match self.mine.turn() {
                Some(Ok(Some(normal))) => return Some(Ok(normal)),
                Some(Ok(None)) => {}
                Some(Err(error)) => return Some(Err(error)),
                None => return None,
            }
        }
    }
}

impl Iterator for Search<'_, '_> {
    type Item = Found;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let mine = self.next_found();
        // The others may wait for what this one has drawn of a limit, while it waits for them, or its caller does something else.
        self.mine.settle_count();
        let found = mine.or_else(|| self.others.recv().ok())?;
        self.failed = found.is_err();
        if self.failed {
            self.control.stop(Stop::Cancelled);
        }
        Some(found.map_err(|error| Error { stats: Box::new(self.stats()), ..of_all(error, self.memory) }))
    }
}

impl FusedIterator for Search<'_, '_> {}

/// However the caller's part ends, the others do too; and so it does if one of them panics.
struct End<'c> {
    control: &'c Control,
    only_in_panic: bool,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        if !self.only_in_panic || panicking() {
            self.control.stop(Stop::Cancelled);
        }
    }
}

impl Runtime {
    /// The branches of the superpositions in `@main`, each without superpositions, in normal form, on all
    /// [`threads`](Self::threads).
    ///
    /// They are those of [`Lazy::collapse`], in no order. While the caller does something else, the other threads look for more:
    /// what nobody has asked for yet. What branches have in common is done once by each thread, in a net of its own; memory is
    /// shared out evenly, and limits are on what all do. So it pays where there are many more branches than threads. The Rust of
    /// rules has to give the same for the same numbers: threads follow the same choices.
    ///
    /// ```
    /// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
    /// # let text = "@main = (a (b r)) & &1{0 1} ~ {a $([*3] s)} & &2{0 1} ~ {b $([*5] $([+] $(s $([=5] r))))}";
    /// # let net = parse_text(text, Numbers::Native).0.unwrap();
    /// # let any = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
    /// # any.with(|book| {
    /// use polarnet_runtime::Runtime;
    ///
    /// // Two bits a and b, and whether 3 a + 5 b is 5.
    /// let mut found: Vec<String> = Runtime::new().search(book, |branches| {
    ///     branches.map(|branch| Ok(branch?.to_string())).collect::<Result<_, polarnet_runtime::Error>>()
    /// })??;
    /// found.sort();
    /// assert_eq!(found, ["(0 (0 0))", "(0 (1 1))", "(1 (0 0))", "(1 (1 0))"]);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// No `@main`; [`ErrorKind::Unpolarized`] where signs clash; or memory for nothing at all. A limit, two agents without a rule, or a
    /// panic in the Rust of one is the last thing that the branches give.
    pub fn search<S: Space, R>(&self, book: &Book<S>, take: impl FnOnce(&mut Search<'_, '_>) -> R) -> Result<R, Error> {
        let (mut taken, mut take) = (None, Some(take));
        self.search_any(&book.any(), &mut |branches| taken = take.take().map(|take| take(branches)))?;
        taken.ok_or_else(|| ErrorKind::NoMain.with(Stats::default()))
    }

    #[inline(never)]
    fn search_any(&self, book: &AnyBook, take: &mut dyn FnMut(&mut Search<'_, '_>)) -> Result<(), Error> {
        book.with(|book| {
            let main = book.main().ok_or_else(|| ErrorKind::NoMain.with(Stats::default()))?.raw();
            if !is_polarized(book) {
                return Err(ErrorKind::Unpolarized.with(Stats::default()));
            }
            let threads = 1 + helpers::room_for(self.thread_count() - 1);
            let limits = Limits { memory: self.limits.memory / threads as u64, ..self.limits.clone() };
            let redexes = book.defs().map(|def| book.redexes(def).len()).max().unwrap_or(0);
            let control = Control::new(limits.clone(), threads, self.progress()).expecting(redexes);
            let (program, claims) = (Program::lazy(book), Claims::new(threads));
            let done = Mutex::new(vec![Stats::default(); threads - 1]);
            let (send, others) = sync_channel(AHEAD);
            let found = scope(|scope| {
                let _end = End { control: &control, only_in_panic: false };
                let all =
                    Shared { program: &program, control: &control, limits: &limits, claims: &claims, done: &done };
                let job = |at| {
                    let send = send.clone();
                    move || all.look_ahead(main, at, &send)
                };
                let started = scope.start((0..threads - 1).map(job));
                if started < threads - 1 {
                    control.refuse(threads - 1 - started);
                }
                drop(send);
                all.with_net(main, |net| {
                    let mine = Branches::shared(net, &claims);
                    take(&mut Search {
                        mine,
                        others,
                        done: &done,
                        memory: self.limits.memory,
                        control: &control,
                        failed: false,
                    });
                })
            });
            found.map_err(|error| of_all(error, self.limits.memory))
        })
    }
}

/// Memory as it was given, not one thread's part of it.
fn of_all(error: Error, memory: u64) -> Error {
    match error.kind {
        ErrorKind::Memory(_) => Error { kind: ErrorKind::Memory(memory), ..error },
        _ => error,
    }
}

/// What the threads of a search share.
#[derive(Clone, Copy)]
struct Shared<'a> {
    program: &'a Program,
    control: &'a Control,
    limits: &'a Limits,
    claims: &'a Claims,
    done: &'a Mutex<Vec<Stats>>,
}

impl Shared<'_> {
    /// Finds branches until there are none, or nobody wants them.
    fn look_ahead(self, main: u32, at: usize, send: &SyncSender<Found>) {
        let _end = End { control: self.control, only_in_panic: true };
        let looked = self.with_net(main, |net| {
            let mut mine = Branches::shared(net, self.claims);
            while let Some(found) = mine.turn() {
                self.done.lock().unwrap_or_else(PoisonError::into_inner)[at] = mine.stats();
                let Some(found) = found.transpose() else { continue };
                // Whoever waits for what this one has drawn may be the one who takes it.
                mine.settle_count();
                if send.send(found).is_err() {
                    return;
                }
            }
        });
        if looked.is_err() {
            // It has no memory, and has claimed nothing: the others do it.
            self.control.refuse(1);
        }
    }

    fn with_net<R>(self, main: u32, look: impl FnOnce(&mut Lazy<'_>) -> R) -> Result<R, Error> {
        let heap = run::heap(self.program, self.limits)?;
        let mut reduction = Reduction::new(Worker::new(&heap, self.program, 0, 1), self.control);
        reduction.expand = true;
        let root = reduction.worker.boot(main, &[]);
        let mut net = Lazy::new(reduction, root);
        let result = look(&mut net);
        net.settle_count();
        Ok(result)
    }
}

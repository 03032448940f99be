//! The runtime: how a book is run.
//!
//! Over 400 lines: its items' examples.
//!
//! ```
//! use polarnet_runtime::run::Runtime;
//!
//! let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
//! assert_eq!(Runtime::new().run(&book)?.to_string(), "42");
//! # Ok::<(), polarnet_runtime::Error>(())
//! ```

use crate::{
    budget,
    cell::{Cell, Plain, Shared},
    control::{Control, Limits},
    done::Done,
    engine::Engine,
    error::{Error, ErrorKind},
    first,
    heap::{Heap, MAX_WORDS},
    helpers,
    kind::EngineKind,
    machine,
    oracle::{self, Interaction},
    program::Program,
    readback,
    stats::Stats,
    watch::{CancelToken, Progress},
    word::{Tag, Word},
    worker::Worker,
};
use core::{ops::ControlFlow, time::Duration};
use polarnet_columns::{Brand, Idx, Space};
use polarnet_syntax::{
    book::{AnyBook, Book, Defs},
    number::Number,
};
use std::sync::Arc;

/// Runs books, under limits.
///
/// ```
/// use polarnet_runtime::Runtime;
/// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
/// # let net = parse_text("@main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)", Numbers::Native).0.unwrap();
/// # let any = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
/// # any.with(|book| {
/// let runtime = Runtime::new().threads(2).max_interactions(1_000_000);
/// let done = runtime.run(book)?; // a book of `net!`, or of a file
/// assert_eq!((done.value::<u32>()?, done.stats.interactions()), (42, 3));
/// # Ok::<(), polarnet_runtime::Error>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct Runtime {
    threads: usize,
    pub(crate) engine: EngineKind,
    pub(crate) expand: bool,
    pub(crate) limits: Limits,
    pub(crate) progress: Arc<Progress>,
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    pub(crate) device: Option<crate::cuda::CudaDevice>,
}

impl Default for Runtime {
    fn default() -> Self {
        Self::new()
    }
}

impl Runtime {
    /// All threads of the machine, three quarters of its memory, no other limit.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let done = Runtime::new().run(&book)?;
    /// println!("{done}, by {} threads", done.stats.threads);
    /// assert_eq!(done.value::<u32>()?, 42);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        let threads = if cfg!(feature = "threads") { machine::processors() } else { 1 };
        Runtime {
            threads,
            engine: EngineKind::default(),
            expand: false,
            limits: Limits {
                memory: machine::default_limit(),
                interactions: None,
                timeout: None,
                strict: false,
                cancel: CancelToken::new(),
            },
            progress: Arc::default(),
            #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
            device: None,
        }
    }

    /// The most threads that reduce together.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let done = Runtime::new().max_memory(1 << 20).threads(usize::MAX).run(&book)?;
    /// assert!(done.stats.threads <= Runtime::MAX_THREADS);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    pub const MAX_THREADS: usize = 1024;

    /// Reduces on `threads` threads; 0 means all of the machine, more than [`MAX_THREADS`](Self::MAX_THREADS) mean that
    /// many. Without the feature `threads` always on one. A run goes on with fewer threads where the system refuses them;
    /// [`Stats::threads`] says how many there were.
    ///
    /// The caller's is one of them. Another is started, as a rule, before a process's first run on several threads, however short that is.
    /// A process keeps as many as it has processors for its next runs: they sleep, and get no signals meanwhile. In a run they may go where
    /// its caller may, and get the signals that it gets; otherwise they are as they were started. So what the Rust of rules keeps local to
    /// a thread may be there in the next run, and what the caller's thread may not do any more the others still may.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let done = Runtime::new().threads(1).run(&book)?;
    /// assert_eq!((done.stats.threads, done.stats.interactions()), (1, 3));
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        if threads == 0 {
            self.threads = Self::new().threads;
        } else if cfg!(feature = "threads") {
            self.threads = threads.min(Self::MAX_THREADS);
        }
        self
    }

    pub(crate) fn thread_count(&self) -> usize {
        self.threads
    }

    /// Stops with [`ErrorKind::Memory`] when heap, bags and normal form exceed `bytes`. A heap has 32 GiB at most.
    ///
    /// The book itself, and what it is made ready with, are not counted.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// // The numbers from 0 on, as a list, all of it.
    /// let book = polarnet::net! { @main = l & @from ~ (0 l)  @from = ({a $([+1] b)} (a t)) & @from ~ (b t) };
    /// let error = Runtime::new().max_memory(1 << 20).run(&book).unwrap_err();
    /// assert_eq!(error.to_string(), "the memory limit of 1 MiB is reached");
    /// ```
    #[must_use]
    pub fn max_memory(mut self, bytes: u64) -> Self {
        self.limits.memory = bytes;
        self
    }

    /// Stops with [`ErrorKind::Interactions`] after `count` interactions. A net that needs no more of them is not stopped.
    /// One that needs more always is, whatever the engine; it may be noticed some interactions late, in the statistics too,
    /// because a call counts with the reductions that it does at once.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = r & @loop ~ (0 r)  @loop = (a b) & @loop ~ (a b) };
    /// let error = Runtime::new().max_interactions(1000).run(&book).unwrap_err();
    /// assert_eq!(error.to_string(), "the limit of 1000 interactions is reached");
    /// assert!(error.stats.interactions() >= 1000);
    /// ```
    #[must_use]
    pub fn max_interactions(mut self, count: u64) -> Self {
        self.limits.interactions = Some(count);
        self
    }

    /// Stops with [`ErrorKind::Timeout`] after that time.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// use std::time::Duration;
    ///
    /// let book = polarnet::net! { @main = r & @loop ~ (0 r)  @loop = (a b) & @loop ~ (a b) };
    /// let error = Runtime::new().timeout(Duration::from_millis(2)).run(&book).unwrap_err();
    /// assert_eq!(error.to_string(), "the time limit of 2ms is reached");
    /// ```
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> Self {
        self.limits.timeout = Some(time);
        self
    }

    /// Stops with [`ErrorKind::Arithmetic`] at a division by zero, and other operations whose result is 0 for want of
    /// a better one.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = r & @divide ~ (0 (7 r))  @divide = (a (b c)) & b ~ $([/] $(a c)) };
    /// assert_eq!(Runtime::new().run(&book)?.value::<u32>()?, 0);
    /// let error = Runtime::new().strict(true).run(&book).unwrap_err();
    /// assert_eq!(error.to_string(), "undefined arithmetic: an integer was divided by zero");
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.limits.strict = strict;
        self
    }

    /// Stops with [`ErrorKind::Cancelled`] when the token is used.
    ///
    /// ```
    /// use polarnet_runtime::{CancelToken, ErrorKind, Runtime};
    /// use std::{thread, time::Duration};
    ///
    /// let endless = polarnet::net! { @main = r & @loop ~ (0 r)  @loop = (a b) & @loop ~ (a b) };
    /// let token = CancelToken::new();
    /// let runtime = Runtime::new().cancel_with(token.clone());
    /// let run = thread::spawn(move || runtime.run(&endless));
    /// token.cancel(); // before it has begun, or later
    /// assert!(matches!(run.join().unwrap().unwrap_err().kind, ErrorKind::Cancelled));
    /// ```
    #[must_use]
    pub fn cancel_with(mut self, token: CancelToken) -> Self {
        self.limits.cancel = token;
        self
    }

    /// Expands the references that are left in the normal form, and reduces on.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = (@one 2)  @one = 1 };
    /// assert_eq!(Runtime::new().run(&book)?.to_string(), "(@one 2)");
    /// assert_eq!(Runtime::new().expand(true).run(&book)?.to_string(), "(1 2)");
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn expand(mut self, expand: bool) -> Self {
        self.expand = expand;
        self
    }

    /// Chooses the engine.
    ///
    /// ```
    /// use polarnet_runtime::{EngineKind, Runtime};
    ///
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let [bag, reference] = [EngineKind::Bag, EngineKind::Oracle].map(|kind| Runtime::new().engine(kind).run(&book));
    /// assert_eq!(bag?.stats.interactions(), reference?.stats.interactions());
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn engine(mut self, engine: EngineKind) -> Self {
        self.engine = engine;
        self
    }

    /// Shows how far runs of this runtime, and of its clones, have come, all together.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let runtime = Runtime::new();
    /// let progress = runtime.progress(); // for another thread to look at
    /// runtime.run(&book)?;
    /// runtime.run(&book)?;
    /// assert_eq!(progress.interactions(), 6);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn progress(&self) -> Arc<Progress> {
        self.progress.clone()
    }

    /// Reduces `@main`.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = (3 (2 (1 *))) };
    /// assert_eq!(Runtime::new().run(&book)?.value::<Vec<u32>>()?, [3, 2, 1]);
    ///
    /// let no_main = polarnet::net! { @list = (3 (2 (1 *))) };
    /// assert_eq!(Runtime::new().run(&no_main).unwrap_err().to_string(), "the book has no definition `@main`");
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// No `@main`, a limit, two agents without a rule, or a panic in the Rust of one.
    pub fn run<S: Space>(&self, book: &Book<S>) -> Result<Done, Error> {
        self.reduce(&book.any(), None, &[])
    }

    /// Reduces the definition `def`, applied to numbers.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// use polarnet_syntax::number::Number;
    ///
    /// let book = polarnet::net! { @minus = (a (b c)) & a ~ $([-] $(b c)) };
    /// let minus = book.find("minus").unwrap();
    /// let args = [50, 8].map(|x| Number::u(x, book.numbers()));
    /// assert_eq!(Runtime::new().call(&book, minus, &args)?.value::<u32>()?, 42);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A limit, two agents without a rule, or a panic in the Rust of one.
    pub fn call<S: Space>(&self, book: &Book<S>, def: Idx<Defs<S>>, args: &[Number]) -> Result<Done, Error> {
        self.call_number(book, def.raw(), args)
    }

    /// Reduces the definition number `def`.
    ///
    /// # Errors
    ///
    /// A limit, two agents without a rule, or a panic in the Rust of one.
    ///
    /// # Panics
    ///
    /// When there are not so many definitions.
    #[doc(hidden)]
    pub fn call_number<S: Space>(&self, book: &Book<S>, def: u32, args: &[Number]) -> Result<Done, Error> {
        self.reduce(&book.any(), Some(def), args)
    }

    /// Reduces a definition, or `@main`. The book's own type is none of this function's parameters, nor is the function inlined: lest
    /// rustc make the engines anew for each `net!`.
    #[inline(never)]
    fn reduce(&self, book: &AnyBook, def: Option<u32>, args: &[Number]) -> Result<Done, Error> {
        book.with(|book| {
            let def = match def {
                Some(def) => book.def(def).expect("a definition of the book"),
                None => book.main().ok_or_else(|| ErrorKind::NoMain.with(Stats::default()))?,
            };
            self.branded(book, def, args)
        })
    }

    fn branded<'id>(
        &self,
        book: &Book<Brand<'id>>,
        def: Idx<Defs<Brand<'id>>>,
        args: &[Number],
    ) -> Result<Done, Error> {
        #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
        if let Some(device) = &self.device {
            return self.reduce_on(device, book, def, args);
        }
        if self.engine == EngineKind::Oracle {
            return oracle::run(book, def, args, &self.limits, &self.progress, self.expand, None);
        }
        if self.engine == EngineKind::Lazy {
            return match self.reduce_lazily(book, def, args)? {
                Some(done) => Ok(done),
                None => self.clone().engine(EngineKind::Bag).threads(1).branded(book, def, args),
            };
        }
        // It starts while the program is laid out.
        if self.threads > 1 {
            helpers::prepare(budget::THREAD);
        }
        let mut program = Program::new(book);
        program = match self.engine {
            EngineKind::Compiled => program.in_compiled_style().in_direct_style(book),
            EngineKind::Direct => program.interpreted().in_direct_style(book),
            _ => program.interpreted(),
        };
        let words = MAX_WORDS.min(self.limits.memory / 8);
        // Each worker has spare words; together they take a quarter of the memory at most.
        let threads = ((words / 4 / program.spare()).max(1) as usize).min(self.threads);
        let Some(limit) = words.checked_sub(program.spare() * threads as u64) else {
            return Err(ErrorKind::Memory(self.limits.memory).with(Stats::default()));
        };
        let redexes = book.defs().map(|def| book.redexes(def).len()).max().unwrap_or(0);
        let mut control = Control::new(self.limits.clone(), threads, self.progress.clone()).expecting(redexes);
        if program.is_direct() {
            control = control.seldom();
        }
        let done = match (self.engine, threads) {
            (EngineKind::Bag | EngineKind::Compiled | EngineKind::Direct, 1) => {
                self.drive::<Plain>(&program, control, def.raw(), args, limit)
            }
            _ => self.drive::<Shared>(&program, control, def.raw(), args, limit),
        };
        match done.transpose() {
            Some(done) => done,
            None => self.clone().engine(EngineKind::Bag).branded(book, def, args),
        }
    }

    /// Reduces `@main` with the naive reference, whatever the engine, and shows each interaction to `watch` before it
    /// happens. `watch` stops the run by `ControlFlow::Break`.
    ///
    /// # Errors
    ///
    /// No `@main`, or a limit; [`ErrorKind::Cancelled`] after a `Break`.
    ///
    /// ```
    /// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
    /// # let net = parse_text("@main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)", Numbers::Native).0.unwrap();
    /// # let any = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
    /// # any.with(|book| {
    /// use polarnet_runtime::Runtime;
    /// use std::ops::ControlFlow;
    ///
    /// let mut rules = Vec::new();
    /// let done = Runtime::new().watch(book, |interaction| {
    ///     rules.push(interaction.rule.name());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((done.value::<u32>()?, rules), (42, vec!["call", "annihilate", "operate"]));
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// # }).unwrap();
    /// ```
    pub fn watch<S: Space>(
        &self,
        book: &Book<S>,
        mut watch: impl FnMut(Interaction<'_, S>) -> ControlFlow<()>,
    ) -> Result<Done, Error> {
        let main = book.main().ok_or_else(|| ErrorKind::NoMain.with(Stats::default()))?;
        oracle::run(book, main, &[], &self.limits, &self.progress, self.expand, Some(&mut watch))
    }

    /// Reduces a net. In direct style nothing may come out: where signs clash that fitted in the book (a lambda is split), and
    /// where closures, or calls that wait, are left in circles that nothing leads to: which of the net they would change is
    /// known to nobody.
    fn drive<C: Engine>(
        &self,
        program: &Program,
        control: Control,
        def: u32,
        args: &[Number],
        limit: u64,
    ) -> Result<Option<Done>, Error> {
        let threads = control.threads() as u64;
        let heap = Heap::<C>::new(limit, program.spare() * threads)
            .map_err(|refused| ErrorKind::from(refused).with(Stats::default()))?;
        let control = control.within(heap.bytes());
        let mut workers: Vec<_> = (0..threads).map(|part| Worker::<C>::new(&heap, program, part, threads)).collect();

        let root = workers[0].boot(def, args);
        let did = match workers[0].exhausted {
            true => Err(control.out_of_memory(heap.bytes())),
            false => first::settle_little(&mut workers, &control),
        };
        let mut result = did.and_then(|did| {
            if self.expand || program.is_direct() {
                readback::expand(&mut workers, &control, root, self.expand)?;
            }
            did.remember(workers.iter().map(|worker| worker.counts.total()).sum());
            Ok(())
        });
        result = result.and_then(|()| control.overdrawn());
        let elapsed = control.elapsed();
        if workers.iter().any(|worker| worker.clashed) {
            return Ok(None);
        }
        if result.is_ok() && workers.iter().map(|worker| worker.unexpanded).sum::<i64>() > 0 {
            return Ok(None);
        }
        let normal = result.and_then(|()| readback::read(&workers[0], program, &control, root));
        let peak_bytes = control.peak().max(heap.used() * 8);
        let mut stats = Stats { elapsed, peak_bytes, threads: control.threads(), ..Stats::default() };
        for worker in &workers {
            stats.by_rule.merge(&worker.counts);
        }
        match normal {
            Ok(normal) => Ok(Some(Done { normal, stats })),
            Err(stop) => Err(ErrorKind::from(stop).with(stats)),
        }
    }
}

impl<C: Cell> Worker<'_, C> {
    /// Puts `@def ~ (args… root)` into the bag. Returns the cell that will hold the root.
    pub(crate) fn boot(&mut self, def: u32, args: &[Number]) -> u32 {
        let root = self.node(Word::EMPTY, Word::ERA);
        let mut ret = Word::var(root, 0, 2, 1);
        if args.is_empty() {
            let program = self.program;
            let redex = self.enter(program.template(def).whole(), ret);
            if !redex.is_none() {
                self.bag.push(redex);
            }
            return root;
        }
        for (i, &arg) in args.iter().enumerate().rev() {
            if self.exhausted {
                break;
            }
            let app = self.node(Word::number(arg), Word::EMPTY);
            let out = Word::port(Tag::APP, app, 1);
            self.link(out, ret);
            ret = Word::new(Tag::APP, 0, app);
            if i == 0 {
                self.link(Word::new(Tag::REF, 0, def), ret);
            }
        }
        root
    }
}

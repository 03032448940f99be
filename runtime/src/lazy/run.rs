//! The runtime's lazy runs.

use super::{
    cell::Seen,
    look::Lazy,
    reduction::{Halt, Reduction},
};
use crate::{
    control::{Control, Limits},
    done::Done,
    error::{Error, ErrorKind},
    heap::{Heap, MAX_WORDS},
    program::Program,
    readback,
    run::Runtime,
    stats::Stats,
    worker::Worker,
};
use polarnet_columns::{Brand, Idx, Space};
use polarnet_lower::is_polarized;
use polarnet_syntax::{
    book::{AnyBook, Book, Defs},
    number::Number,
};

impl Runtime {
    /// Makes a net of `@main`, and reduces it as far as `look` looks at it.
    ///
    /// What nobody looks at is not reduced, and what nobody can look at any more is given back: a list without end takes no more
    /// memory than the part of it that is held. On one thread, whatever the engine.
    ///
    /// ```
    /// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
    /// # let text = "@main = l & @from ~ (0 l)  @from = ({a b} (a t)) & @from ~ ($([+1] c) t)  & b ~ $([+1] c)";
    /// # let text = "@main = l & @from ~ (0 l)  @from = ({a $([+1] b)} (a t)) & @from ~ (b t)";
    /// # let net = parse_text(text, Numbers::Native).0.unwrap();
    /// # let any = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
    /// # any.with(|book| {
    /// use polarnet_runtime::Runtime;
    ///
    /// // @from = ({a $([+1] b)} (a t)) & @from ~ (b t)
    /// let taken: Vec<u32> = Runtime::new().lazily(book, |net| net.items().take(5).collect::<Result<_, _>>())??;
    /// assert_eq!(taken, [0, 1, 2, 3, 4]);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// No `@main`; [`ErrorKind::Unpolarized`] where signs clash; or memory for nothing at all. What `look` finds it has errors of
    /// its own for.
    pub fn lazily<S: Space, R>(&self, book: &Book<S>, look: impl FnOnce(&mut Lazy<'_>) -> R) -> Result<R, Error> {
        let mut found = None;
        let mut look = Some(look);
        self.lazily_any(&book.any(), &mut |net| found = look.take().map(|look| look(net)))?;
        found.ok_or_else(|| ErrorKind::NoMain.with(Stats::default()))
    }

    /// The book's own type is none of its parameters, lest rustc make all of this anew for each book.
    #[inline(never)]
    fn lazily_any(&self, book: &AnyBook, look: &mut dyn FnMut(&mut Lazy<'_>)) -> Result<(), Error> {
        book.with(|book| {
            let main = book.main().ok_or_else(|| ErrorKind::NoMain.with(Stats::default()))?;
            if !is_polarized(book) {
                return Err(ErrorKind::Unpolarized.with(Stats::default()));
            }
            self.with_reduction(book, |mut reduction| {
                reduction.expand = true;
                let root = reduction.worker.boot(main.raw(), &[]);
                let mut net = Lazy::new(reduction, root);
                look(&mut net);
                Ok(())
            })
        })
    }

    /// Reduces `@main` until its outermost agent is known: its weak head normal form.
    ///
    /// ```
    /// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
    /// # let text = "@main = (r s) & @one ~ r & @loop ~ (0 s)  @one = 1  @loop = (a b) & @loop ~ (a b)";
    /// # let text = "@main = (s r) & @loop ~ (0 s) & @twice ~ (21 r)  @twice = ($([*2] x) x)  @loop = (a b) & @loop ~ (a b)";
    /// # let net = parse_text(text, Numbers::Native).0.unwrap();
    /// # let any = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
    /// # any.with(|book| {
    /// use polarnet_runtime::{Runtime, Term};
    ///
    /// // @main = (s r) & @loop ~ (0 s) & …, where @loop has no end
    /// let (head, stats) = Runtime::new().whnf(book)?;
    /// assert_eq!((head, stats.interactions()), (Term::Con, 0));
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// As [`lazily`](Self::lazily), and a limit, two agents without a rule, or a panic in the Rust of one.
    pub fn whnf<S: Space>(&self, book: &Book<S>) -> Result<(crate::Term, Stats), Error> {
        self.lazily(book, |net| {
            let root = net.root();
            let head = net.whnf(root)?;
            Ok((head.term, net.stats()))
        })?
    }

    /// The normal form of a definition. None where signs clash: then no wire says what it needs.
    pub(crate) fn reduce_lazily<'id>(
        &self,
        book: &Book<Brand<'id>>,
        def: Idx<Defs<Brand<'id>>>,
        args: &[Number],
    ) -> Result<Option<Done>, Error> {
        if !is_polarized(book) {
            return Ok(None);
        }
        // What is dropped is needed by nobody, but for nets whose wires leave a lambda past its result: these keep everything.
        for tidy in [true, false] {
            let done = self.with_reduction(book, |mut reduction| {
                (reduction.tidy, reduction.exact, reduction.expand) = (tidy, true, self.expand);
                let root = reduction.worker.boot(def.raw(), args);
                let normal = reduction.normalise(root).and_then(|()| {
                    reduction.pay()?;
                    reduction.control.overdrawn()?;
                    Ok(readback::read(&reduction.worker, reduction.worker.program, reduction.control, root)?)
                });
                let stats = reduction.stats();
                match normal {
                    Ok(normal) => Ok(Some(Done { normal, stats })),
                    // What was done in Rust is not done twice.
                    Err(Halt::Dropped) if reduction.worker.pace.was_called() => Err(ErrorKind::Dropped.with(stats)),
                    Err(Halt::Dropped) => {
                        reduction.control.take_back(reduction.told());
                        Ok(None)
                    }
                    Err(Halt::Stop(stop)) => Err(ErrorKind::from(stop).with(stats)),
                }
            })?;
            if done.is_some() {
                return Ok(done);
            }
        }
        Ok(None)
    }

    fn with_reduction<S: Space, R>(
        &self,
        book: &Book<S>,
        run: impl FnOnce(Reduction<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let program = Program::lazy(book);
        let redexes = book.defs().map(|def| book.redexes(def).len()).max().unwrap_or(0);
        let heap = heap(&program, &self.limits)?;
        let control =
            Control::new(self.limits.clone(), 1, self.progress.clone()).expecting(redexes).within(heap.bytes());
        run(Reduction::new(Worker::new(&heap, &program, 0, 1), &control))
    }
}

pub(super) fn heap(program: &Program, limits: &Limits) -> Result<Heap<Seen>, Error> {
    // All of the address space, if need be. What the column of faces takes counts beside what the heap has handed out.
    let words = MAX_WORDS.min(limits.memory / 8);
    let Some(limit) = words.checked_sub(program.spare()) else {
        return Err(ErrorKind::Memory(limits.memory).with(Stats::default()));
    };
    Heap::new(limit, program.spare()).map_err(|refused| ErrorKind::from(refused).with(Stats::default()))
}

impl Reduction<'_> {
    /// What was done so far.
    pub fn stats(&self) -> Stats {
        Stats {
            by_rule: self.worker.counts.clone(),
            elapsed: self.control.elapsed(),
            peak_bytes: self.control.peak().max(self.worker.heap.used() * 8),
            threads: 1,
            ..Stats::default()
        }
    }
}

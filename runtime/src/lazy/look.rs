//! A net that is looked at step by step.

use super::{
    branches::Branches,
    drop::DROPPED,
    items::Items,
    reduction::{Halt, Reduction},
};
use crate::{
    cell::Cell,
    error::{Error, ErrorKind},
    normal::{FromNormal, Normal, Term},
    readback,
    stats::Stats,
    word::{Kind, Tag, Word},
};
use core::marker::PhantomData;
use polarnet_syntax::number::Number;

/// A part of a net that nobody has looked at yet. Whoever has it may look once.
///
/// It is of no use without that net, which `'h` stands for: neither after the call of
/// [`Runtime::lazily`](crate::Runtime::lazily) that made the net, nor in another one.
///
/// ```compile_fail
/// # use polarnet_runtime::{Runtime, lazy::Lazy};
/// # fn two(runtime: &Runtime, book: &polarnet_syntax::book::Book<impl polarnet_columns::Space>) -> Option<()> {
/// let root = runtime.lazily(book, |net| net.root()).ok()?;
/// runtime.lazily(book, |net| net.whnf(root)).ok()?.ok()?;
/// # Some(())
/// # }
/// ```
#[derive(Debug)]
#[must_use = "what is not needed is given back by `Lazy::drop`"]
pub struct Value<'h>(pub(super) Word, PhantomData<fn(&'h ()) -> &'h ()>);

impl Value<'_> {
    /// The net of `'h` has this word.
    pub(super) fn new(word: Word) -> Self {
        Value(word, PhantomData)
    }
}

/// The outermost agent of a value, and what stands at its auxiliary ports.
#[derive(Debug)]
pub struct Head<'h> {
    /// The agent. [`Term::Wire`] for what waits for the argument of a lambda.
    pub term: Term,
    /// Its ports. Those that hold half of a wide number are none.
    pub ports: Vec<Value<'h>>,
}

/// A net that is reduced as far as somebody looks at it: what [`Runtime::lazily`](crate::Runtime::lazily) makes of `@main`.
///
/// References are expanded where they are looked at. What is looked at is taken apart: a value is looked at once.
///
/// ```
/// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
/// # let text = "agent +Leaf, +Node(+l, +v, +r); @main = @tree  @tree = Node(@tree, 7, @tree)";
/// # let net = parse_text(text, Numbers::Native).0.unwrap();
/// # let any = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
/// # any.with(|book| {
/// use polarnet_runtime::Runtime;
///
/// // @tree = Node(@tree, 7, @tree)
/// let found = Runtime::new().lazily(book, |net| {
///     let mut value = net.root();
///     for _ in 0..1000 {
///         value = net.whnf(value)?.ports.swap_remove(2); // to the right
///     }
///     let number = net.whnf(value)?.ports.swap_remove(1);
///     net.value::<u32>(number)
/// })??;
/// assert_eq!(found, 7);
/// # Ok::<(), polarnet_runtime::Error>(())
/// # }).unwrap();
/// ```
pub struct Lazy<'h> {
    pub(super) reduction: Reduction<'h>,
    root: Option<Word>,
}

impl<'h> Lazy<'h> {
    pub(super) fn new(reduction: Reduction<'h>, root: u32) -> Self {
        let root = Word::var(root, 0, 2, 1);
        Lazy { reduction, root: Some(root) }
    }

    /// The result of `@main`; `*` when it was taken before.
    pub fn root(&mut self) -> Value<'h> {
        Value::new(self.root.take().unwrap_or(Word::ERA))
    }

    /// Reduces a value until its outermost agent is known, and takes it apart.
    ///
    /// # Errors
    ///
    /// A limit, two agents without a rule, a panic in the Rust of one; [`ErrorKind::Dropped`].
    pub fn whnf(&mut self, value: Value<'h>) -> Result<Head<'h>, Error> {
        let word = self.reduction.head_of(value.0).map_err(|halt| self.error(halt))?;
        Ok(self.open(word))
    }

    fn open(&mut self, word: Word) -> Head<'h> {
        let worker = &mut self.reduction.worker;
        let program = worker.program;
        let leaf = |term| Head { term, ports: Vec::new() };
        if word.is_var() {
            return Head { term: Term::Wire(0), ports: vec![Value::new(word)] };
        }
        let (term, words) = match word.tag() {
            Tag::ERA => return leaf(Term::Era),
            Tag::NUM => return leaf(Term::Num(word.as_number())),
            Tag::REF => return leaf(Term::Ref(program.template(word.loc()).name.as_str().into())),
            Tag::VALUE | Tag::ACTOR => {
                let shape = program.agent(word.label());
                if let Some(ty) = shape.boxed {
                    let wide = readback::wide(worker, word.loc(), ty);
                    worker.open_agent(word);
                    return leaf(Term::Wide(wide));
                }
                worker
                    .faces
                    .opened
                    .extend((0..shape.arity).filter(|&slot| shape.is_cell(slot)).map(|slot| word.loc() + slot));
                let words = worker.open_agent(word);
                (Term::User(shape.name.as_str().into(), words.len()), words)
            }
            tag => {
                worker.faces.opened.extend((0..2).filter(|&slot| tag.cell(slot) == 1).map(|slot| word.loc() + slot));
                let words = worker.ports(tag, word.loc()).to_vec();
                let term = match tag.kind() {
                    Kind::Con => Term::Con,
                    Kind::Dup => Term::Dup(word.label()),
                    Kind::Opr => Term::Opr,
                    Kind::Swi => Term::Swi,
                };
                (term, words)
            }
        };
        Head { term, ports: words.into_iter().map(Value::new).collect() }
    }

    /// Reduces a value to its normal form, and takes it. An argument that is taken for nothing is `*`, where
    /// [`Runtime::run`](crate::Runtime::run) shows what became of it.
    ///
    /// # Errors
    ///
    /// As [`whnf`](Self::whnf).
    pub fn normal(&mut self, value: Value<'h>) -> Result<Normal, Error> {
        let slot = self.hold(value);
        let normal = self.reduction.normalise(slot).and_then(|()| self.read(slot));
        let rest = self.release(slot).0;
        let dropped = self.reduction.drop_value(rest);
        let normal = normal.map_err(|halt| self.error(halt))?;
        dropped.map_err(|halt| self.error(halt))?;
        Ok(normal)
    }

    /// Reduces a value to its normal form, as a Rust value.
    ///
    /// # Errors
    ///
    /// As [`whnf`](Self::whnf), and [`ErrorKind::Shape`] when it is not a `T`.
    pub fn value<T: FromNormal>(&mut self, value: Value<'h>) -> Result<T, Error> {
        let normal = self.normal(value)?;
        normal.value().map_err(|kind| kind.with(self.stats()))
    }

    /// `function` applied to `argument`; nothing is reduced.
    ///
    /// # Errors
    ///
    /// As [`whnf`](Self::whnf): it takes memory.
    pub fn apply(&mut self, function: Value<'h>, argument: Value<'h>) -> Result<Value<'h>, Error> {
        let worker = &mut self.reduction.worker;
        let app = worker.node(argument.0, Word::EMPTY);
        worker.link(function.0, Word::new(Tag::APP, 0, app));
        let settled = self.reduction.settle();
        settled.map_err(|halt| self.error(halt))?;
        Ok(Value::new(Word::port(Tag::APP, app, 1)))
    }

    /// A number as a value.
    pub fn number(&self, number: Number) -> Value<'h> {
        Value::new(Word::number(number))
    }

    /// Gives a value back that nobody needs.
    ///
    /// # Errors
    ///
    /// As [`whnf`](Self::whnf): the book's own rules with `*` are reduced.
    pub fn drop(&mut self, value: Value<'h>) -> Result<(), Error> {
        self.reduction.drop_value(value.0).map_err(|halt| self.error(halt))
    }

    /// The elements of the list `@main`, which this takes, as [`root`](Self::root) does: see [`items_of`](Self::items_of).
    pub fn items<T: FromNormal>(&mut self) -> Items<'_, 'h, T> {
        let list = self.root();
        self.items_of(list)
    }

    /// The elements of a list, each reduced when it is asked for: pairs `(head tail)` that end with `*`, or agents of two ports, head and tail, that end
    /// with one of none.
    pub fn items_of<T: FromNormal>(&mut self, list: Value<'h>) -> Items<'_, 'h, T> {
        Items::new(self, list)
    }

    /// The branches of `@main`, which this takes, as [`root`](Self::root) does: see [`branches_of`](Self::branches_of).
    pub fn collapse(&mut self) -> Branches<'_, 'h> {
        let value = self.root();
        self.branches_of(value)
    }

    /// The branches of the superpositions in a value, each without superpositions, in normal form.
    ///
    /// Each superposition `&7{a b}` is one choice between `a` and `b`, and all with the same label on the way to a result are the
    /// same choice. Those after fewer choices come first; but branches take turns, so that one without end does not keep others
    /// from coming. What is used only in parts that were not chosen is `*`.
    pub fn branches_of(&mut self, value: Value<'h>) -> Branches<'_, 'h> {
        Branches::new(self, value)
    }

    /// What was done so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.reduction.stats()
    }

    /// Gives back what it has drawn of a limit that others share.
    pub(super) fn settle_count(&mut self) {
        // What stops it then, would have stopped it before.
        let _ = self.reduction.pay();
    }

    /// A slot that holds a value.
    pub(super) fn hold(&mut self, value: Value<'h>) -> u32 {
        self.reduction.worker.node(value.0, Word::ERA)
    }

    /// What a slot of [`hold`](Self::hold) holds; it is none any more.
    pub(super) fn release(&mut self, slot: u32) -> Value<'h> {
        let word = self.reduction.worker.cell(slot).peek();
        self.reduction.worker.release(slot, 2);
        Value::new(word)
    }

    /// Reads the normal form in a slot.
    pub(super) fn read(&mut self, slot: u32) -> Result<Normal, Halt> {
        let Reduction { worker, control, .. } = &self.reduction;
        Ok(readback::read(worker, worker.program, control, slot)?)
    }

    pub(super) fn error(&self, halt: Halt) -> Error {
        let kind = match halt {
            Halt::Stop(stop) => stop.into(),
            Halt::Dropped => ErrorKind::Dropped,
        };
        kind.with(self.stats())
    }
}

impl Reduction<'_> {
    fn head_of(&mut self, word: Word) -> Result<Word, Halt> {
        self.settle()?;
        self.head(word)
    }

    /// A value that nobody needs goes.
    pub(super) fn drop_value(&mut self, word: Word) -> Result<(), Halt> {
        self.worker.link(word, DROPPED);
        self.settle()
    }
}

//! A net that is looked at step by step.
//!
//! Over 400 lines: its items' examples.

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
///
/// ```
/// use polarnet_runtime::{Runtime, Term, lazy::Head};
///
/// let book = polarnet::net! { @main = (1 (2 *)) };
/// Runtime::new().lazily(&book, |net| {
///     let root = net.root();
///     let Head { term, mut ports } = net.whnf(root)?;
///     assert_eq!((term, ports.len()), (Term::Con, 2));
///     assert_eq!(net.value::<u32>(ports.swap_remove(0))?, 1);
///     Ok::<(), polarnet_runtime::Error>(())
/// })??;
/// # Ok::<(), polarnet_runtime::Error>(())
/// ```
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
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let found = Runtime::new().lazily(&book, |net| {
    ///     let (root, again) = (net.root(), net.root());
    ///     Ok::<_, polarnet_runtime::Error>((net.normal(root)?.to_string(), net.normal(again)?.to_string()))
    /// })??;
    /// assert_eq!(found, ("42".to_owned(), "*".to_owned()));
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    pub fn root(&mut self) -> Value<'h> {
        Value::new(self.root.take().unwrap_or(Word::ERA))
    }

    /// Reduces a value until its outermost agent is known, and takes it apart.
    ///
    /// ```
    /// # use polarnet_runtime::{Runtime, Term};
    /// // A pair, the first part of which has no normal form.
    /// let book = polarnet::net! { @main = (a 7) & @loop ~ (0 a)  @loop = (a b) & @loop ~ (a b) };
    /// Runtime::new().lazily(&book, |net| {
    ///     let root = net.root();
    ///     let mut pair = net.whnf(root)?;
    ///     assert_eq!(pair.term, Term::Con);
    ///     assert_eq!(net.value::<u32>(pair.ports.swap_remove(1))?, 7);
    ///     Ok::<(), polarnet_runtime::Error>(())
    /// })??;
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
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
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = (x (* x)) };
    /// let normal = Runtime::new().lazily(&book, |net| { let root = net.root(); net.normal(root) })??;
    /// assert_eq!(normal.to_string(), "(x0 (* x0))");
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
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
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = (1 (2 *)) };
    /// let found = Runtime::new().lazily(&book, |net| { let root = net.root(); net.value::<Vec<u32>>(root) })??;
    /// assert_eq!(found, [1, 2]);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
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
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// # use polarnet_syntax::number::{Number, Numbers};
    /// let book = polarnet::net! { @main = ($([*2] x) x) };
    /// let doubled = Runtime::new().lazily(&book, |net| {
    ///     let (function, argument) = (net.root(), net.number(Number::u(21, Numbers::Native)));
    ///     let result = net.apply(function, argument)?;
    ///     net.value::<u32>(result)
    /// })??;
    /// assert_eq!(doubled, 42);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
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
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// # use polarnet_syntax::number::{Number, Numbers};
    /// let book = polarnet::net! { @main = * };
    /// let seven = Runtime::new().lazily(&book, |net| {
    ///     let seven = net.number(Number::i(-7, Numbers::Native));
    ///     net.value::<i32>(seven)
    /// })??;
    /// assert_eq!(seven, -7);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    pub fn number(&self, number: Number) -> Value<'h> {
        Value::new(Word::number(number))
    }

    /// Gives a value back that nobody needs.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = (a 7) & @loop ~ (0 a)  @loop = (a b) & @loop ~ (a b) };
    /// Runtime::new().lazily(&book, |net| {
    ///     let root = net.root();
    ///     let [endless, seven] = <[_; 2]>::try_from(net.whnf(root)?.ports).unwrap();
    ///     net.drop(endless)?; // it is not reduced
    ///     assert_eq!(net.value::<u32>(seven)?, 7);
    ///     Ok::<(), polarnet_runtime::Error>(())
    /// })??;
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`whnf`](Self::whnf): the book's own rules with `*` are reduced.
    pub fn drop(&mut self, value: Value<'h>) -> Result<(), Error> {
        self.reduction.drop_value(value.0).map_err(|halt| self.error(halt))
    }

    /// The elements of the list `@main`, which this takes, as [`root`](Self::root) does: see [`items_of`](Self::items_of).
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { agent +Nil, +Cons(+head, +tail); @main = Cons(1, Cons(2, Nil)) };
    /// let found: Vec<u32> = Runtime::new().lazily(&book, |net| net.items().collect::<Result<_, _>>())??;
    /// assert_eq!(found, [1, 2]);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    pub fn items<T: FromNormal>(&mut self) -> Items<'_, 'h, T> {
        let list = self.root();
        self.items_of(list)
    }

    /// The elements of a list, each reduced when it is asked for: pairs `(head tail)` that end with `*`, or agents of two ports, head and tail, that end
    /// with one of none.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = (7 (1 (2 *))) };
    /// let found = Runtime::new().lazily(&book, |net| {
    ///     let root = net.root();
    ///     let list = net.whnf(root)?.ports.swap_remove(1);
    ///     net.items_of::<u32>(list).collect::<Result<Vec<_>, _>>()
    /// })??;
    /// assert_eq!(found, [1, 2]);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    pub fn items_of<T: FromNormal>(&mut self, list: Value<'h>) -> Items<'_, 'h, T> {
        Items::new(self, list)
    }

    /// The branches of `@main`, which this takes, as [`root`](Self::root) does: see [`branches_of`](Self::branches_of).
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// // One label is one choice, two labels are two.
    /// let same = polarnet::net! { @main = (&1{1 2} &1{3 4}) };
    /// let other = polarnet::net! { @main = (&1{1 2} &2{3 4}) };
    /// assert_eq!(Runtime::new().lazily(&same, |net| net.collapse().count())?, 2);
    /// assert_eq!(Runtime::new().lazily(&other, |net| net.collapse().count())?, 4);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    pub fn collapse(&mut self) -> Branches<'_, 'h> {
        let value = self.root();
        self.branches_of(value)
    }

    /// The branches of the superpositions in a value, each without superpositions, in normal form.
    ///
    /// Each superposition `&7{a b}` is one choice between `a` and `b`, and all with the same label on the way to a result are the
    /// same choice. Those after fewer choices come first; but branches take turns, so that one without end does not keep others
    /// from coming. What is used only in parts that were not chosen is `*`.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = (&1{1 2} 7) };
    /// let found = Runtime::new().lazily(&book, |net| {
    ///     let root = net.root();
    ///     let first = net.whnf(root)?.ports.swap_remove(0);
    ///     net.branches_of(first).map(|branch| Ok(branch?.to_string())).collect::<Result<Vec<_>, polarnet_runtime::Error>>()
    /// })??;
    /// assert_eq!(found, ["1", "2"]);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    pub fn branches_of(&mut self, value: Value<'h>) -> Branches<'_, 'h> {
        Branches::new(self, value)
    }

    /// What was done so far.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// Runtime::new().lazily(&book, |net| {
    ///     assert_eq!(net.stats().interactions(), 0);
    ///     let root = net.root();
    ///     net.whnf(root)?;
    ///     assert_eq!(net.stats().interactions(), 3);
    ///     Ok::<(), polarnet_runtime::Error>(())
    /// })??;
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
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

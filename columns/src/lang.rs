//! What a batch is a batch of, and how its nodes are stored.

use crate::{
    child::{Child, List},
    record::Leaf,
};
use core::{fmt, marker::PhantomData};

/// A language: a set of operators, each with payloads and children. [`derive(Node)`](crate::Node) makes one of an enum.
///
/// ```
/// # use polarnet_columns::{Builder, Node, space};
/// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
/// # enum Math<I> { Num(i32), Add(I, I) }
/// # space!(Sums, guard);
/// # let mut sums = Builder::<Sums, MathLang>::new(guard);
/// # let two = sums.add(Math::Num(2));
/// # let four = sums.add(Math::Add(two, two));
/// # let sums = sums.freeze();
/// use polarnet_columns::{Batch, Idx, Lang, Space};
/// // What works for any language uses its methods.
/// fn edges<S: Space, L: Lang>(batch: &Batch<S, L>) -> usize {
///     let mut edges = 0;
///     for row in batch.indices() {
///         L::each_child::<Idx<S>>(batch.node(row), |_| edges += 1);
///     }
///     edges
/// }
/// assert_eq!(edges(&sums), 2);
/// ```
///
/// # Safety
///
/// `decode` reads what `encode` wrote, field by field, and `each_child` visits all children. The derive sees to it.
pub unsafe trait Lang: Sized {
    /// One node. Its children are `I`s; lists of children borrow from `'b`.
    type Node<'b, I: Child>: Copy;

    /// The operators, by their codes.
    const OPERATORS: &'static [Operator];

    /// Writes a node; `row` gives the row number of each child.
    #[doc(hidden)]
    fn encode<I: Child>(node: Self::Node<'_, I>, to: &mut Encoder<'_>, row: impl FnMut(I) -> u32);

    /// Reads a node.
    ///
    /// # Safety
    ///
    /// `stored` was written by `encode`, and `from` takes its children.
    #[doc(hidden)]
    unsafe fn decode<'b, I: Child>(stored: Stored<'b>, from: I::From) -> Self::Node<'b, I>;

    /// Reads nodes of one operator, of which the fields stand one after the other in `fields`, and passes each on with its
    /// row. The operator has its own loop for that, so that `f`, once inlined, has nothing left to choose.
    ///
    /// # Safety
    ///
    /// `encode` wrote the fields, for nodes of this operator, at least one for each of `rows`; `from` takes their children.
    #[doc(hidden)]
    unsafe fn decode_run<'b, I: Child>(
        operator: u8,
        fields: &mut Decoder<'b>,
        rows: impl Iterator<Item = u32>,
        from: I::From,
        f: impl FnMut(u32, Self::Node<'b, I>),
    );

    /// Visits the children, left to right.
    ///
    /// ```
    /// # use polarnet_columns::{Lang, Node};
    /// #[derive(Node, Clone, Copy)]
    /// enum Math<I> { Num(i32), If { test: I, then: I, other: I } }
    ///
    /// let mut children = Vec::new();
    /// MathLang::each_child::<u32>(Math::If { test: 3, then: 0, other: 3 }, |child| children.push(child));
    /// assert_eq!(children, [3, 0, 3]);
    /// ```
    fn each_child<I: Child>(node: Self::Node<'_, I>, f: impl FnMut(I));

    /// Writes `Operator payload child …`, with `child` writing the children, and a blank before each.
    ///
    /// ```
    /// # use polarnet_columns::{Lang, Node};
    /// use std::fmt;
    ///
    /// #[derive(Node, Clone, Copy)]
    /// enum Math<I> { Num(i32), Add(I, I) }
    ///
    /// impl fmt::Display for Math<u32> {
    ///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    ///         MathLang::write(*self, f, &mut |child, f| write!(f, " %{child}"))
    ///     }
    /// }
    /// assert_eq!(Math::Add(3, 5).to_string(), "Add %3 %5");
    /// ```
    fn write<I: Child>(
        node: Self::Node<'_, I>,
        f: &mut fmt::Formatter<'_>,
        child: &mut dyn FnMut(I, &mut fmt::Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result;
}

/// An operator of a language.
///
/// ```
/// use polarnet_columns::{Lang, Node};
/// #[derive(Node, Clone, Copy)]
/// enum Math<I> { Num(i32), If { test: I, then: I, other: I } }
///
/// assert!(MathLang::OPERATORS.iter().map(|op| (op.name, op.pooled)).eq([("Num", false), ("If", true)]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operator {
    /// Its name, as the enum has it.
    pub name: &'static str,
    /// How many words its fields take, lists apart.
    pub words: usize,
    /// Its fields take more than two words, or have a list, so they stand in the pool.
    pub pooled: bool,
}

/// A value that stands in a node beside the children: `Copy`, and stored as words of 32 bits. Two payloads are equal if
/// their words are, so `0.0` and `-0.0` are two, and a NaN is equal to itself.
///
/// ```
/// use polarnet_columns::{Builder, Node, Payload, space};
///
/// #[derive(Payload, Clone, Copy, Debug, PartialEq)]
/// struct Span { from: u32, to: u32 }
///
/// #[derive(Node, Clone, Copy, Debug, PartialEq)]
/// enum Tree<I> { Leaf(Span, Side), Pair(I, I) }
///
/// #[derive(Payload, Clone, Copy, Debug, PartialEq)]
/// enum Side { Left, Right }
///
/// space!(Trees, guard);
/// let mut trees = Builder::<Trees, TreeLang>::new(guard);
/// let leaf = trees.add(Tree::Leaf(Span { from: 3, to: 5 }, Side::Right));
/// assert_eq!(trees.node(leaf), Tree::Leaf(Span { from: 3, to: 5 }, Side::Right));
/// ```
///
/// # Safety
///
/// `put` writes [`WORDS`](Self::WORDS) words, and `get` makes the same value of them: on any thread, and as often as it is
/// asked.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a payload of a node",
    label = "a payload is stored as words of 32 bits",
    note = "numbers, `bool`, `char`, `()`, arrays, pairs, and indices of other spaces can; `#[derive(Payload)]` makes a payload of \
            an enum without fields and of a struct of payloads; intern what is larger, and keep its number"
)]
pub unsafe trait Payload: Copy + fmt::Debug {
    /// How many words it takes.
    const WORDS: usize;

    /// Writes the value.
    ///
    /// ```
    /// // Two numbers in one word, where `derive(Payload)` would take two.
    /// # use polarnet_columns::{Builder, Node, Payload, private::{Decoder, Encoder}, space};
    /// #[derive(Clone, Copy, Debug, PartialEq)]
    /// struct Place { x: u16, y: u16 }
    ///
    /// // SAFETY: B5: one word, and `get` undoes `put`.
    /// unsafe impl Payload for Place {
    ///     const WORDS: usize = 1;
    ///     fn put(self, to: &mut Encoder<'_>) { (u32::from(self.x) << 16 | u32::from(self.y)).put(to) }
    ///     unsafe fn get(from: &mut Decoder<'_>) -> Self {
    ///         // SAFETY: B5: `put` wrote a `u32`.
    ///         let word = unsafe { u32::get(from) };
    ///         Place { x: (word >> 16) as u16, y: word as u16 }
    ///     }
    /// }
    /// let mut words = Vec::new();
    /// Place { x: 1, y: 2 }.save(&mut words);
    /// assert_eq!(words, [polarnet_columns::record::Leaf::Unsigned(0x1_0002)]);
    /// ```
    fn put(self, to: &mut Encoder<'_>);

    /// Writes the value for other programs to read: see [`record`](crate::record). By itself, its words as numbers.
    ///
    /// ```
    /// use polarnet_columns::{Payload, record::Leaf};
    ///
    /// #[derive(Payload, Clone, Copy, Debug)]
    /// enum Side { Left, Right }
    ///
    /// let mut leaves = Vec::new();
    /// (2.5, Side::Right).save(&mut leaves);
    /// assert_eq!(leaves, [Leaf::Double(2.5), Leaf::Name("Right", 1)]);
    /// ```
    fn save(self, to: &mut Vec<Leaf>) {
        let mut pool = Vec::new();
        let mut words = Encoder::new(&mut pool);
        words.operator(0, true);
        self.put(&mut words);
        to.extend(pool.into_iter().map(|word| Leaf::Unsigned(word.into())));
    }

    /// Reads a value.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, Payload, private::{Decoder, Encoder}, space};
    /// # #[derive(Clone, Copy, Debug, PartialEq)]
    /// # struct Place { x: u16, y: u16 }
    ///
    /// // SAFETY: B5: one word, and `get` undoes `put`.
    /// unsafe impl Payload for Place {
    ///     const WORDS: usize = 1;
    ///     fn put(self, to: &mut Encoder<'_>) { (u32::from(self.x) << 16 | u32::from(self.y)).put(to) }
    ///     unsafe fn get(from: &mut Decoder<'_>) -> Self {
    ///         // SAFETY: B5: `put` wrote a `u32`.
    ///         let word = unsafe { u32::get(from) };
    ///         Place { x: (word >> 16) as u16, y: word as u16 }
    ///     }
    /// }
    /// #[derive(Node, Clone, Copy, Debug, PartialEq)]
    /// enum Tree<I> { Leaf(Place), Pair(I, I) }
    ///
    /// space!(Trees, guard);
    /// let mut trees = Builder::<Trees, TreeLang>::new(guard);
    /// let leaf = trees.add(Tree::Leaf(Place { x: 1, y: 2 }));
    /// assert_eq!(trees.node(leaf), Tree::Leaf(Place { x: 1, y: 2 }));
    /// ```
    ///
    /// # Safety
    ///
    /// `put` wrote the next words.
    unsafe fn get(from: &mut Decoder<'_>) -> Self;
}

/// Receives the words of one node.
pub struct Encoder<'p> {
    pub(crate) op: u8,
    /// Two words, in registers: a hash that reads both at once from where they were written one by one waits until they
    /// are in the cache.
    pub(crate) words: (u32, u32),
    written: u32,
    pub(crate) pooled: bool,
    pool: &'p mut Vec<u32>,
}

impl<'p> Encoder<'p> {
    pub(crate) fn new(pool: &'p mut Vec<u32>) -> Self {
        Encoder { op: 0, words: (0, 0), written: 0, pooled: false, pool }
    }

    /// Begins a node.
    #[inline(always)]
    pub fn operator(&mut self, op: u8, pooled: bool) {
        (self.op, self.pooled) = (op, pooled);
        if pooled {
            let at = u32::try_from(self.pool.len()).expect("a batch has at most 2^32 words of long nodes");
            self.words = (0, at);
        }
    }

    /// Ends the node.
    #[inline(always)]
    pub(crate) fn finish(&mut self) {
        if self.pooled {
            let len = self.pool.len() - self.words.1 as usize;
            self.words.0 = u32::try_from(len).expect("a node has at most 2^32 - 1 words");
        }
    }

    /// Writes a word.
    #[inline(always)]
    pub fn word(&mut self, word: u32) {
        if self.pooled {
            self.pool.push(word);
        } else {
            match self.written {
                0 => self.words.0 = word,
                _ => self.words.1 = word,
            }
            self.written += 1;
        }
    }

    /// Writes a list of children.
    pub fn list<I: Child>(&mut self, list: List<'_, I>, mut row: impl FnMut(I) -> u32) {
        self.word(u32::try_from(list.len()).expect("a list has at most 2^32 - 1 children"));
        for child in list {
            self.word(row(child));
        }
    }
}

/// A node as it is stored: its operator, and its words or where they are.
#[derive(Clone, Copy)]
pub struct Stored<'b> {
    pub(crate) op: u8,
    pub(crate) words: *const [u32; 2],
    pub(crate) pool: *const u32,
    pub(crate) batch: PhantomData<&'b [u32]>,
}

impl<'b> Stored<'b> {
    /// The operator's code.
    #[must_use]
    #[inline(always)]
    pub fn operator(self) -> u8 {
        self.op
    }

    /// The fields, of an operator that is `pooled` or is not.
    ///
    /// # Safety
    ///
    /// It was written so.
    #[inline(always)]
    pub unsafe fn fields(self, pooled: bool) -> Decoder<'b> {
        let at = if pooled {
            // SAFETY: B5: the words of a pooled node are its length and where it begins in the pool.
            unsafe { self.pool.add((*self.words)[1] as usize) }
        } else {
            self.words.cast()
        };
        Decoder { at, batch: PhantomData }
    }
}

/// Reads the words of one node.
pub struct Decoder<'b> {
    at: *const u32,
    batch: PhantomData<&'b [u32]>,
}

impl<'b> Decoder<'b> {
    /// Reads these words, from the first.
    pub(crate) fn new(words: &'b [u32]) -> Self {
        Decoder { at: words.as_ptr(), batch: PhantomData }
    }

    /// The next word.
    ///
    /// # Safety
    ///
    /// The node has one more.
    #[inline(always)]
    pub unsafe fn word(&mut self) -> u32 {
        // SAFETY: B5, by the caller's word.
        unsafe {
            let word = *self.at;
            self.at = self.at.add(1);
            word
        }
    }

    /// The next child.
    ///
    /// # Safety
    ///
    /// The node has one more, a child that `from` takes.
    #[inline(always)]
    pub unsafe fn child<I: Child>(&mut self, from: I::From) -> I {
        // SAFETY: B5, by the caller's word.
        unsafe { I::new(from, self.word()) }
    }

    /// The next list of children.
    ///
    /// # Safety
    ///
    /// The node has one more, of children that `from` takes.
    #[inline(always)]
    pub unsafe fn list<I: Child>(&mut self, from: I::From) -> List<'b, I> {
        // SAFETY: B5: `Encoder::list` wrote a length and so many words; they live as long as the batch is borrowed.
        unsafe {
            let len = self.word() as usize;
            let rows = core::slice::from_raw_parts(self.at, len);
            self.at = self.at.add(len);
            List::from_raw(rows, from)
        }
    }
}

//! Books whose brand is forgotten.

use super::{Book, Functions, Shared, columns::Columns, kept::Kept};
use crate::{
    number::Number,
    table::{Table, rows},
};
use polarnet_columns::{Brand, Guard, Space};
use std::sync::{Arc, OnceLock, Weak};

/// A book whose brand is forgotten: what a file gives, and what several books of `net!` have in common.
///
/// ```
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let books: [polarnet::AnyBook; 2] = [book.into(), polarnet::net! { @main = 1 }.into()];
/// assert_eq!(books.map(|book| book.with(|book| book.defs().len())), [2, 1]);
/// ```
#[derive(Clone)]
pub struct AnyBook(Book<Brand<'static>>);

impl AnyBook {
    /// Gives a table a brand of its own.
    #[doc(hidden)]
    #[must_use]
    pub fn new(table: &Table) -> Self {
        AnyBook::make(table, &[], None)
    }

    /// The book of a source. Not inlined, or rustc would make the code of columns anew for each program.
    #[inline(never)]
    pub(super) fn of_source(table: Table, rows: &str, values: &[Number], functions: Option<Functions>) -> Self {
        let (rows, defs) = rows::read(rows);
        AnyBook::make(&Table { rows: rows.into(), defs: defs.into(), ..table }, values, functions)
    }

    fn make(table: &Table, values: &[Number], functions: Option<Functions>) -> Self {
        // SAFETY: the brand is private to this box: `with` shows it as one that unifies with nothing.
        let columns = Columns::new(unsafe { Guard::new_unchecked() }, table, values, functions);
        AnyBook(Book(Arc::new_cyclic(|this| Shared {
            columns: Kept::new(columns).into(),
            any: Forgotten::Itself(this.clone()),
        })))
    }

    /// Looks inside.
    ///
    /// ```
    /// let book = polarnet::reader::Source::new("pair.hvm", "@main = (1 2)").parse().book.unwrap();
    /// assert_eq!(book.with(|book| book.agents().len()), 3);
    /// ```
    pub fn with<R>(&self, f: impl for<'id> FnOnce(&Book<Brand<'id>>) -> R) -> R {
        f(&self.0)
    }

    pub(super) fn table(&self) -> Table {
        self.0.table()
    }

    pub(super) fn functions(&self) -> Option<Functions> {
        self.0.functions()
    }
}

/// What a book is without its brand.
pub(super) enum Forgotten<S: Space> {
    /// The same columns: it is an `AnyBook` that is looked into.
    Itself(Weak<Shared<Brand<'static>>>),
    /// It was there first.
    Known(AnyBook),
    /// It is made when somebody asks for it. A pointer, so that there is no code for it where books are `Known`.
    Later(OnceLock<AnyBook>, fn(&OnceLock<AnyBook>, &Book<S>) -> AnyBook),
}

impl<S: Space> Forgotten<S> {
    pub(super) fn later() -> Self {
        // The same table, but for its brand.
        Forgotten::Later(OnceLock::new(), |any, book| {
            any.get_or_init(|| AnyBook::make(&book.table(), &[], book.functions())).clone()
        })
    }

    /// That of `book`, whose this is.
    pub(super) fn get(&self, book: &Book<S>) -> AnyBook {
        match self {
            Forgotten::Itself(this) => AnyBook(Book(this.upgrade().expect("the book that is being looked into"))),
            Forgotten::Known(any) => any.clone(),
            Forgotten::Later(any, make) => make(any, book),
        }
    }
}

/// It has a brand of its own: whoever has rows of the old one cannot use them here.
///
/// ```
/// # use polarnet_syntax::book::{AnyBook, Book, Static, Source};
/// fn both<A: Source, B: Source>(a: Book<Static<A>>, b: Book<Static<B>>) -> Vec<AnyBook> {
///     vec![a.into(), b.into()]
/// }
/// ```
impl<S: Space> From<Book<S>> for AnyBook {
    fn from(book: Book<S>) -> Self {
        book.any()
    }
}

impl<S: Space> From<&Book<S>> for AnyBook {
    fn from(book: &Book<S>) -> Self {
        book.any()
    }
}

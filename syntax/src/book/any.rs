//! Books whose brand is forgotten.

use super::{Book, Functions};
use crate::table::Table;
use polarnet_columns::{Brand, Guard, Space};

/// A book whose brand is forgotten: what a file gives, and what several books of `net!` have in common.
#[derive(Clone)]
pub struct AnyBook(Book<Brand<'static>>);

impl AnyBook {
    /// Gives a table a brand of its own.
    #[doc(hidden)]
    #[must_use]
    pub fn new(table: &Table) -> Self {
        AnyBook::make(table, None)
    }

    fn make(table: &Table, functions: Option<Functions>) -> Self {
        // SAFETY: the brand is private to this box: `with` shows it as one that unifies with nothing.
        AnyBook(Book::make(unsafe { Guard::new_unchecked() }, table, &[], functions))
    }

    /// Looks inside.
    pub fn with<R>(&self, f: impl for<'id> FnOnce(&Book<Brand<'id>>) -> R) -> R {
        f(&self.0)
    }
}

/// The book is built anew, under a brand of its own: whoever has rows of the old one cannot use them here.
///
/// ```
/// # use polarnet_syntax::book::{AnyBook, Book, Static, Source};
/// fn both<A: Source + Copy, B: Source + Copy>(a: Book<Static<A>>, b: Book<Static<B>>) -> Vec<AnyBook> {
///     vec![a.into(), b.into()]
/// }
/// ```
impl<S: Space> From<Book<S>> for AnyBook {
    fn from(book: Book<S>) -> Self {
        (&book).into()
    }
}

impl<S: Space> From<&Book<S>> for AnyBook {
    fn from(book: &Book<S>) -> Self {
        // The same table, but for its brand.
        AnyBook::make(&book.table(), book.functions())
    }
}

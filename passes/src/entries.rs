//! Where a book is entered from outside.

use polarnet_columns::{Data, Space};
use polarnet_syntax::book::{Book, Defs};

/// The definitions that are run by name: `@main`, unless others are said to be. If a book has none of them, all of its
/// definitions are entries. Rules always are: what meets is not known.
///
/// ```
/// use polarnet_passes::{Entries, prune};
///
/// let book = polarnet::net! { @main = 1  @other = 2 };
/// assert!(!prune(&book, &Entries::default()).to_string().contains("@other"));
/// assert!(prune(&book, &Entries::new(["main", "other"])).to_string().contains("@other"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entries(Vec<String>);

impl Default for Entries {
    fn default() -> Self {
        Entries::new(["main"])
    }
}

impl Entries {
    /// The definitions of these names, without `@`.
    ///
    /// ```
    /// use polarnet_passes::Entries;
    /// assert_eq!(Entries::new(["main"]), Entries::default());
    /// ```
    #[must_use]
    pub fn new<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        Entries(names.into_iter().map(Into::into).collect())
    }

    /// Which definitions of a book are entries.
    ///
    /// ```
    /// # use polarnet_passes::Entries;
    /// let book = polarnet::net! { @main = @a  @a = 1 };
    /// assert_eq!(Entries::default().of(&book).as_slice(), [true, false]);
    /// assert_eq!(Entries::new(["b"]).of(&book).as_slice(), [true, true]); // none is there: all are
    /// ```
    #[must_use]
    pub fn of<S: Space>(&self, book: &Book<S>) -> Data<Defs<S>, bool> {
        let mut named = book.names().map(|name| self.0.contains(name));
        if !named.iter().any(|&named| named) {
            return named.map(|_| true);
        }
        for (_, rule) in book.rules() {
            named.update(*rule, |entry| *entry = true);
        }
        named
    }
}

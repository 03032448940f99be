//! The elements of a list, one after the other.

use super::look::{Head, Lazy, Value};
use crate::{
    error::{Error, ErrorKind},
    normal::{FromNormal, LISTS, Term},
};
use core::marker::PhantomData;

/// The elements of a list, each reduced when it is asked for: see [`Lazy::items`].
///
/// After an error, and after the end of the list, there are no more. What is left stays in the net, unless [`rest`](Self::rest)
/// takes it.
///
/// ```
/// # use polarnet_runtime::Runtime;
/// let book = polarnet::net! { @main = (1 (2 (3 x))) & @loop ~ (0 x)  @loop = (a b) & @loop ~ (a b) };
/// let found: Vec<u32> = Runtime::new().lazily(&book, |net| net.items().take(3).collect::<Result<_, _>>())??;
/// assert_eq!(found, [1, 2, 3]); // what comes behind would take forever
/// # Ok::<(), polarnet_runtime::Error>(())
/// ```
pub struct Items<'a, 'h, T> {
    net: &'a mut Lazy<'h>,
    rest: Option<Value<'h>>,
    element: PhantomData<fn() -> T>,
}

impl<'a, 'h, T: FromNormal> Items<'a, 'h, T> {
    pub(super) fn new(net: &'a mut Lazy<'h>, list: Value<'h>) -> Self {
        Items { net, rest: Some(list), element: PhantomData }
    }

    /// The list behind the elements that were taken, if neither an error nor its end came.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let book = polarnet::net! { @main = (1 (2 (3 *))) };
    /// let found = Runtime::new().lazily(&book, |net| {
    ///     let mut items = net.items::<u32>();
    ///     let first = items.next().unwrap()?;
    ///     let rest = items.rest().unwrap();
    ///     Ok::<_, polarnet_runtime::Error>((first, net.value::<Vec<u32>>(rest)?))
    /// })??;
    /// assert_eq!(found, (1, vec![2, 3]));
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn rest(mut self) -> Option<Value<'h>> {
        self.rest.take()
    }

    fn element(&mut self, list: Value<'h>) -> Result<Option<T>, Error> {
        let Head { term, ports } = self.net.whnf(list)?;
        match (&term, <[Value<'h>; 2]>::try_from(ports)) {
            (Term::Con | Term::User(..), Ok([head, tail])) => {
                self.rest = Some(tail);
                self.net.value(head).map(Some)
            }
            (Term::Era | Term::User(_, 0), Err(_)) => Ok(None),
            _ => Err(ErrorKind::Shape {
                expected: "a list".to_owned(),
                found: format!("`{}`", name(&term)),
                help: Some(LISTS.to_owned()),
            }
            .with(self.net.stats())),
        }
    }
}

/// A term, as a message names it.
fn name(term: &Term) -> String {
    match term {
        Term::Wire(_) => "x0".to_owned(),
        Term::Num(_) | Term::Wide(_) => "a number".to_owned(),
        Term::Ref(name) => format!("@{name}"),
        Term::User(name, _) => name.to_string(),
        Term::Era => "*".to_owned(),
        Term::Con => "(a b)".to_owned(),
        Term::Dup(label) => format!("&{label}{{a b}}"),
        Term::Opr => "$(a b)".to_owned(),
        Term::Swi => "?(a b)".to_owned(),
    }
}

impl<T: FromNormal> Iterator for Items<'_, '_, T> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let list = self.rest.take()?;
        let item = self.element(list).transpose();
        if !matches!(item, Some(Ok(_))) {
            self.rest = None;
        }
        item
    }
}

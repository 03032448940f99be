//! Passes that recurse into rows which they have just added.

use crate::{
    brand::{Invariant, Space},
    index::Idx,
};
use core::marker::PhantomData;

/// The results of a recursive pass over a growing batch, by rows. It knows what is being computed, so that a pass that
/// runs in a circle is told, and does not overflow the stack.
///
/// ```
/// # use polarnet_columns::{Memo, space};
/// space!(Rows, guard);
/// let row = guard.rows(3).check(2).unwrap();
/// let mut memo = Memo::<Rows, u32>::new();
/// assert_eq!(memo.begin(row), Ok(None)); // the caller computes it …
/// memo.finish(row, 7);
/// assert_eq!(memo.begin(row), Ok(Some(7))); // … once
/// ```
pub struct Memo<S: Space, T> {
    states: Vec<State<T>>,
    brand: Invariant<S>,
}

#[derive(Clone)]
enum State<T> {
    New,
    Busy,
    Done(T),
}

/// A row whose result needs itself.
///
/// ```
/// # use polarnet_columns::{Memo, space};
/// space!(Rows, guard);
/// let row = guard.rows(3).check(2).unwrap();
/// let mut memo = Memo::<Rows, u32>::new();
/// let _ = memo.begin(row);
/// let error = memo.begin(row).unwrap_err();
/// assert_eq!(error.to_string(), "the result of row %2 is needed for itself: the pass runs in a circle");
/// ```
pub struct Cycle<S: Space>(pub Idx<S>);

impl<S: Space> Clone for Cycle<S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S: Space> Copy for Cycle<S> {}
impl<S: Space> PartialEq for Cycle<S> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<S: Space> Eq for Cycle<S> {}

impl<S: Space> core::fmt::Debug for Cycle<S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Cycle({:?})", self.0)
    }
}

impl<S: Space> core::fmt::Display for Cycle<S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "the result of row {:?} is needed for itself: the pass runs in a circle", self.0)
    }
}

impl<S: Space> core::error::Error for Cycle<S> {}

impl<S: Space, T: Clone> Default for Memo<S, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Space, T: Clone> Memo<S, T> {
    /// No result yet.
    ///
    /// ```
    /// # use polarnet_columns::{Memo, space};
    /// space!(Rows, guard);
    /// let row = guard.rows(3).check(2).unwrap();
    /// let mut memo = Memo::<Rows, u32>::new();
    /// assert_eq!(memo.get(row), None);
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Memo { states: Vec::new(), brand: PhantomData }
    }

    /// The result of `row`, if it is known.
    ///
    /// ```
    /// # use polarnet_columns::{Memo, space};
    /// space!(Rows, guard);
    /// let row = guard.rows(3).check(2).unwrap();
    /// let mut memo = Memo::<Rows, u32>::new();
    /// memo.finish(row, 7);
    /// assert_eq!(memo.get(row), Some(&7));
    /// ```
    #[must_use]
    pub fn get(&self, row: Idx<S>) -> Option<&T> {
        match self.states.get(row.row()) {
            Some(State::Done(value)) => Some(value),
            _ => None,
        }
    }

    /// Begins with `row`: its result if it is known, else the caller is to compute it and to call
    /// [`finish`](Self::finish).
    ///
    /// ```
    /// # use polarnet_columns::{Memo, space};
    /// space!(Rows, guard);
    /// let row = guard.rows(3).check(2).unwrap();
    /// let mut memo = Memo::<Rows, u32>::new();
    /// assert_eq!(memo.begin(row), Ok(None));
    /// assert!(memo.begin(row).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// It has been begun with, and not been finished.
    pub fn begin(&mut self, row: Idx<S>) -> Result<Option<T>, Cycle<S>> {
        match self.state(row) {
            State::Done(value) => Ok(Some(value.clone())),
            State::Busy => Err(Cycle(row)),
            state @ State::New => {
                *state = State::Busy;
                Ok(None)
            }
        }
    }

    /// Tells the result of `row`, whether it was begun with or not.
    ///
    /// ```
    /// # use polarnet_columns::{Memo, space};
    /// space!(Rows, guard);
    /// let row = guard.rows(3).check(2).unwrap();
    /// let mut memo = Memo::<Rows, u32>::new();
    /// assert_eq!(memo.finish(row, 7), 7);
    /// ```
    pub fn finish(&mut self, row: Idx<S>, value: T) -> T {
        *self.state(row) = State::Done(value.clone());
        value
    }

    fn state(&mut self, row: Idx<S>) -> &mut State<T> {
        if self.states.len() <= row.row() {
            self.states.resize_with(row.row() + 1, || State::New);
        }
        &mut self.states[row.row()]
    }
}

/// Calls `pass` for `row` unless the result is known; `memo` finds the memo in the pass's context.
///
/// ```
/// # use polarnet_columns::{Builder, Idx, Memo, Node, Space, memoised, space};
/// # #[derive(Node, Clone, Copy)]
/// # enum Math<I> { Num(i32), Neg(I) }
/// // --x = x, where `x` is simplified first.
/// struct Simplify<S: Space> { batch: Builder<S, MathLang>, memo: Memo<S, Idx<S>> }
/// fn simplify<S: Space>(cx: &mut Simplify<S>, row: Idx<S>) -> Result<Idx<S>, polarnet_columns::Cycle<S>> {
///     memoised(cx, row, |cx| &mut cx.memo, |cx| Ok(match cx.batch.node(row) {
///         Math::Num(_) => row,
///         Math::Neg(inner) => {
///             let inner = simplify(cx, inner)?;
///             match cx.batch.node(inner) {
///                 Math::Neg(x) => x,
///                 _ => cx.batch.add(Math::Neg(inner)),
///             }
///         }
///     }))
/// }
/// # space!(Exprs, guard);
/// # let mut batch = Builder::new(guard);
/// let one = batch.add(Math::Num(1));
/// let minus = batch.add(Math::Neg(one));
/// let plus = batch.add(Math::Neg(minus));
/// assert_eq!(simplify(&mut Simplify::<Exprs> { batch, memo: Memo::new() }, plus), Ok(one));
/// ```
///
/// # Errors
///
/// Those of `pass`, which can be tried again; and [`Cycle`] if `row` is being computed already.
pub fn memoised<C, S: Space, T: Clone, E: From<Cycle<S>>>(
    context: &mut C,
    row: Idx<S>,
    memo: impl Fn(&mut C) -> &mut Memo<S, T>,
    pass: impl FnOnce(&mut C) -> Result<T, E>,
) -> Result<T, E> {
    if let Some(value) = memo(context).begin(row)? {
        return Ok(value);
    }
    match pass(context) {
        Ok(value) => Ok(memo(context).finish(row, value)),
        Err(error) => {
            *memo(context).state(row) = State::New;
            Err(error)
        }
    }
}

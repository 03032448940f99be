//! What functions that [`schedule!`](crate::schedule!) makes give to their callers.
//!
//! A recursive `val` needs no more of the thread's stack for a million calls than for one: what waits for a value waits on the
//! heap. So a recursion may be left in the middle, and gone on with later. `eval(n).stepped()` asks for that: the function
//! gives [`Steps`] instead of the value, and every recursive call is a place to stop.
//!
//! ```
//! use polarnet::{CancelToken, schedule};
//!
//! schedule! {
//!     val rec_sum(a: i64, b: i64) -> i64 {
//!         returns 0 if a > b else a if a == b else rec_sum(a + 1, b) + a
//!     }
//!     fn sum(a: i64, b: i64) -> i64 impls rec_sum { eval(a, b) }
//!     fn sum_in_steps(a: i64, b: i64) -> Steps<i64> impls rec_sum { eval(a, b).stepped() }
//! }
//!
//! let mut steps = sum_in_steps(1, 1000);
//! assert_eq!(steps.step(10), None); // ten calls, and it is not done
//! let mut turns = 1;
//! let value = loop {
//!     turns += 1;
//!     if let Some(value) = steps.step(100) {
//!         break value;
//!     }
//! };
//! assert_eq!((value, turns), (sum(1, 1000), 11));
//! assert!(steps.is_done());
//!
//! // Somebody else may stop it.
//! let token = CancelToken::new();
//! let mut steps = sum_in_steps(1, 1000);
//! token.cancel();
//! assert!(steps.run_until(&token).is_err());
//! assert_eq!(steps.run(), 500_500); // it is where it was
//! ```

use crate::CancelToken;
use core::{fmt, ops::ControlFlow};

/// A value that is computed step by step.
///
/// A step is the work from one recursive call to the next. Nothing is computed before the first one; dropped, the rest never
/// is.
///
/// ```
/// use polarnet::schedule;
///
/// schedule! {
///     val down(n: u32) -> u32 { returns 0 if n == 0 else down(n - 1) + 1 }
///     fn counted(n: u32) -> Steps<u32> impls down { eval(n).stepped() }
/// }
/// let mut steps: polarnet::schedule::Steps<u32> = counted(1_000_000); // nothing is computed yet
/// assert_eq!(steps.step(10), None);
/// assert_eq!(steps.run(), 1_000_000);
/// ```
pub struct Steps<'data, T> {
    of: Box<dyn Resume<T> + 'data>,
    /// Did `of` give its value, or panic?
    done: bool,
}

/// Steps between two looks at a token: some microseconds.
const QUANTUM: usize = 1 << 10;

impl<'data, T: 'data> Steps<'data, T> {
    /// What `schedule!` expands to: `step` goes from one state to the next, with a stack of what waits.
    #[doc(hidden)]
    pub fn new<N: 'data, F: 'data>(first: N, step: impl FnMut(N, &mut Vec<F>) -> ControlFlow<T, N> + 'data) -> Self {
        Steps { of: Box::new(Machine { next: Some(first), stack: Vec::new(), step }), done: false }
    }

    /// Goes on by so many recursive calls at most: the value, when it is there.
    ///
    /// After that there is none any more.
    ///
    /// ```
    /// # polarnet::schedule! {
    /// #     val down(n: u32) -> u32 { returns 0 if n == 0 else down(n - 1) + 1 }
    /// #     fn counted(n: u32) -> Steps<u32> impls down { eval(n).stepped() }
    /// # }
    /// let mut steps = counted(10);
    /// assert_eq!(steps.step(5), None);
    /// assert_eq!(steps.step(100), Some(10));
    /// assert_eq!(steps.step(100), None); // it was given
    /// ```
    pub fn step(&mut self, budget: usize) -> Option<T> {
        if self.done {
            return None;
        }
        // A panic on the way leaves nothing to go on with.
        self.done = true;
        let value = self.of.step(budget);
        self.done = value.is_some();
        value
    }

    /// Goes on to the end.
    ///
    /// ```
    /// # polarnet::schedule! {
    /// #     val down(n: u32) -> u32 { returns 0 if n == 0 else down(n - 1) + 1 }
    /// #     fn counted(n: u32) -> Steps<u32> impls down { eval(n).stepped() }
    /// # }
    /// let mut steps = counted(10);
    /// steps.step(5);
    /// assert_eq!(steps.run(), 10); // from where it was
    /// ```
    ///
    /// # Panics
    ///
    /// If [`step`](Self::step) or [`run_until`](Self::run_until) gave the value already.
    #[must_use]
    pub fn run(mut self) -> T {
        assert!(!self.done, "the value was given already");
        loop {
            if let Some(value) = self.step(usize::MAX) {
                return value;
            }
        }
    }

    /// Goes on to the end, or until the token is used. Then it may be gone on with.
    ///
    /// ```
    /// # polarnet::schedule! {
    /// #     val down(n: u32) -> u32 { returns 0 if n == 0 else down(n - 1) + 1 }
    /// #     fn counted(n: u32) -> Steps<u32> impls down { eval(n).stepped() }
    /// # }
    /// # use polarnet::{CancelToken, schedule::Cancelled};
    /// let (used, unused) = (CancelToken::new(), CancelToken::new());
    /// used.cancel();
    /// let mut steps = counted(10);
    /// assert_eq!(steps.run_until(&used), Err(Cancelled));
    /// assert_eq!(steps.run_until(&unused), Ok(10));
    /// ```
    ///
    /// # Errors
    ///
    /// [`Cancelled`], if the token was used before the end.
    ///
    /// # Panics
    ///
    /// If the value was given already.
    pub fn run_until(&mut self, token: &CancelToken) -> Result<T, Cancelled> {
        assert!(!self.done, "the value was given already");
        while !token.is_cancelled() {
            if let Some(value) = self.step(QUANTUM) {
                return Ok(value);
            }
        }
        Err(Cancelled)
    }

    /// Was the value given?
    ///
    /// ```
    /// # polarnet::schedule! {
    /// #     val down(n: u32) -> u32 { returns 0 if n == 0 else down(n - 1) + 1 }
    /// #     fn counted(n: u32) -> Steps<u32> impls down { eval(n).stepped() }
    /// # }
    /// let mut steps = counted(0);
    /// assert!(!steps.is_done());
    /// assert_eq!(steps.step(100), Some(0));
    /// assert!(steps.is_done());
    /// ```
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done
    }
}

impl<T> fmt::Debug for Steps<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Steps").field("done", &self.done).finish_non_exhaustive()
    }
}

/// A [`CancelToken`] was used.
///
/// ```
/// # polarnet::schedule! {
/// #     val down(n: u32) -> u32 { returns 0 if n == 0 else down(n - 1) + 1 }
/// #     fn counted(n: u32) -> Steps<u32> impls down { eval(n).stepped() }
/// # }
/// # use polarnet::CancelToken;
/// let token = CancelToken::new();
/// token.cancel();
/// assert_eq!(counted(10).run_until(&token).unwrap_err().to_string(), "cancelled");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cancelled;

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cancelled")
    }
}

impl core::error::Error for Cancelled {}

/// Something that is gone on with, whatever its states are.
trait Resume<T> {
    fn step(&mut self, budget: usize) -> Option<T>;
}

struct Machine<N, F, S> {
    /// None while a step is made, and in the end.
    next: Option<N>,
    stack: Vec<F>,
    step: S,
}

impl<T, N, F, S: FnMut(N, &mut Vec<F>) -> ControlFlow<T, N>> Resume<T> for Machine<N, F, S> {
    fn step(&mut self, budget: usize) -> Option<T> {
        let mut next = self.next.take()?;
        for _ in 0..budget {
            match (self.step)(next, &mut self.stack) {
                ControlFlow::Continue(then) => next = then,
                ControlFlow::Break(value) => return Some(value),
            }
        }
        self.next = Some(next);
        None
    }
}

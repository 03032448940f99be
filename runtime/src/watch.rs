//! How a run is stopped, and watched, by who is not one of its workers.

use crate::sync::{Ordering, outside};
use std::sync::Arc;

/// Asks running reductions to stop. Clones ask the same reductions.
///
/// ```
/// use polarnet_runtime::{CancelToken, ErrorKind, Runtime};
///
/// let token = CancelToken::new();
/// token.clone().cancel();
/// let endless = polarnet::net! { @main = r & @loop ~ (0 r)  @loop = (a b) & @loop ~ (a b) };
/// let error = Runtime::new().cancel_with(token).run(&endless).unwrap_err();
/// assert!(matches!(error.kind, ErrorKind::Cancelled));
/// ```
#[derive(Clone, Default, Debug)]
pub struct CancelToken(Arc<outside::AtomicBool>);

impl CancelToken {
    /// A token that nobody has used.
    ///
    /// ```
    /// # use polarnet_runtime::CancelToken;
    /// assert!(!CancelToken::new().is_cancelled());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops every run that has this token, within a fraction of a millisecond; later where the Rust of a rule takes longer.
    ///
    /// ```
    /// # use polarnet_runtime::CancelToken;
    /// let token = CancelToken::new();
    /// let [of_run, of_signal] = [token.clone(), token];
    /// of_signal.cancel();
    /// assert!(of_run.is_cancelled()); // and stays so: later runs with it stop, too
    /// ```
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Was it used?
    ///
    /// ```
    /// # use polarnet_runtime::CancelToken;
    /// let token = CancelToken::new();
    /// assert!(!token.is_cancelled());
    /// token.cancel();
    /// assert!(token.is_cancelled());
    /// ```
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far a run has come; for a display beside it.
///
/// ```
/// use polarnet_runtime::Runtime;
///
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let runtime = Runtime::new();
/// let progress = runtime.progress();
/// assert_eq!((progress.interactions(), progress.bytes()), (0, 0));
/// runtime.run(&book)?;
/// assert_eq!(progress.interactions(), 3);
/// # Ok::<(), polarnet_runtime::Error>(())
/// ```
#[derive(Default, Debug)]
pub struct Progress {
    pub(crate) interactions: outside::AtomicU64,
    pub(crate) bytes: outside::AtomicU64,
}

impl Progress {
    /// Interactions so far, a little behind.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let endless = polarnet::net! { @main = r & @loop ~ (0 r)  @loop = (a b) & @loop ~ (a b) };
    /// let runtime = Runtime::new().max_interactions(1000);
    /// let error = runtime.run(&endless).unwrap_err();
    /// assert_eq!(runtime.progress().interactions(), error.stats.interactions());
    /// ```
    #[must_use]
    pub fn interactions(&self) -> u64 {
        self.interactions.load(Ordering::Relaxed)
    }

    /// Bytes of heap and bags.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let list = polarnet::net! { @main = l & @from ~ (0 l)  @from = ({a $([+1] b)} (a t)) & @from ~ (b t) };
    /// let runtime = Runtime::new().max_memory(1 << 20);
    /// runtime.run(&list).unwrap_err();
    /// assert!(runtime.progress().bytes() > 0);
    /// ```
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

//! What a run ends with.

use crate::{
    error::Error,
    normal::{FromNormal, Normal},
    stats::Stats,
};

/// A finished run.
///
/// ```
/// # use polarnet_runtime::Runtime;
/// let book = polarnet::net! { @main = (r *) & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let done = Runtime::new().run(&book)?;
/// assert_eq!((done.to_string(), done.stats.interactions()), ("(42 *)".to_owned(), 3));
/// # Ok::<(), polarnet_runtime::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Done {
    /// The normal form.
    pub normal: Normal,
    /// What it took.
    pub stats: Stats,
}

impl Done {
    /// The normal form as a Rust value.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let done = Runtime::new().run(&polarnet::net! { @main = (7 *) })?;
    /// assert_eq!(done.value::<Vec<u32>>()?, [7]);
    /// assert_eq!(done.value::<u32>().unwrap_err().to_string().lines().next(), Some("expected u32, found `(7 *)`, a list"));
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) when it is not a `T`.
    pub fn value<T: FromNormal>(&self) -> Result<T, Error> {
        self.normal.value().map_err(|kind| kind.with(self.stats.clone()))
    }
}

impl core::fmt::Display for Done {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.normal.fmt(f)
    }
}

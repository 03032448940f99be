//! What a run ends with.

use crate::{
    error::Error,
    normal::{FromNormal, Normal},
    stats::Stats,
};

/// A finished run.
#[derive(Clone, Debug)]
pub struct Done {
    /// The normal form.
    pub normal: Normal,
    /// What it took.
    pub stats: Stats,
}

impl Done {
    /// The normal form as a Rust value.
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

//! What must hold of any bytes. Fuzz targets try it on new ones, `tests/corpus.rs` on those that are kept.

pub mod fpcore;
pub mod nets;
pub mod text;

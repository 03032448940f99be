//! The tests of `net!` that look at compile errors: see `tests/ui.rs`.

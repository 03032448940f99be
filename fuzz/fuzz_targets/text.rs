//! Books of any text: an error at its place, or all engines agree.

#![no_main]

#[path = "../properties/mod.rs"]
#[allow(dead_code, reason = "other targets use the rest")]
mod properties;
#[path = "../../tests/support/mod.rs"]
#[allow(dead_code, reason = "tests use the rest")]
mod support;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::text::text(bytes));

//! The random tests' nets, found by coverage: all engines agree.

#![no_main]

#[path = "../properties/mod.rs"]
#[allow(dead_code, reason = "other targets use the rest")]
mod properties;
#[path = "../../tests/support/mod.rs"]
#[allow(dead_code, reason = "tests use the rest")]
mod support;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::nets::nets(bytes));

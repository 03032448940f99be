//! Sequences of builder, fill, thaw, copy and follower operations, each compared with a plain model; unwinding included.

#![no_main]

#[path = "../../columns/tests/sequences/mod.rs"]
mod sequences;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sequences::run_bytes(bytes));

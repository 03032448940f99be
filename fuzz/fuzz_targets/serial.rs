//! Batches of any bytes, as postcard or, after an odd first byte, as JSON: refused, or sound.

#![no_main]

#[path = "../../columns/tests/serial/every.rs"]
#[allow(dead_code, reason = "tests use the rest")]
mod every;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some((first, bytes)) = bytes.split_first() {
        let _ = every::read(first % 2 == 1, bytes);
    }
});

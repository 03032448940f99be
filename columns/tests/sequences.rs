//! Random sequences of operations: what `fuzz/` runs for hours, here for a moment.

#[path = "sequences/mod.rs"]
mod sequences;

use proptest::prelude::*;
use sequences::run_bytes;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 3 } else { 256 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn batches_do_as_the_model_does(bytes in prop::collection::vec(any::<u8>(), 0..if cfg!(miri) { 100 } else { 1500 })) {
        run_bytes(&bytes);
    }
}

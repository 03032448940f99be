//! The feature `threads`. `cargo test --test threads --no-default-features` has it off.

use polarnet::{Runtime, net};

#[test]
fn without_the_feature_a_run_has_one_thread() {
    let book = net! { @main = r & 1 ~ $([+1] r) };
    for runtime in [Runtime::new().threads(0), Runtime::new().threads(2)] {
        let threads = runtime.run(&book).unwrap().stats.threads;
        assert!(threads == 1 || cfg!(feature = "threads"), "{threads} threads");
    }
    let two = Runtime::new().threads(2).run(&book).unwrap().stats.threads;
    assert_eq!(two, if cfg!(feature = "threads") { 2 } else { 1 });
}

//! Constants, statics and functions in the values of an item.

use polarnet::{Runtime, net};
use std::sync::atomic::{AtomicU32, Ordering};

const DEPTH: u32 = 10;
static CALLS: AtomicU32 = AtomicU32::new(0);

fn computed() -> u32 {
    CALLS.fetch_add(1, Ordering::Relaxed);
    DEPTH * 2
}

net! {
    pub book Constants {
        @main = (#DEPTH (#(DEPTH + 1) #(computed())))
    }
}

fn main() {
    let runtime = Runtime::new();
    for _ in 0..2 {
        assert_eq!(Constants::run(&runtime).unwrap().to_string(), "(10 (11 20))");
    }
    // The values of an item are computed once.
    assert_eq!(CALLS.load(Ordering::Relaxed), 1);
}

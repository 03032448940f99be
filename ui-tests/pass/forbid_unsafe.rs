//! A crate that forbids `unsafe` may use `net!`: what that emits is not looked at by the lint.

#![forbid(unsafe_code)]

use polarnet::{Runtime, net};

net! {
    book Item { @id(n: u32) -> u32 = (n n) }
}

fn main() {
    let runtime = Runtime::new();
    assert_eq!(Item::id(&runtime, 3).unwrap(), 3);
    assert_eq!(runtime.run(&net! { @main = 3 }).unwrap().to_string(), "3");
}

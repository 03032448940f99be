#![deny(warnings)]

use polarnet::schedule;

schedule! {
    val foo(x: i64) -> i64 {
        y :- x * 2
        returns x + 1
    }
    pub fn foo_impl(x: i64) -> i64 impls foo {
        let y = x * 2;
        let unused = x + 3;
        var never;
        var v = x;
        v = x;
        if x < 0 { v = x + 5; } else { v = x; }
        never = v;
        x + 1
    }
}

fn main() {
    assert_eq!(foo_impl(1), 2);
}

use polarnet::schedule;

fn slow(a: i32, b: i32) -> i32 {
    a + b
}

schedule! {
    feq sum {
        extern(cpu) pure slow(i32, i32) -> i32
        val sum(a: i32, b: i32) -> i32 { returns a + b }
    }
    fn fast(a: i32, b: i32) -> i32 impls sum { a + b }
    val foo(a: i32) -> i32 {
        x :- sum(a, 1)
        returns sum(x, 2)
    }
    fn foo_impl(a: i32) -> i32 impls foo {
        fast(slow(a, 1), 2)
    }
}

fn main() {
    assert_eq!(foo_impl(1), 4);
}

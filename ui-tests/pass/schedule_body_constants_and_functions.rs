use polarnet::schedule;

fn half(x: i64) -> i64 {
    x / 2
}

schedule! {
    const N: i64 = 10;
    extern(cpu) pure half(i64) -> i64;
    val foo(x: i64) -> i64 { returns half(max(x, N)) as i64 + -x }
    fn foo_impl(x: i64) -> i64 impls foo {
        let m = max(x, N);
        let h = half(m);
        h as i64 + -x
    }
}

fn main() {
    assert_eq!(foo_impl(4), 1);
}

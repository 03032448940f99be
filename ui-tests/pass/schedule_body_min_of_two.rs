use polarnet::schedule;

schedule! {
    val min(a: i64, b: i64) -> i64 { returns a if a < b else b }
    fn min_impl(a: i64, b: i64) -> i64 impls min {
        var v;
        if a < b {
            v = a;
        } else {
            v = b;
        }
        v
    }
}

fn main() {
    assert_eq!((min_impl(3, 4), min_impl(4, 3)), (3, 3));
}

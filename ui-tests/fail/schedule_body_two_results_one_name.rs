use polarnet::schedule;

schedule! {
    val both(a: i64, b: i64) -> (i64, i64) { returns (b, a) }
    val first(a: i64, b: i64) -> i64 { x, y :- both(a, b) returns x }
    fn both_impl(a: i64, b: i64) -> (i64, i64) impls both { (b, a) }
    fn first_impl(a: i64, b: i64) -> i64 impls first {
        let x = both_impl(a, b);
        x
    }
}

fn main() {}

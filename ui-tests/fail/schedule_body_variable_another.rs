use polarnet::schedule;

schedule! {
    val least(a: i64, b: i64) -> i64 { returns a if a < b else b }
    fn least_impl(a: i64, b: i64) -> i64 impls least {
        var v;
        if a < b {
            v = b;
        } else {
            v = a;
        }
        v
    }
}

fn main() {}

use polarnet::schedule;

schedule! {
    val least(a: i64, b: i64) -> i64 { returns a if a < b else b }
    fn least_impl(a: &i64, b: &i64) -> i64 impls least {
        let r = if *a < *b { a } else { b };
        *r
    }
}

fn main() {}

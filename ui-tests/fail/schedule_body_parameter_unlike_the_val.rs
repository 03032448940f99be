use polarnet::schedule;

schedule! {
    val one(a: i64) -> i64 { returns 1 }
    fn one_impl(a: i32) -> i64 impls one {
        1
    }
}

fn main() {}

use polarnet::schedule;

schedule! {
    val ten() -> i64 { returns 10 }
    fn ten_impl(a: &i64 @ none(val)-dead) -> i64 impls ten {
        *a
    }
}

fn main() {}

use polarnet::schedule;

schedule! {
    val ten() -> i64 { returns 10 }
    fn ten_impl(a: &i64) -> &i64 impls ten {
        *a = 10;
        a
    }
}

fn main() {}

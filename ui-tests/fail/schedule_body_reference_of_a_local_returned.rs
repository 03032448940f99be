use polarnet::schedule;

schedule! {
    val ten() -> i64 { returns 10 }
    fn ten_impl() -> &i64 impls ten {
        var x = 10;
        &x
    }
}

fn main() {}

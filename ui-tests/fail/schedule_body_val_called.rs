use polarnet::schedule;

schedule! {
    val inc(a: i64) -> i64 { returns a + 1 }
    val main(a: i64) -> i64 { returns inc(a) }
    fn main_impl(a: i64) -> i64 impls main {
        inc(a)
    }
}

fn main() {}

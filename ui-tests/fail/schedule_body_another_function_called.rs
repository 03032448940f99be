use polarnet::schedule;

schedule! {
    val inc(a: i64) -> i64 { returns a + 1 }
    val dec(a: i64) -> i64 { returns a - 1 }
    val main(a: i64) -> i64 { returns inc(a) }
    fn inc_impl(a: i64) -> i64 impls inc { a + 1 }
    fn dec_impl(a: i64) -> i64 impls dec { a - 1 }
    fn main_impl(a: i64) -> i64 impls main {
        dec_impl(a)
    }
}

fn main() {}

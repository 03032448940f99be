use polarnet::schedule;

schedule! {
    val inc(a: i64) -> i64 { returns a + 1 }
    val main(a: i64) -> i64 {
        b :- inc(a)
        c :- inc(a)
        returns b + c
    }
    fn inc_impl(a: i64) -> i64 impls inc { a + 1 }
    fn main_impl(a: i64) -> i64 impls main {
        let b = inc_impl(a);
        b + b
    }
}

fn main() {}

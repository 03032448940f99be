use polarnet::schedule;

schedule! {
    val main() -> i64 { returns one() }
    val one() -> i64 { returns 10 }
    fn main_func() -> i64 impls main {
        var x;
        *one_func(&x)
    }
    fn one_func(a: &i64 @ none(val)-dead) -> &i64 impls one {
        *a = 10;
        a
    }
}

fn main() {
    assert_eq!(main_func(), 10);
}

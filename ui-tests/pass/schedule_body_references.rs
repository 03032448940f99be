use polarnet::schedule;

schedule! {
    val main() -> i64 {
        c :- 50
        returns one(c)
    }
    val one(a: i64) -> i64 { returns a + 1 }
    fn main_func() -> i64 impls main {
        var x = 50;
        *one_func(&x)
    }
    fn one_func(a: &i64) -> &i64 impls one {
        *a = *a + 1;
        a
    }
}

fn main() {
    assert_eq!(main_func(), 51);
}

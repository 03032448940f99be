use polarnet::schedule;

schedule! {
    val foo(x: i64) -> i64 {
        a :- 1
        b :- 1
        c :- 1
        returns x
    }
    fn foo_impl(z: i64) -> i64 impls foo {
        let x @ node(val.a) = 1;
        let y = 1 @ node(val.b);
        let h = 1 @ node(val.c);
        z
    }
}

fn main() {
    assert_eq!(foo_impl(3), 3);
}

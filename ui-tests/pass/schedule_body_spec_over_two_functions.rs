use polarnet::schedule;

schedule! {
    val foo(x: i64) -> i64 {
        g :- x + 10
        h :- g * 2
        k :- h + g
        returns k / 2
    }
    fn foo1(z: i64) -> i64 impls foo {
        let g @ node(val.g), h @ node(val.h) = foo2(z);
        (h + g) / 2
    }
    fn foo2(a: i64 @ node(val)) -> (i64 @ node(val.g), i64 @ node(val.h)) impls foo {
        let g = a + 10;
        (g, g * 2)
    }
}

fn main() {
    assert_eq!(foo1(5), 22);
}

use polarnet::schedule;

schedule! {
    val foo(x: i64) -> out: i64 {
        returns ret
        ret :- left if d else right
        right :- x - 2
        left :- x * 2
        d :- x < 0
    }
    fn foo_impl(x: i64) -> i64 impls foo {
        let d = x < 0;
        if d {
            let left = x * 2;
            left
        } else {
            let right = x - 2;
            right
        }
    }
}

fn main() {
    assert_eq!((foo_impl(-3), foo_impl(3)), (-6, 1));
}

use polarnet::schedule;

schedule! {
    val both(a: i64, b: i64) -> (i64, i64) {
        least :- a if a < b else b
        most :- b if a < b else a
        returns (least, most)
    }
    fn both_impl(a: i64, b: i64) -> (i64, i64) impls both {
        let c = a < b;
        let d = a < b;
        var least;
        if c { least = a; } else { least = b; }
        let most = if d { b } else { a };
        (least, most)
    }
}

fn main() {
    assert_eq!(both_impl(4, 3), (3, 4));
}

//! Tags that say what is not so, and what a body has two of: each is one error, at its token.

use super::bodies::each_is_one_error;

#[test]
fn tags_that_lie_are_told() {
    each_is_one_error(LIES);
}

#[test]
fn two_of_one_are_told() {
    each_is_one_error(TWO);
}

const LIES: &[(&str, &str, &str)] = &[
    (
        "val m(a: i64, b: i64) -> i64 { g :- a + b h :- a - b returns g * h } \
         fn f(a: i64, b: i64) -> i64 impls m { let t @ node(val.h) = (a + b, a - b); t.0 * t.1 }",
        "node",
        "these are 2 values, and this is the name of one",
    ),
    (
        "val m(a: i64, b: i64) -> (p: i64, q: i64) { returns (a + b, a - b) } \
         fn f(a: i64, b: i64) -> (i64, i64) impls m { (a + b, a - b) @ node(val.q) }",
        "node",
        "these are 2 values, and this is the name of one",
    ),
    (
        "val m(a: i64, b: i64) -> i64 { g :- a + b h :- g * 2 returns h } \
         fn f(a: i64, b: i64) -> i64 impls m { let g @ node(val.(g, h)) = a + b; g * 2 }",
        "node",
        "this is one value, and these are 2 names",
    ),
    (
        "val m(a: i64, b: i64) -> i64 { g :- a + b h :- g * 2 returns h } \
         fn f(a: i64, b: i64) -> i64 impls m { let g @ none(val) = a + b; g * 2 }",
        "none",
        "this is `g`, and the result is made of it",
    ),
    (
        "val m(a: i64, b: i64) -> i64 { returns a - b } \
         fn f(a: i64 @ [input(val.a), input(val.b)], b: i64) -> i64 impls m { a - b }",
        "input",
        "this says another thing",
    ),
    (
        "val m(a: i64) -> i64 { g :- a + 1 returns g } fn f(a: i64) -> i64 impls m { @out { output: node(val.g) }; a + 1 }",
        "node",
        "`output` is a time, and no value",
    ),
    (
        "val m(a: i64) -> i64 { g :- a + 1 returns g } fn f(a: i64) -> i64 impls m { let g @ node(tmln.mid) = a + 1; g }",
        "mid",
        "`mid` is of a timeline, and `f` has none",
    ),
    (
        "val m(a: i64) -> i64 { g :- a + 1 returns g } tmln time(e: Event) -> Event { returns e } \
         fn f(a: i64) -> i64 impls m, time { let g @ node(tmln.mid) = a + 1; g }",
        "mid",
        "`time` has no `mid`",
    ),
    (
        "val m(x: i64) -> i64 { returns x } \
         tmln one_trip(e: Event) -> Event { l, r :- encode_event(e) s :- submit_event(r) returns sync_event(l, s) } \
         fn f(x: i64) -> i64 impls m, one_trip { let v @ node(tmln.s) = 3; let e = encode_begin(gpu); encode e.copy[a <- x]; (await submit e).a }",
        "s",
        "this is `e`, and not `s :- submit_event(r)`",
    ),
    (
        "val m(a: i64) -> i64 { g :- a + 1 returns g } \
         fn f(a: i64) -> i64 @ [node(val.g), node(sptl.there)] impls m { a + 1 }",
        "there",
        "`there` is of a plan of memory, and `f` has none",
    ),
    (
        "val m(x: i64) -> i64 { returns x } \
         tmln one_trip(e: Event) -> Event { l, r :- encode_event(e) s :- submit_event(r) returns sync_event(l, s) } \
         fn f(x: i64) -> i64 impls m, one_trip { let e @ node(val.x) = encode_begin(gpu); encode e.copy[a <- x]; (await submit e).a }",
        "node",
        "this is no value of the val",
    ),
];

const TWO: &[(&str, &str, &str)] = &[
    (
        "val m(x: i64, c: bool) -> i64 { returns x } \
         tmln one_trip(e: Event) -> Event { l, r :- encode_event(e) s :- submit_event(r) returns sync_event(l, s) } \
         fn f(x: i64, c: bool) -> i64 impls m, one_trip { \
             let g = if c { let e = encode_begin(gpu); encode e.copy[a <- x]; submit e } \
                 else { let h = encode_begin(gpu); encode h.copy[a <- x]; submit h }; \
             (await g).a \
         }",
        "submit",
        "these are two fences, one of each way",
    ),
    (
        "val m(x: i64, c: bool) -> i64 { returns x } \
         tmln one_trip(e: Event) -> Event { l, r :- encode_event(e) s :- submit_event(r) returns sync_event(l, s) } \
         fn f(x: i64, c: bool) -> i64 impls m, one_trip { \
             let e = if c { encode_begin(gpu) } else { encode_begin(gpu) }; \
             encode e.copy[a <- x]; (await submit e).a \
         }",
        "encode_begin",
        "these are two encoders, one of each way",
    ),
    (
        "val m(x: i64, c: bool) -> i64 { returns x } \
         tmln one_trip(e: Event) -> Event { l, r :- encode_event(e) s :- submit_event(r) returns sync_event(l, s) } \
         fn f(x: i64, c: bool) -> i64 impls m, one_trip { \
             let r = if c { let e = encode_begin(gpu); encode e.copy[a <- x]; await submit e } \
                 else { let h = encode_begin(gpu); encode h.copy[a <- x]; await submit h }; \
             r.a \
         }",
        "await",
        "these are what two fences were awaited for, one of each way",
    ),
    (
        "space item; type R = { out: Data<item, i64> }; val m(x: i64) -> i64 { returns x } fn f(x: i64) -> i64 impls m { x }",
        "out",
        "a record has no columns",
    ),
];

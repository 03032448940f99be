//! Bodies that are written by hand: each mistake is one error, at its token.
//!
//! Over 400 lines: one table of cases.

use super::{super::errors, expansion};

#[test]
fn one_error_at_its_token() {
    each_is_one_error(&WRONG);
}

/// Blocks with one mistake each: the token where it is told, and how the error begins.
pub fn each_is_one_error(blocks: &[(&str, &str, &str)]) {
    for (block, token, message) in blocks {
        let found = errors(expansion(block));
        let [(first, last, text)] = &found[..] else {
            let texts: Vec<&String> = found.iter().map(|(.., text)| text).collect();
            panic!("{block}\n{texts:#?}");
        };
        assert!(text.starts_with(message) && text.contains("\nhelp: "), "{block}\n{text}");
        let underlined: String =
            block.chars().skip(first.start().column).take(last.end().column - first.start().column).collect();
        assert_eq!(underlined, *token, "{block}\n{text}");
    }
}

/// Bodies without a mistake, with all there is in them.
pub const BODIES: [&str; 8] = [SELECT_SUM, RECORDS, TAGS, REFERENCES, HOLES, STATEMENTS, MEMORY, PARTS];

#[test]
fn bodies_have_no_mistake() {
    for block in BODIES {
        assert_eq!(super::messages(block), [""; 0], "{block}");
    }
}

const SELECT_SUM: &str = "
feq rec_sum {
    extern(cpu) pure rec_sum_cpu(i32, i32) -> i32
    extern(gpu) rec_sum_gpu(i32, i32) -> i32 {
        path: \"rec_sum_gpu.comp\",
        dimensions: 3,
    }
    val rec_sum(a: i32, b: i32) -> i32 {
        returns 0 if a > b else a if a == b else rec_sum::<_dim0, _dim1, _dim2>(a + 1, b) + a
    }
}
fn rec_sum_local(a: i32, b: i32) -> i32 impls rec_sum {
    if a > b {
        0
    } else if a == b {
        a
    } else {
        rec_sum_local::<_dim0, _dim1, _dim2>(a + 1, b) + a
    }
}
val select_sum(a: i32, b: i32, c: i32) -> i32 {
    x :- rec_sum::<1, 1, 1>(a, b)
    returns rec_sum::<1, 1, 1>(b, c) if x < 0 else x
}
fn select_sum_local(a: i32, b: i32, c: i32) -> i32 impls select_sum {
    let x = rec_sum_local::<1, 1, 1>(a, b);
    if x < 0 {
        rec_sum_local::<1, 1, 1>(b, c)
    } else {
        x
    }
}
tmln double_sync(e: Event) -> Event {
    loc1, rem1 :- encode_event(e)
    sub :- submit_event(rem1)
    loc2, rem2 :- encode_event(loc1, sub)
    sub2 :- submit_event(rem2)
    f1 :- sync_event(loc2, sub)
    f2 :- sync_event(f1, sub2)
    returns f2
}
fn select_sum_gpu(a: i32, b: i32, c: i32) -> i32 impls select_sum, double_sync {
    var a = a;
    var b = b;
    var c = c;
    let e = encode_begin(gpu);
    encode e.copy[a_gpu <- &a];
    encode e.copy[b_gpu <- &b];
    encode e.call[x_gpu <- rec_sum_gpu::<1, 1, 1>(a_gpu, b_gpu)];
    let f1 = submit e;
    let e2 = encode_begin(gpu);
    encode e2.copy[b_gpu <- &b];
    encode e2.copy[c_gpu <- &c];
    encode e2.call[x_gpu <- rec_sum_gpu::<1, 1, 1>(b_gpu, c_gpu)];
    let f2 = submit e2;
    let x = (await f1).x_gpu;
    let r = (await f2).x_gpu;
    if x < 0 {
        r
    } else {
        x
    }
}
tmln one_sync(e: Event) -> Event {
    loc, rem :- encode_event(e)
    sub :- submit_event(rem)
    returns sync_event(loc, sub)
}
fn select_sum_half(a: i32, b: i32, c: i32) -> i32 impls select_sum, one_sync {
    let e = encode_begin(gpu);
    encode e.copy[a_gpu <- a];
    encode e.copy[b_gpu <- b];
    encode e.call[x_gpu <- rec_sum_gpu::<1, 1, 1>(a_gpu, b_gpu)];
    let f = submit e;
    let r = rec_sum_cpu::<1, 1, 1>(b, c);
    let x = (await f).x_gpu;
    if x < 0 { r } else { x }
}
pipeline main { select_sum_gpu }
";

const RECORDS: &str = "
extern(gpu) simple(x: i32) -> out: i32 { dimensions: 3, cpu: twice }
val foo(x: i32) -> i32 {
    y :- simple::<1, 1, 1>(x)
    z :- simple::<1, 1, 1>(x)
    a, b :- bar(y, z)
    returns combine(a, b)
}
val bar(y: i32, z: i32) -> (i32, i32) { returns (y, z) }
val combine(y: i32, z: i32) -> i32 { returns y }
tmln bar_time(e: Event, r: Encoder) -> (Event, Fence) {
    sub :- submit_event(r)
    returns (e, sub)
}
tmln foo_time(e: Event) -> Event {
    loc, rem :- encode_event(e)
    ret, f :- bar_time(loc, rem)
    returns sync_event(ret, f)
}
type R = { foo: i32::<storage, map_read>, baz: i32::<storage, map_read> };
type T = { foo: i32 };
fn foo_impl(x: &i32) -> T impls foo_time, foo {
    let e = encode_begin(gpu);
    encode e.copy[x_gpu <- x];
    encode e.call[foo <- simple::<1, 1, 1>(x_gpu)];
    encode e.call[baz <- simple::<1, 1, 1>(x_gpu)];
    combine_impl(await bar_impl(e))
}
fn bar_impl(e: Encoder<R>) -> Fence<R> impls bar_time, bar {
    submit e
}
fn combine_impl(r: R) -> T impls combine {
    r
}
";

const TAGS: &str = "
tmln time(e: Event) -> Event { returns e }
sptl space_of(s: BufferSpace) -> BufferSpace { returns s }
val min(a: i64, b: i64) -> out: i64 {
    c: bool :- a < b
    ret: i64 :- a if c else b
    returns ret
}
fn min_impl(
    a: i64 @ [input(val.a)-usable, none(tmln)-usable, none(sptl)-usable],
    b: i64 @ [input(val.b)-usable, none(tmln)-usable, none(sptl)-usable],
) -> i64 @ [node(val.out), none(tmln)-usable, none(sptl)-usable] impls min, time, space_of {
    var v: i64 @ [none(val)-dead, none(tmln)-usable, none(sptl)-saved];
    let c: bool @ [node(val.c)-usable, none(tmln)-usable, none(sptl)-usable] = a < b;
    if @ [node(val.ret), none(sptl), none(tmln)] c {
        v = a;
        @out { v: [node(val.a)-usable, none(tmln)-usable, none(sptl)-saved] };
    } else {
        v = b;
        @out { v: [node(val.b)-usable, none(tmln)-usable, none(sptl)-saved] };
    }
    @in { v: [node(val.ret)-usable, none(tmln)-usable, none(sptl)-saved] };
    v
}
";

const REFERENCES: &str = "
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
";

const HOLES: &str = "
val foo(x: i64) -> i64 {
    g :- x + 10
    returns g * 2
}
fn foo_impl(x: i64) -> i64 impls foo {
    let g = ??? @ node(val.g);
    g * 2
}
";

const STATEMENTS: &str = "
extern(gpu) twice(x: i32) -> out: i32 { dimensions: 1, cpu: double }
tmln two_trips(e: Event) -> Event {
    here1, there1 :- encode_event(e)
    back :- sync_event(here1, submit_event(there1))
    here2, there2 :- encode_event(back)
    returns sync_event(here2, submit_event(there2))
}
val chained(x: i32) -> i32 {
    a :- twice::<1>(x)
    returns twice::<1>(a + 1)
}
fn whole(x: i32) -> i32 impls chained, two_trips { ??? }
fn begun(x: i32) -> i32 impls chained, two_trips {
    let e = encode_begin(gpu);
    ???;
    let f = ???;
    let a = (await ???).a;
    let e2 = ???;
    encode e2.copy[next <- a + 1];
    encode e2.call[b <- twice::<1>(next)];
    (???).b
}
";

const MEMORY: &str = "
val add(x: i32, y: i32) -> i32 { returns x + y }
tmln one_trip(e: Event) -> Event {
    loc, rem :- encode_event(e)
    sub :- submit_event(rem)
    returns sync_event(loc, sub)
}
sptl two(s: BufferSpace) -> BufferSpace {
    a :- alloc[i32](s)
    returns alloc[i32](a)
}
fn add_impl(x: i32, y: i32) -> i32 impls add, one_trip, two {
    let e = encode_begin(gpu);
    encode e.copy[x_gpu <- x];
    encode e.copy[y_gpu <- y];
    let r = await submit e;
    r.x_gpu + r.y_gpu
}
";

const PARTS: &str = "
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
";

/// A program of one line, what is underlined, and how the message begins.
const WRONG: [(&str, &str, &str); 49] = [
    (
        "val min() -> i64 { returns (2 if 2 < 1 else 1) + 1 } \
         fn min_impl() -> i64 impls min { let a = 2; let r = if a < 1 { a } else { 1 }; r + 1 }",
        "a",
        "`a` is made once, and `min` has two that are `2`, each by itself",
    ),
    (
        "val min() -> i64 { returns (2 if 2 < 1 else 1) + 1 } \
         fn min_impl() -> i64 impls min { 2 }",
        "2",
        "this is `2`, and `min` has `(2 if 2 < 1 else 1) + 1` here",
    ),
    (
        "extern(cpu) pure rec_sum(i32, i32) -> i32; \
         val select_sum(a: i32, b: i32, c: i32) -> i32 { x :- rec_sum(a, b) returns rec_sum(b, c) if x < 0 else x } \
         fn select(a: i32, b: i32, c: i32) -> i32 impls select_sum { let x = rec_sum(a, b); let r = rec_sum(b, c); if x < 0 { x } else { r } }",
        "x",
        "this is `x`, and `select_sum` has `rec_sum(b, c)` here",
    ),
    (
        "val foo(x: i64) -> i64 { a :- 1 b :- 1 c :- 1 returns x } \
         fn foo_impl(z: i64) -> i64 impls foo { let x @ node(val.a) = 1; let y = 1 @ node(val.b); let h = 1; z }",
        "1",
        "this may be `a` or `b` or `c` of `foo`",
    ),
    (
        "val foo(x: i64) -> i64 { a :- 1 returns x } \
         fn foo_impl(z: i64) -> i64 impls foo { z }",
        "foo",
        "`a :- 1` of `foo` is nowhere in this function",
    ),
    (
        "val foo(x: i64) -> i64 { d :- x < 0 left :- x * 2 right :- x - 2 ret :- left if d else right returns ret } \
         fn foo_impl(x: i64) -> i64 impls foo { let d = x < 0; if d { x * 3 } else { x - 2 } }",
        "3",
        "this is `3`, and `foo` has `2` here",
    ),
    (
        "val id(a: i64) -> i64 { returns a } \
         fn id_func(a: i64) -> i64 impls id { a } \
         val main() -> i64 { c :- 1 returns id(c) } \
         fn main_func() -> i64 impls main { var c = 1; let r = &c; 23 = c; id_func(c) }",
        "23",
        "this is no place for a value",
    ),
    (
        "val id(a: i64) -> i64 { returns a } \
         fn id_func(a: i64) -> i64 impls id { a } \
         val main() -> i64 { c :- 1 returns id(c) } \
         fn main_func() -> i64 impls main { let c = 1; c = 10; id_func(10) }",
        "c",
        "`c` keeps its value: it is no variable",
    ),
    (
        "val id(a: i64) -> i64 { returns a } \
         fn id_func(a: i64) -> i64 impls id { a } \
         val main() -> i64 { c :- 1 returns id(c) } \
         fn main_func() -> i64 impls main { var c = 1; let r = &c; id_func(r) }",
        "r",
        "`i64` is wanted here, and this is a reference to a number",
    ),
    (
        "val id(a: i64) -> i64 { returns a } \
         fn id_func(a: i64) -> i64 impls id { a } \
         val main() -> i64 { c :- 1 returns id(c) } \
         fn main_func() -> i64 impls main { let c = 1; let r = &c; id_func(*r) }",
        "&",
        "`c` is no variable, and a reference leads to one",
    ),
    (
        "val id(a: i64) -> i64 { returns a } \
         fn id_func(a: i64) -> i64 impls id { a } \
         val main() -> i64 { c :- 1 returns id(c) } \
         fn main_func() -> i64 impls main { var c = 1; let r = &(&c); id_func(*r) }",
        "&",
        "a reference leads to a variable, and not to another reference",
    ),
    (
        "val id(a: i64) -> i64 { returns a } \
         fn id_func(a: i64) -> i64 impls id { a } \
         val main() -> i64 { c :- 1 returns id(c) } \
         fn main_func() -> i64 impls main { var c = 1; var r = &c; id_func(*r) }",
        "&",
        "a variable holds a value, and this is a reference to a number",
    ),
    (
        "val main() -> i64 { a :- 2 returns a } \
         fn main_impl() -> i64 @ node(val.a)-usable impls main { let a: i64 @ node(val.a) = true; a }",
        "true",
        "`i64` is wanted here, and this is `bool`",
    ),
    (
        "val main() -> i64 { a :- 2 returns a } \
         fn main_impl() -> i64 @ node(val.b)-usable impls main { 2 }",
        "b",
        "`main` has no `b`",
    ),
    (
        "val main() -> i64 { a :- 2 returns a a :- 10 } \
         fn main_impl() -> i64 impls main { 2 }",
        "a",
        "`a` is the name of two things in `main`",
    ),
    (
        "val main() -> i64 { a :- 2 b :- 1 c :- 3 r :- b if a else c returns r } \
         fn main_impl() -> i64 impls main { 2 }",
        "a",
        "`bool` is wanted here, and this is a number",
    ),
    (
        "val main() -> i64 { returns 2 } \
         val two() -> i64 { returns 2 } \
         fn main_impl() -> i64 impls main, two { 2 }",
        "two",
        "`main_impl` computes one val, and this is another",
    ),
    (
        "val main() -> i64 { returns 2 } \
         tmln man(e: Event) -> Event { returns e } \
         fn main_impl() -> i64 impls main, man, man { 2 }",
        "man",
        "this is a second timeline",
    ),
    (
        "val one(a: i64) -> i64 { returns 1 } \
         fn one_func(a: i32) -> i64 impls one { 1 }",
        "a",
        "this is `i32`, and in the val it is `i64`",
    ),
    (
        "val id(a: i64) -> i64 { returns a } \
         fn id_func(a: i64) -> i64 impls id { a } \
         val main(a: i64) -> i64 { returns id(a) + a } \
         fn f(a: i64) -> i64 impls main { var v = a; let r = &v; id_func(v) + *r }",
        "r",
        "the reference `r` was taken before a call, and does not outlive that",
    ),
    (
        "val main(a: i64) -> i64 { returns a } \
         fn f(a: i64) -> i64 impls main { var v; v }",
        "v",
        "`v` has no value yet",
    ),
    (
        "val main(a: i64) -> i64 { returns a } \
         fn f(a: i64) -> i64 impls main { var v; if a < 0 { v = a; } v }",
        "v",
        "`v` has a value on one way only",
    ),
    (
        "val main(a: i64) -> i64 { returns a } \
         fn f(a: i64) -> i64 impls main { g(a) }",
        "g",
        "no function here is called `g`",
    ),
    (
        "val main(a: i64) -> i64 { returns a } \
         fn f(a: i64) -> i64 impls main { main(a) }",
        "main",
        "this is `main(a)`, and `main` has `a` here",
    ),
    (
        "val main(a: i64) -> i64 { returns a } \
         fn f(a: i64) -> i64 impls main { let v = 10; v let z = 20; z }",
        "let",
        "a statement ends with `;`, and the value of a block stands last",
    ),
    (
        "val main(a: i64) -> i64 { returns a } \
         fn f(a: i64) -> i64 impls main { if a < 0 { 10 } else { 20 } let z = 20; z }",
        "10",
        "this value is not used",
    ),
    (
        "val main(a: i64) -> i64 { returns a } \
         fn f(a: i64) -> i64 impls main { let z = if a < 0 { 20 }; z }",
        "if",
        "a value has another one for when the condition is false",
    ),
    (
        "val main(a: i64) -> i64 { returns a } \
         fn f(a: i64) -> i64 impls main { a + 1 = 2; a }",
        "+",
        "this is no place for a value",
    ),
    ("feq foo {}", "foo", "the class `foo` has no members"),
    (
        "val a() -> i64 { returns b() } \
         val b() -> i64 { returns 1 } \
         fn f() -> i64 impls a { 1 } \
         fn g() -> i64 impls b { 1 }",
        "1",
        "this is `1`, and `a` has `b()` here",
    ),
    (
        "val one(x: i32) -> i32 { returns x + 1 } \
         fn one_impl(x: i32) -> i32 impls one { let y = x?; x + 1 }",
        "?",
        "a body has no `?` after a value",
    ),
    (
        "val same(x: i32) -> i32 { returns x } \
         tmln one_trip(e: Event) -> Event { loc, rem :- encode_event(e) sub :- submit_event(rem) returns sync_event(loc, sub) } \
         fn same_impl(x: i32) -> i32 impls same, one_trip { let e = encode_begin(gpu); encode e.copy[x_gpu <- x]; let f = if x < 0 { submit e } else { submit e }; let g = await f; let h = await f; g.x_gpu }",
        "f",
        "this fence was awaited before",
    ),
    (
        "val same(x: i32) -> i32 { returns x } \
         tmln no_sync(e: Event) -> Event { loc, rem :- encode_event(e) sub :- submit_event(rem) returns loc } \
         fn same_impl(x: i32) -> i32 impls same, no_sync { let e = encode_begin(gpu); encode e.copy[x_gpu <- x]; let f = submit e; let g = f; (await g).x_gpu }",
        "await",
        "this is `sync_event(encode_event(e).0, submit_event(encode_event(e).1))`, and `no_sync` has `loc` here",
    ),
    (
        "val same(x: i32) -> i32 { returns x } \
         fn same_impl(x: i32) -> i32 impls same { var e; e = encode_begin(gpu); x }",
        "encode_begin",
        "a variable holds a value, and this is an encoder",
    ),
    (
        "val same(x: i32) -> i32 { returns x } \
         fn same_impl(x: i32) impls same { x }",
        "impls",
        "the type of the result is missing",
    ),
    (
        "val f(a: i64) -> i64 { g :- a + 1 returns g * 2 } \
         fn f_impl(a: i64) -> i64 impls f { let g @ none(val.g) = a + 1; g * 2 }",
        "g",
        "what is nothing in a spec has no name there",
    ),
    ("sptl one(s: BufferSpace) -> BufferSpace { returns alloc(s) }", "alloc", "no plan of memory is called `alloc`"),
    (
        "val f(a: i64) -> i64 { returns a * 2 } \
         val f(a: i64) -> i64 { returns a * 3 } \
         fn f_impl(a: i64) -> i64 impls f { a * 2 }",
        "f",
        "`f` is declared twice in this block",
    ),
    (
        "val f(a: i64) -> i64 { returns a * 2 } \
         fn f_impl(a: i64) -> i64 impls f { let e = encode_begin(); a * 2 }",
        "encode_begin",
        "an encoder is of a device",
    ),
    (
        "feq sum { extern(cpu) pure sum_cpu(i32, i32) -> i32 extern(gpu) sum_gpu(i32, i32) -> i32 { path: \"sum.cu\", dimensions: 1 } } \
         val foo(a: i32) -> i32 { returns sum::<1>(a, a) } \
         fn foo_impl(a: i32) -> i32 impls foo { sum_gpu::<1>(a, a) }",
        "sum_gpu",
        "`sum_gpu` runs on a device only",
    ),
    (
        "val same(x: i32) -> i32 { returns x } \
         fn same_impl(x: i32) -> i32 impls same;",
        ";",
        "expected curly braces",
    ),
    (
        "val same(x: i32) -> i32 { returns x } \
         fn same_impl(x: i32) -> i32 impls same { x } \
         pipeline run { same }",
        "same",
        "no function of the block is called `same`",
    ),
    (
        "val same(x: i32) -> i32 { returns x } \
         fn same_impl(x: i32) -> i32 impls same { let e = encode-begin gpu; x }",
        "encode",
        "an encoder is begun by a call",
    ),
    (
        "val same(a: i64) -> i64 { returns a } \
         fn same_impl(a: i64) -> i64 impls same {}",
        "}",
        "`same_impl` has neither a body nor an order",
    ),
    (
        "val same(x: i32) -> i32 { returns x } \
         tmln one_trip(e: Event) -> Event { loc, rem :- encode_event(e) sub :- submit_event(rem) returns sync_event(loc, sub) } \
         fn same_impl(x: i32) -> i32 impls same, one_trip { let e = encode_begin(gpu) encode e.copy[x_gpu <- x]; (await submit e).x_gpu }",
        "encode",
        "a statement ends with `;`",
    ),
    (
        "val rec_sum(a: i64, b: i64) -> i64 { returns 0 if a > b else a if a == b else rec_sum(a + 1, b) + a } \
         fn rec_sum_impl(a: i64, b: i64) -> i64 impls rec_sum { if a > b { 0 } else { rec_sum_impl(a + 1, b) + a } }",
        "+",
        "this is `rec_sum(a + 1, b) + a`, and `rec_sum` has `a if a == b else (rec_sum(a + …, b) + a)` here",
    ),
    (
        "val add(x: i32, y: f64) -> f64 { returns x as f64 + y } \
         tmln one_trip(e: Event) -> Event { loc, rem :- encode_event(e) sub :- submit_event(rem) returns sync_event(loc, sub) } \
         sptl two(s: BufferSpace) -> BufferSpace { a :- alloc[f64](s) returns alloc[i32](a) } \
         fn add_impl(x: i32, y: f64) -> f64 impls add, one_trip, two { let e = encode_begin(gpu); encode e.copy[x_gpu <- x]; encode e.copy[y_gpu <- y]; let r = await submit e; r.x_gpu as f64 + r.y_gpu }",
        "y_gpu",
        "this is `alloc[f64](alloc[i32](s))`, and `two` has `alloc[i32](a)` here",
    ),
    (
        "val f(a: i64) -> i64 { returns a } fn g(a: i64) -> i64 impls f { let c = a < 0; if @ c { a } else { a } }",
        "c",
        "a tag says what a value is in a spec",
    ),
    (
        "val f(a: i64) -> i64 { returns a } fn g(a: i64) -> i64 impls f { let () = a; a }",
        "=",
        "a value gets a name here",
    ),
];

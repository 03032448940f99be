//! What is easily written otherwise in a body, or by who comes from Caiman: each is one error, at its token.

use super::bodies::each_is_one_error;

#[test]
fn slips_are_told() {
    each_is_one_error(SLIPS);
}

#[test]
fn other_spellings_are_told() {
    each_is_one_error(SPELLINGS);
}

const SLIPS: &[(&str, &str, &str)] = &[
    (
        "val f(a: u32) -> u32 { returns a + 1 } \
         fn g(a: u32) -> u32 impls f { -1 * a + 1 }",
        "-",
        "`u32` has no negative",
    ),
    (
        "val f(a: u32) -> u32 { x :- -1 returns x + a } \
         fn g(a: u32) -> u32 impls f { eval(a) }",
        "-",
        "`u32` has no negative",
    ),
    ("const A: u32 = -1;", "-", "`u32` has no negative"),
    (
        "space item; val f(a: i64) -> i64 { returns a + 1 } \
         fn g(a: &Data<item, i64>) -> i64 impls f { a + 1 }",
        "&Data<item, i64>",
        "this is `Data<item, i64>`, and `f` is of one value",
    ),
    (
        "space item; val f(a: i64) -> i64 { returns a + 1 } \
         fn g(a: &Data<item, i64>) -> Data<item, i64> impls f { a + 1 }",
        "&Data<item, i64>",
        "this is `Data<item, i64>`, and `f` is of one value",
    ),
    (
        "val f(a: i64) -> i64 { returns a + 1 } \
         fn g(x: i64 @ input(val.a)-dead) -> i64 impls f { x + 1 }",
        "x",
        "`x` is said to be dead, and used",
    ),
    (
        "val f(a: i64) -> i64 { returns a + 1 } \
         fn g(a: i64) -> i64 impls f { @in { a: input(val.a)-dead }; a + 1 }",
        "a",
        "`a` is said to be dead, and used",
    ),
    (
        "val f(a: i64) -> i64 { returns a + 1 } \
         fn g(a: i64) -> i64 impls f { let x = a; @in { x: input(val.a)-dead }; x + 1 }",
        "x",
        "`x` is said to be dead, and used",
    ),
    (
        "val f(a: i64) -> i64 { returns a + 1 } \
         fn g(a: i64) -> i64 impls f { if a < 0 { @in { a: none(val)-dead }; } a + 1 }",
        "a",
        "`a` has a value on one way only",
    ),
    (
        "val f(a: i64) -> i64 { returns a + 1 } \
         fn g(a: i64) -> i64 @ node(val.a)-dead impls f { a + 1 }",
        "dead",
        "this has a value, so it is not dead",
    ),
    (
        "feq ff { val ff(a: i64) -> i64 { returns a + (_dim0 as i64) } extern(gpu) k(x: i64) -> o: i64 { dimensions: 3, cpu: kk } } \
         fn g(a: i64) -> i64 impls ff { @in { _dim1: input(val._dim0) }; a + (_dim0 as i64) }",
        "input",
        "a dimension of the grid is itself, `_dim1`",
    ),
    (
        "feq ff { val ff(a: i64) -> i64 { returns a + (_dim0 as i64) } extern(gpu) k(x: i64) -> o: i64 { dimensions: 3, cpu: kk } } \
         fn g(a: i64) -> i64 impls ff { a + (_dim0 @ input(val._dim1) as i64) }",
        "_dim1",
        "this is `_dim0`, and not `_dim1`",
    ),
    (
        "val f(a: i64) -> i64 { returns a + 1 } \
         fn g(a: i64) -> i64 impls f { @in { _dim0: input(val._dim0) }; a + 1 }",
        "_dim0",
        "there is no grid",
    ),
    (
        "feq ff { val ff(a: i64) -> i64 { returns a } tmln t(e: Event) -> Event { returns e } }",
        "tmln",
        "a member is wanted here",
    ),
    (
        "feq ff { val ff(a: i64) -> i64 { returns a } \
         fn g(a: i64) -> i64 impls ff { a } }",
        "fn",
        "a member is wanted here",
    ),
    (
        "feq c { extern(cpu) f(i64) -> i64 } val v(a: i64) -> i64 { returns f(a) } \
         fn h(a: i64) -> i64 impls v { f(a) }",
        "f",
        "a function of Rust that a val calls is `pure`",
    ),
    (
        "val minus(a: i64, b: i64) -> i64 { returns a - b } \
         fn swapped(b: i64, a: i64) -> i64 impls minus { eval(a, b) } val twice(x: i64, y: i64) -> i64 { returns minus(x, y) } \
         fn direct(x: i64, y: i64) -> i64 impls twice { swapped(x, y) }",
        "y",
        "this is `y`, and `twice` has `x` here",
    ),
    (
        "val minus(a: i64, b: i64) -> i64 { returns a - b } \
         fn on(gpu: &Device, a: i64, b: i64) -> i64 impls minus { a - b } val twice(x: i64, y: i64) -> i64 { returns minus(x, y) * 2 } \
         fn direct(x: i64, y: i64) -> i64 impls twice { ??? * 2 }",
        "?",
        "this is `minus(x, y)` of `twice`, and nothing here computes it",
    ),
];

const SPELLINGS: &[(&str, &str, &str)] = &[
    (
        "val f(a: i64) -> i64 { returns a + 1 } tmln t(e: Event) -> Event { here, there :- encode_event(e) returns sync_event(here, submit_event(there)) } \
         fn g(a: i64) -> i64 impls f, t { let e = encode-begin @ node(tmln.(here, there)) gpu; a + 1 }",
        "encode",
        "an encoder is begun by a call",
    ),
    (
        "val f(a: i64) -> i64 { returns a + 1 } tmln t(e: Event) -> Event { here, there :- encode_event(e) returns sync_event(here, submit_event(there)) } \
         fn g(a: i64) -> i64 impls f, t { let e = encode_begin gpu; a + 1 }",
        "encode_begin",
        "an encoder is begun by a call",
    ),
    (
        "val f(a: i64) -> i64 { returns a + 1 } tmln t(e: Event) -> Event { here, there :- encode_event(e) returns sync_event(here, submit_event(there)) } \
         fn g(a: i64) -> i64 impls f, t { let e = encode_begin(gpu); e.copy[x <- a]; (await submit e).x + 1 }",
        "e",
        "a command is encoded",
    ),
    (
        "val f(a: i64) -> i64 { returns a + 1 } tmln t(e: Event) -> Event { here, there :- encode_event(e) returns sync_event(here, submit_event(there)) } \
         fn g(a: i64) -> i64 impls f, t { let e = encode_begin(gpu); encode e copy[x <- a]; (await submit e).x + 1 }",
        "copy",
        "a command is of an encoder",
    ),
    (
        "val f(a: i64) -> i64 { returns a + 1 } tmln t(e: Event) -> Event { here, there :- encode_event(e) returns sync_event(here, submit_event(there)) } \
         fn g(a: i64) -> i64 impls f, t { let e = encode_begin(gpu); encode e.copy(x <- a); (await submit e).x + 1 }",
        "(",
        "what is encoded stands in brackets",
    ),
    (
        "val f(a: i64) -> i64 { returns a + 1 } tmln t(e: Event) -> Event { here, there :- encode_event(e) returns sync_event(here, submit_event(there)) } \
         fn g(a: i64) -> i64 impls f, t { let e = encode_begin(gpu); encode e.copy[x <- a]; let r = e.submit(); (await r).x + 1 }",
        "submit",
        "`submit` stands before its encoder",
    ),
    (
        "val f(a: i64) -> i64 { returns a + 1 } tmln t(e: Event) -> Event { here, there :- encode_event(e) returns sync_event(here, submit_event(there)) } \
         fn g(a: i64) -> i64 impls f, t { let e = encode_begin(gpu); encode e.copy[x <- a]; let r = (submit e).await; r.x + 1 }",
        "await",
        "`await` stands before its fence",
    ),
    (
        "extern(gpu) k(x: i64) -> o: i64 { dimensions: 3, cpu: kk } val f(n: i64) -> i64 { returns k<1, n, _dim0>(n) } \
         fn g(n: i64) -> i64 impls f { eval(n) }",
        "<",
        "a grid stands between `::<` and `>`",
    ),
    (
        "extern(gpu) k(x: i64) -> o: i64 { dimensions: 3, cpu: kk } val f(n: i64) -> i64 { returns k::<n * 2, 1, 1>(n) } \
         fn g(n: i64) -> i64 impls f { eval(n) }",
        "*",
        "the dimensions of a grid are numbers and names",
    ),
    (
        "const N = 4; val f(a: i64) -> i64 { returns a + 1 } \
         fn g(a: i64) -> i64 impls f { a + 1 }",
        "=",
        "the constant `N` has no type",
    ),
    (
        "const N: i64 = 4 val f(a: i64) -> i64 { returns a + N } \
         fn g(a: i64) -> i64 impls f { a + N }",
        "val",
        "an item without braces ends with `;`",
    ),
    (
        "extern(cpu) pure ff(i64) -> i64 \
         fn h(a: i64) -> i64 impls v { ff(a) } val v(a: i64) -> i64 { returns ff(a) }",
        "fn",
        "an item without braces ends with `;`",
    ),
    (
        "type number = i32; val f(a: i64) -> i64 { returns a + 1 } \
         fn g(a: i64) -> i64 impls f { a + 1 }",
        "i32",
        "a type that is declared is a record",
    ),
    ("type R = { x: i32<storage, map_read> };", "<", "the flags of memory stand between `::<` and `>`"),
    (
        "val f(x: i32) -> i32 { returns x } tmln t(e: Event, r: Encoder) -> Event { returns e } \
         fn g(e: Encoder { x: i32 }) -> i32 impls f, t { 1 }",
        "{",
        "a record has a name",
    ),
    (
        "val f(x: i32) -> i32 { returns x } tmln t(e: Event, r: Encoder) -> Event { returns e } \
         fn g(e: Encoder<{ x: i32 }>) -> i32 impls f, t { 1 }",
        "{",
        "a record has a name",
    ),
    (
        "tmln t(e: Event) -> Event { here, there :- encode_event(e, []) returns here }",
        "[",
        "encoders and fences stand one after the other",
    ),
    ("sptl s(s: BufferSpace) -> BufferSpace { returns alloc<i32>(s) }", "<", "what memory is for stands in brackets"),
    (
        "val f(a: i64) -> i64 { returns a + 1 } tmln t(e: Event) -> Event { here, there :- encode_event(e) returns sync_event(here, submit_event(there)) } \
         fn g(a: i64) -> i64 impls f t { a + 1 }",
        "t",
        "specs stand between commas",
    ),
    (
        "val f(a: i64) -> i64 { returns a + 1 } \
         fn g(a: i64) -> i64 impls f { ~a }",
        "~",
        "a value is wanted here",
    ),
    (
        "val f(a: i64) -> i64 { returns a + 1 } \
         fn g(a: i64) -> i64 impls f { a >>> 2 }",
        ">",
        "a value is wanted here",
    ),
    ("val f(in: i64) -> i64 { returns 1 }", "in", "`in` is a word of Rust's, and no name"),
    (
        "val f(a: i64) -> i64 { returns a + 1 } \
         fn g(a: i64) -> i64 impls f { var match = a; a + 1 }",
        "match",
        "`match` is a word of Rust's, and no name",
    ),
    (
        "val f(a: i64) -> i64 { returns a + 1 } \
         fn g(a: i64) -> i64 impls f { returns a + 1 }",
        "returns",
        "a spec `returns`; the value of a body is its last expression",
    ),
    (
        "val f(a: i64) -> i64 { returns a + 1 } \
         fn g(a: i64 @ node val.a) -> i64 impls f { a + 1 }",
        "val",
        "a tag says what a value is in a spec",
    ),
    (
        "type R = { x: i32 }; val f(x: i32) -> i32 { returns x } \
         fn h(x: i32) -> R impls f { R { x: x } }",
        "R",
        "a record is what was on a device, and is not written",
    ),
];

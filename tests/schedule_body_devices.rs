//! Bodies written by hand: encoders and fences under several names, tuples, and what is said of fields.

use polarnet::{
    columns::{Builder, Node, space},
    device::{Device, Error},
    schedule,
};

fn double(x: i32) -> i32 {
    2 * x
}

fn longer(mut list: Vec<i64>) -> Vec<i64> {
    list.push(7);
    list
}

fn two(x: i32) -> (i32, i32) {
    (x + 1, x - 1)
}

schedule! {
    extern(gpu) twice(x: i32) -> o: i32 { dimensions: 1, cpu: double }
    extern(gpu) both(x: i32) -> (i32, i32) { dimensions: 1, cpu: two }
    extern(gpu) grown(list: Vec<i64>) -> o: Vec<i64> { dimensions: 1, cpu: longer }
    tmln one_trip(e: Event) -> Event {
        l, r :- encode_event(e)
        s :- submit_event(r)
        returns sync_event(l, s)
    }
    tmln end(e: Event, r: Encoder) -> (Event, Fence) { returns (e, submit_event(r)) }

    // Names that are words of Rust's.
    val doubled(x: i32) -> i32 { returns twice::<1>(x) }
    fn words(x: i32) -> i32 impls doubled, one_trip {
        let r#in = encode_begin(gpu);
        encode r#in.copy[r#type <- x];
        encode r#in.call[r#fn <- twice::<1>(r#type)];
        (await submit r#in).r#fn
    }

    // A field that is made again on one way.
    val of_one(x: i32, y: i32) -> i32 { returns twice::<1>(y if x < 0 else x) }
    fn again(x: i32, y: i32) -> i32 impls of_one, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[a <- x];
        if x < 0 {
            encode e.copy[a <- y];
        }
        encode e.call[o <- twice::<1>(a)];
        (await submit e).o
    }

    // Another name, and a block that begins.
    fn renamed(x: i32) -> i32 impls doubled, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[a <- x];
        let e2 = e;
        encode e2.call[o <- twice::<1>(a)];
        let f = submit e2;
        let g = f;
        (await g).o
    }
    fn from_block(x: i32) -> i32 impls doubled, one_trip {
        let e = {
            let q = encode_begin(gpu);
            encode q.copy[a <- x];
            q
        };
        encode e.call[o <- twice::<1>(a)];
        (await submit e).o
    }
    type W = { a: i32, o: i32 };
    type R = { o: i32 };
    fn finish(e: Encoder<W>) -> Fence<R> impls doubled, end {
        @in { e.a: input(val.x), e.o: none(val)-dead };
        encode e.call[o <- twice::<1>(a)];
        submit e
    }
    val by_part(x: i32) -> i32 { returns doubled(x) }
    tmln by_end(e: Event) -> Event {
        l, r :- encode_event(e)
        m, f :- end(l, r)
        returns sync_event(m, f)
    }
    fn in_argument(x: i32) -> i32 impls by_part, by_end {
        let f = finish({
            let e = encode_begin(gpu);
            encode e.copy[a <- x];
            e
        });
        (await f).o
    }

    // What a kernel gives that is more than one number.
    val list(of: Vec<i64>) -> Vec<i64> { returns grown::<1>(of) }
    fn list_gpu(of: Vec<i64>) -> Vec<i64> impls list, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[of <- of];
        encode e.call[o <- grown::<1>(of)];
        (await submit e).o
    }
    val first(x: i32) -> i32 { a, b :- both::<1>(x) returns a - b }
    fn whole(x: i32) -> i32 impls first, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        encode e.call[t <- both::<1>(x)];
        let r = await submit e;
        let t = r.t;
        t.0 - t.1
    }
}

#[test]
fn names_of_encoders_and_fields() {
    for x in [-3, 5] {
        assert_eq!([words(x), renamed(x), from_block(x), in_argument(x)], [2 * x; 4]);
    }
    assert_eq!([again(-3, 10), again(3, 10)], [20, 6]);
}

#[test]
fn kernels_of_several_values() {
    assert_eq!(list_gpu(vec![1]), [1, 7]);
    assert_eq!(whole(3), 2);
}

schedule! {
    // A name of Rust's that is also what a kernel is on the CPU.
    extern(gpu) twice(x: i32) -> o: i32 { dimensions: 1, cpu: double }
    extern(cpu) pure double(i32) -> i32;
    tmln nothing(e: Event) -> Event { x :- e returns x }
    tmln nothing_else(e: Event) -> Event { returns nothing(e) }
    val by_cpu(x: i32) -> i32 { returns double(x) }
    fn by_cpu_impl(x: i32) -> i32 impls by_cpu, nothing_else { double(x) }

    // Fields of records, by tags.
    type Pair = { a: i32, b: i32 };
    val sub(x: i32, y: i32) -> i32 { returns x - y }
    fn of_pair(r: Pair) -> i32 impls sub {
        @in { r.a: input(val.y), r.b: input(val.x) };
        r.b - r.a
    }
    val of_two(x: i32, y: i32) -> i32 { s :- double(y) returns sub(x, s) }
    tmln start(e: Event) -> (Event, Fence) { l, r :- encode_event(e) returns (l, submit_event(r)) }
    tmln trip(e: Event) -> Event { l, f :- start(e) returns sync_event(l, f) }
    type Fields = { s: i32, x: i32 };
    fn begun(x: i32, y: i32) -> Fence<Fields> impls of_two, start {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        encode e.copy[s <- double(y)];
        let f = submit e;
        @out { f.x: input(val.x), f.s: node(val.s) };
        f
    }
    fn ended(x: i32, y: i32) -> i32 impls of_two, trip {
        let r = await begun(x, y);
        sub(r.x, r.s)
    }
    fn sub_impl(x: i32, y: i32) -> i32 impls sub { x - y }
}

#[test]
fn tags_of_fields() {
    assert_eq!(of_pair(Pair { a: 1, b: 10 }), 9);
    assert_eq!(ended(10, 2), 6);
    assert_eq!(by_cpu_impl(4), 8);
}

schedule! {
    // Tuples: of parameters, of arguments, of results.
    val first(p: (i64, i64)) -> i64 { a, b :- p returns a - b }
    fn first_impl(p: (i64, i64)) -> i64 impls first { let (a, b) = p; a - b }
    fn by_field(p: (i64, i64)) -> i64 impls first { p.0 - p.1 }
    val call(a: i64, b: i64) -> i64 { returns first((b, a)) }
    fn call_impl(a: i64, b: i64) -> i64 impls call { first_impl((b, a)) }
    val nested(a: i64, b: i64) -> ((i64, i64), i64) { returns ((a, b), a + b) }
    fn nested_impl(a: i64, b: i64) -> ((i64, i64), i64) impls nested { let t = (a, b); (t, a + b) }
    val swapped(p: (i64, i64)) -> (i64, i64) { returns (p.1, p.0) }
    fn swapped_impl(p: (i64, i64)) -> (i64, i64) impls swapped { let (a, b) = p; (b, a) }
    val same(p: (i64, i64)) -> (i64, i64) { returns p }
    fn same_impl(p: (i64, i64)) -> (i64, i64) impls same { p }

    // One value, returned twice.
    val twin(x: i64) -> (i64, i64) { returns (x, x) }
    fn twin_impl(x: i64) -> (i64, i64) impls twin { (x, x) }
    val of_twin(x: i64) -> i64 { a, b :- twin(x) returns a * 10 - b }
    fn of_twin_impl(x: i64) -> i64 impls of_twin { let (a, b) = twin_impl(x); a * 10 - b }

    // Memory of types that are more than a name.
    tmln one_trip(e: Event) -> Event { l, r :- encode_event(e) s :- submit_event(r) returns sync_event(l, s) }
    sptl pair(s: BufferSpace) -> BufferSpace { returns alloc[(i64, i64)](s) }
    sptl list(s: BufferSpace) -> BufferSpace { returns alloc[Vec<i64>](s) }
    fn same_gpu(p: (i64, i64)) -> (i64, i64) impls same, one_trip, pair {
        let e = encode_begin(gpu);
        encode e.copy[p <- p];
        (await submit e).p
    }
    val kept(v: Vec<i64>) -> Vec<i64> { returns v }
    fn kept_gpu(v: Vec<i64>) -> Vec<i64> impls kept, one_trip, list {
        let e = encode_begin(gpu);
        encode e.copy[v <- v];
        (await submit e).v
    }
}

#[test]
fn tuples() {
    assert_eq!([first_impl((7, 2)), by_field((7, 2)), call_impl(2, 7)], [5; 3]);
    assert_eq!(nested_impl(1, 2), ((1, 2), 3));
    assert_eq!(swapped_impl((1, 2)), (2, 1));
    assert_eq!([same_impl((1, 2)), same_gpu((1, 2))], [(1, 2); 2]);
    assert_eq!(of_twin_impl(3), 27);
    assert_eq!(kept_gpu(vec![1, 2]), [1, 2]);
}

#[derive(Node, Clone, Copy, Debug)]
enum Math<I> {
    Num(f64),
    Neg(I),
}

schedule! {
    space expr: Batch<Math>;
    // Each gets what its name says.
    val sub(x: f64, y: f64) -> f64 { returns x - y }
    fn turned(y: f64, x: f64) -> f64 impls sub { eval(x, y) }
    val cost(n: Math, u: f64, w: f64) -> f64 {
        returns match n { Num(v) => v * u - w, Neg(c) => cost[c] }
    }
    fn rows(b: &Batch<expr>, w: f64, u: f64) -> Data<expr, f64> impls cost { bottom_up(b) }
    fn by_rows(b: &Batch<expr>, u: f64, w: f64) -> Data<expr, f64> impls cost { rows(b, w, u) }
    val differs(x: f64, y: f64) -> f64 { returns sub(x, y) }
    fn differs_impl(x: f64, y: f64) -> f64 impls differs { turned(y, x) }
}

#[test]
fn parameters_by_their_names() {
    assert_eq!(differs_impl(5.0, 3.0), 2.0);
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let num = b.add(Math::Num(3.0));
    let neg = b.add(Math::Neg(num));
    let batch = b.freeze();
    let costs = by_rows(&batch, 10.0, 4.0);
    assert_eq!([costs[num], costs[neg]], [26.0; 2]);
}

schedule! {
    // Holes: dimensions as numbers and in grids, numbers with a point and nothing after it.
    feq k {
        extern(gpu) k_gpu(x: i64) -> o: i64 { dimensions: 1 }
        val k1(x: i64) -> i64 {
            a :- x + _dim0
            b :- x * _dim0
            returns a + b
        }
    }
    fn k_cpu(x: i64) -> i64 impls k1 { let a = x + _dim0; a + ??? }
    val on_four(x: i64) -> i64 { returns k::<4>(x) }
    fn on_four_impl(x: i64) -> i64 impls on_four { ??? }
    val more(x: f32) -> f32 { returns x + 1. }
    fn more_impl(x: f32) -> f32 impls more { x + ??? }
}

#[test]
fn holes_of_grids_and_numbers() {
    assert_eq!(on_four_impl(3), 19);
    assert_eq!(more_impl(0.5), 1.5);
}

fn parsed(x: i32) -> Result<i32, String> {
    u8::try_from(x).map(i32::from).map_err(|error| error.to_string())
}

schedule! {
    tmln one_trip(e: Event) -> Event {
        l, r :- encode_event(e)
        returns sync_event(l, submit_event(r))
    }
    // A val that is a `Result` is a value like others.
    extern(cpu) pure parsed(i32) -> Result<i32, String>;
    val small(x: i32) -> Result<i32, String> { returns parsed(x) }
    fn small_impl(x: i32) -> Result<i32, String> impls small { parsed(x) }

    // Functions that may fail, and what calls them: with `???`, and in themselves.
    extern(gpu) twice(x: i32) -> o: i32 { dimensions: 1, cpu: double }
    val doubled(x: i32) -> i32 { returns twice::<1>(x) }
    fn doubled_there(gpu: &Device, x: i32) -> Result<i32, Error> impls doubled, one_trip {
        let e = encode_begin(gpu);
        encode e.copy[x <- x];
        encode e.call[y <- twice::<1>(x)];
        (await submit e).y
    }
    fn filled(gpu: &Device, x: i32) -> Result<i32, Box<dyn std::error::Error>> impls doubled, one_trip { ??? }
    val quarter(x: i32) -> (i32, i32) { returns (x / 4, x % 4) }
    fn quarter_here(x: i32) -> Result<(i32, i32), Error> impls quarter { (x / 4, x % 4) }
    val to_zero(x: i32) -> i32 { returns x if x <= 0 else to_zero(x - 1) }
    fn to_zero_here(x: i32) -> Result<i32, Error> impls to_zero { if x <= 0 { x } else { to_zero_here(x - 1) } }
}

#[test]
fn functions_that_may_fail() {
    assert_eq!((small_impl(7), small_impl(300).is_err()), (Ok(7), true));
    let gpu = Device::threads();
    assert_eq!(doubled_there(&gpu, 7), Ok(14));
    assert_eq!(filled(&gpu, 7).unwrap(), 14);
    assert_eq!(quarter_here(7), Ok((1, 3)));
    // Deeper than the native stack is.
    assert_eq!(to_zero_here(200_000), Ok(0));
}

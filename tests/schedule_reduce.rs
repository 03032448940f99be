//! Nets that are reduced in vals of `schedule!`: in vals of all kinds, by all orders, and what comes of their errors.
//!
//! Over 400 lines: one block of `schedule!` in all its orders, and what they are compared with.

use polarnet::{
    Error, ErrorKind, Runtime,
    columns::{Batch, Builder, Idx, List, Mapping, Node, Space, space},
    net, schedule,
};

net! {
    book Nets {
        agent -Fib(-out), -Add(+b, -out), -AddTo(#a: u32, -out), -Factorial(-out), -Times(#n: u32, -out);
        rule Fib(out) ~ #n if n < 2 => out ~ #n;
        rule Fib(out) ~ #n          => Fib(a) ~ #(n - 1) & Fib(b) ~ #(n - 2) & Add(b, out) ~ a;
        rule Add(b, out) ~ #a       => AddTo(#a, out) ~ b;
        rule AddTo(#a, out) ~ #b    => out ~ #(a + b);
        rule Factorial(out) ~ #n if n == 0 => out ~ 1_i64;
        rule Factorial(out) ~ #n           => Factorial(r) ~ #(n - 1) & Times(#n, out) ~ r;
        rule Times(#n, out) ~ #r: i64      => out ~ #(r * (n as i64));

        @fib(n: u32) -> u32 = (n r) & Fib(r) ~ n
        @factorial(n: u32) -> i64 = (n r) & Factorial(r) ~ n
        @half(x: f32) -> f32 = ($([*0.5] x) x)
        @minus(n: i32) -> i32 = ($([*-1] x) x)
        @double(n: u32) -> u32 = ($([*2] x) x)
        @twice(n: u32) -> (u32, u32) = ({a b} (a b))
        // An error, but for 0 and 1.
        @truth(n: u32) -> bool = (n n)
        @ratio(a: u32, b: u32) -> u32 = ($([/] $(b c)) (b c))
        agent -Down(-out);
        rule Down(out) ~ #n if n == 0 => out ~ *;
        rule Down(out) ~ #n           => out ~ (#n rest) & Down(rest) ~ #(n - 1);
        @down(n: u32) -> Vec<u32> = (n r) & Down(r) ~ n
        @even(n: u32) -> bool = ($([&1] $([=0] r)) r)
    }
}

fn fib(n: u32) -> u32 {
    if n < 2 { n } else { fib(n - 1) + fib(n - 2) }
}

#[derive(Node, Clone, Copy, Debug, PartialEq)]
enum Math<'b, I: polarnet::columns::Child> {
    Num(u32),
    Fib(I),
    Add(I, I),
    Sum(List<'b, I>),
}

schedule! {
    space expr: Batch<Math>;

    // Functions, which call each other.
    val eights(n: u32) -> u32 { returns 8 * reduce(Nets::fib(n)) }
    val even_fib(n: u32) -> bool { returns reduce(Nets::even(eights(n) / 8)) }
    // A recursion with calls that wait, one that is a loop, and two vals in turns.
    val total(n: u32) -> u32 { returns if n == 0 { 0 } else { total(n - 1) + reduce(Nets::fib(n)) } }
    val last_odd(n: u32) -> u32 { returns n if !reduce(Nets::even(n)) else last_odd(n - 1) }
    val ping(n: u32) -> i32 { returns if n == 0 { reduce(Nets::minus(1)) } else { pong(n - 1) } }
    val pong(n: u32) -> i32 { returns if n == 0 { 1 } else { ping(n - 1) } }
    fn eight_fibs(n: u32, runtime: &Runtime) -> Result<u32, Error> impls eights { eval(n) }
    fn is_even_fib(runtime: &Runtime, n: u32) -> Result<bool, Error> impls even_fib { eval(n) }
    fn totals(n: u32, runtime: &Runtime) -> Result<u32, Error> impls total { eval(n) }
    fn totals_kept(n: u32, runtime: &Runtime) -> Result<u32, Error> impls total { eval(n).memoize() }
    fn last(n: u32, runtime: &Runtime) -> Result<u32, Error> impls last_odd { eval(n) }
    fn pings(n: u32, runtime: &Runtime) -> Result<i32, Error> impls ping { eval(n) }
    fn pings_kept(n: u32, rt: &polarnet::Runtime) -> Result<i32, polarnet::Error> impls ping { eval(n).memoize() }

    // Other types; lists, arrays, tuples, and conditions of lists.
    val wide(n: u32) -> i64 { returns reduce(Nets::factorial(n)) }
    val quarter(x: f32) -> f64 { returns reduce(Nets::half(reduce(Nets::half(x)))) as f64 }
    val lists(n: u32) -> u32 {
        fibs :- [reduce(Nets::fib(k as u32)) for k in 0..5];
        doubled :- [reduce(Nets::double(x)) for x in fibs];
        a, b :- reduce(Nets::twice(n));
        returns a + b + sum(doubled) + sum(reduce(Nets::double(k)) for k in 0..n if reduce(Nets::even(k)))
            + (1 if any(reduce(Nets::even(k)) for k in 0..n) else 0)
    }
    val of_net(n: u32) -> u32 {
        list :- reduce(Nets::down(n));
        returns sum(list) * 100 + sum(x * x for x in reduce(Nets::down(n)))
    }
    // Until one decides: the others would fail.
    val decided(n: u32) -> bool {
        returns any(reduce(Nets::truth(k)) for k in 0..n) && !all(reduce(Nets::truth(k)) for k in 0..n)
    }
    fn nets(n: u32, runtime: &Runtime) -> Result<u32, Error> impls of_net { eval(n) }
    fn is_decided(n: u32, runtime: &Runtime) -> Result<bool, Error> impls decided { eval(n) }
    fn factorials(n: u32, runtime: &Runtime) -> Result<i64, Error> impls wide { eval(n) }
    fn quarters(x: f32, runtime: &Runtime) -> Result<f64, Error> impls quarter { eval(x) }
    fn of_lists(n: u32, runtime: &Runtime) -> Result<u32, Error> impls lists { eval(n) }

    // From the leaves up.
    val value(n: expr) -> u32 {
        returns match n {
            Num(x) => x,
            Fib(x) => reduce(Nets::fib(value[x] % 12)),
            Add(a, b) => value[a] + value[b],
            Sum(args..) => sum(reduce(Nets::double(value[x])) for x in args),
        }
    }
    val depth(n: expr) -> u32 { returns match n { Num => 0, _(args..) => 1 + max(depth[args]) } }
    // It reads a column that is made by nets, and makes none.
    val large(n: expr) -> bool { returns value[n] > 100 }
    fn values(b: &Batch<expr>, runtime: &Runtime) -> Result<Data<expr, u32>, Error> impls value { bottom_up(b) }
    fn values_by_levels(b: &Batch<expr>, runtime: &Runtime) -> Result<Data<expr, u32>, Error> impls value { bottom_up(b).wavefront() }
    fn values_by_threads(b: &Batch<expr>, runtime: &Runtime) -> Result<Data<expr, u32>, Error> impls value {
        bottom_up(b).wavefront().chunk(8).parallel()
    }
    fn both(b: &Batch<expr>, runtime: &Runtime) -> Result<(Data<expr, u32>, Data<expr, u32>), Error> impls value, depth {
        bottom_up(b).fuse()
    }
    fn both_by_threads(b: &Batch<expr>, runtime: &Runtime) -> Result<(Data<expr, u32>, Data<expr, u32>), Error> impls depth, value {
        bottom_up(b).fuse().wavefront().parallel()
    }
    fn larges(b: &Batch<expr>, runtime: &Runtime) -> Result<Data<expr, bool>, Error> impls large { bottom_up(b) }
    fn larges_in_one(b: &Batch<expr>, runtime: &Runtime) -> Result<Data<expr, bool>, Error> impls large {
        bottom_up(b).compute_at(value, row)
    }

    // From the roots down: with a function.
    val next(n: u32) -> u32 { returns reduce(Nets::double(n)) % 1000 + 1 }
    val under(n: expr) -> u32 default 0 join max {
        below :- next(under[n]);
        match n { Num => {}, _(args..) => under[args] <- below }
    }
    fn unders(b: &Batch<expr>, runtime: &Runtime) -> Result<Data<expr, u32>, Error> impls under { top_down(b) }
    fn unders_pulled(b: &Batch<expr>, runtime: &Runtime) -> Result<Data<expr, u32>, Error> impls under {
        top_down(b).pull().wavefront().parallel()
    }
    fn unders_pushed(b: &Batch<expr>, runtime: &Runtime) -> Result<Data<expr, u32>, Error> impls under {
        top_down(b).push(privatize).wavefront().parallel()
    }
    fn unders_atomic(b: &Batch<expr>, runtime: &Runtime) -> Result<Data<expr, u32>, Error> impls under {
        top_down(b).push(atomic).wavefront().parallel()
    }

    // Rows of columns.
    fn fibs(n: &Data<expr, u32>, runtime: &Runtime) -> Result<Data<expr, u32>, Error> impls eights { map(n) }
    fn fibs_by_threads(n: &Data<expr, u32>, runtime: &Runtime) -> Result<Data<expr, u32>, Error> impls eights {
        map(n).chunk(16).parallel()
    }

    // A new batch: sums of known numbers are computed by a net.
    space out: Batch<Math>;
    val folded(n: expr) -> Idx<out> {
        returns match n {
            Fib(x) => match folded[x] {
                Num(n) => Num(reduce(Nets::fib(n % 12))),
                _ => n,
            },
            Add(a, b) => match (folded[a], folded[b]) {
                (Num(x), Num(y)) => Num(double_sum(x, y) / 2),
                _ => n,
            },
            _ => n,
        }
    }
    val double_sum(x: u32, y: u32) -> u32 { returns reduce(Nets::double(x + y)) }
    fn fold(b: &Batch<expr>, guard: Guard<out>, runtime: &Runtime) -> Result<(Batch<out>, Mapping<expr, out>), Error> impls folded {
        bottom_up(b).dedup()
    }

    // A function of rows, which makes nodes.
    val fib_of(to: Idx<out>) -> Idx<out> {
        returns match to { Num(n) => Num(reduce(Nets::fib(n))), _ => to }
    }
    val copied(n: expr) -> Idx<out> { returns match n { Fib(x) => fib_of(copied[x]), _ => n } }
    fn copy(b: &Batch<expr>, guard: Guard<out>, runtime: &Runtime) -> Result<(Batch<out>, Mapping<expr, out>), Error> impls copied {
        bottom_up(b)
    }
}

/// Some levels of nodes, with numbers up to `most`.
fn batch<S: Space>(guard: polarnet::columns::Guard<S>, most: u32) -> Batch<S, MathLang> {
    let mut b = Builder::<S, MathLang>::new(guard);
    let mut last: Vec<Idx<S>> = (0..40).map(|n| b.push(Math::Num(n % most))).collect();
    for level in 0..4 {
        let at = |n: usize| last[n % last.len()];
        let next = (0..40).map(|n| match (n + level) % 4 {
            0 => b.push(Math::Fib(at(n))),
            1 => b.push(Math::Sum(List::new(&[at(n), at(3 * n), at(n + 1)]))),
            _ => b.push(Math::Add(at(n), at(7 * n + 1))),
        });
        last = next.collect();
    }
    b.freeze()
}

fn direct<S: Space>(b: &Batch<S, MathLang>) -> polarnet::columns::Data<S, u32> {
    b.fold(|node: Math<'_, &u32>| match node {
        Math::Num(x) => x,
        Math::Fib(x) => fib(x % 12),
        Math::Add(a, b) => a + b,
        Math::Sum(args) => args.into_iter().map(|x| x * 2).sum(),
    })
}

#[test]
fn functions_reduce() -> Result<(), Error> {
    let runtime = &Runtime::new().threads(1);
    for n in [0, 1, 7, 12] {
        assert_eq!(eight_fibs(n, runtime)?, 8 * fib(n));
        assert_eq!(is_even_fib(runtime, n)?, fib(n).is_multiple_of(2));
        let sum: u32 = (1..=n).map(fib).sum();
        assert_eq!((totals(n, runtime)?, totals_kept(n, runtime)?), (sum, sum));
    }
    assert_eq!((last(9, runtime)?, last(8, runtime)?), (9, 7));
    assert_eq!((pings(4, runtime)?, pings(5, runtime)?), (-1, 1));
    assert_eq!((pings_kept(4, runtime)?, pings_kept(5, runtime)?), (-1, 1));
    Ok(())
}

#[test]
fn values_have_their_types() -> Result<(), Error> {
    let runtime = &Runtime::new().threads(1);
    assert_eq!(factorials(20, runtime)?, 2_432_902_008_176_640_000);
    assert_eq!(quarters(3.0, runtime)?, 0.75);
    // 2n, the first five doubled, and the even ones below n doubled
    assert_eq!(of_lists(5, runtime)?, 10 + 2 * (1 + 1 + 2 + 3) + 2 * (2 + 4) + 1);
    assert_eq!(of_lists(0, runtime)?, 14);
    assert_eq!(nets(4, runtime)?, 1000 + 30);
    assert!(is_decided(9, runtime)?);
    assert_eq!(is_decided(1, runtime).ok(), Some(false));
    Ok(())
}

#[test]
fn orders_agree_on_the_way_up() -> Result<(), Error> {
    let runtime = &Runtime::new().threads(2);
    space!(Exprs, guard);
    let b = batch::<Exprs>(guard, 30);
    let wanted = direct(&b);
    assert!(values(&b, runtime)? == wanted);
    assert!(values_by_levels(&b, runtime)? == wanted);
    assert!(values_by_threads(&b, runtime)? == wanted);
    let depths = b.fold(|node: Math<'_, &u32>| match node {
        Math::Num(_) => 0,
        Math::Fib(x) => 1 + x,
        Math::Add(a, b) => 1 + a.max(b),
        Math::Sum(args) => 1 + args.into_iter().max().unwrap_or(&0),
    });
    assert!(both(&b, runtime)? == (wanted.clone(), depths.clone()));
    assert!(both_by_threads(&b, runtime)? == (depths, wanted.clone()));
    let large = wanted.map(|&value| value > 100);
    assert!(larges(&b, runtime)? == large && larges_in_one(&b, runtime)? == large);
    Ok(())
}

#[test]
fn orders_agree_on_the_way_down() -> Result<(), Error> {
    let runtime = &Runtime::new().threads(2);
    space!(Exprs, guard);
    let b = batch::<Exprs>(guard, 30);
    let wanted = b.fill_down(
        0,
        |into: &mut u32, more| *into = more.max(*into),
        |mut row| {
            let (below, node) = (row.value() * 2 % 1000 + 1, row.node());
            let mut join = |children: &[_]| children.iter().for_each(|&child| row.join(child, below));
            match node {
                Math::Num(_) => {}
                Math::Fib(x) => join(&[x]),
                Math::Add(a, b) => join(&[a, b]),
                Math::Sum(args) => join(&args.into_iter().collect::<Vec<_>>()),
            }
        },
    );
    assert!(unders(&b, runtime)? == wanted);
    assert!(unders_pulled(&b, runtime)? == wanted);
    assert!(unders_pushed(&b, runtime)? == wanted);
    assert!(unders_atomic(&b, runtime)? == wanted);
    Ok(())
}

#[test]
fn columns_and_batches_reduce() -> Result<(), Error> {
    let runtime = &Runtime::new().threads(1);
    space!(Exprs, guard);
    let b = batch::<Exprs>(guard, 30);
    let numbers = b.data(|row| row.raw() % 15);
    let wanted = numbers.map(|&n| 8 * fib(n));
    assert!(fibs(&numbers, runtime)? == wanted && fibs_by_threads(&numbers, runtime)? == wanted);

    space!(Folded, guard);
    let (after, to): (_, Mapping<Exprs, Folded>) = fold(&b, guard, runtime)?;
    let (wanted, values) = (direct(&b), direct(&after));
    assert!(b.indices().all(|row| values[to[row]] == wanted[row]));
    assert!(after.len() < b.len());
    assert!(
        after.indices().all(|row| !matches!(after.node(row), Math::Fib(x) if matches!(after.node(x), Math::Num(_))))
    );

    space!(Copied, guard);
    let (after, to): (_, Mapping<Exprs, Copied>) = copy(&b, guard, runtime)?;
    let fibs = b.indices().filter_map(|row| match b.node(row) {
        Math::Fib(x) if matches!(b.node(x), Math::Num(_)) => Some((row, x)),
        _ => None,
    });
    let mut count = 0;
    for (row, x) in fibs {
        let Math::Num(n) = b.node(x) else { panic!("it is a number") };
        assert_eq!(after.node(to[row]), Math::Num(fib(n)));
        count += 1;
    }
    assert!(count > 0);
    Ok(())
}

#[test]
fn nets_are_reduced_by_many_threads_at_once() -> Result<(), Error> {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    for n in 0..400 {
        let n = b.push(Math::Num(n % 12));
        b.push(Math::Fib(n));
    }
    let b = b.freeze();
    for threads in [1, 4] {
        assert!(values_by_threads(&b, &Runtime::new().threads(threads))? == direct(&b));
    }
    Ok(())
}

schedule! {
    space named: Batch<Math>;
    // Called like variables that passes have.
    val first(n: named) -> u32 { returns match n { Num(kept) => reduce(Nets::double(kept)), _(args..) => max(first[args]) } }
    val runtime(n: named) -> u32 default 0 join max {
        truth :- reduce(Nets::double(first[n]));
        match n { Num => {}, _(args..) => runtime[args] <- truth }
    }
    val filled(runtime: u32, first: u32) -> u32 { returns reduce(Nets::ratio(runtime, first)) }
    val kept(n: named) -> u32 { returns filled(runtime[n], first[n]) }
    fn all_kept(b: &Batch<named>, net: &Runtime) -> Result<(Data<named, u32>, Data<named, u32>), Error> impls kept, first { bottom_up(b) }
}

#[test]
fn names_of_vals_and_of_passes_do_not_meet() -> Result<(), Error> {
    space!(Named, guard);
    let mut b = Builder::<Named, MathLang>::new(guard);
    let three = b.push(Math::Num(3));
    let root = b.push(Math::Fib(three));
    let (kept, first) = all_kept(&b.freeze(), &Runtime::new().threads(1))?;
    assert_eq!((first[three], first[root]), (6, 6));
    assert_eq!((kept[three], kept[root]), (2, 0));
    Ok(())
}

schedule! {
    space failing: Batch<Math>;
    // A number that is too large is no truth value, and the error has it.
    val checked(n: u32) -> u32 { returns (1 if reduce(Nets::truth(n)) else 0) if n > 1000 else reduce(Nets::double(n)) }
    val weight(n: failing) -> u32 {
        returns match n {
            Num(x) => checked(x),
            Fib(x) => checked(weight[x] * 3 + 1),
            Add(a, b) => checked(weight[a] + weight[b]),
            Sum(args..) => checked(sum(weight[args])),
        }
    }
    val size(n: failing) -> u32 { returns match n { Num => 1, _(args..) => 1 + sum(size[args]) } }
    fn weights(b: &Batch<failing>, runtime: &Runtime) -> Result<Data<failing, u32>, Error> impls weight { bottom_up(b) }
    fn weights_by_threads(b: &Batch<failing>, runtime: &Runtime) -> Result<Data<failing, u32>, Error> impls weight {
        bottom_up(b).wavefront().chunk(4).parallel()
    }
    fn weights_and_sizes(b: &Batch<failing>, runtime: &Runtime) -> Result<(Data<failing, u32>, Data<failing, u32>), Error> impls weight, size {
        bottom_up(b).fuse()
    }
    fn mapped(n: &Data<failing, u32>, runtime: &Runtime) -> Result<Data<failing, u32>, Error> impls checked { map(n) }
    fn mapped_by_threads(n: &Data<failing, u32>, runtime: &Runtime) -> Result<Data<failing, u32>, Error> impls checked {
        map(n).chunk(4).parallel()
    }
    val way(n: failing) -> u32 default 0 join max {
        below :- checked(way[n] * 2 + 100);
        match n { Num => {}, _(args..) => way[args] <- below }
    }
    fn ways(b: &Batch<failing>, runtime: &Runtime) -> Result<Data<failing, u32>, Error> impls way { top_down(b) }
    fn ways_pulled(b: &Batch<failing>, runtime: &Runtime) -> Result<Data<failing, u32>, Error> impls way {
        top_down(b).pull().wavefront().parallel()
    }
    fn ways_pushed(b: &Batch<failing>, runtime: &Runtime) -> Result<Data<failing, u32>, Error> impls way {
        top_down(b).push(privatize).wavefront().parallel()
    }
    space made: Batch<Math>;
    val remade(n: failing) -> Idx<made> { returns match n { Num(x) => Num(checked(x)), _ => n } }
    fn remake(b: &Batch<failing>, guard: Guard<made>, runtime: &Runtime) -> Result<(Batch<made>, Mapping<failing, made>), Error> impls remade {
        bottom_up(b)
    }
    val ratio(a: u32, b: u32) -> u32 { returns 100 / reduce(Nets::ratio(a, b)) }
    fn ratios(a: u32, b: u32, runtime: &Runtime) -> Result<u32, Error> impls ratio { eval(a, b) }
    // It would go on for ever with a value that is not there.
    val until(n: u32) -> u32 { returns n if reduce(Nets::fib(n)) > 1000 else until(n + 1) }
    fn search(n: u32, runtime: &Runtime) -> Result<u32, Error> impls until { eval(n) }
    // An error of the user's own, which an error of a net can become.
    fn boxed(a: u32, b: u32, runtime: &Runtime) -> Result<u32, Box<dyn std::error::Error>> impls ratio { eval(a, b) }
}

fn text<T>(result: Result<T, Error>) -> Option<String> {
    // Without what it says of how numbers are written.
    result.err().and_then(|error| Some(error.to_string().lines().next()?.to_owned()))
}

#[test]
fn the_first_row_that_fails_is_told_by_all_orders() {
    let runtime = &Runtime::new().threads(2);
    space!(Exprs, guard);
    let b = batch::<Exprs>(guard, 30);
    let one = text(weights(&b, runtime)).expect("some row is too large");
    // The first row, by the same with plain numbers.
    let first = b.try_fold(|node: Math<'_, &u32>| {
        let of = match node {
            Math::Num(x) => x,
            Math::Fib(x) => x * 3 + 1,
            Math::Add(a, b) => a + b,
            Math::Sum(args) => args.into_iter().sum(),
        };
        if of > 1000 { Err(of) } else { Ok(of * 2) }
    });
    let first = first.expect_err("some row is too large");
    assert_eq!(one, format!("expected bool, found `{first}`, a u32"));
    for _ in 0..20 {
        assert_eq!(text(weights_by_threads(&b, runtime)).as_ref(), Some(&one));
    }
    assert_eq!(text(weights_and_sizes(&b, runtime)), Some(one));

    let numbers = b.data(|row| if row.raw() % 7 == 6 && row.raw() > 20 { 5000 + row.raw() } else { row.raw() });
    let one = text(mapped(&numbers, runtime));
    assert_eq!(one.as_deref(), Some("expected bool, found `5027`, a u32"));
    for _ in 0..20 {
        assert_eq!(text(mapped_by_threads(&numbers, runtime)), one);
    }

    let one = text(ways(&b, runtime));
    assert!(one.as_deref().is_some_and(|it| it.starts_with("expected bool, found `")), "{one:?}");
    for _ in 0..20 {
        assert_eq!(text(ways_pulled(&b, runtime)), one);
        assert_eq!(text(ways_pushed(&b, runtime)), one);
    }
}

#[test]
fn new_batches_fail() {
    let runtime = &Runtime::new().threads(1);
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let small = b.push(Math::Num(4));
    let large = b.push(Math::Num(4000));
    b.push(Math::Add(small, large));
    let b = b.freeze();
    space!(Made, guard);
    let made: Result<(_, Mapping<Exprs, Made>), _> = remake(&b, guard, runtime);
    assert_eq!(text(made).as_deref(), Some("expected bool, found `4000`, a u32"));
}

#[test]
fn what_would_need_a_value_that_is_not_there_does_not_run() {
    // 100 / 0, if the value were 0
    let strict = &Runtime::new().threads(1).strict(true);
    assert_eq!(ratios(20, 5, strict).ok(), Some(25));
    let error = ratios(20, 0, strict).expect_err("a division by zero");
    assert!(matches!(error.kind, ErrorKind::Arithmetic(_)), "{error}");
    assert!(boxed(20, 0, strict).expect_err("a division by zero").is::<Error>());

    let runtime = Runtime::new().threads(1);
    assert_eq!(search(0, &runtime).ok(), Some(17));
    let error = search(0, &runtime.clone().max_interactions(100)).expect_err("the limit is reached");
    assert!(matches!(error.kind, ErrorKind::Interactions(100)), "{error}");
    let error = search(0, &runtime.max_memory(8)).expect_err("there is no memory");
    assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}");
}

#[test]
fn a_runtime_can_be_stopped() {
    let token = polarnet::CancelToken::new();
    token.cancel();
    let error = search(0, &Runtime::new().cancel_with(token)).expect_err("it is cancelled");
    assert!(matches!(error.kind, ErrorKind::Cancelled), "{error}");
}

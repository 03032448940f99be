//! Recursion with something left to do, whose arguments go on by a constant: these are not kept, and it is a loop that counts turns. In every engine the
//! same result, after the same interactions, however deep.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, EngineKind, ErrorKind, Runtime, net};
use std::time::Duration;
use support::{
    agree::runtime,
    everywhere::{read, run},
};

/// Over zero, from both sides of an operator, with two calls or with none, beside others that are kept; and of other types, which only compiled code tells
/// apart before.
#[test]
fn all_kinds() {
    let all = run(net! {
        @down = (?((7 @down_n) r) r)
        @down_n = ({n $([+1] $([-] $(s r)))} r) & @down ~ (n s)
        // `x` goes on by 3, below zero, and `y` as it is.
        @two = (?((@two_0 @two_n) (x (y r))) (x (y r)))
        @two_0 = (x (y r)) & x ~ $([^] $(y r))
        @two_n = (n ({$([:-3] x) a} ({y b} r))) & @two ~ (n (x (y s))) & a ~ $([-] $(s $([^] $(b r))))
        // `z` is kept beside them.
        @more = (?((@more_0 @more_n) (x (z r))) (x (z r)))
        @more_0 = (x (z r)) & x ~ $([*] $(z r))
        @more_n = ({n a} ({$([+5] x) b} ({$([*5] z) c} r))) & @more ~ (n (x (z s))) & a ~ $([-] $(s p)) & p ~ $([^] $(b q)) & q ~ $([:-] $(c r))
        // The constant is on the right: what comes of it is unsigned.
        @right = (?((1 @right_n) (x r)) (x r))
        @right_n = (n ({x y} r)) & x ~ $([-] $(2 z)) & @right ~ (n (z s)) & y ~ $([-] $(s r))
        // A call in each of two arms, and in one.
        @arms = (?((@arms_0 @arms_n) (x r)) (x r))
        @arms_0 = (x x)
        @arms_n = ({n {p a}} (x r)) & p ~ $([&1] q) & q ~ ?((@even @odd) (n (x s))) & a ~ $([-] $(s r))
        @even = (n (x r)) & @arms ~ (n (x r))
        @odd = (* (n ($([+1] x) r))) & @arms ~ (n (x r))
        @stops = (?((9 @stops_n) r) r)
        @stops_n = ({n {p a}} r) & p ~ $([%13] q) & q ~ ?((@stop @goes) (n s)) & a ~ $([-] $(s r))
        @stop = ({n m} r) & n ~ $([^] $(m r))
        @goes = (* (n r)) & @stops ~ (n r)
        // It goes on in the end, too, so that nobody knows how many turns there were.
        @both = (?((4 @both_n) r) r)
        @both_n = ({n {p a}} r) & p ~ $([&3] q) & q ~ ?((@skip @keep) (n (a r)))
        @skip = (n (* r)) & @both ~ (n r)
        @keep = (* (n (a r))) & @both ~ (n s) & a ~ $([-] $(s r))
        @first = (n r) & n ~ {a {b {c d}}} & @down ~ (a x) & @arms ~ (b (7 y)) & @stops ~ (c z) & @both ~ (d w) & x ~ $([-] $(y s)) & z ~ $([-] $(w t)) & s ~ $([^] $(t r))
        @types = (x r) & x ~ {a {b c}} & @two ~ (50 (a (3 p))) & @more ~ (50 (b (4 q))) & @right ~ (50 (c s)) & r ~ (p (q s))
        @main = (a (b (c (d (e (f g)))))) & @first ~ (0 a) & @first ~ (38 b) & @first ~ (600 c) & @first ~ (+30 d) & @types ~ (20 e) & @types ~ (-7 f) & @types ~ (0.75 g)
    });
    assert!(all.starts_with('('), "{all}");
}

/// A literal is in a register for a moment only, at each depth from which turns are counted; and what is needed may be of another type.
#[test]
fn literals_for_arguments() {
    let all = run(net! {
        @f = (?((@end @f_n) (x r)) (x r))
        @end = (x x)
        @f_n = ({n m} (* r)) & @f ~ (n (5 s)) & m ~ $([-] $(s r))
        @g = (?((@end2 @g_n) (x (y r))) (x (y r)))
        @end2 = (x (y r)) & x ~ $([^] $(y r))
        @g_n = ({n m} ({$([+1] x) a} (* r))) & @g ~ (n (x (7 s))) & m ~ $([-] $(s t)) & a ~ $([^] $(t r))
        @fs = (?((0 @fs_n) r) r)
        @fs_n = ({n {m {k l}}} r) & @f ~ (n (3 a)) & @g ~ (m (+1 (9 b))) & @g ~ (k (2 (9 c))) & @fs ~ (l d) & a ~ $([^] $(b e)) & c ~ $([-] $(e f)) & d ~ $([*3] $([+] $(f r)))
        @main = (a (b (c d))) & @fs ~ (40 a) & @f ~ (600 (1 b)) & @g ~ (600 (+1 (2 c))) & @g ~ (600 (0.5 (2 d)))
    });
    assert!(all.starts_with('('), "{all}");
}

/// What the last turn calls in the end may call the function in its place, with arguments of its own: a definition that is not written out there, or a
/// closure.
#[test]
fn somebody_else_calls_it() {
    let all = run(net! {
        @g = (?((@g_0 @g_n) (x r)) (x r))
        @g_0 = (x x)
        @g_n = ({n p} (x r)) & p ~ $([&1] q) & q ~ ?((@even @odd) (n (x r)))
        @even = (n (x r)) & x ~ $([-] $(3 y)) & @g ~ (n (y r))
        @odd = (* (n (x r))) & @waits ~ (n (x r))
        @waits = ({n m} (x r)) & @g ~ (n (x s)) & m ~ $([-] $(s r))
        @f = (?((@f_0 @f_n) (c (n r))) (c (n r)))
        @f_0 = (c (n r)) & c ~ (n r)
        @f_n = ({m w} (c (n r))) & @f ~ (m (c (n p))) & w ~ $([-] $(p r))
        @again = (?((3 @again_n) r) r)
        @again_n = (n r) & @f ~ (5 (@again (n r)))
        @main = (a (b (c (d (e f))))) & @g ~ (15 (7 a)) & @g ~ (600 (7 b)) & @g ~ (3001 (+7 c)) & @f ~ (3 (@again (1 d))) & @f ~ (40 (@again (6 e))) & @f ~ (3000 (@again (9 f)))
    });
    assert!(all.starts_with('('), "{all}");
}

/// Where a float is rounded on the way, it is not the same as at the beginning.
#[test]
fn floats_are_rounded() {
    let all = run(net! {
        @f = (?((@f_0 @f_n) (x r)) (x r))
        @f_0 = (* 0)
        @f_n = (n ({x y} r)) & x ~ $([+3] $([:-3] p)) & p ~ $([+] $(0 m)) & y ~ $([-] $(2 z)) & @f ~ (n (z s)) & m ~ $([-] $(s r))
        @main = (a (b (c d))) & @f ~ (61 (16777214.0 a)) & @f ~ (600 (16777213.0 b)) & @f ~ (600 (-2.5 c)) & @f ~ (600 (16777214.0 d))
    });
    assert!(all.starts_with('('), "{all}");
}

/// HVM2's numbers begin anew at 2^24, and the bits above are nothing.
#[test]
fn numbers_of_24_bits() {
    let book = read(
        "#![numbers(hvm24)]
        @main = (a (b c)) & @f ~ (900 (5 a)) & @f ~ (900 (16777000 b)) & @f ~ (900 (-5 c))
        @f = (?((@e @n) (x r)) (x r))
        @e = (x x)
        @n = ({n m} ({$([:-1] x) {$([+3] y) z}} r)) & @f ~ (n (x s)) & y ~ $([-] $(s t)) & m ~ $([^] $(t u)) & z ~ $([*] $(u r))",
    );
    let run = |runtime: Runtime| {
        let done = book.with(|book| runtime.run(book)).unwrap();
        (done.normal.to_string(), done.stats.interactions())
    };
    let expected = run(Runtime::new().engine(EngineKind::Bag).threads(1));
    for threads in [1, 2] {
        assert_eq!(run(runtime(EngineKind::Direct, threads)), expected);
    }
}

/// A list that has no end meets the limit of memory, though nothing, or only a counter, is needed for each of its elements.
#[test]
fn lists_without_an_end() {
    let books: [AnyBook; 3] = [
        net! { @main = l & @from ~ (0 l)  @from = ({a $([+1] b)} (a t)) & @from ~ (b t) }.into(),
        net! { @main = l & @from ~ (1 l)  @from = (?((@end @more) r) r)  @end = *  @more = ($([+2] n) (7 t)) & @from ~ (n t) }.into(),
        net! { @main = l & @from ~ (0 l)  @from = ({a $([+1] b)} r) & @from ~ (b t) & @cons ~ (a (t r))  @cons = (h (t (* ((h (t r)) r)))) }.into(),
    ];
    for (at, book) in books.iter().enumerate() {
        for (engine, threads) in
            [(EngineKind::Compiled, 1), (EngineKind::Direct, 1), (EngineKind::Compiled, 2), (EngineKind::Direct, 2)]
        {
            let runtime = runtime(engine, threads).max_memory(1 << 20).timeout(Duration::from_secs(60));
            let error = book.with(|book| runtime.run(book)).unwrap_err();
            assert!(matches!(error.kind, ErrorKind::Memory(_)), "{at}, {engine:?}: {error}");
        }
    }
}

/// It takes no memory, on several threads neither: one chain has nothing for others.
#[test]
fn no_memory() {
    let book: AnyBook = net! {
        @minus = (?((@end @minus_n) (x r)) (x r))
        @end = (x x)
        @minus_n = ({n a} ({$([+2] x) b} r)) & @minus ~ (n (x s)) & a ~ $([-] $(s $([^] $(b r))))
        @main = r & @minus ~ (1000000 (5 r))
    }
    .into();
    let expected = book.with(|book| runtime(EngineKind::Bag, 1).run(book)).unwrap();
    for (engine, threads) in
        [EngineKind::Compiled, EngineKind::Direct].iter().flat_map(|&engine| [(engine, 1), (engine, 3)])
    {
        let done = book.with(|book| runtime(engine, threads).run(book)).unwrap();
        assert_eq!((&done.normal, done.stats.interactions()), (&expected.normal, expected.stats.interactions()));
        // Debug builds put calls off all the time.
        assert!(
            cfg!(debug_assertions) || done.stats.peak_bytes < 1 << 20,
            "{engine:?}, {threads} threads: {}",
            done.stats
        );
    }
}

//! A function of what another one gives is compiled as one: what one only makes for the other to take apart is not there, and the result and the
//! interactions are those of both, in every engine. What has been fused is in `lower/src/tests/fusion.rs`.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, EngineKind, Error, ErrorKind, Rule, Stats, net};
use support::{agree::runtime, everywhere::run};

const THREADS: [usize; 3] = [1, 2, 4];

/// Trees of pairs, and lists in a λ-encoding; `main` with a few arguments.
macro_rules! with_data {
    ($d:tt $($rest:tt)*) => {
        net! {
            // Numbers are at the leaves: of the depth that who walks through it says.
            @tree = (?(((x x) @tree_n) t) t)
            @tree_n = ({m n} ({$d([*2] $d([+1] y)) $d([*2] x)} (a b))) & @tree ~ (m (y a)) & @tree ~ (n (x b))
            @sum = (?(((x x) @sum_n) t) t)
            @sum_n = ({m n} ((a b) r)) & @sum ~ (m (a $d([+] $d(s r)))) & @sum ~ (n (b s))
            @count = (?(((* 1) @count_n) t) t)
            @count_n = ({m n} ((a b) r)) & @count ~ (m (a $d([+] $d(s r)))) & @count ~ (n (b s))
            @flip = (?(((x x) @flip_n) t) t)
            @flip_n = ({m n} ((a b) (d c))) & @flip ~ (m (a c)) & @flip ~ (n (b d))
            // Of two trees: what is at the same place.
            @zip = (?((@zip_0 @zip_n) (s (t r))) (s (t r)))
            @zip_0 = ($d([*] $d(y r)) (y r))
            @zip_n = ({m n} ((a b) ((c d) (e f)))) & @zip ~ (m (a (c e))) & @zip ~ (n (b (d f)))
            @nil = (x (* x))
            @cons = (h (t (* ((h (t r)) r))))
            @range = (?((@nil @range_n) r) r)
            @range_n = ({n m} r) & @range ~ (m t) & @cons ~ (n (t r))
            @add = ((0 (@add_c r)) r)
            @add_c = ($d([+] $d(s r)) (t r)) & @add ~ (t s)
            @minus = ((0 (@minus_c r)) r)
            @minus_c = ($d([-] $d(s r)) (t r)) & @minus ~ (t s)
            @more = ((@nil (@more_c r)) r)
            @more_c = ($d([+1] h) (t r)) & @more ~ (t u) & @cons ~ (h (u r))
            @odd = ((@nil (@odd_c r)) r)
            @odd_c = ({$d([&1] b) h} (t r)) & b ~ ?((@odd_out @odd_in) (h (t r)))
            @odd_out = (* (t r)) & @odd ~ (t r)
            @odd_in = (* (h (t r))) & @odd ~ (t u) & @cons ~ (h (u r))
            @append = ((@append_n (@append_c (ys r))) (ys r))
            @append_n = (ys ys)
            @append_c = (h (t (ys r))) & @append ~ (t (ys u)) & @cons ~ (h (u r))
            // After some time.
            @late = (?((0 @late_n) r) r)
            @late_n = (n r) & @late ~ (n $d([+1] r))
            $($rest)*
        }
    };
}

#[test]
fn trees() {
    let sums = run(with_data! { $
        @of_tree = ({m n} r) & @tree ~ (m (0 t)) & @sum ~ (n (t r))
        @of_count = ({m n} r) & @tree ~ (m (1 t)) & @count ~ (n (t r))
        @of_flip = ({m {n l}} r) & @tree ~ (m (1 t)) & @flip ~ (n (t u)) & @sum ~ (l (u r))
        @of_flips = ({m {n {k l}}} r) & @tree ~ (m (1 t)) & @flip ~ (n (t u)) & @flip ~ (k (u v)) & @sum ~ (l (v r))
        @of_zip = ({m {n {k l}}} r) & @tree ~ (m (0 t)) & @tree ~ (n (5 u)) & @zip ~ (k (t (u v))) & @sum ~ (l (v r))
        // The tree ends before the walk does, or after it.
        @less = (n r) & n ~ {m $([:-1] l)} & @tree ~ (m (0 t)) & @count ~ (l (t r))
        @main = (a (b (c (d (e (f g))))))
            & @of_tree ~ (9 a) & @of_count ~ (9 b) & @of_flip ~ (8 c) & @of_flips ~ (7 d) & @of_zip ~ (6 e)
            & @less ~ (5 f) & @of_tree ~ (0 g)
    });
    assert_eq!(sums, "(130816 (512 (98176 (24512 (730464 (16 0))))))");
}

#[test]
fn lists() {
    let sums = run(with_data! { $
        @sums = (n r) & @range ~ (n l) & @add ~ (l r)
        @mores = (n r) & @range ~ (n l) & @more ~ (l m) & @add ~ (m r)
        @three = (n r) & @range ~ (n l) & @more ~ (l m) & @more ~ (m k) & @minus ~ (k r)
        @odds = (n r) & @range ~ (n l) & @more ~ (l m) & @odd ~ (m k) & @add ~ (k r)
        @both = ({m n} r) & @range ~ (m l) & @range ~ (n k) & @append ~ (l (k j)) & @add ~ (j r)
        @main = (a (b (c (d (e f)))))
            & @sums ~ (100 a) & @mores ~ (200 b) & @three ~ (51 c) & @odds ~ (99 d) & @both ~ (40 e) & @mores ~ (0 f)
    });
    assert_eq!(sums, "(4950 (20100 (27 (2500 (1560 0)))))");
}

/// What should be a number comes late, is none, is a superposition, or never comes.
#[test]
fn arguments_that_are_not_there() {
    let late = run(with_data! { $
        @of_tree = (m (n r)) & @tree ~ (m (0 t)) & @sum ~ (n (t r))
        @mores = (n r) & @range ~ (n l) & @more ~ (l m) & @add ~ (m r)
        @main = (a (b (c d)))
            & @late ~ (5 x) & @of_tree ~ (x (5 a))
            & @late ~ (6 y) & @of_tree ~ (6 (y b))
            & @late ~ (7 z) & @late ~ (7 v) & @of_tree ~ (z (v c))
            & @late ~ (8 w) & @mores ~ (w d)
    });
    assert_eq!(late, "(496 (2016 (8128 36)))");
    let never = run(with_data! { $
        @of_tree = (m (n r)) & @tree ~ (m (0 t)) & @sum ~ (n (t r))
        @main = (m (a (n b))) & @of_tree ~ (m (2 a)) & @of_tree ~ (2 (n b))
    });
    assert!(never.starts_with("(?("), "{never}");
    run(with_data! { $
        @of_tree = (m (n r)) & @tree ~ (m (0 t)) & @sum ~ (n (t r))
        @mores = (n r) & @range ~ (n l) & @more ~ (l m) & @add ~ (m r)
        @main = (n (a b)) & n ~ {k l} & @of_tree ~ (k (l a)) & @mores ~ (* b)
    });
    run(with_data! { $
        @of_tree = (m (n r)) & @tree ~ (m (0 t)) & @sum ~ (n (t r))
        @main = (a (b c)) & @of_tree ~ (* (2 a)) & @of_tree ~ (2 (* b)) & @of_tree ~ ({1 2} (2 c))
    });
    run(with_data! { $
        @mores = (n r) & @range ~ (n l) & @more ~ (l m) & @add ~ (m r)
        @main = (a b) & @mores ~ (3 a) & @mores ~ ({3 4} b)
    });
}

/// Of arguments that are no numbers, and of pairs: late, erased, copied, and never there.
#[test]
fn arguments_that_are_data() {
    let all = run(with_data! { $
        @mores = (l r) & @more ~ (l m) & @add ~ (m r)
        @minuses = (l r) & @more ~ (l m) & @odd ~ (m k) & @minus ~ (k r)
        @flips = (n (t r)) & n ~ {m k} & @flip ~ (m (t u)) & @sum ~ (k (u r))
        @lists = (n r) & @range ~ (n l) & l ~ {a b} & @mores ~ (a x) & @minuses ~ (b y) & x ~ $([+] $(y r))
        @slow_tree = (n r) & n ~ {m k} & @late ~ (m x) & k ~ * & @tree ~ (x (1 r))
        @main = (a (b (c (d (e f)))))
            & @range ~ (9 l) & @mores ~ (l a) & @lists ~ (12 b) & @mores ~ (* c)
            & @flips ~ (4 (t d)) & @slow_tree ~ (4 t) & @flips ~ (2 (* e)) & @flips ~ (3 ({p q} f)) & p ~ (((1 2) (3 4)) ((5 6) (7 8))) & q ~ *
    });
    assert!(all.starts_with("(45 ("), "{all}");
    run(with_data! { $
        @flips = (n (t r)) & n ~ {m k} & @flip ~ (m (t u)) & @sum ~ (k (u r))
        @mores = (l r) & @more ~ (l m) & @add ~ (m r)
        @main = (t (a (l b))) & @flips ~ (2 (t a)) & @mores ~ (l b)
    });
}

/// A value is applied by the outer function, and is a number that it has looked at before, for another use.
#[test]
fn a_number_is_applied() {
    run(with_data! { $
        @g = ((@z (@gc r)) r)
        @gc = (* (t r)) & @s ~ (t r)
        @s = (t (x (x q))) & @g ~ (t u) & @f ~ (u q)
        @z = (x x)
        @f = ({a b} r) & a ~ $([+1] x) & b ~ (x r)
        @of = (n r) & @range ~ (n l) & @g ~ (l t) & @f ~ (t r)
        @main = r & @of ~ (3 r)
    });
}

/// What is not fused calls what is, and is called by it: with closures, in pairs, and where only a part of the arguments is there.
#[test]
fn as_values() {
    let all = run(with_data! { $
        @mores = (n r) & @range ~ (n l) & @more ~ (l m) & @add ~ (m r)
        @of_tree = (m (n r)) & @tree ~ (m (0 t)) & @sum ~ (n (t r))
        @map = (f ((@map_n (@map_c (f r))) r))
        @map_n = (* @nil)
        @map_c = (h (t ({(h g) f} r))) & @map ~ (f (t u)) & @cons ~ (g (u r))
        @with = (f (n r)) & @range ~ (n l) & @map ~ (f (l m)) & @add ~ (m r)
        @main = (a (b (c d))) & @mores ~ f & f ~ (9 a) & @of_tree ~ (3 g) & g ~ (3 b) & @with ~ (@mores (12 c))
            & @with ~ (($([*3] x) x) (12 d))
    });
    assert!(all.starts_with("(45 (28 ("), "{all}");
}

fn one() -> AnyBook {
    with_data! { $
        @of_flip = ({m {n l}} r) & @tree ~ (m (1 t)) & @flip ~ (n (t u)) & @sum ~ (l (u r))
        @odds = (n r) & @range ~ (n l) & @more ~ (l m) & @odd ~ (m k) & @add ~ (k r)
        @main = (a b) & @of_flip ~ (6 a) & @odds ~ (60 b)
    }
    .into()
}

/// A run ends within few interactions of its limit; whatever the limit, and the memory, the result is right or an error.
#[test]
fn limits() {
    let book = one();
    let expected = book.with(|book| runtime(EngineKind::Bag, 1).run(book)).unwrap();
    let (normal, needed) = (expected.normal.to_string(), expected.stats.interactions());
    let is_it = |stats: &Stats, found: String| assert_eq!((found, stats.interactions()), (normal.clone(), needed));
    for threads in THREADS {
        for limit in (0..needed).step_by(37).chain([needed - 1, needed, needed + 1]) {
            match book.with(|book| runtime(EngineKind::Compiled, threads).max_interactions(limit).run(book)) {
                Ok(done) => {
                    is_it(&done.stats, done.normal.to_string());
                    assert!(limit >= needed);
                }
                Err(Error { kind: ErrorKind::Interactions(_), stats, .. }) => {
                    assert!(limit < needed && stats.interactions() < limit + 256 * threads as u64, "{limit}: {stats}");
                }
                Err(error) => panic!("{error}"),
            }
        }
        let mut results = [0, 0];
        for memory in (0..20_000).step_by(700).chain([1 << 20]) {
            match book.with(|book| runtime(EngineKind::Compiled, threads).max_memory(memory).run(book)) {
                Ok(done) => {
                    is_it(&done.stats, done.normal.to_string());
                    results[0] += 1;
                }
                Err(error) => {
                    assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}");
                    results[1] += 1;
                }
            }
        }
        assert!(results.iter().all(|&count| count > 0), "{results:?}");
    }
}

/// A tree of a million leaves, and a list of as many elements, in the memory of none.
#[test]
fn nothing_is_built() {
    let book: AnyBook = with_data! { $
        @of_tree = ({m n} r) & @tree ~ (m (0 t)) & @sum ~ (n (t r))
        @mores = (n r) & @range ~ (n l) & @more ~ (l m) & @add ~ (m r)
        @main = (a b) & @of_tree ~ (20 a) & @mores ~ (1000000 b)
    }
    .into();
    for threads in THREADS {
        let size = if cfg!(debug_assertions) { 8 << 20 } else { 1 << 20 };
        let done = book.with(|book| runtime(EngineKind::Compiled, threads).max_memory(size).run(book)).unwrap();
        assert_eq!(
            done.normal.to_string(),
            format!("({} {})", ((1_u64 << 39) - (1 << 19)) as u32, 500_000_500_000_u64 as u32)
        );
        let stats = &done.stats;
        assert!(stats.by_rule.of(Rule::Fused) * 10 > stats.interactions() * 9, "{stats}");
    }
}

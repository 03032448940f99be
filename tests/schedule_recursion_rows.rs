//! Recursive vals of `schedule!` over rows and lists.

use polarnet::{
    columns::{Batch, Builder, Child, Idx, List, Node, Space, space},
    schedule,
};
use std::{cell::RefCell, thread};

/// Runs something on a thread that has little stack.
fn with_little_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(64 << 10).spawn_scoped(scope, run).expect("a thread starts");
        thread.join().expect("it has stack enough")
    })
}

thread_local! {
    static SEEN: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

fn seen(n: u64) {
    SEEN.with_borrow_mut(|all| all.push(n));
}

#[derive(Node, Clone, Copy, Debug)]
enum Tree<'b, I: Child> {
    Leaf(u32),
    Pair(I, I),
    Many(List<'b, I>),
}

fn visited(n: u32) -> u32 {
    seen(n.into());
    n
}

schedule! {
    space tree: Batch<Tree>;
    extern(cpu) pure visited(u32) -> u32;
    val total(x: Idx<tree>, b: Batch<tree>) -> u64 {
        returns match x {
            Leaf(n) => n as u64,
            Pair(l, r) => total(l, b) * 3 + total(r, b),
            Many(args..) => 1 + sum(total(c, b) for c in args) + len(args) as u64,
        }
    }
    val leftmost(x: Idx<tree>, b: Batch<tree>) -> Idx<tree> {
        returns match x {
            Pair(l, _) => leftmost(l, b),
            _ => x,
        }
    }
    val deepest(x: Idx<tree>, b: Batch<tree>, weights: Data<tree, u64>) -> u64 {
        returns weights[x] + match x {
            Leaf(_) => 0,
            Pair(args..) | Many(args..) => max(deepest(c, b, weights) for c in args),
        }
    }
    val has(x: Idx<tree>, b: Batch<tree>, n: u32) -> bool {
        returns match x {
            Leaf(m) => visited(m) == n,
            Pair(args..) | Many(args..) => any(has(c, b, n) for c in args),
        }
    }
    val only(x: Idx<tree>, b: Batch<tree>, n: u32) -> bool {
        returns match x {
            Leaf(m) => visited(m) == n,
            Pair(args..) | Many(args..) => all(only(c, b, n) for c in args) && n != 77,
        }
    }
    fn has_leaf(x: Idx<tree>, b: &Batch<tree>, n: u32) -> bool impls has { eval(x, b, n) }
    fn only_leaf(x: Idx<tree>, b: &Batch<tree>, n: u32) -> bool impls only { eval(x, b, n) }
    fn totals(x: Idx<tree>, b: &Batch<tree>) -> u64 impls total { eval(x, b) }
    fn totals_kept(x: Idx<tree>, b: &Batch<tree>) -> u64 impls total { eval(x, b).memoize() }
    fn totals_stepped(x: Idx<tree>, b: &Batch<tree>) -> Steps<u64> impls total { eval(x, b).stepped() }
    fn left(x: Idx<tree>, b: &Batch<tree>) -> Idx<tree> impls leftmost { eval(x, b) }
    fn left_stepped(x: Idx<tree>, b: &Batch<tree>) -> Steps<Idx<tree>> impls leftmost { eval(x, b).stepped() }
    fn deep(x: Idx<tree>, b: &Batch<tree>, w: &Data<tree, u64>) -> u64 impls deepest { eval(x, b, w) }
    fn deep_stepped(x: Idx<tree>, b: &Batch<tree>, w: &Data<tree, u64>) -> Steps<u64> impls deepest { eval(x, b, w).stepped() }
}

fn naive_total<S: Space>(x: Idx<S>, b: &Batch<S, TreeLang>) -> u64 {
    match b.node(x) {
        Tree::Leaf(n) => n.into(),
        Tree::Pair(l, r) => naive_total(l, b) * 3 + naive_total(r, b),
        Tree::Many(args) => {
            1 + args.into_iter().map(|c| naive_total(c, b)).sum::<u64>() + args.into_iter().count() as u64
        }
    }
}

#[test]
fn rows_are_gone_down_from_any_of_them() {
    space!(Trees, guard);
    let mut b = Builder::<Trees, TreeLang>::new(guard);
    let leaves: Vec<_> = (0..5).map(|n| b.add(Tree::Leaf(n))).collect();
    let many = b.add(Tree::Many(List::new(&leaves)));
    let none = b.add(Tree::Many(List::new(&[])));
    let pair = b.add(Tree::Pair(many, leaves[3]));
    let root = b.add(Tree::Many(List::new(&[pair, none, many, leaves[1]])));
    let chain = (0..15).fold(pair, |x, _| b.add(Tree::Pair(x, root)));
    let b = b.freeze();
    let weights = b.fill_up(|row| u64::from(row.idx().raw()));
    for x in [leaves[2], many, none, pair, root, chain] {
        let wanted = naive_total(x, &b);
        assert_eq!((totals(x, &b), totals_kept(x, &b), totals_stepped(x, &b).run()), (wanted, wanted, wanted));
        assert!(left(x, &b) == left_stepped(x, &b).run());
        assert_eq!(deep(x, &b, &weights), deep_stepped(x, &b, &weights).run());
    }
    assert!(left(chain, &b) == many);
    assert_eq!(deep(pair, &b, &weights), 7 + 5 + 4);
    SEEN.take();
    // `all` and `any` stop where one decides.
    assert_eq!((has_leaf(root, &b, 2), SEEN.take()), (true, vec![0, 1, 2]));
    assert_eq!((has_leaf(pair, &b, 9), SEEN.take()), (false, vec![0, 1, 2, 3, 4, 3]));
    assert_eq!((only_leaf(many, &b, 0), SEEN.take()), (false, vec![0, 1]));
    assert_eq!((only_leaf(none, &b, 0), SEEN.take()), (true, vec![]));
    let twos = (only_leaf(leaves[2], &b, 2), SEEN.take());
    assert_eq!(twos, (true, vec![2]));
}

#[test]
fn a_chain_of_rows_is_gone_down_on_little_stack() {
    with_little_stack(|| {
        space!(Trees, guard);
        let mut b = Builder::<Trees, TreeLang>::new(guard);
        let leaf = b.add(Tree::Leaf(0));
        let one = b.add(Tree::Leaf(1));
        let root = (0..200_000).fold(leaf, |x, _| b.push(Tree::Many(List::new(&[x, one]))));
        let b = b.freeze();
        assert_eq!(totals(root, &b), 200_000 * 4);
    });
}

schedule! {
    space xs;
    val fibs(n: u64) -> u64 { returns if n < 2 { n } else { fibs(n - 1) + fibs(n - 2) } }
    val twice(n: u64) -> u64 { returns 2 * fibs(n) }
    val ways(n: u64, coins: [u64; 3]) -> u64 {
        returns if n == 0 { 1 } else { sum(if c > n { 0 } else { ways(n - c, coins) } for c in coins) }
    }
    val nested(n: u64, rows: [u64; 2]) -> u64 {
        returns if n == 0 { 1 } else { sum(x * max(nested(n - 1, rows) + y for y in rows) for x in rows) + n }
    }
    fn mapped(n: &Data<xs, u64>) -> Data<xs, u64> impls twice { map(n) }
    fn mapped_in_parallel(n: &Data<xs, u64>) -> Data<xs, u64> impls fibs { map(n).parallel() }
    fn change(n: u64, coins: [u64; 3]) -> u64 impls ways { eval(n, coins) }
    fn change_kept(n: u64, coins: [u64; 3]) -> u64 impls ways { eval(n, coins).memoize() }
    fn nests(n: u64, rows: [u64; 2]) -> u64 impls nested { eval(n, rows) }
}

#[test]
fn other_vals_and_maps_call_recursive_ones() {
    space!(Xs, guard);
    let xs = guard.column(vec![1, 7, 20]);
    assert_eq!(mapped(&xs).as_slice(), [2, 26, 13_530]);
    assert_eq!(mapped_in_parallel(&xs).as_slice(), [1, 13, 6765]);
}

#[test]
fn lists_may_be_of_recursive_calls() {
    fn naive_ways(n: u64, coins: [u64; 3]) -> u64 {
        if n == 0 { 1 } else { coins.into_iter().map(|c| if c > n { 0 } else { naive_ways(n - c, coins) }).sum() }
    }
    fn naive_nested(n: u64, rows: [u64; 2]) -> u64 {
        let inner = |_| rows.into_iter().map(|y| naive_nested(n - 1, rows) + y).max().unwrap_or(0);
        if n == 0 { 1 } else { rows.into_iter().map(|x| x * inner(x)).sum::<u64>() + n }
    }
    for n in 0..15 {
        assert_eq!(change(n, [1, 2, 5]), naive_ways(n, [1, 2, 5]));
        assert_eq!(change_kept(n, [1, 2, 5]), naive_ways(n, [1, 2, 5]));
    }
    for n in 0..5 {
        assert_eq!(nests(n, [3, 2]), naive_nested(n, [3, 2]));
    }
}

//! Equal nodes become one row, whatever way they are stored and found.

use polarnet_columns::{Brand, Builder, Child, Idx, List, Node, space};
use std::collections::HashMap;

#[derive(Node, Clone, Copy, PartialEq, Debug)]
enum Real<'b, I: Child> {
    Var(u32),
    Num(f64),
    Small(f32),
    Neg(I),
    Add(I, I),
    Mul(I, I),
    If(I, I, I),
    Scaled(f64, I),
    Sum(List<'b, I>),
    Product(List<'b, I>),
}

/// A generator of numbers (xorshift, Marsaglia 2003).
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

#[test]
fn a_row_has_many_parents() {
    space!(Reals, guard);
    let mut reals = Builder::<Reals, RealLang>::new(guard);
    let [x, y] = [0, 1].map(|n| reals.add(Real::Var(n)));
    let nodes = [Real::Neg(y), Real::Add(x, y), Real::Add(y, x), Real::Add(y, y), Real::Mul(x, y), Real::If(x, x, y)];
    let rows = nodes.map(|node| reals.add(node));
    for (node, row) in nodes.into_iter().zip(rows) {
        assert_eq!(reals.add(node), row);
        assert_eq!(reals.node(row), node);
    }
    assert_eq!(reals.len(), 2 + nodes.len());
}

#[test]
fn thousands_of_parents_of_one_row() {
    Brand::with(|guard| {
        let mut reals = Builder::<_, RealLang>::new(guard);
        let x = reals.add(Real::Var(0));
        let rows: Vec<_> = (0..5000).map(|n| reals.add(Real::Scaled(f64::from(n), x))).collect();
        assert_eq!(reals.len(), 5001);
        for (n, &row) in (0..5000).zip(&rows) {
            assert_eq!(reals.add(Real::Scaled(f64::from(n), x)), row);
        }
        assert_eq!(reals.len(), 5001);
    });
}

/// Against a standard map, over all sizes that the table has on the way.
#[test]
fn as_a_map_has_it() {
    let steps = if cfg!(miri) { 500 } else { 200_000 };
    for kinds in [1, 40, 5000, 1 << 40] {
        Brand::with(|guard| {
            let mut reals = Builder::<_, RealLang>::new(guard);
            let mut known = HashMap::new();
            let mut rows = vec![reals.add(Real::Var(u32::MAX))];
            let mut state = 0x9e37_79b9_7f4a_7c15;
            for _ in 0..steps {
                let kind = random(&mut state) % 5;
                let mut child = || rows[(random(&mut state) % (rows.len() as u64).min(kinds)) as usize];
                let (a, b, c) = (child(), child(), child());
                let number = (random(&mut state) % kinds) as u32;
                let (key, node) = match kind {
                    0 => ((0, number, 0, 0), Real::Var(number)),
                    1 => ((1, a.raw(), 0, 0), Real::Neg(a)),
                    2 => ((2, a.raw(), b.raw(), 0), Real::Add(a, b)),
                    3 => ((3, a.raw(), b.raw(), 0), Real::Mul(a, b)),
                    _ => ((4, a.raw(), b.raw(), c.raw()), Real::If(a, b, c)),
                };
                let next = reals.len() as u32;
                let row = reals.add(node);
                assert_eq!(row.raw(), *known.entry(key).or_insert(next));
                assert_eq!(reals.node(row), node);
                if row.raw() == next {
                    rows.push(row);
                }
            }
            assert_eq!(reals.len(), known.len() + 1);
        });
    }
}

#[test]
fn pushed_rows_are_not_merged_into() {
    space!(Reals, guard);
    let mut reals = Builder::<Reals, RealLang>::new(guard);
    let pushed: Vec<_> = (0..100).map(|n| reals.push(Real::Var(n))).collect();
    let last = pushed[99];
    let pushed_neg = reals.push(Real::Neg(last));
    let added_neg = reals.add(Real::Neg(last));
    assert_ne!(pushed_neg, added_neg);
    assert_eq!(reals.add(Real::Neg(last)), added_neg);
    assert_ne!(reals.add(Real::Var(3)), pushed[3]);
}

#[test]
fn a_thawed_batch_finds_its_rows() {
    space!(Before, before);
    space!(After, after);
    let mut reals = Builder::<Before, RealLang>::new(before);
    let vars: Vec<_> = (0..300).map(|n| reals.add(Real::Var(n))).collect();
    let negs: Vec<_> = vars.iter().map(|&var| reals.add(Real::Neg(var))).collect();
    let adds: Vec<_> = vars.iter().map(|&var| reals.add(Real::Add(vars[0], var))).collect();
    let sum = reals.add(Real::Sum(List::new(&vars)));
    let (once, twice) = (reals.push(Real::Num(0.5)), reals.push(Real::Num(0.5)));
    let rows = reals.len();
    let (mut reals, old) = reals.freeze().thaw(after);
    let now: Vec<Idx<After>> = vars.iter().map(|&var| old.apply(var)).collect();
    for (at, &var) in now.iter().enumerate() {
        assert_eq!(reals.add(Real::Var(at as u32)), var);
        assert_eq!(reals.add(Real::Neg(var)), old.apply(negs[at]));
        assert_eq!(reals.add(Real::Add(now[0], var)), old.apply(adds[at]));
    }
    assert_eq!(reals.add(Real::Sum(List::new(&now))), old.apply(sum));
    // Of equal rows that were pushed, the first.
    assert_eq!(reals.add(Real::Num(0.5)), old.apply(once));
    assert_ne!(reals.add(Real::Num(0.5)), old.apply(twice));
    assert_eq!(reals.len(), rows);
    let new = reals.add(Real::Mul(now[0], now[299]));
    assert_eq!(reals.len(), rows + 1);
    assert_eq!(reals.add(Real::Mul(now[0], now[299])), new);
}

#[test]
fn numbers_are_equal_by_their_bits() {
    space!(Reals, guard);
    let mut reals = Builder::<Reals, RealLang>::new(guard);
    assert_ne!(reals.add(Real::Num(0.0)), reals.add(Real::Num(-0.0)));
    assert_ne!(reals.add(Real::Small(0.0)), reals.add(Real::Small(-0.0)));
    assert_eq!(reals.add(Real::Num(f64::NAN)), reals.add(Real::Num(f64::NAN)));
    assert_ne!(reals.add(Real::Num(f64::NAN)), reals.add(Real::Num(-f64::NAN)));
    assert_eq!(reals.add(Real::Small(f32::NAN)), reals.add(Real::Small(f32::NAN)));
    let x = reals.add(Real::Var(0));
    assert_ne!(reals.add(Real::Scaled(0.0, x)), reals.add(Real::Scaled(-0.0, x)));
    assert_eq!(reals.add(Real::Scaled(f64::NAN, x)), reals.add(Real::Scaled(f64::NAN, x)));
}

#[test]
fn the_operator_and_the_length_count() {
    space!(Reals, guard);
    let mut reals = Builder::<Reals, RealLang>::new(guard);
    // The same words: of a number without and with children, of lists one of which begins the other.
    let zero = reals.add(Real::Var(0));
    let (neg, small) = (reals.add(Real::Neg(zero)), reals.add(Real::Small(0.0)));
    let lists: [&[_]; 6] = [&[], &[zero], &[zero, zero], &[zero, neg], &[neg, zero], &[zero, neg, small]];
    let mut rows = vec![zero, neg, small];
    for list in lists {
        rows.push(reals.add(Real::Sum(List::new(list))));
        rows.push(reals.add(Real::Product(List::new(list))));
    }
    for list in lists.into_iter().rev() {
        assert!(rows.contains(&reals.add(Real::Sum(List::new(list)))));
        assert!(rows.contains(&reals.add(Real::Product(List::new(list)))));
    }
    let found = reals.len();
    rows.sort();
    rows.dedup();
    assert_eq!((rows.len(), found), (15, 15));
}

#[test]
fn a_long_node_found_takes_no_memory() {
    let bytes = |times: u32| {
        Brand::with(|guard| {
            let mut reals = Builder::<_, RealLang>::new(guard);
            let [x, y, z] = [0, 1, 2].map(|n| reals.add(Real::Var(n)));
            let rows = [reals.add(Real::If(x, y, z)), reals.add(Real::Sum(List::new(&[x, y, z, x])))];
            for _ in 0..times {
                assert_eq!(reals.add(Real::If(x, y, z)), rows[0]);
                assert_eq!(reals.add(Real::Sum(List::new(&[x, y, z, x]))), rows[1]);
            }
            reals.freeze().bytes()
        })
    };
    assert_eq!(bytes(0), bytes(if cfg!(miri) { 100 } else { 1_000_000 }));
}

/// One byte of operator and two words a row; for a longer one, its fields too.
#[test]
fn a_frozen_batch_has_only_its_nodes() {
    space!(Reals, guard);
    let mut reals = Builder::<Reals, RealLang>::with_capacity(guard, 10_000);
    let mut last = reals.add(Real::Num(1.0));
    for n in 0..100 {
        let var = reals.add(Real::Var(n));
        last = reals.add(Real::Add(last, var));
    }
    reals.add(Real::If(last, last, last));
    let rows = reals.len();
    assert_eq!(reals.freeze().bytes(), 9 * rows + 3 * 4);
}

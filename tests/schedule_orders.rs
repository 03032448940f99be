//! All legal orders of one spec give the same columns, bit for bit, on whatever batch.

use polarnet::{
    columns::{Batch, Brand, Builder, Child, Data, List, Node, Space},
    schedule,
};
use proptest::prelude::*;

#[derive(Node, Clone, Copy, Debug)]
enum Math<'b, I: Child> {
    Num(f64),
    Var(u32),
    Neg(I),
    Add(I, I),
    If(I, I, I),
    Sum(List<'b, I>),
}

schedule! {
    space expr: Batch<Math>;
    const FEW: u8 = 3;

    val value(n: Math, x: f64) -> f64 {
        returns match n {
            Num(a) => a,
            Var(v) => x * (v as f64),
            Neg(a) => -value[a],
            Add(a, b) => value[a] + value[b],
            If(c, t, e) => if value[c] > 0.0 { value[t] } else { value[e] },
            Sum(list) => sum(value[list]),
        }
    }
    val size(n: Math) -> u64 {
        returns match n {
            Num | Var => 1,
            Neg(args..) | Add(args..) | If(args..) | Sum(args..) => 1 + sum(size[args]) % 1_000_003,
        }
    }
    val flat(n: Math) -> bool { returns match n { Neg(_) | Sum(_) => false, _ => true } }
    // reads all the others: at the row, and at the children
    val mixed(n: Math, x: f64) -> f64 {
        own :- if flat[n] { value[n] } else { size[n] as f64 };
        returns match n {
            Num | Var => own,
            Neg(a) => own - mixed[a],
            Add(args..) | If(args..) | Sum(args..) => own * 0.5 + max(mixed[args]) + sum(value[args]),
        }
    }

    fn value_up(b: &Batch<expr>, x: &Data<expr, f64>) -> Data<expr, f64> impls value { bottom_up(b) }
    fn value_wave(b: &Batch<expr>, x: &Data<expr, f64>) -> Data<expr, f64> impls value { bottom_up(b).wavefront() }
    fn value_par(b: &Batch<expr>, x: &Data<expr, f64>) -> Data<expr, f64> impls value {
        bottom_up(b).wavefront().chunk(1).parallel()
    }

    fn size_up(b: &Batch<expr>) -> Data<expr, u64> impls size { bottom_up(b) }
    fn size_by_operator(b: &Batch<expr>) -> Data<expr, u64> impls size { bottom_up(b).by_operator() }
    fn size_planned(b: &Plan<expr>) -> Data<expr, u64> impls size { bottom_up(b) }
    fn size_par(b: &Batch<expr>, levels: &Levels<expr>) -> Data<expr, u64> impls size {
        bottom_up(b).wavefront(levels).parallel()
    }

    fn both(b: &Batch<expr>, x: &Data<expr, f64>) -> (Data<expr, u64>, Data<expr, f64>) impls size, value { bottom_up(b) }
    fn both_fused(b: &Batch<expr>, x: &Data<expr, f64>) -> (Data<expr, u64>, Data<expr, f64>) impls size, value {
        bottom_up(b).fuse()
    }
    fn both_fused_par(b: &Batch<expr>, x: &Data<expr, f64>) -> (Data<expr, u64>, Data<expr, f64>) impls size, value {
        bottom_up(b).fuse().wavefront().chunk(FEW).parallel()
    }

    fn mixed_up(b: &Batch<expr>, x: &Data<expr, f64>) -> Data<expr, f64> impls mixed { bottom_up(b) }
    fn mixed_inline(b: &Batch<expr>, x: &Data<expr, f64>) -> Data<expr, f64> impls mixed { bottom_up(b).inline(flat) }
    fn mixed_row(b: &Batch<expr>, x: &Data<expr, f64>) -> Data<expr, f64> impls mixed {
        bottom_up(b).compute_at(value, row).compute_at(size, row).compute_at(flat, row)
    }
    fn mixed_row_par(b: &Batch<expr>, x: &Data<expr, f64>) -> Data<expr, f64> impls mixed {
        bottom_up(b).compute_at(value, row).inline(flat).compute_at(size, root).wavefront().chunk(1).parallel()
    }
    fn mixed_all(b: &Batch<expr>, x: &Data<expr, f64>)
        -> (Data<expr, f64>, Data<expr, f64>, Data<expr, u64>, Data<expr, bool>) impls mixed, value, size, flat
    {
        bottom_up(b).fuse()
    }
}

schedule! {
    space expr: Batch<Math>;
    const ONE: usize = 1;

    val weight(n: Math) -> f64 default 0.0 join add {
        match n {
            Neg(a) => weight[a] <- 0.5 - weight[n],
            Add(a, b) => { weight[a] <- weight[n] * 0.75; weight[b] <- 1.5 }
            If(c, t, e) => if weight[n] > 0.25 { weight[c] <- 0.1; weight[t] <- weight[n] } else { weight[e] <- 0.3 },
            Sum(list) => weight[list] <- 1.0 / (1.0 + weight[n] * weight[n]),
            _ => {}
        }
    }
    val latest(n: Math) -> (u32, u32) default (0, 0) join later commutative {
        match n {
            Add(args..) | Neg(args..) | Sum(args..) => {
                here, above :- latest[n];
                latest[args] <- (here + 1, above + len(args) as u32)
            }
            _ => {}
        }
    }
    extern(cpu) pure later((u32, u32), (u32, u32)) -> (u32, u32);
    val most(n: Math) -> f32 default f32::NEG_INFINITY join max {
        match n {
            Num | Var => {}
            Neg(args..) | Add(args..) | If(args..) | Sum(args..) => most[args] <- max(most[n], 0.0) + 1.0,
        }
    }

    fn weight_down(b: &Batch<expr>) -> Data<expr, f64> impls weight { top_down(b) }
    fn weight_pull(b: &Batch<expr>) -> Data<expr, f64> impls weight { top_down(b).pull() }
    fn weight_wave(b: &Batch<expr>) -> Data<expr, f64> impls weight { top_down(b).wavefront() }
    fn weight_pull_par(b: &Batch<expr>, users: &Users<expr>, levels: &Levels<expr>) -> Data<expr, f64> impls weight {
        top_down(b).wavefront(levels).pull(users).parallel()
    }
    fn weight_push(b: &Batch<expr>) -> Data<expr, f64> impls weight {
        top_down(b).wavefront().chunk(ONE).push(privatize).parallel()
    }
    fn latest_down(b: &Batch<expr>) -> Data<expr, (u32, u32)> impls latest { top_down(b) }
    fn latest_push(b: &Batch<expr>) -> Data<expr, (u32, u32)> impls latest {
        top_down(b).wavefront().chunk(2).push(privatize).parallel()
    }
    fn most_down(b: &Batch<expr>) -> Data<expr, f32> impls most { top_down(b) }
    fn most_pull(b: &Batch<expr>) -> Data<expr, f32> impls most { top_down(b).wavefront().pull().parallel() }
    fn most_push(b: &Batch<expr>) -> Data<expr, f32> impls most { top_down(b).wavefront().push(atomic).parallel() }
    fn all_down(b: &Batch<expr>) -> (Data<expr, f32>, Data<expr, f64>) impls most, weight { top_down(b).wavefront().pull() }
}

fn later(a: (u32, u32), b: (u32, u32)) -> (u32, u32) {
    a.max(b)
}

fn check_down<S: Space>(b: &Batch<S, MathLang>) {
    let weight = weight_down(b);
    let (users, levels) = (b.users(), b.levels().chunk(3));
    let (most_all, weight_all) = all_down(b);
    for other in [weight_pull(b), weight_wave(b), weight_pull_par(b, &users, &levels), weight_push(b), weight_all] {
        assert_eq!(bits(&weight), bits(&other));
    }
    assert!(latest_down(b) == latest_push(b));
    let most = most_down(b);
    for other in [most_pull(b), most_push(b), most_all] {
        assert!(most.iter().zip(&other).all(|(a, b)| a.to_bits() == b.to_bits()));
    }
}

/// A node by its operator and where its children are, from the row down.
type Recipe = Vec<(u8, [u32; 3], f64)>;

fn build<S: Space>(recipe: &Recipe, b: &mut Builder<S, MathLang>) {
    let mut rows = vec![b.push(Math::Num(1.5))];
    for (operator, at, number) in recipe {
        let [p, q, r] = at.map(|back| rows[rows.len() - 1 - back as usize % rows.len()]);
        let list = [p, q, r, p];
        rows.push(b.push(match operator % 6 {
            0 => Math::Num(*number),
            1 => Math::Var(at[0] % 4),
            2 => Math::Neg(p),
            3 => Math::Add(p, q),
            4 => Math::If(p, q, r),
            _ => Math::Sum(List::new(&list[..at[0] as usize % 5])),
        }));
    }
}

fn bits<S: Space>(column: &Data<S, f64>) -> Vec<u64> {
    column.iter().map(|x| x.to_bits()).collect()
}

fn check<S: Space>(b: &Batch<S, MathLang>) {
    check_down(b);
    let x = b.data(|row| f64::from(row.raw()) * 0.125 - 1.0);
    let value = value_up(b, &x);
    for other in [value_wave(b, &x), value_par(b, &x)] {
        assert_eq!(bits(&value), bits(&other));
    }
    let size = size_up(b);
    for other in
        [size_by_operator(b), size_planned(&b.plan()), size_par(b, &b.levels()), size_par(b, &b.levels().chunk(2))]
    {
        assert!(size == other);
    }
    for (s, v) in [both(b, &x), both_fused(b, &x), both_fused_par(b, &x)] {
        assert!(s == size);
        assert_eq!(bits(&v), bits(&value));
    }
    let mixed = mixed_up(b, &x);
    for other in [mixed_inline(b, &x), mixed_row(b, &x), mixed_row_par(b, &x), mixed_all(b, &x).0] {
        assert_eq!(bits(&mixed), bits(&other));
    }
}

proptest! {
    #[test]
    fn orders_agree(recipe in prop::collection::vec((any::<u8>(), any::<[u32; 3]>(), -4.0..4.0), 0..300)) {
        Brand::with(|guard| {
            let mut b = Builder::new(guard);
            build(&recipe, &mut b);
            check(&b.freeze());
        });
    }
}

/// Wide enough for several threads on a level.
#[test]
fn orders_agree_on_a_wide_batch() {
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32
    };
    let recipe: Recipe = (0..40_000).map(|_| (random() as u8, [random(), random(), random()], 0.5)).collect();
    Brand::with(|guard| {
        let mut b = Builder::new(guard);
        build(&recipe, &mut b);
        check(&b.freeze());
    });
}

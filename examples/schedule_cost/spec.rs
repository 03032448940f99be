//! What a row costs in each format in which it is wanted: see `main`.

use polarnet::{columns::Child, schedule};
use polarnet_fpcore::{Format, Platform, Real, RealLang, Reprs};

schedule! {
    space expr: Batch<Real>;

    extern(cpu) pure price(&Platform, Real, Format) -> f64;
    extern(cpu) pure only(Format) -> Reprs;
    extern(cpu) pure union(Reprs, Reprs) -> Reprs;
    extern(cpu) pure has(Reprs, Format) -> bool;

    // The formats in which rows above want a row; `root` are those in which it is wanted as a result.
    val repr(n: Real, root: Reprs) -> Reprs default Reprs::default() join union commutative {
        match n {
            In(format, body) => repr[body] <- only(format),
            // Operands are computed in the format of the result; a test has the format of the numbers that it compares.
            _(args..) => repr[args] <- union(repr[n], root),
        }
    }

    // In `binary32` and in `binary64`, NaN where it is not wanted so. A choice costs what its dearer side does.
    val cost(n: Real, root: Reprs, platform: &Platform) -> [f64; 2] {
        wanted :- union(repr[n], root);
        formats :- [Format::Binary32, Format::Binary64];
        returns [if has(wanted, formats[i]) {
            own :- price(platform, n, formats[i]);
            match n {
                If(test, then, other) => own + cost[test][i] + max(cost[then][i], cost[other][i]),
                In(inner, body) if inner == formats[i] => cost[body][i],
                In(inner, body) => own + cost[body][inner as usize],
                _(args..) => own + sum(cost[x][i] for x in args),
            }
        } else { f64::NAN } for i in 0..2]
    }

    // As if all were in `binary64`.
    val simple(n: Real, platform: &Platform) -> f64 {
        returns match n {
            If(test, then, other) => price(platform, n, Format::Binary64) + simple[test] + max(simple[then], simple[other]),
            In(_, body) => simple[body],
            _(args..) => price(platform, n, Format::Binary64) + sum(simple[args]),
        }
    }

    /// What each row costs in both formats, where it is wanted in them.
    pub fn costs(b: &Batch<expr>, root: &Data<expr, Reprs>, platform: &Platform) -> Data<expr, [f64; 2]> impls cost {
        bottom_up(b)
    }
    pub fn costs_in_parallel(b: &Batch<expr>, root: &Data<expr, Reprs>, platform: &Platform) -> Data<expr, [f64; 2]> impls cost {
        bottom_up(b).wavefront().chunk(1024).parallel()
    }
    pub fn both_costs(b: &Batch<expr>, root: &Data<expr, Reprs>, platform: &Platform)
        -> (Data<expr, [f64; 2]>, Data<expr, f64>) impls cost, simple {
        bottom_up(b).fuse()
    }
    pub fn both_costs_in_parallel(b: &Batch<expr>, root: &Data<expr, Reprs>, platform: &Platform)
        -> (Data<expr, [f64; 2]>, Data<expr, f64>) impls cost, simple {
        bottom_up(b).fuse().wavefront().parallel()
    }
    pub fn simple_costs(b: &Batch<expr>, platform: &Platform) -> Data<expr, f64> impls simple { bottom_up(b) }
    pub fn simple_costs_by_operator(b: &Batch<expr>, platform: &Platform) -> Data<expr, f64> impls simple {
        bottom_up(b).by_operator()
    }
    pub fn simple_costs_in_parallel(b: &Batch<expr>, platform: &Platform) -> Data<expr, f64> impls simple {
        bottom_up(b).wavefront().parallel()
    }

    // What comes from above only.
    pub fn reprs(b: &Batch<expr>, root: &Data<expr, Reprs>) -> Data<expr, Reprs> impls repr { top_down(b) }
}

fn price<I: Child>(platform: &Platform, node: Real<'_, I>, format: Format) -> f64 {
    platform.price(&node, format)
}

fn only(format: Format) -> Reprs {
    Reprs::only(format)
}

/// The formats of both.
pub fn union(mut a: Reprs, b: Reprs) -> Reprs {
    a.join(b);
    a
}

fn has(reprs: Reprs, format: Format) -> bool {
    reprs.has(format)
}

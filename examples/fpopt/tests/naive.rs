//! All candidates of a core in one pass, beside each of them alone, point by point, as a tree: the same bits, and sooner.
//!
//! `cargo test --release -p fpopt --test naive -- --nocapture` prints how much sooner.

use fpopt::{
    candidates::Candidates,
    measure::Setting,
    problem::Problem,
    rules::Rules,
    sample::Samples,
    search::{Effort, search},
};
use num_traits::ToPrimitive;
use polarnet::{
    columns::{Batch, Brand, Idx, Space},
    device::Device,
};
use polarnet_fpcore::{Binary, Comparison, Format, Names, Platform, Real, RealLang, Unary, read};
use std::time::{Duration, Instant};

const CORES: &str = r#"
(FPCore (x) :pre (and (> x 1) (< x 1e+308)) (- (sqrt (+ x 1)) (sqrt x)))
(FPCore (x) (/ (- 1 (cos x)) (* x x)))
(FPCore (x) :precision binary32 (- (log (+ x 1)) (log x)))
(FPCore (a b c) (/ (+ (- b) (sqrt (- (* b b) (* 4 (* a c))))) (* 2 a)))
(FPCore (x y) (if (< x y) (hypot x y) (- (exp x) (exp y))))
(FPCore (p r q) (* 0.5 (- (+ (fabs p) (fabs r)) (sqrt (+ (pow (- p r) 2) (* 4 (pow q 2)))))))
"#;

/// A tree at a point, as one would write it.
fn tree<S: Space>(batch: &Batch<S, RealLang>, row: Idx<S>, names: &Names, setting: &Setting<'_>, x: &[f64]) -> f64 {
    let at = |row| tree(batch, row, names, setting, x);
    let truth = |yes| f64::from(u8::from(yes));
    let value = match batch.node(row) {
        Real::Number(number) => names.value(number).to_f64().unwrap(),
        Real::Variable(symbol) => x[setting.arguments.iter().position(|known| *known == symbol).unwrap()],
        Real::Neg(a) => -at(a),
        Real::Add(a, b) => at(a) + at(b),
        Real::Sub(a, b) => at(a) - at(b),
        Real::Mul(a, b) => at(a) * at(b),
        Real::Div(a, b) => at(a) / at(b),
        Real::Fma([a, b, c]) => at(a).mul_add(at(b), at(c)),
        Real::Unary(function, a) => {
            let a = at(a);
            match function {
                Unary::Fabs => a.abs(),
                Unary::Sqrt => a.sqrt(),
                Unary::Cbrt => a.cbrt(),
                Unary::Exp => a.exp(),
                Unary::Expm1 => a.exp_m1(),
                Unary::Log => a.ln(),
                Unary::Log1p => a.ln_1p(),
                Unary::Sin => a.sin(),
                Unary::Cos => a.cos(),
                Unary::Tan => a.tan(),
                Unary::Sinh => a.sinh(),
                Unary::Cosh => a.cosh(),
                Unary::Tanh => a.tanh(),
                Unary::Asinh => a.asinh(),
                Unary::Acosh => a.acosh(),
                Unary::Atanh => a.atanh(),
                other => panic!("`{}` is not in these cores", other.name()),
            }
        }
        Real::Binary(Binary::Hypot, [a, b]) => at(a).hypot(at(b)),
        Real::Binary(Binary::Pow, [a, b]) => at(a).powf(at(b)),
        Real::Compare(Comparison::Lt, [a, b]) => truth(at(a) < at(b)),
        Real::If { test, then, other } => at(if at(test) == 1.0 { then } else { other }),
        node => panic!("`{}` is not in these cores", node.operation()),
    };
    match setting.format {
        Format::Binary32 => f64::from(value as f32),
        Format::Binary64 => value,
    }
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

#[test]
fn as_trees() {
    let (platform, device) = (Platform::c(), Device::threads());
    let (mut at_once, mut alone, mut values) = (Duration::ZERO, Duration::ZERO, 0);
    for core in read(CORES).unwrap() {
        Brand::with(|guard| {
            let problem = Problem::new(&core, guard).unwrap().unwrap();
            let setting =
                Setting { arguments: &problem.arguments, format: problem.format, platform: &platform, device: &device };
            let samples: Samples = problem.sample(1, 256).unwrap();
            Brand::with(|guard| {
                let mut all = Candidates::new(guard, problem.names.clone());
                let root = all.insert(&problem.batch)[problem.root];
                all.measure(vec![root], &setting, &samples).unwrap();
                let effort = Effort { rounds: 1, ..Effort::default() };
                Brand::with(|guard| search(&mut all, &Rules::new(guard).unwrap(), &setting, &samples, effort)).unwrap();
                let roots: Vec<_> = all.kept.iter().map(|each| each.root).collect();
                Brand::with(|guard| {
                    let (batch, roots) = all.extract(&roots, guard);
                    let start = Instant::now();
                    let shared = setting.values(&batch, &roots, &all.names, &samples).unwrap();
                    at_once += start.elapsed();
                    let start = Instant::now();
                    let trees: Vec<Vec<f64>> = roots
                        .iter()
                        .map(|&root| {
                            samples.points.iter().map(|x| tree(&batch, root, &all.names, &setting, x)).collect()
                        })
                        .collect();
                    alone += start.elapsed();
                    for (shared, tree) in shared.iter().flatten().zip(trees.iter().flatten()) {
                        assert!(same(*shared, *tree), "{shared} {tree}");
                        values += 1;
                    }
                });
            });
        });
    }
    assert!(values > 10_000, "{values}");
    println!(
        "{values} values: {at_once:.1?} at once, {alone:.1?} as trees, {:.1} times",
        alone.div_duration_f64(at_once)
    );
}

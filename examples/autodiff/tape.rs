//! The mixture model once more, as one large expression: its gradient is that of [`reverse`](crate::expr::reverse), and
//! nobody derived anything by hand.

use crate::{
    expr::{Math, MathLang, reverse, value},
    problem::{Problem, Wishart, ln_multigamma},
};
use polarnet::columns::{Builder, Idx, Space};
use std::f64::consts::{LN_2, PI};

struct Writer<S: Space, V: Space> {
    batch: Builder<S, MathLang<V>>,
}

impl<S: Space, V: Space> Writer<S, V> {
    fn num(&mut self, n: f64) -> Idx<S> {
        self.batch.add(Math::Num(n))
    }
    fn sum(&mut self, terms: &[Idx<S>]) -> Idx<S> {
        let zero = self.num(0.0);
        terms.iter().fold(zero, |a, &b| self.batch.add(Math::Add(a, b)))
    }
    fn mul(&mut self, a: Idx<S>, b: Idx<S>) -> Idx<S> {
        self.batch.add(Math::Mul(a, b))
    }
    fn times(&mut self, n: f64, a: Idx<S>) -> Idx<S> {
        let n = self.num(n);
        self.mul(n, a)
    }
    fn squares(&mut self, terms: &[Idx<S>]) -> Idx<S> {
        let squares: Vec<_> = terms.iter().map(|&a| self.mul(a, a)).collect();
        self.sum(&squares)
    }
    fn log_sum_exp(&mut self, terms: &[Idx<S>]) -> Idx<S> {
        let most = terms[1..].iter().fold(terms[0], |a, &b| self.batch.add(Math::Max(a, b)));
        let below: Vec<_> = terms.iter().map(|&a| self.batch.add(Math::Sub(a, most))).collect();
        let powers: Vec<_> = below.iter().map(|&a| self.batch.add(Math::Exp(a))).collect();
        let sum = self.sum(&powers);
        let ln = self.batch.add(Math::Ln(sum));
        self.batch.add(Math::Add(ln, most))
    }

    fn objective(&mut self, p: &Problem, vars: &[Idx<V>]) -> Idx<S> {
        let (n, d, k, size) = (p.n as f64, p.d, p.k, p.d * (p.d + 1) / 2);
        let vars: Vec<_> = vars.iter().map(|&v| self.batch.add(Math::Var(v))).collect();
        let (alphas, rest) = vars.split_at(k);
        let (means, icf) = rest.split_at(k * d);
        let ln_dets: Vec<_> = (0..k).map(|at| self.sum(&icf[at * size..][..d])).collect();
        let diagonals: Vec<_> = (0..k * d).map(|at| self.batch.add(Math::Exp(icf[at / d * size + at % d]))).collect();

        let mut terms = Vec::new();
        for x in p.x.chunks_exact(d) {
            let mut main = Vec::new();
            for at in 0..k {
                let centred: Vec<_> = (0..d)
                    .map(|i| {
                        let x = self.num(x[i]);
                        self.batch.add(Math::Sub(x, means[at * d + i]))
                    })
                    .collect();
                let mut q: Vec<_> = (0..d).map(|i| self.mul(diagonals[at * d + i], centred[i])).collect();
                let mut lower = &icf[at * size + d..][..size - d];
                for i in 0..d {
                    let (column, rest) = lower.split_at(d - i - 1);
                    for (q, &l) in q[i + 1..].iter_mut().zip(column) {
                        let term = self.mul(l, centred[i]);
                        *q = self.batch.add(Math::Add(*q, term));
                    }
                    lower = rest;
                }
                let square = self.squares(&q);
                let square = self.times(-0.5, square);
                main.push(self.sum(&[alphas[at], ln_dets[at], square]));
            }
            terms.push(self.log_sum_exp(&main));
        }
        let weights = self.log_sum_exp(alphas);
        terms.push(self.times(-n, weights));

        let Wishart { gamma, m } = p.wishart;
        for at in 0..k {
            let entries = [&diagonals[at * d..][..d], &icf[at * size + d..][..size - d]].concat();
            let norm = self.squares(&entries);
            terms.push(self.times(0.5 * gamma * gamma, norm));
            terms.push(self.times(-f64::from(m), ln_dets[at]));
        }
        let freedom = d as u32 + m + 1;
        let c = f64::from(freedom) * d as f64 * (gamma.ln() - 0.5 * LN_2) - ln_multigamma(freedom, d as u32);
        terms.push(self.num(-n * d as f64 * 0.5 * (2.0 * PI).ln() - k as f64 * c));
        self.sum(&terms)
    }
}

/// Rows of the expression, its value and its gradient.
pub fn gradient(p: &Problem) -> (usize, f64, Vec<f64>) {
    polarnet::columns::space!(Vars, guard);
    let vars = guard.column([&p.alphas[..], &p.means, &p.icf].concat());
    let indices: Vec<_> = vars.indices().collect();
    polarnet::columns::space!(Tape, guard);
    let mut writer = Writer { batch: Builder::<Tape, MathLang<Vars>>::new(guard) };
    let root = writer.objective(p, &indices);
    let batch = writer.batch.freeze();
    let values = batch.par_fold(&batch.levels(), |node| value(&vars, node));
    let gradient = reverse(&batch, &values, root, vars.rows());
    (batch.len(), values[root], gradient.into_vec())
}

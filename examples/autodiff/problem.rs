//! A problem of ADBench's kind as plain arrays, with the objective and its gradient written by hand, one point at a time.

use std::f64::consts::{LN_2, PI};

/// The prior's parameters.
#[derive(Clone, Copy)]
pub struct Wishart {
    pub gamma: f64,
    pub m: u32,
}

/// `n` points of `d` dimensions, and the parameters of `k` components, laid out as ADBench has them.
pub struct Problem {
    pub n: usize,
    pub d: usize,
    pub k: usize,
    pub alphas: Vec<f64>,
    pub means: Vec<f64>,
    /// For each component the logarithms of the diagonal, then what is below it, column by column.
    pub icf: Vec<f64>,
    pub x: Vec<f64>,
    pub wishart: Wishart,
}

/// Numbers in -1..1 (SplitMix64).
pub struct Random(pub u64);
impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn numbers(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.bits() as i64 as f64 / (1u64 << 63) as f64).collect()
    }
}

/// ln Γ_d(half / 2), the multivariate Γ.
pub fn ln_multigamma(half: u32, d: u32) -> f64 {
    // Γ of halves, down to Γ(1) = 1 and Γ(1/2) = √π.
    let ln_gamma = |half: u32| -> f64 {
        let start = if half.is_multiple_of(2) { 0.0 } else { 0.5 * PI.ln() };
        (1..half).rev().skip(1).step_by(2).filter(|&h| h > 0).map(|h| (f64::from(h) / 2.0).ln()).sum::<f64>() + start
    };
    0.25 * f64::from(d * (d - 1)) * PI.ln() + (0..d).map(|j| ln_gamma(half - j)).sum::<f64>()
}

fn log_sum_exp(terms: &[f64]) -> f64 {
    let most = terms.iter().fold(f64::NEG_INFINITY, |most, &term| most.max(term));
    terms.iter().map(|term| (term - most).exp()).sum::<f64>().ln() + most
}

impl Problem {
    pub fn random(n: usize, d: usize, k: usize) -> Self {
        let mut random = Random(7);
        Problem {
            n,
            d,
            k,
            alphas: random.numbers(k),
            means: random.numbers(d * k),
            icf: random.numbers(k * d * (d + 1) / 2),
            x: random.numbers(n * d),
            wishart: Wishart { gamma: 1.25, m: 2 },
        }
    }

    /// The icf of a component: logarithms of the diagonal, and what is below it.
    fn icf(&self, k: usize) -> (&[f64], &[f64]) {
        let size = self.d * (self.d + 1) / 2;
        self.icf[k * size..][..size].split_at(self.d)
    }

    /// Q (x - mean) of a point and a component, by way of x - mean.
    #[inline(always)]
    fn centre(&self, x: &[f64], k: usize, diagonal: &[f64], centred: &mut [f64], q: &mut [f64]) {
        let mean = &self.means[k * self.d..][..self.d];
        for (((c, q), (x, mean)), diagonal) in centred.iter_mut().zip(&mut *q).zip(x.iter().zip(mean)).zip(diagonal) {
            *c = x - mean;
            *q = diagonal * *c;
        }
        let mut lower = self.icf(k).1;
        for (i, &c) in centred.iter().enumerate() {
            let (column, rest) = lower.split_at(self.d - i - 1);
            for (q, l) in q[i + 1..].iter_mut().zip(column) {
                *q += l * c;
            }
            lower = rest;
        }
    }

    fn diagonals(&self) -> (Vec<f64>, Vec<f64>) {
        let diagonals = (0..self.k).flat_map(|k| self.icf(k).0.iter().map(|x| x.exp())).collect();
        let ln_dets = (0..self.k).map(|k| self.icf(k).0.iter().sum()).collect();
        (diagonals, ln_dets)
    }

    pub fn value(&self) -> f64 {
        let d = self.d;
        let (diagonals, ln_dets) = self.diagonals();
        let (mut centred, mut q, mut main) = (vec![0.0; d], vec![0.0; d], vec![0.0; self.k]);
        let mut slse = 0.0;
        for x in self.x.chunks_exact(d) {
            for (k, main) in main.iter_mut().enumerate() {
                self.centre(x, k, &diagonals[k * d..][..d], &mut centred, &mut q);
                *main = self.alphas[k] + ln_dets[k] - 0.5 * q.iter().map(|q| q * q).sum::<f64>();
            }
            slse += log_sum_exp(&main);
        }
        slse + self.apart(&diagonals, &ln_dets)
    }

    fn apart(&self, diagonals: &[f64], ln_dets: &[f64]) -> f64 {
        let (n, d, k) = (self.n as f64, self.d as f64, self.k as f64);
        let Wishart { gamma, m } = self.wishart;
        let mut prior = 0.0;
        for at in 0..self.k {
            let square = |values: &[f64]| values.iter().map(|q| q * q).sum::<f64>();
            let norm = square(&diagonals[at * self.d..][..self.d]) + square(self.icf(at).1);
            prior += 0.5 * gamma * gamma * norm - f64::from(m) * ln_dets[at];
        }
        let freedom = self.d as u32 + m + 1;
        let c = f64::from(freedom) * d * (gamma.ln() - 0.5 * LN_2) - ln_multigamma(freedom, self.d as u32);
        -n * d * 0.5 * (2.0 * PI).ln() - n * log_sum_exp(&self.alphas) + prior - k * c
    }

    /// The value; and the derivatives by `alphas`, `means` and `icf`, one after the other.
    pub fn gradient(&self) -> (f64, Vec<f64>) {
        let (d, k, size) = (self.d, self.k, self.d * (self.d + 1) / 2);
        let (diagonals, ln_dets) = self.diagonals();
        let (mut centred, mut q, mut main) = (vec![0.0; k * d], vec![0.0; k * d], vec![0.0; k]);
        let (mut alphas, mut means, mut icf) = (vec![0.0; k], vec![0.0; k * d], vec![0.0; k * size]);
        let mut slse = 0.0;
        for x in self.x.chunks_exact(d) {
            for at in 0..k {
                let (centred, q) = (&mut centred[at * d..][..d], &mut q[at * d..][..d]);
                self.centre(x, at, &diagonals[at * d..][..d], centred, q);
                main[at] = self.alphas[at] + ln_dets[at] - 0.5 * q.iter().map(|q| q * q).sum::<f64>();
            }
            let lse = log_sum_exp(&main);
            slse += lse;
            for at in 0..k {
                let weight = (main[at] - lse).exp();
                let (centred, q) = (&centred[at * d..][..d], &q[at * d..][..d]);
                let (mean, icf) = (&mut means[at * d..][..d], &mut icf[at * size..][..size]);
                let (diagonal, lower) = (&diagonals[at * d..][..d], self.icf(at).1);
                alphas[at] += weight;
                let (log_diagonal, mut below) = icf.split_at_mut(d);
                let mut lower = lower;
                for i in 0..d {
                    // d/dx = -weight Qᵀ q, and the mean is subtracted.
                    let mut pull = diagonal[i] * q[i];
                    log_diagonal[i] += weight * (1.0 - diagonal[i] * q[i] * centred[i]);
                    let ((column, rest), (sums, others)) = (lower.split_at(d - i - 1), below.split_at_mut(d - i - 1));
                    for ((l, sum), q) in column.iter().zip(sums).zip(&q[i + 1..]) {
                        pull += l * q;
                        *sum -= weight * q * centred[i];
                    }
                    (lower, below) = (rest, others);
                    mean[i] += weight * pull;
                }
            }
        }
        let Wishart { gamma, m } = self.wishart;
        let lse = log_sum_exp(&self.alphas);
        for at in 0..k {
            alphas[at] -= self.n as f64 * (self.alphas[at] - lse).exp();
            let (diagonal, lower) = (&diagonals[at * d..][..d], self.icf(at).1);
            let icf = &mut icf[at * size..][..size];
            for i in 0..d {
                icf[i] += gamma * gamma * diagonal[i] * diagonal[i] - f64::from(m);
            }
            for (sum, q) in icf[d..].iter_mut().zip(lower) {
                *sum += gamma * gamma * q;
            }
        }
        (slse + self.apart(&diagonals, &ln_dets), [alphas, means, icf].concat())
    }
}

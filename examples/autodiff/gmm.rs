//! The objective "Gaussian mixture model" of ADBench (<https://github.com/microsoft/ADBench>, `src/cpp/shared/gmm.h`), and its
//! gradient, written with columns.
//!
//! Spaces: components `K`, dimensions `D`, the entries `L` strictly below the diagonal of a d×d matrix, and blocks `B` of
//! [`LANES`] points. Rows of `K` are what the gradient is by: each is read once for each block, so in reverse mode each is an
//! accumulator's row, into which every block puts a cotangent.

use crate::{
    lanes::{LANES, Lanes, Sum},
    problem::{Problem, Wishart, ln_multigamma},
};
use polarnet::columns::{Action, Data, Guard, Idx, Mapping, Monoid, Rows, Space, with_acc, with_acc_and};
use std::f64::consts::{LN_2, PI};

/// A component's parameters, or the derivatives by them: Σ⁻¹ = QᵀQ, with Q lower triangular.
#[derive(Clone, Debug)]
pub struct Component<D: Space, L: Space> {
    /// The logarithm of the weight, but for a constant.
    pub alpha: f64,
    pub mean: Data<D, f64>,
    /// The logarithms of Q's diagonal.
    pub log_diagonal: Data<D, f64>,
    /// Q below its diagonal, column by column.
    pub lower: Data<L, f64>,
}

/// Where the entries of `L` stand in the matrix.
pub struct Triangle<D: Space, L: Space> {
    row: Mapping<L, D>,
    column: Mapping<L, D>,
}

pub struct Gmm<B: Space, K: Space, D: Space, L: Space> {
    components: Data<K, Component<D, L>>,
    triangle: Triangle<D, L>,
    /// The points, by dimensions. The last block is filled up with points that do not count.
    blocks: Data<B, Block<D>>,
    points: usize,
    wishart: Wishart,
}

struct Block<D: Space> {
    x: Data<D, Lanes>,
    /// 1 for a point, 0 for a filler.
    counts: Lanes,
}

/// What is the same for all points: exp of the diagonal, and the logarithm of the determinant.
struct Factor<D: Space> {
    diagonal: Data<D, f64>,
    ln_det: f64,
}

/// What a component has to say about a block: x − mean, Q(x − mean).
struct Centred<D: Space> {
    x: Data<D, Lanes>,
    q: Data<D, Lanes>,
}

impl<B: Space, K: Space, D: Space, L: Space> Gmm<B, K, D, L> {
    pub fn new(problem: &Problem, guards: (Guard<B>, Guard<K>, Guard<D>, Guard<L>)) -> Self {
        let (d, dims) = (problem.d, guards.2.rows(problem.d));
        let dim = |at: usize| dims.check(at as u32).expect("below d");
        let below: Vec<_> = (0..d).flat_map(|column| (column + 1..d).map(move |row| (row, column))).collect();
        let lower = guards.3.rows(below.len());
        let at = |l: Idx<L>| below[l.raw() as usize];
        let components = (0..problem.k).map(|k| {
            let (mean, icf) = (&problem.means[k * d..][..d], &problem.icf[k * (d + below.len())..]);
            Component {
                alpha: problem.alphas[k],
                mean: dims.data(|i| mean[i.raw() as usize]),
                log_diagonal: dims.data(|i| icf[i.raw() as usize]),
                lower: lower.data(|l| icf[d + l.raw() as usize]),
            }
        });
        let blocks = (0..problem.n).step_by(LANES).map(|first| {
            let live = LANES.min(problem.n - first);
            let lane =
                |f: &dyn Fn(usize) -> f64| Lanes(std::array::from_fn(|lane| if lane < live { f(lane) } else { 0.0 }));
            Block {
                x: dims.data(|i| lane(&|at| problem.x[(first + at) * d + i.raw() as usize])),
                counts: lane(&|_| 1.0),
            }
        });
        Gmm {
            components: guards.1.column(components.collect()),
            triangle: Triangle { row: lower.data(|l| dim(at(l).0)), column: lower.data(|l| dim(at(l).1)) },
            blocks: guards.0.column(blocks.collect()),
            points: problem.n,
            wishart: problem.wishart,
        }
    }

    fn dims(&self) -> Rows<D> {
        self.components.iter().next().expect("k > 0").mean.rows()
    }

    fn factors(&self) -> Data<K, Factor<D>> {
        self.components
            .map(|c| Factor { diagonal: c.log_diagonal.map(|x| x.exp()), ln_det: c.log_diagonal.iter().sum() })
    }

    /// A task has so many blocks: a number of tasks that does not depend on that of the threads.
    fn blocks_a_task(&self) -> usize {
        self.blocks.len().div_ceil(16)
    }

    /// A component on a block, and the logarithm of its density there (but for a constant).
    #[inline(always)]
    fn main_term(&self, c: &Component<D, L>, f: &Factor<D>, block: &Block<D>) -> (Centred<D>, Lanes) {
        let dims = self.dims();
        let x = dims.data(|i| block.x[i] - c.mean[i]);
        let mut q = dims.data(|i| x[i] * f.diagonal[i]);
        for l in c.lower.indices() {
            let term = x[self.triangle.column[l]] * c.lower[l];
            q.update(self.triangle.row[l], |q| *q += term);
        }
        let square = q.iter().fold(Lanes::ZERO, |sum, &q| sum + q * q);
        (Centred { x, q }, square * -0.5 + (c.alpha + f.ln_det))
    }

    pub fn value(&self) -> f64 {
        let factors = self.factors();
        polarnet::columns::space!(One, guard);
        let slse = with_acc(Sum, guard.rows(1).fill(Lanes::ZERO), |acc| {
            acc.par_chunks(self.blocks_a_task(), self.blocks.as_slice(), |acc, blocks| {
                blocks.iter().fold(acc, |acc, block| {
                    let main = self.components.zip_map(&factors, |c, f| self.main_term(c, f, block).1);
                    acc.update_raw(0, log_sum_exp(&main) * block.counts)
                })
            })
        });
        slse.iter().map(|lanes| lanes.sum()).sum::<f64>() + self.apart(&factors)
    }

    /// The terms that are no sum over points.
    fn apart(&self, factors: &Data<K, Factor<D>>) -> f64 {
        let (n, d, k) = (self.points as f64, self.dims().len() as f64, self.components.len() as f64);
        let Wishart { gamma, m } = self.wishart;
        let alphas = self.components.map(|c| Lanes([c.alpha; LANES]));
        let prior: f64 = self
            .components
            .iter()
            .zip(factors)
            .map(|(c, f)| {
                let norm = f.diagonal.iter().chain(&c.lower).map(|q| q * q).sum::<f64>();
                0.5 * gamma * gamma * norm - f64::from(m) * f.ln_det
            })
            .sum();
        let freedom = d + f64::from(m) + 1.0;
        let constant = freedom * d * (gamma.ln() - 0.5 * LN_2) - ln_multigamma(freedom as u32, d as u32);
        -n * d * 0.5 * (2.0 * PI).ln() - n * log_sum_exp(&alphas).0[0] + prior - k * constant
    }

    /// The value, and the derivatives by all parameters: reverse mode.
    pub fn gradient(&self) -> (f64, Data<K, Component<D, L>>) {
        let factors = self.factors();
        let cotangents = Cotangents { gmm: self };
        let cells = self.components.map(|_| cotangents.identity());
        polarnet::columns::space!(One, guard);
        let one = guard.rows(1).fill(Lanes::ZERO);
        let (cells, slse) = with_acc_and(&cotangents, cells, |cells| {
            let (slse, cells) = with_acc_and(Sum, one, |slse| {
                let size = self.blocks_a_task();
                slse.par_chunks_with(cells, size, self.blocks.as_slice(), |mut slse, mut cells, blocks| {
                    for block in blocks {
                        let terms = self.components.zip_map(&factors, |c, f| self.main_term(c, f, block));
                        let main = terms.map(|(_, main)| *main);
                        let lse = log_sum_exp(&main);
                        slse = slse.update_raw(0, lse * block.counts);
                        for k in terms.indices() {
                            let weight = (main[k] - lse).map(f64::exp) * block.counts;
                            let pull =
                                Pull { weight, centred: &terms[k].0, of: &self.components[k], factor: &factors[k] };
                            cells = cells.apply(k, pull);
                        }
                    }
                    (slse, cells)
                })
            });
            (cells, slse)
        });
        let value = slse.iter().map(|lanes| lanes.sum()).sum::<f64>() + self.apart(&factors);
        (value, self.gradient_apart(&factors, &cells))
    }

    /// The sums over points, and the derivatives of [`apart`](Self::apart).
    fn gradient_apart(
        &self,
        factors: &Data<K, Factor<D>>,
        cells: &Data<K, Component<D, L>>,
    ) -> Data<K, Component<D, L>> {
        let Wishart { gamma, m } = self.wishart;
        let alphas = self.components.map(|c| Lanes([c.alpha; LANES]));
        let lse = log_sum_exp(&alphas).0[0];
        self.components.rows().data(|k| {
            let (own, cell, diagonal) = (&self.components[k], &cells[k], &factors[k].diagonal);
            Component {
                alpha: cell.alpha - self.points as f64 * (own.alpha - lse).exp(),
                mean: cell.mean.clone(),
                log_diagonal: cell.log_diagonal.zip_map(diagonal, |x, q| x + gamma * gamma * q * q - f64::from(m)),
                lower: cell.lower.zip_map(&own.lower, |x, q| x + gamma * gamma * q),
            }
        })
    }
}

/// ln Σ exp, with the largest taken out.
#[inline(always)]
fn log_sum_exp<K: Space>(terms: &Data<K, Lanes>) -> Lanes {
    let most = terms.iter().fold(Lanes([f64::NEG_INFINITY; LANES]), |most, &term| most.zip(term, f64::max));
    terms.iter().fold(Lanes::ZERO, |sum, &term| sum + (term - most).map(f64::exp)).map(f64::ln) + most
}

/// Sums of cotangents of components.
struct Cotangents<'g, B: Space, K: Space, D: Space, L: Space> {
    gmm: &'g Gmm<B, K, D, L>,
}

/// The cotangent that a block sends to a component: that of its main term is `weight`.
struct Pull<'b, D: Space, L: Space> {
    weight: Lanes,
    centred: &'b Centred<D>,
    of: &'b Component<D, L>,
    factor: &'b Factor<D>,
}

impl<B: Space, K: Space, D: Space, L: Space> Monoid<Component<D, L>> for Cotangents<'_, B, K, D, L> {
    fn identity(&self) -> Component<D, L> {
        let zeroes = || self.gmm.dims().fill(0.0);
        let lower = self.gmm.triangle.row.rows().fill(0.0);
        Component { alpha: 0.0, mean: zeroes(), log_diagonal: zeroes(), lower }
    }

    fn combine(&self, into: &mut Component<D, L>, more: Component<D, L>) {
        into.alpha += more.alpha;
        for i in more.mean.indices() {
            into.mean.update(i, |sum| *sum += more.mean[i]);
            into.log_diagonal.update(i, |sum| *sum += more.log_diagonal[i]);
        }
        for l in more.lower.indices() {
            into.lower.update(l, |sum| *sum += more.lower[l]);
        }
    }
}

impl<B: Space, K: Space, D: Space, L: Space> Action<Component<D, L>, Pull<'_, D, L>> for Cotangents<'_, B, K, D, L> {
    #[inline(always)]
    fn apply(&self, into: &mut Component<D, L>, pull: Pull<'_, D, L>) {
        let Pull { weight, centred: Centred { x, q }, of, factor } = pull;
        let triangle = &self.gmm.triangle;
        into.alpha += weight.sum();
        // main = alpha + Σ log_diagonal - ½ Σ q², q = exp(log_diagonal) x + Σ lower x
        let q = q.map(|&q| q * weight * -1.0);
        let mut x_cotangent = q.zip_map(&factor.diagonal, |&q, &diagonal| q * diagonal);
        for i in q.indices() {
            into.log_diagonal.update(i, |sum| *sum += (weight + x_cotangent[i] * x[i]).sum());
        }
        for l in of.lower.indices() {
            let (row, column) = (triangle.row[l], triangle.column[l]);
            into.lower.update(l, |sum| *sum += (q[row] * x[column]).sum());
            x_cotangent.update(column, |sum| *sum += q[row] * of.lower[l]);
        }
        for i in q.indices() {
            into.mean.update(i, |sum| *sum -= x_cotangent[i].sum());
        }
    }
}

//! Gradients of real expressions, read from FPCore, in both modes.

use crate::rules::{partials, value};
use num_traits::ToPrimitive;
use polarnet::columns::{Batch, Builder, Data, Guard, Idx, Lang, Mapping, Space};
use polarnet_fpcore::{Core, Error, Names, Real, RealLang, Unary};

/// The body of a core, with the rows of its arguments, which are the rows of the space `A`.
pub struct Function<S: Space, A: Space> {
    batch: Batch<S, RealLang>,
    root: Idx<S>,
    /// The values of numbers and constants. NaN for arguments, and none for what is computed.
    given: Data<S, Option<f64>>,
    /// Every variable that occurs, and every element of an array.
    arguments: Mapping<A, S>,
}

/// What a row is, before it has a value.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Number(f64),
    Argument,
    /// An argument that is an array, with so many dimensions.
    Array(usize),
    Computed,
    /// A loop, an array that is no argument, or a function that [`value`] lacks.
    Unsupported,
}

impl<S: Space, A: Space> Function<S, A> {
    /// `None`: the core has a loop, its value is an array, or the standard library lacks a function.
    pub fn new(core: &Core<'_>, (rows, arguments): (Guard<S>, Guard<A>)) -> Result<Option<Self>, Error> {
        let (mut batch, mut names) = (Builder::new(rows), Names::default());
        let root = core.build(&mut batch, &mut names)?;
        let batch = batch.freeze();
        let dimensions = |name| core.arguments.iter().find(|a| a.name == name).map_or(0, |a| a.dimensions.len());
        let kinds = batch.fill_up(|row| match row.node() {
            Real::Number(number) => Kind::Number(names.value(number).to_f64().unwrap_or(f64::NAN)),
            Real::Constant(name) => Kind::Number(name.value()),
            Real::Variable(symbol) => match dimensions(names.name(symbol)) {
                0 => Kind::Argument,
                dimensions => Kind::Array(dimensions),
            },
            Real::Ref(array, at) => match (row[array], row[at]) {
                (Kind::Array(1), Kind::Number(_)) => Kind::Argument,
                (Kind::Array(dimensions), Kind::Number(_)) => Kind::Array(dimensions - 1),
                _ => Kind::Unsupported,
            },
            Real::Local(_) | Real::Array(_) | Real::While { .. } => Kind::Unsupported,
            Real::Unary(Unary::Erf | Unary::Erfc | Unary::Tgamma | Unary::Lgamma, _) => Kind::Unsupported,
            node => {
                let mut kind = Kind::Computed;
                RealLang::each_child(node, |child| {
                    if matches!(row[child], Kind::Array(_)) {
                        kind = Kind::Unsupported;
                    }
                });
                kind
            }
        });
        if matches!(kinds[root], Kind::Array(_)) || kinds.iter().any(|&kind| kind == Kind::Unsupported) {
            return Ok(None);
        }
        let places = kinds.entries().filter(|(_, kind)| **kind == Kind::Argument).map(|(row, _)| row);
        let arguments = arguments.column(places.collect());
        let given = kinds.map(|kind| match kind {
            Kind::Number(number) => Some(*number),
            Kind::Argument | Kind::Array(_) => Some(f64::NAN),
            Kind::Computed | Kind::Unsupported => None,
        });
        Ok(Some(Function { batch, root, given, arguments }))
    }

    pub fn arguments(&self) -> &Mapping<A, S> {
        &self.arguments
    }

    /// What is not computed, at a point.
    fn given(&self, point: &Data<A, f64>) -> Data<S, Option<f64>> {
        let mut given = self.given.clone();
        for (argument, &row) in self.arguments.entries() {
            given.update(row, |value| *value = Some(point[argument]));
        }
        given
    }

    /// The values of all rows at a point.
    pub fn values(&self, point: &Data<A, f64>) -> Values<S> {
        let given = self.given(point);
        let values =
            self.batch.fill_up(|row| given[row.idx()].unwrap_or_else(|| value(row.node(), |child| row[child])));
        Values { root: values[self.root], values }
    }

    /// Reverse mode, top-down: each row's cotangent goes into its children, times the derivatives. Rows that the root does
    /// not depend on have none, which is not the same as 0: the side of a choice that is not taken may be infinite.
    pub fn reverse(&self, Values { values, .. }: &Values<S>) -> Data<A, f64> {
        let add = |sum: &mut Option<f64>, more: Option<f64>| {
            if let Some(more) = more {
                *sum = Some(sum.unwrap_or(0.0) + more);
            }
        };
        let cotangents = self.batch.fill_down(None, add, |mut row| {
            let mut cotangent = *row.value();
            add(&mut cotangent, (row.idx() == self.root).then_some(1.0));
            let Some(cotangent) = cotangent else { return };
            for (child, partial) in partials(row.node(), |child| values[child], values[row.idx()]).into_iter().flatten()
            {
                row.join(child, Some(cotangent * partial));
            }
        });
        self.arguments.map(|&row| {
            let root = if row == self.root { 1.0 } else { 0.0 };
            cotangents[row].unwrap_or(0.0) + root
        })
    }

    /// Forward mode, bottom-up: the derivative by one argument, in dual numbers.
    pub fn forward(&self, point: &Data<A, f64>, by: Idx<A>) -> Tangent {
        let (given, by) = (self.given(point), self.arguments[by]);
        let duals = self.batch.fill_up(|row| {
            let node = row.values();
            let of = |child: &Dual| child.value;
            let value = given[row.idx()].unwrap_or_else(|| value(node, of));
            let mut tangent = (row.idx() == by).then_some(Tangent { sum: 1.0, terms: 1.0 });
            for (child, partial) in partials(node, of, value).into_iter().flatten() {
                if let Some(below) = child.tangent {
                    let so_far = tangent.unwrap_or_default();
                    let (sum, terms) = (so_far.sum + partial * below.sum, so_far.terms + partial.abs() * below.terms);
                    tangent = Some(Tangent { sum, terms });
                }
            }
            Dual { value, tangent }
        });
        duals[self.root].tangent.unwrap_or_default()
    }
}

/// The values of all rows, and that of the root.
pub struct Values<S: Space> {
    values: Data<S, f64>,
    pub root: f64,
}

/// A number and its derivative in some direction: none where it does not depend on it.
struct Dual {
    value: f64,
    tangent: Option<Tangent>,
}

/// A derivative, which is a sum over all paths to the argument.
#[derive(Clone, Copy, Default)]
pub struct Tangent {
    pub sum: f64,
    /// The sum of the terms' absolute values: where it is much larger, the terms cancel, and what is left is rounding.
    pub terms: f64,
}

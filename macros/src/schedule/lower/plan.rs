//! The passes of a function, if its order is a legal one.

mod circle;
mod on;
mod passes;
mod points;
mod results;
mod rules;

use super::{
    Lowered, Pass, Step,
    check::unused_parameters,
    net, recursion,
    words::{At, Words},
};
use crate::schedule::{
    cuda,
    elaborate::{Fn, Program},
    emit::needs_rows,
    errors::Errors,
    typed::{Expr, Kind as ExprKind, Kindred, ValId},
    types::{Place, Shape},
};
use proc_macro2::{Ident, Span};

/// What a function does; none if something is wrong with it, which was reported.
pub fn function<'p, 'a>(program: &'p Program<'a>, of: &'p Fn<'a>, errors: &mut Errors) -> Option<Lowered<'p, 'a>> {
    let words = Words::read(program, of, errors)?;
    let mut planner = Planner::new(program, of, words, errors);
    let vals = of.impls.clone();
    if vals.len() != of.head.impls.len() {
        return None;
    }
    net::rules(program, of, &planner.words, planner.errors)?;
    planner.rules(&vals)?;
    let recursion = recursion::rules(program, of, &planner.words, planner.errors)?;
    planner.results(&vals)?;
    match planner.words.fuse.is_some() {
        true => planner.compute_together(vals.clone())?,
        // What is computed while a batch grows comes with that.
        false => {
            let mut order = vals.clone();
            order.sort_by_key(|&val| vals.iter().any(|&by| planner.is_lockstep(by, val) && planner.reads(by, val)));
            order.iter().try_for_each(|&val| planner.compute(val))?;
        }
    }
    let value = planner.value(&vals);
    let batch = of.params.iter().find_map(|(_, ty)| match *program.types.shape(*ty) {
        Shape::Batch(space) => Some(space),
        _ => None,
    });
    let (steps, inline) = (planner.steps, planner.inline);
    let (by_operator, parallel) = (planner.words.by_operator, planner.words.parallel.is_some());
    let driver = planner.words.driver.1;
    let is_plan = |name: &Ident| {
        of.params.iter().any(|(known, ty)| known == name && matches!(program.types.shape(*ty), Shape::Plan(_)))
    };
    let mut lowered = Lowered { of, steps, value, inline, batch, recursion, parallel, body: None, device: None };
    unused_parameters(program, &lowered, errors);
    // Rows that are grouped by operator have the values of their children, and nothing else.
    let more = lowered.steps.iter().find(|step| {
        matches!(&step.pass, Pass::Up(up) if up.by_operator || is_plan(&up.batch))
            && needs_rows(program, &lowered, step)
    });
    if let (span, Some(step)) = (by_operator.unwrap_or(driver), more) {
        let text = format!(
            "`{}` of a row is made of more than its node and the values of its children",
            program.vals[step.vals[0]].name
        );
        errors.push(
            span,
            text,
            "visit a `&Batch<…>`, without `by_operator()`: rows that are grouped by operator are known by these only",
        );
        return None;
    }
    if of.on.is_some() {
        lowered.device = Some(cuda::passes(program, &lowered, errors)?);
    }
    Some(lowered)
}

/// The passes that compute a val and those that it reads, before its derivative.
pub fn columns<'p, 'a>(
    program: &'p Program<'a>,
    of: &'p Fn<'a>,
    val: ValId,
    words: Words,
    errors: &mut Errors,
) -> Option<Vec<Step<'p, 'a>>> {
    let mut planner = Planner::new(program, of, words, errors);
    if let Some((_, points, _)) = planner.point_columns(val).first() {
        let text = format!("`{points}` has a value for each of several points, and a derivative is at one");
        return planner.error(points.span(), text, "give the value at one point");
    }
    planner.rules(&[val])?;
    match program.vals[val].sort.is {
        Kindred::Function => {
            planner.check_inputs(val)?;
            planner.check_functions(val)?;
        }
        _ => planner.compute(val)?,
    }
    Some(planner.steps)
}

/// The rules of a function's words, if it is known of what they are.
pub fn check(program: &Program<'_>, of: &Fn<'_>, errors: &mut Errors) {
    let types = &program.types;
    let known = |val: &ValId| {
        let val = &program.vals[*val];
        !val.params.iter().map(|&id| program.locals[id].ty).chain([val.value]).any(|ty| types.has_error(ty))
    };
    let vals = of.impls.clone();
    if vals.len() != of.head.impls.len()
        || !vals.iter().all(known)
        || of.params.iter().map(|(_, ty)| *ty).chain([of.result]).any(|ty| types.has_error(ty))
    {
        return;
    }
    let Some(words) = Words::read(program, of, errors) else { return };
    let mut planner = Planner::new(program, of, words, errors);
    let _ = planner.rules(&vals).and_then(|()| planner.results(&vals));
}

struct Planner<'p, 'a, 'e> {
    program: &'p Program<'a>,
    of: &'p Fn<'a>,
    words: Words,
    errors: &'e mut Errors,
    steps: Vec<Step<'p, 'a>>,
    /// Vals whose passes are being planned, and those whose columns are there.
    begun: Vec<ValId>,
    ready: Vec<ValId>,
    inline: Vec<ValId>,
}

impl<'p, 'a, 'e> Planner<'p, 'a, 'e> {
    fn new(program: &'p Program<'a>, of: &'p Fn<'a>, words: Words, errors: &'e mut Errors) -> Self {
        let (begun, ready, inline) = (Vec::new(), Vec::new(), Vec::new());
        Planner { program, of, words, errors, steps: Vec::new(), begun, ready, inline }
    }
}

impl Planner<'_, '_, '_> {
    pub fn error<T>(&mut self, span: Span, text: impl AsRef<str>, help: impl AsRef<str>) -> Option<T> {
        self.errors.push(span, text, help);
        None
    }

    pub fn name(&self, val: ValId) -> &Ident {
        &self.program.vals[val].name
    }

    /// The columns that a val reads, in passes before.
    pub fn needs(&mut self, val: ValId, together: &[ValId]) -> Option<()> {
        for read in self.program.reads(val) {
            let function = self.program.vals[read].sort.is == Kindred::Function;
            if together.contains(&read) || function || self.is_lockstep(val, read) {
                continue;
            }
            self.compute(read)?;
        }
        Some(())
    }

    pub fn compute(&mut self, val: ValId) -> Option<()> {
        if self.ready.contains(&val) {
            return Some(());
        }
        if self.begun.contains(&val) {
            return self.circle(val);
        }
        let together = self.with_others(val)?;
        self.compute_together(together)
    }

    /// One pass for some vals: those that others read at their own row come first.
    pub fn compute_together(&mut self, mut vals: Vec<ValId>) -> Option<()> {
        self.begun.extend(&vals);
        for &val in &vals.clone() {
            self.needs(val, &vals)?;
        }
        let mut sorted: Vec<ValId> = Vec::new();
        while !vals.is_empty() {
            let free = vals
                .iter()
                .position(|&val| !self.reads_here(val).iter().any(|read| vals.contains(read) && *read != val));
            let Some(free) = free else {
                let (a, b) = (self.name(vals[0]), self.name(vals[1]));
                let text = format!("`{a}` and `{b}` of a row need each other");
                return self.error(a.span(), text, "one of them is to be read at the children only");
            };
            sorted.push(vals.remove(free));
        }
        self.pass(&sorted)?;
        self.ready.extend(sorted);
        Some(())
    }

    /// The vals that a val reads at its own row.
    pub fn reads_here(&self, val: ValId) -> Vec<ValId> {
        let here = |&(read, expr): &(ValId, &Expr<'_>)| match &expr.kind {
            ExprKind::Attribute(_, row) => match self.program.types.shape(row.ty) {
                Shape::Node(_) | Shape::Row(_, Place::Own) => Some(read),
                _ => None,
            },
            _ => None,
        };
        self.program.vals[val].sort.reads.iter().filter_map(here).collect()
    }

    /// The val, and those that its order wants in the same pass; what is to be computed in place is noted.
    pub fn with_others(&mut self, val: ValId) -> Option<Vec<ValId>> {
        let mut all = vec![val];
        for at in 0..self.words.at.len() {
            let (span, other, how) = self.words.at[at];
            let (of, is) = (&self.program.vals[other], &self.program.vals[val]);
            if !self.program.reads(val).contains(&other) {
                continue;
            }
            if how != At::Root && !is.sort.reads.iter().any(|&(read, _)| read == other) {
                let text = format!("`{}` is read in a function, which knows whole columns only", of.name);
                return self.error(span, text, format!("compute it before: `compute_at({}, root)`", of.name));
            }
            match how {
                At::Row if of.sort.is == is.sort.is && matches!(of.sort.is, Kindred::Up(_)) => all.push(other),
                At::Row => {
                    let text = format!("`{}` is not computed on the same way as `{}`", of.name, is.name);
                    return self.error(span, text, format!("compute it before: `compute_at({}, root)`", of.name));
                }
                At::Inline if of.sort.recursive || !matches!(of.sort.is, Kindred::Up(_) | Kindred::Function) => {
                    let text =
                        format!("`{}` of a row needs that of others, so it cannot be computed in place", of.name);
                    return self.error(
                        span,
                        text,
                        format!("write `compute_at({0}, root)` or `compute_at({0}, row)`", of.name),
                    );
                }
                At::Inline => {
                    self.check_inputs(other)?;
                    self.check_rows(other)?;
                    self.needs(other, &[])?;
                    self.ready.push(other);
                    self.inline.push(other);
                }
                At::Root => {}
            }
        }
        Some(all)
    }

    pub fn reads(&self, by: ValId, val: ValId) -> bool {
        self.program.reads(by).contains(&val)
    }

    /// Does a val read another one of the batch that it makes?
    pub fn is_lockstep(&self, val: ValId, read: ValId) -> bool {
        let Kindred::Rewrite { to, .. } = self.program.vals[val].sort.is else { return false };
        self.program.vals[read].sort.is.of() == Some(to)
    }
}

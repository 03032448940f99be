//! A pass for some vals, as the words want it.

use super::super::{
    Down, Lockstep, Map, Parallel, Pass, Rewrite, Scatter, Step, Up, Way, inputs,
    words::{Driver, Push},
};
use super::Planner;
use crate::schedule::{
    emit::{Body, Reader},
    typed::{Join, Kindred, ValId},
    types::{Shape, SpaceId, Ty},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::marker::PhantomData;

impl Planner<'_, '_, '_> {
    /// The pass that computes some vals.
    pub fn pass(&mut self, vals: &[ValId]) -> Option<()> {
        for &val in vals {
            self.check_inputs(val)?;
            self.check_functions(val)?;
            self.check_rows(val)?;
        }
        let first = &self.program.vals[vals[0]];
        let pass = match first.sort.is {
            Kindred::Up(space) => {
                let (batch, of) = self.batch_of(space)?;
                if !self.point_columns(vals[0]).is_empty() {
                    if self.program.reduces(vals[0]) {
                        let text = format!("`{}` reduces a net, and is computed at sample points", self.name(vals[0]));
                        let help = "make a column of what the nets give before, and take that as a parameter";
                        return self.error(self.words.driver.1, text, help);
                    }
                    let pass = self.points(vals[0], batch, of)?;
                    self.steps.push(Step { vals: vals.to_vec(), pass, program: PhantomData });
                    return Some(());
                }
                let parallel = match (&self.words.wavefront, self.words.parallel) {
                    (None, _) => Parallel::No,
                    (Some((_, Some(levels))), _) => Parallel::Levels(Some(levels.to_token_stream())),
                    (Some((_, None)), Some(_)) => Parallel::Levels(
                        self.words.chunk.as_ref().map(|(_, rows)| quote!(&#batch.levels().chunk(#rows))),
                    ),
                    // One chunk a level is work for one thread.
                    (Some((_, None)), None) => Parallel::Levels(Some(quote!(&#batch.levels().chunk(usize::MAX)))),
                };
                Pass::Up(Up { batch, space: of, by_operator: self.words.by_operator.is_some(), parallel })
            }
            Kindred::Down(space) => {
                let batch = self.batch_of(space)?.0;
                let way = self.way(vals[0], &batch)?;
                Pass::Down(Down { batch, way })
            }
            Kindred::Rewrite { from, to } => {
                let batch = self.batch_of(from)?.0;
                let guard = self.guard(vals[0], to)?;
                let lockstep = self.lockstep(vals[0])?;
                Pass::Rewrite(Rewrite { batch, guard, dedup: self.words.dedup.is_some(), lockstep })
            }
            Kindred::Scatter(to) => self.scatter(vals[0], to)?,
            Kindred::Function if self.words.driver.0 == Driver::Map => {
                let column =
                    self.words.args.iter().find(|(_, ty)| matches!(self.program.types.shape(*ty), Shape::Column(..)));
                let Some((column, _)) = column else {
                    return self.error(
                        self.words.driver.1,
                        "`map` goes through columns",
                        "write `map(xs)`, with a parameter `xs: &Data<…>`",
                    );
                };
                let chunk = match (self.words.parallel, &self.words.chunk) {
                    (None, _) => None,
                    (Some(_), Some((_, rows))) => Some(rows.clone()),
                    (Some(_), None) => Some(quote!(1024)),
                };
                Pass::Map(Map { column: column.clone(), chunk })
            }
            Kindred::Function => {
                let given: Vec<Ident> =
                    inputs(self.program, self.of, vals[0]).into_iter().filter_map(|(_, from)| Some(from?.0)).collect();
                for (at, (written, _)) in self.words.args.iter().enumerate() {
                    if given.get(at).is_some_and(|name| name != written) {
                        let (val, name) = (self.name(vals[0]).clone(), given[at].clone());
                        let text = format!("`{val}` takes `{name}` here, and this is `{written}`");
                        let help =
                            "a val gets the parameters of its own names, or else those at their places: rename them";
                        return self.error(written.span(), text, help);
                    }
                }
                Pass::Eval
            }
        };
        self.steps.push(Step { vals: vals.to_vec(), pass, program: PhantomData });
        Some(())
    }

    /// The guard of a space in which nodes are made.
    pub fn guard(&mut self, val: ValId, to: SpaceId) -> Option<Ident> {
        let of = |(_, ty): &&(Ident, Ty)| matches!(self.program.types.shape(*ty), Shape::Guard(space) if *space == to);
        if let Some((guard, _)) = self.of.params.iter().find(of) {
            return Some(guard.clone());
        }
        let (name, space) = (self.name(val), &self.program.spaces[to].name);
        let text = format!("`{name}` makes nodes of `{space}`, for which it needs the space's guard");
        self.error(self.of.head.name.span(), text, format!("add a parameter: `guard: Guard<{space}>`"))
    }

    /// The vals of the new batch that the val reads while it grows.
    pub fn lockstep(&mut self, val: ValId) -> Option<Vec<Lockstep>> {
        let mut all: Vec<Lockstep> = Vec::new();
        for read in self.program.reads(val) {
            if !self.is_lockstep(val, read) || all.iter().any(|known| known.val == read) {
                continue;
            }
            let of = &self.program.vals[read];
            let span = of.name.span();
            let guard = match of.sort.is {
                Kindred::Up(_) => None,
                Kindred::Rewrite { to, .. } => Some(self.guard(read, to)?),
                _ => {
                    let text =
                        format!("`{}` is read while its batch grows, and rows that come later may change it", of.name);
                    return self.error(span, text, "read a val that is computed from the children");
                }
            };
            let functions = self.program.functions(read).into_iter().map(|function| self.program.context(function));
            let others = functions.flat_map(|context| context.spaces).any(|space| match of.sort.is {
                Kindred::Rewrite { to, .. } => space != to,
                _ => true,
            });
            let reads = self.program.reads(read).into_iter();
            if self.program.reduces(read) {
                let text = format!("`{}` reduces a net, and is computed while its batch grows", of.name);
                return self.error(span, text, "read it in the next pass, when the batch is whole");
            }
            let columns = reads.filter(|&other| self.program.vals[other].sort.is != Kindred::Function).count() > 0;
            let rows = !self.program.goes_through(read).is_empty();
            if columns || rows || others || of.params.len() > 1 {
                let text = format!("`{}` is computed while its batch grows, and needs more than its node", of.name);
                return self.error(span, text, "let it read its own children, and call functions, only");
            }
            all.push(Lockstep { val: read, guard, kept: self.of.impls.contains(&read) });
        }
        let kept = all.iter().filter(|it| it.kept).map(|it| it.val);
        self.ready.extend(kept);
        Some(all)
    }

    /// How values go down: from the words, if this pass is what they are about.
    pub fn way(&self, val: ValId, batch: &Ident) -> Option<Way> {
        if self.words.driver.0 != Driver::TopDown {
            return Some(Way::Send);
        }
        let levels =
            self.words.wavefront.as_ref().map(|(_, given)| match (given, self.words.parallel, &self.words.chunk) {
                (Some(levels), ..) => levels.to_token_stream(),
                (None, Some(_), None) => quote!(&#batch.levels()),
                (None, Some(_), Some((_, rows))) => quote!(&#batch.levels().chunk(#rows)),
                // One chunk a level is work for one thread.
                (None, None, _) => quote!(&#batch.levels().chunk(usize::MAX)),
            });
        Some(match (&self.words.pull, self.words.push, levels) {
            (Some((_, users)), _, levels) => {
                let users = users.as_ref().map_or_else(|| quote!(&#batch.users()), ToTokens::to_token_stream);
                Way::Pull { users, levels }
            }
            (None, Some((_, Push::Atomic)), Some(levels)) => {
                Way::Atomic { levels, join: self.monoid(self.program.vals[val].join.as_ref()?, val)? }
            }
            (None, _, Some(levels)) => Way::Privatize { levels },
            (None, _, None) => Way::Send,
        })
    }

    pub fn scatter(&mut self, val: ValId, to: SpaceId) -> Option<Pass> {
        let of = &self.program.vals[val];
        let Some((source, _)) = self.words.args.first() else {
            return self.error(
                self.words.driver.1,
                "`scatter` goes through the rows that send",
                "write `scatter(b)` or `scatter(xs)`",
            );
        };
        let source = source.clone();
        let rows = self
            .of
            .params
            .iter()
            .find(|(_, ty)| matches!(self.program.types.shape(*ty), Shape::Rows(space) if *space == to));
        let Some((rows, _)) = rows else {
            let space = &self.program.spaces[to].name;
            let text = format!("how many rows has `{space}`?");
            let help = format!("add a parameter: `rows: Rows<{space}>`");
            return self.error(self.of.head.name.span(), text, help);
        };
        let join = self.monoid(of.join.as_ref()?, val)?;
        let parallel = match (self.words.parallel, self.words.push) {
            (None, _) => None,
            (Some(_), Some((_, Push::Atomic))) => Some("par_map_atomic"),
            (Some(_), _) => Some("par_map"),
        };
        Some(Pass::Scatter(Scatter { source, rows: rows.clone(), join, parallel }))
    }

    /// A join, as an operator of an accumulator.
    pub fn monoid(&self, join: &Join, val: ValId) -> Option<TokenStream> {
        if let Some(known) = join.operator() {
            let known = Ident::new(known, Span::call_site());
            return Some(quote!(::polarnet::columns::ops::#known));
        }
        let (at, val) = (val, &self.program.vals[val]);
        let mut body = Body::new(self.program, Reader::Nothing);
        let (unit, ty) = (body.value(val.default?), self.program.ty(val.value));
        let join = body.join_of_val(at);
        Some(quote!(::polarnet::columns::ops::By::<#ty, _, _>::new(|| #unit, #join)))
    }

    pub fn batch_of(&mut self, space: SpaceId) -> Option<(Ident, SpaceId)> {
        let (batch, of) = self.words.batch(self.program, self.errors)?;
        if of != space {
            let [of, space] = [of, space].map(|at| self.program.spaces[at].name.clone());
            let text = format!("`{batch}` is a batch of `{of}`, and the val is of `{space}`");
            return self.error(batch.span(), text, format!("visit a batch of `{space}`"));
        }
        Some((batch, of))
    }
}

//! The rules of the words, each with its own error.

use super::super::{
    inputs,
    words::{Driver, Push},
};
use super::Planner;
use crate::schedule::{
    typed::{Join, Kindred, ValId},
    types::{Shape, Ty},
};
use proc_macro2::Ident;

impl Planner<'_, '_, '_> {
    /// The rules of the words, each with its own error.
    pub fn rules(&mut self, vals: &[ValId]) -> Option<()> {
        for &val in vals {
            self.direction(val)?;
        }
        self.device_rules(vals)?;
        self.point_rules(vals)?;
        let driver = self.words.driver.0;
        let visits = matches!(driver, Driver::BottomUp | Driver::TopDown);
        let several = if driver == Driver::BottomUp { "the levels" } else { "the levels from the roots" };
        if let Some((span, _)) = self.words.wavefront
            && !visits
        {
            return self.error(
                span,
                "a wavefront goes through the levels of a batch",
                "use it with `bottom_up` or `top_down`",
            );
        }
        if let Some(span) = self.words.parallel {
            if visits && self.words.wavefront.is_none() {
                let text = "a row may need others first, so they cannot all be computed at once";
                return self.error(span, text, format!("go through {several}: `.wavefront().parallel()`"));
            }
            if driver == Driver::Eval {
                return self.error(span, "one value is computed, by one thread", "use `map(xs).parallel()` for many");
            }
            if let Some(&val) =
                vals.iter().find(|&&val| matches!(self.program.vals[val].sort.is, Kindred::Rewrite { .. }))
            {
                let text = format!("`{}` makes nodes, one after the other in one batch", self.name(val));
                return self.error(span, text, "remove `.parallel()`");
            }
            if driver == Driver::Scatter && self.words.push.is_none() {
                let text = "several threads may write to one row";
                return self.error(span, text, "say how: `.push(privatize)`, or `.push(atomic)`");
            }
            if driver == Driver::TopDown && self.words.push.is_none() && self.words.pull.is_none() {
                let text = "several parents may write to one row";
                return self.error(span, text, "say how: `.pull()`, or `.push(privatize)`");
            }
        }
        if let Some((span, Some(levels))) = &self.words.wavefront {
            let (span, levels) = (*span, levels.clone());
            if self.words.parallel.is_none() {
                let text = "levels that are given say themselves how they are shared out";
                return self.error(span, text, "add `.parallel()`; or write `wavefront()`, for one thread");
            }
            if let Some((chunk, _)) = self.words.chunk {
                let text = format!("`{levels}` has its chunk already");
                return self.error(chunk, text, "make it so: `batch.levels().chunk(4096)`, and remove this");
            }
        }
        if let Some((span, _)) = self.words.chunk
            && self.words.parallel.is_none()
        {
            return self.error(span, "a chunk is what one task of several computes", "add `.parallel()`, or remove it");
        }
        if let Some(span) = self.words.dedup
            && !vals.iter().any(|&val| matches!(self.program.vals[val].sort.is, Kindred::Rewrite { .. }))
        {
            let text = format!("`{}` makes no nodes, so none are equal", self.name(vals[0]));
            return self.error(span, text, "`dedup` is for a val that makes nodes, of another space: `-> Idx<out>`");
        }
        let plan =
            self.words.args.first().is_some_and(|(_, ty)| matches!(self.program.types.shape(*ty), Shape::Plan(_)));
        if let (Some((span, _)), true) = (&self.words.wavefront, plan) {
            let text = "a plan has its own order, in which rows of one operator stand together";
            return self.error(*span, text, "visit a `&Batch<…>` level by level, or remove this");
        }
        if let Some(span) = self.words.by_operator
            && (driver != Driver::BottomUp || self.words.parallel.is_some() || self.words.wavefront.is_some())
        {
            let text = "rows are grouped by operator on the way up, by one thread";
            return self.error(span, text, "remove it, or the other words");
        }
        if let (Some((span, _)), Some(_)) = (self.words.push, &self.words.pull) {
            return self.error(span, "values are either pushed or pulled", "remove one of the two");
        }
        if let Some((span, _)) = self.words.pull
            && driver != Driver::TopDown
        {
            let text = "a row pulls from its parents, on the way down";
            return self.error(span, text, "use it with `top_down`");
        }
        self.unread(vals)?;
        self.push_rule(vals)?;
        self.fuse_rule(vals)
    }

    pub fn push_rule(&mut self, vals: &[ValId]) -> Option<()> {
        let Some((span, push)) = self.words.push else { return Some(()) };
        if !matches!(self.words.driver.0, Driver::TopDown | Driver::Scatter) {
            let text = "nothing is sent to other rows here";
            return self.error(span, text, "`push` is for `top_down` and `scatter`");
        }
        for &val in vals {
            let val = &self.program.vals[val];
            let Some(join) = &val.join else { continue };
            if !join.is_commutative() {
                let text =
                    format!("the join of `{}` is not said to be commutative, and pushes come in any order", val.name);
                let help = "if the law holds, say so: `join meet commutative`; or use `pull`";
                return self.error(span, text, help);
            }
            let float = self.program.types.is_float(val.value);
            let sums = matches!(join, Join::Builtin(it) if matches!(it.rust(), "+" | "*"));
            match push {
                Push::Atomic if join.operator().is_none() || (float && sums) => {
                    let text = format!("the join of `{}` has no atomic form", val.name);
                    return self.error(
                        span,
                        text,
                        "those of integers have, and `min` and `max`: use `push(privatize)`",
                    );
                }
                Push::Privatize if float && sums && !val.reassoc && self.words.driver.0 == Driver::Scatter => {
                    let text = "floats would be added in another order, with another result";
                    let help = format!("allow it, `val {}(…) -> … reassoc {{ … }}`, or remove `parallel`", val.name);
                    return self.error(span, text, help);
                }
                _ => {}
            }
        }
        Some(())
    }

    pub fn fuse_rule(&mut self, vals: &[ValId]) -> Option<()> {
        let Some(span) = self.words.fuse else { return Some(()) };
        if vals.len() < 2 {
            return self.error(span, "one val has nothing to be fused with", "name several: `impls cost, depth`");
        }
        for &val in vals {
            if !matches!(self.program.vals[val].sort.is, Kindred::Up(_)) {
                let text = format!("`{}` is not computed on the way up", self.name(val));
                return self.error(
                    span,
                    text,
                    "vals of `bottom_up` are fused: write a function for each of the others",
                );
            }
        }
        Some(())
    }

    /// The driver goes the way that the val needs.
    pub fn direction(&mut self, val: ValId) -> Option<()> {
        let (driver, span) = self.words.driver;
        let is = self.program.vals[val].sort.is;
        let wanted = match is {
            Kindred::Up(_) | Kindred::Rewrite { .. } => Driver::BottomUp,
            Kindred::Down(_) => Driver::TopDown,
            Kindred::Scatter(_) => Driver::Scatter,
            Kindred::Function if driver == Driver::Map => Driver::Map,
            Kindred::Function => Driver::Eval,
        };
        if driver == wanted {
            return Some(());
        }
        let name = self.name(val);
        let (text, help) = match wanted {
            Driver::BottomUp => (format!("`{name}` of a row is computed from its children"), "write `bottom_up(b)`"),
            Driver::TopDown => (format!("`{name}` of a row is computed from its parents"), "write `top_down(b)`"),
            Driver::Scatter => (format!("`{name}` gets its values from the rows of others"), "write `scatter(b)`"),
            Driver::Map | Driver::Eval => (
                format!("`{name}` is a function of values"),
                "write `map(xs)` for each row of columns, `eval(x)` for one",
            ),
        };
        // Where several are fused, it is the directions that clash.
        if let (Some(fuse), true) = (self.words.fuse, self.of.impls.len() > 1) {
            return self.error(fuse, text, "vals of one direction are fused: write a function for the other one");
        }
        self.error(span, text, help)
    }

    /// A word about a val that is not read has no effect.
    pub fn unread(&mut self, vals: &[ValId]) -> Option<()> {
        let mut read: Vec<ValId> = vals.to_vec();
        let mut at = 0;
        while at < read.len() {
            for &(other, _) in &self.program.vals[read[at]].sort.reads {
                if !read.contains(&other) {
                    read.push(other);
                }
            }
            at += 1;
        }
        for &(span, other, _) in &self.words.at {
            if vals.contains(&other) || !read.contains(&other) {
                let name = self.name(other);
                let text = format!("`{name}` is not read by what this function computes");
                return self.error(span, text, "remove this");
            }
        }
        Some(())
    }

    /// The functions that a val calls find the nodes that they look at.
    pub fn check_functions(&mut self, val: ValId) -> Option<()> {
        for function in self.program.functions(val) {
            let (context, name) = (self.program.context(function), self.name(function).clone());
            if function == val && !context.is_empty() {
                let text = format!("`{name}` is about rows of a pass, and here is none");
                return self.error(
                    self.words.driver.1,
                    text,
                    "call it in a val of the rows, and write a function for that",
                );
            }
            for space in context.spaces {
                let has = |(_, ty): &(Ident, Ty)| matches!(self.program.types.shape(*ty), Shape::Batch(of) | Shape::Guard(of) if *of == space);
                if !self.of.params.iter().any(has) {
                    let space = &self.program.spaces[space].name;
                    let text = format!("`{name}` looks at nodes of `{space}`, and this function has no batch of them");
                    let help = format!("add a parameter: `{space}: &Batch<{space}>`");
                    return self.error(self.of.head.name.span(), text, help);
                }
            }
        }
        Some(())
    }

    /// How many rows there are is known, where a val goes through them.
    pub fn check_rows(&mut self, val: ValId) -> Option<()> {
        let program = self.program;
        let of = &program.vals[val];
        let join = match of.join {
            Some(Join::Val(join, _)) => Some(join),
            _ => None,
        };
        for function in [val].into_iter().chain(join).flat_map(|val| program.functions(val)) {
            for (space, at) in program.function_goes_through(function) {
                if program.known_by(space, program.params(function)).is_none() {
                    let space = &program.spaces[space].name;
                    let function = self.name(function);
                    let help =
                        format!("add a parameter to `{function}`: `rows: Rows<{space}>`, or a column of `{space}`");
                    return self.error(at, format!("how many rows has `{space}`?"), help);
                }
            }
        }
        if of.sort.is == Kindred::Function {
            return Some(());
        }
        for (space, _) in program.goes_through(val) {
            if program.known_by(space, self.of.params.iter().map(|(name, ty)| (name, *ty))).is_none() {
                let space = &program.spaces[space].name;
                let text = format!("how many rows has `{space}`, which `{}` goes through?", of.name);
                let help = format!("add a parameter: `rows: Rows<{space}>`");
                return self.error(self.of.head.name.span(), text, help);
            }
        }
        Some(())
    }

    /// Each parameter of a val has one of the function, of its type or with a value of it for each row.
    pub fn check_inputs(&mut self, val: ValId) -> Option<()> {
        let program = self.program;
        for (id, from) in inputs(program, self.of, val) {
            let local = &program.locals[id];
            let Some((name, ty)) = from else {
                let text = format!(
                    "`{}` of `{}` is given by no parameter of this function",
                    local.name, program.vals[val].name
                );
                let ty = program.types.show(local.ty);
                let help = format!("add `{}: {ty}`, or a column of them: `{}: &Data<…, {ty}>`", local.name, local.name);
                return self.error(self.of.head.name.span(), text, help);
            };
            let same = program.types.show(ty) == program.types.show(local.ty);
            let by_row = match *program.types.shape(ty) {
                Shape::Column(space, of) if program.types.show(of) == program.types.show(local.ty) => {
                    match (
                        program.vals[val].sort.is,
                        self.words.args.first().and_then(|(_, ty)| program.types.shape(*ty).space()),
                    ) {
                        (Kindred::Up(at) | Kindred::Down(at) | Kindred::Rewrite { from: at, .. }, _) => space == at,
                        (_, Some(at)) => space == at,
                        _ => false,
                    }
                }
                Shape::Error => true,
                _ => false,
            };
            let at_points = self.point_columns(val).iter().any(|known| known.0 == id);
            if !same && !by_row && !at_points {
                let text = format!(
                    "`{name}` is `{}`, and `{}` of `{}` is `{}`",
                    program.types.show(ty),
                    local.name,
                    program.vals[val].name,
                    program.types.show(local.ty)
                );
                let help = "parameters have the name of the val's, or its place; a column has a value for each row of the pass";
                return self.error(name.span(), text, help);
            }
        }
        Some(())
    }
}

//! What the names of a val stand for, and the names that its values get.

use super::flatten::{Flatten, Item};
use super::flow::{BlockId, Is, Op, V, Value};
use super::table;
use super::writer::related;
use crate::schedule::{
    emit::own,
    typed::LocalId,
    types::{Shape, Ty},
};
use proc_macro2::{Ident, Span};

/// The name of values that get one when it is known which of them need it.
pub const TEMPORARY: &str = "t";

impl Flatten<'_, '_, '_> {
    /// What is given: a parameter, or a column that is there.
    pub fn given(&mut self, name: &Ident, ty: Ty, active: bool) -> V {
        let is = self.is(ty);
        let related = ["ct", "dot"].map(|to| related(name, to).to_string());
        self.names.extend([name.to_string()].into_iter().chain(related));
        let v = self.flow.values.len();
        self.flow.values.push(Value {
            name: name.clone(),
            span: name.span(),
            is,
            op: Op::Param,
            block: 0,
            active,
            touched: active,
            named: true,
            wide: false,
        });
        v
    }

    pub fn is(&self, ty: Ty) -> Is {
        match *self.program.types.shape(ty) {
            Shape::Float(name) => Is::Float(name),
            Shape::Row(space, _) | Shape::Node(space) => Is::Row(space),
            Shape::Column(space, of) => match self.is(of) {
                Is::Column(mut spaces, float) => {
                    spaces.insert(0, space);
                    Is::Column(spaces, float)
                }
                Is::Float(name) => Is::Column(vec![space], Some(name)),
                _ => Is::Column(vec![space], None),
            },
            _ => Is::Other,
        }
    }

    /// A name that no other value has.
    pub fn fresh(&mut self, wanted: &str) -> Ident {
        // A keyword is a name with a mark only.
        let wanted = wanted.strip_prefix("r#").map_or_else(|| wanted.to_owned(), |raw| format!("{raw}_"));
        let mut name = wanted.clone();
        let mut at = 2;
        while !self.names.insert(name.clone()) {
            name = format!("{wanted}_{at}");
            at += 1;
        }
        own(&name)
    }

    /// A new value, of this name.
    pub fn push(&mut self, span: Span, name: &str, is: Is, op: Op) -> V {
        let block = self.open.last().copied().unwrap_or(0);
        let (active, touched) = self.activity(&is, &op);
        let name = if name == TEMPORARY { own(name) } else { self.fresh(name) };
        let v = self.flow.values.len();
        if !matches!(op, Op::Param | Op::Row | Op::Bound) {
            self.flow.blocks[block].values.push(v);
        }
        self.flow.values.push(Value { name, span, is, op, block, active, touched, named: false, wide: false });
        v
    }

    pub fn activity(&self, is: &Is, op: &Op) -> (bool, bool) {
        let active = |v: V| self.flow.values[v].active;
        let touched = |v: V| self.flow.values[v].touched;
        let body = |block: BlockId| self.flow.blocks[block].result;
        let floats = matches!(is, Is::Float(_) | Is::Column(_, Some(_)));
        match op {
            Op::Param | Op::Row | Op::Bound | Op::Text(_) => (false, false),
            Op::Plain(_, list) => (false, list.iter().any(|&v| touched(v))),
            Op::Read(base, row) => (floats && active(*base), touched(*base) || touched(*row)),
            Op::Arithmetic(it, list) => {
                (!table::is_flat(*it) && list.iter().any(|&v| active(v)), list.iter().any(|&v| touched(v)))
            }
            Op::Reduce(_, it) | Op::Column(it) | Op::Groups(_, _, it) => {
                let block = &self.flow.blocks[it.body];
                (active(block.result), touched(block.result) || block.values.iter().any(|&v| touched(v)))
            }
            Op::Guard(condition) => (false, touched(*condition)),
            Op::Choice(choice) => {
                let results = || choice.arms.iter().map(|arm| body(arm.2));
                (floats && results().any(active), touched(choice.on) || results().any(touched))
            }
        }
    }

    /// Gives the parts of a value their names.
    pub fn bind(&mut self, locals: &[LocalId], item: Item, named: bool) -> Option<()> {
        match (locals, item) {
            ([local], item) => {
                if let Item::Value(v) = item {
                    self.rename(v, &self.program.locals[*local].name, named);
                }
                self.scope.insert(*local, item);
                Some(())
            }
            (_, Item::Tuple(parts)) => {
                for (&local, part) in locals.iter().zip(parts) {
                    self.bind(&[local], part, named)?;
                }
                Some(())
            }
            (_, Item::Value(v)) => {
                let span = self.flow.values[v].span;
                self.error(
                    span,
                    "this tuple cannot be taken apart in a derivative",
                    "write it as a tuple of values: `(a, b)`",
                )
            }
            // A list is no tuple.
            (_, Item::List(_)) => None,
        }
    }

    /// A value without a name of its own gets the user's.
    pub fn rename(&mut self, v: V, name: &Ident, named: bool) {
        let text = self.flow.values[v].name.to_string();
        let free = text.trim_end_matches(|c: char| c == '_' || c.is_ascii_digit());
        let ours = matches!(free, "t" | "column" | "sum" | "most" | "least");
        if ours && !matches!(self.flow.values[v].op, Op::Param | Op::Row | Op::Bound) {
            let name = self.fresh(&name.to_string());
            self.flow.values[v].name = name;
            self.flow.values[v].named = named;
        }
    }
}

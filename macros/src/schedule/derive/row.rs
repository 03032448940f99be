//! The value of a row of a batch, as a [`Flow`]: of its node, of columns at it and at its children, and of what is given.

use super::{
    flatten::{Flatten, Item},
    flow::{BlockId, Flow, Is, Op, Plain, V},
};
use crate::schedule::{
    elaborate::{Fn, Program},
    emit::{column, own},
    errors::Errors,
    lower::inputs,
    typed::ValId,
    types::{Shape, SpaceId},
};
use proc_macro2::Ident;
use std::collections::{HashMap, HashSet};

/// What the values of the flow are.
pub struct Read {
    pub row: V,
    pub body: BlockId,
    /// What the function got.
    pub inputs: Vec<(Ident, V)>,
    /// The columns of vals.
    pub columns: HashMap<ValId, V>,
}

/// What is known when a val is read.
pub struct Reading<'r> {
    pub space: SpaceId,
    /// Vals whose columns there are, and whether they have derivatives.
    pub columns: &'r [(ValId, bool)],
    /// Parameters of the function, by which derivatives are wanted.
    pub by: &'r HashSet<String>,
}

/// What a val is at a row.
pub fn read<'a>(
    program: &Program<'a>,
    of: &Fn<'a>,
    val: ValId,
    reading: &Reading<'_>,
    errors: &mut Errors,
) -> Option<(Flow, Read)> {
    let mut this = Flatten::new(program, val, errors);
    // In a map there are no columns of vals, and no batch.
    this.space = (!reading.columns.is_empty()).then_some(reading.space);
    this.names.extend(["row", "node", "at", "ct"].map(str::to_owned));
    this.names.extend(of.params.iter().map(|(name, _)| name.to_string()));
    for &(read, active) in reading.columns {
        let name = column(program, read);
        let v = this.given(&name, program.vals[read].value, active);
        let float = match this.flow.values[v].is {
            Is::Float(name) => Some(name),
            _ => None,
        };
        this.flow.values[v].is = Is::Column(vec![reading.space], float);
        this.columns.insert(read, v);
    }
    let (mut given, mut by_row) = (Vec::new(), Vec::new());
    for (id, from) in inputs(program, of, val) {
        let (name, ty) = from?;
        let v = this.given(&name, ty, reading.by.contains(&name.to_string()));
        let own = matches!(program.types.shape(ty), Shape::Column(..))
            && !matches!(program.types.shape(program.locals[id].ty), Shape::Column(..));
        if own {
            by_row.push((id, v));
        } else {
            this.scope.insert(id, Item::Value(v));
        }
        given.push((name, v));
    }
    let mut row = 0;
    let of = &program.vals[val];
    let body = this.within(&mut |this| {
        row = this.push(of.name.span(), "row", Is::Row(reading.space), Op::Row);
        // No other value is called so.
        this.flow.values[row].name = own("row");
        for &id in of.params.iter().filter(|&&id| matches!(program.types.shape(program.locals[id].ty), Shape::Node(_)))
        {
            this.scope.insert(id, Item::Value(row));
        }
        for &(id, column) in &by_row {
            let is = this.is(program.locals[id].ty);
            let read = this.push(program.locals[id].name.span(), "t", is, Op::Read(column, row));
            this.scope.insert(id, Item::Value(read));
        }
        this.value(of.body)
    })?;
    let columns = std::mem::take(&mut this.columns);
    Some((this.flow, Read { row, body, inputs: given, columns }))
}

impl Read {
    /// Is the row itself asked for, and not its node alone?
    pub fn needs_row(&self, flow: &Flow) -> bool {
        (0..flow.values.len())
            .any(|v| !matches!(flow.values[v].op, Op::Plain(Plain::Node, _)) && flow.operands(v).contains(&self.row))
    }
}

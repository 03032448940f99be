//! Derivatives of vals that have a value for each row, from those of its children.
//!
//! Reverse: the values first; then cotangents from the last row to the first, as each row adds to those of its children, and
//! to those of what it reads. A val that reads others comes before them. Forward: with each row's value its tangent.

use super::{
    forward::Forward,
    missing_rows,
    reverse::Reverse,
    row::{self, Read, Reading},
    row_signature::{Given, RowSignature, cotangent, tangent},
    rows,
    term::Term,
    terms::Shares,
    visit::Visit,
    writer::{Pass, Writer},
};
use crate::schedule::{
    elaborate::{Fn, Program},
    emit::{column, own},
    errors::Errors,
    lower::inputs,
    typed::{Kindred, ValId},
    types::{Shape, SpaceId},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::collections::HashSet;

/// A val with a value for each row, of which a derivative is wanted.
pub struct Rows<'p, 'a> {
    pub program: &'p Program<'a>,
    pub of: &'p Fn<'a>,
    pub val: ValId,
    /// What is visited: a batch, or a column that is mapped.
    pub batch: Ident,
    pub space: SpaceId,
    /// All vals that are computed, those before that others read; none in a map.
    pub vals: Vec<ValId>,
}

impl<'a> Rows<'_, 'a> {
    /// The vals that depend on one of these parameters: their columns have derivatives.
    pub fn active(&self, by: &HashSet<String>, errors: &mut Errors) -> Option<Vec<ValId>> {
        let (program, mut active) = (self.program, Vec::new());
        for &val in &self.vals {
            let reads = program.reads(val);
            let given = inputs(program, self.of, val).into_iter().filter_map(|(_, from)| Some(from?.0.to_string()));
            let depends =
                given.into_iter().any(|name| by.contains(&name)) || reads.iter().any(|it| active.contains(it));
            if !depends && val != self.val {
                continue;
            }
            let (of, types) = (&program.vals[val], &program.types);
            match (of.sort.is, types.shape(of.value)) {
                (Kindred::Function, _) | (_, Shape::Int(_) | Shape::Bool | Shape::Row(..)) => continue,
                (Kindred::Up(_), Shape::Float(_)) => active.push(val),
                (is, _) => {
                    let (text, help) = match is {
                        Kindred::Up(_) => {
                            let text = format!(
                                "`{}` is `{}`, through which a derivative would go",
                                of.name,
                                types.show(of.value)
                            );
                            (text, "derivatives are of floats: write a val for each of its parts")
                        }
                        _ => {
                            let text = format!(
                                "`{}` is not computed from the children, and a derivative would go through it",
                                of.name
                            );
                            (
                                text,
                                "derivatives go through vals of `bottom_up`; or say by which parameters: `vjp(val, x)`",
                            )
                        }
                    };
                    errors.push(self.read_at(val), text, help);
                    return None;
                }
            }
        }
        Some(active)
    }

    /// Where a val is read.
    fn read_at(&self, val: ValId) -> Span {
        let vals = std::iter::once(self.val).chain(self.vals.iter().copied());
        let mut reads = vals.flat_map(|by| &self.program.vals[by].sort.reads).filter(|(read, _)| *read == val);
        reads.next().map_or_else(|| self.program.vals[val].name.span(), |(_, expr)| expr.span)
    }

    /// What a row's value is made of, as code.
    pub fn writer(
        &self,
        val: ValId,
        by: &HashSet<String>,
        active: &[ValId],
        errors: &mut Errors,
    ) -> Option<(Writer<'_, 'a>, Read)> {
        let columns: Vec<(ValId, bool)> = self.vals.iter().map(|&val| (val, active.contains(&val))).collect();
        let reading = Reading { space: self.space, columns: &columns, by };
        let (flow, read) = row::read(self.program, self.of, val, &reading, errors)?;
        let rows = rows(self.program, self.of.params.iter().map(|(name, ty)| (name, *ty)));
        missing_rows(self.program, &flow, &rows, val, errors)?;
        let mut writer = Writer::new(self.program, flow, rows);
        if !self.vals.is_empty() {
            writer.visit = Some(Visit { batch: self.batch.clone(), row: read.row, made: None });
        }
        Some((writer, read))
    }
}

/// Reverse mode: what comes after the columns of the vals, and the result.
pub fn vjp(rows: &Rows<'_, '_>, signature: &RowSignature, errors: &mut Errors) -> Option<TokenStream> {
    let batch = &rows.batch;
    let by: HashSet<String> = signature.by.iter().map(|(name, _)| name.to_string()).collect();
    let active = rows.active(&by, errors)?;
    let mut passes = TokenStream::new();
    for &val in active.iter().rev() {
        let (mut writer, read) = rows.writer(val, &by, &active, errors)?;
        let (row, ct) = (own("row"), own("ct"));
        writer.enter(0, Pass::Both, None);
        let body = Reverse::new(&mut writer, Shares::default()).row(read.body, Term::atom(&ct, false));
        let sums = cotangent(&column(rows.program, val));
        passes.extend(quote!(for #row in #batch.indices().rev() { let #ct = #sums[#row]; #body }));
    }
    let value = column(rows.program, rows.val);
    let sums = cotangent(&value);
    let start = match &signature.given {
        Given::Factors(seed) => quote!(let mut #sums = #seed.clone();),
        Given::Row(root) => quote!(let mut #sums = #value.map(|_| 0.0); #sums[#root] = 1.0;),
        Given::Nothing | Given::Tangents(_) => TokenStream::new(),
    };
    let others = active.iter().filter(|&&val| val != rows.val).map(|&val| {
        let column = column(rows.program, val);
        let sums = cotangent(&column);
        quote!(let mut #sums = #column.map(|_| 0.0);)
    });
    let declared = signature.zeros(rows.program);
    let result = signature.result(&value);
    Some(quote!(#start #(#others)* #declared #passes #result))
}

/// Forward mode: columns of values and tangents, level by level if there are levels, and the result; and of which vals they
/// are.
pub fn jvp(
    rows: &Rows<'_, '_>,
    signature: &RowSignature,
    levels: Option<TokenStream>,
    errors: &mut Errors,
) -> Option<(TokenStream, Vec<ValId>)> {
    let (program, batch) = (rows.program, &rows.batch);
    let by: HashSet<String> = signature.by.iter().map(|(name, _)| name.to_string()).collect();
    let active = rows.active(&by, errors)?;
    let mut passes = TokenStream::new();
    for &val in &active {
        let (mut writer, read) = rows.writer(val, &by, &active, errors)?;
        let (row, at) = (own("row"), own("at"));
        let index = read.needs_row(&writer.flow).then(|| quote!(let #at = #row.idx();));
        // Children are rows below this one, and the row is known by another name.
        writer.flow.values[read.row].name = at;
        writer.visit = Some(Visit { made: read.columns.get(&val).copied(), batch: batch.clone(), row: read.row });
        let body = Forward::new(&mut writer, signature.tangents(&read)).pair(read.body);
        let (name, ty) = (column(program, val), program.ty(program.vals[val].value));
        let dot = tangent(&name);
        let visit = quote!(|#row| { #index #body });
        let pass = match &levels {
            Some(levels) => quote!(#batch.par_fill_up_together::<(#ty, #ty)>(#levels, #visit)),
            None => quote!(#batch.fill_up_together::<(#ty, #ty)>(#visit)),
        };
        passes.extend(quote!(let (#name, #dot) = #pass;));
    }
    let value = column(program, rows.val);
    let dot = tangent(&value);
    Some((quote!(#passes (#value, #dot)), active))
}

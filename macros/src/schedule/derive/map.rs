//! Derivatives of a function at each row of columns: its value, and the derivatives, row by row.

use super::{
    attribute::Rows,
    forward::Forward,
    reverse::Reverse,
    row_signature::{Given, RowSignature, tangent},
    term::Term,
    terms::Shares,
    writer::Pass,
};
use crate::schedule::{
    emit::{column, own},
    errors::Errors,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::HashSet;

fn wanted(signature: &RowSignature) -> HashSet<String> {
    signature.by.iter().map(|(name, _): &(Ident, _)| name.to_string()).collect()
}

/// Reverse mode: by a column of the rows for each row, by what all rows have the sum.
pub fn vjp_of_map(rows: &Rows<'_, '_>, signature: &RowSignature, errors: &mut Errors) -> Option<TokenStream> {
    let (mut writer, read) = rows.writer(rows.val, &wanted(signature), &[], errors)?;
    let (row, mapped, values) = (own("row"), &rows.batch, column(rows.program, rows.val));
    let seed = match &signature.given {
        Given::Factors(seed) => Term::atom(quote!(#seed[#row]), false),
        _ => Term::number("1"),
    };
    writer.enter(0, Pass::Both, None);
    writer.enter(read.body, Pass::Both, Some((read.row, rows.space)));
    let mut reverse = Reverse::new(&mut writer, Shares::default());
    let back = reverse.back(read.body, seed);
    let result = reverse.writer.flow.blocks[read.body].result;
    let value = reverse.writer.term(result).tokens();
    let body = reverse.finish(quote!(#values[#row] = #value; #back));
    let (scratch, zeros) = (std::mem::take(&mut writer.scratch), signature.zeros(rows.program));
    let result = signature.result(&values);
    Some(quote! {
        let mut #values = #mapped.map(|_| 0.0);
        #zeros #(#scratch)*
        for #row in #mapped.indices() { #body }
        #result
    })
}

/// Forward mode.
pub fn jvp_of_map(rows: &Rows<'_, '_>, signature: &RowSignature, errors: &mut Errors) -> Option<TokenStream> {
    let (mut writer, read) = rows.writer(rows.val, &wanted(signature), &[], errors)?;
    let (row, mapped, values) = (own("row"), &rows.batch, column(rows.program, rows.val));
    let dots = tangent(&values);
    let body = Forward::new(&mut writer, signature.tangents(&read)).pair(read.body);
    Some(quote! {
        let (mut #values, mut #dots) = (#mapped.map(|_| 0.0), #mapped.map(|_| 0.0));
        for #row in #mapped.indices() { (#values[#row], #dots[#row]) = { #body }; }
        (#values, #dots)
    })
}

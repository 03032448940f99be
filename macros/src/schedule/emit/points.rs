//! A pass at sample points: a node is matched once, and its arm is computed for several points.

use super::{
    Body, Reader,
    attribute::{body, node_type},
    input::inputs_but,
    own,
};
use crate::schedule::{
    elaborate::Program,
    lower::{Lowered, Points, Step},
    typed::{Expr, Kind},
    types::Shape,
};
use proc_macro2::TokenStream;
use quote::quote;

pub fn points(program: &Program<'_>, lowered: &Lowered<'_, '_>, step: &Step<'_, '_>, pass: &Points) -> TokenStream {
    let (node, group, val) = (own("node"), own("lanes"), &program.vals[step.vals[0]]);
    let mut body = body(program, lowered, step, Reader::Values);
    body.points = pass.columns.iter().map(|(id, _)| *id).collect();
    let reads = pass.columns.iter().map(|(id, from)| {
        let name = &program.locals[*id].name;
        quote!(let #name = #group.of(#from);)
    });
    let reads: Vec<TokenStream> = reads.collect();
    // Those that are the same at all points.
    let others = inputs_but(program, lowered, step.vals[0], &TokenStream::new(), &body.points);
    let value = body.lanes(val.body);
    let (ty, lanes, batch, roots) = (program.ty(val.value), pass.lanes, &pass.batch, &pass.roots);
    let child = node_type(program, pass.space, &quote!(&[#ty; #lanes]));
    let source = if pass.by_operator { quote!(#batch.plan()) } else { quote!(#batch) };
    let first = pass.columns.first().map(|(_, from)| quote!(#from.rows()));
    quote! {
        #source.fold_points(#first, #roots, |#node: #child, #group| {
            #(#reads)* #others
            #value
        })
    }
}

impl<'a> Body<'_, 'a> {
    /// The values at several points: of a match on the node those of the arms.
    fn lanes(&mut self, expr: &Expr<'a>) -> TokenStream {
        match &expr.kind {
            Kind::Match(on, arms) if matches!(self.program.types.shape(on.ty), Shape::Node(_)) => {
                self.match_with(expr, on, arms, &mut |this, body| (this.lanes(body), true))
            }
            _ => {
                let (lane, value) = (own("lane"), self.block(expr));
                let braces = expr.kind.is_block();
                let value = if braces { quote!({ #value }) } else { value };
                quote!(::core::array::from_fn(|#lane| #value))
            }
        }
    }
}

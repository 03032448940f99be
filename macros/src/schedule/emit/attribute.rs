//! Passes: a body in the traversal that its order asks for.

use super::{Body, Reader, input::inputs, net, own};
use crate::schedule::{
    elaborate::Program,
    lower::{Down, Lowered, Parallel, Scatter, Step, Up, Way},
    typed::{Expr, Kind, Kindred, ValId},
    types::{Place, Shape},
};
use proc_macro2::TokenStream;
use quote::quote;

/// A body for a pass of `lowered`, which knows the columns that it got.
pub fn body<'p, 'a>(
    program: &'p Program<'a>,
    lowered: &Lowered<'_, 'a>,
    step: &Step<'_, 'a>,
    reader: Reader,
) -> Body<'p, 'a> {
    let mut body = Body::new(program, reader);
    body.vals.clone_from(&step.vals);
    for (_, ty) in &lowered.of.params {
        if let Shape::Batch(space) = *program.types.shape(*ty) {
            body.batches.insert(space, super::built(program, space));
        }
    }
    body.batch = lowered.batch.map(|space| super::built(program, space));
    body.inline.clone_from(&lowered.inline);
    body
}

/// Does a body need its row, or are the values of the children enough?
pub fn needs_rows(program: &Program<'_>, lowered: &Lowered<'_, '_>, step: &Step<'_, '_>) -> bool {
    step.vals.iter().any(|&val| {
        let mut needs = !lowered.by_row(program, val).is_empty();
        program.vals[val].body.visit(&mut |it: &Expr<'_>| match &it.kind {
            Kind::Attribute(read, _) => needs |= !step.vals.contains(read),
            Kind::Match(on, _) => {
                let parts = if let Kind::Tuple(parts) = &on.kind { &parts[..] } else { std::slice::from_ref(on) };
                needs |= parts.iter().any(|part| matches!(program.types.shape(part.ty), Shape::Row(..)));
            }
            // A child that is compared is the row, not its value.
            Kind::Binary(_, row, _) => needs |= matches!(program.types.shape(row.ty), Shape::Row(..)),
            Kind::Cast(row) | Kind::Element(_, row) => {
                needs |=
                    matches!(program.types.shape(row.ty), Shape::Row(_, Place::Below | Place::Own) | Shape::Node(_));
                if let Shape::List(of) = *program.types.shape(row.ty) {
                    needs |= matches!(program.types.shape(of), Shape::Row(_, Place::Below));
                }
            }
            _ => {}
        });
        needs
    })
}

/// The enum's type with these children.
pub fn node_type(program: &Program<'_>, space: usize, child: &TokenStream) -> TokenStream {
    let Some(language) = program.spaces[space].language.map(|at| &program.languages[at]) else { return quote!(_) };
    let path = &language.path;
    // Where the children stand among parameters, the language knows.
    if !language.params.is_empty() {
        let lang = program.lang(space);
        return quote!(<#lang as ::polarnet::columns::Lang>::Node<'_, #child>);
    }
    if language.has_lists() { quote!(#path<'_, #child>) } else { quote!(#path<#child>) }
}

pub fn up(program: &Program<'_>, lowered: &Lowered<'_, '_>, step: &Step<'_, '_>, pass: &Up) -> TokenStream {
    let (row, node, batch) = (own("row"), own("node"), &pass.batch);
    let fails = step.vals.iter().any(|&val| program.reduces(val));
    let rows = fails || needs_rows(program, lowered, step);
    let together = step.vals.len() > 1;
    let reader = match (rows, together) {
        (false, _) => Reader::Values,
        (true, false) => Reader::Rows,
        (true, true) => Reader::Together,
    };
    let mut body = body(program, lowered, step, reader);
    let on = if rows { quote!(#row.node()) } else { quote!(#node) };
    let given = |&val: &ValId| inputs(program, lowered, val, &quote!(#row)).is_empty();
    let plain = step.vals.iter().all(given) && !reads_here(program, step);
    let value = match (together && plain).then(|| body.fused(&step.vals, &on)).flatten() {
        Some(value) if fails => net::ok(&value),
        Some(value) => value,
        None => values(program, lowered, step, &mut body, (together, fails)),
    };
    let types: Vec<TokenStream> = step.vals.iter().map(|&val| program.ty(program.vals[val].value)).collect();
    let (parameter, name) = match reader {
        Reader::Values => {
            let child = match &types[..] {
                [ty] => quote!(&#ty),
                types => quote!((#(&#types),*)),
            };
            let ty = node_type(program, pass.space, &child);
            (quote!(#node: #ty), if together { "fold_together" } else { "fold" })
        }
        _ => (quote!(#row), if together { "fill_up_together" } else { "fill_up" }),
    };
    // Where children are rows, rustc wants to know what is read at them.
    let error = net::error();
    let types = match (together, rows) {
        (true, _) if fails => quote!(::<(#(#types),*), #error>),
        _ if fails => quote!(::<#(#types),*, #error>),
        (true, _) => quote!(::<(#(#types),*)>),
        (false, true) => quote!(#(::<#types>)*),
        (false, false) => TokenStream::new(),
    };
    let braces = value_needs_braces(&value);
    let closure = if braces { quote!(|#parameter| { #value }) } else { quote!(|#parameter| #value) };
    let name = if fails { format!("try_{name}") } else { name.to_owned() };
    let (end, method) = (fails.then(|| net::question(lowered.of)).flatten(), own(&name));
    match &pass.parallel {
        Parallel::No if pass.by_operator => quote!(#batch.plan().#method #types (#closure) #end),
        Parallel::No => quote!(#batch.#method #types (#closure) #end),
        Parallel::Levels(levels) => {
            let levels = levels.clone().unwrap_or_else(|| quote!(&#batch.levels()));
            let method = own(&format!("par_{name}"));
            quote!(#batch.#method #types (#levels, #closure) #end)
        }
    }
}

/// A val that is computed wherever it is read: a closure of the row.
pub fn inline(program: &Program<'_>, lowered: &Lowered<'_, '_>, val: ValId) -> TokenStream {
    let (row, of) = (own("row"), &program.vals[val]);
    let Kindred::Up(space) = of.sort.is else { return TokenStream::new() };
    let step = Step { vals: Vec::new(), pass: crate::schedule::lower::Pass::Eval, program: std::marker::PhantomData };
    let mut body = body(program, lowered, &step, Reader::Index);
    let inputs = inputs(program, lowered, val, &quote!(#row));
    let value = body.block(of.body);
    let (name, space) = (super::column(program, val), &program.spaces[space].name);
    let ty = program.ty(of.value);
    quote!(let #name = |#row: ::polarnet::columns::Idx<#space>| -> #ty { #inputs #value };)
}

/// The values of a pass, one after the other.
fn values<'a>(
    program: &Program<'a>,
    lowered: &Lowered<'_, 'a>,
    step: &Step<'_, 'a>,
    body: &mut Body<'_, 'a>,
    (together, fails): (bool, bool),
) -> TokenStream {
    let row = own("row");
    let mut values = step.vals.iter().map(|&val| {
        let inputs = inputs(program, lowered, val, &quote!(#row.idx()));
        let value = body.outcome(program.vals[val].body, fails && !together);
        match inputs.is_empty() && !program.vals[val].body.kind.is_block() {
            true => value,
            false if together => quote!({ #inputs #value }),
            false => quote!(#inputs #value),
        }
    });
    match together {
        false => values.next().unwrap_or_default(),
        true if reads_here(program, step) => {
            // A value that another one is made of has a name.
            let names: Vec<_> = step.vals.iter().map(|&val| super::column(program, val)).collect();
            let all = quote!((#(#names),*));
            let all = if fails { net::ok(&all) } else { all };
            quote!(#(let #names = #values;)* #all)
        }
        true if fails => net::ok(&quote!((#(#values),*))),
        true => quote!((#(#values),*)),
    }
}

/// Does a val of the pass read another one at its own row?
fn reads_here(program: &Program<'_>, step: &Step<'_, '_>) -> bool {
    let here = |&(read, expr): &(ValId, &Expr<'_>)| match &expr.kind {
        Kind::Attribute(_, row) => {
            step.vals.contains(&read)
                && matches!(program.types.shape(row.ty), Shape::Node(_) | Shape::Row(_, Place::Own))
        }
        _ => false,
    };
    step.vals.iter().any(|&val| program.vals[val].sort.reads.iter().any(here))
}

/// Statements before the value ask for braces.
pub fn value_needs_braces(tokens: &TokenStream) -> bool {
    tokens
        .clone()
        .into_iter()
        .any(|token| matches!(token, proc_macro2::TokenTree::Punct(punct) if punct.as_char() == ';'))
}

pub fn down(program: &Program<'_>, lowered: &Lowered<'_, '_>, step: &Step<'_, '_>, pass: &Down) -> TokenStream {
    let (row, batch, val) = (own("row"), &pass.batch, &program.vals[step.vals[0]]);
    let mut body = body(program, lowered, step, Reader::Down);
    let inputs = inputs(program, lowered, step.vals[0], &quote!(#row.idx()));
    let writes = body.block(val.body);
    let default = val.default.map(|default| body.value(default));
    let join = body.join_of_val(step.vals[0]);
    let fails = program.reduces(step.vals[0]);
    let first = own("first");
    let closure = match fails {
        true => {
            let ok = net::ok(&quote!(()));
            quote!(|mut #row| { #first.of(#row.idx(), || { #inputs #writes #ok }); })
        }
        false => quote!(|mut #row| { #inputs #writes }),
    };
    let filled = match &pass.way {
        Way::Send => quote!(#batch.fill_down(#default, #join, #closure)),
        Way::Pull { users, levels: None } => quote!(#batch.fill_down_pull(#users, #default, #join, #closure)),
        Way::Pull { users, levels: Some(levels) } => {
            quote!(#batch.par_fill_down_pull(#users, #levels, #default, #join, #closure))
        }
        Way::Privatize { levels } => quote!(#batch.par_fill_down(#levels, #default, #join, #closure)),
        Way::Atomic { levels, join } => quote!(#batch.par_fill_down_atomic(#levels, #join, #closure)),
    };
    if !fails {
        return filled;
    }
    let (made, error, question) = (own("filled"), net::error(), net::question(lowered.of));
    quote!({
        let #first = ::polarnet::columns::First::<_, #error>::down();
        let #made = #filled;
        #first.end() #question;
        #made
    })
}

pub fn scatter(program: &Program<'_>, lowered: &Lowered<'_, '_>, step: &Step<'_, '_>, pass: &Scatter) -> TokenStream {
    let (row, acc, val) = (own("row"), own("acc"), &program.vals[step.vals[0]]);
    let mut body = body(program, lowered, step, Reader::Index);
    let inputs = inputs(program, lowered, step.vals[0], &quote!(#row));
    let writes = body.block(val.body);
    let default = val.default.map(|default| body.value(default));
    let (rows, source) = (&pass.rows, &pass.source);
    let join = pass.join.clone();
    let start = quote!(#rows.fill(#default));
    match &pass.parallel {
        None => quote! {
            ::polarnet::columns::with_acc(#join, #start, |mut #acc| {
                for #row in #source.indices() { #inputs #writes }
                #acc
            })
        },
        Some(method) => {
            let method = own(method);
            let all = own("all");
            quote! {{
                let #all: ::std::vec::Vec<_> = #source.indices().collect();
                ::polarnet::columns::with_acc(#join, #start, |#acc| {
                    #acc.#method(&#all, |mut #acc, &#row| { #inputs #writes #acc })
                })
            }}
        }
    }
}

impl Kind<'_> {
    /// Does it begin with statements?
    pub fn is_block(&self) -> bool {
        matches!(self, Kind::Let(..) | Kind::Writes(_) | Kind::Write(..))
    }
}

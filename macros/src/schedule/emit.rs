//! Rust, to be read: what a person would have written with columns.

mod act;
mod attribute;
mod block;
mod choose;
mod comprehension;
mod device;
mod expression;
mod frames;
mod function;
mod fuse;
mod grid;
mod hand;
mod input;
mod kept;
mod kernel;
mod list;
mod live;
mod matching;
mod names;
mod net;
mod operator;
mod pattern;
mod places;
mod points;
mod read;
mod recursion;
mod remote;
mod rewriting;
mod rows;
mod signature;
mod statement;
mod ty;
mod write;

pub use attribute::needs_rows;
pub use expression::{Body, Reader};
pub use matching::has_rest;
pub use operator::sign;
pub use pattern::at_user;
use signature::signature;
pub use signature::stubs;

use super::{
    check::Signatures,
    elaborate::Program,
    lower::{
        Lowered, Pass, Step,
        recursion::{Groups, Recursion},
    },
    typed::{Kind, ValId},
    types::{Place, Shape},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeSet;

/// The functions of a block.
pub fn emit<'a>(program: &Program<'a>, lowered: &[Lowered<'_, '_>], hand: &Signatures<'a>) -> TokenStream {
    let groups = Groups::of_program(program);
    let mut tokens: TokenStream = lowered.iter().map(|it| function(program, &groups, it)).collect();
    if program.fns.iter().any(|it| it.body.is_some()) {
        tokens.extend(hand::functions(program, hand));
    }
    tokens
}

/// The constants of a body, and of what fills its holes.
fn used_consts(program: &Program<'_>, body: &super::typed::Expr<'_>) -> TokenStream {
    let (mut used, mut holes) = (BTreeSet::new(), false);
    body.visit(&mut |expr| match expr.kind {
        Kind::Const(at) => {
            used.insert(at);
        }
        Kind::Act(super::typed::Act::Hole) => holes = true,
        _ => {}
    });
    if holes {
        used.extend(0..program.consts.len());
    }
    consts(program, used)
}

/// A variable of ours, which no variable of the user's is.
pub fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// A variable or function of ours by this name, or one that is like it where the block has another meaning for that.
fn unused(program: &Program<'_>, name: &str) -> Ident {
    let mut name = name.trim_start_matches("r#").to_owned();
    while program.names.contains(&name) {
        name.push('_');
    }
    own(&name)
}

fn function(program: &Program<'_>, groups: &Groups, lowered: &Lowered<'_, '_>) -> TokenStream {
    let helpers = helpers(program, groups, lowered);
    let mut inline = lowered.inline.clone();
    let mut value = lowered.body.clone().unwrap_or_else(|| lowered.value.clone());
    let mut steps: Vec<TokenStream> = Vec::new();
    let mut known = BTreeSet::new();
    for (at, step) in lowered.steps.iter().enumerate() {
        // A val that is computed in place stands after the columns that it reads, and before the pass that reads it.
        for val in std::mem::take(&mut inline) {
            let reads = |by: ValId| program.reads(by).contains(&val);
            match step.vals.iter().copied().chain(lowered.inline.iter().copied()).any(reads)
                && ready(program, lowered, val, at)
            {
                true => steps.push(attribute::inline(program, lowered, val)),
                false => inline.push(val),
            }
        }
        steps.push(functions(program, lowered, step, &mut known));
        let (names, made) = match pass(program, lowered, step) {
            Ok(column) => column,
            Err(statements) => {
                steps.push(statements);
                continue;
            }
        };
        // What comes last and is returned needs no name.
        match at + 1 == lowered.steps.len() && names.to_string() == value.to_string() {
            true => value = made,
            false => steps.push(quote!(let #names = #made;)),
        }
    }
    let (batches, rows, runtime) =
        (batches(program, lowered), rows::of_passes(program, lowered), net::runtime(lowered));
    if lowered.of.nets.is_some() {
        value = net::ok(&value);
    }
    let body = quote!(#batches #rows #runtime #helpers #(#steps)* #value);
    signature(program, lowered.of, &on_device(lowered, body))
}

/// On the device that the order names, if it compiles; on one of threads as without it.
fn on_device(lowered: &Lowered<'_, '_>, body: TokenStream) -> TokenStream {
    let (Some(on), Some(passes)) = (&lowered.of.on, &lowered.device) else { return body };
    let (device, target, run) = (&on.device, own("target"), &passes.run);
    let body = net::ok(&quote!({ #body }));
    quote! {
        match #device.compiles() {
            ::core::option::Option::None => #body,
            ::core::option::Option::Some(#target) => #run,
        }
    }
}

/// The batches whose nodes are looked at, by names of ours: a variable of a val may have the name of the parameter.
fn batches(program: &Program<'_>, lowered: &Lowered<'_, '_>) -> TokenStream {
    let mut spaces = BTreeSet::new();
    let mut look = |val: ValId, index: bool| {
        spaces.extend(program.context(val).spaces);
        if program.vals[val].sort.is == super::typed::Kindred::Function {
            return;
        }
        program.vals[val].body.visit(&mut |it: &super::typed::Expr<'_>| {
            let parts = match &it.kind {
                Kind::Match(on, _) => match &on.kind {
                    Kind::Tuple(parts) => &parts[..],
                    _ => std::slice::from_ref(on),
                },
                Kind::Extern(_, args) => &args[..],
                _ => return,
            };
            for part in parts {
                match *program.types.shape(part.ty) {
                    Shape::Row(space, Place::Any | Place::Own) => drop(spaces.insert(space)),
                    Shape::Node(space) if index => drop(spaces.insert(space)),
                    _ => {}
                }
            }
        });
    };
    for step in &lowered.steps {
        step.vals.iter().for_each(|&val| look(val, matches!(step.pass, Pass::Scatter(_))));
    }
    lowered.inline.iter().for_each(|&val| look(val, true));
    let given = lowered.of.params.iter().zip(&lowered.of.head.params);
    let lets = given.filter_map(|((name, ty), written)| match *program.types.shape(*ty) {
        Shape::Batch(space) if spaces.contains(&space) => {
            let own = built(program, space);
            let lent = (!matches!(written.ty, syn::Type::Reference(_))).then(|| quote!(&));
            Some(quote!(let #own = #lent #name;))
        }
        _ => None,
    });
    lets.collect()
}

/// Are the columns that a val reads there before a pass?
fn ready(program: &Program<'_>, lowered: &Lowered<'_, '_>, val: ValId, before: usize) -> bool {
    let made: Vec<ValId> = lowered.steps[..before].iter().flat_map(|step| step.vals.iter().copied()).collect();
    program.reads(val).into_iter().all(|read| {
        program.vals[read].sort.is == super::typed::Kindred::Function
            || made.contains(&read)
            || lowered.inline.contains(&read)
    })
}

/// The functions of rows that a pass calls, those that were not made yet.
fn functions(
    program: &Program<'_>,
    lowered: &Lowered<'_, '_>,
    step: &Step<'_, '_>,
    made: &mut BTreeSet<ValId>,
) -> TokenStream {
    let mut body = attribute::body(program, lowered, step, Reader::Nothing);
    let mut vals = step.vals.clone();
    if let Pass::Rewrite(pass) = &step.pass {
        rewriting::grows(program, step, pass, &mut body);
        vals.extend(pass.lockstep.iter().map(|it| it.val));
    }
    let called = vals.into_iter().flat_map(|val| program.functions(val));
    called
        .filter(|&val| !program.context(val).is_empty() && made.insert(val))
        .map(|val| function::of_rows(program, val, &body))
        .collect()
}

/// The names of the columns that a pass makes, and the pass; or statements that do both.
fn pass(
    program: &Program<'_>,
    lowered: &Lowered<'_, '_>,
    step: &Step<'_, '_>,
) -> Result<(TokenStream, TokenStream), TokenStream> {
    let names: Vec<Ident> = step.vals.iter().map(|&val| column(program, val)).collect();
    let value = match &step.pass {
        Pass::Up(pass) => attribute::up(program, lowered, step, pass),
        Pass::Down(pass) => attribute::down(program, lowered, step, pass),
        Pass::Rewrite(pass) => {
            return Err(rewriting::pass(program, lowered, step, pass));
        }
        Pass::Points(pass) => points::points(program, lowered, step, pass),
        Pass::Map(pass) => input::map(program, lowered, step, pass),
        Pass::Scatter(pass) => attribute::scatter(program, lowered, step, pass),
        Pass::Eval => input::eval(program, lowered, step),
    };
    match &names[..] {
        [name] => Ok((quote!(#name), value)),
        _ => Ok((quote!((#(#names),*)), value)),
    }
}

/// The variable that holds a val's column.
pub fn column(program: &Program<'_>, val: ValId) -> Ident {
    variable(&program.vals[val].name)
}

/// The variable that holds a batch that is made: it has the name of its space.
pub fn built(program: &Program<'_>, space: super::types::SpaceId) -> Ident {
    variable(&program.spaces[space].name)
}

/// A variable of ours with a name of the user's; not one of those that passes have.
fn variable(name: &Ident) -> Ident {
    const TAKEN: [&str; 22] = [
        "row", "node", "child", "acc", "at", "all", "x", "sums", "into", "more", "part", "batch", "lane", "field",
        "known", "stack", "frame", "next", "first", "filled", "kept", "runtime",
    ];
    let span = Span::mixed_site().located_at(name.span());
    let text = name.to_string();
    if TAKEN.contains(&text.as_str()) { format_ident!("{text}_column", span = span) } else { super::ident(&text, span) }
}

/// The functions that the passes call: those of vals that are functions, and constants, each once.
fn helpers(program: &Program<'_>, groups: &Groups, lowered: &Lowered<'_, '_>) -> TokenStream {
    let of: Vec<ValId> = lowered.steps.iter().flat_map(|step| step.vals.iter().copied()).collect();
    let (mut used, mut vals) = all_calls(program, groups, &of);
    used.extend(in_order(program, lowered));
    if lowered.body.is_some() {
        used.extend(all_calls(program, groups, &lowered.of.impls).0);
    }
    let mut tokens = consts(program, used);
    let evals = lowered.steps.iter().filter(|step| matches!(step.pass, Pass::Eval | Pass::Map(_)));
    vals.extend(evals.flat_map(|step| step.vals.iter().copied()));
    for val in vals.into_iter().filter(|&val| program.context(val).is_empty()) {
        let asked = if lowered.of.impls.contains(&val) { lowered.recursion } else { Recursion::default() };
        tokens.extend(match groups.of(val) {
            Some(group) => recursion::helper(program, group, val, asked),
            None => helper(program, val),
        });
    }
    tokens
}

/// The constants that vals are made of, and the vals that are called.
fn all_calls(program: &Program<'_>, groups: &Groups, of: &[ValId]) -> (BTreeSet<usize>, BTreeSet<ValId>) {
    let (mut vals, mut consts) = (BTreeSet::new(), BTreeSet::new());
    let mut open: Vec<ValId> = of.to_vec();
    let mut done = BTreeSet::new();
    while let Some(at) = open.pop() {
        if !done.insert(at) {
            continue;
        }
        let val = &program.vals[at];
        let mut visit = |expr: &super::typed::Expr<'_>| match expr.kind {
            Kind::Call(to, _) => {
                // Vals that call each other are one function.
                if !groups.together(at, to) {
                    vals.insert(to);
                }
                open.push(to);
            }
            Kind::Const(at) => {
                consts.insert(at);
            }
            Kind::Attribute(to, _) => open.push(to),
            _ => {}
        };
        val.body.visit(&mut visit);
        if let Some(default) = val.default {
            default.visit(&mut visit);
        }
        if let Some(super::typed::Join::Val(to, _)) = val.join {
            vals.insert(to);
            open.push(to);
        }
    }
    (consts, vals)
}

/// The constant that says how large a chunk is.
fn in_order(program: &Program<'_>, lowered: &Lowered<'_, '_>) -> Option<usize> {
    let chunk = lowered.of.head.order.iter().find(|word| word.name == "chunk")?;
    match &chunk.args.first()?.kind {
        super::tree::Kind::Name(name) => program.consts.iter().position(|it| it.name == *name),
        _ => None,
    }
}

fn consts(program: &Program<'_>, used: BTreeSet<usize>) -> TokenStream {
    let mut tokens = TokenStream::new();
    for at in used {
        let it = &program.consts[at];
        let (name, ty) = (&it.name, program.ty(it.ty));
        let value = Body::new(program, Reader::Nothing).value(it.value);
        tokens.extend(quote!(const #name: #ty = #value;));
    }
    tokens
}

/// A val of values, as a function.
fn helper(program: &Program<'_>, val: ValId) -> TokenStream {
    let rows = rows::of_function(program, val);
    let (result, runtime, fails) = (program.returned(val), program.runtime_parameter(val), program.reduces(val));
    let val = &program.vals[val];
    let name = &val.name;
    let spaces = program.spaces_in(val.params.iter().map(|&id| program.locals[id].ty).chain([val.value]));
    let generics = (!spaces.is_empty()).then(|| quote!(<#(#spaces: ::polarnet::columns::Space),*>));
    let params = val.params.iter().map(|&id| {
        let local = &program.locals[id];
        let (name, ty) = (&local.name, program.ty(local.ty));
        let reference = program.by_reference(local.ty).then(|| quote!(&));
        quote!(#name: #reference #ty)
    });
    let params = params.chain(runtime);
    let mut body = Body::new(program, Reader::Nothing);
    body.know_batches(val);
    let body = body.outcome(val.body, fails);
    quote! {
        #[inline]
        fn #name #generics (#(#params),*) -> #result { #rows #body }
    }
}

/// `x_0`, `x_1`: variables of ours that stand for parts of one of the user's.
pub fn part(name: &Ident, at: usize) -> Ident {
    format_ident!("{name}_{at}", span = Span::mixed_site())
}

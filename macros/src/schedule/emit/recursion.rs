//! Recursive vals: a loop where every call comes last, otherwise a loop with a stack of frames. No depth is a limit of theirs,
//! but memory.

use super::{
    Body, Reader,
    frames::{Field, Form, Frame, Machine, Variant, assign, in_braces, returned, tuple},
    names::Shapes,
    own, rows,
};
use crate::schedule::{
    elaborate::{Fn, Program},
    lower::recursion::{Recursion, only_tail_calls, passed_on},
    typed::{LocalId, ValId},
    types::{Shape, Ty},
};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Lifetime;

/// A recursive val, as a function.
pub fn helper(program: &Program<'_>, group: &[ValId], entry: ValId, asked: Recursion) -> TokenStream {
    let last = only_tail_calls(program, group) && !asked.memoize;
    let form = match group {
        _ if !last => Form::Stack,
        [_] => Form::Loop,
        _ => Form::States,
    };
    let mut machine = Machine::new(program, group, form, asked.stepped, passed_on(program, group));
    let result = program.ty(program.vals[entry].value);
    machine.returned(&result);
    let mut bodies = Vec::new();
    // The val that is asked for stands first.
    for &val in [entry].iter().chain(group.iter().filter(|&&val| val != entry)) {
        let of = &program.vals[val];
        machine.current = val;
        let mut body = Body::new(program, Reader::Nothing);
        body.know_batches(of);
        let to = machine.returned(&program.ty(of.value));
        let next = machine.tail(&mut body, of.body, to);
        bodies.push((val, to, next));
    }
    let body = match form {
        Form::Loop => looped(&machine, entry, bodies),
        Form::States | Form::Stack => states(&mut machine, entry, bodies, asked.memoize),
    };
    let rows = rows::of_function(program, entry);
    head(&machine, entry, &quote!(#rows #body))
}

/// The function's head.
fn head(machine: &Machine<'_, '_>, entry: ValId, body: &TokenStream) -> TokenStream {
    let (program, val) = (machine.program, &machine.program.vals[entry]);
    let (name, lifetime) = (&val.name, &machine.shapes.lifetime);
    let types = || val.params.iter().map(|&id| program.locals[id].ty).chain([val.value]);
    let spaces = program.spaces_in(types());
    let borrows = machine.stepped && (!spaces.is_empty() || types().any(|ty| program.by_reference(ty)));
    let params = val.params.iter().map(|id| {
        let local = &program.locals[*id];
        let (name, ty) = (&local.name, program.ty(local.ty));
        let changes = machine.form == Form::Loop && !machine.stepped && !machine.constant.contains(id);
        let mutable = changes.then(|| quote!(mut));
        let reference = program.by_reference(local.ty).then(|| {
            let lifetime = borrows.then_some(lifetime);
            quote!(& #lifetime)
        });
        quote!(#mutable #name: #reference #ty)
    });
    let (value, params) = (program.returned(entry), params.chain(program.runtime_parameter(entry)));
    let generics = generics(&spaces, borrows.then_some(lifetime));
    let result = if machine.stepped { steps(borrows.then_some(lifetime), &value) } else { value };
    quote!(fn #name #generics (#(#params),*) -> #result { #body })
}

/// `<'data, expr: Space + 'data>`
fn generics(spaces: &[&Ident], lifetime: Option<&Lifetime>) -> TokenStream {
    match (spaces, lifetime) {
        ([], None) => TokenStream::new(),
        (_, None) => quote!(<#(#spaces: ::polarnet::columns::Space),*>),
        (_, Some(lifetime)) => quote!(<#lifetime, #(#spaces: ::polarnet::columns::Space + #lifetime),*>),
    }
}

fn steps(lifetime: Option<&Lifetime>, value: &TokenStream) -> TokenStream {
    match lifetime {
        Some(lifetime) => quote!(::polarnet::schedule::Steps<#lifetime, #value>),
        None => quote!(::polarnet::schedule::Steps<'static, #value>),
    }
}

/// A function of the user's that gives a value step by step. What it borrows, and rows of its spaces, are in there till the
/// end.
pub fn signature(program: &Program<'_>, of: &Fn<'_>, value: Ty, body: &TokenStream) -> TokenStream {
    let (attrs, vis, name) = (&of.head.attrs, &of.head.vis, &of.head.name);
    let spaces = program.spaces_of(of);
    let is_lent = |ty: Ty, written: &syn::Type| {
        matches!(written, syn::Type::Reference(_)) && !matches!(program.types.shape(ty), Shape::Rust(..))
    };
    let borrows =
        !spaces.is_empty() || of.params.iter().zip(&of.head.params).any(|(it, written)| is_lent(it.1, &written.ty));
    let lifetime = Lifetime::new("'data", Span::mixed_site());
    let lifetime = borrows.then_some(&lifetime);
    let params = of.params.iter().zip(&of.head.params).map(|((name, ty), written)| {
        let (lent, ty) = (is_lent(*ty, &written.ty), program.ty(*ty));
        let reference = lent.then(|| quote!(& #lifetime));
        quote!(#name: #reference #ty)
    });
    let (generics, result) = (generics(&spaces, lifetime), steps(lifetime, &program.ty(value)));
    quote! {
        #(#attrs)*
        #[allow(non_camel_case_types, unused, clippy::all)]
        #vis fn #name #generics (#(#params),*) -> #result { #body }
    }
}

/// The val, what it gives (as a number of its type), and what comes next.
type Next = (ValId, usize, TokenStream);

/// One val whose calls all come last: its parameters change.
fn looped(machine: &Machine<'_, '_>, entry: ValId, bodies: Vec<Next>) -> TokenStream {
    let next: TokenStream = bodies.into_iter().map(|(_, _, next)| block(next)).collect();
    let state: Vec<&Ident> = changing(machine, entry).into_iter().map(|id| &machine.program.locals[id].name).collect();
    let state = tuple(&state);
    match machine.stepped {
        false => quote!(loop { #state = #next; }),
        true => {
            let stack = own("_stack");
            quote! {
                ::polarnet::schedule::Steps::new(#state, move |#state, #stack: &mut ::std::vec::Vec<()>| {
                    ::core::ops::ControlFlow::Continue(#next)
                })
            }
        }
    }
}

fn block(tokens: TokenStream) -> TokenStream {
    let braced = tokens.clone().into_iter().any(|it| matches!(it, TokenTree::Punct(punct) if punct.as_char() == ';'));
    if braced { quote!({ #tokens }) } else { tokens }
}

/// The parameters that calls change.
fn changing(machine: &Machine<'_, '_>, val: ValId) -> Vec<LocalId> {
    machine.program.vals[val].params.iter().copied().filter(|id| !machine.constant.contains(id)).collect()
}

/// What is next, one after the other.
fn states(machine: &mut Machine<'_, '_>, entry: ValId, bodies: Vec<Next>, memoize: bool) -> TokenStream {
    let (next, stack) = (own("next"), own("stack"));
    let (mut variants, mut arms, mut tables) = (Vec::new(), TokenStream::new(), TokenStream::new());
    for (val, to, then) in bodies {
        let changing = changing(machine, val);
        let fields: Vec<Field> = changing
            .iter()
            .map(|&id| Field { name: machine.program.locals[id].name.clone(), ty: machine.local_type(id) })
            .collect();
        let names: Vec<&Ident> = fields.iter().map(|field| &field.name).collect();
        let then = match memoize {
            true => {
                let (table, then) = looked_up(machine, val, to, &changing, then);
                tables.extend(table);
                then
            }
            false => in_braces(then),
        };
        let (of, name) = (&machine.shapes.next, machine.shapes.val(val).clone());
        arms.extend(quote!(#of::#name { #(#names),* } => #then));
        variants.push(Variant { name, fields, arm: TokenStream::new() });
    }
    let calls: Vec<Ident> = variants.iter().map(|variant| variant.name.clone()).collect();
    for it in std::mem::take(&mut machine.loops) {
        arms.extend(it.arm.clone());
        variants.push(it);
    }
    let first: Vec<(Ident, TokenStream)> = changing(machine, entry)
        .into_iter()
        .map(|id| machine.program.locals[id].name.clone())
        .map(|name| (name.clone(), name.into_token_stream()))
        .collect();
    let first = machine.state(entry, &first);
    let program = machine.program;
    let types = match machine.form {
        Form::Stack => {
            let returns: Vec<(Ident, TokenStream)> =
                machine.returns.iter().enumerate().map(|(at, ty)| (returned(at), ty.clone())).collect();
            arms.extend((0..returns.len()).map(|at| popped(machine, at)));
            let frames: Vec<&Variant> = machine.frames.iter().map(|frame| &frame.is).collect();
            let frame = enumeration(program, &machine.shapes, &machine.shapes.frame, &frames, &[]);
            let next = enumeration(
                program,
                &machine.shapes,
                &machine.shapes.next,
                &variants.iter().collect::<Vec<_>>(),
                &returns,
            );
            quote! {
                /// What is next.
                #next
                /// What waits for a value.
                #frame
            }
        }
        _ => enumeration(program, &machine.shapes, &machine.shapes.next, &variants.iter().collect::<Vec<_>>(), &[]),
    };
    let of = &machine.shapes.next;
    let run = match (machine.form, machine.stepped) {
        (Form::Stack, false) => quote! {
            let mut #stack = ::std::vec::Vec::new();
            let mut #next = #first;
            loop {
                #next = match #next { #arms };
            }
        },
        (_, false) => quote! {
            let mut #next = #first;
            loop {
                #next = match #next { #arms };
            }
        },
        (Form::Stack, true) => quote! {
            ::polarnet::schedule::Steps::new(#first, move |mut #next, #stack| loop {
                #next = match #next { #arms };
                if ::core::matches!(#next, #(#of::#calls { .. })|*) {
                    return ::core::ops::ControlFlow::Continue(#next);
                }
            })
        },
        (_, true) => {
            let stack = own("_stack");
            quote! {
                ::polarnet::schedule::Steps::new(#first, move |#next, #stack: &mut ::std::vec::Vec<()>| {
                    ::core::ops::ControlFlow::Continue(match #next { #arms })
                })
            }
        }
    };
    quote!(#types #tables #run)
}

/// A val whose results are kept: its table, and what is next after a look at it.
fn looked_up(
    machine: &mut Machine<'_, '_>,
    val: ValId,
    to: usize,
    changing: &[LocalId],
    then: TokenStream,
) -> (TokenStream, TokenStream) {
    let program = machine.program;
    let table = match machine.vals {
        [_] => own("known"),
        _ => own(&format!("known_{}", program.vals[val].name.to_string().trim_start_matches("r#"))),
    };
    let (names, copies): (Vec<Ident>, Vec<TokenStream>) = changing
        .iter()
        .map(|&id| {
            let local = &program.locals[id];
            let clone = (!program.types.is_copy(local.ty)).then(|| quote!(.clone()));
            let name = &local.name;
            (name.clone(), quote!(#name #clone))
        })
        .unzip();
    let fields: Vec<Field> = changing
        .iter()
        .map(|&id| Field { name: program.locals[id].name.clone(), ty: machine.local_type(id) })
        .collect();
    let variant = machine.shapes.kept(program, val);
    let (stack, value, frame) = (own("stack"), own("value"), &machine.shapes.frame);
    let (wanted, key) = (if copies.len() == 1 { names[0].to_token_stream() } else { tuple(&copies) }, tuple(&names));
    let copy = program.types.is_copy(program.vals[val].value);
    let (found, kept) =
        if copy { (quote!(*#value), quote!(#value)) } else { (quote!(#value.clone()), quote!(#value.clone())) };
    let (give, done) = (machine.done(found, to), machine.done(value.to_token_stream(), to));
    let assigned = names.iter().zip(&copies).map(|(name, copy)| assign(name, copy));
    let then = quote! {
        match #table.get(&#wanted) {
            ::core::option::Option::Some(#value) => #give,
            ::core::option::Option::None => {
                #stack.push(#frame::#variant { #(#assigned),* });
                #then
            }
        }
    };
    let arm = quote! {
        ::core::option::Option::Some(#frame::#variant { #(#names),* }) => {
            #table.insert(#key, #kept);
            #done
        }
    };
    machine.frames.push(Frame { is: Variant { name: variant, fields, arm }, waits: to });
    (quote!(let mut #table = ::std::collections::HashMap::new();), then)
}

/// A value is there: for the frame that waits for it.
fn popped(machine: &Machine<'_, '_>, at: usize) -> TokenStream {
    let (next, give, value, stack) = (&machine.shapes.next, returned(at), own("value"), own("stack"));
    let end = match machine.stepped {
        true => quote!(return ::core::ops::ControlFlow::Break(#value)),
        false => machine.last(&quote!(#value)),
    };
    let end = (at == 0).then(|| quote!(::core::option::Option::None => #end,));
    let arms = machine.frames.iter().filter(|frame| frame.waits == at).map(|frame| &frame.is.arm);
    let others = at > 0 || machine.frames.iter().any(|frame| frame.waits != at);
    let others = others.then(|| quote!(_ => ::core::unreachable!("a value of another type is waited for"),));
    quote!(#next::#give(#value) => match #stack.pop() { #end #(#arms)* #others })
}

fn enumeration(
    program: &Program<'_>,
    shapes: &Shapes,
    name: &Ident,
    variants: &[&Variant],
    values: &[(Ident, TokenStream)],
) -> TokenStream {
    let types = variants.iter().flat_map(|variant| variant.fields.iter().map(|field| &field.ty));
    let generics = shapes.generics(program, types.chain(values.iter().map(|(_, ty)| ty)));
    let variants = variants.iter().map(|Variant { name, fields, .. }| {
        let fields = fields.iter().map(|Field { name, ty }| quote!(#name: #ty));
        quote!(#name { #(#fields),* })
    });
    let values = values.iter().map(|(name, ty)| quote!(#name(#ty)));
    let variants = variants.chain(values);
    quote!(enum #name #generics { #(#variants),* })
}

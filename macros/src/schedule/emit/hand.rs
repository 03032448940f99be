//! Functions whose bodies are written by hand.

use super::{Body, Reader, own, remote};
use crate::schedule::{
    check::{References, Signatures},
    elaborate::{Fn, Program, Record},
    errors::ends,
    typed::{Act, Callee, Expr, FnId, Kind, LocalId},
    types::{Shape, Ty},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

/// What a body needs to know of references.
pub struct Hand<'p, 'a> {
    pub at: FnId,
    pub all: &'p Signatures<'a>,
    pub refs: &'p References,
    pub params: &'p [LocalId],
}

impl Clone for Hand<'_, '_> {
    fn clone(&self) -> Self {
        *self
    }
}

impl Copy for Hand<'_, '_> {}

/// All functions that are written by hand, and the records that they take and give.
pub fn functions<'a>(program: &Program<'a>, all: &Signatures<'a>) -> TokenStream {
    let mut tokens = records(program);
    for (at, it) in program.fns.iter().enumerate() {
        let Some(body) = &it.body else { continue };
        let mut inner = Body::new(program, Reader::Nothing);
        let hand = Hand { at, all, refs: &all.refs, params: &body.params };
        inner.hand = Some(hand);
        let consts = super::used_consts(program, body.value);
        let hoisted = inner.hoisted(hand);
        let value = inner.block(body.value);
        let mut value = quote!(#consts #hoisted #value);
        if let Some(error) = &it.head.fails {
            value = quote!(::core::result::Result::Ok::<_, #error>({ #value }));
        }
        if program.device(at).is_some() && !program.is_part(at) {
            let (queue, device) = (own("queue"), program.own_device(at));
            value = quote!(#device.scope(|#queue| { #value }));
        }
        if program.hands_on_device(at) {
            let (name, device) = (own("device"), program.own_device(at));
            value = quote!(let #name = #device; #value);
        }
        // As deep as it may go: the native stack is no limit.
        if program.is_recursive(at) && !program.is_part(at) {
            value = quote!(::polarnet::private::deep(move || { #value }));
        }
        tokens.extend(signature(program, all, at, it, &value));
    }
    tokens
}

/// Records of values, as structs.
pub fn records(program: &Program<'_>) -> TokenStream {
    let mut used = vec![false; program.records.len()];
    for it in program.fns.iter().filter(|it| it.body.is_some()) {
        for ty in it.params.iter().map(|(_, ty)| *ty).chain([it.result]) {
            if let Shape::Record(at) = *program.types.shape(ty) {
                used[at] = true;
            }
        }
    }
    let known = |record: &Record| record.fields.iter().all(|field| !program.types.has_error(field.ty));
    let used = program.records.iter().zip(used).filter(|(record, used)| *used && known(record));
    let structs = used.map(|(record, _)| {
        let (vis, name) = (&record.vis, &record.name);
        let fields = record.fields.iter().map(|field| {
            let (name, ty) = (&field.name, program.ty(field.ty));
            quote!(#vis #name: #ty)
        });
        quote! {
            #[derive(Clone, Copy, Debug, PartialEq)]
            #vis struct #name { #(#fields),* }
        }
    });
    structs.collect()
}

/// A function without what it does, where something is wrong: what it writes is not known then. What takes or gives
/// what is on a device is called by functions of the block only.
pub fn stub(program: &Program<'_>, at: FnId, it: &Fn<'_>) -> TokenStream {
    let parts = match program.types.shape(it.result) {
        Shape::Tuple(of) => of.clone(),
        _ => vec![it.result],
    };
    let types = || it.params.iter().map(|(_, ty)| *ty).chain(parts.iter().copied());
    let lost = |ty: Ty| match *program.types.shape(ty) {
        Shape::Record(at) => program.records[at].fields.iter().any(|field| program.types.has_error(field.ty)),
        _ => program.types.has_error(ty),
    };
    if types().any(|ty| program.remote(ty).is_some() || lost(ty)) {
        return TokenStream::new();
    }
    let (attrs, vis, name) = (&it.head.attrs, &it.head.vis, &it.head.name);
    let rust = |ty: Ty| match *program.types.shape(ty) {
        Shape::Ref(of) => {
            let of = program.ty(of);
            quote!(&'r #of)
        }
        _ => program.ty(ty),
    };
    let params = it.params.iter().zip(&it.head.params).map(|((name, ty), written)| {
        let lent = matches!(written.ty, syn::Type::Reference(_))
            && !matches!(program.types.shape(*ty), Shape::Rust(..) | Shape::Ref(_));
        let (reference, ty) = (lent.then(|| quote!(&)), rust(*ty));
        quote!(#name: #reference #ty)
    });
    let result = match program.types.shape(it.result) {
        Shape::Tuple(_) => {
            let parts = parts.iter().map(|&ty| rust(ty));
            quote!((#(#parts),*))
        }
        _ => rust(it.result),
    };
    let result = returned(it, result);
    let lifetime = types().any(|ty| matches!(program.types.shape(ty), Shape::Ref(_))).then(|| quote!('r));
    let spaces = program.spaces_of(it).into_iter().map(|space| quote!(#space: ::polarnet::columns::Space));
    let grid = (0..program.grid_of(at)).map(|nth| {
        let name = format_ident!("_dim{nth}");
        quote!(const #name: u32)
    });
    let generics: Vec<TokenStream> = lifetime.into_iter().chain(spaces).chain(grid).collect();
    let generics = (!generics.is_empty()).then(|| quote!(<#(#generics),*>));
    quote! {
        #(#attrs)*
        #[allow(non_camel_case_types, non_upper_case_globals, unused, clippy::all)]
        #vis fn #name #generics (#(#params),*) -> #result { ::core::unreachable!() }
    }
}

/// The signature of a function: a reference may be written through only if the function does.
pub fn signature(
    program: &Program<'_>,
    all: &Signatures<'_>,
    at: FnId,
    it: &Fn<'_>,
    body: &TokenStream,
) -> TokenStream {
    let refs = &all.refs;
    let part = program.is_part(at);
    let scope = quote!('scope);
    let (attrs, vis, name) = (&it.head.attrs, &it.head.vis, &it.head.name);
    let is_ref = |ty: Ty| matches!(program.types.shape(ty), Shape::Ref(_));
    let leads: Vec<Option<usize>> = refs.results[at].clone();
    // Rust knows by itself to what a result leads, if there is one reference only.
    let several = it.head.params.iter().filter(|param| matches!(param.ty, syn::Type::Reference(_))).count() > 1;
    let lifetime = |nth: usize| {
        let named = several && leads.contains(&Some(nth));
        named.then(|| syn::Lifetime::new(&format!("'r{nth}"), Span::mixed_site()))
    };
    let params = it.params.iter().zip(&it.head.params).enumerate().map(|(nth, ((name, ty), written))| {
        if let Some(parts) = remote::parameters(program, all, at, nth, &scope) {
            return parts;
        }
        let lifetime = lifetime(nth);
        let mutable = (is_ref(*ty) && refs.writes[at][nth]).then(|| quote!(mut));
        let lent =
            matches!(written.ty, syn::Type::Reference(_)) && !matches!(program.types.shape(*ty), Shape::Rust(..));
        // What a device works on is as old as the work.
        let lifetime = match (lifetime, part && lent) {
            (None, true) => Some(scope.clone()),
            (lifetime, _) => lifetime.map(ToTokens::into_token_stream),
        };
        let reference = lent.then(|| quote!(& #lifetime #mutable));
        let ty = match *program.types.shape(*ty) {
            Shape::Ref(of) => program.ty(of),
            _ => program.ty(*ty),
        };
        quote!(#name: #reference #ty)
    });
    let mut params: Vec<TokenStream> = params.collect();
    if part {
        let queue = own("queue");
        params.insert(0, quote!(#queue: ::polarnet::device::Queue<#scope, '_>));
    }
    let result = |nth: usize, ty: Ty| match *program.types.shape(ty) {
        Shape::Ref(of) => {
            let (leads, of) = (leads.get(nth).copied().flatten(), program.ty(of));
            let lifetime = leads.and_then(lifetime);
            let mutable = leads.is_some_and(|leads| refs.writes[at][leads]).then(|| quote!(mut));
            quote!(& #lifetime #mutable #of)
        }
        _ => remote::result(program, ty, &scope).unwrap_or_else(|| program.ty(ty)),
    };
    let result = match program.types.shape(it.result) {
        Shape::Tuple(of) => {
            let of = of.iter().enumerate().map(|(nth, &ty)| result(nth, ty));
            quote!((#(#of),*))
        }
        _ => result(0, it.result),
    };
    let result = returned(it, result);
    let lifetimes = (0..it.params.len()).filter_map(lifetime);
    let spaces = program.spaces_of(it);
    let generics: Vec<TokenStream> = lifetimes
        .map(|lifetime| lifetime.into_token_stream())
        .chain(part.then(|| scope.clone()))
        .chain(spaces.iter().map(|space| quote!(#space: ::polarnet::columns::Space)))
        .collect();
    let grid = (0..program.grid_of(at)).map(|nth| {
        let name = format_ident!("_dim{nth}");
        quote!(const #name: u32)
    });
    let generics: Vec<TokenStream> = generics.into_iter().chain(grid).collect();
    let generics = (!generics.is_empty()).then(|| quote!(<#(#generics),*>));
    quote! {
        #(#attrs)*
        #[allow(non_camel_case_types, non_upper_case_globals, unused, clippy::all)]
        #vis fn #name #generics (#(#params),*) -> #result { #body }
    }
}

/// The type of a function's result, which may fail.
fn returned(it: &Fn<'_>, result: TokenStream) -> TokenStream {
    match &it.head.fails {
        Some(error) => quote!(::core::result::Result<#result, #error>),
        None => result,
    }
}

impl<'a> Body<'_, 'a> {
    /// The place to which a reference leads.
    pub fn led(&self, expr: &Expr<'a>) -> Option<Led> {
        let hand = self.hand?;
        match &expr.kind {
            Kind::Local(_) | Kind::Act(Act::Borrow(_)) => {
                let place = hand.refs.place(hand.at, expr, 0)?;
                let name = self.program.locals[place].name.clone();
                Some(Led { name, parameter: hand.params.contains(&place) })
            }
            Kind::Act(Act::Tagged(value, _)) => self.led(value),
            _ => None,
        }
    }

    /// What a reference leads to: a variable, what a parameter leads to, or what a call gave.
    pub fn loaded(&mut self, expr: &Expr<'a>) -> TokenStream {
        match self.led(expr) {
            Some(Led { name, parameter: false }) => name.to_token_stream(),
            Some(Led { name, parameter: true }) => quote_spanned!(expr.span=> *#name),
            None => {
                let value = self.value(expr);
                quote_spanned!(expr.span=> *#value)
            }
        }
    }

    /// A reference that is given to a function, which may write through it.
    fn lend(&mut self, expr: &Expr<'a>, written: bool) -> TokenStream {
        match self.led(expr) {
            Some(Led { name, parameter: true }) => match written {
                true => quote_spanned!(expr.span=> &mut *#name),
                false => quote_spanned!(expr.span=> &*#name),
            },
            Some(Led { name, parameter: false }) => match written {
                true => quote_spanned!(expr.span=> &mut #name),
                false => quote_spanned!(expr.span=> &#name),
            },
            None => self.value(expr),
        }
    }

    /// A call of a function of the block, of Rust, or of a class.
    pub fn run(
        &mut self,
        expr: &Expr<'a>,
        callee: Callee,
        grid: &[&'a Expr<'a>],
        args: &[&'a Expr<'a>],
    ) -> TokenStream {
        let program = self.program;
        if let Callee::Class(class) = callee {
            return self.choose(expr, class, grid, args);
        }
        let of_class = matches!(expr.kind, Kind::Act(Act::Run(Callee::Class(_), ..)));
        // A call of a class names no device: a member that takes one gets the caller's.
        let devices = match callee {
            Callee::Fn(at) if of_class => program.devices(at),
            _ => Vec::new(),
        };
        let own_place = |nth: usize| devices.iter().fold(nth, |at, &device| at + usize::from(device <= at));
        let args = args.iter().enumerate().map(|(nth, arg)| (own_place(nth), arg));
        let args = args.map(|(nth, arg)| match (callee, program.types.shape(arg.ty)) {
            (Callee::Fn(at), Shape::Encoder(_) | Shape::Fence(_)) => self.handed(at, nth, arg),
            (Callee::Fn(at), Shape::Ref(_)) => {
                let written = self.hand.is_some_and(|hand| hand.refs.writes[at][nth]);
                self.lend(arg, written)
            }
            (Callee::Fn(at), _) => {
                let lent = matches!(program.fns[at].head.params[nth].ty, syn::Type::Reference(_));
                self.given_to(arg, lent)
            }
            _ => self.argument(arg),
        });
        let mut args: Vec<TokenStream> = args.collect();
        for &nth in &devices {
            args.insert(nth.min(args.len()), own("device").into_token_stream());
        }
        if matches!(callee, Callee::Fn(at) if program.is_part(at)) {
            args.insert(0, own("queue").into_token_stream());
        }
        let grid = self.dimensions(grid);
        let (mut name, grid) = self.callee(callee, &grid);
        // The name of a class stands there, where one of its members is called.
        if !of_class {
            name.set_span(name.span().located_at(expr.span));
        }
        let call = quote_spanned!(expr.span=> #name #grid (#(#args),*));
        match callee {
            // What is chosen in it is chosen for this call.
            Callee::Fn(at) if self.chooses(at) => {
                let (site_at, site) = self.site(expr.span, &name.to_string(), &[name.to_string()]);
                let question = self.question_after(at);
                quote!({ #site ::polarnet::explore::at(&#site_at, |_| #call) } #question)
            }
            Callee::Fn(at) => {
                let question = self.question_after(at);
                quote!(#call #question)
            }
            _ => call,
        }
    }

    /// After a call of a function that may fail.
    fn question_after(&self, callee: FnId) -> Option<TokenStream> {
        self.program.fns[callee].head.fails.as_ref().and_then(|_| self.question())
    }

    /// What gives an error on, in a function that may fail: rustc speaks of the error's type where that is written.
    pub fn question(&self) -> Option<TokenStream> {
        let error = self.program.fns[self.hand?.at].head.fails.as_ref()?;
        Some(quote_spanned!(Span::mixed_site().located_at(ends(error).0)=> ?))
    }

    /// The numbers of a grid.
    pub fn dimensions(&mut self, grid: &[&'a Expr<'a>]) -> Vec<TokenStream> {
        let number = |it: &&'a Expr<'a>| match &it.kind {
            Kind::Act(Act::Dimension(nth)) => format_ident!("_dim{nth}").into_token_stream(),
            Kind::Const(at) => {
                let name = &self.program.consts[*at].name;
                quote!({ #name as u32 })
            }
            _ => self.value(it),
        };
        grid.iter().map(number).collect()
    }

    /// What is called, and its grid, if it knows of that.
    pub fn callee(&self, callee: Callee, grid: &[TokenStream]) -> (Ident, Option<TokenStream>) {
        let program = self.program;
        match callee {
            Callee::Fn(at) => {
                let grid = (program.grid_of(at) > 0).then(|| {
                    let spaces = program.spaces_of(&program.fns[at]).into_iter().map(|_| quote!(_));
                    let all: Vec<TokenStream> = spaces.chain(grid.iter().cloned()).collect();
                    quote!(::<#(#all),*>)
                });
                (program.callee_name(callee), grid)
            }
            Callee::Extern(_) | Callee::Class(_) => (program.callee_name(callee), None),
        }
    }

    /// An argument of a function of the block, by reference if it takes one.
    fn given_to(&mut self, arg: &Expr<'a>, lent: bool) -> TokenStream {
        let is_lent = |this: &Self, id: LocalId| {
            let params = this.hand.map(|hand| hand.params).unwrap_or_default();
            let nth = params.iter().position(|&param| param == id);
            nth.zip(this.hand).is_some_and(|(nth, hand)| {
                matches!(this.program.fns[hand.at].head.params[nth].ty, syn::Type::Reference(_))
            })
        };
        match (&arg.kind, lent) {
            // A parameter that is a reference already.
            (Kind::Local(id), true) if is_lent(self, *id) => self.place(arg),
            (_, true) => {
                let place = self.place(arg);
                quote!(&#place)
            }
            (_, false) => self.value(arg),
        }
    }
}

/// Where a reference leads: to a variable, or to where a parameter does.
pub struct Led {
    pub name: Ident,
    parameter: bool,
}

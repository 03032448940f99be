//! Work on devices: encoders, fences, and what is on the device, each in a variable of its own.

use super::{Body, hand::Hand, kernel::Work, own, remote::given};
use crate::schedule::{
    typed::{Act, Callee, Expr, FnId, Kernel, Kind, LocalId, Stmt, StmtKind},
    types::{RecordId, Shape, Ty},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

impl<'p, 'a> Body<'p, 'a> {
    /// The variables of fields that have to be known in the whole function.
    pub fn hoisted(&mut self, hand: Hand<'p, 'a>) -> TokenStream {
        let Some(body) = &self.program.fns[hand.at].body else { return TokenStream::new() };
        let Kind::Act(Act::Block(top, _)) = &body.value.kind else { return TokenStream::new() };
        let (mut whole, mut begun): (Vec<RecordId>, Vec<RecordId>) = (Vec::new(), Vec::new());
        body.value.visit(&mut |expr| match &expr.kind {
            Kind::Act(Act::Begin(_)) => begun.extend(self.program.remote(expr.ty)),
            Kind::Act(Act::Run(Callee::Fn(_), ..)) => self.made(expr.ty, &mut whole),
            _ => {}
        });
        whole.extend(&begun);
        // What a statement of the function itself begins has its variables there.
        for stmt in top {
            if let StmtKind::Let(_, value) = &stmt.kind {
                let (mut own, value) = (Vec::new(), untagged(value));
                match &value.kind {
                    Kind::Act(Act::Begin(_)) => own.extend(self.program.remote(value.ty)),
                    Kind::Act(Act::Run(..)) => self.made(value.ty, &mut own),
                    _ => {}
                }
                whole.retain(|record| !own.contains(record));
                self.inline_records.extend(own);
            }
        }
        let program = self.program;
        let fields = whole
            .iter()
            .flat_map(|&record| program.records[record].fields.iter().map(move |field| (record, &field.name)));
        // What is made by a function that is called, has its variables there.
        let own = fields.filter(|(record, field)| !begun.contains(record) || self.times_made(*record, field) > 0);
        let names: Vec<Ident> = own.map(|(record, field)| program.on_device(record, field)).collect();
        // What a parameter has no value for is made here.
        let params = body.params.iter().enumerate().flat_map(|(nth, &id)| {
            let (own, wanted) =
                (program.remote(program.locals[id].ty), program.remote(program.fns[hand.at].params[nth].1));
            let brought = wanted.map(|wanted| given(program, hand.all, hand.at, nth, wanted)).unwrap_or_default();
            let fields = own
                .into_iter()
                .flat_map(move |own| program.records[own].fields.iter().map(move |field| (own, &field.name)));
            fields.filter(move |(_, field)| !brought.contains(field)).map(|(own, field)| program.on_device(own, field))
        });
        let params: Vec<Ident> = params.collect();
        quote!(#(let mut #params;)* #(let mut #names;)*)
    }

    fn made(&self, ty: Ty, into: &mut Vec<RecordId>) {
        match self.program.types.shape(ty) {
            Shape::Encoder(at) | Shape::Fence(at) => into.push(*at),
            Shape::Tuple(of) => of.iter().for_each(|&ty| self.made(ty, into)),
            _ => {}
        }
    }

    /// `encode_begin(gpu)`, and the variables of what is made in places where they end too soon.
    pub fn begun(&mut self, name: &Ident, record: RecordId, rest: &[Stmt<'a>]) -> TokenStream {
        let queue = own("queue");
        let first = quote!(let mut #name = #queue.encode(););
        if !self.inline_records.contains(&record) {
            return first;
        }
        let late = self.program.records[record].fields.iter().filter(|field| {
            !self.made_first_here(record, &field.name, rest) && self.times_made(record, &field.name) > 0
        });
        let late = late.map(|field| self.program.on_device(record, &field.name));
        quote!(#first #(let mut #late;)*)
    }

    /// Is a field made by a statement of this list before anything in it makes it?
    fn made_first_here(&self, record: RecordId, field: &Ident, rest: &[Stmt<'a>]) -> bool {
        for stmt in rest {
            let (encoder, into) = match &stmt.kind {
                StmtKind::Copy { encoder, into, .. } => (encoder, std::slice::from_ref(into)),
                StmtKind::Call { encoder, into, .. } => (encoder, &into[..]),
                StmtKind::Let(_, value)
                | StmtKind::Do(value)
                | StmtKind::Assign(_, value)
                | StmtKind::Var(_, _, Some(value)) => {
                    let mut inside = false;
                    value.visit(&mut |expr| {
                        if let Kind::Act(Act::Block(list, _)) = &expr.kind {
                            inside |= list.iter().any(|stmt| self.makes(stmt, record, field));
                        }
                    });
                    if inside {
                        return false;
                    }
                    continue;
                }
                _ => continue,
            };
            if self.program.remote(self.program.locals[encoder.local].ty) == Some(record) && into.contains(field) {
                return true;
            }
        }
        false
    }

    /// How often a field is made in this function itself.
    fn times_made(&self, record: RecordId, field: &Ident) -> usize {
        let body = self.hand.and_then(|hand| self.program.fns[hand.at].body.as_ref());
        let mut made = 0;
        if let Some(body) = body {
            body.value.visit(&mut |expr| {
                if let Kind::Act(Act::Block(list, _)) = &expr.kind {
                    made += list.iter().filter(|stmt| self.makes(stmt, record, field)).count();
                }
            });
        }
        made
    }

    fn makes(&self, stmt: &Stmt<'a>, record: RecordId, field: &Ident) -> bool {
        match &stmt.kind {
            StmtKind::Copy { encoder, into, .. } => {
                self.program.remote(self.program.locals[encoder.local].ty) == Some(record) && into == field
            }
            StmtKind::Call { encoder, into, .. } => {
                self.program.remote(self.program.locals[encoder.local].ty) == Some(record) && into.contains(field)
            }
            _ => false,
        }
    }

    /// A variable gets what is made on the device: it begins there, or is known already.
    fn give_fields(&mut self, record: RecordId, names: &[Ident], value: TokenStream) -> TokenStream {
        let variables: Vec<Ident> = names.iter().map(|name| self.program.on_device(record, name)).collect();
        let pattern = match &variables[..] {
            [one] => one.to_token_stream(),
            _ => quote!((#(#variables),*)),
        };
        let here = self.inline_records.contains(&record)
            && self.depth == 1
            && names.iter().all(|name| !self.declared.contains(&(record, name.to_string())));
        match here {
            true => {
                let again = names.iter().map(|name| (self.times_made(record, name) > 1).then(|| quote!(mut)));
                match &variables[..] {
                    [one] => quote!(let #(#again)* #one = #value;),
                    _ => quote!(let (#(#again #variables),*) = #value;),
                }
            }
            false => quote!(#pattern = #value;),
        }
    }

    pub fn copied(&mut self, local: LocalId, into: &Ident, value: &Expr<'a>) -> TokenStream {
        let Some(record) = self.program.remote(self.program.locals[local].ty) else { return TokenStream::new() };
        let encoder = self.program.locals[local].name.clone();
        let value = match self.program.by_reference(value.ty) {
            true => self.lent_to_device(value),
            false => self.value(value),
        };
        self.give_fields(record, std::slice::from_ref(into), quote_spanned!(into.span()=> #encoder.copy(#value)))
    }

    /// A column: one that is older than the work is lent to it, another one is given.
    fn lent_to_device(&mut self, value: &Expr<'a>) -> TokenStream {
        let place = self.place(value);
        let params = self.hand.map(|hand| hand.params).unwrap_or_default();
        match &value.kind {
            Kind::Local(id) if params.contains(id) => place,
            _ => quote!(#place.clone()),
        }
    }

    pub fn called(&mut self, local: LocalId, into: &[Ident], kernel: &Kernel<'a>) -> TokenStream {
        let Some(record) = self.program.remote(self.program.locals[local].ty) else { return TokenStream::new() };
        let encoder = self.program.locals[local].name.clone();
        let names: Vec<Ident> = kernel.args.iter().map(|name| self.program.on_device(record, name)).collect();
        let field = |name: &Ident| self.program.records[record].field(&name.to_string()).map(|field| field.ty);
        let args = kernel.args.iter().zip(&names).map(|(arg, name)| match field(arg) {
            Some(ty) if self.program.by_reference(ty) => quote!(#name.get()),
            Some(ty) if !self.program.types.is_copy(ty) => quote!(#name.get().clone()),
            _ => quote!(*#name.get()),
        });
        let args: Vec<TokenStream> = args.collect();
        let Some(work) = self.work(kernel, &names, args) else { return TokenStream::new() };
        let (method, body) = match work {
            Work::Here(value) => (quote!(call), value),
            Work::There(value) => {
                (quote!(pass), quote!(-> ::core::result::Result<_, ::polarnet::device::Error> { #value }))
            }
        };
        let value = quote! {
            #encoder.#method({
                let (#(#names,)*) = (#(#names.clone(),)*);
                move || #body
            })
        };
        // Several results are taken apart on the device.
        match into {
            [_] => self.give_fields(record, into, value),
            _ => {
                let (whole, parts) = (own("whole"), 0..into.len());
                let parts = parts.map(|nth| {
                    let nth = syn::Index::from(nth);
                    quote!(#encoder.call({ let #whole = #whole.clone(); move || #whole.get().#nth.clone() }))
                });
                let parts: Vec<TokenStream> = parts.collect();
                let first = self.give_fields(record, into, quote!((#(#parts),*)));
                quote!(let #whole = #value; #first)
            }
        }
    }

    /// Fields that were declared before they are made.
    pub fn declare_late(&mut self, record: RecordId, rest: &[Stmt<'a>]) {
        let late: Vec<String> = self.program.records[record]
            .fields
            .iter()
            .filter(|field| !self.made_first_here(record, &field.name, rest))
            .map(|field| field.name.to_string())
            .collect();
        self.declared.extend(late.into_iter().map(|name| (record, name)));
    }

    /// An argument: of an encoder or a fence, with its fields.
    pub fn handed(&mut self, callee: FnId, nth: usize, arg: &Expr<'a>) -> TokenStream {
        let value = self.value(arg);
        let inner = unnarrowed(arg);
        let (Some(own), Some(wanted), Some(hand)) =
            (self.program.remote(inner.ty), self.program.remote(self.program.fns[callee].params[nth].1), self.hand)
        else {
            return value;
        };
        let fields = given(self.program, hand.all, callee, nth, wanted);
        let fields = fields.iter().map(|field| {
            let name = self.program.on_device(own, field);
            quote!(#name.clone())
        });
        quote!(#value, #(#fields),*)
    }

    /// What a function gives that is under way: it is taken apart into variables.
    pub fn taken(&mut self, expr: &Expr<'a>, call: TokenStream) -> TokenStream {
        if !self.program.is_under_way(expr.ty) {
            return call;
        }
        let (pattern, name) = self.variables(expr.ty, None);
        quote!({ let #name; #pattern = #call; #name })
    }

    /// The variables of a value that is under way.
    pub fn variables(&self, ty: Ty, name: Option<&Ident>) -> (TokenStream, Ident) {
        // An encoder that begins here goes on.
        let more = (name.is_some() && matches!(self.program.types.shape(ty), Shape::Encoder(_))).then(|| quote!(mut));
        let name = name.cloned().unwrap_or_else(|| own("handle"));
        match self.program.remote(ty).filter(|_| self.program.is_under_way(ty)) {
            Some(record) => {
                let again = |field: &Ident| more.clone().filter(|_| self.times_made(record, field) > 0);
                let fields = self.program.records[record].fields.iter().map(|field| {
                    let (again, name) = (again(&field.name), self.program.on_device(record, &field.name));
                    quote!(#again #name)
                });
                (quote!((#more #name, #(#fields),*)), name)
            }
            None => (quote!(#name), name),
        }
    }

    /// A fence that is returned, with the fields that its type has.
    pub fn given_back(&mut self, expr: &Expr<'a>, result: Ty) -> TokenStream {
        let value = self.value(expr);
        let inner = unnarrowed(expr);
        match (self.program.remote(inner.ty), self.program.remote(result)) {
            (Some(own), Some(wanted)) if self.program.is_under_way(result) => {
                let fields = self.program.records[wanted].fields.iter();
                let fields = fields.map(|field| self.program.on_device(own, &field.name));
                quote!((#value, #(#fields),*))
            }
            _ => value,
        }
    }

    /// A field of what was awaited, which is copied back.
    pub fn read_back(&mut self, value: &Expr<'a>, field: &syn::Member, span: Span) -> Option<TokenStream> {
        let Shape::Ready(record) = *self.program.types.shape(value.ty) else { return None };
        let syn::Member::Named(field) = field else { return None };
        let name = self.program.on_device(record, field);
        let synced = self.operand(value);
        // What a call makes is there after it only.
        let mut called = false;
        value.visit(&mut |expr| called |= matches!(expr.kind, Kind::Act(Act::Run(..))));
        Some(match called {
            true => {
                let whole = own("whole");
                quote_spanned!(span=> { let #whole = #synced; #name.read(&#whole) })
            }
            false => quote_spanned!(span=> #name.read(&#synced)),
        })
    }
}

/// Without what is only said of it.
pub fn untagged<'a>(expr: &'a Expr<'a>) -> &'a Expr<'a> {
    match &expr.kind {
        Kind::Act(Act::Tagged(value, _)) => untagged(value),
        _ => expr,
    }
}

/// Without what only narrows a record.
fn unnarrowed<'e, 'a>(expr: &'e Expr<'a>) -> &'e Expr<'a> {
    match &expr.kind {
        Kind::Act(Act::Narrow(value) | Act::Tagged(value, _)) => unnarrowed(value),
        Kind::Act(Act::Block(_, Some(value))) => unnarrowed(value),
        _ => expr,
    }
}

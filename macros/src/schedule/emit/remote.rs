//! What is on a device, as parameters, results and variables.

use crate::schedule::{
    check::{Is, Signatures},
    elaborate::Program,
    typed::{Act, Body, Callee, FnId, Kind, LocalId, StmtKind},
    types::{RecordId, Shape, Ty},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;

impl Program<'_> {
    /// The record of an encoder, of a fence, or of what was awaited.
    pub fn remote(&self, ty: Ty) -> Option<RecordId> {
        match *self.types.shape(ty) {
            Shape::Encoder(at) | Shape::Fence(at) | Shape::Ready(at) => Some(at),
            _ => None,
        }
    }

    pub fn is_under_way(&self, ty: Ty) -> bool {
        matches!(self.types.shape(ty), Shape::Encoder(_) | Shape::Fence(_))
    }

    /// The variable that holds a field of what is on a device.
    pub fn on_device(&self, record: RecordId, field: &Ident) -> Ident {
        let base = |at: RecordId, field: &Ident| match &self.records[at].origin {
            Some(origin) => format!("{}_{}", origin.unraw(), field.unraw()),
            None => format!("made_{}", field.unraw()),
        };
        let name = base(record, field);
        // Two encoders may have one name, and names with `_` may be put together in two ways.
        let all =
            self.records.iter().enumerate().flat_map(|(at, it)| it.fields.iter().map(move |field| (at, &field.name)));
        let same = all.filter(|(at, other)| base(*at, other) == name).count();
        let span = Span::mixed_site().located_at(field.span());
        match same > 1 {
            true => format_ident!("{name}__{record}", span = span),
            false => format_ident!("{name}", span = span),
        }
    }

    /// Does a function take or give what is under way on a device?
    pub fn is_part(&self, at: FnId) -> bool {
        let it = &self.fns[at];
        let result = self.types.each(it.result);
        it.params.iter().map(|(_, ty)| *ty).chain(result).any(|ty| self.is_under_way(ty))
    }

    /// The device of a function, if it has work for one: a parameter, or the one that is there.
    pub fn device(&self, at: FnId) -> Option<Option<LocalId>> {
        let mut found = None;
        self.fns[at].body.as_ref()?.value.visit(&mut |expr| match expr.kind {
            Kind::Act(Act::Begin(local)) => found = Some(local.or(found.flatten())),
            Kind::Act(Act::Run(Callee::Fn(callee), ..)) if self.is_part(callee) => found = found.or(Some(None)),
            _ => {}
        });
        found
    }

    /// The device that a function works on and hands on: its own, or the one that is there.
    pub fn own_device(&self, at: FnId) -> TokenStream {
        let default = || quote!(::polarnet::device::Device::default_device());
        match self.device(at) {
            Some(local) => local.map_or_else(default, |local| self.locals[local].name.to_token_stream()),
            None => {
                let given = self.fns[at].params.iter().find(|(_, ty)| self.types.is_device(*ty));
                given.map_or_else(default, |(name, _)| name.to_token_stream())
            }
        }
    }

    /// Does a function call what may take its device?
    pub fn hands_on_device(&self, at: FnId) -> bool {
        let takes = |callee: &Callee| matches!(callee, Callee::Fn(at) if !self.devices(*at).is_empty());
        self.calls(at).into_iter().any(|callee| match callee {
            Callee::Class(class) => self.choices(class).iter().any(takes),
            _ => false,
        })
    }

    /// The type of what is on the device.
    fn remote_type(&self, ty: Ty, lifetime: &TokenStream) -> TokenStream {
        let of = self.ty(ty);
        match self.by_reference(ty) {
            true => quote!(::polarnet::device::Remote<&#lifetime #of>),
            false => quote!(::polarnet::device::Remote<#of>),
        }
    }
}

/// The parameters of a function that is part of some work: encoders and fences with their fields, each by itself.
pub fn parameters(
    program: &Program<'_>,
    all: &Signatures<'_>,
    at: FnId,
    nth: usize,
    scope: &TokenStream,
) -> Option<TokenStream> {
    let (name, ty) = &program.fns[at].params[nth];
    let record = program.remote(*ty).filter(|_| program.is_under_way(*ty))?;
    let body = program.fns[at].body.as_ref()?;
    let own = program.remote(program.locals[body.params[nth]].ty)?;
    let handle = handle(program, *ty, scope);
    let fields = given(program, all, at, nth, record).into_iter().map(|field| {
        let name = program.on_device(own, &field);
        let ty = program.records[record].field(&field.to_string()).map(|it| program.remote_type(it.ty, scope));
        let again = makes_again(body, body.params[nth], &field).then(|| quote!(mut));
        quote!(#again #name: #ty)
    });
    Some(quote!(mut #name: #handle, #(#fields),*))
}

/// Does a body encode what its parameter brings already?
fn makes_again(body: &Body<'_>, param: LocalId, field: &Ident) -> bool {
    let mut again = false;
    body.value.visit(&mut |expr| {
        if let Kind::Act(Act::Block(list, _)) = &expr.kind {
            again |= list.iter().any(|stmt| match &stmt.kind {
                StmtKind::Copy { encoder, into, .. } => encoder.local == param && into == field,
                StmtKind::Call { encoder, into, .. } => encoder.local == param && into.contains(field),
                _ => false,
            });
        }
    });
    again
}

fn handle(program: &Program<'_>, ty: Ty, scope: &TokenStream) -> TokenStream {
    match program.types.shape(ty) {
        Shape::Encoder(_) => quote!(::polarnet::device::Encoder<#scope>),
        _ => quote!(::polarnet::device::Fence<#scope>),
    }
}

/// The fields that a parameter brings: those that have a value.
pub fn given(program: &Program<'_>, all: &Signatures<'_>, at: FnId, nth: usize, record: RecordId) -> Vec<Ident> {
    let dead = |field: &Ident| {
        let slots = all.of[at].iter().flat_map(|signature| &signature.inputs);
        slots
            .filter(|slot| slot.at == nth && *field == slot.field.as_deref().unwrap_or_default())
            .any(|slot| slot.is == Is::Dead)
    };
    program.records[record].fields.iter().map(|field| field.name.clone()).filter(|name| !dead(name)).collect()
}

/// The type of a result: of a fence, with its fields.
pub fn result(program: &Program<'_>, ty: Ty, scope: &TokenStream) -> Option<TokenStream> {
    let record = program.remote(ty).filter(|_| program.is_under_way(ty))?;
    let handle = handle(program, ty, scope);
    let fields = program.records[record].fields.iter().map(|field| program.remote_type(field.ty, scope));
    Some(quote!((#handle, #(#fields),*)))
}

//! `derive(FromNormal)`: a variant is an agent, its fields are what stands at the agent's ports.

use crate::root;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{
    Attribute, Data, DataEnum, DeriveInput, Error, Fields, Ident, LitStr, Path, Result, Token, ext::IdentExt,
    parse_quote, spanned::Spanned,
};

const VARIANTS: &str = "a variant is an agent: `enum Tree { Leaf(u32), Node(Box<Tree>, Box<Tree>) }`";

pub(crate) fn expand(input: DeriveInput) -> TokenStream {
    let found = || {
        let root = root::found();
        parse_quote!(#root)
    };
    let said = said(&input.attrs, true);
    let krate = said.as_ref().ok().and_then(|said| said.krate.clone()).unwrap_or_else(found);
    match said.and_then(|said| agents(&input, said.name, &krate)) {
        Ok(agents) => implementation(input, &krate, &agents),
        Err(error) => {
            // Who uses the type has made no mistake by that.
            let (error, stub) = (error.into_compile_error(), implementation(input, &krate, &[]));
            quote!(#error #stub)
        }
    }
}

/// One agent: its name, and the value that its ports make.
struct Agent {
    name: LitStr,
    ports: usize,
    value: TokenStream,
}

/// The agents that a type stands for.
fn agents(input: &DeriveInput, name: Option<LitStr>, krate: &Path) -> Result<Vec<Agent>> {
    match &input.data {
        Data::Struct(data) => Ok(vec![agent(&input.ident, &quote!(Self), &data.fields, name, krate)?]),
        Data::Enum(data) => match name {
            Some(name) => Err(Error::new_spanned(name, "a name is said of a variant: each is an agent")),
            None => variants(&input.ident, data, krate),
        },
        Data::Union(_) => Err(Error::new_spanned(&input.ident, format!("this is a union; {VARIANTS}"))),
    }
}

fn implementation(mut input: DeriveInput, krate: &Path, agents: &[Agent]) -> TokenStream {
    let bounds: Vec<Ident> = input.generics.type_params().map(|param| param.ident.clone()).collect();
    let clause = input.generics.make_where_clause();
    for parameter in bounds {
        clause.predicates.push(parse_quote!(#parameter: #krate::FromNormal));
    }
    let (generics, arguments, clause) = input.generics.split_for_impl();
    let ident = &input.ident;
    let arms = agents
        .iter()
        .map(|Agent { name, ports, value }| quote!((#name, #ports) => ::core::option::Option::Some(#value)));
    quote! {
        #[automatically_derived]
        impl #generics #krate::FromNormal for #ident #arguments #clause {
            fn read(terms: &mut ::core::slice::Iter<'_, #krate::Term>) -> ::core::option::Option<Self> {
                match ::core::iter::Iterator::next(terms)? {
                    #krate::Term::User(name, ports) => match (&**name, *ports) {
                        #(#arms,)*
                        _ => ::core::option::Option::None,
                    },
                    _ => ::core::option::Option::None,
                }
            }
        }
    }
}

/// An agent for each variant; no two are the same.
fn variants(ident: &Ident, data: &DataEnum, krate: &Path) -> Result<Vec<Agent>> {
    let mut agents: Vec<Agent> = Vec::new();
    for variant in &data.variants {
        let ident = &variant.ident;
        let name = said(&variant.attrs, false)?.name;
        let agent = agent(ident, &quote!(Self::#ident), &variant.fields, name, krate)?;
        let same = |other: &Agent| other.name.value() == agent.name.value() && other.ports == agent.ports;
        if agents.iter().any(same) {
            let message = format!("`{}` with as many ports is another variant already", agent.name.value());
            return Err(Error::new(agent.name.span(), message));
        }
        agents.push(agent);
    }
    match agents.is_empty() {
        true => Err(Error::new_spanned(ident, format!("the enum has no variants; {VARIANTS}"))),
        false => Ok(agents),
    }
}

/// `constructor` of the fields, in their order, each read where its type says.
fn agent(
    ident: &Ident,
    constructor: &TokenStream,
    fields: &Fields,
    name: Option<LitStr>,
    krate: &Path,
) -> Result<Agent> {
    let mut attributes = fields.iter().flat_map(|field| &field.attrs);
    if let Some(attribute) = attributes.find(|attribute| attribute.path().is_ident("agent")) {
        return Err(Error::new_spanned(attribute, "a field is a port, which has no name: the order tells"));
    }
    let name = name.unwrap_or_else(|| LitStr::new(&ident.unraw().to_string(), ident.span()));
    // Each is kept as a part until all are there: what is deep is not to be dropped by recursion if another one does not fit.
    let parts: Vec<Ident> = (0..fields.len()).map(|n| Ident::new(&format!("part{n}"), Span::mixed_site())).collect();
    let read = fields.iter().zip(&parts).map(|(field, part)| {
        let ty = &field.ty;
        // Only the function has the type's place: `terms` is a name of this macro's.
        let read = quote_spanned!(ty.span()=> <#ty as #krate::FromNormal>::read_part);
        quote!(let #part = #read(terms)?;)
    });
    let whole = fields.iter().zip(&parts).map(|(field, part)| match &field.ident {
        Some(field) => quote!(#field: #part.whole()),
        None => quote!(#part.whole()),
    });
    let value = match fields {
        Fields::Named(_) => quote!(#constructor { #(#whole),* }),
        Fields::Unnamed(_) => quote!(#constructor(#(#whole),*)),
        Fields::Unit => constructor.clone(),
    };
    let value = quote!({ #(#read)* #value });
    Ok(Agent { name, ports: fields.len(), value })
}

/// What `#[agent(…)]` says.
#[derive(Default)]
struct Said {
    name: Option<LitStr>,
    krate: Option<Path>,
}

fn said(attributes: &[Attribute], of_type: bool) -> Result<Said> {
    let mut said = Said::default();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("agent")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("name") {
                let name: LitStr = meta.value()?.parse()?;
                return match said.name.replace(name) {
                    Some(_) => Err(meta.error("the name is said twice")),
                    None => Ok(()),
                };
            }
            if of_type && meta.input.peek(Token![=]) && meta.path.is_ident("crate") {
                said.krate = Some(meta.value()?.call(Path::parse_mod_style)?);
                return Ok(());
            }
            Err(meta.error("there are `name = \"Node\"`, and `crate = path` of the type"))
        })?;
    }
    Ok(said)
}

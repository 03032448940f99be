//! What an enum says of its language.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::{
    Attribute, Data, DeriveInput, Error, Fields, GenericArgument, GenericParam, Generics, Ident, Lifetime, Member,
    PathArguments, Result, Type, TypeParamBound, Visibility, spanned::Spanned,
};

/// An enum of operators.
pub struct Model<'a> {
    pub name: &'a Ident,
    pub vis: &'a Visibility,
    pub generics: &'a Generics,
    /// The name of the language.
    pub lang: Ident,
    /// The parameter that stands for children.
    pub child: &'a Ident,
    /// The lifetime of lists.
    pub lifetime: Option<&'a Lifetime>,
    /// Is there to be a method `map`?
    pub map: bool,
    /// Is the digest for other crates too?
    pub export: bool,
    pub variants: Vec<Variant<'a>>,
}

/// An operator.
pub struct Variant<'a> {
    pub name: &'a Ident,
    pub fields: Vec<Field<'a>>,
}

/// A field of an operator.
pub struct Field<'a> {
    pub member: Member,
    /// The variable that it is bound to.
    pub binding: Ident,
    pub ty: &'a Type,
    pub sort: Sort<'a>,
}

/// What a field is.
pub enum Sort<'a> {
    /// `I`
    Child,
    /// `[I; n]`
    Children(&'a syn::Expr),
    /// `List<'b, I>`
    List,
    Payload,
}

impl<'a> Model<'a> {
    /// Reads the enum.
    pub fn new(input: &'a DeriveInput) -> Result<Self> {
        let Data::Enum(data) = &input.data else {
            let text = "a language is an enum, with a variant for each operator\n\
                        help: write `enum Math<I> { Num(i32), Add(I, I) }`";
            return Err(Error::new(input.ident.span(), text));
        };
        let options = Options::new(&input.attrs)?;
        let child = child(input, options.child.as_ref())?;
        let mut lifetimes = input.generics.lifetimes().map(|param| &param.lifetime);
        let lifetime = lifetimes.next();
        if let Some(second) = lifetimes.next() {
            let text = "a node borrows from its batch only\nhelp: write one lifetime, for its lists, and intern what else is borrowed";
            return Err(Error::new(second.span(), text));
        }
        if data.variants.is_empty() || data.variants.len() > 256 {
            let help = match data.variants.is_empty() {
                true => "write a variant for each operator: `enum Math<I> { Num(i32), Add(I, I) }`",
                false => "make one operator of those that have the same children, with a payload: `Call(Function, I)`",
            };
            let given = data.variants.len();
            let text = format!("a language has from 1 to 256 operators; this one has {given}\nhelp: {help}");
            return Err(Error::new(input.ident.span(), text));
        }
        let mut errors: Option<Error> = None;
        let mut variants = Vec::new();
        for variant in &data.variants {
            match fields(&variant.fields, child, lifetime) {
                Ok(fields) => variants.push(Variant { name: &variant.ident, fields }),
                Err(error) => match &mut errors {
                    Some(errors) => errors.combine(error),
                    None => errors = Some(error),
                },
            }
        }
        if errors.is_none()
            && let Some(error) = unbounded(input, child, lifetime, &variants)
        {
            errors = Some(error);
        }
        match errors {
            Some(errors) => Err(errors),
            None => Ok(Model {
                name: &input.ident,
                vis: &input.vis,
                generics: &input.generics,
                lang: options.lang.unwrap_or_else(|| format_ident!("{}Lang", input.ident)),
                child,
                lifetime,
                map: !options.no_map,
                export: options.export,
                variants,
            }),
        }
    }

    /// Are there lists of children?
    pub fn has_lists(&self) -> bool {
        self.variants.iter().flat_map(|variant| &variant.fields).any(|field| matches!(field.sort, Sort::List))
    }

    /// The enum's arguments, with this lifetime and this child.
    pub fn arguments(&self, lifetime: &TokenStream, child: &TokenStream) -> TokenStream {
        let arguments = self.generics.params.iter().map(|param| match param {
            GenericParam::Lifetime(_) => lifetime.clone(),
            GenericParam::Type(param) if param.ident == *self.child => child.clone(),
            GenericParam::Type(param) => param.ident.to_token_stream(),
            GenericParam::Const(param) => param.ident.to_token_stream(),
        });
        quote::quote!(<#(#arguments),*>)
    }

    /// The types of payloads in which parameters of the language stand.
    pub fn generic_payloads(&self) -> impl Iterator<Item = &'a Type> {
        let others = self.others();
        let fields = self.variants.iter().flat_map(|variant| &variant.fields);
        let payloads = fields.filter(|field| matches!(field.sort, Sort::Payload)).map(|field| field.ty);
        payloads.filter(move |ty| others.type_params().any(|param| mentions(ty, &param.ident)))
    }

    /// The parameters beside lifetime and child: those of the language.
    pub fn others(&self) -> Generics {
        let mut generics = self.generics.clone();
        let keep = |param: &GenericParam| match param {
            GenericParam::Lifetime(_) => false,
            GenericParam::Type(param) => param.ident != *self.child,
            GenericParam::Const(_) => true,
        };
        generics.params = generics.params.into_iter().filter(keep).collect();
        // Defaults are the enum's; clauses on the child are `Child`'s.
        for param in generics.type_params_mut() {
            param.default = None;
        }
        if let Some(clause) = &mut generics.where_clause {
            let old = std::mem::take(&mut clause.predicates);
            clause.predicates = old.into_iter().filter(|clause| !mentions(clause, self.child)).collect();
        }
        generics
    }
}

/// `#[node(lang = Name, child = J, no_map, export)]`
#[derive(Default)]
struct Options {
    lang: Option<Ident>,
    child: Option<Ident>,
    no_map: bool,
    export: bool,
}

impl Options {
    fn new(attrs: &[Attribute]) -> Result<Self> {
        let mut options = Options::default();
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("node")) {
            attr.parse_nested_meta(|meta| {
                let option = if meta.path.is_ident("lang") {
                    &mut options.lang
                } else if meta.path.is_ident("child") {
                    &mut options.child
                } else if meta.path.is_ident("no_map") {
                    options.no_map = true;
                    return Ok(());
                } else if meta.path.is_ident("export") {
                    options.export = true;
                    return Ok(());
                } else {
                    let text = "this is no option of a node\n\
                                help: the options are `lang = Name`, `child = Parameter`, `no_map` and `export`";
                    return Err(meta.error(text));
                };
                match option.replace(meta.value()?.parse()?) {
                    Some(_) => Err(meta.error("this option is given twice\nhelp: remove one")),
                    None => Ok(()),
                }
            })?;
        }
        Ok(options)
    }
}

/// The type parameter of the children.
fn child<'a>(input: &'a DeriveInput, wanted: Option<&Ident>) -> Result<&'a Ident> {
    let name = wanted.map_or_else(|| "I".to_owned(), Ident::to_string);
    input.generics.type_params().map(|param| &param.ident).find(|&ident| *ident == name).ok_or_else(|| {
        let span = wanted.map_or_else(|| input.ident.span(), Ident::span);
        let ident = &input.ident;
        Error::new(
            span,
            format!(
                "no type parameter `{name}` for the children\n\
                 help: write `enum {ident}<{name}>`, or name it by `#[node(child = …)]`"
            ),
        )
    })
}

/// What a list is of has to be a `Child`: without the bound rustc says so of `List` in each derived item. A bound of another name may
/// have it for a supertrait.
fn unbounded(
    input: &DeriveInput,
    child: &Ident,
    lifetime: Option<&Lifetime>,
    variants: &[Variant<'_>],
) -> Option<Error> {
    let has_lists = variants.iter().flat_map(|variant| &variant.fields).any(|field| matches!(field.sort, Sort::List));
    let is_trait = |bound: &TypeParamBound| matches!(bound, TypeParamBound::Trait(_));
    let param = input.generics.type_params().find(|param| param.ident == *child)?;
    let mut clauses = input.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let is_bounded = param.bounds.iter().any(is_trait) || clauses.any(|clause| mentions(clause, child));
    if !has_lists || is_bounded {
        return None;
    }
    let (name, lifetime) = (&input.ident, lifetime?);
    let text = format!(
        "`{child}` stands in a `List`, which is of a `Child`\nhelp: write `enum {name}<{lifetime}, {child}: Child>`"
    );
    Some(Error::new(param.ident.span(), text))
}

fn fields<'a>(fields: &'a Fields, child: &Ident, lifetime: Option<&Lifetime>) -> Result<Vec<Field<'a>>> {
    fields
        .members()
        .zip(fields)
        .enumerate()
        .map(|(at, (member, field))| {
            let sort = sort(&field.ty, child, lifetime)?;
            Ok(Field { member, binding: format_ident!("field_{at}"), ty: &field.ty, sort })
        })
        .collect()
}

fn sort<'a>(ty: &'a Type, child: &Ident, lifetime: Option<&Lifetime>) -> Result<Sort<'a>> {
    match ty {
        Type::Path(path) if path.path.is_ident(child) => return Ok(Sort::Child),
        Type::Array(array) if is_child(&array.elem, child) => return Ok(Sort::Children(&array.len)),
        Type::Path(path) if path.path.segments.last().is_some_and(|segment| segment.ident == "List") => {
            if let Some(segment) = path.path.segments.last()
                && let PathArguments::AngleBracketed(arguments) = &segment.arguments
            {
                let arguments: Vec<_> = arguments.args.iter().collect();
                if let [GenericArgument::Lifetime(of), GenericArgument::Type(element)] = arguments[..]
                    && Some(of) == lifetime
                    && is_child(element, child)
                {
                    return Ok(Sort::List);
                }
            }
        }
        _ => {}
    }
    if mentions(ty, child) {
        let text = format!(
            "children of a node do not stand in such a type\n\
             help: write `{child}`, `[{child}; n]` or `List<'b, {child}>`, where the enum has the parameters `'b` and \
             `{child}: Child`"
        );
        return Err(Error::new(ty.span(), text));
    }
    if let Type::Reference(reference) = ty {
        let text = "a node is `Copy`, and outlives what it was made of\nhelp: intern the value, and keep its number";
        return Err(Error::new(reference.span(), text));
    }
    // A node is read under any lifetime that the batch is borrowed for: an index of the space `Brand<'b>` would be read as
    // one of another space.
    if let Some(lifetime) = lifetime
        && borrows(ty.to_token_stream(), lifetime)
    {
        let text = format!(
            "`{lifetime}` is how long a node's lists are borrowed, and a payload outlives them\n\
             help: write the payload's type without it"
        );
        return Err(Error::new(ty.span(), text));
    }
    if mentions(ty, &Ident::new("Self", ty.span())) {
        let text = "a payload does not depend on the node that it stands in\nhelp: write its type without `Self`";
        return Err(Error::new(ty.span(), text));
    }
    Ok(Sort::Payload)
}

fn is_child(ty: &Type, child: &Ident) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(child))
}

/// Does the identifier stand anywhere in it?
pub fn mentions(tokens: &impl ToTokens, ident: &Ident) -> bool {
    fn find(tokens: TokenStream, ident: &Ident) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(found) => found == *ident,
            TokenTree::Group(group) => find(group.stream(), ident),
            _ => false,
        })
    }
    find(tokens.to_token_stream(), ident)
}

/// Does the lifetime stand anywhere in it?
fn borrows(tokens: TokenStream, lifetime: &Lifetime) -> bool {
    let mut quote = false;
    tokens.into_iter().any(|token| {
        let quoted =
            std::mem::replace(&mut quote, matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\''));
        match token {
            TokenTree::Ident(found) => quoted && found == lifetime.ident,
            TokenTree::Group(group) => borrows(group.stream(), lifetime),
            _ => false,
        }
    })
}

//! The languages of the spaces, as `derive(Node)` describes them.
//!
//! A macro does not see what is declared elsewhere. So `derive(Node)` makes a macro with the name of its enum, which passes
//! a description on to whoever calls it; `schedule!` calls one language after the other, and itself with all they said.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Member, Path, Result, Token, braced, bracketed,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    token,
};

/// An enum that derives `Node`.
#[derive(Clone)]
pub struct Language {
    /// What the block calls it.
    pub path: Path,
    /// `Math`
    pub name: Ident,
    /// The type of the language: `MathLang`.
    pub lang: Ident,
    /// Its own parameters, but for that of the children.
    pub params: Vec<Ident>,
    pub operators: Vec<Operator>,
}

#[derive(Clone)]
pub struct Operator {
    pub name: Ident,
    pub fields: Vec<Field>,
}

#[derive(Clone)]
pub struct Field {
    pub member: Member,
    pub sort: Sort,
    /// Of an array of children, how many they are.
    pub count: TokenStream,
}

/// What a field is.
#[derive(Clone)]
pub enum Sort {
    /// `I`
    Child,
    /// `[I; n]`
    Children,
    /// `List<'b, I>`
    List,
    Payload(Box<syn::Type>),
}

impl Sort {
    pub fn is_payload(&self) -> bool {
        matches!(self, Sort::Payload(_))
    }
}

impl Language {
    /// Reads the description that the macro of `path` gave.
    pub fn read(path: Path, description: TokenStream) -> Result<Self> {
        use syn::spanned::Spanned;
        // What the language says stands elsewhere: its mistakes belong to where it is named.
        let read = syn::parse2(description).map_err(|error| syn::Error::new(path.span(), error));
        let Description { name, lang, params, operators } = read?;
        Ok(Language { path, name, lang, params, operators })
    }

    /// The type of the language, where the enum is: `math::MathLang`.
    pub fn lang_path(&self) -> Path {
        let mut path = self.path.clone();
        if let Some(last) = path.segments.last_mut() {
            let span = last.ident.span();
            last.ident = self.lang.clone();
            last.ident.set_span(span);
        }
        path
    }

    pub fn operator(&self, name: &Ident) -> Option<usize> {
        self.operators.iter().position(|operator| operator.name == *name)
    }

    /// Has an operator a list of children? Then its nodes borrow.
    pub fn has_lists(&self) -> bool {
        self.operators.iter().flat_map(|operator| &operator.fields).any(|field| matches!(field.sort, Sort::List))
    }
}

/// A type of the description, with arguments for the parameters of its language.
pub fn applied(ty: &syn::Type, params: &[Ident], args: &[syn::Type]) -> syn::Type {
    fn replace(tokens: TokenStream, params: &[Ident], args: &[syn::Type]) -> TokenStream {
        tokens
            .into_iter()
            .flat_map(|token| match token {
                TokenTree::Ident(name) => {
                    match params.iter().position(|param| *param == name).and_then(|at| args.get(at)) {
                        Some(arg) => arg.to_token_stream(),
                        None => name.into_token_stream(),
                    }
                }
                TokenTree::Group(group) => {
                    let inner = replace(group.stream(), params, args);
                    let mut new = Group::new(group.delimiter(), inner);
                    new.set_span(group.span());
                    new.into_token_stream()
                }
                token => token.into_token_stream(),
            })
            .collect()
    }
    match params.is_empty() {
        true => ty.clone(),
        false => syn::parse2(replace(ty.to_token_stream(), params, args)).unwrap_or_else(|_| ty.clone()),
    }
}

impl Operator {
    pub fn has_children(&self) -> bool {
        self.fields.iter().any(|field| !field.sort.is_payload())
    }

    /// `Add(I, I)`, to tell what there is.
    pub fn shown(&self) -> String {
        let sort = |field: &Field| match &field.sort {
            Sort::Child => "_".to_owned(),
            Sort::Children | Sort::List => "list..".to_owned(),
            Sort::Payload(ty) => quote::ToTokens::to_token_stream(ty).to_string().replace(' ', ""),
        };
        let fields: Vec<String> = match self.fields.first().map(|field| &field.member) {
            None => return format!("`{}`", self.name),
            Some(Member::Unnamed(_)) => self.fields.iter().map(sort).collect(),
            Some(Member::Named(_)) => {
                let fields = self.fields.iter().map(|field| match &field.member {
                    Member::Named(name) => name.to_string(),
                    Member::Unnamed(_) => String::new(),
                });
                return format!("`{} {{ {} }}`", self.name, fields.collect::<Vec<_>>().join(", "));
            }
        };
        format!("`{}({})`", self.name, fields.join(", "))
    }
}

struct Description {
    name: Ident,
    lang: Ident,
    params: Vec<Ident>,
    operators: Vec<Operator>,
}

impl Parse for Description {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let (name, lang) = (input.parse()?, input.parse()?);
        let others;
        bracketed!(others in input);
        let params = Punctuated::<Ident, Token![,]>::parse_terminated(&others)?.into_iter().collect();
        let mut operators = Vec::new();
        while !input.is_empty() {
            let name = input.parse()?;
            let body;
            braced!(body in input);
            let mut fields = Vec::new();
            while !body.is_empty() {
                fields.push(body.parse()?);
            }
            operators.push(Operator { name, fields });
        }
        Ok(Description { name, lang, params, operators })
    }
}

impl Parse for Field {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let (member, sort): (Member, Ident) = (input.parse()?, input.parse()?);
        let inner;
        let _: token::Brace = braced!(inner in input);
        let mut count = TokenStream::new();
        let sort = if sort == "payload" {
            Sort::Payload(Box::new(inner.parse()?))
        } else {
            count = inner.parse()?;
            if sort == "child" {
                Sort::Child
            } else if sort == "children" {
                Sort::Children
            } else {
                Sort::List
            }
        };
        Ok(Field { member, sort, count })
    }
}

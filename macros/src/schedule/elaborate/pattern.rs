//! Patterns: of nodes, by the operators of their language; and of values of Rust.

use super::Elaborator;
use super::matching::Matched;
use crate::schedule::{
    errors::{count, nearest},
    language::Sort,
    tree::{self, PatternKind},
    typed::Pattern,
    types::{Place, Shape, SpaceId, Ty},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::{Member, Path};

impl<'a> Elaborator<'a, '_> {
    pub fn pattern(&mut self, pattern: &'a tree::Pattern, of: Matched) -> Pattern {
        let span = pattern.span;
        match &pattern.kind {
            PatternKind::Any => Pattern::Any,
            PatternKind::Name(name) => match self.operator_of(name, of) {
                // `Num` without fields is any `Num`.
                Some((space, operator)) => Pattern::Node { at: span, space, operator, fields: Vec::new(), rest: None },
                None if of.node.is_some() && name.to_string().starts_with(char::is_uppercase) => {
                    self.unknown_operator(name, of);
                    Pattern::Error
                }
                // A variant or a constant of Rust's: `None`.
                None if name.to_string().starts_with(char::is_uppercase) => Pattern::Rust(name.to_token_stream()),
                None => Pattern::Bind(self.bind(name, of.ty)),
            },
            PatternKind::Path(path) => match self.operator_of_path(path, of) {
                Some((space, operator)) => Pattern::Node { at: span, space, operator, fields: Vec::new(), rest: None },
                None => Pattern::Rust(path.to_token_stream()),
            },
            PatternKind::Literal(tokens) => match self.literal_pattern(span, tokens, of) {
                true => Pattern::Rust(tokens.clone()),
                false => Pattern::Error,
            },
            PatternKind::Node(path, parts) => self.node_pattern(span, path, parts, of),
            PatternKind::Record(path, fields, rest) => self.record_pattern(path, fields, *rest, of),
            PatternKind::Rest(name) => {
                let text = format!("`{name}..` stands for the other children of an operator");
                self.errors.push(span, text, "write it as the last of an operator's fields: `Op(f, args..)`");
                Pattern::Any
            }
            PatternKind::Others(_) => {
                let help = "it stands for an arm: `match n { If(c, t, e) => …, _(args..) => … }`";
                self.errors.push(span, "`_(args..)` is for the operators of a node that is matched on", help);
                Pattern::Any
            }
            PatternKind::Ignored => {
                self.errors.push(span, "`..` stands for the other fields of an operator", "write `_` here");
                Pattern::Any
            }
            PatternKind::Tuple(parts) => {
                let types: Vec<Ty> = match self.types.shape(of.ty).clone() {
                    Shape::Tuple(types) if types.len() == parts.len() => types,
                    Shape::Var(_) | Shape::Rust(..) => parts.iter().map(|_| self.types.opaque()).collect(),
                    _ => {
                        if !self.types.is_error(of.ty) {
                            let text =
                                format!("a tuple of {}, and the value is {}", parts.len(), self.types.told(of.ty));
                            self.errors.push(span, text, "match on what it is");
                        }
                        return self.broken_pattern(&mut parts.iter());
                    }
                };
                Pattern::Tuple(TokenStream::new(), self.parts(parts, &types))
            }
            PatternKind::Or(patterns) => {
                let outer = self.scope.len();
                let patterns: Vec<Pattern> = patterns.iter().map(|pattern| self.pattern(pattern, of)).collect();
                if patterns.iter().any(Pattern::binds) {
                    self.errors.push(span, "names are bound inside of alternatives", "write an arm for each");
                }
                self.scope.truncate(outer);
                Pattern::Or(patterns)
            }
        }
    }

    /// A pattern with a mistake: its names are known, and nothing else.
    pub fn broken_pattern(&mut self, parts: &mut dyn Iterator<Item = &tree::Pattern>) -> Pattern {
        for part in parts {
            match &part.kind {
                PatternKind::Name(name) | PatternKind::Rest(name) | PatternKind::Others(name) => self.bind_broken(name),
                PatternKind::Node(_, parts) | PatternKind::Tuple(parts) | PatternKind::Or(parts) => {
                    self.broken_pattern(&mut parts.iter());
                }
                PatternKind::Record(_, fields, _) => {
                    self.broken_pattern(&mut fields.iter().map(|(_, part)| part));
                }
                PatternKind::Any | PatternKind::Path(_) | PatternKind::Literal(_) | PatternKind::Ignored => {}
            }
        }
        Pattern::Error
    }

    pub fn literal_pattern(&mut self, span: Span, tokens: &TokenStream, of: Matched) -> bool {
        let text = tokens.to_string().replace(' ', "");
        let truth = text == "true" || text == "false";
        let point = text.replace("..=", "").contains('.');
        let fits = match self.types.shape(of.ty) {
            Shape::Bool => truth,
            Shape::Int(_) => !truth && !point,
            Shape::Float(_) => !truth,
            Shape::Row(..) | Shape::Node(_) | Shape::List(_) | Shape::Tuple(_) | Shape::Array(..) => false,
            _ => true,
        };
        if !fits {
            let text = format!("the value is {}, which is never `{text}`", self.types.told(of.ty));
            self.errors.push(span, text, "match on what it is");
        }
        fits
    }

    pub fn parts(&mut self, parts: &'a [tree::Pattern], types: &[Ty]) -> Vec<Pattern> {
        parts
            .iter()
            .zip(types)
            .map(|(part, &ty)| {
                let node = self.node_of(ty);
                self.pattern(part, Matched { ty, node })
            })
            .collect()
    }

    /// `Op(f, args..)` of a language, `Some(x)` of Rust's.
    pub fn node_pattern(&mut self, span: Span, path: &'a Path, parts: &'a [tree::Pattern], of: Matched) -> Pattern {
        let Some((space, operator)) = self.operator_of_path(path, of) else {
            if of.node.is_some() {
                if let Some(name) = path.segments.last() {
                    self.unknown_operator(&name.ident, of);
                }
                return self.broken_pattern(&mut parts.iter());
            }
            let types: Vec<Ty> = parts.iter().map(|_| self.types.opaque()).collect();
            return Pattern::Tuple(path.to_token_stream(), self.parts(parts, &types));
        };
        let children = of.node.map_or(Place::Any, |(_, place)| place);
        let Some((name, sorts, shown)) = self.described(space, operator) else { return Pattern::Any };
        let open = parts.iter().position(|part| matches!(part.kind, PatternKind::Rest(_) | PatternKind::Ignored));
        if let Some(at) = open.filter(|&at| at + 1 < parts.len()) {
            let text = "what stands for the other fields is the last one";
            self.errors.push(parts[at].span, text, "move it to the end");
        }
        let given = open.unwrap_or(parts.len());
        if given > sorts.len() || (open.is_none() && given < sorts.len()) {
            let fields = count(sorts.len(), "field");
            let help =
                format!("it is {shown}; `_` stands for a field, `..` for all others, `args..` for the other children");
            self.errors.push(span, format!("`{name}` has {fields}, and this pattern has {given}"), help);
            return self.broken_pattern(&mut parts.iter());
        }
        let mut fields = Vec::new();
        for (at, part) in parts[..given].iter().enumerate() {
            let field = self.field(space, &sorts[at], children);
            fields.push((at, self.field_pattern(part, field)));
        }
        let rest = open.and_then(|at| match &parts[at].kind {
            PatternKind::Rest(name) => {
                let row = self.types.add(Shape::Row(space, children));
                let list = self.types.add(Shape::List(row));
                Some(self.bind(name, list))
            }
            _ => None,
        });
        Pattern::Node { at: path.segments.last().map_or(span, |last| last.ident.span()), space, operator, fields, rest }
    }

    pub fn record_pattern(
        &mut self,
        path: &'a Path,
        parts: &'a [(Member, tree::Pattern)],
        open: bool,
        of: Matched,
    ) -> Pattern {
        let Some((space, operator)) = self.operator_of_path(path, of) else {
            if of.node.is_some() {
                if let Some(name) = path.segments.last() {
                    self.unknown_operator(&name.ident, of);
                }
                return self.broken_pattern(&mut parts.iter().map(|(_, part)| part));
            }
            let fields = parts.iter().map(|(member, part)| {
                let ty = self.types.opaque();
                (member.clone(), self.pattern(part, Matched { ty, node: None }))
            });
            let fields = fields.collect();
            return Pattern::Record(path.to_token_stream(), fields, open);
        };
        let children = of.node.map_or(Place::Any, |(_, place)| place);
        let Some(language) = self.language(space) else { return Pattern::Any };
        let (name, shown) = (language.operators[operator].name.clone(), language.operators[operator].shown());
        let known: Vec<(Member, Sort)> = language.operators[operator]
            .fields
            .iter()
            .map(|field| (field.member.clone(), field.sort.clone()))
            .collect();
        let mut fields = Vec::new();
        for (member, part) in parts {
            let Some(at) = known.iter().position(|(name, _)| name == member) else {
                let member = quote::ToTokens::to_token_stream(member);
                self.errors.push(part.span, format!("`{name}` has no field `{member}`"), format!("it is {shown}"));
                self.broken_pattern(&mut [part].into_iter());
                continue;
            };
            let field = self.field(space, &known[at].1, children);
            fields.push((at, self.field_pattern(part, field)));
        }
        if !open && fields.len() < known.len() {
            let span = path.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
            self.errors.push(
                span,
                format!("fields of `{name}` are missing"),
                format!("it is {shown}; `..` stands for all others"),
            );
        }
        let at = path.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
        Pattern::Node { at, space, operator, fields, rest: None }
    }

    /// The pattern of an operator's field. A child is a row, whose node is looked at by a `match` of its own.
    fn field_pattern(&mut self, part: &'a tree::Pattern, field: Matched) -> Pattern {
        if field.node.is_none() || !self.looks_at_node(part, field) {
            return self.pattern(part, field);
        }
        let text = "a pattern looks at the node that is matched on, and this is the node of a child";
        let help = "name the child, and match on it: `Neg(x) => match x { Num(v) => …, _ => … }`; what is computed for it \
                    is read by a val: `cost[x]`";
        self.errors.push(part.span, text, help);
        self.broken_pattern(&mut [part].into_iter())
    }

    /// Is it about operators?
    fn looks_at_node(&self, part: &tree::Pattern, field: Matched) -> bool {
        match &part.kind {
            PatternKind::Node(..) | PatternKind::Record(..) | PatternKind::Path(_) => true,
            PatternKind::Name(name) => {
                self.operator_of(name, field).is_some() || name.to_string().starts_with(char::is_uppercase)
            }
            PatternKind::Or(parts) => parts.iter().any(|part| self.looks_at_node(part, field)),
            _ => false,
        }
    }

    /// What a pattern finds in a field.
    pub fn field(&mut self, space: SpaceId, sort: &Sort, children: Place) -> Matched {
        let row = self.types.add(Shape::Row(space, children));
        match sort {
            Sort::Child => Matched { ty: row, node: Some((space, children)) },
            Sort::Children | Sort::List => Matched { ty: self.types.add(Shape::List(row)), node: None },
            Sort::Payload(ty) => Matched { ty: self.payload(space, ty), node: None },
        }
    }

    pub fn described(&self, space: SpaceId, operator: usize) -> Option<(Ident, Vec<Sort>, String)> {
        let operator = &self.language(space)?.operators[operator];
        let sorts = operator.fields.iter().map(|field| field.sort.clone()).collect();
        Some((operator.name.clone(), sorts, operator.shown()))
    }

    pub fn operator_of(&self, name: &Ident, of: Matched) -> Option<(SpaceId, usize)> {
        let (space, _) = of.node?;
        Some((space, self.language(space)?.operator(name)?))
    }

    pub fn operator_of_path(&self, path: &Path, of: Matched) -> Option<(SpaceId, usize)> {
        let (space, _) = of.node?;
        let language = self.language(space)?;
        let count = path.segments.len();
        if count > 1 && path.segments[count - 2].ident != language.path.segments.last()?.ident {
            return None;
        }
        Some((space, language.operator(&path.segments[count - 1].ident)?))
    }

    pub fn unknown_operator(&mut self, name: &Ident, of: Matched) {
        let Some((space, _)) = of.node else { return };
        let Some(language) = self.language(space) else { return };
        let text = format!("`{}` has no operator `{name}`", language.name);
        let known: Vec<String> = language.operators.iter().map(|operator| operator.name.to_string()).collect();
        let help = nearest(&name.to_string(), known.iter().map(String::as_str), "operator");
        self.errors.push(name.span(), text, help);
    }
}

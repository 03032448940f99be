//! Expressions.

use super::{
    built,
    hand::Hand,
    net, own,
    places::{located, seated},
    rows::rows_of,
};
use crate::schedule::{
    elaborate::Program,
    tree::Unary,
    typed::{Act, Expr, Kind, LocalId, Val, ValId},
    types::{RecordId, Shape, SpaceId},
};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::{HashMap, HashSet};

/// What the rows of a pass are, where its body stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// There are none.
    Nothing,
    /// `node` has the values of the children: `&T`, or a tuple of them.
    Values,
    /// `row` is a [`Row`], and children are rows below.
    Rows,
    /// As `Rows`, and `row` has the values of several columns.
    Together,
    /// `row` is on the way down.
    Down,
    /// `row` is an index of any column.
    Index,
}

/// What is needed to write an expression.
pub struct Body<'p, 'a> {
    pub program: &'p Program<'a>,
    pub reader: Reader,
    /// The vals whose values are computed together.
    pub vals: Vec<ValId>,
    /// The lists that patterns bound, by their names, as iterators; and their elements, if there is a fixed number.
    pub lists: HashMap<String, Rest>,
    /// How a new node enters its batch: `add` or `push`.
    pub enter: &'static str,
    /// Vals that are computed where they are read.
    pub inline: Vec<ValId>,
    pub batch: Option<Ident>,
    /// The batch of each space, and those that are being made.
    pub batches: HashMap<SpaceId, Ident>,
    pub builders: HashMap<SpaceId, Ident>,
    /// Vals of a batch that is being made.
    pub lockstep: Vec<ValId>,
    /// Values that were computed before, by where they stand: the variables that hold them.
    pub computed: HashMap<*const Expr<'a>, Ident>,
    /// Batches and columns that grow are parameters: references.
    pub borrowed: bool,
    /// Variables that have a value for each of several points.
    pub points: Vec<LocalId>,
    /// Of a body that is written by hand.
    pub hand: Option<Hand<'p, 'a>>,
    /// How deep a block is in the function.
    pub depth: usize,
    /// Encoders and fences whose fields are variables of the function's own block, and those that were declared before
    /// they are made.
    pub inline_records: HashSet<RecordId>,
    pub declared: HashSet<(RecordId, String)>,
}

/// A list that a pattern bound.
#[derive(Clone)]
pub struct Rest {
    pub iter: TokenStream,
    pub items: Option<Vec<TokenStream>>,
}

impl<'p, 'a> Body<'p, 'a> {
    pub fn new(program: &'p Program<'a>, reader: Reader) -> Self {
        Body {
            program,
            reader,
            vals: Vec::new(),
            lists: HashMap::new(),
            enter: "push",
            inline: Vec::new(),
            batch: None,
            batches: HashMap::new(),
            builders: HashMap::new(),
            lockstep: Vec::new(),
            points: Vec::new(),
            computed: HashMap::new(),
            borrowed: false,
            hand: None,
            depth: 0,
            inline_records: HashSet::new(),
            declared: HashSet::new(),
        }
    }

    /// The batches that a function gets itself.
    pub fn know_batches(&mut self, val: &Val<'a>) {
        for &id in &val.params {
            let local = &self.program.locals[id];
            if let Shape::Batch(space) = *self.program.types.shape(local.ty) {
                self.batches.entry(space).or_insert_with(|| local.name.clone());
            }
        }
    }

    /// The variable that holds a value already.
    pub fn computed(&self, expr: &Expr<'a>) -> Option<&Ident> {
        self.computed.get(&std::ptr::from_ref(expr))
    }

    /// A value, which may be the operand of anything: in parentheses, unless it is one by itself.
    pub fn operand(&mut self, expr: &Expr<'a>) -> TokenStream {
        if let Kind::Act(Act::Tagged(inner, _)) = &expr.kind {
            return self.operand(inner);
        }
        let value = self.value(expr);
        let plain = match expr.kind {
            Kind::Act(_) => !starts_with_brace(&value),
            Kind::Binary(..) | Kind::Unary(..) | Kind::Cast(_) | Kind::If(..) | Kind::Match(..) => false,
            Kind::Builtin(builtin, _) => !matches!(builtin.rust(), "+" | "*"),
            Kind::Attribute(..) => !value.to_string().starts_with('*'),
            _ => true,
        } || self.computed(expr).is_some();
        if plain { value } else { quote_spanned!(expr.span=> (#value)) }
    }

    pub fn value(&mut self, expr: &Expr<'a>) -> TokenStream {
        let span = expr.span;
        if let Some(name) = self.computed(expr) {
            return name.to_token_stream();
        }
        match &expr.kind {
            Kind::Number(digits) => {
                let mut number = self.program.number(digits, expr.ty);
                if let Some(TokenTree::Literal(literal)) = number.clone().into_iter().next() {
                    let mut literal = literal;
                    literal.set_span(span);
                    number = literal.into_token_stream();
                }
                number
            }
            Kind::Bool(truth) => quote_spanned!(span=> #truth),
            Kind::Local(id) => {
                let local = &self.program.locals[*id];
                let mut name = local.name.clone();
                name.set_span(span.resolved_at(name.span()));
                if self.points.contains(id) {
                    let lane = own("lane");
                    return quote_spanned!(span=> #name[#lane]);
                }
                match self.program.types.shape(local.ty) {
                    Shape::Node(_) => {
                        let row = own("row");
                        match self.reader {
                            Reader::Index => row.to_token_stream(),
                            _ => quote!(#row.idx()),
                        }
                    }
                    Shape::Rust(..) if !self.program.types.is_copy(local.ty) => quote_spanned!(span=> #name.clone()),
                    _ => name.to_token_stream(),
                }
            }
            Kind::Const(at) => {
                let mut name = self.program.consts[*at].name.clone();
                name.set_span(name.span().located_at(span));
                name.to_token_stream()
            }
            Kind::Rust(tokens) => tokens.clone(),
            Kind::Unary(op, value) => {
                let value = self.operand(value);
                match op {
                    Unary::Neg if self.program.types.is_float(expr.ty) => quote_spanned!(span=> -#value),
                    Unary::Neg => {
                        let value = seated(value, span);
                        quote_spanned!(span=> -#value)
                    }
                    Unary::Not => quote_spanned!(span=> !#value),
                }
            }
            Kind::Binary(op, a, b) => self.binary(expr, *op, a, b),
            Kind::Cast(value) => self.cast(expr, value),
            Kind::Borrow(value) => {
                let value = self.place(value);
                quote_spanned!(span=> &#value)
            }
            Kind::If(condition, value, other) => {
                let condition = self.head(condition);
                let value = self.block(value);
                match &other.kind {
                    Kind::Writes(list) if list.is_empty() => quote_spanned!(span=> if #condition { #value }),
                    Kind::If(..) => {
                        let other = self.value(other);
                        quote_spanned!(span=> if #condition { #value } else #other)
                    }
                    _ => {
                        let other = self.block(other);
                        quote_spanned!(span=> if #condition { #value } else { #other })
                    }
                }
            }
            Kind::Match(value, arms) => self.match_value(expr, value, arms),
            Kind::Builtin(builtin, args) => self.builtin(expr, *builtin, args),
            Kind::Call(val, args) => {
                let name = &self.program.vals[*val].name;
                let mut name = name.clone();
                name.set_span(name.span().located_at(span));
                let mut args = args.iter().map(|arg| self.argument(arg)).collect::<Vec<_>>();
                args.extend(self.given(*val).into_iter().map(|it| it.argument));
                let runtime = self.program.runtime_of(*val);
                let fails = runtime.as_ref().map(|_| quote_spanned!(span=> ?));
                args.extend(runtime);
                quote_spanned!(span=> #name(#(#args),*) #fails)
            }
            Kind::Net(path, args) => self.net(expr, path, args),
            Kind::Extern(name, args) => {
                let args = args.iter().map(|arg| self.argument(arg)).collect::<Vec<_>>();
                quote_spanned!(span=> #name(#(#args),*))
            }
            Kind::Construct(path, args) => {
                let args = args.iter().map(|arg| self.value(arg)).collect::<Vec<_>>();
                quote_spanned!(span=> #path(#(#args),*))
            }
            Kind::Attribute(val, row) => {
                let read = self.read(*val, row, expr.ty);
                // What rustc says of a copy that cannot be made is said of the user's token.
                if self.program.types.is_copy(expr.ty) { read } else { located(read, span) }
            }
            Kind::Element(base, at) => {
                let copied = self.program.types.is_copy(expr.ty);
                let (base, at) = (self.place(base), self.row(at));
                match copied {
                    true => quote_spanned!(span=> #base[#at]),
                    false => quote_spanned!(span=> #base[#at].clone()),
                }
            }
            Kind::Field(value, member) => {
                if let Some(read) = self.read_back(value, member, span) {
                    return read;
                }
                let value = self.place(value);
                let clone = (!self.program.types.is_copy(expr.ty)).then(|| quote!(.clone()));
                quote_spanned!(span=> #value.#member #clone)
            }
            Kind::Tuple(list) => {
                let list = list.iter().map(|it| self.value(it)).collect::<Vec<_>>();
                quote_spanned!(span=> (#(#list),*))
            }
            Kind::Array(list) => {
                let list = list.iter().map(|it| self.value(it)).collect::<Vec<_>>();
                quote_spanned!(span=> [#(#list),*])
            }
            Kind::Record(path, fields) => {
                let members = fields.iter().map(|(member, _)| member);
                let values = fields.iter().map(|(_, it)| self.value(it)).collect::<Vec<_>>();
                quote_spanned!(span=> #path { #(#members: #values),* })
            }
            Kind::Let(..) | Kind::Writes(_) | Kind::Write(..) => {
                let block = self.block(expr);
                quote!({ #block })
            }
            Kind::Each(body, local, of) if matches!(self.program.types.shape(expr.ty), Shape::Array(..)) => {
                if self.program.may_fail(body) {
                    return self.array_or_fail(expr, body, *local, of);
                }
                let (name, source) = (&self.program.locals[*local].name, self.array(of));
                let value = match body.kind {
                    Kind::Let(..) => {
                        let block = self.block(body);
                        quote!({ #block })
                    }
                    _ => self.value(body),
                };
                match source {
                    Some(array) => quote_spanned!(span=> #array.map(|#name| #value)),
                    None => quote_spanned!(span=> ::core::array::from_fn(|#name: usize| #value)),
                }
            }
            Kind::Each(..) | Kind::Filter(..) | Kind::Range(..) | Kind::Rows(_) => self.iter(expr),
            Kind::Column(space, row, body) => {
                let rows = rows_of(self.program, *space);
                let name = &self.program.locals[*row].name;
                if self.program.may_fail(body) {
                    let (types, body) = (self.types_or_fail(body.ty), net::ok(&self.value(body)));
                    return quote_spanned!(span=> #rows.try_data #types (|#name| #body)?);
                }
                let body = match body.kind.is_block() {
                    true => {
                        let block = self.block(body);
                        quote!({ #block })
                    }
                    false => self.value(body),
                };
                quote_spanned!(span=> #rows.data(|#name| #body))
            }
            Kind::Groups(space, groups) => {
                let rows = rows_of(self.program, *space);
                let name = &self.program.locals[groups.local].name;
                let list = self.each(groups.list);
                let (at, body) = (self.row(groups.at), self.value(groups.body));
                let zero = self.program.unit("+", groups.body.ty);
                let sums = own("sums");
                let add = match self.program.types.is_unknown(groups.body.ty) {
                    true => quote_spanned!(span=> ::polarnet::private::Numeric::gain(&mut #sums[#at], #body)),
                    false => quote!(#sums[#at] += #body),
                };
                quote!({
                    let mut #sums = #rows.fill(#zero);
                    for #name in #list {
                        #add;
                    }
                    #sums
                })
            }
            Kind::New(space, operator, args) => self.new_node(span, *space, *operator, args),
            Kind::Rebuilt => {
                let (row, child) = (own("row"), own("child"));
                let enter = own(if self.enter == "add" { "add_with" } else { "push_with" });
                let new = match *self.program.types.shape(expr.ty) {
                    Shape::Row(space, _) => built(self.program, space),
                    _ => own("new"),
                };
                quote_spanned!(span=> #new.#enter(#row.node(), |#child| #row[#child]))
            }
            Kind::Act(act) => self.act(expr, act),
            Kind::Error => quote!(::core::unreachable!()),
        }
    }

    /// What a function gets: columns by reference.
    pub fn argument(&mut self, arg: &Expr<'a>) -> TokenStream {
        match (self.program.types.shape(arg.ty), &arg.kind) {
            (Shape::Column(..), Kind::Local(id)) if self.program.vals.iter().any(|val| val.params.contains(id)) => {
                self.place(arg)
            }
            (Shape::Column(..), _) => {
                let place = self.place(arg);
                quote!(&#place)
            }
            (Shape::List(_), _) => {
                let list = self.stored(arg);
                quote!(&#list)
            }
            // The row's node itself.
            (Shape::Node(_), Kind::Local(_)) => self.matched(arg),
            _ => self.value(arg),
        }
    }

    /// A value that is only looked at: not cloned.
    pub fn place(&mut self, expr: &Expr<'a>) -> TokenStream {
        match &expr.kind {
            _ if self.computed(expr).is_some() => self.value(expr),
            Kind::Local(id)
                if !matches!(self.program.types.shape(expr.ty), Shape::Node(_)) && !self.points.contains(id) =>
            {
                let mut name = self.program.locals[*id].name.clone();
                name.set_span(expr.span.resolved_at(name.span()));
                name.to_token_stream()
            }
            Kind::Element(base, at) => {
                let (base, at) = (self.place(base), self.row(at));
                quote_spanned!(expr.span=> #base[#at])
            }
            Kind::Field(value, member) => {
                let value = self.place(value);
                quote_spanned!(expr.span=> #value.#member)
            }
            _ => self.operand(expr),
        }
    }

    /// A row, to index a column by.
    pub fn row(&mut self, expr: &Expr<'a>) -> TokenStream {
        self.value(expr)
    }
}

/// At the beginning of a statement, this is one by itself.
pub fn starts_with_brace(tokens: &TokenStream) -> bool {
    match tokens.clone().into_iter().next() {
        Some(proc_macro2::TokenTree::Group(group)) => group.delimiter() == proc_macro2::Delimiter::Brace,
        _ => false,
    }
}

//! A val, and all that it calls, as a [`Flow`].

use super::flow::{Arithmetic, Block, BlockId, Choice, Flow, Is, Op, Plain, V, Value};
use super::table;
use crate::schedule::{
    elaborate::Program,
    emit::own,
    errors::Errors,
    tree::{Binary, Unary},
    typed::{Arm, Expr, Kind, Kindred, LocalId, Pattern, ValId},
    types::{Shape, Ty},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};

/// What a name stands for.
#[derive(Clone)]
pub enum Item {
    Value(V),
    Tuple(Vec<Item>),
}

pub struct Flatten<'p, 'a, 'e> {
    pub program: &'p Program<'a>,
    errors: &'e mut Errors,
    pub flow: Flow,
    pub scope: HashMap<LocalId, Item>,
    open: Vec<BlockId>,
    names: HashSet<String>,
    /// The vals that are being read, each in the one before.
    calls: Vec<ValId>,
}

/// What follows an element of a loop.
pub type Then<'t, 'p, 'a, 'e> = &'t mut dyn FnMut(&mut Flatten<'p, 'a, 'e>, Item) -> Option<Item>;

/// The flow of a val, whose parameters have these names; derivatives are wanted by some of them.
pub fn flatten<'a>(
    program: &Program<'a>,
    val: ValId,
    names: &[Ident],
    by: &[bool],
    errors: &mut Errors,
) -> Option<Flow> {
    let flow = Flow { values: Vec::new(), blocks: vec![Block::default()], params: Vec::new() };
    let mut this = Flatten {
        program,
        errors,
        flow,
        scope: HashMap::new(),
        open: vec![0],
        names: HashSet::new(),
        calls: vec![val],
    };
    for ((&id, name), &active) in program.vals[val].params.iter().zip(names).zip(by) {
        let is = this.is(program.locals[id].ty);
        this.names.insert(name.to_string());
        let v = this.flow.values.len();
        this.flow.values.push(Value {
            name: name.clone(),
            span: name.span(),
            is,
            op: Op::Param,
            block: 0,
            active,
            touched: active,
            named: true,
            wide: false,
        });
        this.flow.params.push(v);
        this.scope.insert(id, Item::Value(v));
    }
    let result = this.value(program.vals[val].body)?;
    this.flow.blocks[0].result = result;
    Some(this.flow)
}

impl<'p, 'a, 'e> Flatten<'p, 'a, 'e> {
    pub fn error<T>(&mut self, span: Span, text: impl AsRef<str>, help: impl AsRef<str>) -> Option<T> {
        self.errors.push(span, text, help);
        None
    }

    pub fn is(&self, ty: Ty) -> Is {
        match *self.program.types.shape(ty) {
            Shape::Float(name) => Is::Float(name),
            Shape::Row(space, _) | Shape::Node(space) => Is::Row(space),
            Shape::Column(space, of) => match self.is(of) {
                Is::Column(mut spaces, float) => {
                    spaces.insert(0, space);
                    Is::Column(spaces, float)
                }
                Is::Float(name) => Is::Column(vec![space], Some(name)),
                _ => Is::Column(vec![space], None),
            },
            _ => Is::Other,
        }
    }

    /// A name that no other value has.
    pub fn fresh(&mut self, wanted: &str) -> Ident {
        let mut name = wanted.to_owned();
        let mut at = 2;
        while !self.names.insert(name.clone()) {
            name = format!("{wanted}_{at}");
            at += 1;
        }
        own(&name)
    }

    /// A new value, of this name.
    pub fn push(&mut self, span: Span, name: &str, is: Is, op: Op) -> V {
        let block = self.open.last().copied().unwrap_or(0);
        let (active, touched) = self.activity(&is, &op);
        let name = self.fresh(name);
        let v = self.flow.values.len();
        if !matches!(op, Op::Param | Op::Row | Op::Bound) {
            self.flow.blocks[block].values.push(v);
        }
        self.flow.values.push(Value { name, span, is, op, block, active, touched, named: false, wide: false });
        v
    }

    pub fn activity(&self, is: &Is, op: &Op) -> (bool, bool) {
        let active = |v: V| self.flow.values[v].active;
        let touched = |v: V| self.flow.values[v].touched;
        let body = |block: BlockId| self.flow.blocks[block].result;
        let floats = matches!(is, Is::Float(_) | Is::Column(_, Some(_)));
        match op {
            Op::Param | Op::Row | Op::Bound | Op::Text(_) => (false, false),
            Op::Plain(_, list) => (false, list.iter().any(|&v| touched(v))),
            Op::Read(base, row) => (floats && active(*base), touched(*base) || touched(*row)),
            Op::Arithmetic(it, list) => {
                (!table::is_flat(*it) && list.iter().any(|&v| active(v)), list.iter().any(|&v| touched(v)))
            }
            Op::Reduce(_, it) | Op::Column(it) | Op::Groups(_, _, it) => {
                let block = &self.flow.blocks[it.body];
                (active(block.result), touched(block.result) || block.values.iter().any(|&v| touched(v)))
            }
            Op::Guard(condition) => (false, touched(*condition)),
            Op::Choice(choice) => {
                let results = || choice.arms.iter().map(|arm| body(arm.2));
                (floats && results().any(active), touched(choice.on) || results().any(touched))
            }
        }
    }

    pub fn value(&mut self, expr: &'a Expr<'a>) -> Option<V> {
        match self.item(expr)? {
            Item::Value(v) => Some(v),
            Item::Tuple(_) => {
                let help = "a derivative is of one number: compute the parts in vals of their own";
                self.error(expr.span, "a tuple has no derivative here", help)
            }
        }
    }

    pub fn values(&mut self, list: &[&'a Expr<'a>]) -> Option<Vec<V>> {
        list.iter().map(|it| self.value(it)).collect()
    }

    pub fn item(&mut self, expr: &'a Expr<'a>) -> Option<Item> {
        let (span, is) = (expr.span, self.is(expr.ty));
        let op = match &expr.kind {
            Kind::Number(digits) => Op::Text(self.program.number(digits, expr.ty)),
            Kind::Bool(truth) => Op::Text(truth.to_token_stream()),
            Kind::Const(at) => Op::Text(self.program.consts[*at].name.to_token_stream()),
            Kind::Rust(tokens) => Op::Text(tokens.clone()),
            Kind::Local(id) => {
                return match self.scope.get(id) {
                    Some(item) => Some(item.clone()),
                    None => self.error(span, "this has no derivative", "a derivative is of a function of values"),
                };
            }
            Kind::Unary(op, value) => {
                let value = self.value(value)?;
                match (op, &is) {
                    (Unary::Neg, Is::Float(_)) => Op::Arithmetic(Arithmetic::Neg, vec![value]),
                    (Unary::Neg, _) => Op::Plain(Plain::Neg, vec![value]),
                    (Unary::Not, _) => Op::Plain(Plain::Not, vec![value]),
                }
            }
            Kind::Binary(op, a, b) => {
                let list = vec![self.value(a)?, self.value(b)?];
                let arithmetic = match op {
                    Binary::Add => Some(Arithmetic::Add),
                    Binary::Sub => Some(Arithmetic::Sub),
                    Binary::Mul => Some(Arithmetic::Mul),
                    Binary::Div => Some(Arithmetic::Div),
                    Binary::Rem => Some(Arithmetic::Rem),
                    _ => None,
                };
                match arithmetic {
                    Some(it) if matches!(is, Is::Float(_)) => Op::Arithmetic(it, list),
                    _ => Op::Plain(Plain::Binary(*op), list),
                }
            }
            Kind::Cast(value) => {
                let v = self.value(value)?;
                if matches!(is, Is::Row(_)) || self.flow.values[v].is == is && is != Is::Other {
                    return Some(Item::Value(v));
                }
                if self.flow.values[v].active && matches!(is, Is::Float(_)) {
                    let text = "a conversion of one float to another has no derivative here";
                    return self.error(span, text, "compute with one type of floats");
                }
                Op::Plain(Plain::Cast(expr.ty), vec![v])
            }
            Kind::If(condition, value, other) => {
                let on = self.value(condition)?;
                let arms = vec![(quote!(true), None, self.block(value)?), (quote!(false), None, self.block(other)?)];
                return self.choice(span, is, Choice { on, arms, is_if: true });
            }
            Kind::Match(on, arms) => {
                let on = self.value(on)?;
                let arms = arms.iter().map(|arm| self.arm(arm)).collect::<Option<Vec<_>>>()?;
                return self.choice(span, is, Choice { on, arms, is_if: false });
            }
            Kind::Builtin(builtin, args) => return self.builtin(expr, *builtin, args).map(Item::Value),
            Kind::Call(val, args) => return self.call(span, *val, args),
            Kind::Extern(name, args) => {
                let list = self.values(args)?;
                if matches!(is, Is::Float(_)) && list.iter().any(|&v| self.flow.values[v].active) {
                    let text = format!("no derivative of `{name}` is known");
                    return self.error(span, text, "write it as a val, of functions that every block knows");
                }
                Op::Plain(Plain::Call(name.to_token_stream()), list)
            }
            Kind::Construct(path, args) => Op::Plain(Plain::Call(path.clone()), self.values(args)?),
            Kind::Element(base, row) => Op::Read(self.value(base)?, self.value(row)?),
            Kind::Field(value, member) => match (self.item(value)?, member) {
                (Item::Tuple(parts), syn::Member::Unnamed(at)) => return parts.get(at.index as usize).cloned(),
                (Item::Tuple(_), _) => return None,
                (Item::Value(v), _) => Op::Plain(Plain::Field(member.clone()), vec![v]),
            },
            Kind::Tuple(list) => {
                return Some(Item::Tuple(list.iter().map(|it| self.item(it)).collect::<Option<_>>()?));
            }
            Kind::Let(locals, value, body) => {
                let value = self.item(value)?;
                self.bind(locals, value, true)?;
                return self.item(body);
            }
            Kind::Column(space, row, body) => {
                let it =
                    self.enter(span, *space, &self.program.locals[*row].name.clone(), &mut |this, row_value| {
                        this.scope.insert(*row, Item::Value(row_value));
                        this.value(body)
                    })?;
                Op::Column(it)
            }
            Kind::Groups(space, groups) => {
                let mut at = None;
                let it = self.over(groups.list, &mut |this, element| {
                    this.scope.insert(groups.local, element);
                    at = Some(this.value(groups.at)?);
                    this.item(groups.body)
                })?;
                let v = self.push(span, "sums", is, Op::Groups(*space, at?, it));
                return Some(Item::Value(v));
            }
            Kind::Borrow(value) => return self.item(value),
            Kind::Each(..) | Kind::Filter(..) | Kind::Range(..) | Kind::Rows(_) => {
                let help = "make one value of it, `sum(… for x in list)`, or a column, `[… for i in space]`";
                return self.error(span, "a list has no derivative", help);
            }
            Kind::Array(_) | Kind::Record(..) => {
                let help = "use a column, `[… for i in space]`, or several values";
                return self.error(span, "arrays and records have no derivative", help);
            }
            Kind::Attribute(val, _) => {
                let name = &self.program.vals[*val].name;
                let text = format!("`{name}` has a value for each row of a batch, and no derivative here");
                return self.error(span, text, "derivatives are of functions of values");
            }
            Kind::New(..) | Kind::Rebuilt | Kind::Write(..) | Kind::Writes(_) | Kind::Error => {
                return self.error(span, "this has no derivative", "derivatives are of functions of values");
            }
        };
        let name = match op {
            Op::Column(_) => "column",
            _ => "t",
        };
        Some(Item::Value(self.push(span, name, is, op)))
    }

    /// Gives the parts of a value their names.
    pub fn bind(&mut self, locals: &[LocalId], item: Item, named: bool) -> Option<()> {
        match (locals, item) {
            ([local], item) => {
                if let Item::Value(v) = item {
                    self.rename(v, &self.program.locals[*local].name, named);
                }
                self.scope.insert(*local, item);
                Some(())
            }
            (_, Item::Tuple(parts)) => {
                for (&local, part) in locals.iter().zip(parts) {
                    self.bind(&[local], part, named)?;
                }
                Some(())
            }
            (_, Item::Value(v)) => {
                let span = self.flow.values[v].span;
                self.error(
                    span,
                    "this tuple cannot be taken apart in a derivative",
                    "write it as a tuple of values: `(a, b)`",
                )
            }
        }
    }

    /// A value without a name of its own gets the user's.
    pub fn rename(&mut self, v: V, name: &Ident, named: bool) {
        let text = self.flow.values[v].name.to_string();
        let free = text.trim_end_matches(|c: char| c == '_' || c.is_ascii_digit());
        let ours = matches!(free, "t" | "column" | "sum" | "most" | "least");
        if ours && !matches!(self.flow.values[v].op, Op::Param | Op::Row | Op::Bound) {
            let name = self.fresh(&name.to_string());
            self.flow.values[v].name = name;
            self.flow.values[v].named = named;
        }
    }

    /// What a val is, of these arguments.
    pub fn call(&mut self, span: Span, val: ValId, args: &[&'a Expr<'a>]) -> Option<Item> {
        let of = &self.program.vals[val];
        if self.calls.contains(&val) {
            let text = format!("`{}` calls itself, and has no derivative", of.name);
            return self.error(span, text, "write a sum over the rows of a space instead");
        }
        debug_assert!(of.sort.is == Kindred::Function);
        let items: Vec<Item> = args.iter().map(|arg| self.item(arg)).collect::<Option<_>>()?;
        for (&param, item) in of.params.iter().zip(items) {
            self.bind(&[param], item, false)?;
        }
        self.calls.push(val);
        let result = self.item(of.body);
        self.calls.pop();
        result
    }

    pub fn block(&mut self, expr: &'a Expr<'a>) -> Option<BlockId> {
        self.within(&mut |this| this.value(expr))
    }

    pub fn within(&mut self, f: &mut dyn FnMut(&mut Self) -> Option<V>) -> Option<BlockId> {
        let block = self.flow.blocks.len();
        self.flow.blocks.push(Block::default());
        self.open.push(block);
        let result = f(self);
        self.open.pop();
        self.flow.blocks[block].result = result?;
        Some(block)
    }

    pub fn choice(&mut self, span: Span, is: Is, choice: Choice) -> Option<Item> {
        let v = self.push(span, "t", is, Op::Choice(choice));
        if self.flow.values[v].active && self.flow.is_column(v) {
            return self.error(
                span,
                "a column that is chosen has no derivative",
                "choose in it: `[a if c else b for i in rows]`",
            );
        }
        Some(Item::Value(v))
    }

    pub fn arm(&mut self, arm: &'a Arm<'a>) -> Option<(TokenStream, Option<BlockId>, BlockId)> {
        let patterns = arm.patterns.iter().map(|it| self.pattern(it)).collect::<Option<Vec<_>>>()?;
        let guard = match arm.guard {
            Some(guard) => Some(self.block(guard)?),
            None => None,
        };
        Some((quote!(#(#patterns)|*), guard, self.block(arm.body)?))
    }

    pub fn pattern(&mut self, pattern: &Pattern) -> Option<TokenStream> {
        let list =
            |this: &mut Self, parts: &[Pattern]| parts.iter().map(|it| this.pattern(it)).collect::<Option<Vec<_>>>();
        Some(match pattern {
            Pattern::Any => quote!(_),
            Pattern::Rust(tokens) => tokens.clone(),
            Pattern::Bind(local) => {
                let known = &self.program.locals[*local];
                // Alternatives bind the same name.
                if let Some(Item::Value(v)) = self.scope.get(local) {
                    return Some(self.flow.values[*v].name.to_token_stream());
                }
                let (name, is) = (known.name.to_string(), self.is(known.ty));
                let v = self.push(known.name.span(), &name, is, Op::Bound);
                self.scope.insert(*local, Item::Value(v));
                self.flow.values[v].name.to_token_stream()
            }
            Pattern::Tuple(path, parts) => {
                let parts = list(self, parts)?;
                quote!(#path(#(#parts),*))
            }
            Pattern::Or(parts) => {
                let parts = list(self, parts)?;
                quote!(#(#parts)|*)
            }
            Pattern::Record(path, fields, open) => {
                let parts = fields.iter().map(|(member, field)| {
                    let field = self.pattern(field)?;
                    Some(quote!(#member: #field))
                });
                let (parts, open) = (parts.collect::<Option<Vec<_>>>()?, open.then(|| quote!(..)));
                quote!(#path { #(#parts,)* #open })
            }
            Pattern::Node { .. } | Pattern::Error => return None,
        })
    }
}

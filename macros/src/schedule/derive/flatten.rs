//! A val, and all that it calls, as a [`Flow`].

use super::flow::{Arithmetic, Block, BlockId, Choice, Flow, Is, Op, Plain, V};
use crate::schedule::{
    elaborate::Program,
    errors::Errors,
    tree::{Binary, Unary},
    typed::{Expr, Kind, Kindred, LocalId, ValId},
    types::{Shape, SpaceId},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};

/// What a name stands for.
#[derive(Clone)]
pub enum Item {
    Value(V),
    Tuple(Vec<Item>),
    List(List),
}

/// The children that a pattern binds together.
#[derive(Clone)]
pub struct List {
    /// What a `for` goes through.
    pub iter: TokenStream,
    /// One by one, if it is known how many there are.
    pub items: Option<Vec<V>>,
}

pub struct Flatten<'p, 'a, 'e> {
    pub program: &'p Program<'a>,
    errors: &'e mut Errors,
    pub flow: Flow,
    pub scope: HashMap<LocalId, Item>,
    /// The space whose nodes are looked at.
    pub space: Option<SpaceId>,
    /// The columns of vals.
    pub columns: HashMap<ValId, V>,
    pub open: Vec<BlockId>,
    pub names: HashSet<String>,
    /// What the patterns of the arm bind: alternatives bind the same names.
    pub alike: HashMap<String, V>,
    /// The vals that are being read, each in the one before.
    calls: Vec<ValId>,
}

pub const OF_A_LIST: &str = "make one value of it, `sum(… for x in list)`, or a column, `[… for i in space]`";

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
    let mut this = Flatten::new(program, val, errors);
    for ((&id, name), &active) in program.vals[val].params.iter().zip(names).zip(by) {
        let v = this.given(name, program.locals[id].ty, active);
        this.flow.params.push(v);
        this.scope.insert(id, Item::Value(v));
    }
    let result = this.value(program.vals[val].body)?;
    this.flow.blocks[0].result = result;
    Some(this.flow)
}

impl<'p, 'a, 'e> Flatten<'p, 'a, 'e> {
    pub fn new(program: &'p Program<'a>, val: ValId, errors: &'e mut Errors) -> Self {
        Flatten {
            program,
            errors,
            flow: Flow { values: Vec::new(), blocks: vec![Block::default()], params: Vec::new() },
            scope: HashMap::new(),
            space: None,
            columns: HashMap::new(),
            open: vec![0],
            names: HashSet::new(),
            alike: HashMap::new(),
            calls: vec![val],
        }
    }

    pub fn error<T>(&mut self, span: Span, text: impl AsRef<str>, help: impl AsRef<str>) -> Option<T> {
        self.errors.push(span, text, help);
        None
    }

    pub fn value(&mut self, expr: &'a Expr<'a>) -> Option<V> {
        match self.item(expr)? {
            Item::Value(v) => Some(v),
            Item::Tuple(_) => {
                let help = "a derivative is of one number: compute the parts in vals of their own";
                self.error(expr.span, "a tuple has no derivative here", help)
            }
            Item::List(_) => self.error(expr.span, "a list has no derivative", OF_A_LIST),
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
                let on = self.matched(on)?;
                let arms = self.arms(arms)?;
                return self.choice(span, is, Choice { on, arms, is_if: false });
            }
            Kind::Builtin(builtin, args) => return self.builtin(expr, *builtin, args).map(Item::Value),
            Kind::Call(val, args) => return self.call(span, *val, args),
            Kind::Extern(name, args) => {
                let list = args.iter().map(|arg| self.argument(arg)).collect::<Option<Vec<_>>>()?;
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
                (Item::Tuple(_) | Item::List(_), _) => return None,
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
            Kind::Borrow(value) => Op::Plain(Plain::Borrow, vec![self.value(value)?]),
            Kind::Each(..) | Kind::Filter(..) | Kind::Range(..) | Kind::Rows(_) => {
                return self.error(span, "a list has no derivative", OF_A_LIST);
            }
            Kind::Array(_) | Kind::Record(..) => {
                let help = "use a column, `[… for i in space]`, or several values";
                return self.error(span, "arrays and records have no derivative", help);
            }
            Kind::Attribute(val, row) if self.columns.contains_key(val) => {
                Op::Read(self.columns[val], self.value(row)?)
            }
            Kind::Attribute(val, _) => {
                let name = &self.program.vals[*val].name;
                let text = format!("`{name}` has a value for each row of a batch, and no derivative here");
                return self.error(span, text, "derivatives are of functions of values");
            }
            Kind::Net(..)
            | Kind::New(..)
            | Kind::Rebuilt
            | Kind::Write(..)
            | Kind::Writes(_)
            | Kind::Act(_)
            | Kind::Error => {
                return self.error(span, "this has no derivative", "derivatives are of functions of values");
            }
        };
        let name = match op {
            Op::Column(_) => "column",
            _ => "t",
        };
        Some(Item::Value(self.push(span, name, is, op)))
    }

    /// What a function of Rust gets: columns by reference, and the node itself.
    fn argument(&mut self, arg: &'a Expr<'a>) -> Option<V> {
        if let Shape::Node(_) = self.program.types.shape(arg.ty) {
            return self.matched(arg);
        }
        let v = self.value(arg)?;
        match self.flow.is_column(v) && !matches!(self.flow.values[v].op, Op::Param) {
            true => Some(self.push(arg.span, "t", Is::Other, Op::Plain(Plain::Borrow, vec![v]))),
            false => Some(v),
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
}

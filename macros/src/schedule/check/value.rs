//! Expressions to graphs: by running them on nodes instead of values.

use super::{
    graph::{Graph, Kid, NodeId, Op},
    hole::Hole,
    signature::Signatures,
    spec::Specs,
    state::{Place, Remote, State},
};
use crate::schedule::{
    elaborate::{Member, Program},
    tree::Binary,
    typed::{Expr, Kind, LocalId, last},
};
use proc_macro2::Span;
use quote::ToTokens;
use std::collections::HashMap;

/// What an expression is.
#[derive(Clone, Debug)]
pub enum Value {
    One(NodeId),
    Tuple(Vec<Value>),
    /// A reference to a variable; after how many calls it was taken.
    Ref {
        place: Place,
        since: usize,
    },
    Encoder(usize),
    Fence(usize),
    /// What was awaited: its fields, as far as they are there.
    Record(Vec<(String, Option<NodeId>)>),
    Unset(Lack),
}

/// Why there is no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lack {
    Yet,
    /// It has one on one way only.
    OneWay,
    /// It is said to be dead.
    Dead,
    /// An encoder, a fence or a column that has another name now.
    Moved,
    /// A column that a function took.
    Given,
}

impl Value {
    /// Its parts, one after the other.
    pub fn flatten(&self, into: &mut Vec<Option<NodeId>>) {
        match self {
            Value::One(node) => into.push(Some(*node)),
            Value::Tuple(parts) => parts.iter().for_each(|part| part.flatten(into)),
            Value::Record(fields) => into.extend(fields.iter().map(|(_, node)| *node)),
            Value::Ref { .. } | Value::Encoder(_) | Value::Fence(_) | Value::Unset(_) => into.push(None),
        }
    }
}

/// Something that is wrong, and what to do.
pub type Wrong = (Span, String, String);

/// Builds the graphs of a spec or of a body.
pub struct Builder<'p, 'c, 'a> {
    pub program: &'p Program<'a>,
    pub specs: &'c Specs,
    /// Of the functions that a body may call.
    pub signatures: Option<&'c Signatures<'a>>,
    pub graph: Graph,
    pub time: Graph,
    pub memory: Graph,
    pub locals: HashMap<LocalId, Value>,
    /// The names that a spec gives, with their nodes.
    pub given: Vec<(proc_macro2::Ident, NodeId)>,
    pub state: State,
    pub opaque: Option<Span>,
    pub errors: Vec<Wrong>,
    /// What is said of nodes: of values, and of the timeline.
    pub tagged: Vec<(NodeId, crate::schedule::tree::Tag)>,
    pub timed: Vec<(NodeId, crate::schedule::tree::Tag)>,
    /// Encoders and fences so far, and how they were where their way ended.
    pub remotes: usize,
    pub known_remotes: HashMap<usize, Remote>,
    /// What is said of the end of the blocks that are open.
    pub at_end: Vec<(Vec<proc_macro2::Ident>, Vec<crate::schedule::tree::Tag>)>,
    pub holes: Vec<Hole<'a>>,
    /// A call of one of several functions that do different things on devices.
    pub several: Option<Span>,
    /// A call of one of several that make different memory.
    pub several_memory: Option<Span>,
}

impl<'p, 'c, 'a> Builder<'p, 'c, 'a> {
    pub fn new(program: &'p Program<'a>, specs: &'c Specs) -> Self {
        Builder {
            program,
            specs,
            signatures: None,
            graph: Graph::default(),
            time: Graph::default(),
            memory: Graph::default(),
            locals: HashMap::new(),
            given: Vec::new(),
            state: State::default(),
            opaque: None,
            errors: Vec::new(),
            tagged: Vec::new(),
            timed: Vec::new(),
            remotes: 0,
            known_remotes: HashMap::new(),
            at_end: Vec::new(),
            holes: Vec::new(),
            several: None,
            several_memory: None,
        }
    }

    pub fn error(&mut self, span: Span, text: impl Into<String>, help: impl Into<String>) {
        self.errors.push((span, text.into(), help.into()));
    }

    /// A node of which nothing is known.
    pub fn unknown(&mut self, span: Span) -> NodeId {
        self.graph.add(span, Op::Unknown, Vec::new())
    }

    /// One value, where several would be wrong.
    pub fn node(&mut self, expr: &Expr<'a>) -> NodeId {
        let value = self.value(expr);
        self.whole(&value, expr.span).unwrap_or_else(|| self.unknown(expr.span))
    }

    pub fn kid(&mut self, expr: &Expr<'a>) -> Kid {
        Kid { node: self.node(expr), site: last(expr) }
    }

    fn apply(&mut self, span: Span, op: Op, args: &[&Expr<'a>]) -> Value {
        let kids = args.iter().map(|arg| self.kid(arg)).collect();
        Value::One(self.graph.add(span, op, kids))
    }

    pub fn value(&mut self, expr: &Expr<'a>) -> Value {
        let span = expr.span;
        match &expr.kind {
            Kind::Number(digits) => {
                let ty = self.program.types.show(expr.ty);
                self.constant(span, digits.clone(), ty)
            }
            Kind::Bool(truth) => self.constant(span, truth.to_string(), String::new()),
            Kind::Rust(tokens) => self.constant(span, tokens.to_string(), String::new()),
            Kind::Const(at) => {
                let name = self.program.consts[*at].name.to_string();
                self.constant(span, name, String::new())
            }
            Kind::Local(id) => self.local(span, *id),
            Kind::Unary(op, a) => self.apply(span, Op::Unary(*op), &[a]),
            Kind::Binary(op @ (Binary::And | Binary::Or), a, b) => self.short(span, *op, a, b),
            Kind::Binary(op, a, b) => self.apply(span, Op::Binary(*op), &[a, b]),
            Kind::Cast(a) => {
                let ty = self.program.types.show(expr.ty);
                self.apply(span, Op::Apply(format!("as {ty}")), &[a])
            }
            Kind::Borrow(a) => self.value(a),
            Kind::Builtin(builtin, args) => self.apply(span, Op::Apply(builtin.name().to_owned()), args),
            Kind::Construct(path, args) => self.apply(span, Op::Apply(path.to_string().replace(' ', "")), args),
            Kind::Array(list) => self.apply(span, Op::Apply("[ ]".to_owned()), list),
            Kind::Element(a, b) => self.apply(span, Op::Apply("[_]".to_owned()), &[a, b]),
            Kind::Record(path, fields) => {
                let names: Vec<String> = fields.iter().map(|(name, _)| name.to_token_stream().to_string()).collect();
                let label = format!("{} {{ {} }}", path.to_token_stream(), names.join(", "));
                let args: Vec<&Expr<'a>> = fields.iter().map(|(_, value)| *value).collect();
                self.apply(span, Op::Apply(label), &args)
            }
            Kind::Tuple(list) => Value::Tuple(list.iter().map(|it| self.value(it)).collect()),
            Kind::Field(value, member) => self.field(span, value, member),
            Kind::Let(locals, value, body) => {
                let value = self.value(value);
                self.bind(locals, value, span);
                self.value(body)
            }
            Kind::If(condition, yes, no) => self.choice(span, condition, yes, no),
            Kind::Call(val, args) => {
                let class = self.specs.class_of(Member::Val(*val));
                self.call(expr, class, args)
            }
            Kind::Extern(name, args) => {
                let all = &self.program.externs;
                let cpu = || all.iter().position(|it| it.cpu.as_ref() == Some(name));
                let at = all.iter().position(|it| it.name == *name).or_else(cpu);
                let class = at.map(|at| self.specs.class_of(Member::Extern(at)));
                match class {
                    Some(class) => self.call(expr, class, args),
                    None => self.apply(span, Op::Apply(name.to_string()), args),
                }
            }
            Kind::Act(act) => self.act(expr, act),
            Kind::Error => Value::One(self.unknown(span)),
            _ => {
                self.opaque.get_or_insert(span);
                Value::One(self.unknown(span))
            }
        }
    }

    fn constant(&mut self, span: Span, text: String, ty: String) -> Value {
        Value::One(self.graph.add(span, Op::Constant(text, ty), Vec::new()))
    }

    /// The dimensions of a grid: their numbers are of no other type.
    pub fn grid(&mut self, list: &[&'a Expr<'a>]) -> Vec<NodeId> {
        let grid: Vec<NodeId> = list.iter().map(|it| self.node(it)).collect();
        for (it, &node) in list.iter().zip(&grid) {
            if let (Kind::Number(_) | Kind::Act(_), Op::Constant(_, ty) | Op::Dimension(_, ty)) =
                (&it.kind, &mut self.graph.nodes[node].op)
            {
                ty.clear();
            }
        }
        grid
    }

    pub fn local(&mut self, span: Span, id: LocalId) -> Value {
        if let Some(value) = self.locals.get(&id) {
            return value.clone();
        }
        let name = &self.program.locals[id].name;
        match self.state.locals.get(&Place::Local(id)).map(|(value, _)| value.clone()) {
            Some(Value::Unset(lack)) => {
                let assign = format!("assign one before: `{name} = …;`");
                let (text, help) = match lack {
                    Lack::OneWay => (format!("`{name}` has a value on one way only"), assign),
                    Lack::Yet => (format!("`{name}` has no value yet"), assign),
                    Lack::Moved => (format!("`{name}` has another name now"), "write that: it has one name".to_owned()),
                    Lack::Given => (
                        format!("`{name}` was given to a function"),
                        "let that look at it only: `&Data<…>` instead of `Data<…>`".to_owned(),
                    ),
                    Lack::Dead => {
                        (format!("`{name}` is said to be dead, and used"), "say `-usable`, or nothing".to_owned())
                    }
                };
                self.error(span, text, help);
                Value::One(self.unknown(span))
            }
            Some(Value::Ref { since, .. }) if since < self.state.calls => {
                let text = format!("the reference `{name}` was taken before a call, and does not outlive that");
                self.error(span, text, "take it again, `&x`; a variable itself keeps its value");
                Value::One(self.unknown(span))
            }
            Some(value) => value,
            None => Value::One(self.unknown(span)),
        }
    }

    fn bind(&mut self, locals: &[LocalId], value: Value, span: Span) {
        match (locals, value) {
            ([id], value) => {
                if let Value::One(node) = value {
                    self.graph.name(node, &self.program.locals[*id].name);
                    self.given.push((self.program.locals[*id].name.clone(), node));
                }
                self.locals.insert(*id, value);
            }
            (_, Value::Tuple(parts)) if parts.len() == locals.len() => {
                locals.iter().zip(parts).for_each(|(&id, part)| self.bind(&[id], part, span));
            }
            (_, Value::One(node)) => {
                let parts = self.projected(node, locals.len(), span);
                self.bind(locals, Value::Tuple(parts), span);
            }
            _ => {
                for &id in locals {
                    let node = self.unknown(span);
                    self.locals.insert(id, Value::One(node));
                }
            }
        }
    }

    fn field(&mut self, span: Span, value: &Expr<'a>, member: &syn::Member) -> Value {
        let name = member.to_token_stream().to_string();
        match self.value(value) {
            Value::Tuple(parts) => match name.parse::<usize>().ok().and_then(|at| parts.into_iter().nth(at)) {
                Some(part) => part,
                None => Value::One(self.unknown(span)),
            },
            Value::Record(fields) => match fields.iter().find(|(known, _)| *known == name) {
                Some((_, Some(node))) => Value::One(*node),
                _ => {
                    let help = format!("encode what makes it before it is submitted: `encode e.call[{name} <- …];`");
                    self.error(span, format!("`{name}` was not made on every way here"), help);
                    Value::One(self.unknown(span))
                }
            },
            Value::One(node) if self.graph.nodes[node].op == Op::Unknown => Value::One(node),
            Value::One(node) => match name.parse() {
                Ok(nth) => Value::One(self.projection(node, nth, span)),
                Err(_) => {
                    let kid = Kid { node, site: last(value) };
                    Value::One(self.graph.add(span, Op::Apply(format!(".{name}")), vec![kid]))
                }
            },
            _ => Value::One(self.unknown(span)),
        }
    }

    /// `a && b`: what `b` does besides, it does on one way only.
    fn short(&mut self, span: Span, op: Binary, a: &Expr<'a>, b: &Expr<'a>) -> Value {
        let a = self.kid(a);
        let before = self.state.clone();
        let b = self.kid(b);
        let value = Value::One(self.graph.add(span, Op::Binary(op), vec![a, b]));
        match op {
            Binary::And => {
                let then = std::mem::replace(&mut self.state, before);
                self.meet(a, then, span);
            }
            _ => self.meet(a, before, span),
        }
        value
    }

    pub fn choice(&mut self, span: Span, condition: &Expr<'a>, yes: &Expr<'a>, no: &Expr<'a>) -> Value {
        let condition = self.kid(condition);
        let before = self.state.clone();
        let a = self.value(yes);
        let then = std::mem::replace(&mut self.state, before);
        self.remember(&then);
        let b = self.value(no);
        let other = self.state.clone();
        self.remember(&other);
        let value = match (a, b) {
            // Of two that are the same, one is chosen nevertheless.
            (Value::One(a), Value::One(b)) if a == b => {
                let kids = vec![condition, Kid { node: a, site: last(yes) }, Kid { node: b, site: last(no) }];
                Value::One(self.graph.add(span, Op::Select, kids))
            }
            (a, b) => self.either(condition, (a, last(yes)), (b, last(no)), span),
        };
        // Encoders that the two ways made one are known on both.
        let made: Vec<_> = self.state.remotes.iter().map(|(&id, remote)| (id, remote.clone())).collect();
        self.meet(condition, then, span);
        for (id, remote) in made {
            self.state.remotes.entry(id).or_insert(remote);
        }
        value
    }

    /// The results of a call, one or several.
    pub fn results(&mut self, span: Span, call: NodeId, count: usize) -> Value {
        match count {
            1 => Value::One(call),
            _ => Value::Tuple((0..count).map(|at| Value::One(self.graph.of(span, Op::Extract(at), &[call]))).collect()),
        }
    }

    /// A call in a spec.
    fn call(&mut self, expr: &Expr<'a>, class: usize, args: &[&'a Expr<'a>]) -> Value {
        let asked = self.program.asked.get(&std::ptr::from_ref(expr));
        let grid = asked.map_or_else(Vec::new, |asked| self.grid(&asked.grid));
        let class = asked.map_or(class, |asked| asked.class);
        let kids = args.iter().map(|arg| self.kid(arg)).collect();
        let call = self.graph.add(expr.span, Op::Call(class), kids);
        self.graph.nodes[call].grid = grid;
        let count = self.program.types.parts(expr.ty);
        self.results(expr.span, call, count)
    }
}

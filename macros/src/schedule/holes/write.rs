//! Writes the statements that holes stand for.

use super::{
    Task,
    names::Names,
    open::{Form, Part},
    place::{Given, Place},
    steps::Step,
    way::Way,
    work::Dimension,
};
use crate::schedule::{
    ident,
    tree::{Act, Bound, Expr, Kind, Language, Part as TagPart, Stmt, StmtKind, Tag},
};
use proc_macro2::{Ident, Span};
use syn::{Lit, Member, parse_str};
use typed_arena::Arena;

/// Writes one body.
pub struct Writer<'w, 'a> {
    pub task: &'w Task<'a>,
    pub way: &'w Way,
    pub place: &'w Place,
    pub names: &'w Names,
    pub arena: &'a Arena<Expr<'a>>,
    /// Is all read that is written on a device, and not only what no kernel takes there?
    pub all: bool,
    /// Are copies taken that are written?
    pub reuse: bool,
}

impl<'a> Writer<'_, 'a> {
    pub fn body(&self) -> &'a Expr<'a> {
        let open = &self.task.open;
        let (mut list, mut value) = (Vec::new(), None);
        for (at, item) in open.items.iter().enumerate() {
            let site = Site { writer: self, item: at, span: item.site() };
            let made = match item.hole {
                Some(_) => site.steps(&mut list),
                None => None,
            };
            let stands = item.hole.is_some_and(|form| form != Form::Operand);
            match item.part {
                Part::Stmt(stmt) if !stands => {
                    let mut stmt = stmt.clone();
                    if let StmtKind::Let(_, value) | StmtKind::Var(_, Some(value)) | StmtKind::Do(value) =
                        &mut stmt.kind
                    {
                        *value = site.operands(value);
                    }
                    list.push(stmt);
                }
                Part::Value(written) if !stands => value = Some(site.operands(written)),
                Part::Stmt(stmt) => {
                    if let StmtKind::Let(names, hole) = &stmt.kind {
                        let new = made.unwrap_or_else(|| match names.len() {
                            1 => hole,
                            count => site.expr(Kind::Tuple((0..count).map(|_| site.hole()).collect())),
                        });
                        list.push(Stmt { span: stmt.span, kind: StmtKind::Let(names.clone(), new) });
                    }
                }
                Part::Value(written) => value = Some(made.unwrap_or(written)),
            }
        }
        self.arena.alloc(Expr { span: open.whole, kind: Kind::Act(Act::Block(list, value)), depth: 0 })
    }

    /// Does a hole wait for a trip on which something is written?
    pub fn reads_written(&self) -> bool {
        let steps = &self.task.time.steps;
        self.way.made.iter().any(|&at| match steps[at] {
            Step::Sync(trip) => !self.written(trip).is_empty(),
            _ => false,
        })
    }

    /// Is there a copy that is written, and could be taken?
    pub fn copies_written(&self) -> bool {
        self.task.open.commands().iter().any(|it| it.value.is_some())
    }

    /// The nodes that are copied on a trip before a hole, with their names there.
    fn copied(&self, trip: usize, item: usize) -> Vec<(usize, String)> {
        let commands = self.task.open.commands();
        let own = commands
            .iter()
            .filter(|it| self.reuse && it.item < item && self.way.encoders[trip].as_ref() == Some(it.encoder));
        let args = || self.task.work.calls.iter().flat_map(|call| &call.args);
        let found = own.flat_map(|it| {
            let same =
                args().filter(|arg| it.value.is_some_and(|value| arg.name.as_deref() == Some(&value.to_string())));
            same.flat_map(|arg| it.into.first().map(|name| (arg.node, name.to_string())))
        });
        found.collect()
    }

    /// What kernels make on a trip, as far as it is written.
    fn written(&self, trip: usize) -> Vec<&'a Ident> {
        let commands = self.task.open.commands();
        let own: Vec<_> = commands.iter().filter(|it| self.way.encoders[trip].as_ref() == Some(it.encoder)).collect();
        let taken = |name: &Ident| own.iter().any(|it| it.args.contains(&name));
        let made = own.iter().filter(|it| it.kernel.is_some()).flat_map(|it| it.into.iter().copied());
        made.filter(|name| self.all || !taken(name)).collect()
    }

    /// The name on a device of what a call gives.
    fn result(&self, call: usize, nth: usize) -> String {
        let named = self.place.named.iter().find(|named| named.is == Given::Output(call, nth));
        named.map_or_else(|| self.names.results[call][nth].clone(), |named| named.name.to_string())
    }
}

/// One hole.
struct Site<'s, 'w, 'a> {
    writer: &'s Writer<'w, 'a>,
    item: usize,
    span: Span,
}

impl<'a> Site<'_, '_, 'a> {
    /// The steps of the hole; the last one as a value, if it stands for that.
    fn steps(&self, list: &mut Vec<Stmt<'a>>) -> Option<&'a Expr<'a>> {
        let (way, time) = (self.writer.way, &self.writer.task.time);
        let (from, to) = way.steps[self.item];
        let item = &self.writer.task.open.items[self.item];
        let to = to - if item.hole == Some(Form::Operand) { item.events.len() } else { 0 };
        let mut value = None;
        for at in from..=to {
            self.commands(at, list);
            if at == to {
                break;
            }
            let last = way.last[self.item] && at + 1 == to;
            match time.steps[at] {
                Step::Begin(trip) => {
                    let device = self.named(&self.writer.names.device);
                    let begin = self.expr(Kind::Call(self.ident("encode_begin").into(), vec![device]));
                    match last {
                        true => value = Some(begin),
                        false => self.give(&self.writer.names.encoders[trip], begin, list),
                    }
                }
                Step::Submit(trip) => {
                    let of = self.of(&way.encoders[trip], &self.writer.names.encoders[trip], Step::Begin(trip));
                    let submit = self.act(Act::Submit(of));
                    match last {
                        true => value = Some(submit),
                        false => self.give(&self.writer.names.fences[trip], submit, list),
                    }
                }
                Step::Sync(trip) => {
                    let of = self.of(&way.fences[trip], &self.writer.names.fences[trip], Step::Submit(trip));
                    let wait = self.act(Act::Await(of));
                    match last {
                        true => value = Some(wait),
                        false => self.read(trip, wait, list),
                    }
                }
            }
        }
        value
    }

    /// What stands for the operands that are left open: each is known by its step.
    fn operands(&self, value: &'a Expr<'a>) -> &'a Expr<'a> {
        let (way, time) = (self.writer.way, &self.writer.task.time);
        let events = &self.writer.task.open.items[self.item].events;
        let begin = way.steps[self.item].1 - events.len();
        events.iter().zip(begin..).fold(value, |value, (event, at)| {
            let Some(hole) = event.open else { return value };
            let of = match time.steps[at] {
                Step::Submit(trip) => {
                    self.of(&way.encoders[trip], &self.writer.names.encoders[trip], Step::Begin(trip))
                }
                Step::Sync(trip) => self.of(&way.fences[trip], &self.writer.names.fences[trip], Step::Submit(trip)),
                Step::Begin(_) => return value,
            };
            self.instead(value, hole, of)
        })
    }

    /// Puts something where a hole is.
    fn instead(&self, value: &'a Expr<'a>, hole: &'a Expr<'a>, new: &'a Expr<'a>) -> &'a Expr<'a> {
        if std::ptr::eq(value, hole) {
            return new;
        }
        let go = |it: &'a Expr<'a>| self.instead(it, hole, new);
        let kind = match &value.kind {
            Kind::Field(of, member) => Kind::Field(go(of), member.clone()),
            Kind::Unary(op, a) => Kind::Unary(*op, go(a)),
            Kind::Binary(op, a, b) => Kind::Binary(*op, go(a), go(b)),
            Kind::Tuple(list) => Kind::Tuple(list.iter().map(|it| go(it)).collect()),
            Kind::Call(path, list) => Kind::Call(path.clone(), list.iter().map(|it| go(it)).collect()),
            Kind::Act(Act::Await(of)) => Kind::Act(Act::Await(go(of))),
            Kind::Act(Act::Submit(of)) => Kind::Act(Act::Submit(go(of))),
            Kind::Act(Act::Tagged(of, tags)) => Kind::Act(Act::Tagged(go(of), tags.clone())),
            // The only one that is there is found later.
            _ => return value,
        };
        self.writer.arena.alloc(Expr { span: value.span, kind, depth: value.depth })
    }

    /// An encoder or a fence by its name: what is written, or what was made, or the only one that is there.
    fn of(&self, written: &Option<Ident>, made: &str, by: Step) -> &'a Expr<'a> {
        let at = self.writer.task.time.when(by);
        match written {
            Some(name) => self.expr(Kind::Name(self.ident(&name.to_string()))),
            None if at.is_some_and(|at| self.writer.way.made.contains(&at)) => self.named(made),
            None => self.hole(),
        }
    }

    /// What is read of a trip, after it was awaited.
    fn read(&self, trip: usize, wait: &'a Expr<'a>, list: &mut Vec<Stmt<'a>>) {
        let (calls, of) = (&self.writer.task.work.calls, &self.writer.place.of);
        let on = |call: usize| matches!(of[call], Some((_, at)) if at == trip);
        let mut read = Vec::new();
        for (at, call) in calls.iter().enumerate().filter(|(at, _)| on(*at)) {
            for (nth, output) in call.outputs.iter().enumerate() {
                if output.computed_with || output.takers.iter().any(|&taker| !on(taker)) {
                    read.push((self.writer.result(at, nth), &self.writer.names.results[at][nth]));
                }
            }
        }
        for name in self.writer.written(trip) {
            let name = name.to_string();
            read.extend(self.writer.names.read.get(&name).map(|own| (name.clone(), own)));
        }
        let field = |whole: &'a Expr<'a>, name: &str| self.expr(Kind::Field(whole, Member::Named(self.ident(name))));
        match &read[..] {
            [] => list.push(self.stmt(StmtKind::Do(wait))),
            [(name, own)] => self.give(own, field(wait, name), list),
            _ => {
                let ready = &self.writer.names.ready[trip];
                self.give(ready, wait, list);
                for (name, own) in &read {
                    self.give(own, field(self.named(ready), name), list);
                }
            }
        }
    }

    /// The commands that stand before a step.
    fn commands(&self, before: usize, list: &mut Vec<Stmt<'a>>) {
        let place = self.writer.place;
        for (trip, spot) in place.spots.iter().enumerate() {
            if !spot.is_some_and(|spot| spot.item == self.item && spot.before == before) {
                continue;
            }
            let encoder = match &self.writer.way.encoders[trip] {
                Some(name) => self.ident(&name.to_string()),
                None => self.ident(&self.writer.names.encoders[trip]),
            };
            let mut copied = self.writer.copied(trip, self.item);
            for named in place.named.iter().filter(|named| named.trip == trip) {
                let Given::Copy(node) = named.is else { continue };
                let name = named.name.to_string();
                let into = vec![self.is(&name, node)];
                list.push(self.stmt(StmtKind::Copy { encoder: encoder.clone(), into, value: self.hole() }));
                copied.extend(node.map(|node| (node, name)));
            }
            for (at, call) in self.writer.task.work.calls.iter().enumerate() {
                let Some((kernel, _)) = place.of[at].filter(|&(_, of)| of == trip) else { continue };
                let mut args = Vec::new();
                for (nth, arg) in call.args.iter().enumerate() {
                    let there = arg.from.filter(|&(from, _)| matches!(place.of[from], Some((_, of)) if of == trip));
                    let known = copied.iter().find(|(node, _)| *node == arg.node).map(|(_, name)| name.clone());
                    let name = match (there, known) {
                        (Some((from, nth)), _) => self.writer.result(from, nth),
                        (None, Some(name)) => name,
                        (None, None) => {
                            let name = self.writer.names.arguments[at][nth].clone();
                            let into = vec![self.is(&name, Some(arg.node))];
                            list.push(self.stmt(StmtKind::Copy { encoder: encoder.clone(), into, value: self.hole() }));
                            copied.push((arg.node, name.clone()));
                            name
                        }
                    };
                    args.push(self.named(&name));
                }
                let run = self.expr(Kind::Call(self.ident(&call.kernels[kernel].to_string()).into(), args));
                let grid = call.grid.iter().map(|it| self.dimension(it)).collect();
                let outputs = call.outputs.iter().enumerate();
                let into = outputs.map(|(nth, it)| self.is(&self.writer.result(at, nth), it.node)).collect();
                let call = self.act(Act::Grid(grid, run));
                list.push(self.stmt(StmtKind::Call { encoder: encoder.clone(), into, call }));
            }
        }
    }

    fn dimension(&self, it: &Dimension) -> &'a Expr<'a> {
        match it {
            Dimension::Number(text) => match parse_str::<Lit>(text) {
                Ok(mut number) => {
                    number.set_span(self.span);
                    self.expr(Kind::Literal(number))
                }
                // A constant of the block.
                Err(_) => parse_str::<Ident>(text).map_or_else(|_| self.hole(), |name| self.named(&name.to_string())),
            },
            Dimension::Own(nth) => self.named(&format!("_dim{nth}")),
            Dimension::Computed => self.hole(),
        }
    }

    fn expr(&self, kind: Kind<'a>) -> &'a Expr<'a> {
        self.writer.arena.alloc(Expr { span: self.span, kind, depth: 0 })
    }

    fn act(&self, act: Act<'a>) -> &'a Expr<'a> {
        self.expr(Kind::Act(act))
    }

    fn hole(&self) -> &'a Expr<'a> {
        self.act(Act::Hole)
    }

    fn ident(&self, text: &str) -> Ident {
        ident(text, self.span)
    }

    fn named(&self, text: &str) -> &'a Expr<'a> {
        self.expr(Kind::Name(self.ident(text)))
    }

    fn bound(&self, text: &str) -> Bound {
        Bound { name: self.ident(text), ty: None, tags: Vec::new() }
    }

    /// A name of what is this node of the val.
    fn is(&self, text: &str, node: Option<usize>) -> Bound {
        let mut bound = self.bound(text);
        bound.tags.extend(node.map(|node| Tag {
            span: self.span,
            part: Some(TagPart::Node),
            of: Language::Val,
            names: Vec::new(),
            flow: None,
            number: Some(node),
        }));
        bound
    }

    fn stmt(&self, kind: StmtKind<'a>) -> Stmt<'a> {
        Stmt { span: self.span, kind }
    }

    fn give(&self, name: &str, value: &'a Expr<'a>, list: &mut Vec<Stmt<'a>>) {
        list.push(self.stmt(StmtKind::Let(vec![self.bound(name)], value)));
    }
}

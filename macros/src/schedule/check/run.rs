//! What only a body has: references, calls of functions, devices.

use super::{
    graph::{Kid, NodeId, Op},
    hole::Hole,
    said::Is,
    signature::Signature,
    state::{Place, Remote, Stage},
    value::{Builder, Lack, Value},
};
use crate::schedule::{
    tree::{Flow, Language, Moment, Tag},
    typed::{Act, Expr, LocalId, StmtKind},
    types::{Shape, Ty},
};
use proc_macro2::Span;
use std::collections::BTreeMap;

impl<'a> Builder<'_, '_, 'a> {
    pub fn act(&mut self, expr: &Expr<'a>, act: &Act<'a>) -> Value {
        let span = expr.span;
        match act {
            Act::Borrow(id) => Value::Ref { place: Place::Local(*id), since: self.state.calls },
            Act::Load(value) => match self.value(value) {
                Value::Ref { place, .. } => self.load(span, place),
                _ => Value::One(self.unknown(span)),
            },
            Act::Block(list, value) => {
                let known = self.at_end.len();
                list.iter().for_each(|stmt| self.stmt(stmt));
                let value = value.map_or(Value::Tuple(Vec::new()), |value| self.value(value));
                for (path, tags) in self.at_end.split_off(known) {
                    self.said(Moment::Out, &path, &tags);
                }
                // A reference leads to what has its name here, before it is given on.
                self.reach_all(span, &value);
                // Its names are seen in it only.
                for stmt in list {
                    match &stmt.kind {
                        StmtKind::Let(names, _) => names.iter().for_each(|(id, _)| self.forget(*id)),
                        StmtKind::Var(id, ..) => self.forget(*id),
                        _ => {}
                    }
                }
                value
            }
            Act::Begin(_) => self.begin(span),
            Act::Submit(of) => match self.value(of) {
                Value::Encoder(id) => self.submit(of.span, span, id),
                _ => Value::One(self.unknown(span)),
            },
            Act::Await(of) => match self.value(of) {
                Value::Fence(id) => self.wait(of.span, span, id),
                _ => Value::One(self.unknown(span)),
            },
            Act::Run(callee, grid, args) => self.run(expr, *callee, grid, args),
            Act::Dimension(at) => {
                let ty = self.program.types.show(expr.ty);
                Value::One(self.graph.add(span, Op::Dimension(*at, ty), Vec::new()))
            }
            Act::Tagged(value, tags) => {
                let value = self.value(value);
                self.say(&value, tags);
                value
            }
            Act::Narrow(value) => {
                let from = self.value(value);
                let Value::Record(fields) = from else { return from };
                match *self.program.types.shape(expr.ty) {
                    Shape::Record(to) | Shape::Ready(to) => {
                        let wanted = self.program.records[to].fields.iter().map(|field| field.name.to_string());
                        let find =
                            |name: &String| fields.iter().find(|(known, _)| known == name).and_then(|(_, node)| *node);
                        Value::Record(wanted.map(|name| (name.clone(), find(&name))).collect())
                    }
                    _ => Value::Record(fields),
                }
            }
            Act::Hole => {
                let hole = |this: &mut Self, ty: Ty| {
                    let node = this.graph.add(span, Op::Hole, Vec::new());
                    let locals = this.state.locals.clone();
                    this.holes.push(Hole { node, at: std::ptr::from_ref(expr), span, ty, locals });
                    Value::One(node)
                };
                match self.program.types.shape(expr.ty) {
                    Shape::Tuple(of) => Value::Tuple(of.iter().map(|&ty| hole(self, ty)).collect()),
                    _ => hole(self, expr.ty),
                }
            }
        }
    }

    fn forget(&mut self, id: LocalId) {
        self.state.locals.remove(&Place::Local(id));
    }

    /// What is said of a value on a device. When it will be there is not known of the value alone.
    pub fn say_there(&mut self, node: NodeId, tags: &[Tag]) {
        for tag in tags.iter().filter(|tag| tag.of != Language::Tmln) {
            self.say(&Value::One(node), std::slice::from_ref(tag));
        }
    }

    /// What a value is said to be.
    pub fn say(&mut self, value: &Value, tags: &[Tag]) {
        for tag in tags {
            if let (Some((Flow::Dead, span)), Value::One(_)) = (tag.flow, value) {
                self.error(span, "this has a value, so it is not dead", "write `usable`, or leave it out");
            }
            match (tag.of, value) {
                // What a statement gives its variables is said of it, too.
                (Language::Val, Value::Tuple(parts)) if parts.is_empty() => {}
                (Language::Val, _) if !tag.names.is_empty() && tag.names.len() != value.count() => {
                    let (names, values) = (tag.names.len(), value.count());
                    let text = match (names, values) {
                        (_, 0) => "this is no value of the val: its fields are, each by itself".to_owned(),
                        (1, _) => format!("these are {values} values, and this is the name of one"),
                        (_, 1) => format!("this is one value, and these are {names} names"),
                        _ => format!("these are {values} values, and {names} names"),
                    };
                    let help = match values {
                        0 => "say it of a field: `@out { e.x: node(val.x) };`",
                        1 => "name it once: `@ node(val.x)`",
                        _ => "name each: `@ node(val.(a, b))`",
                    };
                    self.error(tag.span, text, help);
                }
                (Language::Val, Value::One(node)) => self.tagged.push((*node, tag.clone())),
                // Of a reference, it is said of what is there.
                (Language::Val, Value::Ref { place, .. }) => {
                    if let Some((Value::One(node), _)) = self.state.locals.get(place) {
                        self.tagged.push((*node, tag.clone()));
                    }
                }
                // `(a, b)`: each of several.
                (Language::Val, Value::Tuple(parts)) if tag.names.len() == parts.len() => {
                    for (part, name) in parts.iter().zip(&tag.names) {
                        self.say(part, &[Tag { names: vec![name.clone()], ..tag.clone() }]);
                    }
                }
                // `(loc, rem)`: the event, and the encoder.
                (Language::Tmln, Value::Encoder(id) | Value::Fence(id)) if tag.names.len() == 2 => {
                    let event = self.state.event;
                    let remote = self.state.remotes.get(id).map(|remote| remote.time);
                    for (node, name) in [Some(event), remote].into_iter().zip(&tag.names) {
                        let one = Tag { names: vec![name.clone()], ..tag.clone() };
                        self.timed.extend(node.map(|node| (node, one)));
                    }
                }
                (Language::Tmln, Value::Encoder(id) | Value::Fence(id)) => {
                    if let Some(remote) = self.state.remotes.get(id) {
                        let node = remote.time;
                        self.timed.push((node, tag.clone()));
                    }
                }
                // When a value is there.
                (Language::Tmln, Value::Record(_) | Value::One(_) | Value::Ref { .. }) => {
                    let node = self.state.event;
                    self.timed.push((node, tag.clone()));
                }
                _ => {}
            }
        }
    }

    /// A place is reached by its name: no other variable may have it here.
    pub fn reach(&mut self, span: Span, place: Place) {
        let (Place::Local(id) | Place::Led(id)) = place;
        let name = &self.program.locals[id].name;
        let hidden = self.state.locals.keys().any(|other| {
            matches!(*other, Place::Local(other) if other > id
                && self.program.locals[other].name == *name
                && !matches!(self.program.types.shape(self.program.locals[other].ty), Shape::Ref(_)))
        });
        if hidden {
            let text = format!("this leads to a `{name}` that another one hides here");
            self.error(span, text, "give the two variables different names");
        }
    }

    fn reach_all(&mut self, span: Span, value: &Value) {
        match value {
            Value::Ref { place, .. } => self.reach(span, *place),
            Value::Tuple(parts) => parts.iter().for_each(|part| self.reach_all(span, part)),
            _ => {}
        }
    }

    pub fn load(&mut self, span: Span, place: Place) -> Value {
        self.reach(span, place);
        match self.state.locals.get(&place).map(|(value, _)| value.clone()) {
            Some(Value::Unset(_)) | None => {
                let text = format!("there is no value yet where `{}` leads", self.place_name(place));
                self.error(span, text, "write one before: `*r = …;`");
                Value::One(self.unknown(span))
            }
            Some(value) => value,
        }
    }

    /// `encode_begin(gpu)`: knows of all fences that are under way.
    fn begin(&mut self, span: Span) -> Value {
        let mut kids = vec![Kid { node: self.state.event, site: span }];
        let under_way = self.state.remotes.values().filter(|remote| remote.stage == Stage::Submitted);
        kids.extend(under_way.map(|remote| Kid { node: remote.time, site: span }));
        let begun = self.time.add(span, Op::Encode, kids);
        self.state.event = self.time.of(span, Op::Extract(0), &[begun]);
        let time = self.time.of(span, Op::Extract(1), &[begun]);
        Value::Encoder(self.new_remote(Remote { fields: BTreeMap::new(), time, stage: Stage::Open }))
    }

    /// The encoder or fence, if it is at this stage.
    pub fn remote(&mut self, span: Span, id: usize, wanted: Stage) -> bool {
        let Some(stage) = self.state.remotes.get(&id).map(|remote| remote.stage) else { return false };
        if stage == wanted || stage == Stage::Unclear {
            return stage == wanted;
        }
        let (text, help) = match (wanted, stage) {
            (Stage::Open, Stage::Submitted | Stage::Awaited) => (
                "this encoder was submitted before",
                "an encoder is submitted once: begin another one, `encode_begin(gpu)`",
            ),
            (Stage::Submitted, Stage::Awaited) => {
                ("this fence was awaited before", "a fence is awaited once: keep what that gave, `let r = await f;`")
            }
            (Stage::Submitted, Stage::Open) => ("this was never submitted", "submit it before: `await submit e`"),
            (_, Stage::Given) => ("this was given to a function", "what is given away is not used any more"),
            _ => ("this is not there any more", "begin another one: `encode_begin(gpu)`"),
        };
        self.error(span, text, help);
        false
    }

    fn submit(&mut self, of: Span, span: Span, id: usize) -> Value {
        if self.remote(of, id, Stage::Open)
            && let Some(remote) = self.state.remotes.get_mut(&id)
        {
            let kid = Kid { node: remote.time, site: of };
            remote.time = self.time.add(span, Op::Submit, vec![kid]);
            remote.stage = Stage::Submitted;
        }
        Value::Fence(id)
    }

    fn wait(&mut self, of: Span, span: Span, id: usize) -> Value {
        if self.remote(of, id, Stage::Submitted)
            && let Some(remote) = self.state.remotes.get_mut(&id)
        {
            let kids = vec![Kid { node: self.state.event, site: span }, Kid { node: remote.time, site: of }];
            self.state.event = self.time.add(span, Op::Sync, kids);
            remote.stage = Stage::Awaited;
        }
        let fields = self.state.remotes.get(&id).map(|remote| &remote.fields);
        Value::Record(fields.into_iter().flatten().map(|(name, &node)| (name.clone(), Some(node))).collect())
    }

    /// The parameters of a body, as its leaves: which node of the spec each is.
    pub fn parameters(&mut self, params: &[LocalId], signature: &Signature) -> Vec<(NodeId, NodeId)> {
        let mut leaves = Vec::new();
        let mut nodes: Vec<Vec<(Option<String>, Option<NodeId>)>> = params.iter().map(|_| Vec::new()).collect();
        for (nth, slot) in signature.inputs.iter().enumerate() {
            let name = &self.program.locals[params[slot.at]].name;
            let node = match slot.is {
                Is::Dead => None,
                is => {
                    let node = self.graph.add(name.span(), Op::Input(nth), Vec::new());
                    self.graph.name(node, name);
                    if let Is::Node(spec) = is {
                        leaves.push((node, spec));
                    }
                    Some(node)
                }
            };
            nodes[slot.at].push((slot.field.clone(), node));
        }
        for (at, (&id, own)) in params.iter().zip(nodes).enumerate() {
            let local = &self.program.locals[id];
            let span = local.name.span();
            if self.program.types.is_device(local.ty) {
                continue;
            }
            let first = own.first().and_then(|(_, node)| *node);
            let lack = if matches!(self.program.types.shape(local.ty), Shape::Ref(_)) { Lack::Yet } else { Lack::Dead };
            let one = first.map_or(Value::Unset(lack), Value::One);
            let value = match self.program.types.shape(local.ty) {
                Shape::Ref(_) => {
                    self.state.locals.insert(Place::Led(id), (one, span));
                    // A parameter is known through all calls.
                    Value::Ref { place: Place::Led(id), since: usize::MAX }
                }
                Shape::Record(_) | Shape::Ready(_) => {
                    Value::Record(own.into_iter().filter_map(|(name, node)| Some((name?, node))).collect())
                }
                shape @ (Shape::Encoder(_) | Shape::Fence(_)) => {
                    let open = matches!(shape, Shape::Encoder(_));
                    let fields = own.into_iter().filter_map(|(name, node)| Some((name?, node?))).collect();
                    let time = self.time.add(span, Op::Input(at + 1), Vec::new());
                    let stage = if open { Stage::Open } else { Stage::Submitted };
                    let remote = self.new_remote(Remote { fields, time, stage });
                    if open { Value::Encoder(remote) } else { Value::Fence(remote) }
                }
                _ => one,
            };
            self.state.locals.insert(Place::Local(id), (value, span));
        }
        leaves
    }
}

//! Calls of functions: what they are in the val, and in the timeline.

use super::{
    graph::{Kid, NodeId, Op},
    said::Is,
    signature::{Signature, Slot},
    state::{Place, Remote, Stage},
    value::{Builder, Value},
};
use crate::schedule::{
    elaborate::Member,
    typed::{Act, Callee, Expr, FnId, Kind, last},
    types::{Shape, Ty},
};
use proc_macro2::Span;
use std::collections::HashMap;

impl<'a> Builder<'_, '_, 'a> {
    pub fn run(&mut self, expr: &Expr<'a>, callee: Callee, grid: &[&'a Expr<'a>], args: &[&'a Expr<'a>]) -> Value {
        let grid = self.grid(grid);
        let (mut values, mut before) = (Vec::new(), Vec::new());
        for arg in args {
            let value = self.value(arg);
            before.push(self.led_value(&value));
            values.push((value, last(arg)));
        }
        self.lent(callee, &values, &before);
        let class = match callee {
            Callee::Fn(at) => {
                if let Some(signature) = self.signatures.and_then(|all| all.of[at].as_ref()) {
                    return self.run_hand(expr, at, signature, grid, &values);
                }
                // An order: the val of its arguments.
                match self.program.fns[at].impls.first() {
                    Some(&val) => self.specs.class_of(Member::Val(val)),
                    None => return Value::One(self.unknown(expr.span)),
                }
            }
            Callee::Extern(at) => self.specs.class_of(Member::Extern(at)),
            Callee::Class(at) => {
                self.choose(expr.span, at);
                at
            }
        };
        let mut kids = Vec::new();
        for (value, site) in &values {
            let mut parts = Vec::new();
            value.flatten(&mut parts);
            kids.extend(parts.into_iter().flatten().map(|node| Kid { node, site: *site }));
        }
        let call = self.graph.add(expr.span, Op::Call(class), kids);
        self.graph.nodes[call].grid = grid;
        let count = self.program.types.parts(expr.ty);
        self.results(expr.span, call, count)
    }

    /// What a reference leads to now.
    fn led_value(&self, value: &Value) -> Option<NodeId> {
        match value {
            Value::Ref { place, .. } => match self.state.locals.get(place) {
                Some((Value::One(node), _)) => Some(*node),
                _ => None,
            },
            _ => None,
        }
    }

    /// What is lent to a call is not changed before that, and lent once if it is written.
    fn lent(&mut self, callee: Callee, values: &[(Value, Span)], before: &[Option<NodeId>]) {
        let writes = |nth: usize| match (callee, self.signatures) {
            (Callee::Fn(at), Some(all)) => all.refs.writes[at].get(nth) == Some(&true),
            _ => false,
        };
        let mut wrong = Vec::new();
        for (nth, (value, site)) in values.iter().enumerate() {
            let Value::Ref { place, .. } = value else { continue };
            wrong.push((*site, *place, None));
            if self.led_value(value) != before[nth] {
                wrong.push((*site, *place, Some("is changed by another argument of this call")));
            }
            let again = values.iter().enumerate().skip(nth + 1);
            for (other, (value, site)) in again {
                if matches!(value, Value::Ref { place: same, .. } if same == place) && (writes(nth) || writes(other)) {
                    wrong.push((*site, *place, Some("is lent to this call before, which writes to it")));
                }
            }
        }
        for (site, place, what) in wrong {
            match what {
                None => self.reach(site, place),
                Some(what) => {
                    let text = format!("`{}` {what}", self.place_name(place));
                    self.error(site, text, "take a copy before: `var y = x;`");
                }
            }
        }
    }

    /// A call of whatever computes a class. What that does on devices is its own, and it must be the same if this
    /// function says what it does on them.
    fn choose(&mut self, span: Span, class: usize) {
        let name = self.program.classes[class].name.clone();
        let all = self.program.choices(class);
        let plan = |callee: &Callee| match (callee, self.signatures) {
            (Callee::Fn(at), Some(all)) => {
                all.of[*at].as_ref().and_then(|signature| signature.time.as_ref()).map(|time| time.plan)
            }
            _ => None,
        };
        let plans: Vec<Option<usize>> = all.iter().map(plan).collect();
        match plans.split_first() {
            None => {
                let help = format!(
                    "write a function: `fn f(…) -> … impls {name} {{ … }}`, or declare one of Rust's: `extern(cpu) pure …`"
                );
                self.error(span, format!("nothing computes `{name}`"), help);
            }
            _ if all.iter().any(|callee| matches!(callee, Callee::Fn(at) if self.opens(*at))) => {
                self.several.get_or_insert(span);
            }
            Some((first, rest)) if rest.iter().all(|plan| plan == first) => {
                if let Some(plan) = *first {
                    let kid = self.state.event;
                    self.state.event = self.time.of(span, Op::Plan(plan), &[kid]);
                }
            }
            Some(_) => {
                self.several.get_or_insert(span);
            }
        }
        self.state.calls += 1;
    }

    /// Does what a function does on devices depend on what is chosen?
    fn opens(&self, at: FnId) -> bool {
        let Some(all) = self.signatures else { return false };
        let timed = |at: FnId| all.of[at].as_ref().is_some_and(|signature| signature.time.is_some());
        let (mut seen, mut open) = (vec![false; self.program.fns.len()], vec![at]);
        while let Some(at) = open.pop() {
            // What has a timeline does that.
            if timed(at) || std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let Some(body) = &self.program.fns[at].body else { continue };
            let mut works = false;
            body.value.visit(&mut |expr| match expr.kind {
                Kind::Act(Act::Run(Callee::Fn(to), ..)) => open.push(to),
                Kind::Act(Act::Run(Callee::Class(class), ..)) => {
                    for callee in self.program.choices(class) {
                        if let Callee::Fn(to) = callee {
                            works |= timed(to);
                            open.push(to);
                        }
                    }
                }
                _ => {}
            });
            if works {
                return true;
            }
        }
        false
    }

    fn run_hand(
        &mut self,
        expr: &Expr<'a>,
        at: FnId,
        signature: &Signature,
        grid: Vec<NodeId>,
        values: &[(Value, Span)],
    ) -> Value {
        let span = expr.span;
        let mut given: HashMap<NodeId, Kid> = HashMap::new();
        for slot in &signature.inputs {
            let Some((value, site)) = values.get(slot.at) else { continue };
            let Is::Node(spec) = slot.is else { continue };
            let node = self.part(value, slot.field.as_deref(), *site);
            given.insert(spec, Kid { node, site: *site });
        }
        if self.opens(at) {
            self.several.get_or_insert(span);
        }
        if !signature.whole && self.program.reaches(at, at) {
            let text = "a part of a val that is computed by calling itself is computed never";
            self.error(span, text, "compute it here, or call what computes the whole val");
        }
        if grid.is_empty() && self.program.grid_of(at) > 0 {
            let name = &self.program.fns[at].head.name;
            self.error(
                span,
                format!("`{name}` is made of its grid, and none is given"),
                format!("write `{name}::<1>(…)`"),
            );
        }
        let spec = &self.specs.vals[signature.val];
        let kids: Vec<Kid> = spec.inputs.iter().filter_map(|input| given.get(input).copied()).collect();
        let outputs: Vec<NodeId> = match signature.whole {
            true => {
                let call = self.graph.add(span, Op::Call(self.specs.class_of(Member::Val(signature.val))), kids);
                self.graph.nodes[call].grid = grid;
                let mut parts = Vec::new();
                self.results(span, call, spec.outputs.len()).flatten(&mut parts);
                let parts: Vec<NodeId> = parts.into_iter().flatten().collect();
                // In the order of the function.
                let part = |slot: &Slot| {
                    let nth = spec.outputs.iter().position(|&node| slot.is == Is::Node(node))?;
                    parts.get(nth).copied()
                };
                signature.outputs.iter().filter_map(part).collect()
            }
            false => {
                let roots = signature.outputs.iter().map(|slot| match slot.is {
                    Is::Node(node) => Some(node),
                    _ => None,
                });
                let roots: Vec<Option<NodeId>> = roots.collect();
                let known = self.graph.nodes.len();
                let copied = self.graph.copy(&spec.graph, &roots, &given, span);
                // The grid is that of the call.
                for node in &mut self.graph.nodes[known..] {
                    if let Op::Dimension(at) = node.op {
                        node.kids = grid.get(at).map(|&node| Kid { node, site: span }).into_iter().collect();
                        node.op = Op::Same;
                    }
                }
                copied
            }
        };
        self.after(at, values, span);
        // Each result takes what is its own.
        let of_value = |slots: &[Slot], nth: usize| {
            let mut next = outputs.iter().copied();
            let mut own = Vec::new();
            for slot in slots {
                let node = match (signature.whole, slot.is) {
                    (true, Is::None | Is::Dead) => None,
                    _ => next.next(),
                };
                if slot.at == nth {
                    own.push((slot.field.clone(), node));
                }
            }
            own
        };
        let count = self.program.fns[at].head.outputs.len();
        let types = match self.program.types.shape(expr.ty) {
            Shape::Tuple(of) if of.len() == count => of.clone(),
            _ => vec![expr.ty],
        };
        let (event, times) = self.pass_time(at, signature, values, span);
        let mut results = Vec::new();
        for (nth, &ty) in types.iter().enumerate() {
            let own = of_value(&signature.outputs, nth);
            let time = times.iter().find(|(result, _)| *result == nth).map(|(_, node)| *node);
            let leads = self.signatures.and_then(|all| all.refs.results[at].get(nth).copied().flatten());
            let leads = leads.and_then(|leads| match values.get(leads) {
                Some((Value::Ref { place, .. }, _)) => Some(*place),
                _ => None,
            });
            results.push(self.result(leads, own, ty, time, span));
        }
        self.state.event = event;
        match results.len() {
            1 => results.remove(0),
            _ => Value::Tuple(results),
        }
    }

    /// A value of an argument: itself, what it leads to, or a field.
    fn part(&mut self, value: &Value, field: Option<&str>, site: Span) -> NodeId {
        let found = match (value, field) {
            (Value::One(node), None) => Some(*node),
            (Value::Ref { place, .. }, None) => match self.load(site, *place) {
                Value::One(node) => Some(node),
                _ => None,
            },
            (Value::Record(fields), Some(name)) => {
                fields.iter().find(|(known, _)| known == name).and_then(|(_, node)| *node)
            }
            (Value::Encoder(id) | Value::Fence(id), Some(name)) => {
                self.state.remotes.get(id).and_then(|remote| remote.fields.get(name).copied())
            }
            _ => None,
        };
        found.unwrap_or_else(|| {
            if let Some(name) = field {
                let help = format!("encode it before: `encode e.copy[{name} <- x];`, or say that it is not: `@in {{ e.{name}: none(val)-dead }};`");
                self.error(site, format!("the function that is called wants `{name}`, which is not there yet"), help);
            }
            self.unknown(site)
        })
    }

    /// What a call does to its arguments.
    fn after(&mut self, at: FnId, values: &[(Value, Span)], span: Span) {
        self.state.calls += 1;
        let Some(all) = self.signatures else { return };
        for (nth, (value, site)) in values.iter().enumerate() {
            match value {
                Value::Ref { place, .. } if all.refs.writes[at].get(nth) == Some(&true) => {
                    let node = self.unknown(span);
                    self.state.locals.insert(*place, (Value::One(node), *site));
                }
                Value::Encoder(id) => self.give(*site, *id, Stage::Open),
                Value::Fence(id) => self.give(*site, *id, Stage::Submitted),
                _ => {}
            }
        }
    }

    fn give(&mut self, site: Span, id: usize, wanted: Stage) {
        if self.remote(site, id, wanted)
            && let Some(remote) = self.state.remotes.get_mut(&id)
        {
            remote.stage = Stage::Given;
        }
    }

    fn result(
        &mut self,
        leads: Option<Place>,
        own: Vec<(Option<String>, Option<NodeId>)>,
        ty: Ty,
        time: Option<NodeId>,
        span: Span,
    ) -> Value {
        let first = own.first().and_then(|(_, node)| *node);
        match self.program.types.shape(ty) {
            Shape::Ref(_) => {
                let node = first.unwrap_or_else(|| self.unknown(span));
                match leads {
                    Some(place) => {
                        self.state.locals.insert(place, (Value::One(node), span));
                        Value::Ref { place, since: self.state.calls }
                    }
                    None => Value::One(node),
                }
            }
            Shape::Record(_) | Shape::Ready(_) => {
                Value::Record(own.into_iter().filter_map(|(name, node)| Some((name?, node))).collect())
            }
            shape @ (Shape::Encoder(_) | Shape::Fence(_)) => {
                let open = matches!(shape, Shape::Encoder(_));
                let fields = own.into_iter().filter_map(|(name, node)| Some((name?, node?))).collect();
                let time = time.unwrap_or_else(|| self.time.add(span, Op::Unknown, Vec::new()));
                let stage = if open { Stage::Open } else { Stage::Submitted };
                let id = self.new_remote(Remote { fields, time, stage });
                if open { Value::Encoder(id) } else { Value::Fence(id) }
            }
            _ => Value::One(first.unwrap_or_else(|| self.unknown(span))),
        }
    }

    /// What a call is in the timeline: the event after it, and its encoders and fences.
    fn pass_time(
        &mut self,
        at: FnId,
        signature: &Signature,
        values: &[(Value, Span)],
        span: Span,
    ) -> (NodeId, Vec<(usize, NodeId)>) {
        let _ = at;
        if let Some(plan) = signature.memory {
            let kid = self.state.memory;
            self.state.memory = self.memory.of(span, Op::Plan(plan), &[kid]);
        }
        let event = self.state.event;
        let Some(time) = &signature.time else { return (event, Vec::new()) };
        let mut given: HashMap<NodeId, Kid> = HashMap::from([(time.from, Kid { node: event, site: span })]);
        for &(nth, node) in &time.inputs {
            if let Some((Value::Encoder(id) | Value::Fence(id), site)) = values.get(nth)
                && let Some(remote) = self.known_time(*id)
            {
                given.insert(node, Kid { node: remote, site: *site });
            }
        }
        match time.whole {
            true => {
                let spec = &self.specs.plans[time.plan];
                let kids = spec.inputs.iter().filter_map(|input| given.get(input).copied()).collect();
                let call = self.time.add(span, Op::Plan(time.plan), kids);
                let count = spec.outputs.len();
                let part = |this: &mut Self, node: NodeId| match count {
                    1 => call,
                    _ => {
                        let nth = spec.outputs.iter().position(|&output| output == node).unwrap_or(0);
                        this.time.of(span, Op::Extract(nth), &[call])
                    }
                };
                let event = part(self, time.to);
                let outputs = time.outputs.iter().map(|&(result, node)| (result, part(self, node)));
                (event, outputs.collect())
            }
            false => {
                let spec = &self.specs.plans[time.plan].graph;
                let roots: Vec<Option<NodeId>> =
                    std::iter::once(time.to).chain(time.outputs.iter().map(|it| it.1)).map(Some).collect();
                let copied = self.time.copy(spec, &roots, &given, span);
                let outputs = time.outputs.iter().zip(&copied[1..]).map(|(&(result, _), &node)| (result, node));
                (copied[0], outputs.collect())
            }
        }
    }

    fn known_time(&self, id: usize) -> Option<NodeId> {
        Some(self.state.remotes.get(&id)?.time)
    }
}

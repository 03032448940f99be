//! Calls of functions: what they are in the val, and in the timeline.

use super::{
    graph::{Kid, NodeId, Op},
    said::Is,
    signature::{Signature, Slot, places},
    state::{Place, Remote, Stage},
    value::{Builder, Value},
};
use crate::schedule::{
    elaborate::Member,
    typed::{Callee, Expr, FnId, last},
    types::{Shape, Ty},
};
use proc_macro2::Span;
use std::collections::HashMap;

impl<'a> Builder<'_, '_, 'a> {
    pub fn run(&mut self, expr: &Expr<'a>, callee: Callee, grid: &[&'a Expr<'a>], args: &[&'a Expr<'a>]) -> Value {
        self.known_grid(callee, grid, expr.span);
        let grid = self.grid(grid);
        let (mut values, mut before) = (Vec::new(), Vec::new());
        for arg in args {
            let value = self.value(arg);
            before.push(self.led_value(&value));
            values.push((value, last(arg)));
        }
        self.lent(callee, &values, &before);
        self.given_away(callee, args);
        let class = match callee {
            Callee::Fn(at) => {
                if let Some(signature) = self.signatures.and_then(|all| all.of[at].as_ref()) {
                    return self.run_hand(expr, at, signature, grid, &values);
                }
                // An order: the val of its arguments.
                let it = &self.program.fns[at];
                let derived = it.head.impls.iter().any(|spec| spec.derivative.is_some());
                let Some(&val) = it.impls.first().filter(|_| !derived) else {
                    return Value::One(self.unknown(expr.span));
                };
                let order = self.program.given_to_order(it, val);
                let ordered = order.into_iter().map(|nth| values.get(nth?).cloned()).collect::<Option<Vec<_>>>();
                values = ordered.unwrap_or(values);
                self.specs.class_of(Member::Val(val))
            }
            Callee::Extern(at) => self.specs.class_of(Member::Extern(at)),
            Callee::Class(at) => {
                self.choose(expr.span, at);
                at
            }
        };
        let mut kids = Vec::new();
        for (value, site) in &values {
            kids.extend(self.whole(value, *site).map(|node| Kid { node, site: *site }));
        }
        let call = self.graph.add(expr.span, Op::Call(class), kids);
        self.graph.nodes[call].grid = grid;
        let count = self.program.types.parts(expr.ty);
        self.results(expr.span, call, count)
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
            let Is::Node(spec) = slot.is else {
                // A field is handed on, if nothing of the val.
                if slot.is == Is::None && slot.field.is_some() {
                    self.part(value, slot.field.as_deref(), *site);
                }
                continue;
            };
            let node = self.part(value, slot.field.as_deref(), *site);
            given.insert(spec, Kid { node, site: *site });
        }
        if self.opens(at) {
            self.several.get_or_insert(span);
        }
        if !signature.whole && self.program.is_recursive(at) {
            let text = "a part of a val that is computed by calling itself is computed never";
            self.error(span, text, "compute it here, or call what computes the whole val");
        }
        let spec = &self.specs.vals[signature.val];
        let kids: Vec<Kid> = spec.inputs.iter().filter_map(|input| given.get(input).copied()).collect();
        let outputs: Vec<Option<NodeId>> = match signature.whole {
            true => {
                let call = self.graph.add(span, Op::Call(self.specs.class_of(Member::Val(signature.val))), kids);
                self.graph.nodes[call].grid = grid;
                let mut parts = Vec::new();
                self.results(span, call, spec.outputs.len()).flatten(&mut parts);
                // In the order of the function.
                let nodes = signature.outputs.iter().filter_map(Slot::node);
                let mut places = places(nodes, &spec.outputs).into_iter();
                let part = |slot: &Slot| slot.node().and_then(|_| *parts.get(places.next()??)?);
                signature.outputs.iter().map(part).collect()
            }
            false => {
                let roots: Vec<Option<NodeId>> = signature.outputs.iter().map(Slot::node).collect();
                let known = self.graph.nodes.len();
                let copied = self.graph.copy(&spec.graph, &roots, &given, span);
                // The grid is that of the call.
                for node in &mut self.graph.nodes[known..] {
                    if let Op::Dimension(at, _) = node.op {
                        node.kids = grid.get(at).map(|&node| Kid { node, site: span }).into_iter().collect();
                        node.op = Op::Same;
                    }
                }
                copied.into_iter().map(Some).collect()
            }
        };
        self.after(at, values, span);
        // Each result takes what is its own.
        let of_value = |slots: &[Slot], nth: usize| {
            let own = slots.iter().zip(&outputs).filter(|(slot, _)| slot.at == nth);
            own.map(|(slot, node)| (slot.field.clone(), *node)).collect()
        };
        let count = self.program.fns[at].head.outputs.len();
        let types = match self.program.types.shape(expr.ty) {
            Shape::Tuple(of) if of.len() == count => of.clone(),
            _ => vec![expr.ty],
        };
        let (event, times) = self.pass_time(signature, values, span);
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
            (Value::One(_) | Value::Tuple(_), None) => self.whole(value, site),
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
        signature: &Signature,
        values: &[(Value, Span)],
        span: Span,
    ) -> (NodeId, Vec<(usize, NodeId)>) {
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
                let results = std::iter::once(time.to).chain(time.outputs.iter().map(|it| it.1));
                let part = |nth: Option<usize>| match count {
                    1 => call,
                    _ => self.time.of(span, Op::Extract(nth.unwrap_or(0)), &[call]),
                };
                let parts: Vec<NodeId> = places(results, &spec.outputs).into_iter().map(part).collect();
                let outputs = time.outputs.iter().zip(&parts[1..]).map(|(&(result, _), &node)| (result, node));
                (parts[0], outputs.collect())
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

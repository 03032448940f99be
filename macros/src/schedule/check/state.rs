//! What is known at a point of a body, and what of it after two ways have met.

use super::{
    graph::{Kid, NodeId, Op},
    value::{Builder, Lack, Value},
};
use crate::schedule::typed::LocalId;
use proc_macro2::Span;
use std::collections::{BTreeMap, HashMap};

/// Where a value is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A name.
    Local(LocalId),
    /// What a parameter leads to that is a reference.
    Led(LocalId),
}

/// What is known at a point of a body.
#[derive(Clone, Default)]
pub struct State {
    /// The values of variables, and where they got them.
    pub locals: HashMap<Place, (Value, Span)>,
    /// The latest event, and the latest space.
    pub event: NodeId,
    pub memory: NodeId,
    /// Encoders and fences.
    pub remotes: BTreeMap<usize, Remote>,
    /// How many functions were called: a reference from before may not be used.
    pub calls: usize,
}

/// What is, or will be, on a device.
#[derive(Clone)]
pub struct Remote {
    pub fields: BTreeMap<String, NodeId>,
    /// The encoder in the timeline; the fence, when it was submitted.
    pub time: NodeId,
    pub stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    Open,
    Submitted,
    Awaited,
    /// Given to a function.
    Given,
    /// Not the same on two ways, which was reported.
    Unclear,
}

impl Stage {
    pub fn told(self) -> &'static str {
        match self {
            Stage::Open => "was not submitted",
            Stage::Submitted => "was submitted",
            Stage::Awaited => "was awaited",
            Stage::Given => "was given to a function",
            Stage::Unclear => "is not known",
        }
    }
}

impl<'a> Builder<'_, '_, 'a> {
    /// Two ways meet: `then` of one, the present state of the other.
    pub fn meet(&mut self, condition: Kid, then: State, span: Span) {
        let other = std::mem::take(&mut self.state);
        let mut locals = HashMap::new();
        for (id, (a, at)) in then.locals {
            if let Some((b, from)) = other.locals.get(&id) {
                let value = self.either(condition, (a, at), (b.clone(), *from), span);
                locals.insert(id, (value, span));
            }
        }
        let mut remotes = BTreeMap::new();
        let ids: Vec<usize> = then.remotes.keys().chain(other.remotes.keys()).copied().collect();
        for id in ids {
            let remote = match (then.remotes.get(&id), other.remotes.get(&id)) {
                (Some(a), Some(b)) => self.either_remote(condition, a, b, span),
                (Some(one), None) | (None, Some(one)) => one.clone(),
                (None, None) => continue,
            };
            remotes.insert(id, remote);
        }
        let event = self.same_time(then.event, other.event, span);
        let memory = match then.memory == other.memory {
            true => other.memory,
            false => self.memory.of(span, Op::Same, &[then.memory, other.memory]),
        };
        self.state = State { locals, event, memory, remotes, calls: then.calls.max(other.calls) };
    }

    fn same_time(&mut self, a: NodeId, b: NodeId, span: Span) -> NodeId {
        if a == b {
            return a;
        }
        let kids = [a, b].map(|node| Kid { node, site: self.time.nodes[node].span });
        self.time.add(span, Op::Same, kids.into())
    }

    fn either_remote(&mut self, condition: Kid, a: &Remote, b: &Remote, span: Span) -> Remote {
        let unclear = a.stage == Stage::Unclear || b.stage == Stage::Unclear;
        let stage = if a.stage == b.stage && !unclear { a.stage } else { Stage::Unclear };
        if a.stage != b.stage && !unclear {
            let text = format!("on one way this {}, on the other it {}", a.stage.told(), b.stage.told());
            self.error(span, text, "do the same with it on both ways");
        }
        let mut fields = BTreeMap::new();
        for (name, &x) in &a.fields {
            if let Some(&y) = b.fields.get(name) {
                let node = match x == y {
                    true => x,
                    false => {
                        let [x, y] = [x, y].map(|node| Kid { node, site: self.graph.nodes[node].span });
                        self.graph.add(span, Op::Select, vec![condition, x, y])
                    }
                };
                fields.insert(name.clone(), node);
            }
        }
        Remote { fields, time: self.same_time(a.time, b.time, span), stage }
    }

    /// One of two values; where each is said.
    pub fn either(&mut self, condition: Kid, (a, at): (Value, Span), (b, from): (Value, Span), span: Span) -> Value {
        match (a, b) {
            (Value::One(a), Value::One(b)) if a == b => Value::One(a),
            (Value::One(a), Value::One(b)) => {
                let kids = vec![condition, Kid { node: a, site: at }, Kid { node: b, site: from }];
                Value::One(self.graph.add(span, Op::Select, kids))
            }
            (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => {
                let both = a.into_iter().zip(b);
                Value::Tuple(both.map(|(a, b)| self.either(condition, (a, at), (b, from), span)).collect())
            }
            (Value::Ref { place, since }, Value::Ref { place: other, since: then }) if place == other => {
                Value::Ref { place, since: since.min(then) }
            }
            (Value::Ref { place, .. }, Value::Ref { place: other, .. }) => {
                let [a, b] = [place, other].map(|place| self.place_name(place));
                let text = format!("on one way this reference leads to `{a}`, on the other to `{b}`");
                self.error(span, text, "choose the value, and not the place: `if … { *a } else { *b }`");
                Value::One(self.unknown(span))
            }
            (Value::Fence(a), Value::Fence(b)) if a == b => Value::Fence(a),
            (Value::Encoder(a), Value::Encoder(b)) if a == b => Value::Encoder(a),
            (Value::Fence(a), Value::Fence(b)) => {
                self.either_of_two(condition, a, b, span).map_or(Value::Unset(Lack::Yet), Value::Fence)
            }
            (Value::Encoder(a), Value::Encoder(b)) => {
                self.either_of_two(condition, a, b, span).map_or(Value::Unset(Lack::Yet), Value::Encoder)
            }
            (Value::Record(a), Value::Record(b)) => {
                let mut fields = Vec::new();
                for (name, x) in a {
                    if let Some(y) = b.iter().find(|(known, _)| *known == name).map(|(_, node)| *node) {
                        let node = x.zip(y).map(|(x, y)| match x == y {
                            true => x,
                            false => {
                                let kids = vec![condition, Kid { node: x, site: at }, Kid { node: y, site: from }];
                                self.graph.add(span, Op::Select, kids)
                            }
                        });
                        fields.push((name, node));
                    }
                }
                Value::Record(fields)
            }
            (Value::Unset(a), Value::Unset(b)) if a == b => Value::Unset(a),
            _ => Value::Unset(Lack::OneWay),
        }
    }

    /// Of two encoders or fences, each of one way.
    fn either_of_two(&mut self, condition: Kid, a: usize, b: usize, span: Span) -> Option<usize> {
        let (a, b) = (self.remote_of(a)?, self.remote_of(b)?);
        let remote = self.either_remote(condition, &a, &b, span);
        Some(self.new_remote(remote))
    }

    fn remote_of(&self, id: usize) -> Option<Remote> {
        self.known_remotes.get(&id).cloned().or_else(|| self.state.remotes.get(&id).cloned())
    }

    /// Remembers an encoder or a fence as it is at the end of one way.
    pub fn remember(&mut self, state: &State) {
        self.known_remotes.extend(state.remotes.iter().map(|(&id, remote)| (id, remote.clone())));
    }

    pub fn place_name(&self, place: Place) -> String {
        let (Place::Local(id) | Place::Led(id)) = place;
        self.program.locals[id].name.to_string()
    }

    pub fn new_remote(&mut self, remote: Remote) -> usize {
        self.remotes += 1;
        self.state.remotes.insert(self.remotes, remote.clone());
        self.known_remotes.insert(self.remotes, remote);
        self.remotes
    }
}

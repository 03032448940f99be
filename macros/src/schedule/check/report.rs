//! A function against its specs: what differs, at the token where it does.

use super::{
    compare::Check,
    graph::{Graph, NodeId, Op},
    hole::{Fill, Filler, Fills, STEPS},
    names,
    said::Is,
    signature::{Signature, Signatures, Slot},
    spec::{Spec, Specs},
    state::Place,
    value::{Builder, Value},
};
use crate::schedule::{
    elaborate::Program,
    errors::Errors,
    typed::{Act, Body, Expr, FnId, Kind, last},
};
use proc_macro2::Span;
use std::cell::Cell;

/// Compares a function with its specs, and reports what differs. Gives what stands for its holes.
pub fn function<'a>(
    program: &Program<'a>,
    specs: &Specs,
    signatures: &Signatures<'a>,
    at: FnId,
    body: &Body<'a>,
    errors: &mut Errors,
) -> Fills<'a> {
    let mut fills = Fills::new();
    let Some(signature) = &signatures.of[at] else { return fills };
    let it = &program.fns[at];
    let spec = &specs.vals[signature.val];
    let known = errors.len();
    if spec.broken || it.head.unfilled {
        return fills;
    }
    if let Some(opaque) = spec.opaque {
        let text = format!(
            "`{}` cannot be compared with a body: it is made of more than numbers, conditions and calls",
            spec.name
        );
        errors.push(
            it.head.impls.first().map_or(opaque, |spec| spec.name.span()),
            text,
            "let an order compute it: `eval(x)`, `bottom_up(b)`",
        );
        return fills;
    }
    let mut builder = Builder::new(program, specs);
    builder.signatures = Some(signatures);
    let event = builder.time.add(it.head.name.span(), Op::Input(0), Vec::new());
    builder.state.event = event;
    builder.state.memory = builder.memory.add(it.head.name.span(), Op::Input(0), Vec::new());
    let space = builder.state.memory;
    for (plan, node, graph) in [(it.plans[0], event, &mut builder.time), (it.plans[1], space, &mut builder.memory)] {
        if let Some(param) = plan.and_then(|plan| program.plans[plan].params.first()) {
            graph.name(node, &param.name);
        }
    }
    let leaves = builder.parameters(&body.params, signature);
    let value = builder.value(body.value);
    if let Some(span) = builder.opaque.filter(|_| errors.len() == known) {
        let text = "what is done here cannot be compared with a val: a body has no `match` and no lists";
        errors.push(span, text, "write `if`, or write a val of its own for it, with an order, and call that");
    }
    for (span, text, help) in std::mem::take(&mut builder.errors) {
        errors.push(span, text, help);
    }
    dangling(program, it, &value, last(body.value), errors);
    let outputs = results(&mut builder, &value, signature, body.value);
    // Of what goes in and out wrongly, the rest follows.
    if signature.broken {
        return fills;
    }
    let impls = |name: &str| {
        let named = it.head.impls.iter().find(|spec| spec.name == name);
        named.map_or(it.head.name.span(), |spec| spec.name.span())
    };
    let mut roots = Vec::new();
    for (slot, (node, site)) in signature.outputs.iter().zip(&outputs) {
        match (slot.is, node, &slot.field) {
            (Is::Node(wanted), Some(node), _) => roots.push((*node, wanted, *site)),
            (Is::Node(_), None, Some(field)) => {
                let help =
                    format!("encode what makes it: `encode e.call[{field} <- …];`, or leave it out of the record");
                errors.push(*site, format!("the result has a field `{field}`, which is not made"), help);
            }
            _ => {}
        }
    }
    let sure = errors.len() == known;
    let happens = sure;
    let check = Check { program, spec, graph: &builder.graph, site: impls(&spec.name), what: "val", sure };
    let quotient = check.compare(&leaves, &roots, &builder.tagged, &starts(signature), &builder.holes, errors);
    for hole in &builder.holes {
        let filler = Filler {
            program,
            spec,
            quotient: &quotient,
            signatures,
            hole,
            at,
            left: Cell::new(STEPS),
            made: &it.head.made,
        };
        if errors.len() == known || quotient.of[hole.node].is_some() {
            let fill = filler.fill(errors);
            // Of several results, one after the other.
            match (fill, fills.get_mut(&hole.at)) {
                (Some(fill), Some(Fill::Tuple(list))) => list.push(fill),
                (Some(fill), _) => {
                    let several = builder.holes.iter().filter(|other| other.at == hole.at).count() > 1;
                    fills.insert(hole.at, if several { Fill::Tuple(vec![fill]) } else { fill });
                }
                (None, _) => {}
            }
        }
    }
    if errors.len() == known {
        let [time, memory] = it.plans.map(|plan| plan.map(|plan| &specs.plans[plan]));
        names::known(it, body, [Some(spec), time, memory], errors);
    }
    // Of a timeline that is not said, nothing may happen.
    let trivial = Spec::nothing();
    let [plan, memory] = it.plans;
    let time = plan.map_or(&trivial, |plan| &specs.plans[plan]);
    if time.broken || !happens {
        return fills;
    }
    if let (Some(span), Some(_)) = (builder.several, plan) {
        let text = format!(
            "one of several functions is called here, which do different things on devices, and `{}` says what is done",
            time.name
        );
        errors.push(span, text, format!("call one of them, or leave `{}` out of `impls`", time.name));
        return fills;
    }
    // What is done on devices is then that of what is chosen, and nothing else.
    if builder.several.is_some() {
        let own =
            builder.time.nodes.iter().find(|node| matches!(node.op, Op::Encode | Op::Submit | Op::Sync | Op::Plan(_)));
        if let Some(node) = own {
            let text = "something happens on a device here, beside what a function does that is chosen later";
            errors.push(node.span, text, "write it into a function of its own, with its timeline");
        }
        return fills;
    }
    let site = impls(&time.name);
    let check = Check { program, spec: time, graph: &builder.time, site, what: "tmln", sure: errors.len() == known };
    timeline(&check, &builder, signature, event, &value, body, errors);
    if let Some(memory) = memory.filter(|&memory| !specs.plans[memory].trivial && !specs.plans[memory].broken) {
        let spec = &specs.plans[memory];
        if let Some(span) = builder.several_memory {
            let text = format!(
                "one of several functions is called here, which make different memory, and `{}` says what is made",
                spec.name
            );
            errors.push(span, text, format!("call one of them, or leave `{}` out of `impls`", spec.name));
            return fills;
        }
        let site = impls(&spec.name);
        let check = Check { program, spec, graph: &builder.memory, site, what: "sptl", sure: errors.len() == known };
        let roots: Vec<_> =
            spec.outputs.first().map(|&out| (builder.state.memory, out, last(body.value))).into_iter().collect();
        check.compare(&[(space, spec.inputs[0])], &roots, &[], &spec.inputs, &[], errors);
    }
    fills
}

impl Spec {
    /// A timeline in which nothing happens.
    fn nothing() -> Spec {
        let mut graph = Graph::default();
        let event = graph.add(Span::call_site(), Op::Input(0), Vec::new());
        Spec { graph, inputs: vec![event], outputs: vec![event], trivial: true, ..Spec::default() }
    }
}

/// A reference that is returned leads where a parameter does.
fn dangling(
    program: &Program<'_>,
    it: &crate::schedule::elaborate::Fn<'_>,
    value: &Value,
    site: Span,
    errors: &mut Errors,
) {
    match value {
        Value::Tuple(parts) => parts.iter().for_each(|part| dangling(program, it, part, site, errors)),
        Value::Ref { place: Place::Local(id), .. } => {
            let name = &program.locals[*id].name;
            let text = format!("`{name}` ends with `{}`, and this leads to it", it.head.name);
            errors.push(site, text, "return the value itself, or write where a parameter leads, and return that");
        }
        _ => {}
    }
}

fn starts(signature: &Signature) -> Vec<NodeId> {
    signature.inputs.iter().filter_map(Slot::node).collect()
}

/// The parts of the result, as the signature has them, and where they stand.
fn results<'a>(
    builder: &mut Builder<'_, '_, 'a>,
    value: &Value,
    signature: &Signature,
    expr: &Expr<'a>,
) -> Vec<(Option<NodeId>, Span)> {
    let count = signature.outputs.iter().map(|slot| slot.at + 1).max().unwrap_or(1);
    let parts = builder.parts(value, count, expr.span);
    let of = |slot: &Slot| {
        let part = parts.get(slot.at)?;
        match (part, &slot.field) {
            (Value::One(_) | Value::Tuple(_), _) => builder.whole(part, expr.span),
            (Value::Ref { place, .. }, _) => match builder.state.locals.get(place) {
                Some((Value::One(node), _)) => Some(*node),
                _ => None,
            },
            (Value::Record(fields), Some(name)) => {
                fields.iter().find(|(known, _)| known == name).and_then(|(_, node)| *node)
            }
            (Value::Encoder(id) | Value::Fence(id), Some(name)) => {
                builder.state.remotes.get(id).and_then(|remote| remote.fields.get(name).copied())
            }
            _ => None,
        }
    };
    let found: Vec<Option<NodeId>> = signature.outputs.iter().map(of).collect();
    let sites = sites(expr);
    let site = |slot: &Slot| sites.get(slot.at).copied().unwrap_or_else(|| last(expr));
    found.into_iter().zip(&signature.outputs).map(|(node, slot)| (node, site(slot))).collect()
}

/// Where each of several results stands.
fn sites(expr: &Expr<'_>) -> Vec<Span> {
    match &expr.kind {
        Kind::Act(Act::Block(_, Some(value)) | Act::Tagged(value, _) | Act::Narrow(value)) => sites(value),
        Kind::Tuple(list) => list.iter().map(|it| last(it)).collect(),
        _ => Vec::new(),
    }
}

fn timeline(
    check: &Check<'_, '_>,
    builder: &Builder<'_, '_, '_>,
    signature: &Signature,
    event: NodeId,
    value: &Value,
    body: &Body<'_>,
    errors: &mut Errors,
) {
    let parts = match value {
        Value::Tuple(parts) => parts.clone(),
        one => vec![one.clone()],
    };
    let remote = |value: &Value| match value {
        Value::Encoder(id) | Value::Fence(id) => builder.state.remotes.get(id).map(|remote| remote.time),
        _ => None,
    };
    let end = builder.state.event;
    let site = |node: NodeId| builder.time.nodes[node].span;
    let Some(time) = &signature.time else {
        let roots = [(end, check.spec.outputs[0], site(end))];
        check.compare(&[(event, check.spec.inputs[0])], &roots, &[], &check.spec.inputs, &[], errors);
        return;
    };
    let mut leaves = vec![(event, time.from)];
    for &(nth, node) in &time.inputs {
        // The leaf of a parameter has its number.
        let leaf = builder.time.nodes.iter().position(|it| it.op == Op::Input(nth + 1));
        leaves.extend(leaf.map(|leaf| (leaf, node)));
    }
    let mut roots = vec![(end, time.to, if end == event { last(body.value) } else { site(end) })];
    for &(nth, node) in &time.outputs {
        if let Some(found) = parts.get(nth).and_then(remote) {
            roots.push((found, node, site(found)));
        }
    }
    let starts: Vec<NodeId> = std::iter::once(time.from).chain(time.inputs.iter().map(|it| it.1)).collect();
    check.compare(&leaves, &roots, &builder.timed, &starts, &[], errors);
}

//! What the parameters and results of a function are in its specs.

use super::{
    hole::Fills,
    refs::References,
    said::{Is, alive, is},
    spec::{Spec, Specs},
};
use crate::schedule::{
    elaborate::{Fn, Program},
    errors::Errors,
    tree::{Language, Moment},
    typed::{Act, Body, Kind, Kindred, ValId},
    types::{Shape, Ty},
};

pub struct Signatures<'a> {
    pub of: Vec<Option<Signature>>,
    pub refs: References,
    /// What stands for the holes.
    pub fills: Fills<'a>,
}

/// What a function that is written by hand is in its specs.
pub struct Signature {
    pub val: ValId,
    pub inputs: Vec<Slot>,
    pub outputs: Vec<Slot>,
    /// It computes the whole val of its parameters: a call of it is a call of the val.
    pub whole: bool,
    pub time: Option<TimeSignature>,
    pub memory: Option<usize>,
    /// There is a mistake in it, which was reported.
    pub broken: bool,
}

/// One value that goes in or out: of a parameter, or of a field of it.
#[derive(Clone)]
pub struct Slot {
    pub at: usize,
    pub field: Option<String>,
    pub is: Is,
}

impl Slot {
    /// The node of the spec that it is.
    pub fn node(&self) -> Option<usize> {
        match self.is {
            Is::Node(node) => Some(node),
            _ => None,
        }
    }
}

/// The part of a timeline that a function does.
pub struct TimeSignature {
    pub plan: usize,
    /// From this event to that.
    pub from: usize,
    pub to: usize,
    /// Encoders and fences: the parameter or result, and the node.
    pub inputs: Vec<(usize, usize)>,
    pub outputs: Vec<(usize, usize)>,
    pub whole: bool,
}

pub fn all<'a>(program: &Program<'a>, specs: &Specs, errors: &mut Errors) -> Signatures<'a> {
    let of = program.fns.iter().map(|it| match (&it.body, &it.impls[..]) {
        (Some(body), [val]) => Some(signature(program, specs, it, *val, body, errors)),
        _ => None,
    });
    Signatures { of: of.collect(), refs: References::new(program), fills: Fills::new() }
}

/// The fields of a type, or none if it is one value.
fn fields(program: &Program<'_>, ty: Ty) -> Option<Vec<(String, Ty)>> {
    match *program.types.shape(ty) {
        Shape::Encoder(at) | Shape::Fence(at) | Shape::Ready(at) | Shape::Record(at) => {
            let fields = program.records[at].fields.iter();
            Some(fields.map(|field| (field.name.to_string(), field.ty)).collect())
        }
        _ => None,
    }
}

fn is_remote(program: &Program<'_>, ty: Ty) -> bool {
    matches!(program.types.shape(ty), Shape::Encoder(_) | Shape::Fence(_))
}

fn signature(
    program: &Program<'_>,
    specs: &Specs,
    it: &Fn<'_>,
    val: ValId,
    body: &Body<'_>,
    errors: &mut Errors,
) -> Signature {
    let spec = &specs.vals[val];
    let known = errors.len();
    let function = program.vals[val].sort.is == Kindred::Function;
    let mut inputs = Vec::new();
    let mut types = Vec::new();
    for (at, param) in it.head.params.iter().enumerate() {
        let ty = it.params[at].1;
        if program.types.is_device(ty) {
            continue;
        }
        match fields(program, ty) {
            None => {
                let said =
                    is(&body.with(&param.tags, Moment::In, &[&param.name.to_string()]), Language::Val, spec, errors);
                inputs.push(Slot { at, field: None, is: said });
                types.push((ty, param.name.span()));
            }
            Some(fields) => {
                for (field, ty) in fields {
                    let tags = body.with(&[], Moment::In, &[&param.name.to_string(), &field]);
                    let said = is(&tags, Language::Val, spec, errors);
                    inputs.push(Slot { at, field: Some(field), is: said });
                    types.push((ty, param.name.span()));
                }
            }
        }
    }
    place(&mut inputs, &spec.inputs);
    for (nth, (slot, (_, span))) in inputs.iter().zip(&types).enumerate() {
        if let Is::Node(_) = slot.is
            && inputs[..nth].iter().any(|other| other.is == slot.is)
        {
            let help = "each parameter is another value: say which, or that it is none, `@ none(val)`";
            errors.push(*span, "this is the same value as a parameter before", help);
        }
    }
    let mut outputs = Vec::new();
    let mut given = Vec::new();
    let parts = match program.types.shape(it.result) {
        Shape::Tuple(of) if it.head.outputs.len() == of.len() => of.clone(),
        _ => vec![it.result],
    };
    for (at, (output, &ty)) in it.head.outputs.iter().zip(&parts).enumerate() {
        let span = syn::spanned::Spanned::span(&output.ty);
        alive(&output.tags, errors);
        match fields(program, ty) {
            None => {
                outputs.push(Slot { at, field: None, is: is(&output.tags, Language::Val, spec, errors) });
                given.push((ty, span));
            }
            Some(fields) => {
                for (field, ty) in fields {
                    let mut tags = body.with(&[], Moment::In, &[&field]);
                    if let Some(name) = returned(program, body, at) {
                        tags.extend(body.with(&[], Moment::Out, &[&name, &field]));
                    }
                    outputs.push(Slot { at, field: Some(field), is: is(&tags, Language::Val, spec, errors) });
                    given.push((ty, span));
                }
            }
        }
    }
    // Where nothing is said of the results, they are all that there are.
    let all = outputs.iter().all(|slot| slot.is == Is::Next && slot.field.is_none());
    place(&mut outputs, &spec.outputs);
    let name = &program.vals[val].name;
    for (slots, places, nodes, what) in
        [(&inputs, &types, &spec.inputs, "parameter"), (&outputs, &given, &spec.outputs, "result")]
    {
        let count = slots.iter().filter(|slot| !matches!(slot.is, Is::None | Is::Dead)).count();
        let surplus = slots.iter().position(|slot| slot.is == Is::Next);
        let lacks = nodes.iter().find(|&&node| !slots.iter().any(|slot| slot.is == Is::Node(node)));
        let simple = match what {
            "parameter" => slots.iter().all(|slot| nodes.iter().any(|&node| slot.is == Is::Node(node))),
            _ => all && !slots.is_empty(),
        };
        let text = format!("`{}` has {}, and `{name}` has {}", it.head.name, counted(count, what), nodes.len());
        match (surplus, lacks) {
            (Some(at), _) if what == "parameter" => {
                let more = &it.head.params[slots[at].at].name;
                let text = match nodes.len() {
                    0 => format!("`{}` has a parameter `{more}`, and `{name}` has none", it.head.name),
                    _ => format!("{text}: none is left for `{more}`"),
                };
                errors.push(places[at].1, text, format!("say of one that is none of them: `{more}: … @ none(val)`"));
            }
            (Some(at), _) => {
                errors.push(places[at].1, text, "say of one that is none of them: `-> (i64, i64 @ none(val))`");
            }
            (None, Some(&node)) if simple && function => {
                let lacks = spec.graph.nodes[node].name.as_ref();
                match (what, lacks) {
                    ("parameter", Some(lacks)) => {
                        errors.push(it.head.name.span(), text, format!("add a parameter for `{lacks}`"));
                    }
                    _ => {
                        let help = "return all of them, or say which these are: `-> i64 @ node(val.x)`";
                        errors.push(places[0].1, text, help);
                    }
                }
            }
            _ => {}
        }
    }
    if function {
        let params: Vec<Ty> = program.vals[val].params.iter().map(|&id| program.locals[id].ty).collect();
        let results = match program.types.shape(program.vals[val].value) {
            Shape::Tuple(of) => of.clone(),
            _ => vec![program.vals[val].value],
        };
        compare(program, &inputs, &types, &spec.inputs, &params, errors);
        compare(program, &outputs, &given, &spec.outputs, &results, errors);
    }
    let is_whole = |slots: &[Slot], nodes: &[usize]| {
        let given: Vec<usize> = slots.iter().filter_map(Slot::node).collect();
        is_all(&given, nodes)
    };
    let whole = is_whole(&inputs, &spec.inputs) && is_whole(&outputs, &spec.outputs);
    let [plan, memory] = it.plans.map(|plan| plan.filter(|&plan| !specs.plans[plan].trivial));
    let time = plan.map(|plan| time(program, &specs.plans[plan], plan, it, &parts, body, errors));
    Signature { val, inputs, outputs, whole, time, memory, broken: errors.len() > known }
}

/// All of them, each as often, in whatever order.
pub fn is_all(given: &[usize], nodes: &[usize]) -> bool {
    let [mut given, mut nodes] = [given, nodes].map(<[usize]>::to_vec);
    given.sort_unstable();
    nodes.sort_unstable();
    given == nodes
}

/// Which of the outputs each of these is: of one that is there twice, one after the other.
pub fn places(given: impl Iterator<Item = usize>, outputs: &[usize]) -> Vec<Option<usize>> {
    let mut used = vec![false; outputs.len()];
    let place = |node: usize| {
        let nth = (0..outputs.len()).find(|&nth| outputs[nth] == node && !used[nth])?;
        used[nth] = true;
        Some(nth)
    };
    given.map(place).collect()
}

fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// The name of what is returned, at this place of several.
fn returned(program: &Program<'_>, body: &Body<'_>, at: usize) -> Option<String> {
    let mut value = body.value;
    loop {
        value = match &value.kind {
            Kind::Act(
                Act::Block(_, Some(inner))
                | Act::Tagged(inner, _)
                | Act::Narrow(inner)
                | Act::Submit(inner)
                | Act::Await(inner),
            ) => inner,
            Kind::Tuple(list) => list.get(at)?,
            Kind::Local(id) => return Some(program.locals[*id].name.to_string()),
            _ => return None,
        }
    }
}

/// What stands at its place in the list, of those that are something.
fn place(slots: &mut [Slot], nodes: &[usize]) {
    let mut at = 0;
    for slot in slots {
        match slot.is {
            Is::None | Is::Dead => continue,
            Is::Next => {
                if let Some(&node) = nodes.get(at) {
                    slot.is = Is::Node(node);
                }
            }
            Is::Node(_) => {}
        }
        at += 1;
    }
}

/// The types of what goes in and out are those of the spec.
fn compare(
    program: &Program<'_>,
    slots: &[Slot],
    types: &[(Ty, proc_macro2::Span)],
    nodes: &[usize],
    wanted: &[Ty],
    errors: &mut Errors,
) {
    for (slot, &(ty, span)) in slots.iter().zip(types) {
        let Some(at) = nodes.iter().position(|&node| slot.is == Is::Node(node)) else { continue };
        let Some(&wanted) = wanted.get(at) else { continue };
        let of = match *program.types.shape(ty) {
            Shape::Ref(of) => of,
            _ => ty,
        };
        let (is, wanted) = (program.types.show(of), program.types.show(wanted));
        if is != wanted && !program.types.has_error(of) && wanted != "?" {
            let text = format!("this is `{is}`, and in the val it is `{wanted}`");
            let help = match program.types.shape(of) {
                Shape::Column(..) => {
                    "a body computes one value; of all rows it is computed by an order: `map(x)`".to_owned()
                }
                _ => format!("make it `{wanted}`"),
            };
            errors.push(span, text, help);
        }
    }
}

fn time(
    program: &Program<'_>,
    spec: &Spec,
    plan: usize,
    it: &Fn<'_>,
    parts: &[Ty],
    body: &Body<'_>,
    errors: &mut Errors,
) -> TimeSignature {
    let mut this = TimeSignature {
        plan,
        from: spec.inputs[0],
        to: spec.outputs.first().copied().unwrap_or(0),
        inputs: Vec::new(),
        outputs: Vec::new(),
        whole: true,
    };
    for (moment, path, tags) in body.says() {
        let [word] = path else { continue };
        // At the end, what comes in is what came last.
        if word == "input" && moment == Moment::Out {
            continue;
        }
        if let Is::Node(node) = is(tags, Language::Tmln, spec, errors) {
            match word.to_string().as_str() {
                "input" => this.from = node,
                "output" => this.to = node,
                _ => {}
            }
        }
    }
    let mut nth = 0;
    for (at, param) in it.head.params.iter().enumerate() {
        if is_remote(program, it.params[at].1) {
            nth += 1;
            match (is(&param.tags, Language::Tmln, spec, errors), spec.inputs.get(nth)) {
                (Is::Node(node), _) => this.inputs.push((at, node)),
                (_, Some(&node)) => this.inputs.push((at, node)),
                (_, None) => {
                    let text = format!("`{}` knows of no such encoder or fence", spec.name);
                    errors.push(
                        param.name.span(),
                        text,
                        "give the timeline a parameter for it: `tmln …(e: Event, r: Encoder)`",
                    );
                }
            }
        }
    }
    for (nth, (at, node)) in this.inputs.iter().enumerate() {
        if this.inputs[..nth].iter().any(|(_, other)| other == node) {
            let help = "each is another one: say which, `@ input(tmln.r)`";
            errors.push(
                it.head.params[*at].name.span(),
                "this is the same in the timeline as a parameter before",
                help,
            );
        }
    }
    let mut nth = 0;
    for (at, (output, &ty)) in it.head.outputs.iter().zip(parts).enumerate() {
        if is_remote(program, ty) {
            nth += 1;
            match (is(&output.tags, Language::Tmln, spec, errors), spec.outputs.get(nth)) {
                (Is::Node(node), _) => this.outputs.push((at, node)),
                (_, Some(&node)) => this.outputs.push((at, node)),
                (_, None) => {
                    let span = syn::spanned::Spanned::span(&output.ty);
                    let text = format!("`{}` returns no such encoder or fence", spec.name);
                    errors.push(span, text, "let the timeline return it too: `returns (e, f)`");
                }
            }
        }
    }
    let from: Vec<usize> = std::iter::once(this.from).chain(this.inputs.iter().map(|it| it.1)).collect();
    let to: Vec<usize> = std::iter::once(this.to).chain(this.outputs.iter().map(|it| it.1)).collect();
    this.whole = is_all(&from, &spec.inputs) && is_all(&to, &spec.outputs);
    this
}

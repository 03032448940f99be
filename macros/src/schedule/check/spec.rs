//! The graphs of specs.

use super::{
    graph::{Graph, Kid, NodeId, Op},
    value::{Builder, Value},
};
use crate::schedule::{
    elaborate::{Member, Program},
    errors::{Errors, count, nearest, there},
    tree::{Language, Plan, Step, StepKind},
    typed::{ClassId, Kindred, ValId},
};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use std::collections::HashMap;

/// The graph of a spec.
#[derive(Default)]
pub struct Spec {
    pub name: String,
    pub graph: Graph,
    pub inputs: Vec<NodeId>,
    pub outputs: Vec<NodeId>,
    /// The names of nodes, and of outputs.
    pub names: HashMap<String, NodeId>,
    /// What in it cannot be compared.
    pub opaque: Option<Span>,
    /// A timeline in which nothing happens, memory that is not said.
    pub trivial: bool,
    /// There is a mistake in it, which was reported.
    pub broken: bool,
}

pub struct Specs {
    pub vals: Vec<Spec>,
    pub plans: Vec<Spec>,
    /// The class of each val, and of each function that is declared.
    val_class: Vec<ClassId>,
    extern_class: Vec<ClassId>,
}

impl Specs {
    pub fn new(program: &Program<'_>, errors: &mut Errors) -> Self {
        let class = |member: Member| program.classes.iter().position(|it| it.members.contains(&member)).unwrap_or(0);
        let val_class = (0..program.vals.len()).map(|at| class(Member::Val(at))).collect();
        let extern_class = (0..program.externs.len()).map(|at| class(Member::Extern(at))).collect();
        let mut this = Specs { vals: Vec::new(), plans: Vec::new(), val_class, extern_class };
        let wanted = |val: ValId| program.fns.iter().any(|it| it.impls.contains(&val) && it.body.is_some());
        for val in 0..program.vals.len() {
            let spec = match wanted(val) {
                true => this.val(program, val, errors),
                false => Spec::default(),
            };
            this.vals.push(spec);
        }
        this.plans = program.plans.iter().map(|plan| timeline(program, plan, errors)).collect();
        // A call of a timeline in which nothing happens is nothing.
        this
    }

    pub fn class_of(&self, member: Member) -> ClassId {
        match member {
            Member::Val(at) => self.val_class[at],
            Member::Extern(at) => self.extern_class[at],
        }
    }

    fn val(&self, program: &Program<'_>, val: ValId, errors: &mut Errors) -> Spec {
        let it = &program.vals[val];
        let mut builder = Builder::new(program, self);
        let mut inputs = Vec::new();
        for (at, &id) in it.params.iter().enumerate() {
            let name = &program.locals[id].name;
            let node = builder.graph.add(name.span(), Op::Input(at), Vec::new());
            builder.graph.name(node, name);
            builder.given.push((name.clone(), node));
            builder.locals.insert(id, Value::One(node));
            inputs.push(node);
        }
        let value = match it.sort.is {
            Kindred::Function => builder.value(it.body),
            // A column is one value: of the batch and what else there is.
            _ => {
                let kids: Vec<NodeId> = inputs.clone();
                Value::One(builder.graph.of(it.name.span(), Op::Call(self.val_class[val]), &kids))
            }
        };
        let count = if it.sort.is == Kindred::Function { program.types.parts(it.value) } else { 1 };
        let parts = builder.parts(&value, count, it.name.span());
        let outputs = parts.iter().filter_map(|part| builder.whole(part, it.name.span())).collect();
        let (graph, opaque) = (builder.graph, builder.opaque);
        let mut spec = Spec { name: it.name.to_string(), graph, inputs, outputs, opaque, ..Spec::default() };
        for (name, at) in builder.given {
            if spec.names.insert(name.to_string(), at).is_some() {
                let text = format!("`{name}` is the name of two things in `{}`", it.name);
                errors.push(name.span(), text, "a body is compared with the val by these names: rename one of the two");
                spec.broken = true;
            }
        }
        let named = program.written.iter().find(|written| written.name == it.name);
        for (name, &node) in named.iter().flat_map(|it| &it.outputs).zip(&spec.outputs) {
            if let Some(name) = name {
                spec.names.entry(name.to_string()).or_insert(node);
            }
        }
        spec
    }
}

/// What a name of a timeline is.
struct Reader<'p, 'e> {
    program: &'p [Plan],
    plan: &'p Plan,
    spec: Spec,
    errors: &'e mut Errors,
}

fn timeline(program: &Program<'_>, plan: &Plan, errors: &mut Errors) -> Spec {
    let spec = Spec { name: plan.name.to_string(), ..Spec::default() };
    let known = errors.len();
    let mut reader = Reader { program: program.plans, plan, spec, errors };
    reader.parameters();
    // In any order: those first whose parts are known.
    let mut open: Vec<&(Vec<Ident>, Step)> = plan.bindings.iter().collect();
    while !open.is_empty() {
        let ready = open.iter().position(|(_, step)| reader.knows(step, &open));
        let circle = ready.is_none();
        let (names, step) = open.remove(ready.unwrap_or(0));
        if circle {
            let text = format!("`{}` is made of itself", names[0]);
            reader.errors.push(names[0].span(), text, "a name is given once, of others: break the circle");
            reader.spec.names.extend(names.iter().map(|name| (name.to_string(), 0)));
            continue;
        }
        reader.bind(names, step);
    }
    let outputs = plan.returns.iter().map(|step| reader.step(step)).collect();
    reader.spec.outputs = outputs;
    if plan.returns.len() != plan.outputs.len() {
        let text =
            format!("`{}` has {}, and returns {}", plan.name, count(plan.outputs.len(), "result"), plan.returns.len());
        reader.errors.push(plan.returns[0].span, text, "return one for each type after `->`");
    }
    reader.results_are();
    for (output, &node) in plan.outputs.iter().zip(&reader.spec.outputs.clone()) {
        if let Some(name) = &output.name {
            reader.spec.names.entry(name.to_string()).or_insert(node);
        }
    }
    reader.spec.broken = reader.errors.len() > known;
    reader.spec.trivial = reader.spec.outputs == reader.spec.inputs && reader.spec.inputs.len() == 1;
    reader.spec
}

impl Reader<'_, '_> {
    fn parameters(&mut self) {
        let wanted: &[&str] = match self.plan.language {
            Language::Sptl => &["BufferSpace"],
            _ => &["Event", "Encoder", "Fence"],
        };
        for (at, param) in self.plan.params.iter().enumerate() {
            let ty = param.ty.to_token_stream().to_string();
            let first = at == 0 && ty != wanted[0];
            if first || !wanted.contains(&ty.as_str()) {
                let text = format!("the parameter `{}` is of type `{ty}`", param.name);
                let help = match (first, self.plan.language) {
                    (_, Language::Sptl) => "memory goes from space to space: write `s: BufferSpace`",
                    (true, _) => "the first parameter is the event from which the timeline goes on: write `e: Event`",
                    _ => "the others are encoders and fences: write `r: Encoder`, `f: Fence`",
                };
                self.errors.push(param.name.span(), text, help);
            }
            let node = self.spec.graph.add(param.name.span(), Op::Input(at), Vec::new());
            self.spec.graph.name(node, &param.name);
            self.name(&param.name, node);
            self.spec.inputs.push(node);
        }
        if self.plan.params.is_empty() {
            let text = format!("`{}` begins nowhere", self.plan.name);
            let help =
                if self.plan.language == Language::Sptl { "write `(s: BufferSpace)`" } else { "write `(e: Event)`" };
            self.errors.push(self.plan.name.span(), text, help);
            let node = self.spec.graph.add(self.plan.name.span(), Op::Input(0), Vec::new());
            self.spec.inputs.push(node);
        }
    }

    fn results_are(&mut self) {
        let (wanted, help): (&[&str], _) = match self.plan.language {
            Language::Sptl => (&["BufferSpace"], "memory goes from space to space: write `-> BufferSpace`"),
            _ => (
                &["Event", "Encoder", "Fence"],
                "a timeline returns an event, and then encoders and fences: write `-> Event`",
            ),
        };
        for (at, output) in self.plan.outputs.iter().enumerate() {
            let ty = output.ty.to_token_stream().to_string();
            if !wanted.contains(&ty.as_str()) || at == 0 && ty != wanted[0] {
                let span = syn::spanned::Spanned::span(&output.ty);
                self.errors.push(span, format!("this result is of type `{ty}`"), help);
            }
        }
    }

    fn name(&mut self, name: &Ident, node: NodeId) {
        if self.spec.names.insert(name.to_string(), node).is_some() {
            let text = format!("`{name}` is the name of two things in `{}`", self.plan.name);
            self.errors.push(name.span(), text, "rename one of the two");
        }
    }

    fn knows(&self, step: &Step, open: &[&(Vec<Ident>, Step)]) -> bool {
        match &step.kind {
            StepKind::Name(name) => {
                self.spec.names.contains_key(&name.to_string()) || !open.iter().any(|(names, _)| names.contains(name))
            }
            StepKind::Call(_, args) | StepKind::Alloc(_, _, args) => args.iter().all(|arg| self.knows(arg, open)),
        }
    }

    fn bind(&mut self, names: &[Ident], step: &Step) {
        let node = self.step(step);
        let results = self.results(node);
        if results != names.len() {
            let are = if results == 1 { "is" } else { "are" };
            let text = format!("{}, and there {are} {}", count(names.len(), "name"), count(results, "result"));
            self.errors.push(names[0].span(), text, "give a name to each: `loc, rem :- encode_event(e)`");
        }
        for (at, name) in names.iter().enumerate() {
            let part = match results {
                1 => node,
                _ => self.spec.graph.of(step.span, Op::Extract(at), &[node]),
            };
            self.spec.graph.name(part, name);
            self.name(name, part);
        }
    }

    /// How many results a step has.
    fn results(&self, node: NodeId) -> usize {
        match self.spec.graph.nodes[node].op {
            Op::Encode => 2,
            Op::Plan(at) => self.program[at].outputs.len(),
            _ => 1,
        }
    }

    fn step(&mut self, step: &Step) -> NodeId {
        match &step.kind {
            StepKind::Name(name) => match self.spec.names.get(&name.to_string()) {
                Some(&node) => node,
                None => {
                    let help = nearest(&name.to_string(), known(&self.spec), "name");
                    self.errors.push(step.span, format!("nothing here is called `{name}`"), help);
                    0
                }
            },
            StepKind::Alloc(ty, space, args) => {
                if self.plan.language != Language::Sptl {
                    self.errors.push(
                        step.span,
                        "a timeline has no memory",
                        "write this in a plan of memory: `sptl … { … }`",
                    );
                }
                let ty = compact(&ty.to_token_stream().to_string());
                let label = match space {
                    Some(space) => format!("{ty}; {space}"),
                    None => ty,
                };
                let kids = self.kids(step.span, args, 1, "alloc[f64](s)");
                self.spec.graph.add(step.span, Op::Alloc(label), kids)
            }
            StepKind::Call(name, args) => self.call(step.span, name, args),
        }
    }

    fn call(&mut self, span: Span, name: &Ident, args: &[Step]) -> NodeId {
        let text = name.to_string();
        let time = self.plan.language == Language::Tmln;
        let (op, least, example) = match text.as_str() {
            "encode_event" if time => (Op::Encode, 1, "encode_event(e)"),
            "submit_event" if time => (Op::Submit, 1, "submit_event(r)"),
            "sync_event" if time => (Op::Sync, 2, "sync_event(e, f)"),
            _ => match self.program.iter().position(|plan| plan.name == *name && plan.language == self.plan.language) {
                Some(at) => {
                    let kids = self.kids(span, args, self.program[at].params.len(), &format!("{name}(e)"));
                    // Where nothing happens, nothing is called.
                    if trivial(self.program, &self.program[at])
                        && let [only] = &kids[..]
                    {
                        return only.node;
                    }
                    return self.spec.graph.add(span, Op::Plan(at), kids);
                }
                None => {
                    let own = self.program.iter().filter(|plan| plan.language == self.plan.language);
                    let mut known: Vec<String> = own.map(|plan| plan.name.to_string()).collect();
                    if time {
                        known.extend(["encode_event", "submit_event", "sync_event"].map(str::to_owned));
                    }
                    known.retain(|known| self.plan.name != known);
                    let (what, short) = if time { ("step of a timeline", "step") } else { ("plan of memory", "plan") };
                    let help = match !time && (known.is_empty() || text.contains("alloc")) {
                        true => "memory is made by `alloc[i32](s)`".to_owned(),
                        false => nearest(&text, known.iter().map(String::as_str), short),
                    };
                    self.errors.push(span, format!("no {what} is called `{name}`"), help);
                    return self.spec.graph.add(span, Op::Unknown, Vec::new());
                }
            },
        };
        let several = op == Op::Encode && args.len() > 1;
        let kids = self.kids(span, args, if several { args.len() } else { least }, example);
        self.spec.graph.add(span, op, kids)
    }

    fn kids(&mut self, span: Span, args: &[Step], wanted: usize, example: &str) -> Vec<Kid> {
        let mut kids: Vec<Kid> = args.iter().map(|arg| Kid { node: self.step(arg), site: arg.span }).collect();
        if kids.len() != wanted {
            let name = example.split(['(', '[']).next().unwrap_or(example);
            let text = format!("`{name}` takes {}, and {}", count(wanted, "argument"), there(kids.len()));
            self.errors.push(span, text, format!("write `{example}`"));
            kids.resize(wanted.max(1), Kid { node: 0, site: span });
        }
        kids
    }
}

/// A type, however it is spaced.
pub fn compact(ty: &str) -> String {
    ty.replace(' ', "").replace(',', ", ").replace(';', "; ")
}

/// `returns e`: does nothing happen?
pub fn trivial(all: &[Plan], plan: &Plan) -> bool {
    nothing(all, plan, &mut 1000)
}

/// Looks at so many steps.
fn nothing(all: &[Plan], plan: &Plan, left: &mut usize) -> bool {
    match (&plan.params[..], &plan.returns[..]) {
        ([param], [step]) => parameter(all, plan, step, left).is_some_and(|name| param.name == *name),
        _ => false,
    }
}

/// The name of the parameter that a step is, if it is no more.
fn parameter<'s>(all: &[Plan], plan: &'s Plan, step: &'s Step, left: &mut usize) -> Option<&'s Ident> {
    *left = left.checked_sub(1)?;
    match &step.kind {
        StepKind::Name(name) if plan.params.iter().any(|param| param.name == *name) => Some(name),
        StepKind::Name(name) => {
            let (_, step) = plan.bindings.iter().find(|(names, _)| matches!(&names[..], [only] if only == name))?;
            parameter(all, plan, step, left)
        }
        StepKind::Call(name, args) => {
            let called = all.iter().find(|other| other.name == *name && other.language == plan.language)?;
            match &args[..] {
                [arg] if nothing(all, called, left) => parameter(all, plan, arg, left),
                _ => None,
            }
        }
        StepKind::Alloc(..) => None,
    }
}

/// A node by its name in a spec, or an error that says which there are.
pub fn named(spec: &Spec, name: &Ident, errors: &mut Errors) -> Option<NodeId> {
    let found = spec.names.get(&name.to_string()).copied();
    if found.is_none() {
        let help = nearest(&name.to_string(), known(spec), "name");
        errors.push(name.span(), format!("`{}` has no `{name}`", spec.name), help);
    }
    found
}

/// `_dim0`, in a tag: it has its name everywhere.
pub fn dimension(name: &Ident) -> Option<usize> {
    name.to_string().strip_prefix("_dim")?.parse().ok().filter(|&at| at < 3)
}

/// The names of a spec, as they come in it.
fn known(spec: &Spec) -> Vec<&str> {
    let mut known: Vec<(NodeId, &str)> = spec.names.iter().map(|(name, &node)| (node, name.as_str())).collect();
    known.sort_unstable();
    known.into_iter().map(|(_, name)| name).collect()
}

//! One graph of a body against that of its spec: the errors.

use super::{
    graph::{Graph, NodeId, Op},
    hole::Hole,
    quotient::{Mismatch, Quotient},
    said, show,
    signature::is_all,
    spec::{self, Spec},
};
use crate::schedule::{
    elaborate::Program,
    errors::Errors,
    tree::{Language, Part, Tag},
};
use proc_macro2::Span;

/// Why a node of a body must be one of the spec.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A tag says so.
    Said,
    /// It is what the function returns.
    Result,
    /// It is the last that happens.
    End,
}

/// One graph of a body against that of its spec.
pub struct Check<'c, 'a> {
    pub program: &'c Program<'a>,
    pub spec: &'c Spec,
    pub graph: &'c Graph,
    /// Where the spec is named by the function.
    pub site: Span,
    pub what: &'static str,
    /// Is there no mistake yet? After one, what is missing is no second.
    pub sure: bool,
}

impl<'c> Check<'c, '_> {
    /// What each node of the body is; reports what differs, what is missing, and what is too much.
    pub fn compare(
        &self,
        leaves: &[(NodeId, NodeId)],
        roots: &[(NodeId, NodeId, Span)],
        tagged: &[(NodeId, Tag)],
        starts: &[NodeId],
        holes: &[Hole<'_>],
        errors: &mut Errors,
    ) -> Quotient<'c> {
        let mut quotient = Quotient::new(&self.spec.graph, self.graph, leaves);
        let known = errors.len();
        for (node, tag) in tagged {
            if let [name] = &tag.names[..]
                && let Some(at) = spec::dimension(name).filter(|_| tag.of == Language::Val)
            {
                if !matches!(self.graph.nodes[*node].op, Op::Dimension(nth, _) if nth == at) {
                    let is = show::full(self.program, self.graph, *node);
                    errors.push(name.span(), format!("this is {is}, and not `{name}`"), format!("write `{name}`"));
                }
                continue;
            }
            // Where something is said of several results, each is one.
            for (wanted, span) in said::nodes(tag, self.spec, errors) {
                if tag.part == Some(Part::Input) && !self.spec.inputs.contains(&wanted) {
                    let name = &tag.names[0];
                    let text = format!("`{name}` is no parameter of `{}`", self.spec.name);
                    errors.push(span, text, format!("write `node({}.{name})`", tag.of.word()));
                } else if tag.part != Some(Part::None) && (tag.names.len() == 1 || tag.number.is_some()) {
                    self.must(&mut quotient, *node, wanted, span, Role::Said, errors);
                }
            }
            if tag.part == Some(Part::Input) && tag.names.is_empty() && tag.of == Language::Val {
                let text = "which parameter this is, is not said";
                errors.push(tag.span, text, "write `input(val.x)`");
            }
        }
        for (nth, &(node, wanted, site)) in roots.iter().enumerate() {
            if self.spec.graph.nodes.len() > wanted {
                let role = if nth == 0 && self.what != "val" { Role::End } else { Role::Result };
                self.must(&mut quotient, node, wanted, site, role, errors);
            }
        }
        let open = quotient.deduce();
        if errors.len() > known || !self.sure {
            return quotient;
        }
        let used = self.graph.reach(roots.iter().map(|root| root.0), &[]);
        for (node, tag) in tagged.iter().filter(|(node, tag)| tag.part == Some(Part::None) && used[*node]) {
            if let Some(n) = quotient.of[*node] {
                let is = show::named(self.program, &self.spec.graph, n);
                let text = format!("this is {is}, and the result is made of it");
                errors.push(tag.span, text, format!("write `node({}.x)`, or nothing", tag.of.word()));
            }
        }
        // What fills a hole computes what it is made of.
        let filled = holes.iter().filter_map(|hole| quotient.of[hole.node]);
        let reached = self.spec.graph.reach(filled, starts);
        quotient.witnessed.iter_mut().zip(reached).for_each(|(witnessed, reached)| *witnessed |= reached);
        for (node, options) in &open {
            let list: Vec<String> = options.iter().map(|&n| show::named(self.program, &self.spec.graph, n)).collect();
            let text = format!("this may be {} of `{}`", list.join(" or "), self.spec.name);
            let example = options.iter().find_map(|&n| self.spec.graph.nodes[n].name.as_ref());
            let help = match example {
                Some(name) => format!("say which: `@ node({}.{name})`", self.what),
                None => format!(
                    "give the values of `{}` names, `x :- …`, and say which this is: `@ node({}.x)`",
                    self.spec.name, self.what
                ),
            };
            errors.push(self.graph.nodes[*node].span, text, help);
        }
        if open.is_empty() {
            self.missing(&quotient, roots, starts, errors);
            self.surplus(&quotient, errors);
        }
        quotient
    }

    /// What the spec has, and the body nowhere.
    fn missing(
        &self,
        quotient: &Quotient<'_>,
        roots: &[(NodeId, NodeId, Span)],
        starts: &[NodeId],
        errors: &mut Errors,
    ) {
        let ends: Vec<NodeId> = roots.iter().map(|root| root.1).collect();
        let whole = is_all(&ends, &self.spec.outputs) && is_all(starts, &self.spec.inputs);
        let reached = self.spec.graph.reach(roots.iter().map(|root| root.1), starts);
        for (n, node) in self.spec.graph.nodes.iter().enumerate() {
            let counts = !matches!(node.op, Op::Extract(_) | Op::Input(_) | Op::Dimension(..)) && (whole || reached[n]);
            // What something missing is made of is missing with it.
            let inner = self.spec.graph.nodes.iter().enumerate().any(|(m, by)| {
                !quotient.witnessed[m]
                    && !matches!(by.op, Op::Extract(_))
                    && (by.kids.iter().any(|kid| kid.node == n) || by.grid.contains(&n))
            });
            if counts && !quotient.witnessed[n] && !inner {
                let text = format!(
                    "{} of `{}` is nowhere in this function",
                    show::full(self.program, &self.spec.graph, n),
                    self.spec.name
                );
                let help = match self.what {
                    "val" => "compute it, or remove it from the val",
                    "tmln" => "do it, or remove it from the timeline",
                    _ => "make it, or remove it from the plan of memory",
                };
                errors.push(self.site, text, help);
            }
        }
    }

    /// What is done on devices, and in no timeline. A value that is computed beside the spec is no mistake.
    fn surplus(&self, quotient: &Quotient<'_>, errors: &mut Errors) {
        if self.what == "val" {
            return;
        }
        for (b, node) in self.graph.nodes.iter().enumerate() {
            let counts = matches!(node.op, Op::Encode | Op::Submit | Op::Sync | Op::Plan(_) | Op::Alloc(_));
            if counts && quotient.of[b].is_none() {
                let text = format!("{} has no {} like this", self.spec_name(), self.step(b));
                errors.push(node.span, text, format!("remove it here, or add it to the {}", self.word()));
            }
        }
    }

    fn spec_name(&self) -> String {
        match self.spec.name.is_empty() {
            true => "this function has no timeline, so it".to_owned(),
            false => format!("`{}`", self.spec.name),
        }
    }

    fn word(&self) -> &'static str {
        match self.what {
            "val" => "val",
            "tmln" if self.spec.name.is_empty() => {
                "function: `tmln one_trip(e: Event) -> Event { … }`, and `impls …, one_trip`"
            }
            "tmln" => "timeline",
            _ => "plan of memory",
        }
    }

    /// What a node of a timeline does.
    fn step(&self, b: NodeId) -> &'static str {
        match self.graph.nodes[b].op {
            Op::Encode => "`encode_event`",
            Op::Submit => "`submit_event`",
            Op::Sync => "`sync_event`",
            Op::Alloc(_) => "`alloc`",
            _ => "call",
        }
    }

    fn must(
        &self,
        quotient: &mut Quotient<'_>,
        node: NodeId,
        wanted: NodeId,
        site: Span,
        role: Role,
        errors: &mut Errors,
    ) {
        let before = (quotient.of.clone(), quotient.witnessed.clone());
        let Err(mismatch) = quotient.is(node, wanted, site) else { return };
        (quotient.of, quotient.witnessed) = before;
        let (program, spec) = (self.program, &self.spec.graph);
        let name = &self.spec.name;
        if self.what == "tmln" && name.is_empty() {
            let site = match mismatch {
                Mismatch::Other { site, .. } | Mismatch::Shared { site, .. } => site,
                Mismatch::Does { body, .. } => self.graph.nodes[body].span,
            };
            let help = "add one: `tmln one_trip(e: Event) -> Event { … }`, and `impls …, one_trip`";
            errors.push(site, "something happens on a device here, and this function has no timeline", help);
            return;
        }
        match mismatch {
            // Of what is wrong already, nothing is known.
            Mismatch::Other { body, .. } if !self.sure && self.graph.nodes[body].op == Op::Unknown => {}
            Mismatch::Other { body, spec: n, site } => {
                let role = if body == node { Some(role) } else { None };
                self.other(quotient, body, n, site, role, errors);
            }
            Mismatch::Does { body, spec: n } => {
                let (does, wanted) = (show::made(program, self.graph, body), show::full(program, spec, n));
                let (a, b) = (&self.graph.nodes[body], &spec.nodes[n]);
                let (text, help) = match self.what {
                    "val" if a.op == b.op && b.grid.is_empty() && !a.grid.is_empty() => (
                        format!("this runs on a grid, and {wanted} of `{name}` on none"),
                        "say there on which: `f::<1, 1, 1>(x)`".to_owned(),
                    ),
                    "val" if types(&a.op, &b.op).is_some() => {
                        let (ty, wanted) = types(&a.op, &b.op).unwrap_or_default();
                        (
                            format!("this is {does} of type `{ty}`, and in `{name}` it is of type `{wanted}`"),
                            format!("make it `{wanted}`"),
                        )
                    }
                    "val" => (format!("this is {does}, and `{name}` has {wanted} here"), format!("compute {wanted}")),
                    _ => (format!("this is {does}, and `{name}` has {wanted} here"), self.in_order()),
                };
                errors.push(a.span, text, help);
            }
            Mismatch::Shared { body, first, second, site } => {
                let is = show::named(program, self.graph, body);
                let [first, second] = [first, second].map(|n| show::named(program, spec, n));
                let text = match first == second {
                    true => format!("{is} is made once, and `{name}` has two that are {first}, each by itself"),
                    false => format!("{is} is made once, and is {first} of `{name}`, and {second} too"),
                };
                let help = match self.what {
                    "val" => {
                        "compute it again for the second: what is two in the spec is two in the body, or give it one name there"
                    }
                    _ => "do it a second time, or use one name for both in the timeline",
                };
                errors.push(site, text, help);
            }
        }
    }

    /// A node is another one of the spec, or none: it is what has this role, or what that is made of.
    fn other(
        &self,
        quotient: &Quotient<'_>,
        body: NodeId,
        n: NodeId,
        site: Span,
        role: Option<Role>,
        errors: &mut Errors,
    ) {
        let (program, spec) = (self.program, &self.spec.graph);
        let name = &self.spec.name;
        let alike = quotient.alike(body).first();
        let is = match alike {
            Some(&one) => show::named(program, spec, one),
            None => show::named(program, self.graph, body),
        };
        let wanted = show::full(program, spec, n);
        let unknown = matches!(self.graph.nodes[body].op, Op::Unknown);
        let (site, text, help) = match (self.what, role) {
            ("val", _) if unknown => (
                site,
                format!("what this is, is not known, and `{name}` has {wanted} here"),
                "give a value that is computed here".to_owned(),
            ),
            (_, Some(Role::Said)) => {
                let help = match alike.and_then(|&one| spec.nodes[one].name.as_ref()) {
                    Some(known) => format!("say so, `@ node({}.{known})`, or make it {wanted}", self.what),
                    None => format!("make it {wanted}"),
                };
                (site, format!("this is {is}, and not {wanted}"), help)
            }
            ("val", _) => {
                let help = format!("write what is {}", show::named(program, spec, n));
                (site, format!("this is {is}, and `{name}` has {wanted} here"), help)
            }
            (_, Some(Role::End)) if matches!(self.graph.nodes[body].op, Op::Input(_)) => {
                (self.site, format!("{wanted} of `{name}` is nowhere in this function"), self.in_order())
            }
            (_, Some(Role::End)) => {
                (site, format!("the last step here is {is}, and in `{name}` it is {wanted}"), self.in_order())
            }
            (_, Some(Role::Result)) => {
                (site, format!("this returns {is}, and `{name}` returns {wanted}"), self.in_order())
            }
            (_, None) if self.is_remote(n) => {
                (site, format!("this is {is}, and `{name}` has {wanted} here"), self.in_order())
            }
            (_, None) => (site, format!("this comes after {is}, and in `{name}` after {wanted}"), self.in_order()),
        };
        errors.push(site, text, help);
    }

    /// Is it an encoder or a fence of a timeline, and no event?
    fn is_remote(&self, n: NodeId) -> bool {
        match self.spec.graph.nodes[n].op {
            Op::Submit => true,
            Op::Extract(nth) | Op::Input(nth) => nth > 0,
            _ => false,
        }
    }

    fn in_order(&self) -> String {
        format!("do the steps of `{}` in its order, or change the {}", self.spec.name, self.word())
    }
}

/// The types of two numbers that are written alike.
fn types<'t>(a: &'t Op, b: &'t Op) -> Option<(&'t str, &'t str)> {
    match (a, b) {
        (Op::Constant(text, ty), Op::Constant(other, of)) if text == other => Some((ty, of)),
        (Op::Dimension(nth, ty), Op::Dimension(other, of)) if nth == other => Some((ty, of)),
        _ => None,
    }
}

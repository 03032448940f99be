//! What a timeline says, step by step.

use crate::schedule::{
    check::{Graph, NodeId, Op, Signature, Specs},
    elaborate::Program,
};
use proc_macro2::Ident;

/// The part of a timeline that a function does.
pub struct Timeline {
    pub name: String,
    pub trips: Vec<Trip>,
    pub steps: Vec<Step>,
    /// Is it made of other timelines, too?
    pub others: bool,
}

/// What is encoded, submitted and awaited together.
pub struct Trip {
    /// What the timeline calls its encoder, or its fence.
    pub name: String,
    /// The parameters that it comes from.
    pub encoder: Option<Ident>,
    pub fence: Option<Ident>,
    encoder_node: Option<NodeId>,
    fence_node: Option<NodeId>,
}

/// A step, of a trip.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Begin(usize),
    Submit(usize),
    Sync(usize),
}

/// The steps in their order.
pub fn timeline(program: &Program<'_>, specs: &Specs, at: usize, signature: &Signature) -> Timeline {
    let Some(time) = &signature.time else {
        return Timeline { name: String::new(), trips: Vec::new(), steps: Vec::new(), others: false };
    };
    let spec = &specs.plans[time.plan];
    let graph = &spec.graph;
    let mut this = Timeline { name: spec.name.clone(), trips: Vec::new(), steps: Vec::new(), others: false };
    let stop: Vec<NodeId> = std::iter::once(time.from).chain(time.inputs.iter().map(|it| it.1)).collect();
    let ends = std::iter::once(time.to).chain(time.outputs.iter().map(|it| it.1));
    let reached = graph.reach(ends, &stop);
    for &(param, node) in &time.inputs {
        let name = program.fns[at].params[param].0.clone();
        let is_encoder =
            matches!(program.types.shape(program.fns[at].params[param].1), crate::schedule::types::Shape::Encoder(_));
        let told = told(graph, node).unwrap_or_else(|| name.to_string());
        let (encoder, fence) = if is_encoder { (Some(name), None) } else { (None, Some(name)) };
        let (encoder_node, fence_node) = if is_encoder { (Some(node), None) } else { (None, Some(node)) };
        this.trips.push(Trip { name: told, encoder, fence, encoder_node, fence_node });
    }
    for (n, node) in graph.nodes.iter().enumerate().filter(|(n, _)| reached[*n] && !stop.contains(n)) {
        let of = |nth: usize| node.kids.get(nth).map(|kid| kid.node);
        match node.op {
            Op::Encode => {
                let second = |m: &NodeId| graph.nodes[*m].op == Op::Extract(1) && graph.nodes[*m].kids[0].node == n;
                let encoder_node = (0..graph.nodes.len()).find(second);
                let name = encoder_node.and_then(|node| told(graph, node));
                this.steps.push(Step::Begin(this.trips.len()));
                let name = name.unwrap_or_else(|| format!("trip {}", this.trips.len() + 1));
                this.trips.push(Trip { name, encoder: None, fence: None, encoder_node, fence_node: None });
            }
            Op::Submit => {
                let own = |trip: &Trip| trip.encoder_node.is_some() && trip.encoder_node == of(0);
                if let Some(trip) = this.trips.iter().position(own) {
                    this.trips[trip].fence_node = Some(n);
                    this.steps.push(Step::Submit(trip));
                }
            }
            Op::Sync => {
                let own = |trip: &Trip| trip.fence_node.is_some() && trip.fence_node == of(1);
                this.steps.extend(this.trips.iter().position(own).map(Step::Sync));
            }
            Op::Extract(_) | Op::Input(_) => {}
            _ => this.others = true,
        }
    }
    this
}

fn told(graph: &Graph, node: NodeId) -> Option<String> {
    graph.nodes[node].name.as_ref().map(ToString::to_string)
}

impl Timeline {
    /// When a step happens, if it does.
    pub fn when(&self, step: Step) -> Option<usize> {
        self.steps.iter().position(|&it| it == step)
    }
}

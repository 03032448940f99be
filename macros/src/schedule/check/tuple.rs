//! Several values in one, and one value that is several.

use super::{
    graph::{Node, NodeId, Op},
    value::{Builder, Value},
};
use proc_macro2::Span;

impl Value {
    /// How many names a value may be said to have.
    pub fn count(&self) -> usize {
        match self {
            Value::Tuple(parts) => parts.len(),
            Value::One(_) | Value::Ref { .. } | Value::Unset(_) => 1,
            Value::Encoder(_) | Value::Fence(_) | Value::Record(_) => 0,
        }
    }
}

impl Builder<'_, '_, '_> {
    /// One node for a value, also for several in one.
    pub fn whole(&mut self, value: &Value, span: Span) -> Option<NodeId> {
        match value {
            Value::One(node) => Some(*node),
            Value::Tuple(parts) => {
                let kids = parts.iter().map(|part| self.whole(part, span)).collect::<Option<Vec<_>>>()?;
                Some(self.graph.of(span, Op::Apply("( )".to_owned()), &kids))
            }
            _ => None,
        }
    }

    /// The parts of one node that is several values.
    pub fn projected(&mut self, node: NodeId, count: usize, span: Span) -> Vec<Value> {
        (0..count).map(|nth| Value::One(self.projection(node, nth, span))).collect()
    }

    pub fn projection(&mut self, node: NodeId, nth: usize, span: Span) -> NodeId {
        match &self.graph.nodes[node] {
            Node { op: Op::Apply(what), kids, .. } if what == "( )" && nth < kids.len() => kids[nth].node,
            // Of what is not known, no part is.
            Node { op: Op::Unknown, .. } => node,
            _ => self.graph.of(span, Op::Apply(format!(".{nth}")), &[node]),
        }
    }

    /// So many values: itself, if it is one that has them.
    pub fn parts(&mut self, value: &Value, count: usize, span: Span) -> Vec<Value> {
        match value {
            Value::Tuple(parts) if parts.len() == count => parts.clone(),
            Value::One(node) if count > 1 => self.projected(*node, count, span),
            one => vec![one.clone()],
        }
    }
}

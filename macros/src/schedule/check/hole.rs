//! Holes: what stands for `???`, if one thing only can.

use super::{
    graph::{NodeId, Op},
    quotient::Quotient,
    show,
    signature::{Signature, Signatures},
    spec::Spec,
    state::Place,
    value::Value,
};
use crate::schedule::{
    elaborate::{Member, Program},
    errors::Errors,
    tree::{Binary, Unary},
    typed::{Callee, ClassId, Expr, LocalId},
    types::Shape,
};
use proc_macro2::Span;
use std::collections::HashMap;

/// A hole, and what is known where it is.
pub struct Hole<'a> {
    pub node: NodeId,
    pub at: *const Expr<'a>,
    pub span: Span,
    pub locals: HashMap<Place, (Value, Span)>,
}

/// What stands for a hole.
pub enum Fill {
    Local(LocalId),
    /// What a parameter leads to.
    Led(LocalId),
    /// Its text, and its type, if it is a number.
    Constant(String, String),
    Unary(Unary, Box<Fill>),
    Binary(Binary, Box<[Fill; 2]>),
    Select(Box<[Fill; 3]>),
    Call(Callee, Vec<Fill>, Vec<Fill>),
    Extract(usize, Box<Fill>),
    Dimension(usize),
    /// Of several results.
    Tuple(Vec<Fill>),
}

/// What stands for each hole, by where it is.
pub type Fills<'a> = HashMap<*const Expr<'a>, Fill>;

/// Looks for what fits.
pub struct Filler<'c, 'a> {
    pub program: &'c Program<'a>,
    pub spec: &'c Spec,
    pub quotient: &'c Quotient<'c>,
    pub signatures: &'c Signatures<'a>,
    pub hole: &'c Hole<'a>,
}

/// Why nothing, or more than one thing, fits.
pub enum Unfit {
    None(NodeId),
    Several(NodeId, Vec<String>),
}

impl Filler<'_, '_> {
    /// What fits, or an error that says what is wanted.
    pub fn fill(&self, errors: &mut Errors) -> Option<Fill> {
        let spec = &self.spec.graph;
        let Some(n) = self.quotient.of[self.hole.node] else {
            let text =
                format!("what belongs here is not known: nothing says which value of `{}` it is", self.spec.name);
            errors.push(self.hole.span, text, "say it, `??? @ node(val.x)`, or write the value");
            return None;
        };
        match self.node(n) {
            Ok(fill) => Some(fill),
            Err(unfit) => {
                let wanted = show::full(self.program, spec, n);
                let (text, help) = match unfit {
                    Unfit::Several(of, list) => {
                        let part = if of == n {
                            String::new()
                        } else {
                            format!(", for {}", show::full(self.program, spec, of))
                        };
                        (
                            format!("this is {wanted} of `{}`, and several things fit{part}", self.spec.name),
                            format!("write one of {}", list.join(", ")),
                        )
                    }
                    Unfit::None(of) => {
                        let part = if of == n { "it".to_owned() } else { show::full(self.program, spec, of) };
                        (
                            format!("this is {wanted} of `{}`, and nothing here computes {part}", self.spec.name),
                            "write it".to_owned(),
                        )
                    }
                };
                errors.push(self.hole.span, text, help);
                None
            }
        }
    }

    fn node(&self, n: NodeId) -> Result<Fill, Unfit> {
        let known = self.known(n);
        match &known[..] {
            [] => {}
            [(place, _)] => {
                return Ok(match *place {
                    Place::Local(id) => Fill::Local(id),
                    Place::Led(id) => Fill::Led(id),
                });
            }
            several => return Err(Unfit::Several(n, several.iter().map(|(_, name)| format!("`{name}`")).collect())),
        }
        let node = &self.spec.graph.nodes[n];
        let kid = |at: usize| self.node(node.kids[at].node);
        Ok(match &node.op {
            Op::Constant(text, ty) => Fill::Constant(text.clone(), ty.clone()),
            Op::Dimension(at) => Fill::Dimension(*at),
            Op::Unary(op) => Fill::Unary(*op, Box::new(kid(0)?)),
            Op::Binary(op) => Fill::Binary(*op, Box::new([kid(0)?, kid(1)?])),
            Op::Select => Fill::Select(Box::new([kid(0)?, kid(1)?, kid(2)?])),
            Op::Extract(at) => Fill::Extract(*at, Box::new(kid(0)?)),
            Op::Call(class) => {
                let callee = self.callee(n, *class)?;
                let args = (0..node.kids.len()).map(kid).collect::<Result<_, _>>()?;
                let grid = node.grid.iter().map(|&at| self.node(at)).collect::<Result<_, _>>()?;
                Fill::Call(callee, grid, args)
            }
            _ => return Err(Unfit::None(n)),
        })
    }

    /// The names that have this value here.
    fn known(&self, n: NodeId) -> Vec<(Place, String)> {
        let mut found: Vec<(LocalId, Place, String)> = Vec::new();
        for (place, (value, _)) in &self.hole.locals {
            let Value::One(node) = value else { continue };
            if self.quotient.of[*node] != Some(n) || *node == self.hole.node {
                continue;
            }
            let (Place::Local(id) | Place::Led(id)) = *place;
            found.push((id, *place, self.program.locals[id].name.to_string()));
        }
        // Of two of one name the later one is seen.
        let seen = |id: LocalId, name: &str| {
            let of_name = self.hole.locals.keys().map(|place| match *place {
                Place::Local(id) | Place::Led(id) => id,
            });
            of_name.filter(|&other| self.program.locals[other].name == name).max() == Some(id)
        };
        found.retain(|(id, _, name)| seen(*id, name));
        found.sort_by_key(|(id, ..)| *id);
        found.into_iter().map(|(_, place, name)| (place, name)).collect()
    }

    /// What computes a class, of values, without a device.
    fn callee(&self, n: NodeId, class: ClassId) -> Result<Callee, Unfit> {
        let program = self.program;
        let simple = |at: usize, signature: &Signature| {
            let values = program.fns[at].params.iter().map(|(_, ty)| *ty).chain([program.fns[at].result]);
            let mut values = values.map(|ty| program.types.shape(ty));
            signature.whole
                && signature.time.is_none()
                && values.all(|shape| {
                    !matches!(shape, Shape::Ref(_) | Shape::Encoder(_) | Shape::Fence(_) | Shape::Record(_))
                })
        };
        let mut found: Vec<(Callee, String)> = Vec::new();
        for (at, signature) in self.signatures.of.iter().enumerate() {
            if let Some(signature) = signature
                && program.classes[class].members.contains(&Member::Val(signature.val))
                && simple(at, signature)
            {
                found.push((Callee::Fn(at), program.fns[at].head.name.to_string()));
            }
        }
        for member in &program.classes[class].members {
            if let Member::Extern(at) = *member
                && program.externs[at].dimensions.is_none()
            {
                found.push((Callee::Extern(at), program.externs[at].name.to_string()));
            }
        }
        match &found[..] {
            [(callee, _)] => Ok(*callee),
            [] => Err(Unfit::None(n)),
            several => Err(Unfit::Several(n, several.iter().map(|(_, name)| format!("`{name}(…)`")).collect())),
        }
    }
}

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
    typed::{Callee, ClassId, Expr, FnId, LocalId},
    types::{Shape, Ty},
};
use proc_macro2::Span;
use std::{cell::Cell, collections::HashMap};

/// A hole, and what is known where it is.
pub struct Hole<'a> {
    pub node: NodeId,
    pub at: *const Expr<'a>,
    pub span: Span,
    /// Its type.
    pub ty: Ty,
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
    /// Of the grid, and its type, if it is a number.
    Dimension(usize, String),
    /// Of several results.
    Tuple(Vec<Fill>),
}

impl Fill {
    /// Does it call a function like this?
    pub fn calls(&self, like: &dyn Fn(&Callee) -> bool) -> bool {
        let any = |list: &[Fill]| list.iter().any(|it| it.calls(like));
        match self {
            Fill::Local(_) | Fill::Led(_) | Fill::Constant(..) | Fill::Dimension(..) => false,
            Fill::Unary(_, a) | Fill::Extract(_, a) => a.calls(like),
            Fill::Binary(_, both) => any(&both[..]),
            Fill::Select(parts) => any(&parts[..]),
            Fill::Call(callee, grid, args) => like(callee) || any(grid) || any(args),
            Fill::Tuple(list) => any(list),
        }
    }
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
    /// The function that has the hole.
    pub at: FnId,
    /// How many steps may stand for it yet.
    pub left: Cell<usize>,
    /// The names that were made where holes stand for statements.
    pub made: &'c [String],
}

/// Why nothing, or more than one thing, fits.
pub enum Unfit {
    None(NodeId),
    Several(NodeId, Vec<String>),
    Large,
    /// It has another type than the hole.
    Type(String),
}

/// How many steps stand for a hole at most.
pub const STEPS: usize = 256;

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
        let fits = self.node(n).and_then(|fill| match self.type_of(&fill) {
            Some(ty) if self.is_settled() && ty != self.program.types.show(self.hole.ty) => Err(Unfit::Type(ty)),
            _ => Ok(fill),
        });
        match fits {
            Ok(fill) => Some(fill),
            Err(unfit) => {
                let wanted = show::full(self.program, spec, n);
                let (text, help) = match unfit {
                    Unfit::Large => (
                        format!("this is {wanted} of `{}`, and made of too many steps for one hole", self.spec.name),
                        "compute some of it before, each by a `let` and a hole of its own".to_owned(),
                    ),
                    Unfit::Type(ty) => {
                        let here = self.program.types.show(self.hole.ty);
                        (
                            format!(
                                "this is {wanted} of `{}`, of type `{ty}`, and `{here}` is wanted here",
                                self.spec.name
                            ),
                            format!("make it `{ty}`"),
                        )
                    }
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

    fn is_settled(&self) -> bool {
        matches!(self.program.types.shape(self.hole.ty), Shape::Int(_) | Shape::Float(_) | Shape::Bool)
    }

    /// The type of what stands for it, as far as it is known.
    fn type_of(&self, fill: &Fill) -> Option<String> {
        let program = self.program;
        let show = |ty: Ty| match *program.types.shape(ty) {
            Shape::Ref(of) => program.types.show(of),
            _ => program.types.show(ty),
        };
        match fill {
            Fill::Local(id) | Fill::Led(id) => Some(show(program.locals[*id].ty)),
            Fill::Constant(_, ty) | Fill::Dimension(_, ty) => Some(ty.clone()).filter(|ty| !ty.is_empty()),
            Fill::Unary(_, of) => self.type_of(of),
            Fill::Binary(
                Binary::Add
                | Binary::Sub
                | Binary::Mul
                | Binary::Div
                | Binary::Rem
                | Binary::BitAnd
                | Binary::BitOr
                | Binary::BitXor
                | Binary::Shl
                | Binary::Shr,
                both,
            ) => self.type_of(&both[0]).or_else(|| self.type_of(&both[1])),
            Fill::Binary(..) => Some("bool".to_owned()),
            Fill::Select(parts) => self.type_of(&parts[1]).or_else(|| self.type_of(&parts[2])),
            Fill::Call(Callee::Fn(at), ..) => Some(show(program.fns[*at].result)),
            Fill::Call(Callee::Extern(at), ..) => Some(show(program.externs[*at].result)),
            Fill::Call(Callee::Class(_), ..) | Fill::Extract(..) | Fill::Tuple(_) => None,
        }
    }

    /// A dimension of a grid, which is known before it runs.
    fn dimension(&self, n: NodeId) -> Result<Fill, Unfit> {
        match &self.spec.graph.nodes[n].op {
            Op::Constant(text, _) => Ok(Fill::Constant(text.clone(), String::new())),
            Op::Dimension(at, _) if self.knows_grid() => Ok(Fill::Dimension(*at, String::new())),
            _ => Err(Unfit::None(n)),
        }
    }

    /// Is the function of the hole made of its grid, also without what stands for the hole?
    fn knows_grid(&self) -> bool {
        self.program.grid_of(self.at) > 0
    }

    fn node(&self, n: NodeId) -> Result<Fill, Unfit> {
        self.left.set(self.left.get().checked_sub(1).ok_or(Unfit::Large)?);
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
            Op::Dimension(at, ty) if self.knows_grid() => Fill::Dimension(*at, ty.clone()),
            Op::Unary(op) => Fill::Unary(*op, Box::new(kid(0)?)),
            Op::Binary(op) => Fill::Binary(*op, Box::new([kid(0)?, kid(1)?])),
            Op::Select => Fill::Select(Box::new([kid(0)?, kid(1)?, kid(2)?])),
            Op::Extract(at) => Fill::Extract(*at, Box::new(kid(0)?)),
            Op::Call(class) => {
                let callee = self.callee(n, *class)?;
                let args = (0..node.kids.len()).map(kid).collect::<Result<_, _>>()?;
                let grid = match callee {
                    Callee::Fn(at) if self.program.grid_of(at) > 0 => {
                        node.grid.iter().map(|&at| self.dimension(at)).collect::<Result<_, _>>()?
                    }
                    _ => Vec::new(),
                };
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
        // A name that is written comes before those that were made; of these, which one is nothing to ask about.
        let is_made = |name: &String| self.made.contains(name);
        match found.iter().any(|(.., name)| !is_made(name)) {
            true => found.retain(|(.., name)| !is_made(name)),
            false => found.truncate(1),
        }
        found.into_iter().map(|(_, place, name)| (place, name)).collect()
    }

    /// What computes a class, of values, without a device.
    fn callee(&self, n: NodeId, class: ClassId) -> Result<Callee, Unfit> {
        let program = self.program;
        let simple = |at: usize, signature: &Signature| {
            let plain = program.is_plain(&program.fns[at], signature.val) && program.devices(at).is_empty();
            plain && signature.whole && signature.time.is_none()
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
        // Of a name that a variable has here, no function is called.
        let hides = |name: &str| {
            self.hole.locals.keys().any(|&(Place::Local(id) | Place::Led(id))| program.locals[id].name == name)
        };
        found.retain(|(_, name)| !hides(name));
        match &found[..] {
            [(callee, _)] => Ok(*callee),
            [] => Err(Unfit::None(n)),
            several => Err(Unfit::Several(n, several.iter().map(|(_, name)| format!("`{name}(…)`")).collect())),
        }
    }
}

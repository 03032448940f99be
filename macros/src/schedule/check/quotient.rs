//! Which node of the spec each node of a body is: its quotient.
//!
//! Two relations. A node of the body is *alike* a node of the spec if the same is done to what is alike. And it *is* one
//! of these: from the results down, then whatever is alike in one way only. One node is one node of the spec: to share
//! what the spec has twice is an error, to compute again what it has once is none.

use super::graph::{Graph, NodeId, Op};
use proc_macro2::Span;

/// Why a node of the body cannot be a node of the spec.
#[derive(Debug)]
pub enum Mismatch {
    /// It is another value of the spec, or none: used there.
    Other { body: NodeId, spec: NodeId, site: Span },
    /// Something else is done.
    Does { body: NodeId, spec: NodeId },
    /// It is another node already.
    Shared { body: NodeId, first: NodeId, second: NodeId, site: Span },
}

pub struct Quotient<'g> {
    pub spec: &'g Graph,
    pub body: &'g Graph,
    /// The nodes of the spec that a node of the body is alike.
    alike: Vec<Vec<NodeId>>,
    /// What each node of the body is.
    pub of: Vec<Option<NodeId>>,
    /// The nodes of the spec that the body computes.
    pub witnessed: Vec<bool>,
}

impl<'g> Quotient<'g> {
    /// With what the leaves of the body are: parameters.
    pub fn new(spec: &'g Graph, body: &'g Graph, leaves: &[(NodeId, NodeId)]) -> Self {
        let mut this = Quotient {
            spec,
            body,
            alike: Vec::with_capacity(body.nodes.len()),
            of: vec![None; body.nodes.len()],
            witnessed: vec![false; spec.nodes.len()],
        };
        for at in 0..body.nodes.len() {
            let alike = match leaves.iter().find(|(leaf, _)| *leaf == at) {
                Some(&(_, is)) => vec![is],
                None => (0..spec.nodes.len()).filter(|&n| this.is_alike(at, n)).collect(),
            };
            this.alike.push(alike);
        }
        for &(leaf, is) in leaves {
            this.of[leaf] = Some(is);
            this.witnessed[is] = true;
        }
        this
    }

    fn is_alike(&self, b: NodeId, n: NodeId) -> bool {
        let (body, spec) = (&self.body.nodes[b], &self.spec.nodes[n]);
        let alike = |kid: NodeId, of: NodeId| self.alike[kid].contains(&of);
        match (&body.op, &spec.op) {
            (Op::Hole, _) => true,
            (Op::Same, _) => !body.kids.is_empty() && body.kids.iter().all(|kid| alike(kid.node, n)),
            (Op::Input(_) | Op::Unknown, _) => false,
            // Fences that a spec names are among those that are under way.
            (Op::Encode, Op::Encode) => {
                alike(body.kids[0].node, spec.kids[0].node)
                    && spec.kids[1..].iter().all(|fence| body.kids[1..].iter().any(|kid| alike(kid.node, fence.node)))
            }
            // The numbers of a grid have one type, whatever else is said of them.
            (Op::Constant(text, ty), Op::Constant(wanted, of)) => {
                text == wanted && (ty == of || ty.is_empty() || of.is_empty())
            }
            (Op::Dimension(nth, ty), Op::Dimension(wanted, of)) => {
                nth == wanted && (ty == of || ty.is_empty() || of.is_empty())
            }
            (op, other) => {
                op == other
                    && body.kids.len() == spec.kids.len()
                    && body.kids.iter().zip(&spec.kids).all(|(kid, of)| alike(kid.node, of.node))
                    && (body.grid.is_empty()
                        || body.grid.len() == spec.grid.len()
                            && body.grid.iter().zip(&spec.grid).all(|(&kid, &of)| alike(kid, of)))
            }
        }
    }

    pub fn alike(&self, b: NodeId) -> &[NodeId] {
        &self.alike[b]
    }

    /// This node of the body is that of the spec; and so is what they are made of.
    pub fn is(&mut self, b: NodeId, n: NodeId, site: Span) -> Result<(), Mismatch> {
        match self.of[b] {
            Some(known) if known == n => return Ok(()),
            Some(first) if self.alike[b].contains(&n) => {
                return Err(Mismatch::Shared { body: b, first, second: n, site });
            }
            _ => {}
        }
        if !self.alike[b].contains(&n) {
            return Err(self.differs(b, n, site));
        }
        self.of[b] = Some(n);
        self.witnessed[n] = true;
        let (body, spec) = (&self.body.nodes[b], &self.spec.nodes[n]);
        match body.op {
            Op::Hole => Ok(()),
            Op::Same => body.kids.iter().try_for_each(|kid| self.is(kid.node, n, kid.site)),
            Op::Encode => {
                self.is(body.kids[0].node, spec.kids[0].node, body.kids[0].site)?;
                spec.kids[1..].iter().try_for_each(|fence| {
                    let found = body.kids[1..].iter().find(|kid| self.alike[kid.node].contains(&fence.node));
                    found.map_or(Ok(()), |kid| self.is(kid.node, fence.node, kid.site))
                })
            }
            _ => {
                for (kid, of) in body.kids.iter().zip(&spec.kids) {
                    self.is(kid.node, of.node, kid.site)?;
                }
                match body.grid.is_empty() {
                    true => spec.grid.iter().for_each(|&of| self.witnessed[of] = true),
                    false => {
                        for (&kid, &of) in body.grid.iter().zip(&spec.grid) {
                            self.is(kid, of, self.body.nodes[kid].span)?;
                        }
                    }
                }
                Ok(())
            }
        }
    }

    /// Where two nodes differ first.
    fn differs(&self, b: NodeId, n: NodeId, site: Span) -> Mismatch {
        let (body, spec) = (&self.body.nodes[b], &self.spec.nodes[n]);
        if !self.alike[b].is_empty() || matches!(body.op, Op::Input(_) | Op::Unknown) {
            return Mismatch::Other { body: b, spec: n, site };
        }
        if body.op == Op::Same {
            let kid = body.kids.iter().find(|kid| !self.alike[kid.node].contains(&n));
            if let Some(kid) = kid {
                return self.differs(kid.node, n, kid.site);
            }
        }
        if body.op == spec.op && body.kids.len() == spec.kids.len() {
            let kids = body.kids.iter().zip(&spec.kids).find(|(kid, of)| !self.alike[kid.node].contains(&of.node));
            if let Some((kid, of)) = kids {
                return self.differs(kid.node, of.node, kid.site);
            }
            let grid = body.grid.iter().zip(&spec.grid).find(|(kid, of)| !self.alike[**kid].contains(of));
            if let Some((&kid, &of)) = grid {
                return self.differs(kid, of, self.body.nodes[kid].span);
            }
        }
        Mismatch::Does { body: b, spec: n }
    }

    /// What can be in one way only is that. Gives the nodes that could be several which nothing else is.
    pub fn deduce(&mut self) -> Vec<(NodeId, Vec<NodeId>)> {
        loop {
            let mut found = false;
            for b in 0..self.body.nodes.len() {
                if self.of[b].is_none()
                    && let [only] = self.options(b)[..]
                {
                    found |= self.is(b, only, self.body.nodes[b].span).is_ok();
                }
            }
            if !found {
                break;
            }
        }
        let open: Vec<NodeId> = (0..self.body.nodes.len()).filter(|&b| self.of[b].is_none()).collect();
        let mut several: Vec<_> = open.into_iter().map(|b| (b, self.options(b))).collect();
        several.retain(|(_, options)| options.len() > 1 && options.iter().any(|&n| !self.witnessed[n]));
        several
    }

    /// What a node could be, given what others are.
    fn options(&mut self, b: NodeId) -> Vec<NodeId> {
        if matches!(self.body.nodes[b].op, Op::Hole) {
            return Vec::new();
        }
        let candidates = self.alike[b].clone();
        candidates.into_iter().filter(|&n| self.could_be(b, n)).collect()
    }

    fn could_be(&mut self, b: NodeId, n: NodeId) -> bool {
        let (of, witnessed) = (self.of.clone(), self.witnessed.clone());
        let fits = self.is(b, n, self.body.nodes[b].span).is_ok();
        (self.of, self.witnessed) = (of, witnessed);
        fits
    }
}

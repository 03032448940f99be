//! What an expression needs of what was computed before it.

use super::Body;
use crate::schedule::{
    typed::{Expr, Kind, LocalId, Pattern, ValId},
    types::SpaceId,
};
use proc_macro2::Ident;

/// Something that is known where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Live<'a> {
    Local(LocalId),
    /// A part of the expression that was computed before.
    Computed(*const Expr<'a>),
}

impl<'a> Body<'_, 'a> {
    /// What an expression of a val needs, in the order in which it is met.
    pub fn live(&self, val: ValId, expr: &Expr<'a>) -> Vec<Live<'a>> {
        let (mut bound, mut live) = (Vec::new(), Vec::new());
        self.meet(val, expr, &mut bound, &mut live);
        live.retain(|it| !matches!(it, Live::Local(id) if bound.contains(id)));
        live
    }

    fn meet(&self, val: ValId, expr: &Expr<'a>, bound: &mut Vec<LocalId>, live: &mut Vec<Live<'a>>) {
        let mut met = |it| {
            if !live.contains(&it) {
                live.push(it);
            }
        };
        if self.computed(expr).is_some() {
            return met(Live::Computed(std::ptr::from_ref(expr)));
        }
        // The parameter through which nodes are seen is not named where they are.
        let through = |name: Option<&Ident>| {
            let params = &self.program.vals[val].params;
            name.and_then(|name| params.iter().copied().find(|&id| self.program.locals[id].name == *name))
        };
        match &expr.kind {
            Kind::Local(id) => met(Live::Local(*id)),
            Kind::Let(locals, ..) => bound.extend(locals),
            Kind::Each(_, local, _) | Kind::Filter(local, ..) => bound.push(*local),
            Kind::Groups(_, groups) => bound.push(groups.local),
            Kind::Column(_, local, _) => bound.push(*local),
            Kind::Match(_, arms) => {
                let mut spaces = Vec::new();
                arms.iter().flat_map(|arm| &arm.patterns).for_each(|pattern| nodes(pattern, &mut spaces));
                for id in spaces.iter().filter_map(|space| through(self.batches.get(space))) {
                    met(Live::Local(id));
                }
                arms.iter().flat_map(|arm| &arm.patterns).for_each(|pattern| binds(pattern, bound));
            }
            _ => {}
        }
        expr.children(&mut |child| self.meet(val, child, bound, live));
    }
}

/// The spaces whose nodes a pattern looks at.
fn nodes(pattern: &Pattern, spaces: &mut Vec<SpaceId>) {
    match pattern {
        Pattern::Any | Pattern::Bind(_) | Pattern::Rust(_) | Pattern::Error => {}
        Pattern::Node { space, fields, .. } => {
            spaces.push(*space);
            fields.iter().for_each(|(_, field)| nodes(field, spaces));
        }
        Pattern::Tuple(_, parts) | Pattern::Or(parts) => parts.iter().for_each(|part| nodes(part, spaces)),
        Pattern::Record(_, fields, _) => fields.iter().for_each(|(_, field)| nodes(field, spaces)),
    }
}

/// The variables of a pattern.
fn binds(pattern: &Pattern, bound: &mut Vec<LocalId>) {
    match pattern {
        Pattern::Any | Pattern::Rust(_) | Pattern::Error => {}
        Pattern::Bind(id) => bound.push(*id),
        Pattern::Node { fields, rest, .. } => {
            bound.extend(rest);
            fields.iter().for_each(|(_, field)| binds(field, bound));
        }
        Pattern::Tuple(_, parts) | Pattern::Or(parts) => parts.iter().for_each(|part| binds(part, bound)),
        Pattern::Record(_, fields, _) => fields.iter().for_each(|(_, field)| binds(field, bound)),
    }
}

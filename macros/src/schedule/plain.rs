//! Which functions stand for their val: called with what it is called with, they give what it gives.

use super::{
    elaborate::{Fn, Program},
    lower,
    tree::{Flow, Language, Moment, Part, Tag},
    typed::{Kindred, ValId},
    types::{Shape, Ty},
};
use proc_macro2::Ident;

impl<'a> Program<'a> {
    /// Is a function called with what its val has, in its order, and with nothing else but a device; and does it give
    /// all results in theirs? Then any call of the val may be one of it.
    pub fn is_plain(&self, it: &Fn<'a>, val: ValId) -> bool {
        let of_value = |ty: Ty| {
            !matches!(
                self.types.shape(ty),
                Shape::Ref(_) | Shape::Encoder(_) | Shape::Fence(_) | Shape::Record(_) | Shape::Steps(_)
            )
        };
        it.head.fails.is_none()
            && it.head.impls.iter().all(|spec| spec.derivative.is_none())
            && it.params.iter().map(|(_, ty)| *ty).chain([it.result]).all(of_value)
            && self.takes_all(it, val)
            && self.gives_all(it, val)
    }

    fn takes_all(&self, it: &Fn<'a>, val: ValId) -> bool {
        let of_val = &self.vals[val];
        let Some(body) = &it.body else {
            let order = self.given_to_order(it, val);
            let device = it.on.as_ref().map(|on| &on.device);
            let values =
                it.params.iter().enumerate().filter(|(_, (name, _))| Some(name) != device).map(|(nth, _)| Some(nth));
            return order.len() == values.clone().count()
                && order.into_iter().eq(values)
                && (of_val.sort.is != Kindred::Function || self.same_types(it, val));
        };
        let values = it.head.params.iter().zip(&it.params).filter(|(_, (_, ty))| !self.types.is_device(*ty));
        let in_place = |(param, &wanted): (&crate::schedule::tree::Param, &usize)| {
            let tags = body.with(&param.tags, Moment::In, &[&param.name.to_string()]);
            tags.iter().all(|tag| is_in_place(tag, Some(&self.locals[wanted].name)))
        };
        values.clone().count() == of_val.params.len()
            && values.map(|(param, _)| param).zip(&of_val.params).all(in_place)
            && (of_val.sort.is != Kindred::Function || self.same_types(it, val))
    }

    /// The types of its parameters that are values, and those of the val.
    fn same_types(&self, it: &Fn<'a>, val: ValId) -> bool {
        let values = it.params.iter().filter(|(_, ty)| !self.types.is_device(*ty));
        values.zip(&self.vals[val].params).all(|((_, ty), &id)| self.same(*ty, self.locals[id].ty))
    }

    fn gives_all(&self, it: &Fn<'a>, val: ValId) -> bool {
        let of_val = &self.vals[val];
        let mut outputs = it.head.outputs.iter();
        let is_result = match (of_val.sort.is, self.types.shape(it.result)) {
            (Kindred::Function, _) => self.same(it.result, of_val.value),
            (Kindred::Rewrite { .. }, _) => true,
            (is, &Shape::Column(space, of)) => is.of() == Some(space) && self.same(of, of_val.value),
            _ => false,
        };
        is_result && outputs.all(|output| output.tags.iter().all(|tag| is_in_place(tag, None)))
    }

    fn same(&self, ty: Ty, wanted: Ty) -> bool {
        self.types.show(ty) == self.types.show(wanted)
    }

    /// For each parameter of a val, the parameter of an order that gives it: of its node, the batch.
    pub fn given_to_order(&self, it: &Fn<'a>, val: ValId) -> Vec<Option<usize>> {
        let inputs = lower::inputs(self, it, val);
        let place = |name: &Ident| it.params.iter().position(|(known, _)| known == name);
        let given = |&id: &usize| match *self.types.shape(self.locals[id].ty) {
            Shape::Node(space) => {
                let of_space = |ty: Ty| matches!(*self.types.shape(ty), Shape::Batch(of) if of == space);
                it.params.iter().position(|(_, ty)| of_space(*ty))
            }
            _ => inputs.iter().find(|(of, _)| *of == id).and_then(|(_, from)| place(&from.as_ref()?.0)),
        };
        self.vals[val].params.iter().map(given).collect()
    }
}

/// Does it say nothing, or what stands at its place anyway?
fn is_in_place(tag: &Tag, name: Option<&Ident>) -> bool {
    let dead = matches!(tag.flow, Some((Flow::Dead, _)));
    let named = tag.names.is_empty() || matches!((&tag.names[..], name), ([only], Some(name)) if only == name);
    tag.of != Language::Val || !dead && tag.part != Some(Part::None) && named
}

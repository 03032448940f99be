//! What has one name: encoders, fences, and columns that are not only lent.

use super::{
    state::Place,
    value::{Builder, Lack, Value},
};
use crate::schedule::typed::{Act, Callee, Expr, Kind, LocalId};

impl<'a> Builder<'_, '_, 'a> {
    /// It gets another name, or is given away: the one that it had is none any more.
    pub fn moved(&mut self, expr: &Expr<'a>, lack: Lack) {
        match &expr.kind {
            Kind::Local(id) => {
                let owned = self.is_owned_column(*id);
                if let Some((value, _)) = self.state.locals.get_mut(&Place::Local(*id))
                    && (owned || matches!(value, Value::Encoder(_) | Value::Fence(_)))
                {
                    *value = Value::Unset(lack);
                }
            }
            Kind::Tuple(list) => list.iter().for_each(|it| self.moved(it, lack)),
            Kind::If(_, yes, no) => [yes, no].into_iter().for_each(|it| self.moved(it, lack)),
            Kind::Act(Act::Tagged(value, _) | Act::Narrow(value) | Act::Block(_, Some(value))) => {
                self.moved(value, lack);
            }
            _ => {}
        }
    }

    /// Columns that a function takes, and not only looks at.
    pub fn given_away(&mut self, callee: Callee, args: &[&'a Expr<'a>]) {
        let Callee::Fn(at) = callee else { return };
        let head = &self.program.fns[at].head;
        for (arg, param) in args.iter().zip(&head.params) {
            if self.program.by_reference(arg.ty) && !matches!(param.ty, syn::Type::Reference(_)) {
                self.moved(arg, Lack::Given);
            }
        }
    }

    fn is_owned_column(&self, id: LocalId) -> bool {
        let program = self.program;
        let lent = program.fns.iter().any(|it| {
            let mut params = it.body.iter().flat_map(|body| &body.params).zip(&it.head.params);
            params.any(|(&local, param)| local == id && matches!(param.ty, syn::Type::Reference(_)))
        });
        program.by_reference(program.locals[id].ty) && !lent
    }
}

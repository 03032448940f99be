//! What stands below a binder is no lower.

use super::Levels;
use crate::lambda::{
    Form, Id,
    class::solve::{Sum, minus},
};

impl Levels<'_, '_> {
    /// What stands below a binder is no lower.
    pub(super) fn below_binders(&mut self, start: Id, depths: &[Option<Sum>]) {
        let mut binders: Vec<Option<Id>> = vec![None; depths.len()];
        for id in (start..start + depths.len() as u32).rev() {
            let binder = binders[(id - start) as usize];
            if let (Some(depth), Some(binder)) = (&depths[(id - start) as usize], binder)
                && let Some(least) = &depths[(binder - start) as usize]
            {
                self.all.at_least(minus(depth, least), 0);
            }
            let mut give = |child: Id, binder| binders[(child - start) as usize] = binder;
            match self.terms.forms[id as usize].0 {
                Form::Lam(_, body) => give(body, Some(id)),
                Form::Arm(body) => give(body, binder),
                Form::Copy(_, _, value, body) | Form::Split(_, value, body) | Form::Let(_, value, body) => {
                    give(value, binder);
                    give(body, Some(id));
                }
                Form::App(a, b) | Form::Sup(_, a, b) | Form::Pair(a, b) | Form::Binary(_, a, b) => {
                    give(a, binder);
                    give(b, binder);
                }
                Form::Switch(number, zeros, other, _) => {
                    give(number, binder);
                    give(other, Some(id));
                    self.terms.lists[zeros.range()].iter().for_each(|&arm| give(arm, Some(id)));
                }
                Form::Match(subject, arms) => {
                    give(subject, binder);
                    self.terms.arms[arms.range()].iter().for_each(|arm| give(arm.body, Some(id)));
                }
                Form::Make(_, items) => self.terms.lists[items.range()].iter().for_each(|&item| give(item, binder)),
                Form::Begin(_) | Form::Var(_) | Form::Num(_) | Form::Hole(_) | Form::Ref(_) => {}
            }
        }
    }
}

//! Variables: how often they are used, each arm by itself.

use super::{Levels, Value};
use crate::lambda::{
    Id, Var,
    class::solve::{Sum, minus},
};

/// An arm: what it needs of the outside, and what of that it copies.
#[derive(Default)]
pub(super) struct Piece {
    pub needs: Vec<Var>,
    pub copies: Vec<Var>,
}

impl Levels<'_, '_> {
    /// The result of that arm which is taken.
    pub(super) fn arms(&mut self, arms: &[Id], depth: &Sum, value: &dyn Fn(Id) -> Value) -> Value {
        let result = self.anything();
        self.all.at_least(minus(&result.level, depth), 0);
        let mut needs = Vec::new();
        for arm in arms {
            self.same(&value(*arm), &result);
            let piece = self.pieces.remove(arm).unwrap_or_default();
            for var in piece.copies {
                let var = self.variable(var).0.clone();
                self.is_copied(&var, depth);
            }
            needs.extend(piece.needs);
        }
        needs.sort_unstable();
        needs.dedup();
        for var in needs {
            let needed = self.occurrence(var);
            let needed = self.used(needed);
            self.all.at_least(minus(&needed.level, depth), 0);
        }
        result
    }

    /// An arm ends: the variables of the outside are needed once by it, however often it uses them.
    pub(super) fn arm(&mut self) -> Piece {
        let Some((from, first)) = self.regions.pop() else { return Piece::default() };
        let mut piece = Piece::default();
        let mut used: Vec<Var> = self.log.drain(from..).filter(|&var| var < first).collect();
        used.sort_unstable();
        for uses in used.chunk_by(|a, b| a == b) {
            let var = uses[0];
            if self.apart.contains(&var) {
                continue;
            }
            self.variable(var).1 -= uses.len() as u32;
            piece.needs.push(var);
            if uses.len() > 1 {
                piece.copies.push(var);
            }
        }
        piece
    }

    pub(super) fn variable(&mut self, var: Var) -> &mut (Value, u32) {
        let Levels { vars, types, all, .. } = self;
        vars.entry(var).or_insert_with(|| (Value { node: types.node(), level: Sum::from([(all.variable(), 1)]) }, 0))
    }

    pub(super) fn occurrence(&mut self, var: Var) -> Value {
        if self.apart.contains(&var) {
            return self.anything();
        }
        self.log.push(var);
        let (value, uses) = self.variable(var);
        *uses += 1;
        value.clone()
    }

    /// The variable is this value, and bound at that depth.
    pub(super) fn bind(&mut self, var: Var, value: &Value, depth: &Sum) {
        let (used, uses) = self.variable(var).clone();
        self.same(&used, value);
        if uses > 1 {
            self.is_copied(value, depth);
        }
    }
}

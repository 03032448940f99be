//! What rules compute: by Rust, and by arithmetic.

use crate::{agents::Numbers, cell::Cell, worker::Worker};
use polarnet_syntax::number::{self, Number, Op, Value, Wide, WideOp};

/// For code that `net!` has made, as all of it is.
#[allow(clippy::missing_safety_doc)]
impl<C: Cell> Worker<'_, C> {
    /// Rust comes next; without this turn so much of the budget is `left`. Are others to be [given](Self::makes_way) something first? Then all of
    /// that is spent.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn before_rust(&mut self, left: i64) -> bool {
        if !self.pace.may_be_slow() {
            return false;
        }
        self.budget = left;
        self.makes_way(self.begun - left - self.held - self.uncounted)
    }

    /// What a rule computes in Rust, from the numbers that it has matched. `None`: it panicked, and the run ends.
    #[inline(never)]
    pub unsafe fn compute_in_rust<const RESULTS: usize>(
        &mut self,
        block: u32,
        matched: &[Number],
    ) -> Option<[Number; RESULTS]> {
        let mut known = Numbers(matched.into());
        let native = self.program.native(block).expect("the book has the blocks of its rules");
        if !self.call_rust(native, &mut known) {
            return None;
        }
        Some(known.0[matched.len()..].try_into().expect("as many results as the rule takes"))
    }

    /// Is a guard true? The faults of its arithmetic are not noted.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn chooses(&mut self, guard: impl FnOnce(&mut Self) -> bool) -> bool {
        let fault = self.fault;
        let chosen = guard(self);
        self.fault = fault;
        chosen
    }

    /// `x op y`, of numbers of one type.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn apply(&mut self, op: Op, x: Value, y: Value) -> Value {
        let (result, fault) = op.apply(x, y, number::Numbers::Native);
        if fault.is_some() {
            self.fault = self.fault.or(fault);
        }
        result
    }

    /// `x op y`, of wide numbers of one type.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn apply_wide(&mut self, op: WideOp, x: Wide, y: Wide) -> Wide {
        let (result, fault) = Wide::apply(op, x, y);
        if fault.is_some() {
            self.fault = self.fault.or(fault);
        }
        result
    }
}

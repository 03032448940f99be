//! Closures that are taken apart to be made again.
//!
//! A match that has nothing to do for a constructor gives it back: `Node(a, b)` is made of what was in it. That is the same value.

use crate::{
    function::Function,
    step::{Block, Guess, Operand, Step},
};

impl Function {
    /// Leaves closures whole where each of their arguments would come to the same place again.
    pub(crate) fn keep_whole(&mut self) {
        self.body.keep_whole();
    }
}

impl Block {
    fn keep_whole(&mut self) {
        for step in &mut self.steps {
            step.blocks_mut().into_iter().for_each(Block::keep_whole);
            if let Step::Case(case) = step {
                let value = case.value;
                case.guesses.iter_mut().for_each(|guess| guess.keep_whole(value));
            }
        }
    }
}

impl Guess {
    fn keep_whole(&mut self, value: Operand) {
        let fields: Vec<_> = self.fields.iter().map(|&field| Operand::Reg(field)).collect();
        let is_same = |step: &Step| matches!(step, Step::Apply { value, args, .. } if *value == Operand::Ref(self.def) && *args == fields);
        let Some(at) = self.block.steps.iter().position(is_same).filter(|_| !fields.is_empty()) else { return };
        let made = self.block.steps.remove(at).result().map(Operand::Reg);
        let block = core::mem::take(&mut self.block);
        self.block = block.map_operands(&|operand| if Some(operand) == made { value } else { operand });
        self.fields.clear();
    }
}

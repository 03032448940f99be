//! Recursion that is a loop with an accumulator: `f(n) = n + f(n - 1)`.
//!
//! What waits for the result of such a call is one operator, and so on for each call: as deep a recursion, as many nodes. But where it does not
//! matter in which order the operator is applied (`+ * & | ^` of unsigned numbers), what waits may be one number, the accumulator, and the call be
//! a jump. C's compilers do the same; for Prolog it is Debray's *Optimizing almost-tail-recursive Prolog programs* (1985).
//!
//! It may be done only if the call gives an unsigned number, when it gives anything: to add up the head of a list while its end is not there
//! would change the normal form. So this is for functions that split no argument, and whose results are unsigned if their numbers are
//! ([`unsigned`](crate::unsigned)).

use crate::{
    function::{Definition, Function},
    step::{Block, Form, Operand, Operate, Reg, Step, Switch},
    unsigned::unsigned,
};
use polarnet_syntax::number::{Number, Numbers, Op};
use std::collections::BTreeMap;

/// The operator that the results of a function's own calls come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accumulate {
    /// One of [`Self::OPS`].
    pub op: Op,
    /// How the net writes it: one that waits for a call that was put off counts as this.
    pub form: Form,
}

impl Accumulate {
    /// Those that are associative and commutative on unsigned numbers.
    pub const OPS: [Op; 5] = [Op::Add, Op::Mul, Op::And, Op::Or, Op::Xor];

    /// What changes nothing.
    #[must_use]
    pub fn unit(self) -> Number {
        let bits = match self.op {
            Op::Mul => 1,
            Op::And => u32::MAX,
            _ => 0,
        };
        Number::u(bits, Numbers::Native)
    }
}

/// A call of a function by itself, at the end of one of its blocks, and operators of what it gives.
#[derive(Clone, Debug)]
pub struct AccumulatedCall<'b> {
    /// What comes before.
    pub before: &'b [Step],
    /// What the function is applied to.
    pub args: &'b [Operand],
    /// The call, and the operators; the last one gives the result of the block.
    pub steps: &'b [Step],
    /// What the operators take beside what the call, or the one before, gives.
    pub others: Vec<Operand>,
}

impl Function {
    /// The turn of the loop that a block ends with, if it does; the result of the block is that of the function.
    #[must_use]
    pub fn accumulated_call<'b>(&self, block: &'b Block) -> Option<AccumulatedCall<'b>> {
        let Accumulate { op, form } = self.accumulates?;
        let at = block.steps.iter().rposition(|step| !matches!(step, Step::Operate(_)))?;
        let (before, steps) = block.steps.split_at(at);
        let Step::Apply { value: Operand::Ref(def), args, result } = &steps[0] else { return None };
        let (mut last, mut others, mut last_form) = (*result, Vec::new(), None);
        for step in &steps[1..] {
            let Step::Operate(operate) = step else { return None };
            others.push(other(operate, last).filter(|_| operate.op == op)?);
            (last, last_form) = (operate.result, Some(operate.form));
        }
        let is_turn = (*def, args.len() as u32) == self.key() && last_form == Some(form);
        (is_turn && block.result == Operand::Reg(last)).then_some(AccumulatedCall { before, args, steps, others })
    }
}

/// Finds the functions that are such loops, and puts the calls in them last.
pub fn accumulate(found: &mut [Definition]) {
    let functions = || found.iter().flat_map(|definition| definition.functions.values());
    let wanted: Vec<_> =
        functions().filter(|function| may_accumulate(&function.body, function)).map(Function::key).collect();
    let unsigned = unsigned(found, &wanted);
    for (def, args) in wanted.into_iter().filter(|key| unsigned.contains(key)) {
        if let Some(function) = found[def as usize].functions.get_mut(&args) {
            let mut body = core::mem::take(&mut function.body);
            goes_last(&mut body, function);
            function.body = body;
        }
    }
}

/// Does its own call end a block whose result is that of the function?
fn may_accumulate(block: &Block, function: &Function) -> bool {
    match last_switch(block) {
        Some(switch) => [&switch.zero, &switch.succ].into_iter().any(|block| may_accumulate(block, function)),
        None => Chain::to_call(block, function).is_some(),
    }
}

/// The operators of a call's result, and what comes to the call, are put behind all else.
fn goes_last(block: &mut Block, function: &mut Function) {
    if last_switch(block).is_none() {
        let Some(chain) = Chain::to_call(block, function) else { return };
        if *function.accumulates.get_or_insert(chain.of) != chain.of {
            return;
        }
        let operators = chain.pulls(block);
        match block.steps.last_mut() {
            // The call is in an arm of a switch: the operators move into all arms.
            Some(Step::Switch(switch)) => {
                let result = switch.result;
                for block in [&mut switch.zero, &mut switch.succ].into_iter().chain(&mut switch.other) {
                    operate(block, result, &operators, &mut function.registers);
                }
                switch.result = operators.last().map_or(result, |last| last.result);
            }
            _ => block.steps.extend(operators.into_iter().map(Step::Operate)),
        }
    }
    if let Some(Step::Switch(switch)) = block.steps.last_mut() {
        goes_last(&mut switch.zero, function);
        goes_last(&mut switch.succ, function);
    }
}

/// Applies operators to the result of a block, where they took register `of`.
fn operate(block: &mut Block, mut of: Reg, operators: &[Operate], registers: &mut Reg) {
    for operator in operators {
        let instead = |operand: Operand| if operand == Operand::Reg(of) { block.result } else { operand };
        let [x, y] = [operator.x, operator.y].map(instead);
        block.steps.push(Step::Operate(Operate { x, y, result: *registers, ..*operator }));
        block.result = Operand::Reg(*registers);
        (of, *registers) = (operator.result, *registers + 1);
    }
}

/// The switch at the end of a block, if what it gives is the result.
fn last_switch(block: &Block) -> Option<&Switch> {
    match block.steps.last() {
        Some(Step::Switch(switch)) if block.result == Operand::Reg(switch.result) => Some(switch),
        _ => None,
    }
}

/// The operand beside one that is a register.
fn other(operate: &Operate, reg: Reg) -> Option<Operand> {
    match [operate.x, operate.y].map(|operand| operand == Operand::Reg(reg)) {
        [true, false] => Some(operate.y),
        [false, true] => Some(operate.x),
        _ => None,
    }
}

/// The most operators that move into the arms of a switch: each arm has them then.
const MOVED: usize = 3;

/// From the result of a block back to a call of the function by itself.
struct Chain {
    of: Accumulate,
    /// The places of the steps: the call, or the switch that it is in, then the operators.
    steps: Vec<usize>,
    /// It is in an arm of a switch. A switch in an arm is no way to a call, or deep ones would grow by the square.
    in_arm: bool,
}

impl Chain {
    fn to_call(block: &Block, function: &Function) -> Option<Chain> {
        let last = Self::producer(block, block.result)?;
        let Step::Operate(Operate { op, form, .. }) = block.steps[last] else { return None };
        let mut chain = Chain { of: Accumulate { op, form }, steps: Vec::new(), in_arm: false };
        let leads = chain.leads_to_call(block, block.result, function);
        let moves = leads && matches!(block.steps[chain.steps[0]], Step::Switch(_));
        (leads && !(moves && chain.steps.len() > 1 + MOVED)).then_some(chain)
    }

    /// The step that gives what is taken once.
    fn producer(block: &Block, wanted: Operand) -> Option<usize> {
        let Operand::Reg(reg) = wanted else { return None };
        let mut uses = 0;
        block.each_operand(&mut |operand| uses += u32::from(operand == wanted));
        let is_it = |step: &Step| step.result() == Some(reg);
        block.steps.iter().rposition(is_it).filter(|_| uses == 1)
    }

    fn leads_to_call(&mut self, block: &Block, wanted: Operand, function: &Function) -> bool {
        let Some(at) = Self::producer(block, wanted) else { return false };
        let leads = match &block.steps[at] {
            Step::Apply { value: Operand::Ref(def), args, .. } => (*def, args.len() as u32) == function.key(),
            Step::Operate(operate) => {
                operate.op == self.of.op
                    && Accumulate::OPS.contains(&operate.op)
                    // Of two calls the right one goes last.
                    && [operate.y, operate.x].into_iter().any(|operand| self.leads_to_call(block, operand, function))
            }
            Step::Switch(switch) if !self.in_arm => [&switch.zero, &switch.succ].into_iter().any(|block| {
                let mut inner = Chain { of: self.of, steps: Vec::new(), in_arm: true };
                inner.leads_to_call(block, block.result, function)
            }),
            _ => false,
        };
        if leads {
            self.steps.push(at);
        }
        leads
    }

    /// The call goes last in the block, the operators out of it. Nothing else waits for what these give.
    fn pulls(&self, block: &mut Block) -> Vec<Operate> {
        let (mut pulled, mut operators) = (None, BTreeMap::new());
        let steps = core::mem::take(&mut block.steps);
        for (at, step) in steps.into_iter().enumerate() {
            match step {
                Step::Operate(operate) if self.steps.contains(&at) => drop(operators.insert(at, operate)),
                step if self.steps[0] == at => pulled = Some(step),
                step => block.steps.push(step),
            }
        }
        block.steps.extend(pulled);
        self.steps.iter().filter_map(|at| operators.remove(at)).collect()
    }
}

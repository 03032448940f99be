//! Recursion that is a loop: `f(n) = n + f(n - 1)`.
//!
//! What waits for the result of such a call is one operator, and so on for each call: as deep a recursion, as many nodes. But where it does not
//! matter in which order the operator is applied (`+ * & | ^` of unsigned numbers), what waits is one number, the accumulator, and the call is a
//! jump. C's compilers do the same (Debray, *Optimizing almost-tail-recursive Prolog programs*, 1985).
//!
//! It may be done only if the call gives an unsigned number, when it gives anything: to add up the head of a list while its end is not there
//! would change the normal form. So this looks for functions that take numbers, and no data, and whose results are unsigned if those are.

use crate::{
    function::{Definition, Function, Test},
    step::{Block, Core, Form, Operand, Operate, Reg, Step, Switch},
};
use polarnet_syntax::number::{Op, Type};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The operator that the results of a function's own calls come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fold {
    /// It is associative and commutative on unsigned numbers.
    pub op: Op,
    /// How the net writes it: one that waits for a call that was put off counts as this.
    pub form: Form,
}

/// A block that ends with a call of its own function, and operators of its result.
#[derive(Clone, Copy, Debug)]
pub struct FoldEnd<'b> {
    /// What comes before.
    pub before: &'b [Step],
    /// What the function is applied to.
    pub args: &'b [Operand],
    /// The call, and the operators.
    pub steps: &'b [Step],
    /// What these come to.
    pub result: Operand,
}

impl<'b> FoldEnd<'b> {
    /// What the operators take beside the result of the call.
    pub fn others(&self) -> impl Iterator<Item = Operand> + 'b {
        let (first, operators) = self.steps.split_first().expect("there is a call");
        let results = core::iter::once(first).chain(operators).filter_map(result);
        operators.iter().zip(results).filter_map(|(step, of)| match step {
            Step::Operate(operate) => other(operate, of),
            _ => None,
        })
    }
}

impl Function {
    /// Is a block, whose result is that of the function, one turn of a loop?
    #[must_use]
    pub fn fold_end<'b>(&self, block: &'b Block) -> Option<FoldEnd<'b>> {
        let fold = self.fold?;
        let at = block.steps.iter().rposition(|step| !matches!(step, Step::Operate(_)))?;
        let (before, steps) = block.steps.split_at(at);
        let Step::Apply { value: Operand::Ref(def), args, result } = &steps[0] else { return None };
        if (*def, args.len() as u32) != (self.def, self.args) || steps.len() == 1 {
            return None;
        }
        let mut last = *result;
        for step in &steps[1..] {
            let Step::Operate(operate) = step else { return None };
            other(operate, last).filter(|_| operate.op == fold.op)?;
            last = operate.result;
        }
        let is_same = matches!(steps.last(), Some(Step::Operate(operate)) if operate.form == fold.form);
        (is_same && block.result == Operand::Reg(last)).then_some(FoldEnd { before, args, steps, result: block.result })
    }
}

/// Finds the functions that are such loops, and puts the calls in them last.
pub fn folds(found: &mut [Definition]) {
    let functions = || found.iter().flat_map(|definition| definition.functions.values());
    let wanted: Vec<_> = functions().filter(|function| looks_so(&function.body, function)).map(key).collect();
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
fn looks_so(block: &Block, function: &Function) -> bool {
    match last_switch(block) {
        Some(switch) => [&switch.zero, &switch.succ].into_iter().any(|block| looks_so(block, function)),
        None => Chain::of(block, function).is_some(),
    }
}

/// The operators of a call's result, and what comes to the call, are put behind all else.
fn goes_last(block: &mut Block, function: &mut Function) {
    if last_switch(block).is_none() {
        let Some(chain) = Chain::of(block, function) else { return };
        if *function.fold.get_or_insert(chain.fold) != chain.fold {
            return;
        }
        let operators = chain.pulls(block);
        match block.steps.last_mut() {
            // Where one of two blocks comes to it, they are in both.
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

/// The result of a block is what these operators make of it; for them it was that of a register.
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

fn key(function: &Function) -> (u32, u32) {
    (function.def, function.args)
}

/// The function that a step calls with as many arguments as it takes.
fn called<'f>(found: &'f [Definition], step: &Step) -> Option<&'f Function> {
    let Step::Apply { value: Operand::Ref(def), args, .. } = step else { return None };
    found[*def as usize].functions.get(&(args.len() as u32))
}

/// The one register that an operator or a call gives.
fn result(step: &Step) -> Option<Reg> {
    match step {
        Step::Operate(operate) => Some(operate.result),
        Step::Apply { result, .. } => Some(*result),
        Step::Switch(switch) => Some(switch.result),
        _ => None,
    }
}

/// The operand beside one that is a register.
fn other(operate: &Operate, reg: Reg) -> Option<Operand> {
    match Operand::Reg(reg) {
        of if of == operate.x => Some(operate.y),
        of if of == operate.y => Some(operate.x),
        _ => None,
    }
}

/// From the result of a block back to a call of the function by itself.
struct Chain {
    fold: Fold,
    /// The places of the steps: the call, or the switch that it is in, then the operators.
    steps: Vec<usize>,
}

impl Chain {
    fn of(block: &Block, function: &Function) -> Option<Chain> {
        let last = Self::producer(block, block.result)?;
        let Step::Operate(Operate { op, form, .. }) = block.steps[last] else { return None };
        let mut chain = Chain { fold: Fold { op, form }, steps: Vec::new() };
        chain.leads_to_call(block, block.result, function).then_some(chain)
    }

    /// The step that gives what is taken once.
    fn producer(block: &Block, wanted: Operand) -> Option<usize> {
        let Operand::Reg(reg) = wanted else { return None };
        let mut uses = 0;
        block.each_operand(&mut |operand| uses += u32::from(operand == wanted));
        let is_it = |step: &Step| result(step) == Some(reg);
        block.steps.iter().rposition(is_it).filter(|_| uses == 1)
    }

    fn leads_to_call(&mut self, block: &Block, wanted: Operand, function: &Function) -> bool {
        let Some(at) = Self::producer(block, wanted) else { return false };
        let leads = match &block.steps[at] {
            Step::Apply { value: Operand::Ref(def), args, .. } => (*def, args.len() as u32) == key(function),
            Step::Operate(operate) => {
                operate.op == self.fold.op
                    && matches!(operate.op, Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor)
                    // Of two calls the later one.
                    && [operate.y, operate.x].into_iter().any(|operand| self.leads_to_call(block, operand, function))
            }
            Step::Switch(switch) => [&switch.zero, &switch.succ].into_iter().any(|block| {
                let mut inner = Chain { fold: self.fold, steps: Vec::new() };
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

/// Those functions, of some and all that they call, that take numbers, and give an unsigned one if these are.
fn unsigned(found: &[Definition], wanted: &[(u32, u32)]) -> BTreeSet<(u32, u32)> {
    let mut callers: BTreeMap<(u32, u32), Vec<(u32, u32)>> = BTreeMap::new();
    let mut todo: Vec<_> = wanted.to_vec();
    let mut left: BTreeSet<_> = todo.iter().copied().collect();
    while let Some(caller) = todo.pop() {
        let mut calls = |step: &Step| {
            let Some(function) = called(found, step) else { return };
            callers.entry(key(function)).or_default().push(caller);
            if left.insert(key(function)) {
                todo.push(key(function));
            }
        };
        each_step(&found[caller.0 as usize].functions[&caller.1].body, &mut calls);
    }
    // All are taken to be so until one is found that is not, then its callers are looked at again.
    let mut todo: Vec<_> = left.iter().copied().collect();
    while let Some((def, args)) = todo.pop() {
        let function = &found[def as usize].functions[&args];
        if left.contains(&(def, args)) && !Unsigned::new(found, &left, function).result(function) {
            left.remove(&(def, args));
            todo.extend(callers.get(&(def, args)).into_iter().flatten());
        }
    }
    left
}

fn each_step(block: &Block, each: &mut impl FnMut(&Step)) {
    for step in &block.steps {
        each(step);
        step.blocks().into_iter().for_each(|block| each_step(block, each));
    }
}

/// What is known to be an unsigned number in a function whose numbers are.
struct Unsigned<'f> {
    found: &'f [Definition],
    /// Functions that give one.
    functions: &'f BTreeSet<(u32, u32)>,
    known: HashSet<Operand>,
}

impl<'f> Unsigned<'f> {
    fn new(found: &'f [Definition], functions: &'f BTreeSet<(u32, u32)>, function: &Function) -> Self {
        let ports = function.tests.iter().filter(|(_, test)| *test == Test::Number);
        Unsigned { found, functions, known: ports.map(|&(port, _)| Operand::Port(port)).collect() }
    }

    fn result(&mut self, function: &Function) -> bool {
        // What is to be a pair may never come.
        function.tests.iter().all(|(_, test)| *test == Test::Number) && self.block(&function.body)
    }

    fn block(&mut self, block: &Block) -> bool {
        block.steps.iter().for_each(|step| self.step(step));
        self.is(block.result)
    }

    fn is(&self, operand: Operand) -> bool {
        match operand {
            Operand::Num(number) => number.ty() == Some(Type::U),
            operand => self.known.contains(&operand),
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Operate(operate) if operate.op.cast().is_none() && self.is(operate.x) && self.is(operate.y) => {
                self.known.insert(Operand::Reg(operate.result));
            }
            Step::Switch(switch) if self.is(switch.value) => {
                self.known.insert(Operand::Reg(switch.before));
                if self.block(&switch.zero) & self.block(&switch.succ) {
                    self.known.insert(Operand::Reg(switch.result));
                }
            }
            Step::Core { core: Core::Dup(_), value, slots } if self.is(*value) => {
                self.known.extend(slots.iter().filter_map(|slot| slot.err().map(Operand::Reg)));
            }
            Step::Apply { args, result, .. } => {
                if let Some(function) = called(self.found, step)
                    && self.functions.contains(&key(function))
                    && function.tests.iter().all(|&(port, _)| self.is(args[port as usize]))
                {
                    self.known.insert(Operand::Reg(*result));
                }
            }
            _ => {}
        }
    }
}

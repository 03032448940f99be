//! Which functions give unsigned numbers.

use crate::{
    function::{Definition, Function, Test},
    step::{Block, Core, Operand, Step},
};
use polarnet_syntax::number::Type;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// Those functions, of some and all that they call, that take numbers, and give an unsigned one if these are.
pub fn unsigned(found: &[Definition], wanted: &[(u32, u32)]) -> BTreeSet<(u32, u32)> {
    let mut callers: BTreeMap<(u32, u32), BTreeSet<(u32, u32)>> = BTreeMap::new();
    let mut todo: Vec<_> = wanted.to_vec();
    let mut left: BTreeSet<_> = wanted.iter().copied().collect();
    while let Some(caller) = todo.pop() {
        found[caller.0 as usize].functions[&caller.1].body.each_call(&mut |def, args| {
            if found[def as usize].functions.contains_key(&args) {
                callers.entry((def, args)).or_default().insert(caller);
                if left.insert((def, args)) {
                    todo.push((def, args));
                }
            }
        });
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

/// What is known to be an unsigned number in a function whose numbers are.
struct Unsigned<'f> {
    found: &'f [Definition],
    /// Functions that give one.
    functions: &'f BTreeSet<(u32, u32)>,
    known: FxHashSet<Operand>,
}

impl<'f> Unsigned<'f> {
    fn new(found: &'f [Definition], functions: &'f BTreeSet<(u32, u32)>, function: &Function) -> Self {
        Unsigned { found, functions, known: function.ports(Test::Number).map(Operand::Port).collect() }
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
                    && self.functions.contains(&function.key())
                    && function.tests.iter().all(|&(port, _)| self.is(args[port as usize]))
                {
                    self.known.insert(Operand::Reg(*result));
                }
            }
            _ => {}
        }
    }
}

/// The function that a step calls with as many arguments as it takes.
fn called<'f>(found: &'f [Definition], step: &Step) -> Option<&'f Function> {
    let Step::Apply { value: Operand::Ref(def), args, .. } = step else { return None };
    found[*def as usize].functions.get(&(args.len() as u32))
}

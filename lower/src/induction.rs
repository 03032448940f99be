//! Arguments that go on by a constant: `n` of `f(n) = n - f(n - 1)`.
//!
//! A recursion that [waits](crate::WaitingCall) keeps what is needed behind the call. But what the call got says what its caller had, if the same is
//! added in each turn: modulo 2³² it can be taken away again, and nothing need be kept. Compilers call such variables those of induction; Liu and Stoller
//! make loops of recursions so (*From recursion to iteration: what are the optimizations?*, 2000).

use crate::{
    function::{Function, Test},
    step::{Block, Core, Operand, Operate, Reg, Step},
    waiting::WaitingCall,
};
use polarnet_syntax::number::{Op, Type};
use std::collections::BTreeMap;

/// An argument, and what is to be added to it, modulo 2³².
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offset {
    /// The argument.
    pub port: u32,
    /// What is added.
    pub by: u32,
}

/// What a turn of a loop needs of the arguments of the call that it waits for.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Induction {
    /// Of each of [`WaitingCall::needs`]: how it follows from an argument of the call.
    pub needs: Vec<Option<Offset>>,
    /// What each turn adds to the arguments that these follow from.
    pub steps: Vec<Offset>,
}

impl Function {
    /// What need not be kept for what is behind this call, if all arguments that are looked at are unsigned numbers, and nobody else calls the function in
    /// the place of a turn: a definition that the last turn calls might, with other arguments. Where something is built behind the call all is kept: a list
    /// without an end is to meet the limit of memory.
    #[must_use]
    pub fn induction(&self, call: &WaitingCall<'_>) -> Induction {
        if !call.computes() {
            return Induction { needs: call.needs.iter().map(|_| None).collect(), steps: Vec::new() };
        }
        let known = Known::of(self);
        let steps: BTreeMap<_, _> =
            (0..self.args).filter_map(|port| Some((port, self.step_of(&known, call.step, port)?))).collect();
        let needs: Vec<_> = call
            .needs
            .iter()
            .map(|&need| {
                let Offset { port, by } = known.get(need)?;
                Some(Offset { port, by: by.wrapping_sub(*steps.get(&port)?) })
            })
            .collect();
        let is_used = |port| needs.iter().flatten().any(|need: &Offset| need.port == port);
        let steps = steps.into_iter().filter(|&(port, _)| is_used(port));
        let steps = steps.map(|(port, by)| Offset { port, by }).collect();
        Induction { needs, steps }
    }

    /// What all calls of the function by itself add to an argument, if they are in one step, and add the same.
    fn step_of(&self, known: &Known, step: &Step, port: u32) -> Option<u32> {
        let (mut own, mut all, mut added) = (0, 0, Vec::new());
        self.body.each_call(&mut |def, args| all += usize::from((def, args) == self.key()));
        step.each_apply(&mut |def, args| {
            if (def, args.len() as u32) == self.key() {
                own += 1;
                added.extend(known.get(args[port as usize]).filter(|offset| offset.port == port));
            }
        });
        let first = added.first()?.by;
        (own == all && added.len() == own && added.iter().all(|offset| offset.by == first)).then_some(first)
    }
}

impl Induction {
    /// Of all that is needed, what each turn adds to it; `None` if anything does not follow.
    #[must_use]
    pub fn added(&self) -> Option<Vec<u32>> {
        let added = |port| self.steps.iter().find(|step| step.port == port).map(|step| step.by);
        self.needs.iter().map(|need| added((*need)?.port)).collect()
    }
}

/// Which registers are an argument and a constant.
struct Known {
    of: BTreeMap<Reg, Offset>,
    /// The arguments that are numbers.
    ports: Vec<u32>,
}

impl Known {
    fn of(function: &Function) -> Self {
        let mut known = Known { of: BTreeMap::new(), ports: function.ports(Test::Number).collect() };
        known.block(&function.body);
        known
    }

    fn get(&self, operand: Operand) -> Option<Offset> {
        match operand {
            Operand::Port(port) => self.ports.contains(&port).then_some(Offset { port, by: 0 }),
            Operand::Reg(reg) => self.of.get(&reg).copied(),
            _ => None,
        }
    }

    fn block(&mut self, block: &Block) {
        block.steps.iter().for_each(|step| self.step(step));
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Core { core: Core::Dup(_), value, slots } => {
                for reg in slots.iter().filter_map(|slot| slot.err()) {
                    self.is(reg, self.get(*value));
                }
            }
            Step::Operate(operate) => self.is(operate.result, self.operated(operate)),
            Step::Switch(switch) => self.is(switch.before, self.get(switch.value).map(|value| value.and(u32::MAX))),
            _ => {}
        }
        step.blocks().into_iter().for_each(|block| self.block(block));
    }

    fn is(&mut self, reg: Reg, offset: Option<Offset>) {
        self.of.extend(offset.map(|offset| (reg, offset)));
    }

    fn operated(&self, operate: &Operate) -> Option<Offset> {
        let literal = |operand| match operand {
            Operand::Num(number) if number.ty() == Some(Type::U) => Some(number.bits()),
            _ => None,
        };
        match (operate.op, literal(operate.x), literal(operate.y)) {
            (Op::Add, Some(by), None) => Some(self.get(operate.y)?.and(by)),
            (Op::FlipSub, Some(by), None) => Some(self.get(operate.y)?.and(by.wrapping_neg())),
            (Op::Add, None, Some(by)) => Some(self.get(operate.x)?.and(by)),
            (Op::Sub, None, Some(by)) => Some(self.get(operate.x)?.and(by.wrapping_neg())),
            _ => None,
        }
    }
}

impl Offset {
    fn and(self, by: u32) -> Offset {
        Offset { by: self.by.wrapping_add(by), ..self }
    }
}

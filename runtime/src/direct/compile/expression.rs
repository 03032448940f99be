//! What rules compute: operators on unsigned numbers are instructions, all else is computed as it is by rules that are
//! interpreted.

use super::{Compiler, Reg, operands::add};
use crate::{
    direct::{
        code::{Computed, Instr},
        machine::{self, Code as Do, Operands, Test, sure},
    },
    word::Word,
};
use polarnet_syntax::{
    code::{Code, Step},
    number::{Number, Op, Type},
};

/// What is on the stack of a computation.
#[derive(Clone, Copy)]
enum Held {
    Reg(Reg),
    Literal(Number),
}

/// Are there only unsigned numbers in it? `sure`: nor anything that may be undefined.
pub(super) fn is_unsigned(code: &Code, known: &[(Reg, Type)], sure: bool) -> bool {
    code.0.iter().all(|step| match *step {
        Step::Known(at) => known[at as usize].1 == Type::U,
        Step::Literal(number) => number.ty() == Some(Type::U),
        Step::Apply(op) => machine::sure(op, true).is_some() || !sure && Operands::Literal.of(op).is_some(),
        Step::Not => true,
        _ => false,
    })
}

impl Compiler<'_> {
    /// Computes a number from those that are known; registers from `to` on are free.
    pub(super) fn compute(&mut self, code: &Code, known: &[(Reg, Type)], to: Reg, guard: bool) {
        if !is_unsigned(code, known, guard) {
            let known = known.iter().map(|&(reg, _)| reg).collect();
            let at = add(&mut self.direct.computed, Computed { code: code.clone(), known, guard });
            return self.emit(Do::Compute, [to, 0, 0], at);
        }
        match self.stack(&code.0, known, to)[..] {
            [Held::Reg(from)] if from != to => self.emit(Do::Move, [to, from, 0], 0),
            [held] => drop(self.in_register(held, to)),
            _ => unreachable!("the code is sound"),
        }
    }

    /// Goes on if a guard is true. Else, to where a word says, seen from an instruction: the places of both.
    pub(super) fn guard(&mut self, code: &Code, known: &[(Reg, Type)], to: Reg) -> (usize, usize) {
        let steps = code.0.iter().rposition(|step| *step != Step::Not).map_or(0, |last| last + 1);
        let nots = code.0.len() - steps;
        if let [before @ .., Step::Apply(op)] = &code.0[..steps]
            && Test::of(*op).is_some()
            && is_unsigned(code, known, true)
        {
            let of = |op: Op| {
                let test = Test::of(op).expect("a comparison, the other way round, is one");
                if nots % 2 == 1 { test.not() } else { test }
            };
            let [x, y] = self.stack(before, known, to)[..] else { unreachable!("the code is sound") };
            let (code, a, b, n) = match (x, y) {
                (x, Held::Literal(y)) => {
                    let x = self.in_register(x, to);
                    (machine::guard(of(op.flipped()), true), x, 0, y.bits())
                }
                (Held::Literal(x), Held::Reg(y)) => (machine::guard(of(*op), true), y, 0, x.bits()),
                (Held::Reg(x), Held::Reg(y)) => (machine::guard(of(*op), false), x, y, 0),
            };
            self.push(Instr::new(code, [a, b, 0], n));
            let from = self.code.len() - 1;
            self.code.push(Instr::new(Do::Row as u8, [0; 3], 0));
            return (from, from + 1);
        }
        self.compute(code, known, to, true);
        self.emit(Do::IfZero, [to, 0, 0], 0);
        (self.code.len() - 1, self.code.len() - 1)
    }

    /// What is on the stack after these steps. What they compute goes to `to` and those behind it.
    fn stack(&mut self, steps: &[Step], known: &[(Reg, Type)], to: Reg) -> Vec<Held> {
        let mut stack: Vec<Held> = Vec::new();
        for step in steps {
            match *step {
                Step::Known(at) => stack.push(Held::Reg(known[at as usize].0)),
                Step::Literal(number) => stack.push(Held::Literal(number)),
                Step::Not => {
                    let x = stack.pop().expect("the code is sound");
                    let at = to + stack.len() as Reg;
                    let x = self.in_register(x, at);
                    self.operator(true, Op::Eq, [at, x, 0], 0);
                    stack.push(Held::Reg(at));
                }
                Step::Apply(op) => {
                    let (y, x) = (stack.pop().expect("the code is sound"), stack.pop().expect("the code is sound"));
                    let at = to + stack.len() as Reg;
                    match (x, y) {
                        (x, Held::Literal(y)) => {
                            let x = self.in_register(x, at);
                            self.operator(true, op.flipped(), [at, x, 0], y.bits());
                        }
                        (Held::Literal(x), Held::Reg(y)) => self.operator(true, op, [at, y, 0], x.bits()),
                        (Held::Reg(x), Held::Reg(y)) => self.operator(false, op, [at, x, y], 0),
                    }
                    stack.push(Held::Reg(at));
                }
                _ => unreachable!("all steps have been looked at"),
            }
        }
        stack
    }

    fn operator(&mut self, literal: bool, op: Op, registers: [Reg; 3], n: u32) {
        let operands = if literal { Operands::Literal } else { Operands::Registers };
        let code = sure(op, literal).or_else(|| operands.of(op)).expect("it has been looked for");
        self.push(Instr::new(code, registers, n));
    }

    fn in_register(&mut self, held: Held, at: Reg) -> Reg {
        match held {
            Held::Reg(reg) => reg,
            Held::Literal(number) => {
                let constant = self.constant_word(Word::number(number));
                self.emit(Do::Load, [at, 0, 0], constant);
                at
            }
        }
    }
}

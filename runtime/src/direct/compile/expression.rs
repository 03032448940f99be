//! What rules compute: operators on unsigned numbers are instructions, all else is computed as it is by rules that are
//! interpreted.

use super::{Compiler, Reg, operands::add};
use crate::{
    direct::{
        code::{Computed, Instr},
        machine::{Code as Op, Operands},
    },
    word::Word,
};
use polarnet_syntax::{
    code::{Code, Step},
    number::{self, Number, Type},
};

/// What is on the stack of a computation.
#[derive(Clone, Copy)]
enum Held {
    Reg(Reg),
    Literal(Number),
}

impl Compiler<'_> {
    /// Computes a number from those that are known; registers from `to` on are free.
    pub(super) fn compute(&mut self, code: &Code, known: &[(Reg, Type)], to: Reg, guard: bool) {
        let is_unsigned = |step: &Step| match *step {
            Step::Known(at) => known[at as usize].1 == Type::U,
            Step::Literal(number) => number.ty() == Some(Type::U),
            Step::Apply(op) => Operands::Registers.of(op).is_some() && !(guard && may_fault(op)),
            Step::Not => true,
            _ => false,
        };
        if !code.0.iter().all(is_unsigned) {
            let known = known.iter().map(|&(reg, _)| reg).collect();
            let at = add(&mut self.direct.computed, Computed { code: code.clone(), known, guard });
            return self.emit(Op::Compute, [to, 0, 0], at);
        }
        let mut stack: Vec<Held> = Vec::new();
        for step in code.0.iter() {
            // What is computed goes where it is in the stack.
            let place = |stack: &Vec<Held>| to + stack.len() as Reg;
            match *step {
                Step::Known(at) => stack.push(Held::Reg(known[at as usize].0)),
                Step::Literal(number) => stack.push(Held::Literal(number)),
                Step::Not => {
                    let x = stack.pop().expect("the code is sound");
                    let at = place(&stack);
                    let x = self.in_register(x, at);
                    self.operator(Operands::Literal, number::Op::Eq, [at, x, 0], 0);
                    stack.push(Held::Reg(at));
                }
                Step::Apply(op) => {
                    let (y, x) = (stack.pop().expect("the code is sound"), stack.pop().expect("the code is sound"));
                    let at = place(&stack);
                    match (x, y) {
                        (x, Held::Literal(y)) => {
                            let x = self.in_register(x, at);
                            self.operator(Operands::Literal, op.flipped(), [at, x, 0], y.bits());
                        }
                        (Held::Literal(x), Held::Reg(y)) => {
                            self.operator(Operands::Literal, op, [at, y, 0], x.bits());
                        }
                        (Held::Reg(x), Held::Reg(y)) => self.operator(Operands::Registers, op, [at, x, y], 0),
                    }
                    stack.push(Held::Reg(at));
                }
                _ => unreachable!("all steps have been looked at"),
            }
        }
        match stack.pop().expect("the code is sound") {
            Held::Reg(from) if from == to => {}
            Held::Reg(from) => self.emit(Op::Move, [to, from, 0], 0),
            held => drop(self.in_register(held, to)),
        }
    }

    fn operator(&mut self, operands: Operands, op: number::Op, registers: [Reg; 3], n: u32) {
        let code = operands.of(op).expect("it has been looked for");
        self.push(Instr::new(code, registers, n));
    }

    fn in_register(&mut self, held: Held, at: Reg) -> Reg {
        match held {
            Held::Reg(reg) => reg,
            Held::Literal(number) => {
                let constant = self.constant_word(Word::number(number));
                self.emit(Op::Load, [at, 0, 0], constant);
                at
            }
        }
    }
}

/// Can its result be undefined?
fn may_fault(op: number::Op) -> bool {
    use number::Op::{Add, And, Eq, FlipSub, Gt, Lt, Mul, Ne, Or, Sub, Xor};
    !matches!(op, Add | Sub | FlipSub | Mul | Eq | Ne | Lt | Gt | And | Or | Xor)
}

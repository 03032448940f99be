//! Where the function of a negative agent has what its rules are given.

use super::{Reg, expression::is_unsigned};
use crate::direct::code::NONE;
use polarnet_columns::Space;
use polarnet_lower::{Actor, Arm, Block, Choice, Function, Operand};
use polarnet_syntax::{
    book::Book,
    code::Step,
    net::{Partner, Polarity, Symbol},
    number::Type,
    table::TableAgent,
};

/// The ports of an agent where it is given something.
pub(super) fn positive(agent: &TableAgent) -> impl Iterator<Item = u32> + '_ {
    (0..).zip(&*agent.ports).filter(|&(_, &sign)| sign == Polarity::Positive).map(|(port, _)| port)
}

/// Where a rule has what it is given.
pub(super) struct Inputs {
    /// By the ports of the negative agent, and of the positive one.
    pub ports: Vec<Reg>,
    pub fields: Vec<Reg>,
    /// The numbers that it knows, in order.
    pub known: Vec<(Reg, Type)>,
    /// Those that it computes.
    pub computed: Vec<Operand>,
    /// Registers of all these.
    pub count: u32,
}

impl Inputs {
    pub fn new<S: Space>(book: &Book<S>, actor: &Actor, arm: &Arm, choice: &Choice) -> Inputs {
        let mut count = 1;
        let mut known = Vec::new();
        let mut places = |symbol: Symbol| {
            let agent = book.agent(symbol);
            let mut regs = vec![0; agent.ports.len()];
            for port in positive(agent) {
                regs[port as usize] = count as Reg;
                count += 1;
            }
            known.extend(agent.numbers.iter().map(|&(port, ty)| (regs[port as usize], ty)));
            regs
        };
        let ports = places(actor.symbol);
        let fields = match arm.partner {
            Partner::Agent(partner) => places(partner),
            _ => Vec::new(),
        };
        if let Partner::Number(ty) = arm.partner {
            known.push((0, ty));
        }
        let computed = choice.values.iter().map(|code| match code.0[..] {
            [Step::Known(at)] => Operand::Port(known[at as usize].0.into()),
            [Step::Literal(number)] => Operand::Num(number),
            _ => {
                count += 1;
                Operand::Port(count - 1)
            }
        });
        let computed = computed.collect();
        Inputs { ports, fields, known, computed, count }
    }

    /// The types of numbers: of those that are known, and of those that are computed, as far as that is seen.
    pub fn types(&self, choice: &Choice) -> Vec<(Operand, Type)> {
        let known = self.known.iter().map(|&(reg, ty)| (Operand::Port(reg.into()), ty));
        let computed = self.computed.iter().zip(&choice.values);
        let computed = computed.filter(|(_, code)| is_unsigned(code, &self.known, false)).map(|(&at, _)| (at, Type::U));
        known.chain(computed).collect()
    }

    pub fn operand(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Port(port) => Operand::Port(self.ports[port as usize].into()),
            Operand::Field(port) => Operand::Port(self.fields[port as usize].into()),
            Operand::Computed(at) => self.computed[at as usize],
            other => other,
        }
    }

    /// A rule as a function of what it is given. It has one result, or none of those that there are is its own.
    pub fn function(&self, choice: &Choice) -> Function {
        let (body, map) = (&choice.body, |operand| self.operand(operand));
        let steps = body.steps.iter().map(|step| step.map_operands(&map)).collect();
        let result = match body.results[..] {
            [result] => map(result),
            _ => Operand::Era,
        };
        Function {
            def: NONE,
            args: self.count,
            tests: Vec::new(),
            nodes: body.nodes.clone(),
            registers: body.registers,
            body: Block { count: body.count, steps, result },
            accumulates: None,
            apart: None,
        }
    }
}

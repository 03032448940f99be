//! Whether steps use a value that is not there, or no longer.
//!
//! It would be freed twice. That [`flow`](crate::flow) never writes such steps is what everything after it is built on, so
//! it is looked at. What is not used at all stands in a circle of wires: it is freed with the heap.

use crate::{
    function::{ARGUMENTS, Function, Test},
    step::{Block, Body, Node, Operand, Operate, Reg, Step},
};
use polarnet_columns::Space;
use polarnet_syntax::{
    book::Book,
    net::{Partner, Polarity, Rule, Symbol},
};
use std::collections::BTreeSet;

/// What is there to be used, once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Right {
    /// An argument, or what stands at a positive port of a negative agent.
    Port(u32),
    /// What stands at a positive port of the agent that it meets.
    Field(u32),
    /// Giving something to a negative one.
    GiveField(u32),
    /// The result of a step.
    Reg(Reg),
    /// Giving the value of a wire.
    Give(Reg),
    /// A node.
    Node(u32),
    /// A slot that needs a term, or a cell: either its variable is used, or it is filled.
    Slot(u32, u32),
}

/// What there is at some step of a function.
#[derive(Clone, Default)]
struct Path<'f> {
    /// Of each node, which of its slots are cells.
    cells: &'f [Vec<bool>],
    rights: BTreeSet<Right>,
    /// Numbers are copied and forgotten as one likes.
    numbers: BTreeSet<Right>,
    /// What was there once.
    met: BTreeSet<Right>,
}

/// Of each node, which of its slots are cells.
fn cells<S: Space>(book: &Book<S>, nodes: &[Node]) -> Vec<Vec<bool>> {
    let cells = |node: &Node| match *node {
        Node::Core(_, cells) => vec![cells & 1 != 0, cells & 2 != 0],
        Node::User(symbol) => book.agent(symbol).ports.iter().map(|&port| port == Polarity::Negative).collect(),
    };
    nodes.iter().map(cells).collect()
}

impl Body {
    /// The same of the right side of a rule: is what it uses there, and used once?
    ///
    /// # Errors
    ///
    /// What is not.
    pub fn verify<S: Space>(&self, book: &Book<S>, rule: &Rule) -> Result<(), String> {
        let cells = cells(book, &self.nodes);
        let mut path = Path { cells: &cells, ..Path::default() };
        let wired = |symbol: Symbol| {
            let agent = book.agent(symbol);
            let wired = (0_u32..).zip(&*agent.ports).filter(|&(port, _)| !agent.holds_number(port as usize));
            wired.map(|(port, &sign)| (port, sign == Polarity::Positive))
        };
        for (port, _) in wired(rule.actor).filter(|&(_, positive)| positive) {
            path.comes(Right::Port(port))?;
        }
        if let Partner::Agent(partner) = rule.partner {
            for (port, positive) in wired(partner) {
                path.comes(if positive { Right::Field(port) } else { Right::GiveField(port) })?;
            }
        }
        self.steps.iter().try_for_each(|step| path.step(step))?;
        self.results.iter().try_for_each(|&result| path.uses(result))
    }
}

impl Function {
    /// Is what steps use there, whichever way it goes, and is it used once?
    ///
    /// # Errors
    ///
    /// What is not.
    pub fn verify<S: Space>(&self, book: &Book<S>) -> Result<(), String> {
        let cells = cells(book, &self.nodes);
        let mut path = Path { cells: &cells, ..Path::default() };
        for port in 0..self.args {
            match self.tests.contains(&(port, Test::Number)) {
                true => path.number(Right::Port(port)),
                false => path.comes(Right::Port(port))?,
            }
        }
        path.block(&self.body)?;
        let Some(apart) = &self.apart else { return Ok(()) };
        let mut path = Path::default();
        (0..self.args).try_for_each(|port| path.comes(Right::Port(port)))?;
        path.block(apart)?;
        if path.rights.is_empty() { Ok(()) } else { Err(format!("{:?} is left apart", path.rights)) }
    }
}

impl Path<'_> {
    fn comes(&mut self, right: Right) -> Result<(), String> {
        self.rights.insert(right);
        if self.met.insert(right) { Ok(()) } else { Err(format!("{right:?} comes twice")) }
    }

    fn number(&mut self, right: Right) {
        self.numbers.insert(right);
    }

    fn goes(&mut self, right: Right) -> Result<(), String> {
        if self.rights.remove(&right) { Ok(()) } else { Err(format!("{right:?} is used and not there")) }
    }

    fn uses(&mut self, operand: Operand) -> Result<(), String> {
        let right = match operand {
            Operand::Port(port) => Right::Port(port),
            Operand::Reg(reg) => Right::Reg(reg),
            Operand::Node(node) => Right::Node(node),
            Operand::Var(node, slot) if self.cells[node as usize][slot as usize] => Right::Slot(node, slot),
            Operand::Field(port) => Right::Field(port),
            Operand::Var(..) => return Err(format!("{operand} is no cell")),
            Operand::Computed(_) | Operand::Era | Operand::Num(_) | Operand::Ref(_) | Operand::Leaf(_) => return Ok(()),
        };
        if self.numbers.contains(&right) { Ok(()) } else { self.goes(right) }
    }

    fn block(&mut self, block: &Block) -> Result<(), String> {
        block.steps.iter().try_for_each(|step| self.step(step))?;
        self.uses(block.result)
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        // Who looks at a variable has used it, and what is found has no name to be used by.
        if matches!(step.looked_at(), Some(Operand::Var(..))) {
            return Err("a variable is looked at".into());
        }
        match step {
            Step::Call { value, args, results, .. } => {
                self.uses(*value)?;
                args.iter().try_for_each(|&arg| self.uses(arg))?;
                results.iter().try_for_each(|&reg| self.comes(Right::Reg(reg)))
            }
            Step::Core { value, slots, .. } => {
                self.uses(*value)?;
                slots.iter().try_for_each(|slot| match *slot {
                    Ok(term) => self.uses(term),
                    Err(reg) => self.comes(Right::Reg(reg)),
                })
            }
            &Step::Build { node, .. } => {
                self.comes(Right::Node(node))?;
                (0..self.cells[node as usize].len() as u32).try_for_each(|slot| self.comes(Right::Slot(node, slot)))
            }
            &Step::Fill { node, slot, term } => {
                self.uses(term)?;
                self.goes(Right::Slot(node, slot))
            }
            &Step::Erase(value) => self.uses(value),
            &Step::Wire(reg) => {
                self.comes(Right::Reg(reg))?;
                self.comes(Right::Give(reg))
            }
            &Step::Give(value, reg) => {
                self.uses(value)?;
                self.goes(Right::Give(reg))
            }
            &Step::GiveField(value, port) => {
                self.uses(value)?;
                self.goes(Right::GiveField(port))
            }
            Step::Apply { value, args, result } => {
                if args.len() > ARGUMENTS as usize {
                    return Err(format!("{} arguments", args.len()));
                }
                self.uses(*value)?;
                args.iter().try_for_each(|&arg| self.uses(arg))?;
                self.comes(Right::Reg(*result))
            }
            &Step::Operate(Operate { x, y, result, .. }) => {
                self.uses(x)?;
                self.uses(y)?;
                self.number(Right::Reg(result));
                Ok(())
            }
            Step::Switch(switch) => {
                let ends = switch.blocks().enumerate().map(|(at, block)| {
                    let mut path = self.clone();
                    if at < 2 {
                        path.uses(switch.value)?;
                        path.number(Right::Reg(switch.before));
                    }
                    path.block(block).map(|()| path.rights)
                });
                let ends = ends.collect::<Result<Vec<_>, _>>()?;
                self.join(ends)?;
                self.comes(Right::Reg(switch.result))
            }
            Step::Select(select) => {
                self.uses(select.value)?;
                let ends = select.operands.iter().map(|operands| {
                    let mut path = self.clone();
                    operands.iter().try_for_each(|&operand| path.uses(operand)).map(|()| path.rights)
                });
                let ends = ends.collect::<Result<Vec<_>, _>>()?;
                self.join(ends)?;
                select.results.iter().try_for_each(|&reg| self.comes(Right::Reg(reg)))
            }
            Step::Case(case) => {
                let guesses = case.guesses.iter().map(|guess| {
                    let mut path = self.clone();
                    if !guess.is_whole() {
                        path.uses(case.value)?;
                    }
                    guess.fields.iter().try_for_each(|&reg| path.comes(Right::Reg(reg)))?;
                    path.block(&guess.block).map(|()| path.rights)
                });
                let mut ends = guesses.collect::<Result<Vec<_>, _>>()?;
                let mut path = self.clone();
                path.block(&case.other)?;
                ends.push(path.rights);
                self.join(ends)?;
                self.comes(Right::Reg(case.result))
            }
        }
    }

    /// Several ways come together: of what was there before, all leave the same. What one of them has left of its own stands in a
    /// circle.
    fn join(&mut self, ends: Vec<BTreeSet<Right>>) -> Result<(), String> {
        let ends: Vec<BTreeSet<_>> = ends.into_iter().map(|end| &end & &self.rights).collect();
        if let Some(other) = ends.iter().find(|&end| *end != ends[0]) {
            let uneven = other.symmetric_difference(&ends[0]).next();
            return Err(format!("{uneven:?} is used in one arm only"));
        }
        self.rights = ends.into_iter().next().expect("there are two, at least");
        Ok(())
    }
}

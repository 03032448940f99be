//! Code as text, for tests and for people.

use crate::{
    accumulate::Accumulate,
    function::{Function, Test},
    step::{Block, Body, Core, Node, Operand, Operate, Step},
};
use core::fmt;
use polarnet_syntax::{net::Symbol, number::Numbers};

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Port(port) => write!(f, "p{port}"),
            Operand::Field(port) => write!(f, "f{port}"),
            Operand::Computed(at) => write!(f, "#{at}"),
            Operand::Reg(reg) => write!(f, "r{reg}"),
            Operand::Era => f.write_str("*"),
            Operand::Num(number) => write!(f, "{}", number.display(Numbers::Native)),
            Operand::Ref(def) => write!(f, "@{def}"),
            Operand::Leaf(Symbol(symbol)) => write!(f, "{symbol}"),
            Operand::Node(node) => write!(f, "n{node}"),
            Operand::Var(node, slot) => write!(f, "var n{node}.{slot}"),
        }
    }
}

struct Joined<'a, T>(&'a [T], &'static str);

impl<T: fmt::Display> fmt::Display for Joined<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, item) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{}{item}", self.1)?;
        }
        Ok(())
    }
}

fn core(core: Core) -> &'static str {
    match core {
        Core::Con => "con",
        Core::Dup(_) => "dup",
        Core::Opr(_) => "opr",
        Core::Swi => "swi",
    }
}

impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        steps(f, &self.steps, &self.nodes, "")?;
        writeln!(f, "return {}", Joined(&self.results, ""))
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (port, test) in &self.tests {
            let name = match test {
                Test::Number => "number",
                Test::Pair => "pair",
            };
            writeln!(f, "{name} p{port}")?;
        }
        if let Some(Accumulate { op, .. }) = self.accumulates {
            writeln!(f, "accumulate {}", op.symbol(Numbers::Native))?;
        }
        block(f, &self.body, &self.nodes, "")
    }
}

fn block(f: &mut fmt::Formatter<'_>, block: &Block, nodes: &[Node], indent: &str) -> fmt::Result {
    writeln!(f, "{indent}count {}", block.count)?;
    steps(f, &block.steps, nodes, indent)?;
    writeln!(f, "{indent}return {}", block.result)
}

fn steps(f: &mut fmt::Formatter<'_>, steps: &[Step], nodes: &[Node], indent: &str) -> fmt::Result {
    for step in steps {
        f.write_str(indent)?;
        match step {
            Step::Call { actor: Symbol(actor), value, args, results } => {
                let args: Vec<_> = [value].into_iter().chain(args).collect();
                writeln!(f, "{} = call {actor}({})", Joined(results, "r"), Joined(&args, ""))
            }
            Step::Core { core: kind, value, slots } => {
                let args: Vec<_> = slots.iter().filter_map(|slot| slot.as_ref().ok()).collect();
                let results: Vec<_> = slots.iter().filter_map(|slot| slot.as_ref().err()).collect();
                let args: Vec<_> = [value].into_iter().chain(args).collect();
                writeln!(f, "{} = {}({})", Joined(&results, "r"), core(*kind), Joined(&args, ""))
            }
            Step::Build { node, in_place } => {
                let place = if *in_place { ", in place" } else { "" };
                match &nodes[*node as usize] {
                    Node::User(Symbol(symbol)) => writeln!(f, "n{node} = agent {symbol}{place}"),
                    Node::Core(kind, _) => writeln!(f, "n{node} = {}{place}", core(*kind)),
                }
            }
            Step::Fill { node, slot, term } => writeln!(f, "n{node}.{slot} = {term}"),
            Step::Erase(term) => writeln!(f, "erase {term}"),
            Step::Wire(reg) => writeln!(f, "r{reg} = wire"),
            Step::Give(term, reg) => writeln!(f, "give {term} to r{reg}"),
            Step::GiveField(term, port) => writeln!(f, "give {term} to f{port}"),
            Step::Apply { value, args, result } => writeln!(f, "r{result} = {value}({})", Joined(args, "")),
            Step::Operate(Operate { op, x, y, result, .. }) => {
                writeln!(f, "r{result} = {x} {} {y}", op.symbol(Numbers::Native))
            }
            Step::Switch(switch) => {
                let inner = format!("{indent}    ");
                writeln!(f, "r{} = switch {}", switch.result, switch.value)?;
                writeln!(f, "{indent}  0:")?;
                block(f, &switch.zero, nodes, &inner)?;
                writeln!(f, "{indent}  r{} + 1:", switch.before)?;
                block(f, &switch.succ, nodes, &inner)?;
                match &switch.other {
                    Some(other) => {
                        writeln!(f, "{indent}  else:")?;
                        block(f, other, nodes, &inner)
                    }
                    None => Ok(()),
                }
            }
            Step::Select(select) => {
                let [zero, succ] = select.operands.each_ref().map(|operands| Joined(operands, ""));
                writeln!(f, "{} = select {}", Joined(&select.results, "r"), select.value)?;
                writeln!(f, "{indent}  0: count {}, {zero}", select.counts[0])?;
                writeln!(f, "{indent}  else: count {}, {succ}", select.counts[1])
            }
            Step::Case(case) => {
                let inner = format!("{indent}    ");
                writeln!(f, "r{} = case {}", case.result, case.value)?;
                for guess in &case.guesses {
                    match guess.is_whole() {
                        true => writeln!(f, "{indent}  @{} with {}:", guess.def, guess.held)?,
                        false => writeln!(f, "{indent}  @{}({}):", guess.def, Joined(&guess.fields, "r"))?,
                    }
                    block(f, &guess.block, nodes, &inner)?;
                }
                writeln!(f, "{indent}  else:")?;
                block(f, &case.other, nodes, &inner)
            }
        }?;
    }
    Ok(())
}

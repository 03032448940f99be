//! What a function may need: words, nodes of more than two of them, redexes. Of the functions that it calls only what they need
//! to wait: what they need when they begin they see to themselves.

use super::{super::layout::Need, function::Emit};
use polarnet_columns::Space;
use polarnet_lower::{Block, Definition, Function, Node, Operand, Step, Test};
use polarnet_syntax::net::Symbol;
use std::collections::HashSet;

impl Need {
    fn of(words: usize, redexes: usize) -> Need {
        Need { words: words as u32, larges: 0, redexes: redexes as u32 }
    }

    pub fn and(self, other: Need) -> Need {
        Need {
            words: self.words + other.words,
            larges: self.larges + other.larges,
            redexes: self.redexes + other.redexes,
        }
    }

    /// What either of two needs.
    pub fn or(self, other: Need) -> Need {
        Need {
            words: self.words.max(other.words),
            larges: self.larges.max(other.larges),
            redexes: self.redexes.max(other.redexes),
        }
    }
}

impl<S: Space> Emit<'_, S> {
    /// Of the most needy function of a definition, and of its result.
    pub fn need_of_call(&self, definition: &Definition) -> Need {
        let needs = definition.functions.values().map(|function| self.need(function));
        needs.fold(Need::of(0, 0), Need::or).and(Need::of(0, 1))
    }

    pub fn need(&self, function: &Function) -> Need {
        let numbers = function.ports(Test::Number).map(Operand::Port).collect();
        Path { emit: self, of: function, numbers }.block(&function.body)
    }
}

/// Finds what a function needs.
struct Path<'n, 'e, S: Space> {
    emit: &'n Emit<'e, S>,
    of: &'n Function,
    /// What is known to be a number.
    numbers: HashSet<Operand>,
}

impl<S: Space> Path<'_, '_, S> {
    fn block(&mut self, block: &Block) -> Need {
        block.steps.iter().fold(Need::of(0, 0), |sum, step| sum.and(self.step(step)))
    }

    fn step(&mut self, step: &Step) -> Need {
        match step {
            Step::Apply { value, args, .. } => {
                let is_called = matches!(value, Operand::Ref(def) if self.emit.takes(*def, args.len()));
                match args.len() {
                    0 => Need::of(0, 0),
                    // A node for each, and one redex.
                    count if is_called => Need::of(2 * count, 1),
                    // A redex for each lambda that one is given to, too.
                    count => Need::of(2 * count, count + 2),
                }
            }
            Step::Operate(operate) => {
                let is_number =
                    |it: Operand| matches!(it, Operand::Num(_) | Operand::Computed(_)) || self.numbers.contains(&it);
                if is_number(operate.x) && is_number(operate.y) {
                    self.numbers.insert(Operand::Reg(operate.result));
                    return Need::of(0, 0);
                }
                Need::of(4, 1)
            }
            Step::Core { .. } => Need::of(2, 1),
            Step::Wire(_) => Need::of(2, 0),
            Step::Erase(_) | Step::Give(..) | Step::GiveField(..) => Need::of(0, 1),
            Step::Fill { .. } => Need::of(0, 0),
            Step::Build { node, .. } => match self.of.nodes[*node as usize] {
                Node::User(symbol) => self.node_of(symbol),
                Node::Core(..) => Need::of(2, 0),
            },
            Step::Call { actor, .. } => self.node_of(*actor).and(Need::of(0, 1)),
            Step::Switch(switch) => {
                self.numbers.insert(Operand::Reg(switch.before));
                switch.blocks().map(|block| self.block(block)).fold(Need::of(0, 0), Need::or)
            }
            Step::Select(_) => Need::of(0, 0),
            Step::Case(case) => case.blocks().map(|block| self.block(block)).fold(Need::of(0, 0), Need::or),
        }
    }

    fn node_of(&self, symbol: Symbol) -> Need {
        let words = self.emit.words(symbol).next_multiple_of(2);
        Need { words, larges: u32::from(words > 2), redexes: 0 }
    }
}

//! Words as C++ expressions.

use super::function::Emit;
use crate::word::{Kind, LATE, Tag, Word};
use polarnet_columns::Space;
use polarnet_lower::{Core, Function, Node, Operand};
use polarnet_syntax::net::{Polarity, Symbol};

/// A word that is known.
pub fn constant(word: Word) -> String {
    format!("{:#x}ull", word.0)
}

/// The tag of a node of the core.
pub fn tag(core: Core, negative: u8, cells: u32) -> Tag {
    let kind = match core {
        Core::Con => Kind::Con,
        Core::Dup(_) => Kind::Dup,
        Core::Opr(_) => Kind::Opr,
        Core::Swi => Kind::Swi,
    };
    Tag::node(kind, negative, cells as u8)
}

pub fn label(core: Core) -> u32 {
    match core {
        Core::Dup(label) => label,
        Core::Opr(true) => LATE,
        Core::Opr(false) | Core::Con | Core::Swi => 0,
    }
}

impl<S: Space> Emit<'_, S> {
    /// Words of an agent's node.
    pub fn words(&self, symbol: Symbol) -> u32 {
        (self.book.agent(symbol).ports.len() as u32).max(2)
    }

    /// How many cells it has.
    pub fn cells(&self, symbol: Symbol) -> u32 {
        self.book.agent(symbol).ports.iter().filter(|&&port| port == Polarity::Negative).count() as u32
    }

    /// Words and cells of a node that a function builds.
    pub fn size(&self, of: &Function, node: u32) -> (u32, u32) {
        match of.nodes[node as usize] {
            Node::User(symbol) => (self.words(symbol), self.cells(symbol)),
            Node::Core(_, cells) => (2, cells.count_ones()),
        }
    }

    /// Its cells, and words that nobody uses.
    pub fn empty(&self, of: &Function, node: u32) -> Vec<u32> {
        match of.nodes[node as usize] {
            Node::User(symbol) => {
                let ports = &self.book.agent(symbol).ports;
                let is_empty = |&slot: &u32| ports.get(slot as usize).is_none_or(|&port| port == Polarity::Negative);
                (0..self.words(symbol)).filter(is_empty).collect()
            }
            Node::Core(_, cells) => (0..2).filter(|slot| cells >> slot & 1 == 1).collect(),
        }
    }

    pub fn operand(&self, of: &Function, operand: Operand) -> String {
        match operand {
            Operand::Port(port) => format!("p{port}"),
            Operand::Reg(reg) => format!("r{reg}"),
            Operand::Era => "ERA".into(),
            Operand::Num(number) => constant(Word::number(number)),
            Operand::Ref(def) => format!("ref({def})"),
            Operand::Leaf(Symbol(symbol)) => constant(Word::new(Tag::VALUE, symbol, 0)),
            Operand::Node(node) => match of.nodes[node as usize] {
                Node::User(Symbol(symbol)) => format!("word(TAG_VALUE, {symbol}, n{node})"),
                Node::Core(core, cells) => format!("word({}, {}, n{node})", tag(core, 0, cells).0, label(core)),
            },
            Operand::Var(node, slot) => {
                let (words, cells) = self.size(of, node);
                format!("var(n{node}, {slot}, {words}, {cells})")
            }
            Operand::Field(port) => format!("v{port}"),
            Operand::Computed(at) => format!("c{at}"),
        }
    }

    pub fn operands(&self, of: &Function, operands: &[Operand]) -> String {
        operands.iter().map(|&operand| format!(", {}", self.operand(of, operand))).collect()
    }
}

//! Operands as registers, and nodes as words.

use super::{Compiler, Reg, frame::Frame};
use crate::{
    direct::machine::Code,
    word::{Kind, LATE, Tag, Word},
};
use polarnet_lower::{Core, Node, Operand, Step};
use polarnet_syntax::net::Symbol;

impl Compiler<'_> {
    /// The register of an operand; what is in none is put into one for the step at hand.
    pub(super) fn operand(&mut self, frame: &mut Frame<'_>, operand: Operand) -> Reg {
        match operand {
            Operand::Reg(reg) if frame.holes.contains(&reg) => 0,
            Operand::Port(port) => port as Reg,
            Operand::Reg(reg) => frame.register(reg),
            Operand::Node(node) if frame.whole.contains(&node) => frame.node(node),
            Operand::Var(..) if frame.looked.is_some_and(|(looked, _)| looked == operand) => {
                frame.looked.map_or(0, |(_, at)| at)
            }
            _ => {
                let to = frame.temporary();
                self.operand_to(frame, operand, to);
                to
            }
        }
    }

    /// An operand goes to a register.
    pub(super) fn operand_to(&mut self, frame: &mut Frame<'_>, operand: Operand, to: Reg) {
        if let Some(constant) = self.constant(operand) {
            return self.emit(Code::Load, [to, 0, 0], constant);
        }
        match operand {
            Operand::Node(node) if !frame.whole.contains(&node) => {
                self.emit(Code::Term, [to, frame.node(node), 0], key(frame, node));
            }
            Operand::Var(node, slot) if frame.looked.is_none_or(|(looked, _)| looked != operand) => {
                let n = self.words_of(frame, node) | self.cells_of(frame, node) << 8;
                self.emit(Code::Var, [to, frame.node(node), slot as u8], n);
            }
            _ => {
                let of = self.operand(frame, operand);
                self.emit(Code::Move, [to, of, 0], 0);
            }
        }
    }

    /// The number of a constant.
    pub(super) fn constant(&mut self, operand: Operand) -> Option<u32> {
        let word = match operand {
            Operand::Era => Word::ERA,
            Operand::Num(number) => Word::number(number),
            Operand::Ref(def) => Word::new(Tag::REF, 0, def),
            Operand::Leaf(Symbol(symbol)) => Word::new(Tag::VALUE, symbol, 0),
            Operand::Field(_) | Operand::Computed(_) => unreachable!("these have registers"),
            Operand::Port(_) | Operand::Reg(_) | Operand::Node(_) | Operand::Var(..) => return None,
        };
        Some(self.constant_word(word))
    }

    /// Is it no node, and has the book no rule for `*` and it? Then to erase it is to count that, which its block has done.
    pub(super) fn goes_without_trace(&self, operand: Operand) -> bool {
        match operand {
            Operand::Era | Operand::Num(_) | Operand::Ref(_) => true,
            Operand::Leaf(Symbol(symbol)) => self.program.agent(symbol).erasing.is_empty(),
            _ => false,
        }
    }

    pub(super) fn constant_word(&mut self, word: Word) -> u32 {
        let constants = &mut self.direct.constants;
        *self.constants.entry(word.0).or_insert_with(|| add(constants, word))
    }

    /// A node of two ports, built and filled by the first three of these steps, is one instruction.
    pub(super) fn whole_node(&mut self, frame: &mut Frame<'_>, steps: &[Step]) -> bool {
        let [
            Step::Build { node, in_place },
            Step::Fill { node: one, slot: x, term: first },
            Step::Fill { node: two, slot: y, term: second },
            ..,
        ] = *steps
        else {
            return false;
        };
        let is_whole = match frame.function.nodes[node as usize] {
            Node::Core(..) => true,
            Node::User(Symbol(symbol)) => self.program.agent(symbol).arity == 2,
        };
        // What is told where its cell is must be told when the node is there.
        let is_told = [first, second].iter().any(|term| matches!(term, Operand::Var(of, _) if *of == node));
        if !is_whole || is_told || [one, two] != [node; 2] || [x, y] != [0, 1] {
            return false;
        }
        let free = frame.next;
        let [b, c] = [first, second].map(|term| self.operand(frame, term));
        let code = match (in_place, self.in_order) {
            (true, true) => Code::RenewInOrder,
            (true, false) => Code::Renew,
            (false, _) => Code::Node,
        };
        self.emit(code, [frame.node(node), b, c], key(frame, node));
        frame.whole.push(node);
        frame.next = free;
        true
    }

    pub(super) fn words_of(&self, frame: &Frame<'_>, node: u32) -> u32 {
        match frame.function.nodes[node as usize] {
            Node::User(Symbol(symbol)) => self.program.agent(symbol).words(),
            Node::Core(..) => 2,
        }
    }

    pub(super) fn cells_of(&self, frame: &Frame<'_>, node: u32) -> u32 {
        match frame.function.nodes[node as usize] {
            Node::User(Symbol(symbol)) => self.program.agent(symbol).cells,
            Node::Core(_, cells) => cells.count_ones(),
        }
    }

    /// Cells, and words that nobody uses.
    pub(super) fn empty_slots(&self, frame: &Frame<'_>, node: u32) -> Vec<Reg> {
        let slots =
            |empty: &dyn Fn(u32) -> bool, words| (0..words).filter(|&at| empty(at)).map(|at| at as Reg).collect();
        match frame.function.nodes[node as usize] {
            Node::User(Symbol(symbol)) => {
                let shape = self.program.agent(symbol);
                slots(&|slot| slot >= shape.arity || shape.is_cell(slot), shape.words())
            }
            Node::Core(_, cells) => slots(&|slot| cells >> slot & 1 == 1, 2),
        }
    }
}

pub(super) fn parts(core: Core) -> (Kind, u32) {
    match core {
        Core::Con => (Kind::Con, 0),
        Core::Dup(label) => (Kind::Dup, label),
        Core::Opr(late) => (Kind::Opr, if late { LATE } else { 0 }),
        Core::Swi => (Kind::Swi, 0),
    }
}

/// The word of a node, but for its location.
pub(super) fn key(frame: &Frame<'_>, node: u32) -> u32 {
    let word = match frame.function.nodes[node as usize] {
        Node::User(Symbol(symbol)) => Word::new(Tag::VALUE, symbol, 0),
        Node::Core(core, cells) => {
            let (kind, label) = parts(core);
            Word::new(Tag::node(kind, 0, cells as u8), label, 0)
        }
    };
    word.key()
}

/// Adds something to what code names; its number.
pub(super) fn add<T>(to: &mut Vec<T>, item: T) -> u32 {
    to.push(item);
    to.len() as u32 - 1
}

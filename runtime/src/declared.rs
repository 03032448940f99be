//! The agents that a book declares, and its rules, ready to run.

use crate::{
    layout::{Born, Layout},
    program::Body,
    word::Word,
};
use polarnet_columns::Space;
use polarnet_syntax::{
    book::Book,
    code::Code,
    native::Native,
    net::{Label, Partner, Polarity, Symbol},
    number::{Type, WideType},
    table::TableAgent,
};
use rustc_hash::FxHashMap;

/// An agent that the book declares.
#[derive(Debug)]
pub(crate) struct AgentShape {
    pub name: String,
    /// How many auxiliary ports it has.
    pub arity: u32,
    /// How many of them are cells: the negative ones.
    pub cells: u32,
    /// Bit `i`: port `i` is a cell.
    cell_mask: u32,
    /// Bit `i`: port `i` has a wire. The others hold numbers.
    wire_mask: u32,
    /// `{a b}` does not copy it.
    pub linear: bool,
    /// The type of the wide numbers that it stands for, if it is not the book's own.
    pub boxed: Option<WideType>,
    /// The slots that hold the lower half of a wide number, the next one the upper half.
    pub pairs: Box<[(u32, WideType)]>,
    /// The slots that hold a number.
    pub numbers: Box<[u32]>,
    /// Of a negative agent: its rules, by the positive agents from `first` on, in order.
    first: u32,
    rules: Box<[Box<[Acting]>]>,
    /// The same, where a table would be mostly empty.
    sparse: FxHashMap<u32, Box<[Acting]>>,
    /// Its rules for numbers, in order.
    pub numeric: Box<[(Type, Acting)]>,
    /// Its own rules with `*`, in order.
    pub erasing: Box<[Acting]>,
    /// Its own rules with `DUP`s of a label, or of all other labels, in order.
    copying: Box<[(Option<Label>, Acting)]>,
}

/// What a rule of the book does.
#[derive(Debug)]
pub(crate) struct Acting {
    pub guard: Option<Code>,
    /// What it computes in Rust, before the values. In a box, for most rules have none.
    pub native: Option<Box<Native>>,
    /// The numbers that it computes: its last arguments.
    pub values: Box<[Code]>,
    pub body: Body,
}

impl AgentShape {
    /// The rules for a positive agent, in order.
    #[inline(always)]
    pub fn rules_for(&self, value: u32) -> &[Acting] {
        let dense = self.rules.get(value.wrapping_sub(self.first) as usize);
        dense.or_else(|| self.sparse.get(&value)).map_or(&[], |rules| rules)
    }

    /// The positive agents that it has rules for, in order, and these.
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    pub fn partners(&self) -> Vec<(u32, &[Acting])> {
        let dense = (self.first..).zip(&self.rules).map(|(value, rules)| (value, &**rules));
        let sparse = self.sparse.iter().map(|(&value, rules)| (value, &**rules));
        let mut all: Vec<_> = dense.chain(sparse).filter(|(_, rules)| !rules.is_empty()).collect();
        all.sort_by_key(|&(value, _)| value);
        all
    }

    /// Its own rules with `DUP`s: by label, or for all others.
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    pub fn copiers(&self) -> Vec<(Option<Label>, Vec<&Acting>)> {
        let mut all: Vec<(Option<Label>, Vec<&Acting>)> = Vec::new();
        for (label, rule) in &self.copying {
            match all.iter_mut().find(|(of, _)| of == label) {
                Some((_, rules)) => rules.push(rule),
                None => all.push((*label, vec![rule])),
            }
        }
        all
    }

    /// All its rules.
    pub fn rules(&self) -> impl Iterator<Item = &Acting> {
        let numeric = self.numeric.iter().map(|(_, rule)| rule);
        let copying = self.copying.iter().map(|(_, rule)| rule);
        self.rules.iter().chain(self.sparse.values()).flatten().chain(numeric).chain(&self.erasing).chain(copying)
    }

    /// Its own rules with `DUP`s of this label: those for the label, if there are such, else those for all.
    pub fn copying(&self, label: Label) -> impl Iterator<Item = &Acting> {
        let own = self.copying.iter().any(|&(of, _)| of == Some(label)).then_some(label);
        self.copying.iter().filter(move |&&(of, _)| of == own).map(|(_, rule)| rule)
    }

    /// Are there any such rules for it?
    #[inline(always)]
    pub fn copies_by_rule(&self, label: Label) -> bool {
        !self.copying.is_empty() && self.copying(label).next().is_some()
    }

    /// Is the slot a cell?
    #[inline(always)]
    pub fn is_cell(&self, slot: u32) -> bool {
        self.cell_mask >> slot & 1 == 1
    }

    /// The slots that are cells, in order.
    #[inline(always)]
    pub fn places(&self) -> impl Iterator<Item = u32> + use<> {
        bits(self.cell_mask)
    }

    /// The slots that hold terms, in order.
    #[inline(always)]
    pub fn terms(&self) -> impl Iterator<Item = u32> + use<> {
        bits(!self.cell_mask & ((1 << self.arity) - 1))
    }

    /// The type of the wide number whose lower half is in the slot.
    pub fn pair(&self, slot: u32) -> Option<WideType> {
        self.pairs.iter().find(|&&(at, _)| at == slot).map(|&(_, ty)| ty)
    }

    /// Is it the upper half of one that is in the slot?
    pub fn is_upper(&self, slot: u32) -> bool {
        slot > 0 && self.pair(slot - 1).is_some()
    }

    /// Does the slot hold a number, or half of a wide one?
    #[inline(always)]
    pub fn holds_number(&self, slot: u32) -> bool {
        self.wire_mask >> slot & 1 == 0
    }

    /// The slots that do not, in order.
    #[inline(always)]
    pub fn wired(&self) -> impl Iterator<Item = u32> + use<> {
        bits(self.wire_mask)
    }

    /// Those that do, in order.
    #[inline(always)]
    pub fn unwired(&self) -> impl Iterator<Item = u32> + use<> {
        bits(!self.wire_mask & ((1 << self.arity) - 1))
    }

    /// The last one that does not.
    #[inline(always)]
    pub fn last_wire(&self) -> Option<u32> {
        self.wire_mask.checked_ilog2()
    }

    /// Is all but one slot a number, or all?
    #[inline(always)]
    pub fn has_one_wire_at_most(&self) -> bool {
        self.wire_mask & self.wire_mask.wrapping_sub(1) == 0
    }

    /// The words of its nodes.
    #[inline(always)]
    pub fn words(&self) -> u32 {
        self.arity.max(2)
    }

    /// The right to meet a cell of a node.
    #[inline(always)]
    pub fn var(&self, node: u32, slot: u32) -> Word {
        Word::var(node, slot, self.words(), self.cells)
    }
}

/// The positions of the bits that are set, in order.
#[inline(always)]
fn bits(mut mask: u32) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let at = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (at < u32::BITS).then_some(at)
    })
}

/// The ports of an agent that are cells, one bit each: the negative ones.
pub(crate) fn cells(agent: &TableAgent) -> u32 {
    agent.ports.iter().zip(0..).map(|(&sign, at)| u32::from(sign == Polarity::Negative) << at).sum()
}

/// The agents of a book, and its rules.
pub(crate) fn agents<S: Space>(book: &Book<S>, born: Born) -> Box<[AgentShape]> {
    let mut by_actor: FxHashMap<Symbol, Vec<(u32, Acting)>> = FxHashMap::default();
    let mut numeric: FxHashMap<Symbol, Vec<(Type, Acting)>> = FxHashMap::default();
    let mut erasing: FxHashMap<Symbol, Vec<Acting>> = FxHashMap::default();
    let mut copying: FxHashMap<Symbol, Vec<(Option<Label>, Acting)>> = FxHashMap::default();
    for (rule, def) in book.rules() {
        let acting = Acting {
            guard: rule.guard.clone(),
            native: rule.native.clone().map(Box::new),
            values: rule.values.to_vec().into(),
            body: Layout::rule(book, *def, born),
        };
        match rule.partner {
            Partner::Agent(Symbol(value)) => by_actor.entry(rule.actor).or_default().push((value, acting)),
            Partner::Number(ty) => numeric.entry(rule.actor).or_default().push((ty, acting)),
            Partner::Era => erasing.entry(rule.actor).or_default().push(acting),
            Partner::Dup(label) => copying.entry(rule.actor).or_default().push((label, acting)),
        }
    }
    let agents = book.declared().map(|symbol| {
        let agent = book.agent(symbol);
        let own = by_actor.remove(&symbol).unwrap_or_default();
        let first = own.iter().map(|&(value, _)| value).min().unwrap_or(0);
        let end = own.iter().map(|&(value, _)| value + 1).max().unwrap_or(0);
        let mut by_value: FxHashMap<u32, Vec<Acting>> = FxHashMap::default();
        let count = own.len();
        for (value, acting) in own {
            by_value.entry(value).or_default().push(acting);
        }
        let mut by_value: FxHashMap<u32, Box<[Acting]>> =
            by_value.into_iter().map(|(value, rules)| (value, rules.into())).collect();
        let mut rules: Vec<Box<[Acting]>> = Vec::new();
        if (end - first) as usize <= 8 * count + 64 {
            rules.extend((first..end).map(|value| by_value.remove(&value).unwrap_or_default()));
        }
        let cells = cells(agent);
        AgentShape {
            name: agent.name.clone().into_owned(),
            arity: agent.ports.len() as u32,
            cells: cells.count_ones(),
            cell_mask: cells,
            wire_mask: (0..agent.ports.len()).filter(|&port| !agent.holds_number(port)).map(|port| 1 << port).sum(),
            linear: agent.linear,
            boxed: agent.boxed(),
            pairs: agent.pairs.to_vec().into(),
            numbers: agent.numbers.iter().map(|&(port, _)| port).collect(),
            first,
            rules: rules.into(),
            sparse: by_value,
            numeric: numeric.remove(&symbol).unwrap_or_default().into(),
            erasing: erasing.remove(&symbol).unwrap_or_default().into(),
            copying: copying.remove(&symbol).unwrap_or_default().into(),
        }
    });
    agents.collect()
}

//! What must hold of a table for a book to be made of it: the reducers rely on it.

use crate::{
    net::{Agent, LABELS, Partner, Polarity, Rule, Symbol},
    number::Type,
    table::{Table, TableRule},
};
use rustc_hash::FxHashSet;

impl Table {
    /// Checks that the table is one that the front end can have made: children stand before their parents, and in the
    /// same definition; every row is used once, as a child, a root or the side of a redex; wires join two leaves of one
    /// definition; labels, references and holes are in range.
    ///
    /// # Panics
    ///
    /// When it is not.
    pub(crate) fn assert_sound(&self) {
        assert!(u32::try_from(self.rows.len()).is_ok_and(|rows| rows < u32::MAX), "rows have numbers of 32 bits");
        let mut uses = vec![0_u8; self.rows.len()];
        let mut start = 0;
        for def in self.defs.iter() {
            assert!(start <= def.end && def.end as usize <= self.rows.len(), "definitions follow each other");
            let own = start..def.end;
            let mut used = |row: u32| {
                assert!(own.contains(&row), "a definition uses rows of its own");
                assert!(uses[row as usize] == 0, "a row is used once");
                uses[row as usize] = 1;
            };
            used(def.root);
            for &(a, b) in def.redexes.iter() {
                used(a);
                used(b);
            }
            for row in own.clone() {
                for child in self.lists.children(self.rows[row as usize].agent) {
                    assert!(child < row, "children stand before their parents");
                    used(child);
                }
            }
            for row in own.clone() {
                let peer = self.rows[row as usize].peer;
                assert!(own.contains(&peer) && self.rows[peer as usize].peer == row, "wires are an involution");
                let ends = [row, peer].map(|end| self.rows[end as usize].agent.head() == Agent::Wire);
                assert!(ends == [row != peer && ends[1]; 2] || ends == [false; 2], "a wire has two ends");
            }
            start = def.end;
        }
        assert!(start as usize == self.rows.len() && !uses.contains(&0), "every row is used");
        for agent in self.agents.iter() {
            let half = |port| agent.numbers.contains(&(port, Type::U));
            assert!(agent.pairs.iter().all(|&(at, _)| half(at) && half(at + 1)), "a wide number has two halves");
        }
        let computed = self.computed();
        for row in self.rows.iter() {
            match row.agent.head() {
                Agent::Dup(label, ..) => assert!(label < LABELS, "labels are below {LABELS}"),
                Agent::User(Symbol(symbol), _) => {
                    let ports = self.agents[symbol as usize].ports.len();
                    assert!(self.lists.children(row.agent).count() == ports, "an agent has its ports");
                    for (port, child) in self.lists.children(row.agent).enumerate() {
                        let number = || {
                            let row = &self.rows[child as usize];
                            matches!(row.agent.head(), Agent::Num(_)) || computed.contains(&row.peer)
                        };
                        let holds = self.agents[symbol as usize].holds_number(port);
                        assert!(!holds || number(), "where a number is, it is known");
                    }
                }
                Agent::Ref(def) => assert!((def as usize) < self.defs.len(), "references lead to definitions"),
                _ => {}
            }
        }
        let mut replaced = 0;
        for rule in self.rules.iter() {
            let Rule { actor: Symbol(actor), partner, guard, native, values } = &rule.rule;
            let actor = &self.agents[*actor as usize];
            let (partner, known) = match *partner {
                Partner::Number(_) => (0, 1),
                Partner::Era => (0, 0),
                Partner::Dup(label) => {
                    assert!(label.is_none_or(|label| label < LABELS), "labels are below {LABELS}");
                    (2, 0)
                }
                Partner::Agent(Symbol(value)) => {
                    let value = &self.agents[value as usize];
                    assert!(value.sign == Polarity::Positive, "a rule is for two signs");
                    (value.wired(), value.numbers.len())
                }
            };
            let acts = actor.sign == Polarity::Negative || matches!(rule.rule.partner, Partner::Era | Partner::Dup(_));
            assert!(acts, "a rule is for two signs");
            let root = self.rows[self.defs[rule.def as usize].root as usize].agent;
            let ports = actor.wired() + partner + values.len();
            let known = known + actor.numbers.len();
            let computed = known + native.as_ref().map_or(0, |native| native.results.len());
            assert!(guard.iter().all(|code| code.is_sound(known)), "what is compared is known");
            assert!(values.iter().all(|code| code.is_sound(computed)), "what is computed is known");
            assert!(matches!(root.head(), Agent::Replaced(_)), "a rule replaces two agents");
            assert!(self.lists.children(root).count() == ports, "a rule replaces all ports");
            let plain = |row: u32| matches!(self.rows[row as usize].agent.head(), Agent::Wire | Agent::Era);
            assert!(self.lists.children(root).all(plain), "ports have names");
            replaced += 1;
        }
        let roots = self.rows.iter().filter(|row| matches!(row.agent.head(), Agent::Replaced(_))).count();
        assert!(roots == replaced, "only rules replace agents");
        let number = |&(row, _): &(u32, u32)| matches!(self.rows[row as usize].agent.head(), Agent::Num(_));
        assert!(self.holes.iter().all(number), "Rust values are numbers");
    }

    /// The rows at the roots of rules that stand for what is computed.
    fn computed(&self) -> FxHashSet<u32> {
        let values = |rule: &TableRule| {
            let root = self.rows[self.defs[rule.def as usize].root as usize].agent;
            let rows: Vec<u32> = self.lists.children(root).rev().take(rule.rule.values.len()).collect();
            rows
        };
        self.rules.iter().flat_map(values).collect()
    }
}

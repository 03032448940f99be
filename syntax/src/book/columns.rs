//! What books are made of, and how a table becomes that.

use super::{Agents, Defs, Functions, Sides};
use crate::{
    net::{Agent, Partner, Polarity, Rule, Symbol},
    number::{Number, Numbers, Type},
    table::{Place, Table, TableAgent, TableRule},
};
use polarnet_columns::{Batch, Builder, Data, Guard, Idx, Mapping, Rows, Space};
use std::collections::HashMap;

/// A book's columns.
pub struct Columns<S: Space> {
    pub numbers: Numbers,
    pub agents: Batch<S, Agents<S>>,
    pub wires: Mapping<S, S>,
    pub polarity: Data<S, Polarity>,
    pub places: Data<S, Place>,
    pub owner: Mapping<S, Defs<S>>,
    pub names: Data<Defs<S>, String>,
    pub roots: Mapping<Defs<S>, S>,
    pub redexes: Data<Defs<S>, Vec<Sides<S>>>,
    pub rows: Data<Defs<S>, core::ops::Range<u32>>,
    pub main: Option<Idx<Defs<S>>>,
    pub declared: Vec<TableAgent>,
    pub rules: Vec<(Rule, Idx<Defs<S>>)>,
    pub functions: Option<Functions>,
    /// Of each agent: does it have rules of its own with `*`, and with `{a b}`?
    pub own: Vec<[bool; 2]>,
}

impl<S: Space> Columns<S> {
    /// The columns of a table. It is checked: what holds of the front end's tables holds of every book.
    pub fn new(guard: Guard<S>, table: &Table, values: &[Number], functions: Option<Functions>) -> Self {
        table.assert_sound();
        // SAFETY: the guard stands for this table, whose number of definitions is as fixed as its number of rows.
        let defs: Rows<Defs<S>> = unsafe { Guard::new_unchecked() }.rows(table.defs.len());
        let def = |raw: u32| defs.check(raw).expect("a definition of the table");

        let mut holes = table.holes.iter().copied().peekable();
        // A port that holds numbers of a type has always one of that type.
        let ports = if table.holes.is_empty() { HashMap::new() } else { number_ports(table) };
        let held = |value: Number, ty| if value.as_unknown().is_some() { value } else { value.cast(ty, table.numbers) };
        let mut agents = Builder::with_capacity(guard, table.rows.len());
        let mut made = Vec::with_capacity(table.rows.len());
        let mut list = Vec::new();
        for (at, row) in table.rows.iter().enumerate() {
            let mut agent = table.lists.agent(row.agent).map(&mut list, |child| made[child as usize], def);
            while let Some((_, value)) = holes.next_if(|&(row, _)| row as usize == at) {
                agent = Agent::Num(
                    ports.get(&(at as u32)).map_or(values[value as usize], |&ty| held(values[value as usize], ty)),
                );
            }
            made.push(agents.push(agent));
        }
        let agents = agents.freeze();
        let row = |raw: u32| made[raw as usize];

        let wires = agents.data(|at| row(table.rows[at.raw() as usize].peer));
        let mut ends = table.defs.iter().map(|def| def.end).zip(0..).peekable();
        let owner = agents.data(|at| {
            while ends.next_if(|&(end, _)| end <= at.raw()).is_some() {}
            def(ends.peek().expect("the last definition ends with the rows").1)
        });
        Columns {
            numbers: table.numbers,
            wires,
            polarity: agents.data(|at| table.rows[at.raw() as usize].polarity),
            places: agents.data(|at| table.rows[at.raw() as usize].place),
            owner,
            names: defs.data(|at| table.defs[at.raw() as usize].name.to_string()),
            roots: defs.data(|at| row(table.defs[at.raw() as usize].root)),
            redexes: defs
                .data(|at| table.defs[at.raw() as usize].redexes.iter().map(|&(a, b)| (row(a), row(b))).collect()),
            rows: defs.data(|at| {
                let start = at.raw().checked_sub(1).map_or(0, |before| table.defs[before as usize].end);
                start..table.defs[at.raw() as usize].end
            }),
            main: defs.indices().find(|at| table.defs[at.raw() as usize].name == "main"),
            declared: table.agents.to_vec(),
            own: own_rules(table),
            rules: table.rules.iter().map(|rule| (rule.rule.clone(), def(rule.def))).collect(),
            agents,
            functions,
        }
    }
}

/// Which agents have rules of their own with `*`, and with `{a b}`.
fn own_rules(table: &Table) -> Vec<[bool; 2]> {
    let mut own = vec![[false; 2]; table.agents.len()];
    for TableRule { rule, .. } in table.rules.iter() {
        let [erasing, copying] = &mut own[rule.actor.0 as usize];
        *erasing |= rule.partner == Partner::Era;
        *copying |= matches!(rule.partner, Partner::Dup(_));
    }
    own
}

/// The rows that stand at ports which hold numbers, and of which type.
fn number_ports(table: &Table) -> HashMap<u32, Type> {
    let held = table.rows.iter().flat_map(|row| {
        let numbers = match row.agent.head() {
            Agent::User(Symbol(symbol), _) => &table.agents[symbol as usize].numbers[..],
            _ => &[],
        };
        let children: Vec<u32> =
            if numbers.is_empty() { Vec::new() } else { table.lists.children(row.agent).collect() };
        numbers.iter().map(move |&(port, ty)| (children[port as usize], ty))
    });
    held.collect()
}

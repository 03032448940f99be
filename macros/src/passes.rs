//! Passes that run while `net!` expands.

use polarnet_columns::Brand;
use polarnet_passes::{Entries, Pass, Passes};
use polarnet_syntax::{
    book::Book,
    net::Agent,
    number::Number,
    stored::Stored,
    table::{Row, Table},
};

/// What passes make of a table. Values that Rust will supply go through as numbers that are not known.
pub fn run(table: &Table, passes: &[Pass], entries: &Entries) -> Table {
    if table.defs.is_empty() {
        return table.clone(); // there are errors
    }
    let count = table.holes.iter().map(|&(_, value)| value + 1).max().unwrap_or(0);
    let values: Vec<Number> = (0..count).map(Number::unknown).collect();
    let new = Brand::with(|guard| {
        let book = Book::build(guard, table, &values);
        Passes::from(passes.to_vec()).run(&book, entries)
    });
    // A closure: a function item would be for one brand only.
    #[allow(clippy::redundant_closure_for_method_calls)]
    let mut table = new.with(|new| new.table());
    let hole = |(at, row): (usize, &Row)| match row.agent.head() {
        Agent::Num(number) => number.as_unknown().map(|value| (at as u32, value)),
        _ => None,
    };
    table.holes = table.rows.iter().enumerate().filter_map(hole).collect();
    for &(row, _) in table.holes.iter() {
        table.rows.to_mut()[row as usize].agent = Stored::plain(Agent::Num(Number::u(0, table.numbers)));
    }
    table
}

use crate::{Done, Error, FromNormal, Runtime};
use polarnet_columns::Space;
use polarnet_syntax::table::Place;
pub use polarnet_syntax::{
    book::{Book, Source, Static},
    net::{Agent, Polarity},
    number::{IntoNumber, Number, Numbers},
    table::{Row, Table, TableDef},
};
use std::borrow::Cow;
pub use std::sync::OnceLock;

pub const fn number(kind: u16, bits: u32) -> Number {
    Number::from_parts(kind, bits)
}

pub const fn row(agent: Agent<u32, u32>, peer: u32, polarity: Polarity, line: u32, column: u32) -> Row {
    Row { agent, peer, polarity, place: Place { line, column } }
}

pub const fn def(name: &'static str, root: u32, redexes: &'static [(u32, u32)], end: u32) -> TableDef {
    TableDef { name: Cow::Borrowed(name), root, redexes: Cow::Borrowed(redexes), end }
}

pub const fn table(
    numbers: Numbers,
    rows: &'static [Row],
    defs: &'static [TableDef],
    holes: &'static [(u32, u32)],
) -> Table {
    Table { numbers, rows: Cow::Borrowed(rows), defs: Cow::Borrowed(defs), holes: Cow::Borrowed(holes) }
}

pub fn call<S: Space, T: FromNormal>(
    runtime: &Runtime,
    book: &Book<S>,
    def: u32,
    arguments: &[Number],
) -> Result<T, Error> {
    let def = book.def(def).expect("net! counts the definitions of its book");
    // A value has no references: those that are left in the normal form are to be reduced.
    let done: Done = runtime.clone().expand(true).call(book, def, arguments)?;
    done.value()
}

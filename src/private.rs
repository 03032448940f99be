mod deep;
mod nets;
mod numeric;
mod unit;

pub use deep::deep;
pub use nets::{Gives, reduced, try_map};
pub use numeric::{Numeric, Real, Signed};
pub use unit::{Incomparable, Unit};

use crate::{Done, Error, FromNormal, Runtime};
use polarnet_columns::Space;
pub use polarnet_macros::schedule_described;
pub use polarnet_runtime::{compiled, passes};
pub use polarnet_syntax::{
    book::{Book, Functions as BookFunctions, Source, Static},
    code::{Code, Step},
    native::{Call, Native},
    net::{Partner, Polarity, Rule, Symbol},
    number::{IntoNumber, Number, Numbers, Op, Type, Wide, WideOp, WideType},
    stored::Lists,
    table::{Table, TableAgent, TableRule},
};
use std::borrow::Cow;
pub use std::{option::Option, sync::OnceLock};

pub const fn number(kind: u16, bits: u32) -> Number {
    Number::from_parts(kind, bits)
}

pub const fn agent(
    name: &'static str,
    sign: Polarity,
    ports: &'static [Polarity],
    numbers: &'static [(u32, Type)],
    pairs: &'static [(u32, WideType)],
    linear: bool,
) -> TableAgent {
    TableAgent {
        name: Cow::Borrowed(name),
        sign,
        ports: Cow::Borrowed(ports),
        numbers: Cow::Borrowed(numbers),
        pairs: Cow::Borrowed(pairs),
        linear,
    }
}

pub const fn rule(
    actor: u32,
    partner: Partner,
    guard: Option<Code>,
    native: Option<Native>,
    values: &'static [Code],
    def: u32,
) -> TableRule {
    TableRule { rule: Rule { actor: Symbol(actor), partner, guard, native, values: Cow::Borrowed(values) }, def }
}

pub const fn native(block: u32, rule: &'static str, results: &'static [Type], call: Call) -> Native {
    Native { block, rule: Cow::Borrowed(rule), results: Cow::Borrowed(results), call }
}

/// A number that a block of Rust sees as a `u32`. Its type is that already, but for a Rust value at a port of another one.
pub const fn known_u(number: Number, numbers: Numbers) -> u32 {
    number.cast(Type::U, numbers).bits()
}

/// The same as an `i32`.
pub const fn known_i(number: Number, numbers: Numbers) -> i32 {
    number.cast(Type::I, numbers).bits() as i32
}

/// The same as an `f32`.
pub const fn known_f(number: Number, numbers: Numbers) -> f32 {
    f32::from_bits(number.cast(Type::F, numbers).bits())
}

/// A wide number that a block of Rust sees as an `i64`, by its halves.
pub const fn known_wide_i(low: Number, high: Number) -> i64 {
    Wide::from_halves(WideType::I, low.bits(), high.bits()).to_i64()
}

/// The same as an `f64`.
pub const fn known_wide_f(low: Number, high: Number) -> f64 {
    Wide::from_halves(WideType::F, low.bits(), high.bits()).to_f64()
}

/// The halves of what a block of Rust gives.
pub const fn given_wide_i(x: i64) -> [Number; 2] {
    Wide::i(x).halves()
}

/// The same of an `f64`.
pub const fn given_wide_f(x: f64) -> [Number; 2] {
    Wide::f(x).halves()
}

pub const fn agent_partner(symbol: u32) -> Partner {
    Partner::Agent(Symbol(symbol))
}

pub const fn code(steps: &'static [Step]) -> Code {
    Code(Cow::Borrowed(steps))
}

pub const fn known(at: u32) -> Step {
    Step::Known(at)
}

pub const fn literal(number: Number) -> Step {
    Step::Literal(number)
}

pub const fn apply(op: Op) -> Step {
    Step::Apply(op)
}

pub const fn cast(ty: Type) -> Step {
    Step::Cast(ty)
}

pub const fn not() -> Step {
    Step::Not
}

pub const fn wide(ty: WideType, op: WideOp) -> Step {
    Step::Wide(ty, op)
}

pub const fn widen(to: WideType) -> Step {
    Step::Widen(to)
}

pub const fn narrow(from: WideType, to: Type) -> Step {
    Step::Narrow(from, to)
}

pub const fn convert(from: WideType, to: WideType) -> Step {
    Step::Convert(from, to)
}

pub const fn low() -> Step {
    Step::Low
}

pub const fn high() -> Step {
    Step::High
}

pub const fn table(
    numbers: Numbers,
    lists: &'static [u32],
    agents: &'static [TableAgent],
    rules: &'static [TableRule],
    holes: &'static [(u32, u32)],
) -> Table {
    Table {
        numbers,
        rows: Cow::Borrowed(&[]),
        lists: Lists(Cow::Borrowed(lists)),
        defs: Cow::Borrowed(&[]),
        agents: Cow::Borrowed(agents),
        rules: Cow::Borrowed(rules),
        holes: Cow::Borrowed(holes),
    }
}

pub fn call<S: Space, T: FromNormal>(
    runtime: &Runtime,
    book: &Book<S>,
    def: u32,
    arguments: &[Number],
) -> Result<T, Error> {
    // A value has no references: those that are left in the normal form are to be reduced.
    let done: Done = runtime.clone().expand(true).call_number(book, def, arguments)?;
    done.value()
}

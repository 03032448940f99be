//! What a rule computes: its expressions and its Rust, with the numbers that they know in one order.

use super::symbols::Symbols;
use crate::{
    native::{Block, Input, Native},
    net::{self, Partner, Symbol},
    token::Short,
    tree::{Numbered, Rule, Shape, Side, Tree},
};

/// The rule, its known numbers in order: those of the negative agent come first, those that Rust gives last. And its block
/// of Rust.
pub(super) fn computed(
    rule: &Rule<'_>,
    actor: Symbol,
    partner: Partner,
    symbols: &Symbols<'_>,
) -> (net::Rule, Option<Block>) {
    let numbers = |symbol| symbols.declaration(symbol).numbers.len() as u32;
    let others = match partner {
        Partner::Agent(symbol) => numbers(symbol),
        Partner::Number(_) => 1,
        Partner::Era | Partner::Dup(_) => 0,
    };
    let first = match rule.sides[0] {
        Side::Agent(Tree { kind: Shape::User(symbol, _), .. }) => Symbol(*symbol) == actor,
        _ => false,
    };
    let place = |at| match first {
        true => at,
        false if at < others => at + numbers(actor),
        false if at < others + numbers(actor) => at - others,
        false => at,
    };
    let block = rule.native.as_ref().map(|native| Block {
        block: native.block,
        inputs: (0..)
            .zip(&native.inputs)
            .filter(|(_, number)| !number.name.is_empty())
            .map(|(at, &Numbered { ty, span, .. })| Input { known: place(at), ty, span })
            .collect(),
        results: native.results.iter().map(|result| result.ty).collect(),
        span: native.span,
    });
    let rule = net::Rule {
        actor,
        partner,
        guard: rule.guard.as_ref().map(|code| code.map_known(place)),
        native: rule.native.as_ref().map(|native| Native::new(native.block, left_side(rule, symbols), native.types())),
        values: rule.values.iter().map(|code| code.map_known(place)).collect(),
    };
    (rule, block)
}

/// The left side of a rule, as it is written: `DivMod(#b, q, r) ~ #a`.
fn left_side(rule: &Rule<'_>, symbols: &Symbols<'_>) -> String {
    let port = |port: &&Tree<'_>| match port.kind {
        Shape::Wire(name) => Short(name).to_string(),
        Shape::Matched(name) => format!("#{}", Short(name)),
        _ => "*".to_owned(),
    };
    let side = |side: &Side<'_>| match side {
        Side::Number(name, ..) => format!("#{}", Short(name)),
        Side::Agent(Tree { kind: Shape::User(symbol, ports), .. })
            if symbols.declaration(Symbol(*symbol)).boxed().is_some() =>
        {
            ports.first().map_or_else(String::new, port)
        }
        Side::Agent(Tree { kind: Shape::User(symbol, ports), .. }) => {
            let name = Short(symbols.declaration(Symbol(*symbol)).name);
            let written = |port: &&&Tree<'_>| !matches!(port.kind, Shape::Matched(""));
            let ports: Vec<_> = ports.iter().filter(written).map(port).collect();
            if ports.is_empty() { name.to_string() } else { format!("{name}({})", ports.join(", ")) }
        }
        Side::Dup(..) => "{a b}".to_owned(),
        Side::Agent(_) | Side::Era(_) => "*".to_owned(),
    };
    rule.sides.each_ref().map(side).join(" ~ ")
}

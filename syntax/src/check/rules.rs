//! Rules: each for two agents that can meet, one for each such pair that is declared.

use super::{
    Errors, quoted,
    rows::{self, Known, Root, Rows},
    symbols::Symbols,
    unknown,
};
use crate::{
    diagnostic::Diagnostic,
    net::{Agent, Def, Net, Polarity, Symbol},
    span::Span,
    tree::{File, Rule, Shape, Tree},
};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Adds the rules of a book to its net: each as a definition whose root is what it replaces.
pub(super) fn check<'f>(file: &'f File<'f>, known: &mut Known<'f>, net: &mut Net, errors: &mut Errors<'_>) {
    let mut first: FxHashMap<[Symbol; 2], Span> = FxHashMap::default();
    for rule in &file.rules {
        let before = errors.count + known.unreported();
        let Some((pair, sides)) = sides(rule, &known.symbols, errors) else { continue };
        let span = rule.sides[0].span.to(rule.sides[1].span);
        match first.entry(pair) {
            Entry::Vacant(free) => {
                free.insert(span);
            }
            Entry::Occupied(earlier) => {
                let [a, b] = [rule.sides[0].head, rule.sides[1].head];
                let [x, y] = pair.map(|symbol| quoted("", known.symbols.declaration(symbol).name));
                let message = format!("there are two rules for {x} and {y}");
                let error = Diagnostic::error(a.to(b), message, "remove one of the two");
                errors.push(error.label("the second rule").place(*earlier.get(), "the first rule"));
            }
        }
        let index = net.defs.len() as u32;
        let rows = rows::rows(Root::Replaced(sides, span), &rule.redexes, known, errors);
        let [a, b] = pair.map(|symbol| known.symbols.declaration(symbol).name);
        let name = format!("{a} ~ {b}");
        let holes: Vec<_> = rows.holes.iter().map(|&(row, hole)| (index, row, hole)).collect();
        let Rows { root, redexes, nodes, lists, wires, .. } = rows;
        let def = Def { name, span, root, redexes, nodes, lists, wires, signature: None, rule: Some(pair) };
        check_redexes(&def, &known.symbols, errors);
        if errors.count + known.unreported() == before {
            net.holes.extend(holes);
            net.defs.push(def);
        } else {
            net.defs.push(unknown(&def.name, span));
        }
    }
    check_missing(file, &known.symbols, &first, errors);
}

/// The agents that a rule replaces, the negative one first.
fn sides<'f>(
    rule: &Rule<'f>,
    symbols: &Symbols<'f>,
    errors: &mut Errors<'_>,
) -> Option<([Symbol; 2], [&'f Tree<'f>; 2])> {
    let before = errors.count;
    let found = rule.sides.map(|side| pattern(side, symbols, errors));
    let [Some(left), Some(right)] = found else { return None };
    match [left, right].map(|symbol| symbols.declaration(symbol).sign) {
        [Polarity::Negative, Polarity::Positive] => Some(([left, right], rule.sides)),
        [Polarity::Positive, Polarity::Negative] => Some(([right, left], [rule.sides[1], rule.sides[0]])),
        [sign, _] => {
            let (sign, other) = match sign {
                Polarity::Positive => ("positive", "negative"),
                Polarity::Negative => ("negative", "positive"),
            };
            let message = format!("two {sign} agents never meet");
            let help = format!("a rule is for a positive and a negative agent: declare one of the two as {other}");
            let mut error = Diagnostic::error(rule.sides[0].span.to(rule.sides[1].span), message, help);
            for symbol in [left, right] {
                let agent = symbols.declaration(symbol);
                error = error.place(agent.span, format!("{} is {sign}", quoted("", agent.name)));
            }
            errors.push(error);
            None
        }
    }
    .filter(|_| errors.count == before)
}

/// An agent with a wire at each port.
fn pattern<'f>(side: &'f Tree<'f>, symbols: &Symbols<'f>, errors: &mut Errors<'_>) -> Option<Symbol> {
    let Shape::User(symbol, ports) = side.kind else {
        let message = "a rule is for two agents that the book declares";
        let error = match side.kind {
            Shape::Wire(_) if symbols.lost => return None,
            Shape::Wire(name) => symbols.no_pattern(name, side.span),
            Shape::Era | Shape::Dup(..) => {
                let help = "`*` erases every agent and `{a b}` copies it, without a rule of yours";
                Diagnostic::error(side.span, message, help)
            }
            _ => Diagnostic::error(
                side.span,
                message,
                "numbers, `(a b)`, operators, switches and references meet no agents",
            ),
        };
        errors.push(error);
        return None;
    };
    let symbol = Symbol(symbol);
    let agent = symbols.declaration(symbol);
    if let Some((_, span)) = side.written.filter(|&(sign, _)| sign != agent.sign) {
        let is = if agent.sign == Polarity::Positive { "positive" } else { "negative" };
        let message = format!("{} is declared as {is}", quoted("", agent.name));
        let error = Diagnostic::error(span, message, "remove the sign here, or change the declaration");
        errors.push(error.place(agent.span, "declared here"));
        return None;
    }
    for port in ports {
        if !matches!(port.kind, Shape::Wire(_) | Shape::Era) {
            let more = match port.kind {
                Shape::User(..) => "; what meets this agent is for a rule of a second one",
                _ => "",
            };
            let help =
                format!("on the left of `=>` stand names for the ports, or `*`: `{}`{more}", symbols.form(symbol));
            errors.push(Diagnostic::error(port.span, "this is no name for a port", help));
            return None;
        }
    }
    Some(symbol)
}

/// Reports pairs that are declared to meet and have no rule.
fn check_missing(
    file: &File<'_>,
    symbols: &Symbols<'_>,
    rules: &FxHashMap<[Symbol; 2], Span>,
    errors: &mut Errors<'_>,
) {
    for (number, agent) in (0..).zip(&file.agents).filter(|(_, agent)| agent.sign == Polarity::Negative) {
        let meets = symbols.members(&agent.meets, errors);
        if errors.full() {
            return;
        }
        if symbols.ruled_unknown {
            continue;
        }
        for other in meets {
            let declared = symbols.declaration(other);
            if !rules.contains_key(&[Symbol(number), other]) {
                let message = format!("no rule for {} and {}", quoted("", agent.name), quoted("", declared.name));
                let help = format!("write `rule {} ~ {} => …;`", symbols.form(Symbol(number)), symbols.form(other));
                let error = Diagnostic::error(agent.span, message, help).label("declared to meet it");
                errors.push(error.place(declared.span, "this agent"));
            }
        }
    }
}

/// Reports a redex of agents for which there is no rule.
pub(super) fn check_redexes(def: &Def, symbols: &Symbols<'_>, errors: &mut Errors<'_>) {
    for &(left, right) in &def.redexes {
        let agents = [left, right].map(|row| def.nodes[row as usize].agent.head());
        let users = agents.map(|agent| match agent {
            Agent::User(symbol, _) => Some(symbol),
            _ => None,
        });
        let span = def.nodes[left as usize].span.to(def.nodes[right as usize].span);
        match (users, agents) {
            ([Some(a), Some(b)], _) => {
                let [a_is, b_is] = [a, b].map(|symbol| symbols.declaration(symbol).sign);
                let pair = if a_is == Polarity::Negative { [a, b] } else { [b, a] };
                // Of one sign they are a clash, which the inference tells.
                if a_is != b_is && !symbols.has_rule(pair) {
                    let [a, b] = pair.map(|symbol| symbols.form(symbol));
                    let message = format!("no rule for `{a}` and `{b}`");
                    errors.push(Diagnostic::error(span, message, format!("write `rule {a} ~ {b} => …;`")));
                }
            }
            ([Some(user), None], [_, other]) | ([None, Some(user)], [other, _]) => {
                let what = match other {
                    Agent::Num(_) => "a number",
                    Agent::Con(..) => "`(a b)`",
                    Agent::Opr(..) => "an operator",
                    Agent::Swi(..) => "a switch",
                    _ => continue,
                };
                let message = format!("no rule for `{}` and {what}", symbols.form(user));
                let help = "an agent meets the agents that it has rules with, references, `*` and `{a b}`";
                errors.push(Diagnostic::error(span, message, help));
            }
            _ => {}
        }
    }
}

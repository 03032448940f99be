//! Rules: each for two agents that can meet, one for each such pair that is declared.

use super::{
    Errors,
    computed::computed,
    quoted,
    rows::{self, Known, Root, Rows},
    symbols::Symbols,
    unknown,
};
use crate::{
    diagnostic::Diagnostic,
    net::{Agent, Def, Net, Partner, Polarity, Symbol},
    span::Span,
    tree::{File, Rule, Shape, Side, Tree},
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Adds the rules of a book to its net: each as a definition whose root is what it replaces.
pub(super) fn check<'f>(file: &'f File<'f>, known: &mut Known<'f>, net: &mut Net, errors: &mut Errors<'_>) {
    let mut ruled = Ruled::default();
    for rule in &file.rules {
        let before = errors.count + known.unreported();
        let Some((actor, partner, sides)) = sides(rule, &known.symbols, errors) else {
            ruled.meant.extend(meant(rule, &known.symbols));
            continue;
        };
        let span = rule.sides[0].span().to(rule.sides[1].span());
        ruled.add((actor, partner), rule, &known.symbols, errors);
        let index = net.defs.len() as u32;
        let root = Root::Replaced { sides, values: rule.values.len(), numbers: &numbers(rule), span };
        let rows = rows::rows(root, &rule.redexes, known, errors);
        let core = partner.core().unwrap_or_default();
        let other = match partner {
            Partner::Agent(symbol) => known.symbols.declaration(symbol).name,
            Partner::Number(ty) => ty.name(file.numbers),
            Partner::Era | Partner::Dup(_) => &core,
        };
        let name = format!("{} ~ {other}", known.symbols.declaration(actor).name);
        let Rows { root, redexes, nodes, lists, wires, holes } = rows;
        let (rule, block) = computed(rule, actor, partner, &known.symbols);
        let def = Def { name, span, root, redexes, nodes, lists, wires, signature: None, rule: Some(rule) };
        check_redexes(&def, &holes, &known.symbols, errors);
        if errors.count + known.unreported() == before {
            net.holes.extend(holes.iter().map(|&(row, hole)| (index, row, hole)));
            net.natives.extend(block);
            net.defs.push(def);
        } else {
            net.defs.push(unknown(&def.name, span));
        }
    }
    ruled.check_guards(&known.symbols, errors);
    check_missing(file, &known.symbols, &ruled, errors);
}

/// The rules so far, by what they are for: the last one, and whether it has a guard.
#[derive(Default)]
struct Ruled {
    last: FxHashMap<(Symbol, Partner), (Span, bool)>,
    /// In the order of the source.
    order: Vec<(Symbol, Partner)>,
    /// What wrong rules are for: that is not missing.
    meant: FxHashSet<(Symbol, Partner)>,
}

impl Ruled {
    /// Reports a rule that is never reached: the one before has no guard.
    fn add(&mut self, pair: (Symbol, Partner), rule: &Rule<'_>, symbols: &Symbols<'_>, errors: &mut Errors<'_>) {
        let span = rule.sides[0].span().to(rule.sides[1].span());
        match self.last.insert(pair, (span, rule.guard.is_some())) {
            None => self.order.push(pair),
            Some((_, true)) => {}
            Some((first, false)) => {
                self.last.insert(pair, (first, false));
                let actor = quoted("", symbols.declaration(pair.0).name);
                let other = match pair.1 {
                    Partner::Agent(value) => quoted("", symbols.declaration(value).name),
                    Partner::Number(_) => "numbers".to_owned(),
                    Partner::Era | Partner::Dup(_) => quoted("", &pair.1.core().unwrap_or_default()),
                };
                let (message, help) = match rule.guard {
                    None => (format!("there are two rules for {actor} and {other}"), "remove one of the two"),
                    Some(_) => {
                        let help = "rules are tried in order: those with guards come first";
                        (format!("this rule for {actor} and {other} is never used"), help)
                    }
                };
                errors.push(
                    Diagnostic::error(span, message, help).label("the second rule").place(first, "the first rule"),
                );
            }
        }
    }

    /// Reports pairs whose last rule has a guard: what if it is false?
    fn check_guards(&self, symbols: &Symbols<'_>, errors: &mut Errors<'_>) {
        // The rule without one may be what could not be read.
        if symbols.lost {
            return;
        }
        for pair in &self.order {
            if let (span, true) = self.last[pair] {
                let name = quoted("", symbols.declaration(pair.0).name);
                let message = format!("the guards of {name} may all be false");
                let help = "let the last rule of the two have no guard";
                errors.push(Diagnostic::error(span, message, help).label("the last rule, with a guard"));
            }
        }
    }
}

/// What a rule is for whose left side is wrong, if that can be said.
fn meant(rule: &Rule<'_>, symbols: &Symbols<'_>) -> Option<(Symbol, Partner)> {
    let agent = |side: &Side<'_>| match side {
        Side::Agent(Tree { kind: Shape::User(symbol, _), .. }) => Some(Symbol(*symbol)),
        _ => None,
    };
    let [left, right] = &rule.sides;
    match (agent(left), agent(right)) {
        (Some(a), Some(b)) if symbols.declaration(a).sign == Polarity::Negative => Some((a, Partner::Agent(b))),
        (Some(a), Some(b)) => Some((b, Partner::Agent(a))),
        (Some(actor), None) | (None, Some(actor)) => match (left, right) {
            (Side::Number(_, ty, _), _) | (_, Side::Number(_, ty, _)) => Some((actor, Partner::Number(*ty))),
            _ => None,
        },
        (None, None) => None,
    }
}

/// The names of the numbers that a rule knows.
fn numbers<'f>(rule: &Rule<'f>) -> Vec<&'f str> {
    let of_side = |side: &Side<'f>| match side {
        Side::Number(name, ..) => vec![*name],
        Side::Agent(tree) => tree.kind.children().filter_map(matched).collect(),
        Side::Era(_) | Side::Dup(..) => Vec::new(),
    };
    let results = rule.native.iter().flat_map(|native| native.results.iter().map(|result| result.name));
    rule.sides.iter().flat_map(of_side).chain(results).collect()
}

fn matched<'f>(port: &'f Tree<'f>) -> Option<&'f str> {
    match port.kind {
        Shape::Matched(name) => Some(name),
        _ => None,
    }
}

/// What a rule replaces.
type Sides<'f> = (Symbol, Partner, Vec<&'f Tree<'f>>);

/// What a rule replaces: the agent that acts, and what it meets.
fn sides<'f>(rule: &Rule<'f>, symbols: &Symbols<'f>, errors: &mut Errors<'_>) -> Option<Sides<'f>> {
    let sign = |symbol| symbols.declaration(symbol).sign;
    match rule.sides {
        [Side::Agent(left), Side::Agent(right)] => {
            let found = [left, right].map(|side| pattern(side, symbols, errors));
            let [Some(a), Some(b)] = found else { return None };
            match [sign(a), sign(b)] {
                [Polarity::Negative, Polarity::Positive] => Some((a, Partner::Agent(b), vec![left, right])),
                [Polarity::Positive, Polarity::Negative] => Some((b, Partner::Agent(a), vec![right, left])),
                _ => {
                    never_meet(rule, [a, b], symbols, errors);
                    None
                }
            }
        }
        [Side::Agent(side), Side::Number(_, ty, _)] | [Side::Number(_, ty, _), Side::Agent(side)] => {
            let actor = pattern(side, symbols, errors)?;
            if sign(actor) == Polarity::Negative {
                return Some((actor, Partner::Number(ty), vec![side]));
            }
            let agent = symbols.declaration(actor);
            let message = format!("{} never meets a number: both are positive", quoted("", agent.name));
            let error = Diagnostic::error(side.span, message, "a rule of numbers is for a negative agent");
            errors.push(error.place(agent.span, "declared here"));
            None
        }
        [Side::Agent(side), Side::Era(eraser)] | [Side::Era(eraser), Side::Agent(side)] => {
            let agent = pattern(side, symbols, errors)?;
            core_sign(eraser, agent, symbols, errors)?;
            Some((agent, Partner::Era, vec![side]))
        }
        [Side::Agent(side), Side::Dup(label, dup)] | [Side::Dup(label, dup), Side::Agent(side)] => {
            let agent = pattern(side, symbols, errors)?;
            core_sign(dup, agent, symbols, errors)?;
            let is_name = |port: &&Tree<'_>| matches!(port.kind, Shape::Wire(_) | Shape::Era);
            if let Some(port) = dup.kind.children().find(|port| !is_name(port)) {
                let help = "on the left of `=>` stand names for the two ports, or `*`: `{a b}`";
                errors.push(Diagnostic::error(port.span, "this is no name for a port", help));
                return None;
            }
            Some((agent, Partner::Dup(label), vec![side, dup]))
        }
        [Side::Era(_) | Side::Dup(..), side @ (Side::Era(_) | Side::Dup(..) | Side::Number(..))]
        | [side @ Side::Number(..), Side::Era(_) | Side::Dup(..)] => {
            let message = "a rule is for an agent that the book declares";
            let help = "what `*`, `{a b}` and numbers do to each other is given; agents may have rules with them: \
                        `rule Box(x) ~ * => x ~ *;`";
            errors.push(Diagnostic::error(side.span(), message, help));
            None
        }
        [Side::Number(..), Side::Number(_, _, span)] => {
            let help = "a rule is for an agent that the book declares: `rule Fib(out) ~ #n => …;`";
            errors.push(Diagnostic::error(span, "two numbers never meet", help));
            None
        }
    }
}

fn never_meet(rule: &Rule<'_>, pair: [Symbol; 2], symbols: &Symbols<'_>, errors: &mut Errors<'_>) {
    let (sign, other) = match symbols.declaration(pair[0]).sign {
        Polarity::Positive => ("positive", "negative"),
        Polarity::Negative => ("negative", "positive"),
    };
    let message = format!("two {sign} agents never meet");
    let help = format!("a rule is for a positive and a negative agent: declare one of the two as {other}");
    let mut error = Diagnostic::error(rule.sides[0].span().to(rule.sides[1].span()), message, help);
    for symbol in pair {
        let agent = symbols.declaration(symbol);
        error = error.place(agent.span, format!("{} is {sign}", quoted("", agent.name)));
    }
    errors.push(error);
}

/// Checks the sign that is written before `*` or `{a b}`: the one that the agent does not have.
fn core_sign(side: &Tree<'_>, symbol: Symbol, symbols: &Symbols<'_>, errors: &mut Errors<'_>) -> Option<()> {
    let agent = symbols.declaration(symbol);
    let Some((_, span)) = side.written.filter(|&(sign, _)| sign == agent.sign) else { return Some(()) };
    let is = if agent.sign == Polarity::Positive { "positive" } else { "negative" };
    let message = format!("two {is} terms never meet");
    let error = Diagnostic::error(span, message, "remove the sign here, or change the declaration");
    errors.push(error.place(agent.span, format!("{} is {is}", quoted("", agent.name))));
    None
}

/// An agent with a wire at each port.
fn pattern<'f>(side: &'f Tree<'f>, symbols: &Symbols<'f>, errors: &mut Errors<'_>) -> Option<Symbol> {
    let Shape::User(symbol, ports) = side.kind else {
        let message = "a rule is for two agents that the book declares";
        let error = match side.kind {
            Shape::Wire(_) if symbols.lost => return None,
            Shape::Unknown(_) => return None,
            Shape::Wire(name) => symbols.no_pattern(name, side.span),
            Shape::Num(_) | Shape::Hole(_) => {
                let help = "a number is matched by `#n`, and a guard says which: `#n if n == 0`";
                Diagnostic::error(side.span, "this matches no number", help)
            }
            _ => Diagnostic::error(side.span, message, "`(a b)`, operators, switches and references meet no agents"),
        };
        errors.push(error);
        return None;
    };
    if !symbols.check_arity(symbol, ports.len(), side, errors) {
        return None;
    }
    let symbol = Symbol(symbol);
    let agent = symbols.declaration(symbol);
    if let Some((_, span)) = side.written.filter(|&(sign, _)| sign != agent.sign) {
        let is = if agent.sign == Polarity::Positive { "positive" } else { "negative" };
        let message = format!("{} is declared as {is}", quoted("", agent.name));
        let error = Diagnostic::error(span, message, "remove the sign here, or change the declaration");
        errors.push(error.place(agent.span, "declared here"));
        return None;
    }
    if agent.boxed().is_some() && ports.iter().any(|port| !matches!(port.kind, Shape::Matched(_))) {
        let form = symbols.form(symbol);
        let help = format!("a number is matched by `{form}`, and a guard says which: `{form} if n == 0`");
        errors.push(Diagnostic::error(side.span, "this matches no number", help));
        return None;
    }
    for (at, port) in (0..).zip(ports) {
        let number = agent.numbers.iter().any(|&(port, _)| port == at);
        let fits = match port.kind {
            Shape::Matched(_) => number,
            Shape::Wire(_) => !number,
            kind => matches!(kind, Shape::Era),
        };
        if !fits {
            let (message, help) = if number {
                let wanted = agent.ports[at as usize].1;
                let name = if let Shape::Wire(name) = port.kind { name } else { wanted };
                (
                    format!("the port {} holds a number", quoted("", wanted)),
                    format!("a number is matched by {}", quoted("#", name)),
                )
            } else {
                let more = match port.kind {
                    Shape::User(..) => "; what meets this agent is for a rule of a second one",
                    _ => "",
                };
                let form = symbols.form(symbol);
                let help = format!("on the left of `=>` stand names for the ports, or `*`: `{form}`{more}");
                ("this is no name for a port".to_owned(), help)
            };
            errors.push(Diagnostic::error(port.span, message, help));
            return None;
        }
    }
    Some(symbol)
}

/// Reports pairs that are declared to meet and have no rule.
fn check_missing(file: &File<'_>, symbols: &Symbols<'_>, rules: &Ruled, errors: &mut Errors<'_>) {
    for (number, agent) in (0..).zip(&file.agents).filter(|(_, agent)| agent.sign == Polarity::Negative) {
        let meets = symbols.members(&agent.meets, errors);
        if errors.full() {
            return;
        }
        if symbols.ruled_unknown {
            continue;
        }
        let is_missing = |other: &Partner| {
            let pair = (Symbol(number), *other);
            !rules.last.contains_key(&pair) && !rules.meant.contains(&pair)
        };
        for other in meets.into_iter().filter(is_missing) {
            let (what, form) = match other {
                Partner::Agent(other) => {
                    let form = symbols.form(other);
                    match symbols.declaration(other).boxed() {
                        Some(ty) => (format!("numbers of type `{}`", ty.name()), form),
                        None => (quoted("", symbols.declaration(other).name), form),
                    }
                }
                Partner::Number(ty) => {
                    let ty = ty.name(file.numbers);
                    (format!("numbers of type `{ty}`"), format!("#n: {ty}"))
                }
                Partner::Era | Partner::Dup(_) => continue,
            };
            let message = format!("no rule for {} and {what}", quoted("", agent.name));
            let help = format!("write `rule {} ~ {form} => …;`", symbols.form(Symbol(number)));
            let error = Diagnostic::error(agent.span, message, help);
            errors.push(match other {
                Partner::Agent(other) if symbols.declaration(other).boxed().is_none() => {
                    error.label("declared to meet it").place(symbols.declaration(other).span, "this agent")
                }
                _ => error.label("declared to meet them"),
            });
        }
    }
}

/// Reports a redex of agents for which there is no rule. `holes` are rows, in order, of values of Rust, which may be of any type.
pub(super) fn check_redexes(def: &Def, holes: &[(u32, u32)], symbols: &Symbols<'_>, errors: &mut Errors<'_>) {
    let is_hole = |row: u32| holes.binary_search_by_key(&row, |hole| hole.0).is_ok();
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
                    Agent::Num(number) => match number.ty() {
                        Some(ty) => {
                            let of_rust = is_hole(left) || is_hole(right);
                            let taken = if of_rust { symbols.takes_numbers(user) } else { symbols.takes(user, ty) };
                            if !taken {
                                let (form, ty) = (symbols.form(user), ty.name(symbols.numbers));
                                let of_type = if of_rust { String::new() } else { format!(" of type `{ty}`") };
                                let message = format!("no rule for `{form}` and a number{of_type}");
                                let help = format!("write `rule {form} ~ #n: {ty} => …;`");
                                errors.push(Diagnostic::error(span, message, help));
                            }
                            continue;
                        }
                        None => "an operator",
                    },
                    Agent::Con(..) => "`(a b)`",
                    Agent::Opr(..) => "an operator",
                    Agent::Swi(..) => "a switch",
                    Agent::Dup(..) if symbols.declaration(user).linear => {
                        let message = format!("`{}` is not copied", symbols.form(user));
                        let help = "what takes the token hands it on to the next, so that effects have one order";
                        errors.push(Diagnostic::error(span, message, help));
                        continue;
                    }
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

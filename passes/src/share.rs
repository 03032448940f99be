//! Equal closed parts of a definition whose results are numbers, computed once.

mod numbers;
mod parts;
mod sites;

use crate::draft::{Body, Draft};
use numbers::is_number;
use parts::{Graph, Part};
use polarnet_columns::{Idx, Space, space};
use polarnet_syntax::{
    book::{AnyBook, Book, Defs},
    net::{Agent, LABELS, Label},
};
use sites::Sites;
use std::collections::HashMap;

/// Parts of parts are found once those around them are done: so many times.
const MOST_ROUNDS: usize = 16;

/// Each definition with one net for all its equal closed parts whose result is a number, which is copied.
///
/// A part is closed if it hangs on the rest by one wire, as `@f(20)` in `@f(20) + @f(20)`. Equal means agent by agent, with the
/// same labels and references, so that it does not matter which one is reduced. To reduce one saves an interaction at
/// least for each other one; to copy a number takes one. (Lazily, that is one more if just one of them is needed.)
///
/// In definitions to which references are copied, nothing is shared that would have them expanded instead; nothing at all in books
/// whose rules call Rust, which may count.
///
/// ```
/// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
/// # let text = "@main = r & @f ~ (20 $([+] $(b r))) & @f ~ (20 b)  @f = ($([*2] x) x)";
/// # let net = parse_text(text, Numbers::Hvm24).0.unwrap();
/// # let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
/// use polarnet_passes::share;
/// // of `@main = r & @f ~ (20 $([+] $(b r))) & @f ~ (20 b)` and `@f = ($([*2] x) x)`
/// let new = book.with(|book| share(book)).to_string();
/// assert_eq!(new.matches("@f ~ (20 ").count(), 1, "{new}");
/// ```
#[must_use]
pub fn share<S: Space>(book: &Book<S>) -> AnyBook {
    let mut last: Option<AnyBook> = None;
    for _ in 0..MOST_ROUNDS {
        let new = match &last {
            None => once(book),
            Some(last) => last.with(|book| book.pass(once)),
        };
        match new {
            Some(new) => last = Some(new),
            None => break,
        }
    }
    last.unwrap_or_else(|| book.into())
}

/// None if there is nothing to share.
fn once<S: Space>(book: &Book<S>) -> Option<AnyBook> {
    if book.rules().iter().any(|(rule, _)| rule.native.is_some()) {
        return None;
    }
    let (mut label, mut referred) = (0, book.names().map(|_| false));
    for row in book.agents().indices() {
        match book.agents().node(row) {
            Agent::Dup(used, ..) => label = label.max(used + 1),
            Agent::Ref(def) => referred.update(def, |referred| *referred = true),
            _ => {}
        }
    }
    if label >= LABELS {
        return None;
    }
    let sites = Sites::new(book);
    space!(New, guard);
    let (mut new, mut found) = (Draft::new(book, guard), false);
    for def in book.defs() {
        let mut graph = Graph::new(&sites, def);
        let groups = match new.is_copyable(def) && (referred[def] || new.is_rule(def)) {
            true => Vec::new(),
            false => groups(&sites, graph.parts()),
        };
        let body = match groups.is_empty() {
            true => new.copy(def),
            false => shared(&mut new, &sites, &graph, def, label, &groups),
        };
        found |= !groups.is_empty();
        new.define(def, body);
    }
    found.then(|| new.finish())
}

/// The parts that are computed once, each with its like: the largest ones, apart from each other.
fn groups<S: Space>(sites: &Sites<'_, S>, parts: Vec<Part<S>>) -> Vec<Vec<Part<S>>> {
    let mut alike: HashMap<u32, Vec<Part<S>>> = HashMap::new();
    for part in parts.into_iter().filter(|part| part.port > 0) {
        alike.entry(part.net).or_default().push(part);
    }
    let mut groups: Vec<_> = alike.into_values().filter(|parts| parts.len() > 1).collect();
    groups.retain(|parts| is_number(sites, parts[0].agent, parts[0].port - 1));
    groups.sort_by_key(|parts| (std::cmp::Reverse(parts[0].agents.len()), parts[0].agents.start));
    // Ranges that are taken, by where they start: none of two parts overlaps the other in part.
    let mut taken = std::collections::BTreeMap::new();
    groups.retain_mut(|parts| {
        parts.retain(|part| {
            let before = taken.range(..=part.agents.start).next_back();
            before.is_none_or(|(_, &end)| end <= part.agents.start)
        });
        if parts.len() > 1 {
            taken.extend(parts.iter().map(|part| (part.agents.start, part.agents.end)));
        }
        parts.len() > 1
    });
    groups
}

/// A definition with the first part of each group for all of them.
fn shared<S: Space, T: Space>(
    new: &mut Draft<'_, S, T>,
    sites: &Sites<'_, S>,
    graph: &Graph<'_, '_, S>,
    def: Idx<Defs<S>>,
    label: Label,
    groups: &[Vec<Part<S>>],
) -> Body<T> {
    let ends: HashMap<Idx<S>, usize> = groups.iter().flatten().map(|part| (part.agent, part.port - 1)).collect();
    // Of each part: what took its result, and where that comes from now.
    let mut taken = HashMap::new();
    let mut body = new.copy_with(def, |new, row, agent| {
        let Some(&slot) = ends.get(&row) else { return new.push(agent) };
        let [result, end] = new.wire();
        let (mut children, mut list) = (agent.children().collect::<Vec<_>>(), Vec::new());
        taken.insert(row, (std::mem::replace(&mut children[slot], result), end));
        let mut children = children.into_iter();
        let agent = agent.map(&mut list, |old| children.next().unwrap_or(old), |def| def);
        new.push(agent)
    });
    let mut gone: Vec<_> = groups.iter().flat_map(|parts| &parts[1..]).map(|part| part.agents.clone()).collect();
    gone.sort_by_key(|agents| agents.start);
    let is_gone = |row: Idx<S>| {
        graph.found(sites.port(row)).is_some_and(|at| {
            let after = gone.partition_point(|agents| agents.start <= at);
            after > 0 && gone[after - 1].contains(&at)
        })
    };
    let redexes = std::mem::take(&mut body.redexes);
    let stays = sites.book.redexes(def).iter().map(|&(a, b)| !is_gone(a) || !is_gone(b));
    body.redexes = redexes.into_iter().zip(stays).filter(|(_, stays)| *stays).map(|(redex, _)| redex).collect();
    for parts in groups {
        let mut takers = parts.iter().map(|part| taken[&part.agent].0).collect::<Vec<_>>();
        while let [.., a, b] = takers[..] {
            takers.truncate(takers.len() - 2);
            takers.push(new.push(Agent::Dup(label, a, b)));
        }
        body.redexes.push((takers[0], taken[&parts[0].agent].1));
    }
    body
}

//! A draft becomes a book.

use crate::draft::Draft;
use polarnet_columns::{Batch, Data, Idx, Space};
use polarnet_syntax::{
    book::{Agents, AnyBook, Book},
    infer::infer,
    net::{Agent, Declaration, Def, Net, Node},
    span::Span,
    stored::Lists,
    table::Table,
};
use std::collections::HashMap;

impl<S: Space, T: Space> Draft<'_, S, T> {
    /// The book of the definitions that were defined.
    ///
    /// ```
    /// # use polarnet_passes::Draft;
    /// let book = polarnet::net! { @main = 1  @other = 2 };
    /// # polarnet_columns::space!(New, guard);
    /// let (main, mut new) = (book.main().unwrap(), Draft::new(&book, guard));
    /// let body = new.copy(main);
    /// new.define(main, body);
    /// assert_eq!(new.finish().with(|new| new.defs().len()), 1); // `@other` was not defined
    /// ```
    ///
    /// # Panics
    ///
    /// When they are no book: a row is used twice, a wire has one end in its definition, or a definition that is referred
    /// to was left out. The message names the definition.
    #[must_use]
    pub fn finish(self) -> AnyBook {
        let Draft { book, agents, peers, places, signs, bodies, .. } = self;
        let agents = agents.freeze();
        let mut tops = agents.data(|_| None);
        let mut kept = 0;
        let number: Vec<Option<u32>> = bodies.iter().map(|body| body.as_ref().map(|_| (kept, kept += 1).0)).collect();
        for (def, body) in book.defs().zip(&bodies) {
            for row in body.iter().flat_map(|body| body.redexes.iter().flat_map(|&(a, b)| [a, b]).chain([body.root])) {
                let name = &book.names()[def];
                tops.update(row, |top| {
                    assert!(top.is_none(), "a pass uses a row of `@{name}` twice");
                    *top = number[def.raw() as usize];
                });
            }
        }
        let owner = owners(&agents, &tops);
        let mut rows = vec![Vec::new(); kept as usize];
        // The place of each row among those of its definition.
        let at = agents.data(|row| {
            let own = rows.get_mut(owner[row]? as usize)?;
            own.push(row);
            Some(own.len() as u32 - 1)
        });
        let mut net = Net { numbers: book.numbers(), agents: declarations(book), ..Net::default() };
        let rules: HashMap<_, _> = book.rules().iter().map(|(rule, def)| (*def, rule)).collect();
        for (def, body) in book.defs().zip(&bodies) {
            let (Some(body), name) = (body, &book.names()[def]) else { continue };
            let inside = |row: Idx<T>| match at[row] {
                Some(at) if owner[row] == Some(net.defs.len() as u32) => at,
                _ => panic!("a pass gives a wire of `@{name}` one end there"),
            };
            let (mut lists, mut list) = (Lists::default(), Vec::new());
            let mut node = |&row: &Idx<T>| Node {
                agent: lists.store(agents.node(row).map(&mut list, inside, |to| {
                    let gone = || panic!("a pass leaves out `@{}`, which `@{name}` refers to", book.names()[to]);
                    number[to.raw() as usize].unwrap_or_else(gone)
                })),
                peer: match (agents.node(row), peers[row.raw() as usize]) {
                    (Agent::Wire, Some(peer)) => inside(peer),
                    (Agent::Wire, None) => panic!("a pass gives a wire of `@{name}` one end"),
                    _ => inside(row),
                },
                written: signs[row.raw() as usize].map(|sign| (sign, Span::default())),
                span: Span::new(row.raw(), row.raw()),
            };
            let mut nodes: Vec<Node> = rows[net.defs.len()].iter().map(&mut node).collect();
            let redexes: Vec<_> = body.redexes.iter().map(|&(a, b)| (inside(a), inside(b))).collect();
            let root = inside(body.root);
            for &(a, b) in &redexes {
                let sides = [a, b].map(|side| nodes[side as usize].agent.head());
                if !sides.contains(&Agent::Wire) {
                    nodes[a as usize].peer = b;
                    nodes[b as usize].peer = a;
                }
            }
            let (span, wires, signature) = (Span::default(), Vec::new(), None);
            let rule = rules.get(&def).map(|&rule| rule.clone());
            net.defs.push(Def { name: name.clone(), span, root, redexes, nodes, lists, wires, signature, rule });
        }
        let mut signs = infer(&net);
        if !signs.clashes.is_empty() {
            // The pass has made others of them.
            for node in net.defs.iter_mut().flat_map(|def| &mut def.nodes) {
                node.written = None;
            }
            signs = infer(&net);
        }
        let table = Table::assemble(&net, &signs, |span| places.get(span.lo as usize).copied().unwrap_or_default());
        AnyBook::new(&table)
    }
}

/// The agents that a book declares. Their ports have lost their names.
fn declarations<S: Space>(book: &Book<S>) -> Vec<Declaration> {
    let declaration = |symbol| {
        let agent = book.agent(symbol);
        let name = |at| if agent.is_upper(at) { String::new() } else { format!("p{at}") };
        let ports = agent.ports.iter().enumerate().map(|(at, &sign)| (sign, name(at))).collect();
        Declaration {
            name: agent.name.to_string(),
            span: Span::default(),
            sign: agent.sign,
            ports,
            numbers: agent.numbers.to_vec(),
            pairs: agent.pairs.to_vec(),
            linear: agent.linear,
        }
    };
    book.declared().map(declaration).collect()
}

/// The definition that each row is part of: that of the row above it.
fn owners<S: Space, T: Space>(agents: &Batch<T, Agents<S>>, tops: &Data<T, Option<u32>>) -> Data<T, Option<u32>> {
    let join = |to: &mut Option<u32>, from: Option<u32>| {
        assert!(to.is_none() || from.is_none(), "a pass uses a row twice");
        *to = to.or(from);
    };
    let below = agents.fill_down(None, join, |mut row| {
        let own = row.value().or(tops[row.idx()]);
        for child in row.node().children() {
            row.join(child, own);
        }
    });
    below.zip_map(tops, |&below, &top| {
        assert!(below.is_none() || top.is_none(), "a pass uses a row twice");
        below.or(top)
    })
}

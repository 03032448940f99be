//! What `DUP` expands, and so computes once, must not become what `DUP` copies.

use crate::draft::{Body, Draft};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::{book::Defs, net::Agent};
use std::collections::HashSet;

/// What a definition has to do with `DUP`.
#[derive(Default)]
struct Seen {
    /// There is one in it, or an agent that has rules of its own with it.
    dup: bool,
    /// There are agents of the book in it, which do what rules say.
    agents: bool,
    /// What it refers to.
    refs: Vec<u32>,
    /// What it refers to where a `DUP` may come.
    met: Vec<u32>,
}

impl<S: Space, T: Space> Draft<'_, S, T> {
    /// Takes back the nets without which a definition would lose its last `DUP`, where a reference to it may meet one:
    /// it would be copied then instead of expanded, and what is left to do in it would be done for each copy.
    ///
    /// For passes that take `DUP`s out of definitions. What was left out stays so.
    ///
    /// ```
    /// # use polarnet_passes::{Body, Draft};
    /// # use polarnet_syntax::{net::Agent, number::{Number, Numbers}};
    /// // Both copies have what `@c` computes once.
    /// let book = polarnet::net! { @main = (a b) & @c ~ {a b}  @c = r & 1 ~ {x y} & x ~ $([+] $(y r)) };
    /// # polarnet_columns::space!(New, guard);
    /// let (main, c, mut new) = (book.main().unwrap(), book.find("c").unwrap(), Draft::new(&book, guard));
    /// let body = new.copy(main);
    /// new.define(main, body);
    /// let root = new.push(Agent::Num(Number::u(2, Numbers::Native)));
    /// new.define(c, Body { root, redexes: vec![] }); // the `{x y}` of `@c` is gone
    /// new.keep_shared();
    /// assert_eq!(new.finish().to_string(), book.to_string()); // and is back
    /// ```
    pub fn keep_shared(&mut self) {
        let rules: HashSet<usize> = self.book.rules().iter().map(|(_, def)| def.raw() as usize).collect();
        let mut taken_back = Vec::new();
        loop {
            let seen: Vec<Seen> = self.bodies.iter().map(|body| self.seen(body.as_ref())).collect();
            let after = without_dup(&seen, &rules);
            let lost = |at: usize| after[at] && !self.copyable[at] && self.bodies[at].is_some();
            let lost: Vec<Idx<Defs<S>>> = self.book.defs().filter(|def| lost(def.raw() as usize)).collect();
            let met: Vec<bool> =
                seen.iter().flat_map(|seen| &seen.met).fold(vec![false; seen.len()], |mut met, &def| {
                    met[def as usize] = true;
                    met
                });
            if !lost.iter().any(|def| met[def.raw() as usize]) || lost == taken_back {
                return;
            }
            taken_back.clone_from(&lost);
            // Those that have lost one of their own: with these nets, all would be as before.
            for def in lost {
                let body = self.copy(def);
                self.define(def, body);
            }
        }
    }

    fn seen(&self, body: Option<&Body<T>>) -> Seen {
        let mut seen = Seen::default();
        let Some(body) = body else { return seen };
        let calls =
            |side| matches!(self.node(side), Agent::Con(..) | Agent::Opr(..) | Agent::Swi(..) | Agent::User(..));
        let mut todo = vec![(body.root, true)];
        todo.extend(body.redexes.iter().flat_map(|&(a, b)| [(a, !calls(b)), (b, !calls(a))]));
        while let Some((row, met)) = todo.pop() {
            match self.node(row) {
                Agent::Dup(..) => seen.dup = true,
                Agent::User(symbol, _) => {
                    seen.agents = true;
                    seen.dup |= self.book.has_own_copying(symbol);
                }
                Agent::Ref(def) => {
                    seen.refs.push(def.raw());
                    seen.met.extend(met.then_some(def.raw()));
                }
                _ => {}
            }
            todo.extend(self.node(row).children().map(|child| (child, true)));
        }
        seen
    }
}

/// The definitions from which no `DUP` can be reached.
fn without_dup(seen: &[Seen], rules: &HashSet<usize>) -> Vec<bool> {
    let mut users = vec![Vec::new(); seen.len()];
    for (def, seen) in seen.iter().enumerate() {
        seen.refs.iter().for_each(|&used| users[used as usize].push(def));
    }
    let (mut without, mut acted) = (vec![true; seen.len()], false);
    let mut todo: Vec<usize> = (0..seen.len()).filter(|&def| seen[def].dup).collect();
    while let Some(def) = todo.pop() {
        if std::mem::replace(&mut without[def], false) {
            todo.extend(&users[def]);
            if rules.contains(&def) && !std::mem::replace(&mut acted, true) {
                todo.extend((0..seen.len()).filter(|&def| seen[def].agents));
            }
        }
    }
    without
}

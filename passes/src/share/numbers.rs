//! Which values are numbers.

use super::sites::{Above, Sites};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::net::{Agent, Polarity};
use std::collections::{HashMap, HashSet};

/// Calls of so many arguments are looked through, and so many values.
const MOST_ARGUMENTS: usize = 32;
const MOST_VALUES: usize = 1 << 14;

/// The term that is an argument; none for a number.
type Argument<S> = Option<Idx<S>>;

/// A value that was looked at: of a term, or at a child.
type Seen<S> = (Idx<S>, Option<usize>, Vec<Argument<S>>);

/// A value, and what it is applied to, the first argument last.
#[derive(Clone)]
enum Value<S: Space> {
    /// That of a term.
    Term(Idx<S>, Vec<Argument<S>>),
    /// What comes out of an agent, at this child.
    Result(Idx<S>, usize, Vec<Argument<S>>),
}

/// What is known of a variable, by the agent and the child that bind it.
struct Variable<S: Space> {
    values: Vec<Argument<S>>,
    /// What it is applied to where it is asked for.
    uses: Vec<Vec<Argument<S>>>,
}

/// Is what comes out of a negative agent, at this child, a number, if it comes to an end at all?
///
/// Operators bring numbers; calls, switches and matches bring what their definitions, arms and rules do; a variable, what it was
/// given on the way. So there is a number if nothing else is found. (Shivers: Control flow analysis in Scheme, 1988, on demand.)
pub(super) fn is_number<S: Space>(sites: &Sites<'_, S>, agent: Idx<S>, child: usize) -> bool {
    let mut search = Search {
        sites,
        seen: HashSet::new(),
        variables: HashMap::new(),
        todo: vec![Value::Result(agent, child, Vec::new())],
    };
    while let Some(value) = search.todo.pop() {
        let known = match value {
            Value::Term(row, given) if search.seen.insert((row, None, given.clone())) => search.term(row, given),
            Value::Result(row, child, given) if search.seen.insert((row, Some(child), given.clone())) => {
                search.result(row, child, given)
            }
            _ => continue,
        };
        if known.is_none() || search.seen.len() > MOST_VALUES {
            return false;
        }
    }
    true
}

struct Search<'s, 'b, S: Space> {
    sites: &'s Sites<'b, S>,
    seen: HashSet<Seen<S>>,
    variables: HashMap<(Idx<S>, usize), Variable<S>>,
    /// What has to be a number.
    todo: Vec<Value<S>>,
}

/// Each part gives none if it is no number.
impl<S: Space> Search<'_, '_, S> {
    fn term(&mut self, row: Idx<S>, mut given: Vec<Argument<S>>) -> Option<()> {
        let book = self.sites.book;
        match book.agents().node(row) {
            Agent::Num(_) => return given.is_empty().then_some(()),
            Agent::Con(_, body) => {
                let argument = given.pop()?;
                self.bind((row, 0), argument)?;
                self.todo.push(Value::Term(body, given));
            }
            Agent::Ref(def) => self.todo.push(Value::Term(book.root(def), given)),
            Agent::Wire => self.todo.push(match self.sites.above(book.wires()[row])? {
                Above::Child(agent, child) => Value::Result(agent, child, given),
                Above::Side(other) => Value::Term(other, given),
                Above::Root => return None,
            }),
            _ => return None,
        }
        Some(())
    }

    fn result(&mut self, row: Idx<S>, child: usize, mut given: Vec<Argument<S>>) -> Option<()> {
        let book = self.sites.book;
        let negative = book.polarity()[row] == Polarity::Negative;
        match (book.agents().node(row), child) {
            (Agent::Con(..), 0) if !negative => return self.variable((row, 0), given),
            (Agent::Replaced(_), _) => return self.variable((row, child), given),
            _ if !negative => return None,
            (Agent::Opr(..), 1) => return given.is_empty().then_some(()),
            (Agent::Con(argument, _), 1) if given.len() < MOST_ARGUMENTS => given.push(Some(argument)),
            (Agent::Dup(..), _) => {}
            (Agent::Swi(arms, _), 1) => {
                let Agent::Con(zero, other) = book.agents().node(arms) else { return None };
                self.todo.push(Value::Term(zero, given.clone()));
                given.push(None);
                self.todo.push(Value::Term(other, given));
                return Some(());
            }
            (Agent::User(..), _) => return self.matched(row, child, &given),
            _ => return None,
        }
        // What meets the agent.
        self.todo.push(match self.sites.above(row)? {
            Above::Child(agent, child) => Value::Result(agent, child, given),
            Above::Side(other) => Value::Term(other, given),
            Above::Root => return None,
        });
        Some(())
    }

    /// What the rules of an agent bring at a port. Its other ports are variables there.
    fn matched(&mut self, row: Idx<S>, child: usize, given: &[Argument<S>]) -> Option<()> {
        let book = self.sites.book;
        let Agent::User(actor, ports) = book.agents().node(row) else { return None };
        // Ports that hold numbers have no names in rules.
        if !book.agent(actor).numbers.is_empty() {
            return None;
        }
        for (_, rule) in book.rules().iter().filter(|(rule, _)| rule.actor == actor) {
            let root = book.root(*rule);
            let Agent::Replaced(names) = book.agents().node(root) else { return None };
            for (at, port) in ports.iter().enumerate().filter(|(at, _)| *at != child) {
                self.bind((root, at), Some(port))?;
            }
            self.todo.push(Value::Term(names.iter().nth(child)?, given.to_vec()));
        }
        Some(())
    }

    fn bind(&mut self, variable: (Idx<S>, usize), value: Argument<S>) -> Option<()> {
        let known = self.variables.entry(variable).or_insert(Variable { values: Vec::new(), uses: Vec::new() });
        if known.values.contains(&value) {
            return Some(());
        }
        known.values.push(value);
        let uses = known.uses.clone();
        uses.into_iter().try_for_each(|given| self.need(value, given))
    }

    fn variable(&mut self, variable: (Idx<S>, usize), given: Vec<Argument<S>>) -> Option<()> {
        let known = self.variables.get_mut(&variable)?;
        known.uses.push(given.clone());
        let values = known.values.clone();
        values.into_iter().try_for_each(|value| self.need(value, given.clone()))
    }

    fn need(&mut self, value: Argument<S>, given: Vec<Argument<S>>) -> Option<()> {
        match value {
            Some(term) => self.todo.push(Value::Term(term, given)),
            None => return given.is_empty().then_some(()),
        }
        Some(())
    }
}

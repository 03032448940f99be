//! A closed term as a net.

use super::term::Term;
use std::collections::BTreeMap;

/// The net, as it stands after `@main =`.
pub fn net(term: &Term) -> String {
    let mut net = Net::default();
    let (root, free) = net.term(term);
    assert!(free.is_empty(), "{term} has free variables");
    let redexes: String = net.redexes.iter().map(|redex| format!("\n    & {redex}")).collect();
    root + &redexes
}

/// `@main`, which reads a net back.
pub fn read(net: &str) -> String {
    format!("@main = term & Read(0, term) ~ {net}")
}

/// For each free variable, by its index, what takes its value.
type Free = BTreeMap<usize, String>;

#[derive(Default)]
struct Net {
    wires: usize,
    redexes: Vec<String>,
}

impl Net {
    fn wire(&mut self) -> String {
        self.wires += 1;
        format!("w{}", self.wires)
    }

    /// The term's value, and what its free variables are needed for.
    fn term(&mut self, term: &Term) -> (String, Free) {
        match term {
            Term::Var(index) => {
                let wire = self.wire();
                (wire.clone(), Free::from([(*index, wire)]))
            }
            Term::Lam(body) => {
                let (body, free) = self.term(body);
                let (mut variable, mut outside) = ("*".to_owned(), Free::new());
                for (index, taker) in free {
                    match index.checked_sub(1) {
                        None => variable = taker,
                        // What comes from outside enters the scope of this λ.
                        Some(index) => drop(outside.insert(index, format!("Enter(0, {taker})"))),
                    }
                }
                (format!("Lam({variable}, {body})"), outside)
            }
            Term::App(function, argument) => {
                let (function, mut free) = self.term(function);
                let (argument, others) = self.term(argument);
                for (index, other) in others {
                    let taker = match free.remove(&index) {
                        Some(taker) => format!("Fan(0, {taker}, {other})"),
                        None => other,
                    };
                    free.insert(index, taker);
                }
                let result = self.wire();
                self.redexes.push(format!("App({argument}, {result}) ~ {function}"));
                (result, free)
            }
        }
    }
}

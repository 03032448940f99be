//! Whether every wire of a book has a giver and a taker.

use polarnet_columns::Space;
use polarnet_syntax::{
    book::Book,
    net::{Agent, Polarity},
};

/// Do all signs fit?
pub fn is_polarized<S: Space>(book: &Book<S>) -> bool {
    let sign = book.polarity();
    let fits = |row| match book.agents().node(row) {
        Agent::Num(_) | Agent::Ref(_) => sign[row] == Polarity::Positive,
        Agent::Wire => sign[book.wires()[row]] != sign[row],
        Agent::User(symbol, ports) => {
            let agent = book.agent(symbol);
            sign[row] == agent.sign && ports.iter().zip(&*agent.ports).all(|(port, &declared)| sign[port] == declared)
        }
        // What stands in a slot is joined to it, by no wire.
        Agent::Opr(value, result) | Agent::Swi(value, result) => {
            [sign[row], sign[value], sign[result]] == [Polarity::Negative, Polarity::Positive, Polarity::Negative]
        }
        Agent::Dup(_, a, b) => [sign[a], sign[b]] == [sign[row]; 2],
        Agent::Era | Agent::Con(..) | Agent::Replaced(_) => true,
    };
    let roots = |def| sign[book.root(def)] == Polarity::Positive;
    let redexes = |def| book.redexes(def).iter().all(|&(a, b)| sign[a] != sign[b]);
    book.agents().indices().all(fits) && book.defs().all(roots) && book.defs().all(redexes)
}

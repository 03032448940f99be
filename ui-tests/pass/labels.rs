//! Labelled duplications and superpositions.

use polarnet::{Agent, Runtime, net};

fn main() {
    let book = net! {
        @main = (a b) & #7{a b} ~ &7{1 2}
        @many = &0{* *} &&2097151{* *} ~ * & & 1 {* *} ~ *
    };
    let labels: Vec<u32> = book
        .agents()
        .indices()
        .filter_map(|row| match book.agents().node(row) {
            Agent::Dup(label, ..) => Some(label),
            _ => None,
        })
        .collect();
    assert_eq!(labels, [7, 7, 0, 2097151, 1]);
    assert_eq!(Runtime::new().run(&book).unwrap().to_string(), "(1 2)");
}

//! Search by superposition, beside enumeration: a record of the interactions of both.
//!
//! `cargo run --release --example search` prints what `benches/record/…-search.csv` has. The sets that are found are the same, or it fails.

mod nets;

use nets::{Candidate, clauses, satisfy, subset_sum};
use polarnet::{Error, Runtime, reader::Source};
use std::process::ExitCode;

/// Answers, in the order of their text, and interactions.
type Found = (Vec<String>, u64);

fn main() -> ExitCode {
    println!("task,size,answers,branches,by_superposition,by_enumeration,factor");
    for size in [4_usize, 6, 8, 10, 12, 14] {
        let weights: Vec<u32> = (0..size as u32).map(|at| 3 + at * at).collect();
        let sum = weights.iter().sum::<u32>() / 4;
        // Three clauses a variable: few answers, but some.
        let clauses = clauses(size, 3 * size);
        let tasks: [(&str, &dyn Fn(Candidate) -> String); 2] = [
            ("subset_sum", &|candidate| subset_sum(&weights, sum, candidate)),
            ("3sat", &|candidate| satisfy(size, &clauses, candidate)),
        ];
        for (task, net) in tasks {
            if let Err(why) = compare(task, size, net) {
                eprintln!("{task} {size}: {why}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn compare(task: &str, size: usize, net: &dyn Fn(Candidate) -> String) -> Result<(), String> {
    let (mut found, superposed) = branches(&net(None))?;
    let branches_of_all = found.len();
    found.retain(|branch| branch != "0");
    let (mut expected, mut enumerated) = (Vec::new(), 0);
    for candidate in 0..1 << size {
        let (one, interactions) = branches(&net(Some(candidate)))?;
        expected.extend(one.into_iter().filter(|branch| branch != "0"));
        enumerated += interactions;
    }
    found.sort();
    expected.sort();
    if found != expected {
        return Err(format!("{} answers by superposition, {} by enumeration", found.len(), expected.len()));
    }
    let factor = enumerated as f64 / superposed as f64;
    println!("{task},{size},{},{branches_of_all},{superposed},{enumerated},{factor:.2}", found.len());
    Ok(())
}

fn branches(text: &str) -> Result<Found, String> {
    let source = Source::new("the net", text);
    let parsed = source.parse();
    let book = parsed.book.ok_or_else(|| source.render(&parsed.diagnostics, false))?;
    let found = book.with(|book| {
        Runtime::new().max_memory(1 << 30).lazily(book, |net| {
            let branches = net.collapse().map(|branch| Ok(branch?.to_string())).collect::<Result<_, Error>>()?;
            Ok::<Found, Error>((branches, net.stats().interactions()))
        })
    });
    found.and_then(|found| found).map_err(|error| error.to_string())
}

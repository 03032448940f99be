//! `run --trace`: a line of JSON for each interaction.

use crate::support::{FOREVER, Ran, folder, list, with_book};
use serde_json::Value;
use std::{collections::BTreeMap, fs};

const SUM: &str = "
    @main = r & @sum ~ (5 (0 r))
    @sum = (?(((a a) @both) b) b)
    @both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
      & @sum ~ (a (b $([+] $(e f))))
      & @sum ~ (c (d e))";

/// Commutes, erases, copies and leaves references.
const ODD: &str = "
    @main = (a (b (c (d (e @odd))))) & {a b} ~ (x x) & &7{c d} ~ {1 2} & {e *} ~ @odd
    @odd = (k (k @self))
    @self = (* (* *))";

fn traced(options: &str, book: &str) -> (Ran, Vec<Value>) {
    let folder = folder();
    let path = folder.join("steps.jsonl");
    let ran = with_book(&format!("run -q - --trace {} {options}", path.display()), book);
    let lines = fs::read_to_string(path).unwrap();
    assert!(lines.is_empty() || lines.ends_with('\n'));
    (ran, lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn every_interaction_has_a_line() {
    for (options, book) in [("", SUM), ("", ODD), ("--expand", ODD), ("", &list(20)), ("", "@main = *")] {
        let (ran, lines) = traced(&format!("{options} --stats=json"), book);
        let other = with_book(&format!("run -q - --threads 1 --stats=json {options}"), book);
        assert_eq!((ran.code, ran.out), (Some(0), other.out));
        let [stats, other]: [Value; 2] = [ran.err, other.err].map(|stats| serde_json::from_str(&stats).unwrap());
        assert_eq!(lines.len() as u64, stats["interactions"], "{book}");
        assert_eq!(stats["interactions"], other["interactions"], "{book}");
        assert_eq!(stats["threads"], 1);
        let mut rules: BTreeMap<&str, u64> = BTreeMap::new();
        for (number, line) in lines.iter().enumerate() {
            assert_eq!(line["step"], number + 1);
            *rules.entry(line["rule"].as_str().unwrap()).or_default() += 1;
        }
        assert_eq!(serde_json::to_value(rules).unwrap(), stats["by_rule"]);
    }
}

#[test]
fn agents_and_their_ports_are_told() {
    let (ran, lines) = traced("", "@main = r & 3 ~ $([+] $(4 r))");
    ran.prints("Result: 7\n");
    assert_eq!(lines.len(), 2);
    let [number, operator] = [&lines[0]["agents"][0], &lines[0]["agents"][1]];
    assert_eq!(
        (&lines[0]["rule"], &number["agent"], &number["value"]),
        (&"operate".into(), &"num".into(), &"3".into())
    );
    assert_eq!(
        (&number["sign"], &number["place"], &number["ports"]),
        (&"+".into(), &"1:13".into(), &Value::Array(vec![]))
    );
    assert_eq!(
        (&operator["agent"], &operator["sign"], &operator["place"]),
        (&"opr".into(), &"-".into(), &"1:17".into())
    );
    let ports = operator["ports"].as_array().unwrap();
    assert_eq!(ports.len(), 2);
    // The second auxiliary port is joined to the principal port of the other operator, which is in the next line.
    let next = lines[1]["agents"].as_array().unwrap().iter().find(|agent| agent["agent"] == "opr").unwrap();
    assert_eq!(ports[1], Value::from(vec![next["node"].as_u64().unwrap(), 0]));
    assert_eq!(next["ports"][1], Value::from(vec![0, 1]), "the root is port 1 of node 0");
}

#[test]
fn two_agents_meet_or_a_reference_is_expanded() {
    for (options, alone) in [("", 0), ("--expand", 1)] {
        let (_, lines) = traced(options, "@main = (a b) & @id ~ (a b)  & @pair ~ (* *) @id = (x x) @pair = (@id @id)");
        assert_eq!(lines.iter().filter(|line| line["agents"].as_array().unwrap().len() != 2).count(), 0);
        let (_, lines) = traced(options, "@main = (@id 7)  @id = (x x)");
        assert_eq!(lines.len(), alone);
        for line in lines {
            assert_eq!((&line["rule"], line["agents"].as_array().unwrap().len()), (&"call".into(), 1));
            assert_eq!(line["agents"][0]["value"], "id");
        }
    }
}

#[test]
fn a_run_that_stops_has_the_lines_so_far() {
    let (ran, lines) = traced("--max-interactions 100", FOREVER);
    assert_eq!((ran.code, lines.len()), (Some(3), 100));
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let folder = folder();
    let path = folder.join("no/steps.jsonl");
    with_book(&format!("run - --trace {}", path.display()), SUM)
        .fails_with(1, &format!("error: cannot write {}: ", path.display()));
    with_book("run - --trace steps.jsonl --engine oracle", SUM)
        .fails_with(2, "error: the argument '--trace <OUT>' cannot be used with '--engine <ENGINE>'");
    #[cfg(target_os = "linux")]
    with_book("run - --trace /dev/full", FOREVER).fails_with(1, "error: cannot write /dev/full: ");
}

//! Whatever comes in, something sensible comes out, in time.

use super::{net, sound};
use crate::{
    number::Numbers,
    text::{parse_bytes, parse_text, render},
};
use proptest::prelude::*;
use std::{path::Path, time::Instant};

/// A generous limit for a debug build on a busy machine; what is quadratic takes hours.
#[track_caller]
fn in_time<T>(work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    assert!(start.elapsed().as_secs() < 60, "took {:?}", start.elapsed());
    result
}

#[test]
fn all_shared_nets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/nets");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: there is no {}", folder.display());
        return;
    };
    let mut count = 0;
    for path in entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "hvm")) {
        let bytes = std::fs::read(&path).unwrap();
        let (net, found) = parse_bytes(&bytes, Numbers::Hvm24);
        assert!(found.is_empty(), "{}", render(&path.to_string_lossy(), &bytes, &found, false));
        sound(&net.unwrap());
        count += 1;
    }
    assert!(count > 0, "no nets in {}", folder.display());
}

#[test]
fn deep() {
    let n = 200_000;
    for [open, close] in [["(* ", ")"], ["C(*, ", ")"], ["-C(", " *)"], ["+(", " *)"], ["$(", " *)"], ["&9{* ", "}"]] {
        let text = format!("agent -C(-a, -b); @main = {}*{}", open.repeat(n), close.repeat(n));
        let net = in_time(|| net(&text));
        assert_eq!(net.defs[0].nodes.len(), 2 * n + 1);
    }
}

#[test]
fn open_brackets() {
    for open in ["(", "{", "?(", "$(", "-(", "(*", "#1{", "&1{", "C(", "C(* "] {
        let text = format!("agent -C(-a, -b); @main = {}", open.repeat(1_000_000));
        let (net, found) = in_time(|| parse_text(&text, Numbers::Hvm24));
        assert_eq!((net.is_none(), found.len()), (true, 1));
        assert!(render("x", text.as_bytes(), &found, false).len() < 2000);
    }
    for piece in [
        ")",
        "[",
        "#![",
        "$ ",
        "? ",
        "@ ",
        "+",
        "&",
        "@a",
        "@a(",
        "@a(x",
        "@a=",
        "@a=#",
        "// ",
        "12",
        "_",
        "é",
        "\0",
        ";",
        "=>",
        "rule ",
        "rule x",
        "rule a ~ #b where (#c, ",
        "extern -A(#c: u24) -> ",
        "extern -A {",
        "agent +",
        "agent +A;",
        "agent +A(",
        "A(",
        "group a",
        "group A=B ",
    ] {
        let text = piece.repeat(300_000);
        let (net, found) = in_time(|| parse_text(&text, Numbers::Hvm24));
        assert!(net.is_none() && !found.is_empty() && found.len() < 60);
        assert!(render("x", text.as_bytes(), &found, true).len() < 100_000);
    }
}

#[test]
fn a_million_nodes() {
    let mut text = String::from("@main = *");
    for n in 0..125_000 {
        text += &format!("\n & (x{n} (y{n} *)) ~ {{y{n} x{n}}}");
    }
    let net = in_time(|| net(&text));
    assert_eq!(net.defs[0].nodes.len(), 1_000_001);
    assert_eq!(net.defs[0].wires.len(), 250_000);
}

#[test]
fn a_wire_used_a_million_times() {
    let text = format!("@main = *{}", " & x ~ y".repeat(500_000));
    let (_, found) = in_time(|| parse_text(&text, Numbers::Hvm24));
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].message, "the wire `x` is used 500000 times");
    assert!(render("x", text.as_bytes(), &found, false).len() < 10_000);
}

/// Groups of groups have as many members as all of them together.
#[test]
fn groups_of_groups() {
    let mut text = String::from("agent +A0;\ngroup G0 = A0;\n");
    for n in 1..5_000 {
        text += &format!("agent +A{n};\ngroup G{n} = G{} A{n};\n", n - 1);
    }
    text += "agent -Eats ~ G4999;";
    let (_, found) = in_time(|| parse_text(&text, Numbers::Hvm24));
    assert_eq!(found[0].message, "the groups have too many members together");
    assert_eq!(found.len(), 1);
}

#[test]
fn many_agents_and_no_rule() {
    let names: String = (0..5_000).map(|n| format!("agent +A{n}, -B{n}(-x) ~ All;\n")).collect();
    let all: String = (0..5_000).map(|n| format!(" A{n}")).collect();
    let (_, found) = in_time(|| parse_text(&format!("{names}group All ={all};"), Numbers::Hvm24));
    assert_eq!((found.len(), &*found[50].message), (51, "too many errors"));
}

/// However many ports are declared.
#[test]
fn an_agent_of_many_ports() {
    let ports: String = (0..100_000).map(|n| format!("+x{n}, ")).collect();
    let (_, found) = in_time(|| parse_text(&format!("agent +A({ports});"), Numbers::Hvm24));
    assert_eq!((found.len(), &*found[0].message), (1, "`A` has 100000 ports"));
}

#[test]
fn many_definitions_and_no_one_known() {
    let text: String = (0..100_000).map(|n| format!("@a{n} = (@b{n} @a{n})\n")).collect();
    let (_, found) = in_time(|| parse_text(&text, Numbers::Hvm24));
    assert_eq!(found.len(), 51);
    assert_eq!(found[50].message, "too many errors");
}

/// Texts that are nearly books.
fn nearly() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "@main = ",
        "@a = ",
        "@b(x: u32) -> u32 = ",
        "@a",
        "@",
        "(",
        "(",
        ")",
        ")",
        "{",
        "}",
        "$(",
        "?(",
        "$",
        "?",
        " & ",
        "&!",
        " ~ ",
        "~",
        "=",
        "x",
        "y",
        "x ",
        "y ",
        " ",
        " ",
        "\n",
        "\r\n",
        "*",
        "1",
        "+",
        "-",
        "-1",
        "1.5",
        "[+]",
        "[",
        "]",
        "#",
        "#1",
        "&1{",
        "#![unpolarized]",
        "#![",
        "//",
        "inf",
        "é",
        "\u{0}",
        "0x",
        ":",
        ",",
        "->",
        "!",
        "_",
        ";",
        " => ",
        "agent +N;",
        "agent -F(-a, +b) ~ N;",
        "agent ",
        "agent -",
        "group G = N;",
        "group ",
        "rule ",
        "rule F(x, y) ~ N => ",
        " where (#n, #m) = {",
        "extern -F(#n: u24, -x) -> u24 {",
        "N",
        "N ",
        "F(",
        "F(x, y)",
        "F",
        ", ",
    ];
    prop::collection::vec(prop::sample::select(PIECES), 0..60).prop_map(|pieces| pieces.concat())
}

fn survives(bytes: &[u8]) {
    for numbers in [Numbers::Hvm24, Numbers::Native] {
        let (net, found) = parse_bytes(bytes, numbers);
        assert_eq!(net.is_none(), !found.is_empty());
        for finding in &found {
            assert!(finding.span.lo <= finding.span.hi && finding.span.hi as usize <= bytes.len());
            assert!(!finding.help.is_empty());
        }
        let shown = render("book", bytes, &found, false);
        assert_eq!(shown.is_empty(), found.is_empty());
        if let Some(net) = net {
            sound(&net);
        }
    }
}

proptest! {
    #[test]
    fn garbage(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        survives(&bytes);
    }

    #[test]
    fn nearly_books(text in nearly()) {
        survives(text.as_bytes());
        survives(format!("@main = {text}").as_bytes());
        survives(format!("agent +N, -F(-a, +b); rule F(x, y) ~ N => {text}").as_bytes());
    }
}

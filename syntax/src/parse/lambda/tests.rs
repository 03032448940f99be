//! Terms that are deep.

use crate::{diagnostic::Severity, number::Numbers, text::parse_text};

const DEEP: usize = 100_000;

/// The first message, if there is any.
fn message(text: &str) -> Option<String> {
    let (net, found) = parse_text(text, Numbers::Native);
    assert_eq!(net.is_none(), found.iter().any(|found| found.severity == Severity::Error));
    found.first().map(|found| found.message.clone())
}

fn nested(before: &str, open: &str, middle: &str, close: &str) -> String {
    format!("term @id = |x| x term @main = {before}{}{middle}{}", open.repeat(DEEP), close.repeat(DEEP))
}

#[test]
fn deep_terms_are_ordinary() {
    for text in [
        nested("", "|x| ", "x", ""),
        nested("", "@id(", "1", ")"),
        nested("|x| ", "(", "x", ")"),
        nested("", "(1, ", "1", ")"),
        nested("", "1 + (", "1", ")"),
        nested("", "1 + ", "1", ""),
        nested("@id", "", "", "(1)"),
        nested("", "let x = 1; ", "x", ""),
        nested("", "if 1 { ", "2", " } else { 3 }"),
        nested("", "match 1 { 0 => 2, p + 1 => ", "p", " }"),
        nested("", "&7{1 ", "2", "}"),
        nested("|f| |y| f(f(", "let x = 1; ", "y))", ""),
    ] {
        assert_eq!(message(&text), None, "{}", &text[..60]);
    }
}

/// Levels are not looked for without end.
#[test]
fn deep_copies_are_not_checked() {
    let text = nested("|f| |y| f(f(", "|x| ", "y))", "");
    assert_eq!(message(&text).as_deref(), Some("the terms are too many for their copies to be checked"));
}

#[test]
fn deep_terms_that_do_not_end() {
    for (open, expected) in [
        ("(", "expected a term, found the end of the book"),
        ("|x| ", "expected a term, found the end of the book"),
        ("@id(", "expected a term, found the end of the book"),
        ("if 1 { ", "expected a term, found the end of the book"),
        ("1 + ", "expected a term, found the end of the book"),
        ("&7{1 ", "expected a term, found the end of the book"),
        ("let ", "expected a name, found `let`"),
    ] {
        assert_eq!(message(&nested("", open, "", "")).as_deref(), Some(expected), "{open}");
    }
}

//! Every message once, as it is shown: `errors.txt` has the books and the messages.
//!
//! `BLESS=1 cargo test -p polarnet-syntax --features reader` writes the messages into the file.

use crate::{
    diagnostic::Severity,
    infer::infer,
    number::{Number, Numbers},
    text::{parse_bytes, parse_text, render},
};
use std::{env, fs, path::Path};

#[test]
fn as_shown() {
    const FILE: &str = include_str!("errors.txt");
    let mut shown = String::new();
    for case in FILE.split("==== ").skip(1) {
        let (name, rest) = case.split_once('\n').unwrap();
        let (source, _) = rest.split_once("\n----\n").unwrap();
        let (net, found) = parse_text(source, Numbers::Hvm24);
        // What is left to be wrong with a net is its signs.
        let found = match net {
            Some(net) => infer(&net).diagnostics(&net, Severity::Error),
            None => found,
        };
        assert!(!found.is_empty(), "{name}: no error");
        shown += &format!("==== {name}\n{source}\n----\n{}", render("book", source.as_bytes(), &found, false));
    }
    if env::var_os("BLESS").is_some() {
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/text/tests/errors.txt"), shown).unwrap();
        return;
    }
    for (line, (shown, stored)) in shown.lines().zip(FILE.lines()).enumerate() {
        assert_eq!(shown, stored, "errors.txt:{}", line + 1);
    }
    assert_eq!(shown.len(), FILE.len());
}

#[test]
fn no_utf8() {
    let source = b"@main = (a \xff\xfe a)";
    let (net, found) = parse_bytes(source, Numbers::Hvm24);
    assert_eq!(net, None);
    let shown = render("book", source, &found, false);
    assert!(
        shown.starts_with("error: the book is not UTF-8 text: byte 0xFF at offset 11\n --> book:1:12\n"),
        "{shown}"
    );
    assert!(shown.contains("\n1 | @main = (a \u{fffd}\u{fffd} a)\n  |            ^\n"), "{shown}");
}

#[test]
fn invisible_characters() {
    for c in ['\u{a0}', '\u{200b}', '\0', '\u{feff}'] {
        let (_, found) = parse_text(&format!("@main = {c}*"), Numbers::Hvm24);
        assert_eq!(found[0].message, format!("unexpected character U+{:04X}", u32::from(c)));
    }
}

#[test]
fn colours() {
    let (_, found) = parse_text("@main = (", Numbers::Hvm24);
    assert!(render("book", b"@main = (", &found, true).contains("\u{1b}["));
    assert!(!render("book", b"@main = (", &found, false).contains('\u{1b}'));
}

/// A mark at the start of the file is no column; a column is a character.
#[test]
fn positions() {
    for (source, place) in [("\u{feff}@main = %", "1:9"), ("// é\r\n@main = (* é", "2:12"), ("// é\n// é\n é", "3:2")]
    {
        let (_, found) = parse_text(source, Numbers::Hvm24);
        let shown = render("book", source.as_bytes(), &found, false);
        assert!(shown.contains(&format!("--> book:{place}\n")), "{shown}");
    }
}

/// The messages themselves are tested where they are made.
#[test]
fn numbers() {
    let (net, found) = parse_text("@main = (12ab [?])", Numbers::Hvm24);
    assert_eq!(net, None);
    let [literal, symbol] = &found[..] else { panic!("{found:?}") };
    let error = Number::parse_literal("12ab", Numbers::Hvm24).unwrap_err();
    assert_eq!((&literal.message, &literal.help), (&error.to_string(), &error.help()));
    assert_eq!((literal.span.lo, literal.span.hi), (9, 13));
    let error = Number::parse_symbol("?", Numbers::Hvm24).unwrap_err();
    assert_eq!((&symbol.message, &symbol.help), (&error.to_string(), &error.help()));
    assert_eq!((symbol.span.lo, symbol.span.hi), (14, 17));
}

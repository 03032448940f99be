//! The index of errors in the book, `docs/book/src/errors.md`, has every message that is stored: those of the net language, of `ui-tests`
//! and of columns, and the texts of errors in the crates' sources. And it has no message that is nowhere.

mod tree;

use std::{
    fs,
    path::{Path, PathBuf},
};
use tree::root;

/// What differs from case to case: a part in backquotes, or a number.
const HOLE: char = '□';
/// Any text. In an entry of the index, and what an error of the sources is filled in with.
const ANY: char = '…';

/// A message without what differs from case to case: parts in backquotes, and numbers that are words of their own, are holes.
fn shape(message: &str) -> String {
    let (mut shape, mut rest) = (String::new(), message);
    while let Some(c) = rest.chars().next() {
        let inside = shape.chars().next_back().is_some_and(|before| before.is_alphanumeric());
        let number = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_');
        let quoted = rest.strip_prefix('`').and_then(|rest| rest.split_once('`'));
        (rest, shape) = match quoted {
            Some((_, after)) => (after, shape + HOLE.encode_utf8(&mut [0; 4])),
            None if c.is_ascii_digit() && !inside && !number.starts_with(char::is_alphanumeric) => {
                (number, shape + HOLE.encode_utf8(&mut [0; 4]))
            }
            None => (&rest[c.len_utf8()..], shape + c.encode_utf8(&mut [0; 4])),
        };
    }
    shape
}

/// Whether an entry stands for a message. Both are shapes; `…` of the entry is any text.
fn stands_for(entry: &str, message: &str) -> bool {
    let mut pieces = entry.split(ANY);
    let Some(mut rest) = message.strip_prefix(pieces.next().unwrap_or_default()) else { return false };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, pieces)) = pieces.split_last() else { return rest.is_empty() };
    for piece in pieces {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

/// A shape that is more than a frame around another message, as `{position}: {message}` is.
fn says_something(shape: &str) -> bool {
    shape.chars().filter(|c| c.is_alphabetic()).count() > 4
}

/// The files under `folder` with this extension.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    tree::files(folder, &[&format!(".{extension}")])
}

/// A message that is to be in the index, and where it is from.
struct Message {
    text: String,
    from: String,
    /// Of a stored case: it is as users see it.
    stored: bool,
}

/// The first lines of what was reported, in a file of stored cases. What else was reported of the same, `declared here (message)`, is left out.
fn stored(path: &Path) -> Vec<Message> {
    let text = fs::read_to_string(path).unwrap();
    let heads = text.lines().filter_map(|line| line.strip_prefix("error: ").or_else(|| line.strip_prefix("warning: ")));
    let heads: Vec<&str> = heads.map(str::trim_end).collect();
    let follows = |head: &&&str| {
        let Some(inside) = head.strip_suffix(')') else { return false };
        inside.match_indices(" (").any(|(at, open)| heads.contains(&&inside[at + open.len()..]))
    };
    let from = path.strip_prefix(root()).unwrap().display().to_string();
    heads
        .iter()
        .filter(|head| !follows(head))
        .map(|&text| Message { text: text.to_owned(), from: from.clone(), stored: true })
        .collect()
}

/// The literal of Rust at the beginning of `text`, as it is read; up to its first line's end, since a help line follows it.
fn literal(text: &str) -> Option<String> {
    let mut chars = text.trim_start().strip_prefix('"')?.chars().peekable();
    let mut read = String::new();
    loop {
        match chars.next()? {
            '"' => return Some(read),
            '\\' => match chars.next()? {
                'n' => return Some(read),
                '\n' => while chars.next_if(|c| c.is_whitespace()).is_some() {},
                c => read.push(c),
            },
            c => read.push(c),
        }
    }
}

/// With `…` for `{name}`.
fn filled(literal: &str) -> String {
    let mut parts = literal.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "…" + part.split_once('}').map_or(part, |(_, after)| after))
}

/// The texts of the errors in a source, and what rustc is told to say.
fn written(path: &Path) -> Vec<Message> {
    let text = fs::read_to_string(path).unwrap();
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect();
    let after = |mark: &'static str| code.match_indices(mark).map(move |(at, mark)| at + mark.len());
    let errors = after("#[error(").filter_map(|at| literal(&code[at..]));
    let told = after("on_unimplemented(").filter_map(|at| literal(code[at..].split_once("message = ")?.1));
    let from = path.strip_prefix(root()).unwrap().display().to_string();
    let messages = errors.chain(told).map(|text| filled(&text)).filter(|text| says_something(&shape(text)));
    messages.map(|text| Message { text, from: from.clone(), stored: false }).collect()
}

fn messages() -> Vec<Message> {
    let mut messages = stored(&root().join("syntax/src/text/tests/errors.txt"));
    let cases = files("ui-tests/fail", "stderr").into_iter().chain(files("columns/tests/ui", "stderr"));
    messages.extend(cases.flat_map(|path| stored(&path)));
    // This file has texts that look like errors.
    let sources = files("", "rs").into_iter().filter(|path| !path.ends_with(file!()));
    messages.extend(sources.flat_map(|path| written(&path)));
    messages
}

/// An entry of the index.
struct Entry {
    message: String,
    line: usize,
    section: Section,
}

/// What stands under a heading, about the section.
#[derive(Clone, Copy, PartialEq)]
enum Section {
    /// Nothing: all messages are in stored cases, or written in the sources as those of an error.
    Stored,
    /// `<!-- elsewhere -->`: some are what rustc says, or are put together in the sources.
    Elsewhere,
    /// `<!-- in no stored case -->`: all of them. So none of these, however short, hides that one is missing.
    NoCase,
}

/// The messages of the tables whose first column is `message`. Each row has a cause and a cure.
fn index() -> Vec<Entry> {
    let text = fs::read_to_string(root().join("docs/book/src/errors.md")).unwrap();
    let (mut entries, mut table, mut section) = (Vec::new(), false, Section::Stored);
    for (line, text) in text.lines().enumerate() {
        section = match text {
            "<!-- elsewhere -->" => Section::Elsewhere,
            "<!-- in no stored case -->" => Section::NoCase,
            _ if text.starts_with('#') => Section::Stored,
            _ => section,
        };
        table = text == "| message | cause | cure |" || table && text.starts_with('|');
        if !table || text.starts_with("| message") || text.starts_with("|---") {
            continue;
        }
        let text = text.replace("\\|", "\u{1}");
        let cells: Vec<&str> = text.trim_matches('|').split('|').map(str::trim).collect();
        assert!(
            cells.len() == 3 && cells.iter().all(|cell| !cell.is_empty()),
            "line {}: a message, a cause and a cure",
            line + 1
        );
        let messages = cells[0].split("<br>").map(|message| message.replace('\u{1}', "|"));
        entries.extend(messages.map(|message| Entry { message, line: line + 1, section }));
    }
    entries
}

#[test]
fn what_differs_is_a_hole() {
    assert_eq!(shape("`Cons` has 2 ports, but 1 term here"), "□ has □ ports, but □ term here");
    assert_eq!(shape("numbers of type i32, and 1_000"), "numbers of type i32, and □");
    assert_eq!(shape("expected `)`, found the end"), "expected □, found the end");
    assert_eq!(shape("… has 1 of `…`"), "… has □ of □");
    assert_eq!(shape("an open ` and é"), "an open ` and é");

    assert!(stands_for("□ has … here", "□ has □ ports, but □ term here"));
    assert!(stands_for("no rule for □", "no rule for □"));
    assert!(!stands_for("no rule for □", "no rule for numbers"));
    assert!(!stands_for("no rule for …, in □", "no rule for numbers"));

    assert_eq!(literal(" \"a \\\"b\\\" \\\n   c\\nhelp: d\""), Some("a \"b\" c".to_owned()));
    assert_eq!(filled("`{}` has {0:?} of {name}"), "`…` has … of …");
}

#[test]
fn every_message_has_an_entry() {
    let (messages, index) = (messages(), index());
    let mut missing: Vec<String> = Vec::new();
    for Message { text, from, stored } in &messages {
        let wanted = shape(text);
        let mut here = index.iter().filter(|entry| !stored || entry.section != Section::NoCase);
        if !here.any(|entry| stands_for(&shape(&entry.message), &wanted)) {
            missing.push(format!("{wanted}\n    {text}\n    {from}"));
        }
    }
    missing.sort();
    missing.dedup_by(|a, b| a.lines().next() == b.lines().next());
    assert!(missing.is_empty(), "{} messages are not in errors.md:\n{}", missing.len(), missing.join("\n"));
    assert!(messages.len() > 1000, "{} messages", messages.len());
}

#[test]
fn every_entry_is_a_message() {
    let (messages, index) = (messages(), index());
    let shapes: Vec<String> = messages.iter().map(|message| shape(&message.text)).collect();
    // What rustc says, and messages that are made in the sources: their longest part is somewhere.
    let read = |paths: Vec<PathBuf>| -> String { paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect() };
    let crates = ["cli", "columns", "examples", "fpcore", "macros", "passes", "runtime", "syntax", "ui-tests"];
    let sources: Vec<PathBuf> =
        crates.iter().flat_map(|name| files(name, "rs").into_iter().chain(files(name, "stderr"))).collect();
    let sources = read(sources);
    let somewhere = |message: &str| {
        let pieces = message.split(['`', ANY]).flat_map(|piece| piece.split(|c: char| c.is_ascii_digit()));
        let longest = pieces.max_by_key(|piece| piece.len()).unwrap_or_default();
        longest.trim().len() > 4 && sources.contains(longest.trim())
    };
    let mut stale = Vec::new();
    for Entry { message, line, section } in &index {
        let entry = shape(message);
        assert!(says_something(&entry), "line {line}: `{message}` stands for too much");
        let known = shapes.iter().any(|shape| stands_for(&entry, shape));
        if !known && (*section == Section::Stored || !somewhere(message)) {
            stale.push(format!("line {line}: {message}"));
        }
    }
    assert!(stale.is_empty(), "{} entries of errors.md are no message:\n{}", stale.len(), stale.join("\n"));
    assert!(index.len() > 500, "{} entries", index.len());
}

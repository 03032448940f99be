//! What commands and paths a page names, and what is wrong with them.

mod cargo;
mod options;

use cargo::Cargo;
use options::Polarnet;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::{fs, path::Path};

/// Paths that begin so are the repository's; `src`, `nets`, `examples` may be those of the reader's crate, or another's.
const OURS: &str = "ci .ci benches cli columns docs emulator examples/fpopt examples/data faults fuzz lower/src macros passes/src \
                    reducer runtime syntax tests ui-tests";

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn need(holds: bool, wrong: String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(wrong) }
}

/// What commands and paths a page names.
pub fn code(text: &str) -> Vec<String> {
    let (mut all, mut sh) = (Vec::new(), false);
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))) => sh = &*kind == "sh",
            Event::End(TagEnd::CodeBlock) => sh = false,
            Event::Text(part) if sh => all.extend(part.lines().map(str::to_owned)),
            Event::Code(part) => all.push(part.into_string()),
            _ => {}
        }
    }
    all
}

/// What commands are compared with.
pub struct World {
    cargo: Cargo,
    polarnet: Polarnet,
}

impl World {
    pub fn new() -> Self {
        Self { cargo: Cargo::new(), polarnet: Polarnet::new() }
    }

    /// What is wrong with a line, if it is a command or a path.
    pub fn check(&self, line: &str) -> Result<(), String> {
        let line = line.split(" #").next().unwrap_or_default();
        for command in line.split(['|', ';', '>', '&']) {
            let mut words: Vec<&str> = command.split_whitespace().collect();
            let set = |word: &str| {
                word.split_once('=').is_some_and(|(name, _)| name.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
            };
            let first = words.iter().position(|word| !set(word)).unwrap_or(words.len());
            match words.split_off(first)[..] {
                ["cargo", ref words @ ..] => self.cargo.check(words)?,
                ["polarnet", ref words @ ..] if words.first() != Some(&"=") => self.polarnet.check(words)?,
                [path, ref words @ ..] => {
                    ours(path)?;
                    if OURS.split(' ').take(2).any(|folder| path.starts_with(&format!("{folder}/"))) {
                        script(path, words)?;
                    }
                }
                [] => {}
            }
        }
        Ok(())
    }
}

/// A path, if it is one of the repository's, exists.
pub fn ours(path: &str) -> Result<(), String> {
    let ours = OURS.split(' ').any(|it| path.strip_prefix(it).is_some_and(|rest| rest.starts_with('/')));
    if ours { exists(path) } else { Ok(()) }
}

/// A path exists; `{a,b}` are two, and `.rs` may be left out.
pub fn exists(path: &str) -> Result<(), String> {
    if path.contains(['*', '…', '<']) || path.starts_with('-') || path.chars().all(|c| c.is_ascii_uppercase()) {
        return Ok(());
    }
    match path.split_once('{').and_then(|(start, rest)| Some((start, rest.split_once('}')?))) {
        Some((start, (middle, end))) => middle.split(',').try_for_each(|it| exists(&format!("{start}{it}{end}"))),
        None => {
            let there = ["", ".rs"].iter().any(|end| root().join(format!("{path}{end}")).exists());
            need(there, format!("there is no {path}"))
        }
    }
}

/// The words after a script are some that it has.
fn script(path: &str, words: &[&str]) -> Result<(), String> {
    let text = fs::read_to_string(root().join(path)).map_err(|error| format!("{path}: {error}"))?;
    let plain = |word: &&&str| word.starts_with('-') || word.chars().all(|c| c.is_ascii_lowercase());
    let unknown = words.iter().filter(plain).find(|word| !text.contains(**word));
    need(unknown.is_none(), format!("{path} does not know {unknown:?}"))
}

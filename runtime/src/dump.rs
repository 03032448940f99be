//! The heap as seed 1 prints it: the bag, then the nodes.
//!
//! ```
//! use polarnet_runtime::dump::dump;
//!
//! let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
//! println!("{}", dump(&book).unwrap());
//! assert!(dump(&polarnet::net! { @twice = ($([*2] x) x) }).is_none()); // there is no `@main`
//! ```

use crate::{
    cell::Plain,
    heap::Heap,
    program::Program,
    word::{Tag, Word, tag_name},
    worker::Worker,
};
use core::fmt::Write;
use polarnet_columns::Space;
use polarnet_syntax::book::Book;

/// Bag and nodes of `@main` before the first interaction; nothing without `@main`.
///
/// Nodes are numbered from 1. `VAR n.s` leads to slot `s` of node `n`; a node of more ports has the lines that follow too; `SUB` is a cell whose variable is elsewhere.
/// Node 1 holds the root in its first slot.
///
/// ```
/// # use polarnet_runtime::dump::dump;
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let text = dump(&book).unwrap();
/// assert_eq!(text.lines().nth(2), Some("- 0000 | REF @twice   | APP 0002"));
/// ```
#[must_use]
pub fn dump<S: Space>(book: &Book<S>) -> Option<String> {
    let program = &Program::new(book);
    let main = book.main()?;
    let words = 2 * (program.largest() as u64 + 16);
    let mut out = String::new();
    let heap = match Heap::<Plain>::new(words + 64, program.spare()) {
        Ok(heap) => heap,
        Err(refused) => return Some(refused.to_string()),
    };
    let mut worker = Worker::new(&heap, program, 0, 1);
    let root = worker.boot(main.raw(), &[]);
    let term = |word: Word| match word.tag() {
        _ if word.is_var() => format!("VAR {:04X}.{}", word.loc() / 2, word.loc() % 2),
        Tag::EMPTY => "SUB".to_owned(),
        Tag::ERA => "ERA".to_owned(),
        Tag::NUM => format!("NUM {}", word.as_number().display(program.numbers())),
        Tag::REF => format!("REF @{}", program.template(word.loc()).name),
        tag if tag.is_agent() => format!("{} {:04X}", program.agent(word.label()).name, word.loc() / 2),
        tag => format!("{} {:04X}", tag_name(tag), word.loc() / 2),
    };
    let _ = writeln!(out, "- RBAG | FST-TREE     | SND-TREE\n- ---- | ------------ | ------------");
    for (at, redex) in worker.bag.iter().enumerate() {
        let _ = writeln!(out, "- {at:04X} | {:<12} | {}", term(redex.0), term(redex.1));
    }
    let _ = writeln!(out, "- ---- | ------------ | ------------");
    let _ = writeln!(out, "- NODE | PORT-1       | PORT-2\n- ---- | ------------ | ------------");
    for node in root / 2..worker.fresh_from() / 2 {
        let [one, two] = [0, 1].map(|slot| term(worker.word_at(2 * node + slot)));
        let _ = writeln!(out, "- {node:04X} | {one:<12} | {two}");
    }
    let _ = writeln!(out, "- ---- | ------------ | ------------");
    Some(out)
}

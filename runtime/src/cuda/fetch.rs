//! The result of a run, brought back: the pages of the heap that it leads to, as most of what was handed out is garbage by then; or all of it, where
//! the result is much of it.

use super::{Buffer, Error, Stream};
use crate::{
    cell::Plain,
    heap::Heap,
    program::Program,
    word::{Tag, Word},
};
use core::ops::Range;
use rustc_hash::FxHashSet;

/// Words of a page: 32 KiB, which takes hardly longer than one word. Debug builds have small ones, and few, so that small nets test both ways.
const PAGE: usize = if cfg!(debug_assertions) { 1 << 4 } else { 1 << 12 };

/// So many pages one after the other take less time than many more at once.
const PAGES: usize = if cfg!(debug_assertions) { 8 } else { 64 };

/// Brings back what `root` leads to, of so many words that were handed out.
pub fn fetch(
    there: &Buffer<u64>,
    stream: &Stream,
    heap: &mut Heap<Plain>,
    used: usize,
    (program, root): (&Program, u32),
) -> Result<(), Error> {
    let mut fetch = Fetch {
        there,
        stream,
        program,
        words: heap.words_mut(used),
        missing: vec![true; used.div_ceil(PAGE)],
        left: PAGES,
        seen: FxHashSet::default(),
    };
    if !fetch.all_from(root)? {
        there.read_into(stream, 0, fetch.words)?;
    }
    Ok(())
}

struct Fetch<'f> {
    there: &'f Buffer<u64>,
    stream: &'f Stream,
    program: &'f Program,
    words: &'f mut [u64],
    /// Pages that are not here.
    missing: Vec<bool>,
    /// Pages that may still be asked for.
    left: usize,
    /// Words, by their places, whose terms were looked at.
    seen: FxHashSet<usize>,
}

impl Fetch<'_> {
    /// Is all here that the node at `root` leads to? Else it is too much.
    fn all_from(&mut self, root: u32) -> Result<bool, Error> {
        let mut open = vec![Word::var(root, 0, 2, 1)];
        while let Some(word) = open.pop() {
            let Some((node, terms)) = self.reached(word) else { continue };
            if !self.bring(node)? {
                return Ok(false);
            }
            for at in terms.filter(|&at| at < self.words.len()) {
                if self.seen.insert(at) {
                    open.push(Word(self.words[at]).alive());
                }
            }
        }
        Ok(true)
    }

    /// The node that a word leads to, and those of its words that are reached by that. A variable leads to one cell; but who meets that also counts
    /// the deaths of the node.
    fn reached(&self, word: Word) -> Option<(Range<usize>, Range<usize>)> {
        let of = |at: u32, words: u32| at as usize..at as usize + words as usize;
        if word.is_var() {
            return Some((of(word.var_node(), word.var_arity()), of(word.loc(), 1)));
        }
        let words = match word.tag() {
            tag if tag.is_node() => 2,
            // What stands behind the only port of an agent is nothing, and nobody may have written it.
            Tag::VALUE | Tag::ACTOR => match self.program.agent(word.label()) {
                agent if agent.arity > 0 => {
                    return Some((of(word.loc(), agent.words()), of(word.loc(), agent.arity)));
                }
                _ => return None,
            },
            _ => return None,
        };
        Some((of(word.loc(), words), of(word.loc(), words)))
    }

    /// Brings back pages. `false`: that would be too many.
    fn bring(&mut self, node: Range<usize>) -> Result<bool, Error> {
        for page in node.start / PAGE..node.end.div_ceil(PAGE).min(self.missing.len()) {
            if !self.missing[page] {
                continue;
            }
            if self.left == 0 {
                return Ok(false);
            }
            self.left -= 1;
            let from = page * PAGE;
            let to = (from + PAGE).min(self.words.len());
            self.there.read_into(self.stream, from, &mut self.words[from..to])?;
            self.missing[page] = false;
        }
        Ok(true)
    }
}

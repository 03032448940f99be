//! Batches as graphs for Graphviz.

use crate::{
    batch::Batch,
    brand::Space,
    data::Data,
    index::Idx,
    lang::Lang,
    show::{Pieces, pieces},
};
use core::fmt;

impl<S: Space, L: Lang> Batch<S, L> {
    /// The batch as a graph in Graphviz's language: a node for each row, an arrow to each child, in order. Roots have two
    /// borders; if there are roots, what they do not reach is dashed.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// #[derive(Node, Clone, Copy)]
    /// enum Text<I> { Char(char), Then(I, I) }
    ///
    /// space!(Texts, guard);
    /// let mut texts = Builder::<Texts, TextLang>::new(guard);
    /// let quote = texts.add(Text::Char('"'));
    /// let root = texts.add(Text::Then(quote, quote));
    /// let dot = texts.freeze().dot(&[root]).to_string();
    /// assert!(dot.contains(r#"0 [label="%0 Char '\"'"]"#));
    /// assert!(dot.contains(r#"1 [label="%1 Then" peripheries=2]"#));
    /// assert!(dot.contains("1 -> 0\n  1 -> 0\n"));
    /// ```
    #[must_use]
    pub fn dot(&self, roots: &[Idx<S>]) -> Dot<'_, S, L> {
        let mut state = match roots.is_empty() {
            true => self.rows().fill(State::Reached),
            false => self.reachable(roots).map(|&reached| if reached { State::Reached } else { State::Unreached }),
        };
        for &root in roots {
            state.update(root, |state| *state = State::Root);
        }
        Dot { batch: self, state }
    }
}

/// A batch as a graph: [`Batch::dot`].
///
/// ```
/// # use polarnet_columns::{Builder, Node, space};
/// # #[derive(Node, Clone, Copy, Debug, PartialEq)]
/// # enum Math<I> { Num(i32), Add(I, I) }
/// # space!(Sums, guard);
/// # let mut sums = Builder::<Sums, MathLang>::new(guard);
/// # let two = sums.add(Math::Num(2));
/// # let four = sums.add(Math::Add(two, two));
/// # let sums = sums.freeze();
/// assert!(sums.dot(&[]).to_string().starts_with("digraph {"));
/// ```
pub struct Dot<'b, S: Space, L: Lang> {
    batch: &'b Batch<S, L>,
    state: Data<S, State>,
}

#[derive(Clone, Copy)]
enum State {
    Root,
    Reached,
    Unreached,
}

impl<S: Space, L: Lang> fmt::Display for Dot<'_, S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("digraph {\n  node [shape=box]\n  ordering=out\n")?;
        for row in self.batch.indices() {
            let Pieces { text, children } = pieces(self.batch, row)?;
            let look = match self.state[row] {
                State::Root => " peripheries=2",
                State::Reached => "",
                State::Unreached => " style=dashed",
            };
            writeln!(f, "  {} [label=\"{row:?} {}\"{look}]", row.raw(), escaped(&text))?;
            for (_, child) in children {
                writeln!(f, "  {} -> {}", row.raw(), child.raw())?;
            }
        }
        f.write_str("}\n")
    }
}

/// A text between quotes in Graphviz's language.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '"' | '\\' => escaped.extend(['\\', character]),
            '\n' => escaped.push_str("\\n"),
            // Graphviz refuses the character 0, and shows nothing for the others.
            _ if character.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

impl<S: Space, L: Lang> fmt::Debug for Dot<'_, S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn labels_are_texts_of_graphviz() {
        assert_eq!(escaped("a \"b\" \\n"), r#"a \"b\" \\n"#);
        assert_eq!(escaped("two\nlines\tand \0"), "two\\nlines\u{fffd}and \u{fffd}");
    }
}

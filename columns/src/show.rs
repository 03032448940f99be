//! Batches as let-bound expressions.

use crate::{batch::Batch, brand::Space, data::Data, index::Idx, lang::Lang};
use core::{
    cell::RefCell,
    fmt::{self, Write},
};

/// A batch's roots as an expression: [`Batch::show`].
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
/// assert_eq!(format!("= {}", sums.show(&[two])), "= Num 2");
/// ```
pub struct Show<'b, S: Space, L: Lang> {
    batch: &'b Batch<S, L>,
    roots: Vec<Idx<S>>,
    uses: Data<S, u32>,
}

impl<S: Space, L: Lang> Batch<S, L> {
    /// What is reached from the roots, as an expression in parentheses. Rows that are used more than once get a name, their
    /// number, and stand before. Several roots stand in brackets.
    ///
    /// Deep expressions do not need a deep stack.
    ///
    /// ```
    /// # use polarnet_columns::{Builder, Node, space};
    /// #[derive(Node, Clone, Copy)]
    /// enum Math<I> { Num(i32), Add(I, I), Neg(I) }
    ///
    /// space!(Sums, guard);
    /// let mut sums = Builder::<Sums, MathLang>::new(guard);
    /// let one = sums.add(Math::Num(1));
    /// let minus = sums.add(Math::Neg(one));
    /// let zero = sums.add(Math::Add(minus, one));
    /// let twice = sums.add(Math::Add(zero, zero));
    /// let sums = sums.freeze();
    /// assert_eq!(
    ///     sums.show(&[twice]).to_string(),
    ///     "let %0 = Num 1 in\nlet %2 = Add (Neg %0) %0 in\nAdd %2 %2",
    /// );
    /// assert_eq!(sums.show(&[minus]).to_string(), "Neg (Num 1)");
    /// ```
    #[must_use]
    pub fn show(&self, roots: &[Idx<S>]) -> Show<'_, S, L> {
        let mut uses = self.rows().fill(0_u32);
        for &root in roots {
            uses.update(root, |uses| *uses = uses.saturating_add(1));
        }
        for row in self.indices().rev() {
            if uses[row] > 0 {
                L::each_child::<Idx<S>>(self.node(row), |child| {
                    uses.update(child, |uses| *uses = uses.saturating_add(1));
                });
            }
        }
        Show { batch: self, roots: roots.into(), uses }
    }
}

impl<S: Space, L: Lang> fmt::Display for Show<'_, S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer { show: self, pending: Vec::new(), text: String::new() };
        for row in self.batch.indices().filter(|&row| self.uses[row] > 1) {
            write!(f, "let {row:?} = ")?;
            writer.expression(row, f)?;
            f.write_str(" in\n")?;
        }
        let brackets = self.roots.len() != 1;
        for (at, &root) in self.roots.iter().enumerate() {
            match (at, brackets) {
                (0, false) => {}
                (0, true) => f.write_str("[")?,
                _ => f.write_str(", ")?,
            }
            match self.uses[root] {
                1 => writer.expression(root, f)?,
                _ => write!(f, "{root:?}")?,
            }
        }
        f.write_str(match (self.roots.is_empty(), brackets) {
            (true, _) => "[]",
            (_, true) => "]",
            _ => "",
        })
    }
}

/// Writes expressions without recursion.
struct Writer<'a, 'b, S: Space, L: Lang> {
    show: &'a Show<'b, S, L>,
    /// What is still to be written, the next last.
    pending: Vec<Piece<S>>,
    /// The texts among that, so that the last of them ends this.
    text: String,
}

enum Piece<S: Space> {
    /// The last so many bytes of the text.
    Text(usize),
    Row(Idx<S>),
}

impl<S: Space, L: Lang> Writer<'_, '_, S, L> {
    /// The node at `row`, without its name.
    fn expression(&mut self, row: Idx<S>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node(row, f, false)?;
        while let Some(piece) = self.pending.pop() {
            match piece {
                Piece::Text(len) => {
                    let rest = self.text.len() - len;
                    f.write_str(&self.text[rest..])?;
                    self.text.truncate(rest);
                }
                Piece::Row(row) if self.show.uses[row] > 1 => write!(f, " {row:?}")?,
                Piece::Row(row) => {
                    f.write_str(" ")?;
                    self.node(row, f, true)?;
                }
            }
        }
        Ok(())
    }

    /// Writes a node up to its first child, and leaves the rest pending.
    fn node(&mut self, row: Idx<S>, f: &mut fmt::Formatter<'_>, inside: bool) -> fmt::Result {
        let Pieces { text, children } = pieces(self.show.batch, row)?;
        let parentheses = inside && (!children.is_empty() || text.contains(' '));
        if parentheses {
            f.write_str("(")?;
        }
        f.write_str(&text[..children.first().map_or(text.len(), |&(at, _)| at)])?;
        // The last piece first.
        if parentheses {
            self.push(")");
        }
        let mut after = text.len();
        for &(at, child) in children.iter().rev() {
            self.push(&text[at..after]);
            self.pending.push(Piece::Row(child));
            after = at;
        }
        Ok(())
    }

    fn push(&mut self, text: &str) {
        if !text.is_empty() {
            self.text.push_str(text);
            self.pending.push(Piece::Text(text.len()));
        }
    }
}

/// A node's operator and payloads, and where in this text which children stand.
pub(crate) struct Pieces<S: Space> {
    pub text: String,
    pub children: Vec<(usize, Idx<S>)>,
}

/// The node at `row`, in pieces.
pub(crate) fn pieces<S: Space, L: Lang>(batch: &Batch<S, L>, row: Idx<S>) -> Result<Pieces<S>, fmt::Error> {
    /// Shared with the visitor of children, which asks how much was written.
    struct Sink<'a>(&'a RefCell<String>);
    impl Write for Sink<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.borrow_mut().push_str(text);
            Ok(())
        }
    }
    let (text, children) = (RefCell::new(String::new()), RefCell::new(Vec::new()));
    let node = display(|f| {
        L::write::<Idx<S>>(batch.node(row), f, &mut |child, _| {
            let written = text.borrow().len();
            children.borrow_mut().push((written, child));
            Ok(())
        })
    });
    write!(Sink(&text), "{node}")?;
    Ok(Pieces { text: text.take(), children: children.take() })
}

/// What a function writes, to be formatted.
fn display(f: impl Fn(&mut fmt::Formatter<'_>) -> fmt::Result) -> impl fmt::Display {
    struct By<F>(F);
    impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for By<F> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0(f)
        }
    }
    By(f)
}

impl<S: Space, L: Lang> fmt::Debug for Show<'_, S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

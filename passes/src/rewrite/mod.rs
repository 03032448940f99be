//! Equations between nets, written as nested patterns, as a pass.
//!
//! * `parse`: tokens to equations, and what is wrong with them by themselves.
//! * `resolve`: their agents are looked up in a book.
//! * `apply`: where the left side of one is, the right side is put.
//!
//! ```
//! use polarnet_passes::rewrite::Rewrite;
//!
//! let book = polarnet::net! {
//!     agent +Zero, +Succ(+n), -Add(+b, -out);
//!     rule Add(b, out) ~ Zero => out ~ b;
//!     rule Add(b, out) ~ Succ(n) => out ~ Succ(t) & Add(b, t) ~ n;
//!     @same = (x r) & Add(Zero, r) ~ x
//! };
//! let adds: Rewrite = polarnet::rewrite! { (Add x Zero) => x };
//! assert!(adds.run(&book)?.to_string().contains("@same = (x0 x0)"));
//! # Ok::<(), polarnet_passes::RewriteError>(())
//! ```

mod apply;
mod parse;
mod resolve;

pub use parse::parse;
pub use resolve::RewriteError;

use crate::draft::Draft;
use polarnet_columns::{Space, space};
use polarnet_reducer::{Graph, ROOT};
use polarnet_syntax::book::{AnyBook, Book};
use std::fmt;

/// A pass that puts the right side of an equation wherever its left side stands: `(Add x Zero) => x`.
///
/// `polarnet::rewrite!` checks equations while the program compiles, `Rewrite::parse` (feature `reader`) reads them from text.
///
/// `(Add x Zero)` is an agent with what is given to it. Of a negative agent, `-Add(+b, -out)`, that is the value that it
/// meets, then the values at its positive ports; what it stands for is the result at its one negative port: the net
/// `Add(Zero, out) ~ x`. Of a positive agent it is what is at its ports. Names with a capital are agents, others variables;
/// an agent whose name is small is written with brackets, `(nil)`.
///
/// A variable stands once on each side. What the right side does not need is erased, what it needs twice is copied:
///
/// ```text
/// (Mul x Zero)     => Zero & x ~ *;
/// (Mul x (Succ y)) => (Add a (Mul b y)) & x ~ {a b}
/// ```
///
/// Left sides are looked for in definitions and on the right of rules: the outermost of those that stand in one another, the
/// leftmost of others, the first equation that fits; and again, until none does. Equations that go on without end are
/// cut off after some thousand steps in a definition: each step leaves an equal net.
///
/// That both sides have equal normal forms is the author's claim, as that the right side takes less to reduce. Signs and
/// variables are checked.
///
/// ```
/// use polarnet_passes::Rewrite;
///
/// let adds: Rewrite = polarnet::rewrite! { (Add x Zero) => x; (Mul x Zero) => Zero & x ~ * };
/// assert_eq!(adds.equations()[1].to_string(), "(Mul x Zero) => Zero & x ~ *");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rewrite {
    equations: Vec<Equation>,
}

/// `left => right & x ~ *`
///
/// ```
/// use polarnet_passes::rewrite::Term;
///
/// let adds = polarnet::rewrite! { (Add x Zero) => x };
/// let add = &adds.equations()[0];
/// assert_eq!((&add.right, add.clauses.len()), (&Term::variable("x"), 0));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equation {
    /// What is looked for.
    pub left: Term,
    /// What is put there.
    pub right: Term,
    /// What becomes of variables that the right side has not once.
    pub clauses: Vec<Clause>,
}

/// A pattern, or what is made of it.
///
/// ```
/// use polarnet_passes::rewrite::Term;
///
/// let term = Term::agent("Add", [Term::variable("x"), Term::number("7")]);
/// assert_eq!(term.to_string(), "(Add x 7)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// `x`
    Variable(String),
    /// `7`: a number that stands there.
    Number(String),
    /// `(Add x y)`, `Zero`
    Agent(String, Vec<Term>),
}

/// What becomes of a variable.
///
/// ```
/// use polarnet_passes::rewrite::Clause;
///
/// let rewrite = polarnet::rewrite! { (Mul x Zero) => Zero & x ~ * };
/// assert_eq!(rewrite.equations()[0].clauses, [Clause::Erase("x".to_owned())]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Clause {
    /// `x ~ *`
    Erase(String),
    /// `x ~ {a b}`
    Copy(String, [String; 2]),
}

impl Rewrite {
    /// Equations that have been checked: each variable stands once on each side.
    #[doc(hidden)]
    #[must_use]
    pub fn checked(equations: impl IntoIterator<Item = Equation>) -> Self {
        Rewrite { equations: equations.into_iter().collect() }
    }

    /// Reads equations, with `;` between them.
    ///
    /// ```
    /// use polarnet_passes::Rewrite;
    /// let adds = Rewrite::parse("(Add x Zero) => x; (Add Zero x) => x")?;
    /// assert_eq!(adds.to_string(), "(Add x Zero) => x;\n(Add Zero x) => x;\n");
    ///
    /// let errors = Rewrite::parse("(Mul x Zero) => Zero").unwrap_err();
    /// assert_eq!(errors[0].message, "the variable `x` is lost");
    /// assert_eq!(errors[0].help, "say that it is erased: `& x ~ *`");
    /// # Ok::<(), Vec<polarnet_syntax::diagnostic::Diagnostic>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// All that is wrong with them by themselves, with places. Agents are looked up by [`run`](Self::run).
    #[cfg(feature = "reader")]
    pub fn parse(text: &str) -> Result<Self, Vec<polarnet_syntax::diagnostic::Diagnostic>> {
        use polarnet_syntax::{
            diagnostic::{Diagnostic, Report},
            number::Numbers,
            span::Span,
            text::Lexer,
        };
        if u32::try_from(text.len()).is_err() {
            let help = "split it: equations have less than 4 GiB";
            return Err(vec![Diagnostic::error(Span::default(), "the text is too long", help)]);
        }
        let mut report = Report::new();
        let equations = parse(Lexer::new(text, Numbers::Native), &mut report);
        if report.has_errors() { Err(report.into_sorted()) } else { Ok(Rewrite { equations }) }
    }

    /// The equations.
    ///
    /// ```
    /// let adds = polarnet::rewrite! { (Add x Zero) => x; (Add Zero x) => x };
    /// let left: Vec<String> = adds.equations().iter().map(|equation| equation.left.to_string()).collect();
    /// assert_eq!(left, ["(Add x Zero)", "(Add Zero x)"]);
    /// ```
    #[must_use]
    pub fn equations(&self) -> &[Equation] {
        &self.equations
    }

    /// What they make of a book.
    ///
    /// ```
    /// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
    /// # let text = "agent +Zero, +Succ(+n), -Add(+b, -out);
    /// #     rule Add(b, out) ~ Zero => out ~ b;  rule Add(b, out) ~ Succ(n) => out ~ Succ(t) & Add(b, t) ~ n;
    /// #     @id = (x r) & Add(Zero, r) ~ x";
    /// # let net = parse_text(text, Numbers::Hvm24).0.unwrap();
    /// # let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
    /// use polarnet_passes::Rewrite;
    /// let adds = Rewrite::parse("(Add x Zero) => x")?;
    /// # book.with(|book| {
    /// // of `@id = (x r) & Add(Zero, r) ~ x`
    /// let new = book.pass(|book| adds.run(book))?;
    /// assert!(new.to_string().contains("@id = (x0 x0)"));
    /// # Ok::<(), polarnet_passes::RewriteError>(())
    /// # }).unwrap();
    /// # Ok::<(), Vec<polarnet_syntax::diagnostic::Diagnostic>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// An equation has an agent that the book does not declare, or that takes something else.
    pub fn run<S: Space>(&self, book: &Book<S>) -> Result<AnyBook, RewriteError> {
        let resolved = resolve::resolve(&self.equations, book)?;
        let empty = Graph::new(book);
        space!(New, guard);
        let mut new = Draft::new(book, guard);
        for def in book.defs() {
            let mut net = empty.clone();
            let rule = new.is_rule(def);
            if rule {
                net.open(def)
            } else {
                net.instantiate(def, ROOT)
            }
            let changed = apply::apply(&mut net, &resolved);
            let read = match (changed, rule) {
                (false, _) => None,
                (true, true) => new.read_rule(&net),
                (true, false) => new.read(&net),
            };
            let body = read.unwrap_or_else(|| new.copy(def));
            new.define(def, body);
        }
        new.keep_shared();
        Ok(new.finish())
    }
}

impl Equation {
    /// An equation.
    ///
    /// ```
    /// use polarnet_passes::rewrite::{Clause, Equation, Term};
    ///
    /// let [x, zero] = [Term::variable("x"), Term::agent("Zero", [])];
    /// let equation = Equation::new(Term::agent("Mul", [x, zero.clone()]), zero, [Clause::erase("x")]);
    /// assert_eq!(equation.to_string(), "(Mul x Zero) => Zero & x ~ *");
    /// ```
    #[must_use]
    pub fn new(left: Term, right: Term, clauses: impl IntoIterator<Item = Clause>) -> Self {
        Equation { left, right, clauses: clauses.into_iter().collect() }
    }
}

impl Clause {
    /// `x ~ *`
    ///
    /// ```
    /// # use polarnet_passes::rewrite::Clause;
    /// assert_eq!(Clause::erase("x"), Clause::Erase("x".to_owned()));
    /// ```
    #[must_use]
    pub fn erase(name: &str) -> Self {
        Clause::Erase(name.to_owned())
    }

    /// `x ~ {a b}`
    ///
    /// ```
    /// # use polarnet_passes::rewrite::Clause;
    /// let double = polarnet::rewrite! { (Double x) => (Add a b) & x ~ {a b} };
    /// assert_eq!(double.equations()[0].clauses, [Clause::copy("x", ["a", "b"])]);
    /// ```
    #[must_use]
    pub fn copy(name: &str, copies: [&str; 2]) -> Self {
        Clause::Copy(name.to_owned(), copies.map(str::to_owned))
    }
}

impl Term {
    /// A variable.
    ///
    /// ```
    /// # use polarnet_passes::rewrite::Term;
    /// assert_eq!(Term::variable("x").to_string(), "x");
    /// ```
    #[must_use]
    pub fn variable(name: &str) -> Self {
        Term::Variable(name.to_owned())
    }

    /// A number, by its text.
    ///
    /// ```
    /// # use polarnet_passes::rewrite::Term;
    /// assert_eq!(Term::agent("Num", [Term::number("7")]).to_string(), "(Num 7)");
    /// ```
    #[must_use]
    pub fn number(text: &str) -> Self {
        Term::Number(text.to_owned())
    }

    /// An agent with what is given to it.
    ///
    /// ```
    /// # use polarnet_passes::rewrite::Term;
    /// assert_eq!(Term::agent("Zero", []).to_string(), "Zero");
    /// assert_eq!(Term::agent("nil", []).to_string(), "(nil)"); // a small name alone would be a variable
    /// ```
    #[must_use]
    pub fn agent(name: &str, terms: impl IntoIterator<Item = Term>) -> Self {
        Term::Agent(name.to_owned(), terms.into_iter().collect())
    }
}

/// As it is written, one a line.
impl fmt::Display for Rewrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.equations.iter().try_for_each(|equation| writeln!(f, "{equation};"))
    }
}

impl fmt::Display for Equation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} => {}", self.left, self.right)?;
        self.clauses.iter().try_for_each(|clause| match clause {
            Clause::Erase(name) => write!(f, " & {name} ~ *"),
            Clause::Copy(name, [a, b]) => write!(f, " & {name} ~ {{{a} {b}}}"),
        })
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Variable(name) | Term::Number(name) => f.write_str(name),
            Term::Agent(name, terms) if terms.is_empty() && parse::is_agent(name) => f.write_str(name),
            Term::Agent(name, terms) => {
                write!(f, "({name}")?;
                terms.iter().try_for_each(|term| write!(f, " {term}"))?;
                f.write_str(")")
            }
        }
    }
}

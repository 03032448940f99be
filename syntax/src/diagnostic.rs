//! Errors and warnings with places, and the sink that collects them.
//!
//! ```
//! use polarnet_syntax::{diagnostic::{Diagnostic, Report}, span::Span};
//!
//! let mut report = Report::new();
//! report.push(Diagnostic::error(Span::new(14, 15), "the wire `b` is used once", "use it once more"));
//! report.push(Diagnostic::warning(Span::new(9, 10), "the wire `a` has no sign", "write `+a`"));
//! assert!(report.has_errors());
//! assert_eq!(report.into_sorted()[0].span.lo, 9);
//! ```

use crate::span::Span;

/// What is said of the bracket that a syntax error is in.
///
/// ```
/// # use polarnet_syntax::diagnostic::OPENED;
/// let parsed = polarnet::reader::Source::new("-", "@main = (1 2").parse();
/// assert!(parsed.diagnostics[0].places.iter().any(|(span, text)| (span.lo, text.as_str()) == (8, OPENED)));
/// ```
pub const OPENED: &str = "opened here";

/// How bad it is.
///
/// ```
/// # use polarnet_syntax::diagnostic::Severity;
/// let severity = |text| polarnet::reader::Source::new("-", text).parse().diagnostics[0].severity;
/// assert_eq!(severity("@main = @nobody"), Severity::Error);
/// assert_eq!(severity("@main = {x x}"), Severity::Warning); // two ports of one sign are joined
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The book cannot be used.
    Error,
    /// The book runs; something in it is likely not meant.
    Warning,
}

/// One finding: what happened, where, and what to do about it.
///
/// ```
/// let parsed = polarnet::reader::Source::new("-", "@main = (a 1)").parse();
/// let found = &parsed.diagnostics[0];
/// assert_eq!((found.span.lo, found.message.as_str()), (9, "the wire `a` is used once"));
/// assert_eq!(found.help, "each wire has two ends: use it once more, or write `*` for what is not needed");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// The place it is reported at.
    pub span: Span,
    /// What is wrong, in one line, without a full stop.
    pub message: String,
    /// What the primary place shows, if the message alone does not say it.
    pub label: Option<String>,
    /// Other places that matter, and why.
    pub places: Vec<(Span, String)>,
    /// What to do.
    pub help: String,
}

impl Diagnostic {
    /// An error at `span`. Every diagnostic says what to do, so `help` is not optional.
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::{Diagnostic, Severity}, span::Span};
    /// let found = Diagnostic::error(Span::new(8, 13), "`@mian` is not defined", "did you mean `@main`?");
    /// assert_eq!((found.severity, found.label, found.places.len()), (Severity::Error, None, 0));
    /// ```
    #[must_use]
    pub fn error(span: Span, message: impl Into<String>, help: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            span,
            message: message.into(),
            label: None,
            places: Vec::new(),
            help: help.into(),
        }
    }

    /// A warning at `span`.
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::{Diagnostic, Severity}, span::Span};
    /// let found = Diagnostic::warning(Span::new(8, 13), "two positive ports are joined", "join a value with a consumer");
    /// assert_eq!(found.severity, Severity::Warning);
    /// ```
    #[must_use]
    pub fn warning(span: Span, message: impl Into<String>, help: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Self::error(span, message, help) }
    }

    /// Says what the primary place shows.
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::Diagnostic, span::Span};
    /// let found = Diagnostic::error(Span::new(8, 9), "two positive ports are joined", "").label("positive, as numbers are");
    /// assert_eq!(found.label.as_deref(), Some("positive, as numbers are"));
    /// ```
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = Some(text.into());
        self
    }

    /// Adds another place.
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::Diagnostic, span::Span};
    /// let found = Diagnostic::error(Span::new(8, 9), "the wire `x` is used 3 times", "").place(Span::new(11, 12), "here too");
    /// assert_eq!(found.places, [(Span::new(11, 12), "here too".to_owned())]);
    /// ```
    #[must_use]
    pub fn place(mut self, span: Span, text: impl Into<String>) -> Self {
        self.places.push((span, text.into()));
        self
    }
}

/// Collects diagnostics, so that all errors of a source are reported at once.
///
/// ```
/// # use polarnet_syntax::{diagnostic::{Diagnostic, Report}, span::Span};
/// let mut report = Report::new();
/// for at in [9, 4] {
///     report.push(Diagnostic::error(Span::new(at, at + 1), format!("at {at}"), ""));
/// }
/// let found: Vec<String> = report.into_sorted().into_iter().map(|found| found.message).collect();
/// assert_eq!(found, ["at 4", "at 9"]);
/// ```
#[derive(Default, Debug)]
pub struct Report {
    found: Vec<Diagnostic>,
}

impl Report {
    /// Nothing found yet.
    ///
    /// ```
    /// # use polarnet_syntax::diagnostic::Report;
    /// assert!(Report::new().into_sorted().is_empty());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a finding.
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::{Diagnostic, Report}, span::Span};
    /// let mut report = Report::new();
    /// report.push(Diagnostic::warning(Span::new(0, 1), "a sign is not the best one", ""));
    /// assert_eq!(report.into_sorted().len(), 1);
    /// ```
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Makes errors of the warnings so far, with more help.
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::{Diagnostic, Report}, span::Span};
    /// let mut report = Report::new();
    /// report.push(Diagnostic::warning(Span::new(0, 1), "two positive ports are joined", "join a value with a consumer"));
    /// report.warnings_are_errors("; or write `#![unpolarized]`");
    /// assert!(report.has_errors());
    /// assert_eq!(report.into_sorted()[0].help, "join a value with a consumer; or write `#![unpolarized]`");
    /// ```
    pub fn warnings_are_errors(&mut self, help: &str) {
        for found in self.found.iter_mut().filter(|found| found.severity == Severity::Warning) {
            found.severity = Severity::Error;
            found.help += help;
        }
    }

    /// Is there an error among the findings?
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::{Diagnostic, Report}, span::Span};
    /// let mut report = Report::new();
    /// report.push(Diagnostic::warning(Span::new(0, 1), "a sign is not the best one", ""));
    /// assert!(!report.has_errors());
    /// ```
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|d| d.severity == Severity::Error)
    }

    /// Is something found at this very place?
    pub(crate) fn is_told(&self, span: Span) -> bool {
        self.found.iter().any(|found| found.span == span)
    }

    /// The findings, in the order of their places.
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::{Diagnostic, Report}, span::Span};
    /// let mut report = Report::new();
    /// report.push(Diagnostic::error(Span::new(7, 8), "later", ""));
    /// report.push(Diagnostic::error(Span::new(3, 4), "earlier", ""));
    /// assert_eq!(report.into_sorted()[0].message, "earlier");
    /// ```
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|d| d.span);
        self.found
    }
}

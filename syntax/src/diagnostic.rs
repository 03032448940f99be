//! Errors and warnings with places, and the sink that collects them.

use crate::span::Span;

/// What is said of the bracket that a syntax error is in.
pub const OPENED: &str = "opened here";

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The book cannot be used.
    Error,
    /// The book runs; something in it is likely not meant.
    Warning,
}

/// One finding: what happened, where, and what to do about it.
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
    #[must_use]
    pub fn warning(span: Span, message: impl Into<String>, help: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Self::error(span, message, help) }
    }

    /// Says what the primary place shows.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = Some(text.into());
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn place(mut self, span: Span, text: impl Into<String>) -> Self {
        self.places.push((span, text.into()));
        self
    }
}

/// Collects diagnostics, so that all errors of a source are reported at once.
#[derive(Default, Debug)]
pub struct Report {
    found: Vec<Diagnostic>,
}

impl Report {
    /// Nothing found yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Makes errors of the warnings so far, with more help.
    pub fn warnings_are_errors(&mut self, help: &str) {
        for found in self.found.iter_mut().filter(|found| found.severity == Severity::Warning) {
            found.severity = Severity::Error;
            found.help += help;
        }
    }

    /// Is there an error among the findings?
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|d| d.severity == Severity::Error)
    }

    /// The findings, in the order of their places.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|d| d.span);
        self.found
    }
}

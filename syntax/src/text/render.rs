//! Diagnostics with excerpts of the source, for a terminal or a log.
//!
//! What is shown is small, however long the lines are: of a long line only a window around the place, of a place that goes
//! over several lines the first.

use super::lines::{Lines, is_boundary};
use crate::{
    diagnostic::{Diagnostic, Severity},
    span::Span,
};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Snippet, renderer};
use std::ops::Range;

/// Lines longer than this are cut.
const LINE: usize = 160;
/// What is shown before and after the start of a place in a line that is cut.
const BEFORE: usize = 40;
const AFTER: usize = 80;

/// Renders diagnostics, with a blank line after each. `name` is what the source is called, `colour` asks for ANSI colours.
///
/// ```
/// # use polarnet_syntax::{diagnostic::Diagnostic, span::Span, text::render};
/// let found = Diagnostic::error(Span::new(9, 10), "the wire `a` is used once", "use it once more");
/// let text = render("one.hvm", b"@main = (a 1)", &[found.clone(), found], false);
/// assert_eq!(text.matches("error: the wire `a` is used once").count(), 2);
/// ```
#[must_use]
pub fn render(name: &str, source: &[u8], diagnostics: &[Diagnostic], colour: bool) -> String {
    let renderer = Renderer::new(name, source, colour);
    diagnostics.iter().map(|diagnostic| renderer.render(diagnostic) + "\n\n").collect()
}

/// Renders diagnostics of one source.
///
/// ```
/// # use polarnet_syntax::{diagnostic::Diagnostic, span::Span, text::Renderer};
/// let found = Diagnostic::error(Span::new(9, 10), "the wire `a` is used once", "use it once more");
/// let text = Renderer::new("one.hvm", b"@main = (a 1)", false).render(&found);
/// assert!(text.ends_with("= help: use it once more"));
/// ```
#[derive(Clone, Debug)]
pub struct Renderer<'s> {
    name: &'s str,
    source: &'s [u8],
    lines: Lines<'s>,
    inner: renderer::Renderer,
}

/// Lines, or a window of one, with the places in them.
struct Excerpt {
    /// The bytes of the source that are shown.
    bytes: Range<usize>,
    /// The number of the first line, from 0.
    line: usize,
    /// Is it a part of a line?
    cut: [bool; 2],
    /// The places: what is marked, and the number of the place, 0 for the primary one.
    places: Vec<(Range<usize>, usize)>,
}

impl<'s> Renderer<'s> {
    /// For a source that is called `name`. `colour` asks for ANSI colours.
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::Diagnostic, span::Span, text::Renderer};
    /// let found = Diagnostic::error(Span::new(9, 10), "the wire `a` is used once", "use it once more");
    /// let text = Renderer::new("one.hvm", b"@main = (a 1)", true).render(&found);
    /// assert!(text.contains("\u{1b}[")); // colours
    /// ```
    #[must_use]
    pub fn new(name: &'s str, source: &'s [u8], colour: bool) -> Self {
        let lines = Lines::new(source);
        let inner = if colour { renderer::Renderer::styled() } else { renderer::Renderer::plain() };
        Renderer { name, source, lines, inner: inner.term_width(LINE + 40) }
    }

    /// Shows one, without a line break at the end.
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::Diagnostic, span::Span, text::Renderer};
    /// let found = Diagnostic::error(Span::new(9, 10), "the wire `a` is used once", "use it once more");
    /// let text = Renderer::new("one.hvm", b"@main = (a 1)", false).render(&found);
    /// assert_eq!(text.lines().nth(1), Some(" --> one.hvm:1:10"));
    /// ```
    #[must_use]
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = Group::with_title(level.primary_title(diagnostic.message.as_str()));
        let excerpts = self.excerpts(diagnostic);
        for (index, excerpt) in excerpts.iter().enumerate() {
            let path = if excerpt.cut[0] { mark(index) } else { self.name.to_owned() };
            group = group.element(self.snippet(excerpt, diagnostic).path(path));
        }
        let group = group.element(Level::HELP.message(diagnostic.help.as_str()));
        let mut text = self.inner.render(&[group]);
        for (index, excerpt) in excerpts.iter().enumerate().filter(|(_, excerpt)| excerpt.cut[0]) {
            let (line, column) = self.lines.position(excerpt.places[0].0.start);
            correct(&mut text, &mark(index), &format!("{}:{}:{}", self.name, line + 1, column + 1));
        }
        text
    }

    /// The places, grouped by what is shown together; the primary one is in the first group.
    fn excerpts(&self, diagnostic: &Diagnostic) -> Vec<Excerpt> {
        let spans = std::iter::once(diagnostic.span).chain(diagnostic.places.iter().map(|&(span, _)| span));
        let mut excerpts: Vec<Excerpt> = Vec::new();
        for (place, span) in spans.enumerate() {
            let (line, whole, marked) = self.marked(span);
            let near = excerpts.iter_mut().find(|excerpt| excerpt.takes(line, &whole, &marked, &self.lines.starts));
            let Some(near) = near else {
                excerpts.push(self.excerpt(line, whole, marked, place));
                continue;
            };
            near.line = near.line.min(line);
            if near.cut == [false; 2] {
                near.bytes = near.bytes.start.min(whole.start)..near.bytes.end.max(whole.end);
            }
            near.places.push((marked, place));
        }
        excerpts
    }

    fn excerpt(&self, line: usize, whole: Range<usize>, marked: Range<usize>, place: usize) -> Excerpt {
        if whole.len() <= LINE {
            return Excerpt { bytes: whole, line, cut: [false; 2], places: vec![(marked, place)] };
        }
        let start = self.boundary(marked.start.saturating_sub(BEFORE).max(whole.start)).min(marked.start);
        let end = self.boundary((marked.start + AFTER).min(whole.end)).min(whole.end);
        let marked = marked.start..marked.end.min(end);
        Excerpt { bytes: start..end, line, cut: [start > whole.start, end < whole.end], places: vec![(marked, place)] }
    }

    /// The line that a span starts in, its bytes, and the span's part of it.
    fn marked(&self, span: Span) -> (usize, Range<usize>, Range<usize>) {
        let end = self.source.len();
        let lo = (span.lo as usize).clamp(self.lines.starts[0], end);
        let line = self.lines.line(lo);
        let start = self.lines.starts[line];
        let mut stop = self.lines.starts.get(line + 1).map_or(end, |&next| next - 1);
        if stop > start && self.source[stop - 1] == b'\r' {
            stop -= 1;
        }
        let lo = lo.min(stop);
        (line, start..stop, lo..(span.hi as usize).clamp(lo, stop))
    }

    /// The next place from `at` on where a character starts.
    fn boundary(&self, at: usize) -> usize {
        self.source[at..].iter().position(|&b| is_boundary(b)).map_or(self.source.len(), |n| at + n)
    }

    fn snippet<'d>(&self, excerpt: &Excerpt, diagnostic: &'d Diagnostic) -> Snippet<'d, Annotation<'d>> {
        let mut text = String::new();
        if excerpt.cut[0] {
            text.push('…');
        }
        // The source may be no UTF-8: places move by what is replaced.
        let mut at = excerpt.bytes.start;
        let mut moved: Vec<(usize, usize)> = Vec::new();
        let mut stops: Vec<usize> = excerpt.places.iter().flat_map(|(marked, _)| [marked.start, marked.end]).collect();
        stops.push(excerpt.bytes.end);
        stops.sort_unstable();
        for stop in stops {
            text.push_str(&String::from_utf8_lossy(&self.source[at..stop]));
            at = stop;
            moved.push((stop, text.len()));
        }
        if excerpt.cut[1] {
            text.push('…');
        }
        let to = |at: usize| moved.iter().find(|&&(from, _)| from == at).map_or(0, |&(_, to)| to);
        let annotations: Vec<_> = excerpt
            .places
            .iter()
            .map(|(marked, place)| {
                let span = to(marked.start)..to(marked.end);
                match place.checked_sub(1) {
                    None => AnnotationKind::Primary.span(span).label(diagnostic.label.as_deref()),
                    Some(n) => AnnotationKind::Context.span(span).label(diagnostic.places[n].1.as_str()),
                }
            })
            .collect();
        Snippet::source(text).line_start(excerpt.line + 1).annotations(annotations)
    }
}

impl Excerpt {
    /// Is this place shown here already, or near enough to be?
    fn takes(&self, line: usize, whole: &Range<usize>, marked: &Range<usize>, lines: &[usize]) -> bool {
        const NEAR: usize = 4;
        if self.cut != [false; 2] {
            return self.line == line && self.bytes.start <= marked.start && marked.end <= self.bytes.end;
        }
        let last = lines.partition_point(|&start| start <= self.bytes.end) - 1;
        let near = line + NEAR >= self.line && line <= last + NEAR;
        near && whole.len() <= LINE && self.between(whole) <= LINE * NEAR
    }

    /// How much of the source would be shown with this line too.
    fn between(&self, whole: &Range<usize>) -> usize {
        (self.bytes.end.max(whole.end) - self.bytes.start.min(whole.start)).saturating_sub(self.bytes.len())
    }
}

/// What stands for the path of an excerpt without the start of its line: the library would count the column wrongly. (A
/// character for private use.)
fn mark(index: usize) -> String {
    format!("\u{f8ff}{index}")
}

/// Replaces `mark:line:column` by the right position.
fn correct(text: &mut String, mark: &str, position: &str) {
    let mark = format!("{mark}:");
    let Some(start) = text.find(&mark) else { return };
    let rest = &text[start + mark.len()..];
    let end = rest.find(|c: char| c != ':' && !c.is_ascii_digit()).unwrap_or(rest.len());
    text.replace_range(start..start + mark.len() + end, position);
}

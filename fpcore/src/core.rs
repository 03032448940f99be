//! FPCore files: which cores there are.

use crate::{
    error::{Error, Position},
    lang::Format,
};
use core::fmt;
use lispexp::{Datum, DatumKind, Delim, Options};

/// One function: `(FPCore (x y) :name "…" body)`.
#[derive(Debug)]
pub struct Core<'t> {
    pub(crate) text: &'t str,
    pub(crate) body: Datum<'t>,
    pub(crate) precondition: Option<Datum<'t>>,
    /// What it is called: its `:name`, or the identifier after `FPCore`.
    pub name: Option<&'t str>,
    /// Its arguments, in order.
    pub arguments: Vec<Argument<'t>>,
    /// In which format it is to be computed; `binary64` where it does not say.
    pub precision: Format,
}

/// An argument of a core.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument<'t> {
    /// Its name.
    pub name: &'t str,
    /// The dimensions of an array: none for a number.
    pub dimensions: Vec<&'t str>,
}

/// Reads all cores of a text. Properties other than `:name`, `:precision` and `:pre` are passed over.
///
/// # Errors
///
/// What is not FPCore, with its place. Parentheses nest at most 200 deep.
pub fn read(text: &str) -> Result<Vec<Core<'_>>, Error> {
    if u32::try_from(text.len()).is_err() {
        let position = Position { line: 1, column: 1 };
        return Err(Error { position, message: "the text has more than 4 GiB\nhelp: make several files of it".into() });
    }
    let mut options = Options::scheme();
    options.keyword_colon = true;
    let parsed = lispexp::parse(text, &options);
    if let Some(error) = parsed.errors.first() {
        let help = "parentheses and brackets come in pairs, as `(+ x y)`, and a string ends with `\"`";
        return Err(error_at(text, error.span.start, error.kind.to_string(), help));
    }
    parsed.data.into_iter().map(|datum| core(text, datum)).collect()
}

pub(crate) fn error_at(text: &str, offset: u32, message: impl fmt::Display, help: impl fmt::Display) -> Error {
    Error { position: Position::of(text, offset), message: format!("{message}\nhelp: {help}") }
}

/// The form of a core, for those who wrote another.
const FORM: &str = "a core is `(FPCore (x y) :pre (< 0 x) (+ x y))`";

/// The parts of a list, in parentheses or brackets; `what` is wanted, of which `help` has the form.
pub(crate) fn list<'d, 't>(text: &str, datum: &'d Datum<'t>, what: &str, help: &str) -> Result<&'d [Datum<'t>], Error> {
    match &datum.kind {
        DatumKind::List { delim: Delim::Round | Delim::Square, items, tail: None, .. } => Ok(items),
        _ => Err(error_at(text, datum.span.start, format!("expected {what}, found `{}`", short(text, datum)), help)),
    }
}

/// The text of a datum, cut where it gets long.
pub(crate) fn short(text: &str, datum: &Datum<'_>) -> String {
    let line = datum.span.text(text).lines().next().unwrap_or_default();
    match line.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

fn core<'t>(text: &'t str, datum: Datum<'t>) -> Result<Core<'t>, Error> {
    let (start, end) = (datum.span.start, datum.span.end.saturating_sub(1));
    let items = list(text, &datum, "`(FPCore (argument …) body)`", FORM)?.len();
    let DatumKind::List { items: parts, .. } = datum.kind else { unreachable!("`list` has seen it") };
    let mut parts = parts.into_iter().peekable();
    if parts.next().and_then(|head| head.as_symbol()) != Some("FPCore") || items < 3 {
        return Err(error_at(text, start, "expected `(FPCore (argument …) body)`", FORM));
    }
    let mut name = parts.peek().and_then(Datum::as_symbol);
    if name.is_some() {
        parts.next();
    }
    let Some(arguments) = parts.next() else { return Err(error_at(text, end, "expected the list of arguments", FORM)) };
    let arguments = list(text, &arguments, "the list of arguments", FORM)?;
    let arguments: Vec<_> = arguments.iter().map(|each| argument(text, each)).collect::<Result<_, _>>()?;
    let (mut precision, mut precondition) = (Format::Binary64, None);
    while let Some(property) = parts.peek().and_then(Datum::as_keyword) {
        let at = parts.next().map_or(end, |property| property.span.start);
        let Some(value) = parts.next() else {
            let help = format!("write `{property} …`, or remove it");
            return Err(error_at(text, at, format!("property `{property}` has no value"), help));
        };
        match property {
            ":name" => match value.as_str() {
                Some(quoted) => name = Some(quoted.trim_matches('"')),
                None => return Err(error_at(text, value.span.start, "a `:name` is a string", "write `:name \"…\"`")),
            },
            ":precision" => precision = format(text, &value)?,
            ":pre" => precondition = Some(value),
            _ => {}
        }
    }
    let Some(body) = parts.next() else { return Err(error_at(text, end, "the core has no body", FORM)) };
    if let Some(more) = parts.next() {
        let message = format!("expected the end of the core after its body, found `{}`", short(text, &more));
        return Err(error_at(text, more.span.start, message, "a core has one body: properties stand before it"));
    }
    Ok(Core { text, body, precondition, name, arguments, precision })
}

/// `x`, `(v 3)`, or `(! property value … x)`.
fn argument<'t>(text: &'t str, datum: &Datum<'t>) -> Result<Argument<'t>, Error> {
    let (wanted, help) =
        ("an argument: a name, or `(name dimension …)`", "write `x`; an array of three numbers is `(x 3)`");
    if let Some(name) = datum.as_symbol() {
        return Ok(Argument { name, dimensions: Vec::new() });
    }
    let unexpected = || error_at(text, datum.span.start, format!("expected {wanted}"), help);
    let (head, rest) = list(text, datum, wanted, help)?.split_first().ok_or_else(unexpected)?;
    match (head.as_symbol(), rest) {
        (Some("!"), [.., last]) => argument(text, last),
        (Some(name), dimensions) => {
            let dimension = |each: &Datum<'t>| {
                let word = each.as_symbol().or(each.as_number());
                word.ok_or_else(|| error_at(text, each.span.start, "expected a dimension: a number or a name", help))
            };
            Ok(Argument { name, dimensions: dimensions.iter().map(dimension).collect::<Result<_, _>>()? })
        }
        _ => Err(unexpected()),
    }
}

/// The value of a `:precision`.
pub(crate) fn format(text: &str, datum: &Datum<'_>) -> Result<Format, Error> {
    match datum.as_symbol() {
        Some("binary32") => Ok(Format::Binary32),
        Some("binary64") => Ok(Format::Binary64),
        _ => {
            let message = format!("precision `{}` is not supported", short(text, datum));
            Err(error_at(text, datum.span.start, message, "write `binary32` or `binary64`, or leave `:precision` out"))
        }
    }
}

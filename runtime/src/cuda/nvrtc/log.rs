//! What NVRTC says about a source.

use super::{Diagnosis, Error, Line, Source, Target, Version, library::BUILTIN_FUNCTIONS};

/// The error of a compilation, from what it returned and its log.
pub fn error(source: &Source<'_>, version: Version, target: Target, failed: Error, log: String) -> Error {
    let Error::Failed { code, message, .. } = failed else { return failed };
    if code == BUILTIN_FUNCTIONS {
        return Error::Missing { why: format!("the library of its built-in functions is missing: {}", log.trim()) };
    }
    let first = first_error(&log);
    Error::Compile(Box::new(Diagnosis {
        name: source.name.to_owned(),
        target: target.to_string(),
        version,
        message: first.as_ref().map_or(message, |first| first.message.to_owned()),
        line: first.and_then(|first| line(source, &first)),
        log,
    }))
}

struct Found<'l> {
    file: &'l str,
    number: usize,
    message: &'l str,
}

/// The first `file(number): error: message`; a source that cannot go on has a `catastrophic error`.
fn first_error(log: &str) -> Option<Found<'_>> {
    log.lines().find_map(|line| {
        let (place, message) = line.split_once("): ")?;
        let (kind, message) = message.split_once(": ")?;
        // `error #20-D` is one that has a number.
        kind.trim_start_matches("catastrophic ").starts_with("error").then_some(())?;
        let (file, number) = place.rsplit_once('(')?;
        Some(Found { file, number: number.parse().ok()?, message })
    })
}

fn line(source: &Source<'_>, found: &Found<'_>) -> Option<Line> {
    let header = || source.headers.iter().find(|(name, _)| *name == found.file).map(|(_, text)| *text);
    let text = if found.file == source.name { Some(source.text) } else { header() }?;
    let text = text.lines().nth(found.number.checked_sub(1)?)?;
    Some(Line { file: found.file.to_owned(), number: found.number, text: text.to_owned() })
}

//! All that is wrong, each at its token, with what to do.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};

#[derive(Default)]
pub struct Errors {
    found: Vec<Found>,
}

struct Found {
    first: Span,
    last: Span,
    text: String,
}

impl Errors {
    /// One mistake: what is wrong, and what to do.
    pub fn push(&mut self, at: Span, message: impl AsRef<str>, help: impl AsRef<str>) {
        self.between(at, at, message, help);
    }

    /// A mistake that reaches from one token to another.
    pub fn between(&mut self, first: Span, last: Span, message: impl AsRef<str>, help: impl AsRef<str>) {
        let text = format!("{}\nhelp: {}", message.as_ref(), help.as_ref());
        self.found.push(Found { first, last, text });
    }

    /// A mistake that `syn` found. Its errors have no help of their own.
    pub fn syntax(&mut self, error: &syn::Error, help: &str) {
        for error in error.clone() {
            let text = error.to_string();
            // Of ours, that something ended is plain to see.
            let text = match text.strip_prefix("unexpected end of input, ") {
                Some(ours) if ours.contains("\nhelp: ") => ours.to_owned(),
                _ => text,
            };
            match text.contains("\nhelp: ") {
                true => self.found.push(Found { first: error.span(), last: error.span(), text }),
                false => self.push(error.span(), text, help),
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Forgets what was found after so many.
    pub fn truncate(&mut self, len: usize) {
        self.found.truncate(len);
    }

    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// With what is wrong elsewhere.
    pub fn append(&mut self, other: Errors) {
        self.found.extend(other.found);
    }

    /// What all of these say, but not where one of the holes is.
    pub fn shared(all: Vec<Errors>, holes: &[Span]) -> Errors {
        let at = |span: Span| (span.start().line, span.start().column);
        let mut all = all.into_iter();
        let mut first = all.next().unwrap_or_default();
        first.found.retain(|it| !holes.iter().any(|&hole| at(hole) == at(it.first)));
        for other in all {
            first
                .found
                .retain(|it| other.found.iter().any(|same| at(same.first) == at(it.first) && same.text == it.text));
        }
        first
    }

    /// As compile errors, in the order of the source.
    pub fn into_tokens(mut self) -> TokenStream {
        let at = |span: Span| (span.start().line, span.start().column);
        self.found.sort_by_key(|found| at(found.first));
        self.found.dedup_by(|b, a| at(a.first) == at(b.first) && a.text == b.text);
        let mut tokens = TokenStream::new();
        for Found { first, last, text } in self.found {
            let message = quote_spanned!(last=> { #text });
            tokens.extend(quote_spanned!(first=> ::core::compile_error! #message));
        }
        tokens
    }
}

/// The first and the last token of something.
pub fn ends(of: &impl ToTokens) -> (Span, Span) {
    let mut tokens = of.to_token_stream().into_iter().map(|token| token.span());
    let first = tokens.next().unwrap_or_else(Span::call_site);
    (first, tokens.last().unwrap_or(first))
}

/// What to write for a result of something that may fail with that error.
pub fn fallible(result: &impl ToTokens, error: &str) -> String {
    let written = result.to_token_stream().to_string();
    let written = written.replace(" <", "<").replace("< ", "<").replace(" >", ">").replace(" ,", ",");
    format!("write `-> Result<{written}, {error}>`")
}

/// An error of ours cannot become what a function says that its error is: `what` is whose error, `ours` its type.
pub fn no_error(errors: &mut Errors, written: &syn::Type, what: &str, ours: &str) {
    let (first, last) = ends(written);
    let text = format!("the error of a {what} cannot become a `{}`", written.to_token_stream());
    let help = format!("write `{ours}`, or a type that is made `From` it: one of your own, `Box<dyn Error>`");
    errors.between(first, last, text, help);
}

/// `there is 1`, `there are 2`
pub fn there(n: usize) -> String {
    format!("there {} {n}", if n == 1 { "is" } else { "are" })
}

/// `no field`, `one field`, `2 fields`
pub fn count(n: usize, what: &str) -> String {
    match n {
        0 => format!("no {what}"),
        1 => format!("one {what}"),
        n => format!("{n} {what}s"),
    }
}

/// `a, b and c`
pub fn and(list: &[String]) -> String {
    match list {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        list => list.concat(),
    }
}

/// The name that is most like this one, if one is.
pub fn alike<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let best = known.into_iter().map(|known| (strsim::damerau_levenshtein(name, known), known)).min();
    best.filter(|&(distance, _)| distance <= 1 + name.len() / 4 && distance < name.len()).map(|(_, best)| best)
}

/// `did you mean …?` for a name that is not known, or else what names there are.
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>, what: &str) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match alike(name, known.iter().copied()) {
        Some(best) => format!("did you mean `{best}`?"),
        None if known.is_empty() => format!("there is no {what} here"),
        None if known.len() <= 12 => {
            let list: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            format!("the {what}s here are {}", list.join(", "))
        }
        None => format!("no {what} has a name like it"),
    }
}

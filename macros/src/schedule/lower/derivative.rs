//! Functions that implement a derivative: which words their orders may have.

use super::{
    Lowered,
    words::{Driver, Words},
};
use crate::schedule::{
    derive::{self, Shares},
    elaborate::{Fn, Program},
    errors::Errors,
};
use proc_macro2::TokenStream;

/// Is a derivative among what the function implements?
pub fn asked(of: &Fn<'_>) -> bool {
    of.head.impls.iter().any(|spec| spec.derivative.is_some())
}

pub fn function<'p, 'a>(program: &'p Program<'a>, of: &'p Fn<'a>, errors: &mut Errors) -> Option<Lowered<'p, 'a>> {
    let words = Words::read(program, of, errors)?;
    if of.impls.len() != of.head.impls.len() {
        return None;
    }
    let (&[val], [spec]) = (&of.impls[..], &of.head.impls[..]) else {
        let span = of.head.impls[1].name.span();
        errors.push(span, "a derivative is computed by itself", "write a function for each of the two");
        return None;
    };
    let (driver, at) = words.driver;
    if driver != Driver::Eval {
        let text = "a derivative is of one value";
        errors.push(at, text, "write `eval(x)`, with what the val takes");
        return None;
    }
    let others = [
        (words.wavefront.as_ref().map(|it| it.0), "wavefront"),
        (words.fuse, "fuse"),
        (words.by_operator, "by_operator"),
        (words.dedup, "dedup"),
        (words.push.map(|it| it.0), "push"),
        (words.pull.as_ref().map(|it| it.0), "pull"),
        (words.stepped, "stepped"),
        (words.memoize, "memoize"),
        (words.at.first().map(|it| it.0), "compute_at"),
    ];
    if let Some((Some(span), name)) = others.into_iter().find(|it| it.0.is_some()) {
        let help = "the words for a derivative are `over(points)`, `vectorize(8)`, `parallel()` and `chunk(4096)`";
        errors.push(span, format!("`{name}` says nothing of how a derivative is computed"), help);
        return None;
    }
    let (vectorize, parallel, chunk) =
        (words.vectorize, words.parallel, words.chunk.as_ref().map(|it: &(_, TokenStream)| (it.0, it.1.clone())));
    let reverse = spec.derivative.as_ref().is_some_and(|name| name == "vjp");
    let shared = vectorize.map(|it| it.0).or(parallel).or(chunk.as_ref().map(|it| it.0)).or(words.over.map(|it| it.0));
    if let (Some(span), false) = (shared, reverse) {
        errors.push(span, "forward mode goes through the rows one after the other", "remove this, or write `vjp`");
        return None;
    }
    if let (Some(span), None) = (shared, words.over) {
        let text = "over which rows is the work shared out?";
        errors.push(span, text, "say it before: `.over(points)`, for the terms of a sum over `points`");
        return None;
    }
    if let (Some((span, _)), None) = (&chunk, parallel) {
        errors.push(*span, "a chunk is what one task of several computes", "add `.parallel()`, or remove it");
        return None;
    }
    let it = &program.vals[val];
    let regroups = vectorize.filter(|it| it.1 > 1).map(|it| it.0).or(parallel);
    if let (Some(span), false) = (regroups, it.reassoc) {
        let help = format!("allow it, `val {}(…) -> … reassoc {{ … }}`, or remove this", it.name);
        errors.push(span, "floats would be added in another order, with another result", help);
        return None;
    }
    let shares = Shares {
        space: words.over.map(|it| it.1),
        lanes: vectorize.map(|it| it.1),
        parallel: parallel.is_some(),
        chunk: chunk.map(|it| it.1),
    };
    let body = derive::body(program, of, val, shares, words.over.map_or(at, |it| it.0), errors)?;
    let (steps, value, inline) = (Vec::new(), TokenStream::new(), Vec::new());
    Some(Lowered {
        of,
        steps,
        value,
        inline,
        batch: None,
        recursion: super::recursion::Recursion::default(),
        body: Some(body),
    })
}

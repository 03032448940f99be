//! Functions that implement a derivative: which words their orders may have, and which passes come before.

use super::{
    Lowered, Parallel, Pass, Step, plan, recursion,
    words::{Driver, Words},
};
use crate::schedule::{
    derive::{self, RowSignature, Rows, Shares},
    elaborate::{Fn, Program},
    errors::Errors,
    tree::Spec,
    typed::{Kindred, ValId},
    types::{Shape, SpaceId},
};
use proc_macro2::{Span, TokenStream};

/// Is a derivative among what the function implements?
pub fn asked(of: &Fn<'_>) -> bool {
    of.head.impls.iter().any(|spec| spec.derivative.is_some())
}

pub fn function<'p, 'a>(program: &'p Program<'a>, of: &'p Fn<'a>, errors: &mut Errors) -> Option<Lowered<'p, 'a>> {
    let words = Words::read(program, of, errors)?;
    if let Some(on) = words.on {
        let help = "remove `.on(…)`: derivatives are computed by the CPU";
        errors.push(on, "a derivative has passes in both directions, which no device has", help);
        return None;
    }
    if of.impls.len() != of.head.impls.len() {
        return None;
    }
    if let Some(val) = program.with_reads(&of.impls).into_iter().find(|&val| program.reduces(val)) {
        let text = format!("`{}` reduces a net, which has no derivative", program.vals[val].name);
        let help = "make a column of what the nets give before, `map(xs)`, and take that as a parameter";
        errors.push(of.head.impls[0].name.span(), text, help);
        return None;
    }
    let (&[val], [_]) = (&of.impls[..], &of.head.impls[..]) else {
        let span = of.head.impls[1].name.span();
        errors.push(span, "a derivative is computed by itself", "write a function for each of the two");
        return None;
    };
    match program.vals[val].sort.is {
        Kindred::Up(space) => of_rows(program, of, (val, space), words, errors),
        Kindred::Function if words.driver.0 == Driver::Map => of_map(program, of, val, words, errors),
        _ => of_values(program, of, val, &words, errors),
    }
}

fn is_reverse(spec: &Spec) -> bool {
    spec.derivative.as_ref().is_some_and(|name| name == "vjp")
}

/// The derivative of a val that is a function of values.
fn of_values<'p, 'a>(
    program: &'p Program<'a>,
    of: &'p Fn<'a>,
    val: ValId,
    words: &Words,
    errors: &mut Errors,
) -> Option<Lowered<'p, 'a>> {
    let (driver, at) = words.driver;
    if driver != Driver::Eval && program.vals[val].sort.is == Kindred::Function {
        let text = "a derivative is of one value";
        let help = "write `eval(x)`, with what the val takes, or `map(xs)` for each row of columns";
        errors.push(at, text, help);
        return None;
    }
    let help = "the words for a derivative are `over(points)`, `vectorize(8)`, `parallel()` and `chunk(4096)`";
    let wavefront = (words.wavefront.as_ref().map(|it| it.0), "wavefront");
    no_others(words, &[wavefront], help, errors)?;
    let (vectorize, parallel, chunk) =
        (words.vectorize, words.parallel, words.chunk.as_ref().map(|it: &(_, TokenStream)| (it.0, it.1.clone())));
    let reverse = of.head.impls.first().is_some_and(is_reverse);
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
    Some(lowered(of, Vec::new(), None, body))
}

/// Words that say nothing here.
fn no_others(words: &Words, more: &[(Option<Span>, &str)], help: &str, errors: &mut Errors) -> Option<()> {
    let others = [
        (words.fuse, "fuse"),
        (words.by_operator, "by_operator"),
        (words.dedup, "dedup"),
        (words.push.map(|it| it.0), "push"),
        (words.pull.as_ref().map(|it| it.0), "pull"),
        (words.stepped, "stepped"),
        (words.memoize, "memoize"),
        (words.at.first().map(|it| it.0), "compute_at"),
    ];
    if let Some(&(Some(span), name)) = more.iter().chain(&others).find(|it| it.0.is_some()) {
        errors.push(span, format!("`{name}` says nothing of how a derivative is computed"), help);
        return None;
    }
    Some(())
}

/// Is the value of the val a float?
fn of_float(program: &Program<'_>, of: &Fn<'_>, val: ValId, errors: &mut Errors) -> Option<()> {
    let (it, spec) = (&program.vals[val], of.head.impls.first()?);
    if program.types.is_float(it.value) {
        return Some(());
    }
    let value = program.types.show(it.value);
    let text = format!("the value of `{}` is `{value}`, and derivatives are of floats", it.name);
    errors.push(spec.name.span(), text, "make it a float: `… as f64`");
    None
}

/// The derivative of a function of values at each row of columns.
fn of_map<'p, 'a>(
    program: &'p Program<'a>,
    of: &'p Fn<'a>,
    val: ValId,
    words: Words,
    errors: &mut Errors,
) -> Option<Lowered<'p, 'a>> {
    let reverse = of.head.impls.first().is_some_and(is_reverse);
    of_float(program, of, val, errors)?;
    let more = [
        (words.vectorize.map(|it| it.0), "vectorize"),
        (words.over.map(|it| it.0), "over"),
        (words.wavefront.as_ref().map(|it| it.0), "wavefront"),
        (words.parallel, "parallel"),
        (words.chunk.as_ref().map(|it| it.0), "chunk"),
    ];
    no_others(&words, &more, "rows are gone through one after the other: remove this", errors)?;
    let column = words.args.iter().find_map(|(name, ty)| match *program.types.shape(*ty) {
        Shape::Column(space, _) => Some((name.clone(), space)),
        _ => None,
    });
    let Some((batch, space)) = column else {
        let help = "write `map(xs)`, with a parameter `xs: &Data<…>`";
        errors.push(words.driver.1, "`map` goes through columns", help);
        return None;
    };
    plan::columns(program, of, val, words, errors)?;
    let rows = Rows { program, of, val, batch, space, vals: Vec::new() };
    let signature = RowSignature::read(&rows, reverse, errors)?;
    let body = match reverse {
        true => derive::vjp_of_map(&rows, &signature, errors)?,
        false => derive::jvp_of_map(&rows, &signature, errors)?,
    };
    Some(lowered(of, Vec::new(), None, body))
}

/// The derivative of a val that has a value for each row.
fn of_rows<'p, 'a>(
    program: &'p Program<'a>,
    of: &'p Fn<'a>,
    (val, space): (ValId, SpaceId),
    words: Words,
    errors: &mut Errors,
) -> Option<Lowered<'p, 'a>> {
    let spec = of.head.impls.first()?;
    let reverse = is_reverse(spec);
    of_float(program, of, val, errors)?;
    let help = match reverse {
        true => "the one word for `vjp` of rows is `wavefront()`",
        false => "the words for `jvp` of rows are `wavefront()`, `parallel()` and `chunk(4096)`",
    };
    let more = [(words.vectorize.map(|it| it.0), "vectorize"), (words.over.map(|it| it.0), "over")];
    no_others(&words, &more, help, errors)?;
    if let Some((batch, ty)) = words.args.first()
        && matches!(program.types.shape(*ty), Shape::Plan(_))
    {
        let text = "a plan has an order for the way up only";
        errors.push(batch.span(), text, "visit a parameter of the type `&Batch<…>`");
        return None;
    }
    if let (Some(span), true) = (words.parallel, reverse) {
        let text = "several rows may add to one cotangent";
        errors.push(span, text, "the way back is gone by one thread: remove this, or write `jvp`");
        return None;
    }
    let batch = words.args.first().map(|(batch, _)| batch.clone());
    let mut steps = plan::columns(program, of, val, words, errors)?;
    let (vals, batch) = (steps.iter().flat_map(|step| step.vals.iter().copied()).collect(), batch?);
    let rows = Rows { program, of, val, batch, space, vals };
    let signature = RowSignature::read(&rows, reverse, errors)?;
    let body = match reverse {
        true => derive::vjp(&rows, &signature, errors)?,
        false => {
            let levels = steps.iter().find_map(|step| match &step.pass {
                Pass::Up(up) if step.vals.contains(&val) => match &up.parallel {
                    Parallel::No => None,
                    Parallel::Levels(levels) => Some((up.batch.clone(), levels.clone())),
                },
                _ => None,
            });
            let levels = levels.map(|(batch, levels)| levels.unwrap_or_else(|| quote::quote!(&#batch.levels())));
            let (body, made) = derive::jvp(&rows, &signature, levels, errors)?;
            // They are computed with their tangents, unless another pass reads them before.
            let others: Vec<ValId> = rows.vals.iter().copied().filter(|val| !made.contains(val)).collect();
            let read = |val: &ValId| others.iter().any(|&by| program.reads(by).contains(val));
            steps.retain(|step| step.vals.iter().any(|val| !made.contains(val) || read(val)));
            body
        }
    };
    Some(lowered(of, steps, Some(space), body))
}

fn lowered<'p, 'a>(
    of: &'p Fn<'a>,
    steps: Vec<Step<'p, 'a>>,
    batch: Option<SpaceId>,
    body: TokenStream,
) -> Lowered<'p, 'a> {
    let (value, inline, recursion) = (TokenStream::new(), Vec::new(), recursion::Recursion::default());
    Lowered { of, steps, value, inline, batch, recursion, parallel: false, body: Some(body), device: None }
}

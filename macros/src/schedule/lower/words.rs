//! The words of an order, before their rules are checked.

use crate::schedule::{
    elaborate::{Fn, Program},
    errors::{Errors, nearest, there},
    tree::{Expr, Kind, Word},
    typed::ValId,
    types::{Shape, SpaceId, Ty},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

/// How the rows are visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Driver {
    BottomUp,
    TopDown,
    Map,
    Scatter,
    Eval,
}

/// How values are sent on several threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Push {
    Atomic,
    Privatize,
}

/// Where another val is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// In a pass before.
    Root,
    /// In the same pass, row by row.
    Row,
    /// Wherever it is read.
    Inline,
}

/// An order, word by word.
pub struct Words {
    pub driver: (Driver, Span),
    pub args: Vec<(Ident, Ty)>,
    pub wavefront: Option<(Span, Option<Ident>)>,
    pub chunk: Option<(Span, TokenStream)>,
    pub parallel: Option<Span>,
    pub fuse: Option<Span>,
    pub by_operator: Option<Span>,
    pub dedup: Option<Span>,
    pub stepped: Option<Span>,
    pub memoize: Option<Span>,
    pub push: Option<(Span, Push)>,
    pub pull: Option<(Span, Option<Ident>)>,
    pub at: Vec<(Span, ValId, At)>,
    /// Over whose rows a derivative's work is shared out.
    pub over: Option<(Span, SpaceId)>,
    /// So many points at a time.
    pub vectorize: Option<(Span, usize)>,
    /// On a device, which the function knows.
    pub on: Option<Span>,
}

const DRIVERS: [(&str, Driver); 5] = [
    ("bottom_up", Driver::BottomUp),
    ("top_down", Driver::TopDown),
    ("map", Driver::Map),
    ("scatter", Driver::Scatter),
    ("eval", Driver::Eval),
];

const WORDS: [&str; 15] = [
    "wavefront",
    "chunk",
    "parallel",
    "fuse",
    "by_operator",
    "dedup",
    "push",
    "pull",
    "compute_at",
    "inline",
    "over",
    "vectorize",
    "stepped",
    "memoize",
    "on",
];

impl Words {
    /// Reads the order of a function; none if it has no driver.
    pub fn read(program: &Program<'_>, of: &Fn<'_>, errors: &mut Errors) -> Option<Self> {
        let (first, rest) = of.head.order.split_first()?;
        let Some(&(_, driver)) = DRIVERS.iter().find(|(name, _)| first.name == name) else {
            let text = format!("an order does not begin with `{}`", first.name);
            let help = match WORDS.iter().any(|word| first.name == word) {
                true => {
                    "it begins with how the rows are visited: `bottom_up(b)`, `top_down(b)`, `map(xs)` …".to_owned()
                }
                false => nearest(&first.name.to_string(), DRIVERS.iter().map(|it| it.0), "way to visit rows"),
            };
            errors.push(first.name.span(), text, help);
            return None;
        };
        let mut words = Words {
            driver: (driver, first.name.span()),
            args: Vec::new(),
            wavefront: None,
            chunk: None,
            parallel: None,
            fuse: None,
            by_operator: None,
            dedup: None,
            stepped: None,
            memoize: None,
            push: None,
            pull: None,
            at: Vec::new(),
            over: None,
            vectorize: None,
            on: None,
        };
        let known = errors.len();
        for arg in &first.args {
            words.args.extend(parameter(of, arg, errors));
        }
        for word in rest {
            words.word(program, of, word, errors);
        }
        // What is wrong with the words may make others wrong.
        (errors.len() == known).then_some(words)
    }

    fn word(&mut self, program: &Program<'_>, of: &Fn<'_>, word: &Word<'_>, errors: &mut Errors) {
        let (span, name) = (word.name.span(), word.name.to_string());
        let twice = |again: bool, errors: &mut Errors| {
            if again {
                errors.push(span, format!("`{name}` is said twice"), "remove one");
            }
        };
        let count = |counts: &[usize], example: &str, errors: &mut Errors| {
            let fits = counts.contains(&word.args.len());
            if !fits {
                let wanted = match counts {
                    [0] => "no argument",
                    [1] => "one argument",
                    [0, 1] => "one argument or none",
                    _ => "two arguments",
                };
                let text = format!("`{name}` takes {wanted}, and {}", there(word.args.len()));
                errors.push(span, text, format!("write `{example}`"));
            }
            fits
        };
        match name.as_str() {
            "wavefront" if count(&[0, 1], "wavefront()", errors) => {
                let is = |shape: &Shape| matches!(shape, Shape::Levels(_));
                let levels = given(program, of, word, ("the levels", "Levels"), is, errors);
                twice(self.wavefront.replace((span, levels)).is_some(), errors);
            }
            "chunk" if count(&[1], "chunk(4096)", errors) => match number(program, word.args[0]) {
                Some(rows) if rows.to_string() == "0" => {
                    errors.push(word.args[0].span, "a task has one row at least", "write `chunk(4096)`");
                }
                Some(rows) => twice(self.chunk.replace((span, rows)).is_some(), errors),
                None => errors.push(
                    word.args[0].span,
                    "a number of rows is wanted here",
                    "write `chunk(4096)`, or a `const`",
                ),
            },
            "parallel" if count(&[0], "parallel()", errors) => twice(self.parallel.replace(span).is_some(), errors),
            "fuse" if count(&[0], "fuse()", errors) => twice(self.fuse.replace(span).is_some(), errors),
            "by_operator" if count(&[0], "by_operator()", errors) => {
                twice(self.by_operator.replace(span).is_some(), errors);
            }
            "dedup" if count(&[0], "dedup()", errors) => twice(self.dedup.replace(span).is_some(), errors),
            "pull" if count(&[0, 1], "pull()", errors) => {
                let is = |shape: &Shape| matches!(shape, Shape::Users(_));
                let users = given(program, of, word, ("the parents", "Users"), is, errors);
                twice(self.pull.replace((span, users)).is_some(), errors);
            }
            "stepped" if count(&[0], "stepped()", errors) => twice(self.stepped.replace(span).is_some(), errors),
            "memoize" if count(&[0], "memoize()", errors) => twice(self.memoize.replace(span).is_some(), errors),
            // Its argument is read where the function is.
            "on" => twice(self.on.replace(span).is_some(), errors),
            "push" if count(&[1], "push(privatize)", errors) => {
                let push = match &word.args[0].kind {
                    Kind::Name(name) if name == "atomic" => Push::Atomic,
                    Kind::Name(name) if name == "privatize" => Push::Privatize,
                    _ => {
                        let help = "`push(atomic)` updates the column itself, `push(privatize)` a copy for each task";
                        return errors.push(word.args[0].span, "this is no way to push", help);
                    }
                };
                twice(self.push.replace((span, push)).is_some(), errors);
            }
            "compute_at" if count(&[2], "compute_at(depth, root)", errors) => {
                let at = match &word.args[1].kind {
                    Kind::Name(name) if name == "root" => At::Root,
                    Kind::Name(name) if name == "row" => At::Row,
                    _ => {
                        let help = "`root` is a pass before this one, `row` in this pass, row by row";
                        return errors.push(word.args[1].span, "a val is computed at `root` or at `row`", help);
                    }
                };
                if let Some(val) = val(program, word.args[0], errors) {
                    self.at.push((span, val, at));
                }
            }
            "inline" if count(&[1], "inline(weight)", errors) => {
                if let Some(val) = val(program, word.args[0], errors) {
                    self.at.push((span, val, At::Inline));
                }
            }
            "vectorize" if count(&[1], "vectorize(8)", errors) => {
                let lanes = match &word.args[0].kind {
                    Kind::Literal(syn::Lit::Int(int)) => {
                        int.base10_parse::<usize>().ok().filter(|n| (1..=64).contains(n))
                    }
                    _ => None,
                };
                match lanes {
                    Some(lanes) => twice(self.vectorize.replace((span, lanes)).is_some(), errors),
                    None => {
                        let help = "write `vectorize(8)`: from 1 to 64 points at a time";
                        errors.push(word.args[0].span, "a number of points is wanted here", help);
                    }
                }
            }
            "over" if count(&[1], "over(points)", errors) => {
                let space = match &word.args[0].kind {
                    Kind::Name(name) => program.spaces.iter().position(|space| space.name == *name),
                    _ => None,
                };
                match space {
                    Some(space) => twice(self.over.replace((span, space)).is_some(), errors),
                    None => {
                        let known: Vec<String> = program.spaces.iter().map(|space| space.name.to_string()).collect();
                        let name = match &word.args[0].kind {
                            Kind::Name(name) => name.to_string(),
                            _ => String::new(),
                        };
                        let help = nearest(&name, known.iter().map(String::as_str), "space");
                        errors.push(word.args[0].span, "a space of this block is wanted here", help);
                    }
                }
            }
            known if WORDS.contains(&known) => {}
            _ if DRIVERS.iter().any(|it| it.0 == name) => {
                let help = "an order visits the rows in one way: write another function for the other pass";
                errors.push(span, format!("`{name}` stands at the beginning of an order"), help);
            }
            _ => errors.push(span, format!("`{name}` is no word of an order"), nearest(&name, WORDS, "word")),
        }
    }

    /// The batch that is visited, and its space.
    pub fn batch(&self, program: &Program<'_>, errors: &mut Errors) -> Option<(Ident, SpaceId)> {
        let (name, example) = match self.driver.0 {
            Driver::TopDown => ("top_down", "top_down(b)"),
            _ => ("bottom_up", "bottom_up(b)"),
        };
        let [(batch, ty)] = &self.args[..] else {
            errors.push(self.driver.1, format!("`{name}` visits one batch"), format!("write `{example}`"));
            return None;
        };
        match *program.types.shape(*ty) {
            Shape::Batch(space) | Shape::Plan(space) => Some((batch.clone(), space)),
            Shape::Error => None,
            _ => {
                let text = format!("`{batch}` is {}, and no batch", program.types.told(*ty));
                errors.push(batch.span(), text, format!("`{name}` visits a parameter of the type `&Batch<…>`"));
                None
            }
        }
    }
}

/// What a word got of a batch: a parameter of this type.
fn given(
    program: &Program<'_>,
    of: &Fn<'_>,
    word: &Word<'_>,
    (what, name): (&str, &str),
    is: impl std::ops::Fn(&Shape) -> bool,
    errors: &mut Errors,
) -> Option<Ident> {
    let arg = word.args.first()?;
    let (param, ty) = parameter(of, arg, errors)?;
    if !is(program.types.shape(ty)) {
        let help = format!("declare it as `{param}: &{name}<expr>`, or write `{}()`", word.name);
        errors.push(arg.span, format!("`{param}` is not {what} of a batch"), help);
    }
    Some(param)
}

/// A parameter of the function, by its name.
fn parameter(of: &Fn<'_>, arg: &Expr<'_>, errors: &mut Errors) -> Option<(Ident, Ty)> {
    let Kind::Name(name) = &arg.kind else {
        errors.push(arg.span, "the name of a parameter is wanted here", "an order is of what the function got");
        return None;
    };
    match of.params.iter().find(|(known, _)| known == name) {
        Some((_, ty)) => Some((name.clone(), *ty)),
        None => {
            let known: Vec<String> = of.params.iter().map(|(name, _)| name.to_string()).collect();
            let help = nearest(&name.to_string(), known.iter().map(String::as_str), "parameter");
            errors.push(name.span(), format!("`{}` has no parameter `{name}`", of.head.name), help);
            None
        }
    }
}

fn val(program: &Program<'_>, arg: &Expr<'_>, errors: &mut Errors) -> Option<ValId> {
    if let Kind::Name(name) = &arg.kind {
        if let Some(val) = program.vals.iter().position(|val| val.name == *name) {
            return Some(val);
        }
        let known: Vec<String> = program.vals.iter().map(|val| val.name.to_string()).collect();
        let help = nearest(&name.to_string(), known.iter().map(String::as_str), "val");
        errors.push(name.span(), format!("no val is called `{name}`"), help);
    } else {
        errors.push(arg.span, "the name of a val is wanted here", "write `compute_at(depth, root)`");
    }
    None
}

/// A literal, or a constant of the block.
fn number(program: &Program<'_>, arg: &Expr<'_>) -> Option<TokenStream> {
    match &arg.kind {
        Kind::Literal(syn::Lit::Int(int)) => Some(int.to_token_stream()),
        Kind::Name(name) => {
            let known = program.consts.iter().find(|it| it.name == *name)?;
            match program.types.shape(known.ty) {
                Shape::Int("usize") => Some(name.to_token_stream()),
                Shape::Int(_) => Some(quote!(#name as usize)),
                _ => None,
            }
        }
        _ => None,
    }
}

//! `net!`: nets written inline in Rust.
//!
//! tokens → (syntax) tree → checked net → signs → table → Rust. Everything but the first and the last step is the
//! front end that files use too.

mod emit;
mod head;
mod report;
mod tokens;

use head::Head;
use polarnet_syntax::{
    check,
    diagnostic::{Report, Severity},
    infer,
    number::Numbers,
    span::Span as Place,
    table::{self, Table},
};
use proc_macro2::TokenStream;
use tokens::Tokens;
use typed_arena::Arena;

/// Writes a net.
///
/// As an expression it is a `Book` of an index space of its own:
///
/// ```ignore
/// let book = net! {
///     @main = r & @twice ~ (21 r)
///     @twice = ($([*2] x) x)
/// };
/// assert_eq!(Runtime::new().run(&book)?.value::<u32>()?, 42);
/// ```
///
/// As an item it is a type, with a function for each definition that has a signature:
///
/// ```ignore
/// net! {
///     pub book Math {
///         @twice(n: u32) -> u32 = ($([*2] x) x)
///     }
/// }
/// assert_eq!(Math::twice(&Runtime::new(), 21)?, 42);
/// ```
///
/// # The language
///
/// A book is a list of definitions `@name = root & tree ~ tree & …`. A tree is
///
/// | | |
/// |---|---|
/// | `(a b)` | `CON`: lambdas, applications, pairs |
/// | `{a b}`, `&7{a b}` | `DUP`: duplications and superpositions, with a label |
/// | `$(rhs ret)` | operator; within `macro_rules!` write `op(rhs ret)` |
/// | `?(arms ret)` | switch on a number |
/// | `@name` | reference to a definition |
/// | `7`, `+7`, `7.5` | `u32`, `i32`, `f32` |
/// | `[+]`, `[*2]`, `[:-]`, `[u32]` | operator symbols, partially applied operators, casts |
/// | `#ident`, `#(expr)` | a number that Rust computes |
/// | `*` | eraser |
/// | `x` | one end of a wire; its other end has the same name |
///
/// A sign before a tree, `+` or `-`, writes its polarity, which is then checked. `#![numbers(hvm24)]` at the start gives
/// the book HVM2's 24-bit numbers; `#![unpolarized]` allows nets in which no consistent polarity exists.
#[proc_macro]
pub fn net(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand(input.into()).into()
}

fn expand(input: TokenStream) -> TokenStream {
    match head::split(input) {
        Ok(Head::Expression(body)) => expression(body),
        Ok(Head::Item { attributes, name, body }) => item(&attributes, &name, body),
        Err(error) => error.to_compile_error(),
    }
}

fn expression(body: TokenStream) -> TokenStream {
    let texts = Arena::new();
    let tokens = Tokens::new(body, &texts);
    match front(&tokens) {
        Ok((_, table)) => emit::expression(&table, &tokens.holes),
        Err(errors) => {
            quote::quote!({ #errors ::polarnet::private::Book::<::polarnet::private::Static<::polarnet::private::Broken>>::from_source(&[]) })
        }
    }
}

fn item(attributes: &TokenStream, name: &proc_macro2::Ident, body: TokenStream) -> TokenStream {
    let texts = Arena::new();
    let tokens = Tokens::new(body, &texts);
    match front(&tokens) {
        Ok((net, table)) => emit::item(attributes, name, &net, &table, &tokens.holes),
        Err(errors) => quote::quote!(#attributes struct #name; #errors),
    }
}

/// The whole front end: parse, check, infer, assemble; or all the errors.
fn front(tokens: &Tokens<'_>) -> Result<(polarnet_syntax::net::Net, Table), TokenStream> {
    let mut report = Report::new();
    let Some(net) = check::read(tokens.source(), Numbers::Native, &mut report) else {
        return Err(report::render(report, tokens));
    };
    let inference = infer::infer(&net);
    for clash in &inference.clashes {
        if clash.written || !net.unpolarized {
            report.push(clash.diagnostic(&net, Severity::Error));
        }
    }
    if report.has_errors() {
        return Err(report::render(report, tokens));
    }
    let place = |place: Place| {
        let start = tokens.spans(place).0.start();
        table::Place { line: start.line as u32, column: start.column as u32 + 1 }
    };
    let table = Table::assemble(&net, &inference, place);
    Ok((net, table))
}

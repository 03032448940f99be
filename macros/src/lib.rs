//! `net!`: nets written inline in Rust; `include_net!`: nets in files; `rewrite!`: equations between nets; `schedule!`: passes over
//! columns, in modules of its own (`schedule/`); `derive(FromNormal)`: agents of a normal form as an enum.
//!
//! tokens → (syntax) tree → checked net → signs → table → Rust. Everything but the first and the last step is the
//! front end that files use too.

mod definitions;
mod emit;
mod file;
mod from_normal;
mod front;
mod function;
mod functions;
mod head;
mod include;
mod lex;
mod native;
mod origin;
mod passes;
mod report;
mod rewrite;
mod root;
mod schedule;
#[cfg(test)]
mod tests;
mod tokens;

use head::Head;
use proc_macro2::TokenStream;
use syn::{DeriveInput, parse_macro_input};
use tokens::Tokens;
use typed_arena::Arena;

#[doc = include_str!("net.md")]
#[proc_macro]
pub fn net(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand(input.into()).into()
}

#[doc = include_str!("include_net.md")]
#[proc_macro]
pub fn include_net(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    include::expand(input.into()).into()
}

#[doc = include_str!("rewrite.md")]
#[proc_macro]
pub fn rewrite(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    rewrite::expand(input.into()).into()
}

#[doc = include_str!("schedule.md")]
#[proc_macro]
pub fn schedule(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    schedule::expand(input.into()).into()
}

#[doc = include_str!("from_normal.md")]
#[proc_macro_derive(FromNormal, attributes(agent))]
pub fn derive_from_normal(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    from_normal::expand(parse_macro_input!(input as DeriveInput)).into()
}

/// What a language calls for `schedule!`. Not for people.
#[doc(hidden)]
#[proc_macro]
pub fn schedule_described(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    schedule::described(input.into()).into()
}

/// One pipeline: what is wrong is reported, and what can be emitted is, so that one mistake is one error.
fn expand(input: TokenStream) -> TokenStream {
    let texts = Arena::new();
    match head::split(input) {
        Ok(Head::Expression(body)) => {
            let name = head::name_of_net(&body);
            let tokens = Tokens::new(body, None, &texts);
            emit::expression(&name, &tokens.front(false), &tokens)
        }
        Ok(Head::Item(item)) => {
            let tokens = Tokens::new(item.body.clone(), Some(item.end), &texts);
            emit::item(&item, &tokens.front(true), &tokens)
        }
        Err(error) => error.to_compile_error(),
    }
}

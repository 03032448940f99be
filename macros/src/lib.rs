//! `net!`: nets written inline in Rust.
//!
//! tokens → (syntax) tree → checked net → signs → table → Rust. Everything but the first and the last step is the
//! front end that files use too.

mod emit;
mod front;
mod function;
mod head;
mod lex;
mod report;
#[cfg(test)]
mod tests;
mod tokens;

use head::Head;
use proc_macro2::TokenStream;
use tokens::Tokens;
use typed_arena::Arena;

/// Writes a net.
///
/// As an expression it is a `Book` of an index space of its own:
///
/// ```
/// use polarnet::{Runtime, net};
///
/// let book = net! {
///     @main = r & @twice ~ (21 r)
///     @twice = ($([*2] x) x)
/// };
/// assert_eq!(Runtime::new().run(&book)?.value::<u32>()?, 42);
/// # Ok::<(), polarnet::Error>(())
/// ```
///
/// As an item it is a type, with a function for each definition that has a signature:
///
/// ```
/// use polarnet::{Runtime, net};
///
/// net! {
///     pub book Math {
///         @twice(n: u32) -> u32 = ($([*2] x) x)
///     }
/// }
/// assert_eq!(Math::twice(&Runtime::new(), 21)?, 42);
/// # Ok::<(), polarnet::Error>(())
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
/// A sign before a tree, `+` or `-`, writes its polarity, which is then checked; one that touches a digit belongs to the
/// number. `#![numbers(hvm24)]` at the start gives the book HVM2's 24-bit numbers; `#![unpolarized]` allows nets in which
/// no consistent polarity exists. Doc comments before a definition with a signature document its function.
///
/// `$(` is what repetitions in `macro_rules!` look like. There rustc says "expected one of: `*`, `+`, or `?`" of an
/// operator, before `net!` sees it: write `op(rhs ret)`. A variable that holds a number gives a label or a number,
/// `#$n(a b)` or `(a $n)`; one that holds an expression is a Rust value, `#$e`, or `#($e)` to be clear.
#[proc_macro]
pub fn net(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand(input.into()).into()
}

/// One pipeline: what is wrong is reported, and what can be emitted is, so that one mistake is one error.
fn expand(input: TokenStream) -> TokenStream {
    let texts = Arena::new();
    match head::split(input) {
        Ok(Head::Expression(body)) => {
            let name = head::name_of_net(&body);
            let tokens = Tokens::new(body, None, &texts);
            emit::expression(&name, &front::front(&tokens, false), &tokens)
        }
        Ok(Head::Item(item)) => {
            let tokens = Tokens::new(item.body.clone(), Some(item.end), &texts);
            emit::item(&item, &front::front(&tokens, true), &tokens)
        }
        Err(error) => error.to_compile_error(),
    }
}

//! Rules as Rust functions: the steps of `polarnet_lower`, written out.
//!
//! Each negative agent is a function of the value that it meets and of what stands at its positive ports. Numbers that ports
//! hold are Rust numbers in it. All of it stands inside of one function of the book's, so no name is seen outside. Local variables
//! have two underscores in front: a constant of the user's that is called like one would be a pattern, whatever the span.

mod actor;
mod again;
mod body;
mod calls;
mod exit;
mod expression;
mod inline;
mod leaves;
mod places;
pub mod ports;
mod rules;
mod select;
pub mod terms;
mod unroll;

use crate::{
    definitions::{self, Definitions},
    front::Front,
};
use inline::Simple;
use polarnet_columns::{Brand, Space};
use polarnet_lower::{Actor, actors, is_serial};
use polarnet_syntax::{book::Book, number::Number, table::Table};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// Larger books are interpreted: rustc would take long. In rows of their rules.
const LARGEST: usize = 1 << 14;

/// Of larger ones it is not asked whether there is one thing to do at a time: there hardly is.
const FEW: usize = 1 << 10;

/// The method of `Source` that gives the functions; nothing where rules are interpreted.
pub fn functions(front: &Front, root: &TokenStream) -> TokenStream {
    let table = &front.table;
    if table.rows.is_empty() || table.rows.len() > LARGEST {
        return TokenStream::new();
    }
    let values = vec![Number::from_parts(0, 0); table.holes.len()];
    Brand::with(|guard| {
        let book = Book::build(guard, table, &values);
        let has_rules = !table.rules.is_empty() && !has_rust_values(table);
        let actors = if has_rules { actors(&book) } else { None };
        let definitions = definitions::emit(front, &book);
        if actors.is_none() && definitions.is_none() {
            return TokenStream::new();
        }
        let actors = actors.unwrap_or_default();
        let simple = inline::simple(&actors);
        let serial = table.rows.len() <= FEW && is_one_at_a_time(&book, &actors);
        Emit { book: &book, root, actors: &actors, simple, serial }.method(definitions)
    })
}

fn is_one_at_a_time<S: Space>(book: &Book<S>, actors: &[Actor]) -> bool {
    polarnet_lower::definitions(book).is_some_and(|definitions| is_serial(book, &definitions, actors))
}

/// Does a rule have a Rust value on its right side? Only a macro's `#$value` can be one; it is not known here.
fn has_rust_values(table: &Table) -> bool {
    let rows = |def: u32| {
        let start = def.checked_sub(1).map_or(0, |before| table.defs[before as usize].end);
        start..table.defs[def as usize].end
    };
    table.rules.iter().any(|rule| table.holes.iter().any(|&(row, _)| rows(rule.def).contains(&row)))
}

struct Emit<'e, S: Space> {
    book: &'e Book<S>,
    root: &'e TokenStream,
    actors: &'e [Actor],
    /// Those that others do the work of, at once.
    simple: Vec<Simple>,
    /// There is one thing to do at a time.
    serial: bool,
}

impl<S: Space> Emit<'_, S> {
    fn method(&self, definitions: Option<Definitions>) -> TokenStream {
        let (root, actors, serial) = (self.root, self.actors, self.serial);
        let functions = actors.iter().map(|actor| self.actor(actor));
        let entries = self.book.declared().map(|symbol| match actors.iter().find(|actor| actor.symbol == symbol) {
            Some(actor) if !actor.arms.is_empty() => {
                let entry = format_ident!("enter_{}", symbol.0);
                // SAFETY, of what is emitted: the functions are made of the rules of this table.
                quote!(::core::option::Option::Some(unsafe { Entries::new(#entry, #entry) }))
            }
            _ => quote!(::core::option::Option::None),
        });
        // Without functions of rules all are interpreted.
        let entries = (!actors.is_empty()).then(|| quote!(#(#entries),*));
        let (of_definitions, definitions) = match definitions {
            Some(Definitions { functions, table }) => (functions, table),
            None => (TokenStream::new(), quote!(&[])),
        };
        quote! {
            #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
            #[allow(unreachable_code, unused_assignments, unused_mut, unused_variables)]
            fn functions() -> ::core::option::Option<#root::private::BookFunctions> {
                #[allow(unused_imports)]
                use #root::private::compiled::{
                    Caller, Cell, EmittedDefinition, EmittedFunction, Entries, Functions, Kind, LATE, Number, Op, Redex, Tag, Type, Value, Wide, WideOp, WideType, Word, Worker,
                    arguments, is_closure, is_number, is_pair, is_unsigned, is_zero, less_one, look_at, matched, number, select,
                    shifted,
                };
                #(#functions)*
                #of_definitions
                static FUNCTIONS: Functions = Functions { rules: &[#entries], definitions: #definitions, serial: #serial };
                ::core::option::Option::Some(&FUNCTIONS)
            }
        }
    }
}

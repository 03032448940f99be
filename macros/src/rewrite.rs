//! `rewrite!`: equations, checked while the program compiles.

use crate::{report, tokens::Tokens};
use polarnet_passes::rewrite::{Clause, Equation, Term, parse};
use polarnet_syntax::diagnostic::Report;
use proc_macro2::TokenStream;
use quote::quote;
use typed_arena::Arena;

/// The errors, and the pass, so that its uses are no second error.
pub fn expand(input: TokenStream) -> TokenStream {
    let texts = Arena::new();
    let tokens = Tokens::new(input, None, &texts);
    let mut report = Report::new();
    let equations = parse(tokens.source(), &mut report);
    let (errors, more) = (report::render(report, &tokens), &tokens.errors);
    let root = &tokens.root;
    let equations = equations.iter().map(|equation| emit(equation, root));
    quote!({
        #errors
        #more
        #root::passes::Rewrite::checked([#(#equations),*])
    })
}

fn emit(Equation { left, right, clauses }: &Equation, root: &TokenStream) -> TokenStream {
    let (left, right) = (term(left, root), term(right, root));
    let clauses = clauses.iter().map(|clause| match clause {
        Clause::Erase(name) => quote!(#root::passes::rewrite::Clause::erase(#name)),
        Clause::Copy(name, [a, b]) => quote!(#root::passes::rewrite::Clause::copy(#name, [#a, #b])),
    });
    quote!(#root::passes::rewrite::Equation::new(#left, #right, [#(#clauses),*]))
}

fn term(pattern: &Term, root: &TokenStream) -> TokenStream {
    match pattern {
        Term::Variable(name) => quote!(#root::passes::rewrite::Term::variable(#name)),
        Term::Number(text) => quote!(#root::passes::rewrite::Term::number(#text)),
        Term::Agent(name, terms) => {
            let terms = terms.iter().map(|pattern| term(pattern, root));
            quote!(#root::passes::rewrite::Term::agent(#name, [#(#terms),*]))
        }
    }
}

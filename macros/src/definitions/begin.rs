//! Where a function does not begin: what its arguments must be, and what is done if they are not.
//!
//! A call of a definition is put off then, or parked: it becomes a node. A function that is several as one is no definition's, so what cannot begin is
//! called as these, which can be parked. Only what is put off, and has a known argument, is a node of its own: that is
//! taken up again, and waits for nothing.

use super::{
    Back, Emit, arguments,
    steps::{Goes, Writer},
};
use polarnet_columns::Space;
use polarnet_lower::{Function, Test};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

impl<S: Space> Emit<'_, S> {
    /// What must be known of all arguments that are tested so.
    pub fn tests(&self, function: &Function, number: u32, of: Test, back: Back) -> TokenStream {
        let ports: Vec<_> = function.ports(of).collect();
        self.test(function, number, of, &ports, back)
    }

    /// What must be known of some arguments: they are looked at; if it is not so, the function does not begin. `back`: how a result
    /// is given.
    pub fn test(&self, function: &Function, number: u32, of: Test, ports: &[u32], back: Back) -> TokenStream {
        let names = arguments(function);
        let (is, misses) = match of {
            Test::Number => (quote!(is_number), quote!(misses_number)),
            Test::Pair => (quote!(is_pair), quote!(misses_pair)),
        };
        // Pairs are looked at when it has counted.
        let count = match of {
            Test::Number => 0,
            Test::Pair => function.body.count,
        };
        let counts_less = (count > 0).then(|| quote!(__w.counts_less(#count);));
        let apart = format_ident!("apart_{number}");
        let tests = ports.iter().map(|&port| {
            let (name, at) = (&names[port as usize], port as u8);
            if function.apart.is_some() {
                let missed = back.with(&quote!(#apart(__w #(, #names)*)));
                return quote! {
                    if !#is(#name) {
                        #name = __w.know(#name);
                        if !#is(#name) {
                            #counts_less
                            #missed;
                        }
                    }
                };
            }
            let missed = back.with(&quote!(__x0));
            quote! {
                if !#is(#name) {
                    match __w.#misses(#number, &mut [#(#names),*], #at) {
                        ::core::result::Result::Ok(__x0) => #name = __x0,
                        ::core::result::Result::Err(__x0) => #missed,
                    }
                }
            }
        });
        quote!(#(#tests)*)
    }

    /// Is a function several as one, and may all of its arguments be variables when it is put off?
    pub fn may_be_apart(&self, function: &Function) -> bool {
        function.apart.is_some() && !function.tests.iter().any(|(_, test)| *test == Test::Number)
    }

    /// A function does not begin now: what it gives.
    pub fn put_off(&self, function: &Function, number: u32) -> TokenStream {
        let names = arguments(function);
        let put_off = quote!(__w.put_off_function(#number, &[#(#names),*]));
        if !self.may_be_apart(function) {
            return put_off;
        }
        let apart = format_ident!("apart_{number}");
        quote!(if #(!#names.is_var())||* { #put_off } else { #apart(__w #(, #names)*) })
    }

    /// The functions that one is.
    pub fn apart(&self, function: &Function, number: u32) -> Option<TokenStream> {
        let calls = Writer::new(self, function, false).block(function.apart.as_ref()?, 0, Goes::ON).1;
        let names = arguments(function);
        let own = format_ident!("apart_{number}");
        Some(quote! {
            #[cold]
            #[inline(never)]
            unsafe fn #own(__w: &mut Caller<'_> #(, #names: Word)*) -> Word {
                // SAFETY: see below.
                unsafe { #calls }
            }
        })
    }
}

//! Which recursions have something left to do.

use super::book;
use crate::{Function, guessed};

/// What the function that calls itself needs behind the call; `None` if it is no such loop.
fn needs(text: &str) -> Option<usize> {
    book(text).with(|book| {
        let def = book.defs().find(|&def| book.names()[def] == "of").expect("it is there").raw();
        let found = guessed(book, &[(def, 1), (def, 2)]).unwrap_or_else(|| panic!("signs clash: {text}"));
        let functions: Vec<_> = found.iter().flat_map(|definition| definition.functions.values()).collect();
        let waits: Vec<_> = functions.into_iter().filter(|function| function.waits()).collect();
        waits.first().map(|function| in_block(function, &function.body).expect("it waits"))
    })
}

fn in_block(function: &Function, block: &crate::Block) -> Option<usize> {
    match function.waiting_call(block) {
        Some(call) => Some(call.needs.len()),
        None => block.end()?.blocks().into_iter().find_map(|block| in_block(function, block)),
    }
}

#[test]
fn which_recursions_wait() {
    for (text, expected) in [
        ("@of = (?((0 @n) r) r) @n = ({n $([-] $(s r))} r) & @of ~ (n s)", Some(1)),
        ("@of = (?((0 @n) r) r) @n = (n r) & @of ~ (n $([-7] r))", Some(0)),
        // Trees whose other half is a number.
        ("@of = (?((0 @n) r) r) @n = ({n m} (m s)) & @of ~ (n s)", Some(1)),
        // The other argument of a pair.
        ("@of = (?((@e @n) (x r)) (x r)) @e = (x x) @n = (n (x (x s))) & @of ~ (n (1 t)) & t ~ $([-2] s)", Some(1)),
        // A loop with an accumulator needs nothing.
        ("@of = (?((0 @n) r) r) @n = ({n $([+] $(s r))} r) & @of ~ (n s)", None),
        // The end of a loop, and two calls.
        ("@of = (?((@e @n) (x r)) (x r)) @e = (x x) @n = (n ($([+3] y) r)) & @of ~ (n (y r))", None),
        ("@of = (?((7 @n) r) r) @n = ({n m} r) & @of ~ (n $([-] $(s r))) & @of ~ (m s)", None),
    ] {
        assert_eq!(needs(text), expected, "{text}");
    }
}

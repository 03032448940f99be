//! Which recursions have something left to do.

use super::book;
use crate::{Function, WaitingCall, guessed};

/// What is said of the call that the function waits for; `None` if it is no such loop.
fn of_call<R>(text: &str, says: impl Fn(&Function, WaitingCall<'_>) -> R) -> Option<R> {
    book(text).with(|book| {
        let def = book.defs().find(|&def| book.names()[def] == "of").expect("it is there").raw();
        let found = guessed(book, &[(def, 1), (def, 2)]).unwrap_or_else(|| panic!("signs clash: {text}"));
        let mut functions = found.iter().flat_map(|definition| definition.functions.values());
        let function = functions.find(|function| function.waits())?;
        Some(says(function, in_block(function, &function.body).expect("it waits")))
    })
}

fn in_block<'b>(function: &Function, block: &'b crate::Block) -> Option<WaitingCall<'b>> {
    function
        .waiting_call(block)
        .or_else(|| block.end()?.blocks().into_iter().find_map(|block| in_block(function, block)))
}

/// How many words it needs.
fn needs(text: &str) -> Option<usize> {
    of_call(text, |_, call| call.needs.len())
}

/// How many of them do not follow from the arguments.
fn kept(text: &str) -> Option<usize> {
    of_call(text, |function, call| function.induction(&call).needs.iter().filter(|need| need.is_none()).count())
}

/// A recursion in `n` that needs `x`, of which the next turn gets what this takes.
fn next(takes: &str, more: &str) -> String {
    format!(
        "@of = (?((@e @n) (x r)) (x r)) @e = (x x)
        @n = (n ({{{takes} x2}} r)) & @of ~ (n (y s)) & x2 ~ $([-] $(s r)) {more}"
    )
}

#[test]
fn what_follows_from_arguments() {
    for (text, expected) in [
        ("@of = (?((0 @n) r) r) @n = ({n $([-] $(s r))} r) & @of ~ (n s)".to_owned(), 0),
        (next("y", ""), 0),
        (next("$([+3] y)", ""), 0),
        (next("$([:-3] $([+4] y))", ""), 0),
        // Literals of other types, and other operators.
        (next("$([++3] y)", ""), 1),
        (next("$([*3] y)", ""), 1),
        (next("$([-3] y)", ""), 1),
        (next("x1", "& x1 ~ $([-] $(3 y))"), 0),
        // How often it goes on without waiting is not known.
        (
            "@of = (?((@a (?((@b @c) (x s)) (x s))) (y r)) (y r)) @a = (x x) @b = (x r) & @of ~ (3 (x r))
            @c = ({n m} (x r)) & @of ~ (n (x s)) & m ~ $([-] $(s r))"
                .to_owned(),
            1,
        ),
    ] {
        assert_eq!(kept(&text), Some(expected), "{text}");
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

//! `extern` agents: their effects have the order of a token, and each happens once, in every engine.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, Book, Runtime, columns::Space, net};
use std::{collections::HashMap, sync::Mutex};
use support::everywhere::{run_rust as run, runtimes};

/// What a run of a book has logged.
fn logs<S: Space>(book: &Book<S>, log: &Mutex<Vec<u32>>) -> HashMap<Vec<u32>, usize> {
    let mut logs = HashMap::new();
    for runtime in runtimes() {
        for _ in 0..10 {
            log.lock().unwrap().clear();
            runtime.run(book).unwrap();
            *logs.entry(log.lock().unwrap().clone()).or_default() += 1;
        }
    }
    logs
}

#[test]
fn effects_in_the_order_of_the_token() {
    static LOG: Mutex<Vec<u32>> = Mutex::new(Vec::new());
    let book = net! {
        extern -Print(#c: u32) { LOG.lock().unwrap().push(c) }
        extern -Tick(-before, -sum) -> (u32, f32) {
            let log = LOG.lock().unwrap();
            (log.len() as u32, log.iter().sum::<u32>() as f32)
        }
        agent +Nil, +Cons(+head, +tail), -All(+token, -then) ~ List, -One(+token, -then);
        group List = Nil Cons;
        rule All(token, then) ~ Nil => then ~ token;
        rule All(token, then) ~ Cons(x, xs) => One(token, next) ~ x & All(next, then) ~ xs;
        rule One(token, then) ~ #c => Print(#c, then) ~ token;

        @main = (n s) & All(Token, t) ~ Cons(104, Cons(a, Cons(33, Nil))) & 100 ~ $([+5] a) & Tick(n, s, u) ~ t & Print(10, v) ~ u & v ~ *
    };
    assert_eq!(logs(&book, &LOG), HashMap::from([(vec![104, 105, 33, 10], 10 * runtimes().len())]));
    LOG.lock().unwrap().clear();
    assert_eq!(Runtime::new().run(&book).unwrap().to_string(), "(3 242.0)");
}

/// Passes leave effects to the run, and in their order.
#[test]
fn effects_of_books_that_passes_have_made() {
    use polarnet::passes::{Entries, Pass, Passes};
    static LOG: Mutex<Vec<u32>> = Mutex::new(Vec::new());
    macro_rules! book {
        ($(#![passes($($pass:ident),*)])?) => {
            net! {
                $(#![passes($($pass),*)])?
                extern -Print(#c: u32) { LOG.lock().unwrap().push(c) }
                extern -Seen(-count) -> u32 { LOG.lock().unwrap().len() as u32 }
                @print = (?((@done @more) (t then)) (t then))
                @done = (t t)
                @more = ({n m} (t then)) & @out ~ (n (t u)) & @print ~ (m (u then))
                agent -Out(+token, -then);
                rule Out(token, then) ~ #n => Print(#n, then) ~ token;
                @out = (n (t then)) & Out(t, then) ~ n
                @main = r & @print ~ (5 (Token t)) & Seen(r, u) ~ t & u ~ *
            }
        };
    }
    let plain = book!();
    let expanded = book!(#![passes(default)]);
    let passed = Passes::from(Pass::ALL.to_vec()).run(&plain, &Entries::new(["main"]));
    assert!(LOG.lock().unwrap().is_empty());
    for book in [plain.into(), expanded.into(), passed] {
        let book: AnyBook = book;
        let logs = book.with(|book| logs(book, &LOG));
        assert_eq!(logs, HashMap::from([(vec![4, 3, 2, 1, 0], 10 * runtimes().len())]));
    }
}

/// Two tokens are two orders; each effect happens once all the same.
#[test]
fn effects_of_two_tokens() {
    static LOG: Mutex<Vec<u32>> = Mutex::new(Vec::new());
    let book = net! {
        extern -Print(#c: u32) { LOG.lock().unwrap().push(c) }
        @main = (t u) & Print(1, a) ~ Token & Print(2, t) ~ a & Print(11, b) ~ Token & Print(12, u) ~ b
    };
    assert_eq!(run(book.clone()).to_string(), "(Token Token)");
    for mut log in logs(&book, &LOG).into_keys() {
        let at = |n| log.iter().position(|&c| c == n).unwrap();
        assert!(at(1) < at(2) && at(11) < at(12), "{log:?}");
        log.sort_unstable();
        assert_eq!(log, [1, 2, 11, 12]);
    }
}

/// A function with effects is copied; each copy waits for the token that it gets.
#[test]
fn effects_in_functions() {
    static LOG: Mutex<Vec<u32>> = Mutex::new(Vec::new());
    let book = net! {
        extern -Print(#c: u32) { LOG.lock().unwrap().push(c) }
        @twice = ({f g} (t v)) & f ~ (t u) & g ~ (u v)
        @hello = (t v) & Print(1, u) ~ t & Print(2, v) ~ u
        @main = r & @twice ~ (@hello (Token r))
    };
    assert_eq!(run(book.clone()).to_string(), "Token");
    assert_eq!(logs(&book, &LOG), HashMap::from([(vec![1, 2, 1, 2], 10 * runtimes().len())]));
}

#[test]
fn the_token_is_not_copied() {
    let book = net! {
        extern -Print(#_c: u32) {}
        @two = ({t u} (t u))
        @main = r & @two ~ (t r) & Print(1, t) ~ Token
    };
    for runtime in runtimes() {
        let error = runtime.run(&book).unwrap_err();
        let expected = "no rule for `Token` and `{a b}`\nhelp: a token is never copied: what takes it hands it on to the next, \
                        so that effects have one order";
        assert_eq!(error.to_string(), expected, "{runtime:?}");
    }
}

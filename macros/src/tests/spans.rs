//! Errors underline all of what they are about.

use super::{errors, expansion};
use proc_macro2::{Delimiter, Group, Literal, Punct, Spacing, TokenStream, TokenTree};
use quote::{TokenStreamExt, quote};

/// What the errors of a source of one line underline.
fn underlined(source: &str) -> Vec<&str> {
    let mut found = errors(expansion(source));
    found.sort_by_key(|(first, ..)| first.start().column);
    found.iter().map(|(first, last, _)| &source[first.start().column..last.end().column]).collect()
}

#[test]
fn of_tokens_that_rustc_sees_apart() {
    for (source, expected) in [
        ("@main = (@suum *)", "@suum"),
        ("@main = (@ suum *)", "@ suum"),
        ("@main = -2147483649", "-2147483649"),
        ("@main = (+12ab *)", "+12ab"),
        ("@main = * & 1 ~ $([@] *)", "[@]"),
        ("#![unpolarised] @main = *", "#![unpolarised]"),
        ("@main = #()", "#()"),
        ("@main = #[inline]", "#[inline]"),
        ("@main = (* \"text\")", "\"text\""),
        ("@main = &2097152{* *}", "2097152"),
        ("@main = (* &! *)", "&!"),
        ("@main = (* -> *)", "->"),
        ("@main = * & 1 ~ $ *", "$"),
        ("@f(x: u32) -> u32 = (x @Bool/not)", "/"),
    ] {
        assert_eq!(underlined(source)[..1], [expected], "{source}");
    }
    assert_eq!(underlined("@main = ($(1 (2 3)) 4)").len(), 0, "a pair is a value");
}

#[test]
fn of_terms_and_of_several_places() {
    assert_eq!(underlined("@main = (x (x (* x)))"), ["x"; 3]);
    assert_eq!(underlined("@a = * @b = @a @a = 1"), ["@a"; 2]);
    assert_eq!(underlined("@main = $([+] (1 *))"), ["$([+] (1 *))"]);
    assert_eq!(underlined("@main = * & @ main ~ 3"), ["@ main", "3"]);
    assert_eq!(underlined("book B { @f(a: u32, b: u32) -> u32 = 5 }"), ["(a: u32, b: u32) -> u32", "5"]);
    assert_eq!(underlined("book B { @f(a: u32) -> (u32,f32) = (* 5) }"), ["(a: u32) -> (u32,f32)", "5"]);
}

#[test]
fn of_agents_and_rules() {
    const LISTS: &str = "agent +Nil, +Cons(+head, +tail), -Not(-out);";
    let underlined = |rest: &str| {
        let source = format!("{LISTS} {rest}");
        underlined(&source).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(underlined("@main = Cons(1, Conz(2, Nil))"), ["Conz"]);
    assert_eq!(underlined("@main = (Nil() Nil)"), ["Nil"]);
    assert_eq!(underlined("@main = Cons(Nil)"), ["Cons", "Cons(Nil)"]);
    assert_eq!(underlined("@main = Cons(1, -Nil)"), ["-", "Nil"]);
    assert_eq!(underlined("@main = r & Not(r) ~ 7"), ["Not(r) ~ 7"]);
    assert_eq!(underlined("rule Not(out) ~ (a b) => out ~ (a b);"), ["(a b)"]);
    assert_eq!(underlined("rule -Not(out) ~ -Nil => out ~ Nil;"), ["Nil", "-"]);
    assert_eq!(underlined("rule Nil ~ Cons(a, b) => a ~ b;"), ["Nil", "Cons", "Nil ~ Cons(a, b)"]);
    assert_eq!(underlined("group List = Nil Conz;"), ["Conz"]);
}

#[test]
fn of_an_end() {
    assert_eq!(underlined("@main ="), ["="]);
    assert_eq!(underlined("book B { @main = }"), ["}"]);
    assert_eq!(underlined("book B {}"), ["}"]);
    assert_eq!(underlined("pub book Name"), ["Name"]);
    assert_eq!(underlined("book A { @a = * } book B { @b = * }"), ["book B { @b = * }"]);
}

/// A macro gets the tokens of its variables in groups without brackets, and tokens without places.
#[test]
fn of_tokens_from_macros() {
    let five = Literal::u8_unsuffixed(5);
    let group = TokenTree::from(Group::new(Delimiter::None, quote!(#five)));
    for (value, fine) in [(quote!(#group), true), (quote!(# #group), true), (quote!(-#group), false)] {
        assert_eq!(errors(crate::expand(quote!(@main = #value))).is_empty(), fine, "{value}");
    }
    // A sign and a digit without places may have touched.
    let mut signed = TokenStream::new();
    signed.append(Punct::new('-', Spacing::Alone));
    signed.append(five);
    assert!(errors(crate::expand(quote!(@main = #signed))).is_empty());
    // Apart, they are likely meant as an operator.
    assert_eq!(underlined("@main = - 5"), ["-"]);
    assert_eq!(underlined("@main = (-5 (+5 + 5))"), ["+"]);
    assert_eq!(underlined("@main = (-{-x -y} +(+x +y))").len(), 0);
}

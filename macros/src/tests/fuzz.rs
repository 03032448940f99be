//! Token trees of all kinds, from nonsense to books with a mistake: `net!` says something, and never panics.

use super::errors;
use crate::expand;
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use proptest::prelude::*;

/// A token, or a group.
#[derive(Clone, Debug)]
pub enum Tree {
    Punct(char, bool),
    Word(&'static str),
    Literal(&'static str),
    Group(Delimiter, Vec<Tree>),
}

pub type Trees = Vec<Tree>;

pub fn stream(trees: &[Tree]) -> TokenStream {
    let tree = |tree: &Tree| match tree {
        Tree::Punct(c, joint) => Punct::new(*c, if *joint { Spacing::Joint } else { Spacing::Alone }).into(),
        Tree::Word(word) => match word.strip_prefix("r#") {
            Some(word) => Ident::new_raw(word, Span::call_site()).into(),
            None => Ident::new(word, Span::call_site()).into(),
        },
        Tree::Literal(text) => text.parse::<Literal>().expect("a literal").into(),
        Tree::Group(delimiter, trees) => TokenTree::from(Group::new(*delimiter, stream(trees))),
    };
    trees.iter().map(tree).collect()
}

fn leaf() -> impl Strategy<Value = Tree> {
    let words = vec!["a", "b", "x", "main", "op", "inf", "NaN", "_", "u32", "f32", "doc", "pub", "book", "fn", "self"];
    let agents = vec!["agent", "rule", "group", "Nil", "Cons", "Append", "where", "extern", "Token"];
    let more = vec!["r#match", "unpolarized", "numbers", "hvm24", "run", "Name", "crate", "é"];
    let literals = vec!["0", "1", "7", "2097152", "4294967296", "12ab", "1_000", "0x1F", "1.5", "1e39", "0b1", "7u32"];
    let others = vec!["\"text\"", "'c'", "b'c'", "br#\"raw\"#", "1.", "-5"];
    prop_oneof![
        4 => (prop::sample::select("@&~=#!*+-:,>?$./<;;%^|'".chars().collect::<Vec<_>>()), any::<bool>())
            .prop_map(|(c, joint)| Tree::Punct(c, joint)),
        3 => prop::sample::select([words, more, agents].concat()).prop_map(Tree::Word),
        2 => prop::sample::select([literals, others].concat()).prop_map(Tree::Literal),
    ]
}

pub fn trees() -> impl Strategy<Value = Trees> {
    let delimiter = prop::sample::select(vec![
        Delimiter::Parenthesis,
        Delimiter::Parenthesis,
        Delimiter::Brace,
        Delimiter::Bracket,
        Delimiter::None,
    ]);
    let tree = leaf().prop_recursive(4, 32, 4, move |inner| {
        (delimiter.clone(), prop::collection::vec(inner, 0..4)).prop_map(|(around, trees)| Tree::Group(around, trees))
    });
    prop::collection::vec(tree, 0..16)
}

/// Text that is a net more often than not.
fn book() -> impl Strategy<Value = String> {
    let leaves = vec![
        "a",
        "b",
        "c",
        "*",
        "1",
        "+2",
        "-1.5",
        "@f",
        "@g",
        "@h",
        "[+]",
        "[*2]",
        "+a",
        "-b",
        "#n",
        "#(n + 1)",
        "Nil",
        "-Nil",
        "Token",
        "Print(7, a)",
    ];
    let term = prop::sample::select(leaves).prop_map(str::to_owned).prop_recursive(3, 12, 2, |inner| {
        let heads = vec![
            ("(", ")"),
            ("{", "}"),
            ("$(", ")"),
            ("?(", ")"),
            ("&7{", "}"),
            ("#7{", "}"),
            ("op(", ")"),
            ("Cons(", ")"),
            ("Append(", ")"),
            ("Conz(", ")"),
        ];
        (prop::sample::select(heads), inner.clone(), inner)
            .prop_map(|((open, close), a, b)| format!("{open}{a} {b}{close}"))
    });
    let heads =
        vec!["@f", "@g", "@main", "@f(n: u32) -> u32", "@g(n: i32, m: f32) -> (u32, f32)", "/// doc\n@h() -> u32"];
    let redex = (term.clone(), term.clone()).prop_map(|(a, b)| format!(" & {a} ~ {b}"));
    let def = (prop::sample::select(heads), term.clone(), prop::collection::vec(redex.clone(), 0..3))
        .prop_map(|(head, root, redexes)| format!("{head} = {root}{}\n", redexes.concat()));
    let patterns = vec![
        "Append(a, b) ~ Nil",
        "Append(a, b) ~ Cons(c, *)",
        "Cons(c, b) ~ -Append(*, a)",
        "Nil ~ Cons(a, b)",
        "Fan(a) ~ Nil",
        "Append(a, b) ~ #n where #m = { n + 1 }",
        "Append(a, b) ~ #n if n > 0 where (#_m, #k: f32) = { return (n, 0.5) }",
        "Append(a, b) ~ Nil where () = {}",
        "Append(a, b) ~ #n where { n }",
    ];
    let rule = (prop::sample::select(patterns), term.clone(), term, prop::collection::vec(redex, 0..2))
        .prop_map(|(left, a, b, more)| format!("rule {left} => {a} ~ {b}{};\n", more.concat()));
    let agents = "agent +Nil, +Cons(+head, +tail), -Append(+ys, -out);\n";
    let externs = "extern -Print(#c: u32) { print!(\"{c}\") } extern -Now(-ms, -s) -> (u32, f32) { (7, 0.5) }\n";
    let declared = vec![
        "",
        agents,
        agents,
        externs,
        "extern -Append(+ys) -> u64 { 7 } extern +Nil;\n",
        "agent -Append(+ys, -out) ~ List, +Nil; group List = Nil;\n",
        "agent Nil;\n",
    ];
    (prop::sample::select(declared), prop::collection::vec(rule, 0..3), prop::collection::vec(def, 1..4))
        .prop_map(|(declared, rules, defs)| declared.to_owned() + &rules.concat() + &defs.concat())
}

/// Equations more often than not.
fn equations() -> impl Strategy<Value = String> {
    let term = prop::sample::select(vec!["x", "y", "z", "Zero", "7", "(zero)"]).prop_map(str::to_owned).prop_recursive(
        3,
        8,
        2,
        |inner| (inner.clone(), inner).prop_map(|(a, b)| format!("(Add {a} {b})")),
    );
    let clause = prop::sample::select(vec!["", "", " & x ~ *", " & y ~ {a b}", " & x ~ {x y} & y ~ *", " & z"]);
    let equation = (term.clone(), term, clause).prop_map(|(a, b, clause)| format!("{a} => {b}{clause};\n"));
    prop::collection::vec(equation, 1..4).prop_map(|equations| equations.concat())
}

/// `rewrite!` expands to an expression.
fn check_rewrite(input: TokenStream) {
    let expansion = crate::rewrite::expand(input.clone());
    for (_, _, message) in errors(expansion.clone()) {
        assert!(!message.is_empty(), "{input}");
    }
    assert!(syn::parse2::<syn::Expr>(expansion).is_ok(), "{input}");
}

/// The expansion of a net as an expression parses as one, and that of an item as items, unless a value is nonsense.
fn check(input: TokenStream, values_are_fine: bool) {
    let expansion = expand(input.clone());
    for (_, _, message) in errors(expansion.clone()) {
        assert!(!message.is_empty(), "{input}");
    }
    let parses = syn::parse2::<syn::Expr>(expansion.clone()).is_ok() || syn::parse2::<syn::File>(expansion).is_ok();
    assert!(parses || !values_are_fine, "{input}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn nonsense(trees in trees()) {
        let input = stream(&trees);
        let text = input.to_string();
        check(input.clone(), !text.contains('#'));
        check(quote::quote!(pub book Name { #input }), !text.contains('#'));
        // With places.
        if let Ok(input) = text.parse::<TokenStream>() {
            check(input, !text.contains('#'));
        }
    }

    #[test]
    fn nearly_equations(equations in equations(), cut in any::<prop::sample::Index>(), junk in trees()) {
        let input: TokenStream = equations.parse().unwrap();
        check_rewrite(input.clone());
        let mut tokens: Vec<TokenTree> = input.into_iter().collect();
        let at = cut.index(tokens.len());
        tokens.splice(at..=at, stream(&junk));
        check_rewrite(tokens.into_iter().collect());
        check_rewrite(stream(&junk));
    }

    #[test]
    fn nearly_books(book in book(), cut in any::<prop::sample::Index>(), junk in trees()) {
        let input: TokenStream = book.parse().unwrap();
        check(input.clone(), true);
        check(format!("pub book Name {{ {book} }}").parse().unwrap(), true);
        let mut tokens: Vec<TokenTree> = input.into_iter().collect();
        let at = cut.index(tokens.len());
        tokens.splice(at..=at, stream(&junk));
        check(tokens.into_iter().collect(), false);
    }
}

/// Depth costs no native stack. (Dropping and printing tokens does, in proc-macro2's own fallback.)
#[test]
fn depth() {
    let deep = |depth: usize| "(* ".repeat(depth) + "*" + &")".repeat(depth);
    let input: TokenStream = format!("@main = {}", deep(500)).parse().unwrap();
    check(input, false);
}

//! Mutated blocks, languages of all kinds, and nonsense: `schedule!` says something, and never panics.

use super::{BLOCKS, LANGUAGES, bodies::BODIES};
use crate::{
    schedule::{described, expand, understood},
    tests::{errors, fuzz},
};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use proptest::{prelude::*, sample::Index};

/// What expands is Rust, and what is wrong has a help.
fn check(languages: &TokenStream, block: &TokenStream) {
    for made in [expand(block.clone()), understood(languages.clone(), block.clone())] {
        for (_, _, message) in errors(made.clone()) {
            assert!(message.contains("\nhelp: "), "{message}\n{block}");
        }
        let parsed = syn::parse2::<syn::File>(made).map(drop);
        assert!(parsed.is_ok(), "{}\n{block}", parsed.unwrap_err());
    }
}

#[derive(Clone, Debug)]
enum Change {
    Delete,
    Twice,
    Swap,
    Replace(fuzz::Trees),
    Insert(fuzz::Trees),
    /// A token from elsewhere in the block.
    Copy(Index),
    Open,
    Enclose(Delimiter),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        Just(Change::Delete),
        Just(Change::Twice),
        Just(Change::Swap),
        fuzz::trees().prop_map(Change::Replace),
        fuzz::trees().prop_map(Change::Insert),
        any::<Index>().prop_map(Change::Copy),
        any::<Index>().prop_map(Change::Copy),
        Just(Change::Open),
        prop::sample::select(vec![Delimiter::Parenthesis, Delimiter::Brace, Delimiter::Bracket, Delimiter::None])
            .prop_map(Change::Enclose),
    ]
}

/// All tokens, each before those that stand in it.
fn all(tokens: TokenStream, found: &mut Vec<TokenTree>) {
    for tree in tokens {
        found.push(tree.clone());
        if let TokenTree::Group(group) = tree {
            all(group.stream(), found);
        }
    }
}

/// Changes the token of this number.
fn changed(tokens: TokenStream, target: usize, next: &mut usize, change: &Change, known: &[TokenTree]) -> TokenStream {
    let mut made: Vec<TokenTree> = Vec::new();
    let mut swap = None;
    for tree in tokens {
        let at = *next;
        *next += 1;
        let tree = match tree {
            TokenTree::Group(group) => {
                let inner = changed(group.stream(), target, next, change, known);
                let mut same = Group::new(group.delimiter(), inner);
                same.set_span(group.span());
                TokenTree::Group(same)
            }
            tree => tree,
        };
        if at != target {
            made.push(tree);
            made.extend(swap.take());
            continue;
        }
        match (change, tree) {
            (Change::Delete, _) => {}
            (Change::Twice, tree) => made.extend([tree.clone(), tree]),
            (Change::Swap, tree) => swap = Some(tree),
            (Change::Replace(trees), _) => made.extend(fuzz::stream(trees)),
            (Change::Insert(trees), tree) => {
                made.extend(fuzz::stream(trees));
                made.push(tree);
            }
            (Change::Copy(from), _) => made.push(known[from.index(known.len())].clone()),
            (Change::Open, TokenTree::Group(group)) => made.extend(group.stream()),
            (Change::Enclose(delimiter), tree) => made.push(Group::new(*delimiter, tree.into()).into()),
            (Change::Open, tree) => made.push(tree),
        }
    }
    made.extend(swap);
    made.into_iter().collect()
}

fn mutated(tokens: TokenStream, changes: &[(Index, Change)]) -> TokenStream {
    changes.iter().fold(tokens, |tokens, (at, change)| {
        let mut known = Vec::new();
        all(tokens.clone(), &mut known);
        match known.is_empty() {
            true => tokens,
            false => changed(tokens, at.index(known.len()), &mut 0, change, &known),
        }
    })
}

fn changes() -> impl Strategy<Value = Vec<(Index, Change)>> {
    prop::collection::vec((any::<Index>(), change()), 1..4)
}

/// Other operators of the same names.
fn language() -> impl Strategy<Value = String> {
    let field = prop::sample::select(vec![
        "child {}",
        "list {}",
        "children { 3 }",
        "payload { f64 }",
        "payload { Repr }",
        "payload { (u32, bool) }",
    ]);
    let fields = (prop::collection::vec(field, 0..4), any::<bool>()).prop_map(|(fields, named)| {
        let field = |(at, field): (usize, &&str)| match named {
            true => format!("{} {field} ", ["to", "of", "x"][at]),
            false => format!("{at} {field} "),
        };
        fields.iter().enumerate().map(field).collect::<String>()
    });
    let names =
        prop::sample::subsequence(vec!["Num", "Var", "If", "Neg", "Add", "Op", "Leaf", "Cast", "Tri", "Nil"], 0..10);
    (names, prop::collection::vec(fields, 10)).prop_map(|(names, fields)| {
        let operators: String =
            names.iter().zip(fields).map(|(name, fields)| format!("{name} {{ {fields} }} ")).collect();
        format!("[Math] {{ Math MathLang [] {operators} }} [Impl] {{ Impl ImplLang [] {operators} }}")
    })
}

fn tokens(text: &str) -> TokenStream {
    text.parse().expect("tokens")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_shrink_iters: 200, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn nonsense(trees in fuzz::trees()) {
        check(&tokens(LANGUAGES), &fuzz::stream(&trees));
        described(fuzz::stream(&trees));
    }

    #[test]
    fn nearly_blocks(block in prop::sample::select(&BLOCKS[..]), changes in changes()) {
        check(&tokens(LANGUAGES), &mutated(tokens(block), &changes));
    }

    #[test]
    fn nearly_two(a in prop::sample::select(&BLOCKS[..]), b in prop::sample::select(&BLOCKS[..]), changes in changes()) {
        check(&tokens(LANGUAGES), &mutated(tokens(&format!("{a}{b}")), &changes));
    }

    #[test]
    fn nearly_bodies(block in prop::sample::select(&BODIES[..]), changes in changes()) {
        check(&tokens(LANGUAGES), &mutated(tokens(block), &changes));
    }

    #[test]
    fn bodies_beside_others(
        a in prop::sample::select(&BODIES[..]),
        b in prop::sample::select(&BODIES[..]),
        changes in changes(),
    ) {
        // Names of the one are in the other, too: what they are is not what is expected.
        check(&tokens(LANGUAGES), &mutated(tokens(&format!("{a}{b}")), &changes));
    }

    #[test]
    fn other_languages(block in prop::sample::select(&BLOCKS[..]), language in language(), changes in changes()) {
        check(&tokens(&language), &tokens(block));
        check(&tokens(&language), &mutated(tokens(block), &changes));
        // Of a language that says nonsense, it is enough to say so.
        drop(understood(mutated(tokens(&language), &changes), tokens(block)));
    }
}

//! What `net!` makes, for reviewers.
//!
//! `BLESS=1 cargo test -p polarnet-macros` writes the files.

use super::expansion;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use std::{env, fs, path::Path};

/// Is it what is stored?
pub fn compare(name: &str, expansion: TokenStream) {
    check_names(expansion.clone(), false);
    let file = syn::parse2(expansion).expect("a file of Rust");
    compare_text(name, &prettyplease::unparse(&file));
}

/// What is emitted for rules and definitions has names for local variables that nobody else has: a constant of the user's that is called
/// like one would be a pattern.
fn check_names(tokens: TokenStream, is_in: bool) {
    let mut before = [const { String::new() }; 2];
    for token in tokens {
        let [_, last] = &before;
        match &token {
            TokenTree::Group(_) if last == "#" => {}
            TokenTree::Group(group) => check_names(group.stream(), is_in || before == ["BookFunctions", ">"]),
            TokenTree::Ident(name) if is_in && !matches!(&**last, "." | ":" | "'") => {
                let name = name.to_string();
                let is_word = syn::parse_str::<Ident>(&name).is_err();
                // `def_0`, not `a0_1` or `in_rust`.
                let is_item = name.rsplit_once('_').is_some_and(|(of, number)| {
                    of.len() > 1 && !of.contains(char::is_numeric) && number.parse::<u32>().is_ok()
                });
                let is_local = name.starts_with(char::is_lowercase) && !is_word && !is_item;
                assert!(!is_local || GIVEN.contains(&&*name), "{name}");
            }
            _ => {}
        }
        before.rotate_left(1);
        before[1] = token.to_string();
    }
}

/// Names of the runtime that stand alone in what is emitted, and those of fields and attributes.
const GIVEN: &[&str] = &[
    "arguments",
    "arity",
    "clippy",
    "definitions",
    "functions",
    "is_closure",
    "is_number",
    "is_pair",
    "is_unsigned",
    "is_zero",
    "less_one",
    "look_at",
    "matched",
    "number",
    "raw",
    "rules",
    "select",
    "serial",
    "shifted",
];

/// The same of a text.
pub fn compare_text(name: &str, shown: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests").join(name);
    if env::var_os("BLESS").is_some() {
        fs::write(path, shown).unwrap();
        return;
    }
    let stored = fs::read_to_string(path).unwrap();
    for (line, (shown, stored)) in shown.lines().zip(stored.lines()).enumerate() {
        assert_eq!(shown, stored, "{name}:{}", line + 1);
    }
    assert_eq!(shown.len(), stored.len());
}

#[test]
fn an_expression() {
    let made = expansion("@main = r & @twice ~ (#n r)\n@twice = ($([*2] x) x)");
    compare("expression.txt", quote!(fn main() { let book = #made; }));
}

#[test]
fn an_item() {
    let source = "/// Doubles.\npub book Double {\n  @main = r & @twice ~ (#(1 + 2) r)\n  \
                  /// n + n\n  @twice(n: u32) -> u32 = ($([*2] x) x)\n}";
    compare("item.txt", expansion(source));
}

#[test]
fn agents_and_rules() {
    let made = expansion(
        "agent +Nil, +Cons(+head, +tail), -Append(+ys, -out) ~ List; group List = Nil Cons;
        rule Append(ys, out) ~ Nil => out ~ ys;
        rule Append(ys, out) ~ Cons(x, xs) => out ~ Cons(x, t) & Append(ys, t) ~ xs;
        @main = r & Append(Cons(#n, Nil), r) ~ Nil",
    );
    compare("agents.txt", quote!(fn main() { let book = #made; }));
}

/// Its rules stand in each other, with a loop in each copy.
#[test]
fn a_recursion() {
    let made = expansion(
        "agent -Ack(#m: u32, -out);
        rule Ack(#m, out) ~ #n if m == 0 => out ~ #(n + 1);
        rule Ack(#m, out) ~ #n if n == 0 => Ack(#(m - 1), out) ~ 1;
        rule Ack(#m, out) ~ #n => Ack(#m, t) ~ #(n - 1) & Ack(#(m - 1), out) ~ t;
        @main = r & Ack(2, r) ~ 3",
    );
    compare("recursion.txt", quote!(fn main() { let book = #made; }));
}

/// A sum by recursion is a loop with an accumulator.
#[test]
fn an_accumulator() {
    let made = expansion(
        "@main = r & @sum ~ (9 r)  @sum = (?((0 @more) r) r)  @more = ({n k} r) & @sum ~ (n s) & k ~ $([+] $(s r))",
    );
    compare("accumulator.txt", quote!(fn main() { let book = #made; }));
}

/// A recursion that has something left to do is a loop, with a stack of what that needs.
#[test]
fn waiting() {
    let made = expansion(
        "@main = r & @less ~ (9 r)  @less = (?((0 @more) r) r)  @more = ({n $([+1] $([-] $(s r)))} r) & @less ~ (n s)",
    );
    compare("waiting.txt", quote!(fn main() { let book = #made; }));
}

/// Matches of λ-encoded data: what is given back is left whole, and nodes that are taken apart are used again.
#[test]
fn matches() {
    let made = expansion(
        "@main = r & @tree ~ (3 (1 t)) & @insert ~ (t (2 r))
        @Leaf = (n (* ((n r) r))) @Fork = (a (b ((a (b r)) (* r))))
        @tree = (?((@Leaf @trees) r) r) @trees = ({m n} ({x $([*2] y)} r)) & @tree ~ (m (x a)) & @tree ~ (n (y b)) & @Fork ~ (a (b r))
        @insert = ((@fork (@leaf r)) r) @leaf = (n (* r)) & @Leaf ~ (n r)
        @fork = (a (b ({x $([&1] z)} r))) & z ~ ?((@left @right) (a (b (x r))))
        @left = (a (b (* r))) & @Fork ~ (a (b r)) @right = (* (a (b (x r)))) & @insert ~ (a (x c)) & @Fork ~ (b (c r))",
    );
    compare("matches.txt", quote!(fn main() { let book = #made; }));
}

/// What is built in the place of something else is as large as that.
#[test]
fn nodes_are_used_again() {
    let kept = |arm: &str| {
        let text = format!(
            "@main = (r (@Three s)) & @Two ~ (1 (2 t)) & @turn ~ (t r) & @Three ~ (1 (2 (3 s)))
            @Two = (a (b (* ((a (b r)) r)))) @Three = (a (b (c (* ((a (b (c r))) r)))))
            @turn = ((1 (@arm r)) r) @arm = (a (b r)) & {arm}"
        );
        expansion(&text).to_string().matches(". unpack_closure (").count()
    };
    assert_eq!(kept("@Two ~ (b (a r))"), 1);
    assert_eq!(kept("r ~ (b a)"), 1);
    let pairs = expansion("@main = r & @turn ~ ((1 2) r) @turn = ((a b) (b a))");
    assert!(pairs.to_string().contains(". unpack_pair ("), "{pairs}");
    assert_eq!(kept("@Three ~ (b (a (4 r)))"), 0);
    assert_eq!(kept("b ~ * & r ~ a"), 0);
}

/// A function that makes a pair, for callers that take it apart: two words, without a node.
#[test]
fn pairs() {
    let made = expansion(
        "@main = r & @minmax ~ (3 (1 r))
        @minmax = (?((@pair @more) (x r)) (x r)) @pair = ({x y} (x y))
        @more = ({m n} (x (u v))) & @minmax ~ (m (x (a b))) & a ~ $([+] $(n u)) & b ~ $([^1] v)",
    );
    compare("pairs.txt", quote!(fn main() { let book = #made; }));
}

/// A function of what another one gives, as one; what is done where an argument is not there is called apart.
#[test]
fn fusion() {
    let made = expansion(
        "@main = r & @of ~ (3 r) @of = ({m n} r) & @tree ~ (m t) & @count ~ (n (t r))
        @tree = (?((1 @node) t) t) @node = ({m n} (a b)) & @tree ~ (m a) & @tree ~ (n b)
        @count = (?(((x x) @both) r) r)
        @both = ({m n} ((a b) r)) & @count ~ (m (a $([+] $(s r)))) & @count ~ (n (b s))",
    );
    compare("fusion.txt", quote!(fn main() { let book = #made; }));
}

/// Two rules of a loop that do the same with other operands have one right side.
#[test]
fn if_conversion() {
    // How often something is selected.
    let selected = |agents: &str, rules: &str| {
        let text = format!("agent +Nil, +Cons(#x: u32, +xs), {agents}; {rules} @main = *");
        expansion(&text).to_string().matches("= select (").count()
    };
    let merge = |guard: &str, second: &str| {
        let first = "out ~ Cons(#x, t) & With(#y, ys, t) ~ xs";
        let rules = format!(
            "rule With(#y, ys, out) ~ Nil => out ~ Cons(#y, ys);
            rule With(#y, ys, out) ~ Cons(#x, xs) if x == 3 => xs ~ * & out ~ Cons(#x, ys);
            rule With(#y, ys, out) ~ Cons(#x, xs) if {guard} => {first};
            rule With(#y, ys, out) ~ Cons(#x, xs) => {second};"
        );
        selected("-With(#y: u32, +ys, -out)", &rules)
    };
    // The number and the list that the result has, and those that go on.
    assert_eq!(merge("x <= y", "out ~ Cons(#y, t) & With(#x, xs, t) ~ ys"), 4);
    assert_eq!(merge("x / y > 0", "out ~ Cons(#y, t) & With(#x, xs, t) ~ ys"), 4);
    assert_eq!(merge("x <= y", "out ~ Cons(#y, t) & With(#x, ys, t) ~ xs"), 2);
    assert_eq!(merge("x <= y", "out ~ Cons(0, t) & With(#x, ys, t) ~ xs"), 0);
    let terms = "rule Turn(a, b, out) ~ Cons(#x, rest) if x > 0 => out ~ Pair(a, t) & Turn(1, b, t) ~ rest;
        rule Turn(a, b, out) ~ Cons(#x, rest) => out ~ Pair(b, t) & Turn(1, a, t) ~ rest;";
    assert_eq!(selected("-Turn(+a, +b, -out), +Pair(+a, +b)", terms), 2);
}

/// The user's tokens are functions, outside of the block with the names of the table.
#[test]
fn rules_in_rust() {
    let made = expansion(
        "extern -Now(-ms) -> u32 { 7 }
        agent -DivMod(#b: i32, -q, -r);
        rule DivMod(#b, q, r) ~ #a: i32 if b != +0 where (#d: i32, #m: f32) = { (a / b, 0.5) } => q ~ #(d + a) & r ~ #m;
        rule DivMod(*, q, r) ~ #a: i32 => q ~ #a & r ~ 0;
        @main = r & DivMod(-7, r, *) ~ -1 & Now(*, *) ~ Token",
    );
    compare("natives.txt", quote!(fn main() { let book = #made; }));
}

/// Its functions are there, so that their uses are no more errors.
#[test]
fn an_item_with_errors() {
    compare("broken.txt", expansion("pub book Broken { @twice(n: u32, m: (u32, f32)) -> u32 = (n #(n)) }"));
}

/// What is emitted names the crate by one path only.
#[test]
fn a_crate_of_another_name() {
    let source = "pub book Double { #![crate(crate::nets)] @main = #(1) @twice(n: u32) -> u32 = ($([*2] x) x) }";
    let made = expansion(source).to_string();
    assert!(made.contains("crate :: nets :: private") && !made.contains("polarnet"), "{made}");
}

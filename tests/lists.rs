//! Lists and tuples in brackets, in `net!` and as text.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::net;
use support::everywhere::{read, run};

/// Brackets, and what they are short for.
const NETS: [[&str; 2]; 24] = [
    ["[]", "Nil"],
    ["[ ]", "Nil"],
    ["[1]", "Cons(1, Nil)"],
    ["[1,]", "Cons(1, Nil)"],
    ["[1, 2, 3]", "Cons(1, Cons(2, Cons(3, Nil)))"],
    ["[1,\n 2,\n 3,\n]", "Cons(1, Cons(2, Cons(3, Nil)))"],
    ["[1 | Nil]", "Cons(1, Nil)"],
    ["[1, 2 | [3]]", "Cons(1, Cons(2, Cons(3, Nil)))"],
    ["[[], [[]]]", "Cons(Nil, Cons(Cons(Nil, Nil), Nil))"],
    ["+[+1, -2, +[]]", "+Cons(+1, Cons(-2, Cons(+Nil, Nil)))"],
    // An operator or a type comes first: then a comma or a bar makes it a list.
    ["[+1,]", "Cons(+1, Nil)"],
    ["[*,\n +2]", "Cons(*, Cons(+2, Nil))"],
    ["[* | *]", "Cons(*, *)"],
    ["[-7 | []]", "Cons(-7, Nil)"],
    ["[u32, 1 | i32] & u32 ~ 7 & i32 ~ []", "Cons(u32, Cons(1, i32)) & u32 ~ 7 & i32 ~ Nil"],
    ["[[u32], [+], [|], [|3], [*2]]", "Cons([u32], Cons([+], Cons([|], Cons([|3], Cons([*2], Nil)))))"],
    [
        "[(1 2), (3, 4), {5 6}, @one, &7{[] 8}]",
        "Cons((1 2), Cons((3 4), Cons({5 6}, Cons(@one, Cons(&7{Nil 8}, Nil)))))",
    ],
    ["r & 4 ~ $([+] $(5 x)) & Eat([x], r) ~ []", "r & 4 ~ $([+] $(5 x)) & Eat(Cons(x, Nil), r) ~ Nil"],
    ["(1, 2)", "(1 2)"],
    ["+(1, 2, 3,)", "+(1 (2 3))"],
    ["(1, (2, 3), [4, (5, 6, 7)], 8)", "(1 ((2 3) (Cons(4, Cons((5 (6 7)), Nil)) 8)))"],
    // Not the ports of an agent.
    ["(Nil (1, 2))", "(Nil (1 2))"],
    ["(x ((1, 2), x))", "(x ((1 2) x))"],
    ["(x (x (a, b))) & {a b} ~ 1", "(x (x (a b))) & {a b} ~ 1"],
];

#[test]
fn brackets_are_short_for_agents() {
    for nets in NETS {
        let [brackets, agents] = nets.map(|net| {
            let declared = "agent +Nil, +Cons(+head, +tail), -Eat(+x, -out) ~ Nil; rule Eat(x, out) ~ [] => out ~ x;";
            read(&format!("{declared} @one = 1 @main = {net}")).to_string()
        });
        assert_eq!(brackets, agents, "{}", nets[0]);
    }
}

/// The same in `net!`, where values of Rust and patterns are among them.
#[test]
fn in_rules() {
    let n = 4_u32;
    let append = net! {
        agent +Nil, +Cons(+head, +tail), -Append(+ys, -out), -Zip(+ys, -out), -ZipTo(+x, +xs, -out);
        rule Append(ys, r) ~ []       => ys ~ r;
        rule Append(ys, r) ~ [x | xs] => r ~ [x | w] & xs ~ Append(ys, w);
        rule Zip(ys, r) ~ []          => * ~ ys & r ~ [];
        rule [x | xs] ~ Zip(ys, r)    => ZipTo(x, xs, r) ~ ys;
        rule ZipTo(*, *, r) ~ []      => r ~ [];
        rule ZipTo(x, xs, r) ~ [y | ys] => r ~ [(x, y, 0) | t] & Zip(ys, t) ~ xs;
        @main = (r, s, [u32, t]) & u32 ~ 8 & 8 ~ $([+1] t)
            & Append([3, #n, #(n + 1)], r) ~ [+1, [2, [/]]] & Zip([1, 2], s) ~ [[], [*,], [-7 | *]]
    };
    let first = "Cons(+1, Cons(Cons(2, Cons([/], Nil)), Cons(3, Cons(4, Cons(5, Nil)))))";
    let zipped = "Cons((Nil (1 0)), Cons((Cons(*, Nil) (2 0)), Nil))";
    assert_eq!(run(append), format!("({first} ({zipped} Cons(8, Cons(9, Nil))))"));
    let sort = net! {
        agent +Nil, +Cons(#head: u32, +tail), -Sort(-out), -Insert(#x: u32, -out);
        rule Sort(out) ~ []        => out ~ [];
        rule Sort(out) ~ [#x | xs] => Sort(sorted) ~ xs & Insert(#x, out) ~ sorted;
        rule Insert(#x, out) ~ []  => out ~ [#x];
        rule Insert(#x, out) ~ [#y | ys] if x <= y => out ~ [#x, #y | ys];
        rule Insert(#x, out) ~ [#y | ys]           => out ~ [#(y + 0) | t] & Insert(#x, t) ~ ys;
        @main = r & Sort(r) ~ [3, 1, #n, 2]
    };
    assert_eq!(run(sort), "Cons(1, Cons(2, Cons(3, Cons(4, Nil))))");
}

/// Long lists and tuples, and deep ones.
#[test]
fn long_and_deep() {
    let terms = "1, ".repeat(100_000);
    let declared = "agent +Nil, +Cons(+head, +tail);";
    for net in [format!("[{terms}]"), format!("({terms})"), format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))] {
        let book = read(&format!("{declared} @main = {net}")).to_string();
        assert!(book.len() > 200_000 && book.ends_with(")\n"));
    }
}

//! Agents and rules: as an expression, and as an item whose definitions Rust calls.

use polarnet::{Runtime, net, show};

net! {
    /// Numbers in unary.
    pub book Unary {
        agent +Zero, +Succ(+pred), -Add(+b, -sum) ~ Nat, -Count(+n, -result) ~ Nat;
        group Nat = Zero Succ;
        rule Add(b, sum) ~ Zero => sum ~ b;
        rule Add(b, sum) ~ Succ(a) => sum ~ Succ(c) & Add(b, c) ~ a;
        rule Count(n, result) ~ Zero => result ~ n;
        rule Count(n, result) ~ Succ(a) => n ~ $([+1] m) & Count(m, result) ~ a;

        @two = Succ(Succ(Zero))
        @main = r & @two ~ Add(Succ(Succ(Zero)), r)
        @five() -> u32 = r & Add(s, t) ~ @two & s ~ Succ(@two) & t ~ Count(0, r)
    }
}

fn main() {
    let runtime = Runtime::new();
    assert_eq!(Unary::run(&runtime).unwrap().to_string(), "Succ(Succ(Succ(Succ(Zero))))");
    assert_eq!(Unary::five(&runtime).unwrap(), 5);
    let n = 7_u32;
    // `Node` and what is in it is copied by `{a b}`; commas between terms are optional; a sign may be written.
    let book = net! {
        agent +Leaf(+value), +Node(+left, +right), -Sum(-out) ~ Leaf Node;
        rule Sum(out) ~ Leaf(value) => out ~ value;
        rule -Sum(out) ~ +Node(left, right) => Sum(a) ~ left & Sum(b) ~ right & a ~ $([+] $(b out));
        @main = (r s) & Sum(r) ~ a & -Sum(s) ~ b & {a {b *}} ~ Node(Leaf(1) +Node(Leaf(2) Leaf(#n)))
    };
    assert_eq!(runtime.run(&book).unwrap().to_string(), "(10 10)");
    assert!(show::text(&book).contains("rule Sum(x0) ~ Leaf(x1) => x0 ~ x1;"), "{book}");
}

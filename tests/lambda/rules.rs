//! Lambdascope (van Oostrom, van de Looij, Zwitserlood: *Lambdascope: another optimal implementation of the λ-calculus*,
//! 2004), with a sign for each agent: a fan and a delimiter exist twice, as what acts on a value and as what is one.
//!
//! Each λ has a scope, and what is at a place stands in the scopes around it; level 0 is the innermost. A delimiter of level
//! i is the border of the scope i, its principal port is outside: what passes it gets into that scope, and so its
//! levels from i on rise by one. That is also what happens to what passes a λ, from its principal port to its body.
//! A variable's uses are joined by fans of level 0 of the scope they stand in; so a fan finds its partner by its level, as far as
//! they have been carried apart, and copies made for different reasons never mix.
//!
//! To read the result back, `Read` applies each λ it finds to a variable, which is a value like others.

/// A book with the same tokens as text and by `net!`.
pub struct Forms {
    /// The definitions, as text.
    pub defs: &'static str,
    /// All of it, as `net!` has it.
    pub compiled: polarnet::AnyBook,
}

/// The text of a book that has the rules, and these definitions.
pub fn book(defs: &str) -> String {
    format!("#![numbers(native)]\n{RULES}\n{defs}")
}

/// The rules, and books that have them.
macro_rules! books {
    ({ $($rules:tt)* } $($books:tt)*) => {
        const RULES: &str = stringify!($($rules)*);
        books! { @each { $($rules)* } $($books)* }
    };
    (@each $rules:tt $($(#[$doc:meta])* $name:ident $defs:tt)*) => { $(
        $(#[$doc])*
        pub fn $name() -> Forms {
            books! { @forms $rules $defs }
        }
    )* };
    (@forms { $($rules:tt)* } { $($defs:tt)* }) => {
        Forms { defs: stringify!($($defs)*), compiled: polarnet::net! { $($rules)* $($defs)* }.into() }
    };
}

books! {
    {
        agent +Lam(-variable, +body), +Sup(#i: u32, +a, +b), +Leave(#i: u32, +inside);
        agent +Var(#depth: u32), +Neutral(+function, +argument);
        group Value = Lam Sup Leave Var Neutral;
        agent -App(+argument, -result) ~ Value, -Fan(#i: u32, -a, -b) ~ Value, -Enter(#i: u32, -inside) ~ Value;

        rule App(x, r) ~ Lam(v, body)   => r ~ Leave(0, body) & Enter(0, v) ~ x;
        rule App(x, r) ~ Sup(#i, f, g)  => Fan(#i, y, z) ~ x & App(y, s) ~ f & App(z, t) ~ g & r ~ Sup(#i, s, t);
        rule App(x, r) ~ Leave(#i, f)   => Enter(#i, y) ~ x & App(y, s) ~ f & r ~ Leave(#i, s);
        rule App(x, r) ~ Var(#d)        => r ~ Neutral(Var(#d), x);
        rule App(x, r) ~ Neutral(f, y)  => r ~ Neutral(Neutral(f, y), x);

        rule Fan(#i, a, b) ~ Lam(v, body) => Fan(#(i + 1), c, d) ~ body & v ~ Sup(#(i + 1), x, y) & a ~ Lam(x, c) & b ~ Lam(y, d);
        rule Fan(#i, a, b) ~ Sup(#j, x, y) if i == j => a ~ x & b ~ y;
        rule Fan(#i, a, b) ~ Sup(#j, x, y) => Fan(#i, c, d) ~ x & Fan(#i, e, f) ~ y & a ~ Sup(#j, c, e) & b ~ Sup(#j, d, f);
        rule Fan(#i, a, b) ~ Leave(#j, x) if i < j => Fan(#i, c, d) ~ x & a ~ Leave(#j, c) & b ~ Leave(#j, d);
        rule Fan(#i, a, b) ~ Leave(#j, x) => Fan(#(i + 1), c, d) ~ x & a ~ Leave(#j, c) & b ~ Leave(#j, d);
        rule Fan(#i, a, b) ~ Var(#d) => a ~ Var(#d) & b ~ Var(#d);
        rule Fan(#i, a, b) ~ Neutral(f, x) => Fan(#i, c, d) ~ f & Fan(#i, y, z) ~ x & a ~ Neutral(c, y) & b ~ Neutral(d, z);

        rule Enter(#i, r) ~ Lam(v, body) => Enter(#(i + 1), c) ~ body & v ~ Leave(#(i + 1), x) & r ~ Lam(x, c);
        rule Enter(#i, r) ~ Sup(#j, x, y) if j < i => Enter(#i, c) ~ x & Enter(#i, d) ~ y & r ~ Sup(#j, c, d);
        rule Enter(#i, r) ~ Sup(#j, x, y) => Enter(#i, c) ~ x & Enter(#i, d) ~ y & r ~ Sup(#(j + 1), c, d);
        rule Enter(#i, r) ~ Leave(#j, x) if i == j => r ~ x;
        rule Enter(#i, r) ~ Leave(#j, x) if i < j => Enter(#i, c) ~ x & r ~ Leave(#(j + 1), c);
        rule Enter(#i, r) ~ Leave(#j, x) => Enter(#(i + 1), c) ~ x & r ~ Leave(#j, c);
        rule Enter(#i, r) ~ Var(#d) => r ~ Var(#d);
        rule Enter(#i, r) ~ Neutral(f, x) => Enter(#i, c) ~ f & Enter(#i, d) ~ x & r ~ Neutral(c, d);

        agent +Abs(+body), +Apply(+function, +argument), +Bound(#index: u32);
        agent -Read(#depth: u32, -term) ~ Lam Leave Var Neutral;

        rule Read(#n, t) ~ Lam(v, body)  => t ~ Abs(b) & v ~ Var(#n) & Read(#(n + 1), b) ~ body;
        rule Read(#n, t) ~ Leave(#i, x)  => Read(#n, t) ~ x;
        rule Read(#n, t) ~ Var(#d)       => t ~ Bound(#(n - d - 1));
        rule Read(#n, t) ~ Neutral(f, x) => t ~ Apply(g, y) & Read(#n, g) ~ f & Read(#n, y) ~ x;
    }

    /// `(λn. n n) 2`. There are fans for `n` and in `2`, which meet when `2` is applied to itself.
    self_application {
        @main = r & Read(0, r) ~ s & App(@two, s) ~ Lam(Fan(0, n, m), t) & App(m, t) ~ n
        @two = Lam(Fan(0, Enter(0, f), Enter(0, g)), Lam(x, z)) & App(x, y) ~ g & App(y, z) ~ f
    }

    /// `2 2 2`
    powers {
        @main = r & Read(0, r) ~ t & App(@two, s) ~ @two & App(@two, t) ~ s
        @two = Lam(Fan(0, Enter(0, f), Enter(0, g)), Lam(x, z)) & App(x, y) ~ g & App(y, z) ~ f
    }
}

//! Direct style: negative agents of books that are read are functions, too. They give what the oracle gives, in as many
//! interactions.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, EngineKind, ErrorKind, reader::Source};
use support::agree::{runtime, same_result};

fn parse(text: &str) -> AnyBook {
    let source = Source::new("the book", format!("#![numbers(native)]\n{text}"));
    let parsed = source.parse();
    parsed.book.unwrap_or_else(|| panic!("{}\n{text}", source.render(&parsed.diagnostics, false)))
}

/// The oracle and direct style, with one thread or more, give this.
#[track_caller]
fn gives(text: &str, normal: &str) {
    let engines = [1, 2, 3, 4].map(|threads| (EngineKind::Direct, threads));
    let done = parse(text).with(|book| same_result(book, &engines, 1_000_000, false));
    assert_eq!(done.unwrap_or_else(|why| panic!("{why}\n{text}")).expect("it ends").to_string(), normal, "{text}");
}

/// What direct style stops with.
#[track_caller]
fn stops(text: &str) -> ErrorKind {
    parse(text).with(|book| runtime(EngineKind::Direct, 1).run(book)).expect_err(text).kind
}

const LISTS: &str = "agent +Nil, +Cons(#head: u32, +tail);
    agent -Count(#step: u32, -out), -Sum(#so_far: u32, -out);
    rule Count(#by, out) ~ #n if n == 0 => out ~ Nil;
    rule Count(#by, out) ~ #n => out ~ Cons(#(n * by), t) & Count(#by, t) ~ #(n - 1);
    rule Sum(#s, out) ~ Nil => out ~ #s;
    rule Sum(#s, out) ~ Cons(#x, xs) => Sum(#(s + x), out) ~ xs;
";

#[test]
fn results_around_calls() {
    // One is built, and the other goes on; they change places; both are built, around both or around one.
    let rules = [
        "Split(a, b) ~ Cons(#x, xs) => a ~ Cons(#x, l) & b ~ r & Split(r, l) ~ xs",
        "Split(a, b) ~ Cons(#x, xs) => a ~ Cons(#x, l) & b ~ r & Split(l, r) ~ xs",
        "Split(a, b) ~ Cons(#x, xs) => b ~ Cons(#x, r) & Split(a, r) ~ xs",
        "Split(a, b) ~ Cons(#x, xs) => b ~ Cons(#x, l) & a ~ r & Split(l, r) ~ xs",
        "Split(a, b) ~ Cons(#x, xs) => a ~ Cons(#x, l) & b ~ Cons(#x, r) & Split(r, l) ~ xs",
        "Split(a, b) ~ Cons(#x, xs) => a ~ Nil & b ~ Cons(#x, Cons(1, r)) & Split(*, r) ~ xs",
    ];
    for rule in rules {
        let text = format!(
            "{LISTS} agent -Split(-a, -b), -Pair(-a, -b);
            rule Split(a, b) ~ Nil => a ~ Nil & b ~ Nil;
            rule {rule};
            @main = (x y) & Split(a, b) ~ l & Count(1, l) ~ 90 & Sum(0, x) ~ a & Sum(0, y) ~ b"
        );
        let expected = parse(&text).with(|book| runtime(EngineKind::Oracle, 1).run(book)).unwrap().to_string();
        gives(&text, &expected);
    }
}

#[test]
fn loops_of_several_agents() {
    let bubble = format!(
        "{LISTS} agent -Round(+xs, -out), -First(#n: u32, -out), -Swap(#n: u32, #x: u32, -out);
        rule Round(xs, out) ~ #n if n == 0 => out ~ xs;
        rule Round(xs, out) ~ #n => First(#n, out) ~ xs;
        rule First(#n, out) ~ Nil => out ~ Nil;
        rule First(#n, out) ~ Cons(#x, xs) => Swap(#n, #x, out) ~ xs;
        rule Swap(#n, #x, out) ~ Nil => out ~ Cons(#x, Nil);
        rule Swap(#n, #x, out) ~ Cons(#y, ys) if x < y => out ~ Cons(#x, t) & Round(Cons(#y, ys), t) ~ #(n - 1);
        rule Swap(#n, #x, out) ~ Cons(#y, ys) => out ~ Cons(#y, t) & Round(Cons(#x, ys), t) ~ #(n - 1);
        @main = r & Round(l, r) ~ 4 & Count(3, l) ~ 4"
    );
    gives(&bubble, "Cons(9, Cons(6, Cons(3, Cons(12, Nil))))");
}

#[test]
fn deep_recursion() {
    // By a loop, on the stack of frames, and where that ends.
    let deep = format!(
        "{LISTS} agent -Down(-out), -Add(#a: u32, -out);
        rule Down(out) ~ #n if n == 0 => out ~ 0;
        rule Down(out) ~ #n => Down(r) ~ #(n - 1) & Add(1, out) ~ r;
        rule Add(#a, out) ~ #b => out ~ #(a + b);
        @main = (a b) & Down(a) ~ 1000000 & Sum(0, b) ~ l & Count(1, l) ~ 1000000"
    );
    for threads in 1..=2 {
        let done = parse(&deep).with(|book| runtime(EngineKind::Direct, threads).run(book)).unwrap();
        assert_eq!((done.to_string(), done.stats.interactions()), ("(1000000 1784293664)".to_owned(), 4_000_003));
    }
}

#[test]
fn numbers_of_all_types() {
    let text = "agent -Half(-out), -Neg(#by: i32, -out), -Big(#a: f32, -out), -Rem(#by: u32, -out);
        rule Half(out) ~ #n: f32 if n > 2.0 => Half(out) ~ #(n / 2.0);
        rule Half(out) ~ #n: f32 => out ~ #n;
        rule Neg(#by, out) ~ #n: i32 if n > -20 => Neg(#(by * -2), out) ~ #(n + by);
        rule Neg(#by, out) ~ #n: i32 => out ~ #(n as u32 >> 4);
        rule Big(#a, out) ~ #n: u32 if !(n <= 3) => Big(#(a + n as f32), out) ~ #(n - 1);
        rule Big(#a, out) ~ #n: u32 => out ~ #(a * 2.0);
        rule Rem(#by, out) ~ #n: u32 if n % by == 1 && by != 2 || n > 90 && 100 > n => out ~ #(n / by);
        rule Rem(#by, out) ~ #n: u32 => Rem(#(by + 1), out) ~ #(100 - n);
        @main = (a (b (c d))) & Half(a) ~ 25.0 & Neg(+1, b) ~ +3 & Big(0.5, c) ~ 6 & Rem(2, d) ~ 22";
    let expected = parse(text).with(|book| runtime(EngineKind::Oracle, 1).run(book)).unwrap().to_string();
    gives(text, &expected);
}

#[test]
fn many_ports_arms_and_results() {
    let ports = |sign: char| (0..7).map(|at| format!("{sign}p{at}")).collect::<Vec<_>>().join(", ");
    let names = |name: char| (0..7).map(|at| format!("{name}{at}")).collect::<Vec<_>>().join(", ");
    let turned = (0..7).map(|at| format!("a{}", (at + 1) % 7)).collect::<Vec<_>>().join(", ");
    let out = (0..7).map(|at| format!("b{at} ~ a{at}")).collect::<Vec<_>>().join(" & ");
    let tree = (0..7).map(|at| format!("(c{at} ")).collect::<String>();
    let wide = format!(
        "agent -Turn({}, {}), -More({}, {});
        rule Turn({}, {}) ~ #n if n == 0 => {out};
        rule Turn({}, {}) ~ #n => More({}, {}) ~ #n;
        rule More({}, {}) ~ #n => Turn({turned}, {}) ~ #(n - 1);
        @main = {tree}*{} & Turn(0, 1, 2, 3, 4, 5, 6, {}) ~ 11",
        ports('+'),
        ports('-').replace('p', "q"),
        ports('+'),
        ports('-').replace('p', "q"),
        names('a'),
        names('b'),
        names('a'),
        names('b'),
        names('a'),
        names('b'),
        names('a'),
        names('b'),
        names('b'),
        ")".repeat(7),
        names('c'),
    );
    gives(&wide, "(4 (5 (6 (0 (1 (2 (3 *)))))))");
    let agents = (0..9).map(|at| format!("+V{at}")).collect::<Vec<_>>().join(", ");
    let rules = (0..8).map(|at| format!("rule Next(out) ~ V{at} => Next(out) ~ V{};", at + 1)).collect::<String>();
    gives(
        &format!("agent {agents}, -Next(-out); {rules} rule Next(out) ~ V8 => out ~ V8; @main = r & Next(r) ~ V0"),
        "V8",
    );
}

#[test]
fn values_that_come_later() {
    // Of definitions, of duplications, and through ports of what is met.
    let text = format!(
        "{LISTS} agent +Ask(-question, +rest), -Answer(#n: u32, -out), -Two(-a, -b), -Go(-out);
        rule Answer(#n, out) ~ Nil => out ~ #n;
        rule Answer(#n, out) ~ Ask(q, r) => q ~ #n & Answer(#(n + 1), out) ~ r;
        rule Two(a, b) ~ Cons(#x, xs) => {{l m}} ~ xs & Sum(#x, a) ~ l & Sum(0, b) ~ m;
        rule Go(out) ~ Nil => out ~ p & p ~ (s (x y)) & Two(x, y) ~ @list & Sum(0, s) ~ @list;
        @list = l & Count(2, l) ~ 5
        @main = (k (r (p q))) & Answer(7, k) ~ Ask(p, Ask(q, Nil)) & Go(r) ~ Nil"
    );
    gives(&text, "(9 ((30 (30 20)) (7 8)))");
    let switch = format!(
        "{LISTS} agent -Even(-out), -Half(#n: u32, -out);
        rule Even(out) ~ #n => #(n % 2) ~ ?((@yes (* @no)) r) & r ~ (#n out);
        rule Half(#n, out) ~ Nil => out ~ #(n / 2);
        @yes = (n r) & Half(7, h) ~ Nil & n ~ $([+] $(h r))
        @no = (n n)
        @main = (a b) & Even(a) ~ 6 & Even(b) ~ 7"
    );
    gives(&switch, "(9 7)");
}

#[test]
fn missing_rules() {
    let book = |more: &str| format!("agent +A, +B, -Only(#n: u32, -out); rule Only(#n, out) ~ A => out ~ #n; {more}");
    let kind = stops(&book("@b = B @main = r & Only(1, r) ~ @b"));
    assert!(matches!(kind, ErrorKind::NoRule(_)), "{kind}");
    let done =
        parse(&book("@main = r & Only(1, r) ~ A")).with(|book| runtime(EngineKind::Direct, 1).run(book)).unwrap();
    assert_eq!((done.to_string(), done.stats.interactions()), ("1".to_owned(), 1));
}

/// Agents without ports are no nodes, but the book may say what erases them: then there is something to do.
#[test]
fn leaves_with_erasing_rules_of_their_own() {
    let agents = "agent +Z, +S, +T, -Drop(-out); rule Z ~ * => {* *} ~ S;";
    let rule = |more: &str| format!("{agents} rule Drop(out) ~ S => out ~ T & {more}; @main = r & Drop(r) ~ S");
    gives(&rule("* ~ Z"), "T");
    gives(&rule("{a *} ~ Z & * ~ a"), "T");
    gives(&rule("* ~ S"), "T");
    // In definitions: there, as an argument of what is called, written out where it is called, and in the arm of a switch.
    let main = |more: &str| format!("{agents} rule Drop(out) ~ S => out ~ T; @main = {more}");
    gives(&main("r & @f ~ (7 r)  @f = (x x) & * ~ Z"), "7");
    gives(&main("r & @f ~ (Z r)  @f = (* T)"), "T");
    gives(&main("r & @f ~ (Z (7 r))  @f = (* (x r)) & x ~ $([+1] r)"), "8");
    gives(&main("r & @f ~ (Z (S (7 r)))  @f = (a (b (x r))) & @g ~ (a (b (x r)))  @g = (* (* ($([+1] r) r)))"), "8");
    for n in [0, 3] {
        gives(&main(&format!("r & @f ~ ({n} r)  @f = (?((Z (* Z)) *) S)")), "S");
    }
}

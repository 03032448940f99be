//! The standard programs, as books with agents: what they give is what Rust computes, on every engine, as text and by
//! `net!`.

mod standard;
#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::Rule;
use standard::{list, lists, machines, nat, numbers, sorts, values};
use std::collections::VecDeque;

#[test]
fn unary_arithmetic() {
    let program = numbers::unary();
    program.check(&nat(81));
    for (a, b) in [(0, 0), (0, 3), (3, 0), (1, 1), (4, 3), (7, 5)] {
        let run = |agent: &str, expected: usize| {
            program.run(&format!("@main = r & {agent}({}, r) ~ {}", nat(b), nat(a)), &nat(expected))
        };
        // One interaction for each `S`, and one for `Z`.
        assert_eq!(run("Add", a + b).stats.by_rule.of(Rule::User), a as u64 + 1);
        run("Mul", a * b);
        if a < 5 {
            run("Exp", b.pow(a as u32));
        }
    }
    let mut fib = [0, 1];
    for n in 0..10 {
        program.run(&format!("@main = r & Fib(r) ~ {}", nat(n)), &nat(fib[0]));
        fib = [fib[1], fib[0] + fib[1]];
    }
}

#[test]
fn ackermann() {
    fn ack(m: usize, n: usize) -> usize {
        match (m, n) {
            (0, n) => n + 1,
            (m, 0) => ack(m - 1, 1),
            (m, n) => ack(m - 1, ack(m, n - 1)),
        }
    }
    let program = numbers::ackermann();
    program.check(&nat(ack(2, 3)));
    for (m, n) in [(0, 4), (1, 5), (2, 5), (3, 3)] {
        program.run(&format!("@main = r & Ack({}, r) ~ {}", nat(n), nat(m)), &nat(ack(m, n)));
    }
}

#[test]
fn binary_counters() {
    fn bits(mut n: u32) -> String {
        let mut text = String::new();
        let mut depth = 0;
        while n > 0 {
            text += if n % 2 == 1 { "I(" } else { "O(" };
            (n, depth) = (n / 2, depth + 1);
        }
        text + "E" + &")".repeat(depth)
    }
    let program = numbers::binary();
    program.check(&bits(7 + 5));
    for pair in values(20, 1000).chunks(2) {
        let [a, b] = [pair[0], pair[1]].map(bits);
        program.run(&format!("@main = r & Add({b}, r) ~ {a}"), &bits(pair[0] + pair[1]));
    }
    program.run(&format!("@main = r & Count(E, r) ~ {}", nat(100)), &bits(100));
}

#[test]
fn lists_of_anything() {
    let program = lists::lists();
    program.check(&list(0..3));
    let items = values(40, 1000);
    let (one, other) = items.split_at(15);
    let run = |main: &str, expected: &str| program.run(&format!("@main = r & {main}"), expected);
    run(&format!("Append({}, r) ~ {}", list(other), list(one)), &list(&items));
    run(&format!("Append({}, r) ~ Nil", list(other)), &list(other));
    let steps = run(&format!("Reverse(r) ~ {}", list(&items)), &list(items.iter().rev())).stats.by_rule;
    let n = items.len() as u64;
    assert_eq!(steps.of(Rule::User), (n + 1) * (n + 2) / 2, "Lévy's count of the naive way");
    run(&format!("Onto(Nil, r) ~ {}", list(&items)), &list(items.iter().rev()));
    run(&format!("Length(r) ~ {}", list(&items)), &nat(items.len()));
    let small = values(12, 9).into_iter().map(|n| n as usize);
    let nats = |add: usize| list(small.clone().map(|n| nat(n + add)));
    run(&format!("Map(Succ, r) ~ {}", nats(0)), &nats(1));
    run(&format!("Map(Plus({}), r) ~ {}", nat(5), nats(0)), &nats(5));
    run(&format!("Length(r) ~ s & Map(Succ, s) ~ {}", nats(0)), &nat(12));
}

#[test]
fn sums_of_lists_and_trees() {
    let program = lists::sums();
    program.check(&format!("({} {})", (0..128).sum::<u32>(), (1..=100).sum::<u32>()));
    program
        .run("@main = r & @tree ~ (5 (3 t)) & TreeSum(r) ~ t", &(0..32).map(|at| 3 * 32 + at).sum::<u32>().to_string());
    let items = values(50, 1000);
    program.run(&format!("@main = r & Sum(r) ~ {}", list(&items)), &items.iter().sum::<u32>().to_string());
}

#[test]
fn insertion_sort_of_unary_numbers() {
    let program = sorts::insertion();
    program.check(&list((0..3).map(nat)));
    let items = values(20, 15);
    let nats = |items: &[u32]| list(items.iter().map(|&n| nat(n as usize)));
    let mut sorted = items.clone();
    sorted.sort_unstable();
    program.run(&format!("@main = r & Sort(r) ~ {}", nats(&items)), &nats(&sorted));
}

#[test]
fn sorts_of_numbers() {
    for (program, sort) in [(sorts::quick(), "Sort(r)"), (sorts::merge(), "Sort(r)"), (sorts::bubble(), "Sort(Nil, r)")]
    {
        program.check(&list([1, 1, 2, 3]));
        for count in [0, 1, 2, 60] {
            let items = values(count, 50);
            let mut sorted = items.clone();
            sorted.sort_unstable();
            program.run(&format!("@main = r & {sort} ~ {}", list(items)), &list(sorted));
        }
    }
}

/// A term of combinators, and what it becomes.
#[derive(Clone)]
enum Ski {
    Atom(char),
    App(Box<[Ski; 2]>),
    Nat(usize),
}

impl Ski {
    /// `S(K(SI))K`, from prefix notation: `a` applies the next to the one after.
    fn read(text: &mut std::str::Chars<'_>) -> Ski {
        match text.next().unwrap() {
            'a' => Ski::App(Box::new([Ski::read(text), Ski::read(text)])),
            atom => Ski::Atom(atom),
        }
    }

    /// The number that it gives when `Succ` and `Z` are applied to it, by Rust's closures.
    fn eval(&self) -> Value {
        match self {
            Ski::App(parts) => apply(parts[0].eval(), parts[1].eval()),
            Ski::Nat(n) => Value::Nat(*n),
            &Ski::Atom(atom) => Value::Partial(atom, Vec::new()),
        }
    }

    /// Names for the results of all applications: the net's redexes.
    fn net(&self, redexes: &mut Vec<String>) -> String {
        match self {
            Ski::Atom('U') => "Succ".to_owned(),
            Ski::Atom(atom) => atom.to_string(),
            Ski::Nat(n) => {
                assert_eq!(*n, 0);
                "Z".to_owned()
            }
            Ski::App(parts) => {
                let [f, x] = [parts[0].net(redexes), parts[1].net(redexes)];
                let name = format!("r{}", redexes.len());
                redexes.push(format!("App({x}, {name}) ~ {f}"));
                name
            }
        }
    }
}

#[derive(Clone)]
enum Value {
    Partial(char, Vec<Value>),
    Nat(usize),
}

fn apply(f: Value, x: Value) -> Value {
    let Value::Partial(atom, mut args) = f else { panic!("a number is no function") };
    args.push(x);
    match (atom, &args[..]) {
        ('I', [x]) | ('K', [x, _]) => x.clone(),
        ('S', [f, g, x]) => apply(apply(f.clone(), x.clone()), apply(g.clone(), x.clone())),
        ('U', [Value::Nat(n)]) => Value::Nat(n + 1),
        _ => Value::Partial(atom, args),
    }
}

#[test]
fn combinators() {
    let program = machines::combinators();
    program.check("Succ");
    // Church's numerals: `SB` is the successor, with `B = S(KS)K`.
    const B: &str = "aaSaKSK";
    let successor = format!("aS{B}");
    let church = |n: usize| (0..n).fold("aKI".to_owned(), |term, _| format!("a{successor}{term}"));
    let terms = [
        "aaSKK".to_owned(),
        format!("aa{B}SK"),
        church(0),
        church(3),
        format!("a{}{}", church(2), church(3)),
        format!("aa{}{}{}", church(2), church(2), church(2)),
        format!("aa{B}{}{}", church(3), church(4)),
    ];
    for (at, text) in terms.into_iter().enumerate() {
        let term = Ski::read(&mut text.chars());
        let counted = |f: Ski| {
            let app = |f, x| Ski::App(Box::new([f, x]));
            app(app(f, Ski::Atom('U')), Ski::Nat(0))
        };
        // The first two are no numerals, but `I` and a function of two.
        let counted = match at {
            0 => Ski::App(Box::new([term, Ski::Nat(0)])),
            1 => continue,
            _ => counted(term),
        };
        let Value::Nat(expected) = counted.eval() else { panic!("{text} is no numeral") };
        let mut redexes = Vec::new();
        let root = counted.net(&mut redexes);
        let expected = nat(expected).replace('S', "N");
        program.run(&format!("@main = {root} & {}", redexes.join(" & ")), &expected);
    }
}

#[test]
fn busy_beaver() {
    let (mut left, mut right, mut state, mut steps) = (VecDeque::new(), VecDeque::new(), 'A', 0);
    loop {
        steps += 1;
        let (mark, to_the_right, next) = match (state, right.pop_front().unwrap_or(false)) {
            ('A', false) => (true, true, 'B'),
            ('A', true) => (true, true, 'H'),
            ('B', false) => (false, true, 'C'),
            ('B', true) => (true, true, 'B'),
            (_, false) => (true, false, 'C'),
            (_, true) => (true, false, 'A'),
        };
        if to_the_right {
            left.push_front(mark);
        } else {
            right.push_front(mark);
            right.push_front(left.pop_front().unwrap_or(false));
        }
        state = next;
        if state == 'H' {
            break;
        }
    }
    let tape = |marks: &VecDeque<bool>| {
        let text: String = marks.iter().map(|&mark| if mark { "X(" } else { "O(" }).collect();
        text + "End" + &")".repeat(marks.len())
    };
    assert_eq!((steps, left.iter().chain(&right).filter(|&&mark| mark).count()), (14, 6), "Radó's");
    machines::turing().check(&format!("Tape({}, {})", tape(&left), tape(&right)));
}

#[test]
fn agents_with_many_ports() {
    let program = machines::wide();
    let boxed = ["1", "2", "1", "2", "1", "2"];
    let other = ["Z", "S(Z)", "Z", "S(Z)", "Z", "S(Z)"];
    let turned = [2, 3, 4, 5, 6, 0, 1, 1];
    let main = format!("({} ({} (2 (3 (4 {})))))", list(boxed), list(other), list(&turned[3..]));
    program.check(&main);
    for turns in 0..15 {
        let at = |port: usize| (turns + port) % 7;
        let expected: Vec<usize> = (0..7).map(at).collect();
        let ports = "0, a, 1, b, 2, c, 3, d, 4, e, 5, f, 6, g";
        let result = "Cons(a, Cons(b, Cons(c, Cons(d, Cons(e, Cons(f, Cons(g, Nil)))))))";
        let main = format!("@main = r & Turn({ports}, Nil) ~ {} & r ~ {result}", nat(turns));
        program.run(&main, &list(expected));
    }
}

#[test]
fn a_token_is_passed_along() {
    let program = machines::token();
    program.check(&list([3, 2, 1]));
    let ticks = list([0; 25]);
    let main = format!("@main = r & Both(7, World(Nil), w) ~ {ticks} & Write(8, v) ~ w & Log(r) ~ v");
    program.run(&main, &list(std::iter::once(8).chain([7; 25])));
}

/// Deep terms: nothing calls itself.
#[test]
fn deep_terms() {
    let n = 100_000;
    let program = numbers::unary();
    let done = program.run(&format!("@main = r & Add({}, r) ~ {}", nat(3), nat(n)), &nat(n + 3));
    assert_eq!(done.stats.by_rule.of(Rule::User), n as u64 + 1);
    program.run(&format!("@main = (r s) & {{r s}} ~ {}", nat(n)), &format!("({} {})", nat(n), nat(n)));
    program.run(&format!("@main = 1 & * ~ {}", nat(n)), "1");
}

//! Random recursions with something left to do behind the call: `f(n, x) = x - f(n - 1, x + 3)`.
//!
//! What is needed behind the call waits meanwhile. So they differ in what that is, before and after it goes on; in how many arguments there are; in
//! where the call is, and how often; and in what the call gives. They end, as the first argument comes to zero; but some take very long.

mod body;
mod numbers;
mod writer;

use super::choices::Choices;
use body::spine;
use std::fmt::Write;
use writer::Writer;

/// How the first argument goes on.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// One less, or two if a switch on it is between.
    Down,
    /// From a list to its tail.
    List,
    /// Two less.
    Even,
    /// One more, until numbers begin anew.
    Up,
}

impl Way {
    /// Calls of these may be in each other's steps: they go on with less.
    fn falls(self) -> bool {
        matches!(self, Way::Down | Way::List)
    }
}

/// How another argument goes on.
#[derive(Clone, Copy)]
enum Next {
    Same,
    By(&'static str),
    /// As this argument was.
    Other(usize),
    /// Whatever is made of numbers at hand.
    Any,
}

#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Number,
    Pair,
    List,
}

struct Def {
    way: Way,
    others: Vec<Next>,
    result: Shape,
}

/// What an arm of a switch gives.
#[derive(Clone, Copy)]
enum Arm {
    /// What the call gives.
    Call,
    /// What is made of that.
    Waits,
    /// Something without a call.
    Ends,
}

const BY: [&str; 7] = ["+3", "-1", "+1", "-2", ":-3", "-1000", "^5"];

/// What else there is, where it is named; what names others comes first.
const HELPERS: [(&str, &str); 9] = [
    ("@work ", "@work = ($([&3] n) (x r)) & @count ~ (n (x r))"),
    (
        "@count ",
        "@count = (?(((y y) @count_n) (x r)) (x r))\n@count_n = ({n m} (x r)) & @count ~ (n (x s)) & m ~ $([-] $(s r))",
    ),
    ("@ack ", "@ack = ($([&1] m) ($([&3] n) r)) & @ack_m ~ (m (n r))"),
    (
        "@ack_m",
        "@ack_m = (?((($([+1] s) s) @ack_n) (n r)) (n r))\n@ack_n = (m (?((@ack_0 @ack_2) (m r)) r))\n@ack_0 = (m r) & @ack_m ~ (m (1 r))\n\
         @ack_2 = (n ({m o} r)) & o ~ $([+1] p) & @ack_m ~ (p (n i)) & @ack_m ~ (m (i r))",
    ),
    ("@pick ", "@pick = (?((@pick_0 @pick_n) (x r)) (x r))"),
    (
        "@pick_n",
        "@pick_0 = ($([+1] r) r)\n\
         @pick_n = ({a b} ({x y} r)) & x ~ $([*3] $([-] $(b s))) & s ~ $([&7] t) & a ~ $([+] $(t u)) & u ~ $([^] $(y r))",
    ),
    ("@sum ", "@sum = ((0 (@sum_c r)) r)\n@sum_c = (h (t r)) & @sum ~ (t s) & h ~ $([-] $(s r))"),
    ("@range ", "@range = (?((@nil @range_n) r) r)\n@range_n = ({n m} r) & @range ~ (m t) & @cons ~ (n (t r))"),
    ("@cons ", "@cons = (h (t (* ((h (t r)) r))))"),
];

/// The text of a random book, with recursions about so deep.
pub fn book(c: &mut Choices, depths: [usize; 4]) -> String {
    let native = !c.chance(60);
    let defs: Vec<_> = (0..1 + c.below(3)).map(|_| def(c)).collect();
    let mut text = if native { "#![numbers(native)]\n".to_owned() } else { String::new() };
    text += &main(c, &defs, depths, if native { 1 << 32 } else { 1 << 24 });
    for at in 0..defs.len() {
        text += &Writer::new(c, &defs, at).definition();
    }
    for (name, helper) in HELPERS {
        if text.contains(name) {
            writeln!(text, "{helper}").unwrap();
        }
    }
    if text.contains("@nil") { text + "@nil = (x (* x))\n" } else { text }
}

fn def(c: &mut Choices) -> Def {
    let count = c.one(&[1, 2, 0, 3, 4, 5, 6, 8, 10]);
    let next = |c: &mut Choices| match c.weighted(&[3, 4, 1, 4]) {
        0 => Next::Same,
        1 => Next::By(c.one(&BY)),
        2 => Next::Other(c.below(count)),
        _ => Next::Any,
    };
    Def {
        way: c.one(&[Way::Down, Way::Down, Way::Down, Way::List, Way::List, Way::Even, Way::Up]),
        others: (0..count).map(|_| next(c)).collect(),
        result: c.one(&[Shape::Number, Shape::Number, Shape::Pair, Shape::List]),
    }
}

/// Calls, side by side. Of the first an argument may come later, or never.
fn main(c: &mut Choices, defs: &[Def], depths: [usize; 4], modulus: u64) -> String {
    let (mut redexes, mut results) = (String::new(), Vec::new());
    // What counts by a constant does so from where it ends.
    let first = usize::from(!defs[0].way.falls());
    let late = if defs[0].others.len() < first { "" } else { c.one(&["", "", "", "", "", "", "z", "w"]) };
    for call in 0..1 + c.below(3) {
        let at = if call == 0 { 0 } else { c.below(defs.len()) };
        let depth = c.one(&depths) + c.below(5);
        let mut args = vec![match defs[at].way {
            Way::Down | Way::List => depth.to_string(),
            Way::Even => (depth / 2 * 2).to_string(),
            Way::Up => (modulus - depth as u64).to_string(),
        }];
        args.extend(defs[at].others.iter().map(|_| match c.weighted(&[12, 2, 1]) {
            0 => c.below(9).to_string(),
            1 => (c.word() >> 8).to_string(),
            _ => c.one(&["-7", "+5", "0.75"]).to_owned(),
        }));
        if call == 0 && !late.is_empty() {
            let from = &mut args[first..];
            from[c.below(from.len())] = late.to_owned();
        }
        if defs[at].way == Way::List {
            let list = format!("l{call}");
            write!(redexes, " & @range ~ ({} {list})", std::mem::replace(&mut args[0], list.clone())).unwrap();
        }
        write!(redexes, " & @f{at} ~ {}", spine(&args, &format!("r{call}"))).unwrap();
        results.push(format!("r{call}"));
    }
    let root = results.into_iter().rev().reduce(|rest, first| format!("({first} {rest})")).unwrap();
    match late {
        "z" => format!("@main = (z {root}){redexes}\n"),
        "w" => format!("@main = {root}{redexes} & @work ~ (6 (20 w))\n"),
        _ => format!("@main = {root}{redexes}\n"),
    }
}

//! A book with agents, printed, is the same book when it is parsed again.

use super::net;
use crate::{
    book::AnyBook,
    infer::infer,
    table::{Place, Table},
};
use proptest::prelude::*;
use std::fmt::Write;

fn table(text: &str) -> Table {
    let net = net(text);
    let inference = infer(&net);
    assert_eq!(inference.clashes, [], "{text}");
    Table::assemble(&net, &inference, |_| Place::default())
}

/// Without signs and with them.
#[track_caller]
fn same_again(text: &str) {
    let first = table(text);
    let book = AnyBook::new(&first);
    for printed in [format!("{book}"), format!("{book:#}")] {
        let second = table(&printed);
        assert_eq!(first, second, "{text}\n{printed}");
        assert_eq!(format!("{}", AnyBook::new(&second)), format!("{book}"));
    }
}

/// All ways to write a label, hvm-64's `#7{a b}` among them.
#[test]
fn labels() {
    let [first, other] = ["&7{a b}", "#7{a b}"].map(|dup| table(&format!("@main = (a b) & {dup} ~ 1")));
    assert!(AnyBook::new(&first).to_string().contains("&7{"));
    assert_eq!(other, first);
    same_again("@main = (a b) & #7{a b} ~ 1");
    // hvm-64's labels of `(a b)`: an agent for each, but for 0.
    let [round, own] = ["#7(a b)", "&1048583{a b}"].map(|dup| table(&format!("@main = (a b) & {dup} ~ 1")));
    assert_eq!(round, own);
    let [zero, con] = ["#0(a b)", "(a b)"].map(|con| table(&format!("@main = (a b) & {con} ~ @f  @f = (x x)")));
    assert_eq!(zero, con);
}

const LISTS: &str = "agent +Nil, +Cons(+head, +tail), -Append(+ys, -out) ~ List;
group List = Nil Cons;
@main = r & Append(Cons(3, Nil), r) ~ Cons(1, Cons(2, Nil))
rule Append(ys, out) ~ Nil => out ~ ys;
rule Cons(x, xs) ~ Append(ys, out) => out ~ Cons(x, t) & Append(ys, t) ~ xs;";

#[test]
fn lists() {
    same_again(LISTS);
    let text = "agent +Nil, +Cons(+p0, +p1), -Append(+p0, -p1);\n\n\
                @main = x0\n  & Append(Cons(3, Nil), x0) ~ Cons(1, Cons(2, Nil))\n\n\
                rule Append(x0, x1) ~ Nil => x1 ~ x0;\n\n\
                rule Append(x0, x1) ~ Cons(x2, x3) => x1 ~ Cons(x2, x4)\n  & Append(x0, x4) ~ x3;\n";
    assert_eq!(AnyBook::new(&table(LISTS)).to_string(), text);
}

#[test]
fn shapes() {
    for text in [
        "agent +A;",
        "#![numbers(native)] agent +A; @main = (A 4294967295)",
        // Names that the printer likes for wires.
        "agent +x0, +x1(+x2), +xx3; @main = (a (x0 x1((a xx3))))",
        // Words, and the names of definitions.
        "agent +rule, +agent(-agent), -group(-rule); @rule = agent(*) @main = (@rule group(*)) & rule ~ *",
        "agent -A(+a, -b, +c), +B(-x), +C(-x); rule A(*, b, *) ~ B(*) => b ~ *; rule C(x) ~ A(a, b, c) => a ~ {b x} & c ~ *;",
        "agent -A, +B; rule A ~ B =>; @main = * & A ~ B",
        "agent -A(-o), +B; rule A(o) ~ B => o ~ (x x) & * ~ * & 7 ~ $([+] y) & @f ~ (y *); @f=(a a)",
        // Within definitions the words are names like others.
        "agent +A; @main = (rule (agent (group (group (agent rule)))))",
        // Two names of one agent joined to each other.
        "agent -A(+a, -b), +B; rule A(x, x) ~ B =>;",
        "agent +A(#n: u24, +a), -B(-b); rule A(#n, a) ~ * if n > 1 => B(b) ~ a & * ~ A(#(n - 1), b); rule A(#n, a) ~ * => a ~ *;
         rule B(b) ~ * => b ~ 1; rule B(b) ~ {x *} => x ~ $([+] b); rule &7{x y} ~ A(#n, a) => x ~ #n & y ~ #n & a ~ *;
         rule A(#n, *) ~ {* x} => x ~ *; rule &0{x y} ~ A(#n, y) => x ~ A(#n, 7);",
    ] {
        same_again(text);
    }
}

#[test]
fn the_most_ports() {
    let ports = |make: fn(usize) -> String| (0..15).map(make).collect::<Vec<_>>().join(", ");
    let declared = ports(|n| format!("{}a{n}", if n % 2 == 0 { '+' } else { '-' }));
    let names = ports(|n| format!("w{}", n / 2));
    same_again(&format!(
        "agent -A({declared}), +B(+b); rule A({names}) ~ B(*) => w7 ~ *; @main = * & A({}) ~ B(7)",
        ports(|_| "*".to_owned()),
    ));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Agents of random arities, with a rule for each pair that joins random ports of different signs.
    #[test]
    fn random_agents(
        ports in prop::collection::vec(prop::collection::vec(any::<bool>(), 0..6), 2..6),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 64),
    ) {
        let sign = |positive| if positive { '+' } else { '-' };
        let mut text = String::new();
        for (agent, ports) in ports.iter().enumerate() {
            let list: Vec<_> = ports.iter().enumerate().map(|(n, &port)| format!("{}p{n}", sign(port))).collect();
            let list = if list.is_empty() { String::new() } else { format!("({})", list.join(", ")) };
            let _ = writeln!(text, "agent {}A{agent}{list};", sign(agent % 2 == 0));
        }
        let mut picks = picks.into_iter();
        for (a, b) in (0..ports.len()).flat_map(|a| (0..ports.len()).map(move |b| (a, b))) {
            if a % 2 == 0 || b % 2 == 1 || (a + b) % 3 == 0 {
                continue;
            }
            // Each port has a wire of its own on the left; on the right, values go to consumers as long as there are both.
            let named = |agent: usize| {
                let names: Vec<_> = (0..ports[agent].len()).map(|port| format!("w{agent}_{port}")).collect();
                if names.is_empty() { format!("A{agent}") } else { format!("A{agent}({})", names.join(", ")) }
            };
            let all = [a, b].into_iter().flat_map(|agent| (0..ports[agent].len()).map(move |port| (agent, port)));
            let (mut values, mut consumers): (Vec<_>, Vec<_>) = all.partition(|&(agent, port)| ports[agent][port]);
            let mut redexes = Vec::new();
            while let Some((agent, port)) = values.pop() {
                let other = match consumers.len() {
                    0 => "*".to_owned(),
                    len => {
                        let (agent, port) = consumers.swap_remove(picks.next().map_or(0, |pick| pick.index(len)));
                        format!("w{agent}_{port}")
                    }
                };
                redexes.push(format!("w{agent}_{port} ~ {other}"));
            }
            redexes.extend(consumers.into_iter().map(|(agent, port)| format!("* ~ w{agent}_{port}")));
            let _ = writeln!(text, "rule {} ~ {} => {};", named(a), named(b), redexes.join(" & "));
        }
        same_again(&text);
    }
}

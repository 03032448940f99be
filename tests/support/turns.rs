//! Random loops whose last two rules differ in their operands: which numbers and which lists go into the result, go on, and are taken apart
//! next. They end, as each turn takes one node apart.

use super::choices::Choices;
use std::fmt::Write;

const TYPES: [&str; 3] = ["u32", "i32", "f32"];

/// Ports of numbers, by their types, and of lists; and results.
struct Loop {
    /// Of `Cons`: numbers, and how many tails.
    heads: Vec<usize>,
    tails: usize,
    /// Of the agent: numbers, and how many lists.
    numbers: Vec<usize>,
    lists: usize,
    results: usize,
    /// Of a result: does a turn add a node to it?
    adds: Vec<bool>,
}

/// The text of a random book.
pub fn book(c: &mut Choices) -> String {
    // Most are of one type, so that they can change places.
    let usual = c.below(3);
    let ty = |c: &mut Choices| if c.chance(60) { c.below(3) } else { usual };
    let types = |c: &mut Choices, most| (0..1 + c.below(most)).map(|_| ty(c)).collect::<Vec<_>>();
    let (heads, numbers) = (types(c, 2), types(c, 3));
    let results = 1 + c.below(2);
    let mut adds: Vec<bool> = (0..results).map(|_| c.chance(170)).collect();
    adds[0] = true;
    // Each list has one place to go to.
    let tails = if adds.iter().filter(|&&adds| adds).count() == 1 { 1 + c.below(2) } else { 1 };
    let it = Loop { heads, tails, numbers, lists: c.below(3), results, adds };

    let mut text = String::from("agent +Nil, ");
    let ports = |name: &str, types: &[usize]| -> String {
        types.iter().zip(0..).map(|(&ty, at)| format!("#{name}{at}: {}, ", TYPES[ty])).collect()
    };
    let all = |prefix: &str, name: &str, count| (0..count).map(|at| format!("{prefix}{name}{at}")).collect::<Vec<_>>();
    writeln!(text, "+Cons({}{}),", ports("x", &it.heads), all("+", "t", it.tails).join(", ")).unwrap();
    let (lists, outs) = (all("+", "l", it.lists), all("-", "o", it.results));
    writeln!(text, "-Make(#s: u32, -out), -Loop({}{});", ports("n", &it.numbers), [lists, outs].concat().join(", "))
        .unwrap();
    let seeds = it.heads.iter().enumerate().map(|(at, &ty)| format!("#((s >> {}) as {})", 29 - 3 * at, TYPES[ty]));
    let mut made: Vec<_> = seeds.chain(["r".to_owned()]).collect();
    made.resize(it.heads.len() + it.tails, "Nil".to_owned());
    writeln!(text, "rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;").unwrap();
    writeln!(
        text,
        "rule Make(#s, out) ~ #n => out ~ Cons({}) & Make(#(s * 1664525 + 1013904223), r) ~ #(n - 1);",
        made.join(", ")
    )
    .unwrap();
    let matched = |prefix| (0..it.numbers.len()).map(move |at| format!("{prefix}n{at}"));
    let left: Vec<_> = matched("#").chain(all("", "l", it.lists)).chain(all("", "o", it.results)).collect();
    let ends = (0..it.results).map(|at| match at < it.lists {
        true => format!("o{at} ~ l{at}"),
        false => format!("o{at} ~ {}", if at == 0 { "#n0" } else { "Nil" }),
    });
    let unused = (it.results..it.lists).map(|at| format!("l{at} ~ *"));
    let ends: Vec<_> = ends.chain(unused).collect();
    writeln!(text, "rule Loop({}) ~ Nil => {};", left.join(", "), ends.join(" & ")).unwrap();
    let node: Vec<_> =
        all("", "x", it.heads.len()).iter().map(|x| format!("#{x}")).chain(all("", "t", it.tails)).collect();
    for guard in [format!(" if {}", it.guard(c)), String::new()] {
        writeln!(text, "rule Loop({}) ~ Cons({}){guard} => {};", left.join(", "), node.join(", "), it.turn(c)).unwrap();
    }
    let literals = it.numbers.iter().map(|&ty| c.one(&[["3", "0"], ["-2", "+5"], ["2.5", "-0.0"]][ty]).to_owned());
    let start: Vec<_> = literals.chain(all("", "l", it.lists)).chain(all("", "o", it.results)).collect();
    let roots = all("", "o", it.results);
    let root = if roots.len() == 1 { roots[0].clone() } else { format!("({})", roots.join(" ")) };
    write!(text, "@main = {root} & Loop({}) ~ l & Make({}, l) ~ {}", start.join(", "), c.word(), 3 + c.below(9))
        .unwrap();
    for list in all("", "l", it.lists) {
        write!(text, " & Make({}, {list}) ~ {}", c.word(), c.below(9)).unwrap();
    }
    text + "\n"
}

impl Loop {
    /// A number of this type, by its name.
    fn number(&self, c: &mut Choices, ty: usize) -> String {
        let of = |name: &'static str, types: &[usize]| {
            let own: Vec<_> = (0..types.len()).filter(|&at| types[at] == ty).map(|at| format!("{name}{at}")).collect();
            own
        };
        let all = [of("n", &self.numbers), of("x", &self.heads)].concat();
        all[c.below(all.len())].clone()
    }

    fn guard(&self, c: &mut Choices) -> String {
        let ty = self.heads[0];
        let [a, b, d] = [(); 3].map(|()| self.number(c, ty));
        let op = c.one(&["<=", "<", ">", ">=", "==", "!="]);
        match c.weighted(&[5, 1, 1]) {
            0 => format!("{a} {op} {b}"),
            1 => format!("{a} + {b} {op} {d}"),
            // Which may have a fault.
            _ => format!("{a} / {b} {op} {d}"),
        }
    }

    fn turn(&self, c: &mut Choices) -> String {
        let mut lists: Vec<_> = (0..self.lists).map(|at| format!("l{at}")).collect();
        lists.extend((0..self.tails).map(|at| format!("t{at}")));
        let mut list = |c: &mut Choices| lists.remove(c.below(lists.len()));
        let mut text = String::new();
        for at in 0..self.results {
            let rest = format!("r{at}");
            if !self.adds[at] {
                write!(text, "o{at} ~ {rest} & ").unwrap();
                continue;
            }
            let heads = self.heads.iter().map(|&ty| format!("#{}", self.number(c, ty)));
            let mut node: Vec<_> = heads.chain([rest]).collect();
            node.extend((1..self.tails).map(|_| list(c)));
            write!(text, "o{at} ~ Cons({}) & ", node.join(", ")).unwrap();
        }
        let numbers: Vec<_> = self.numbers.iter().map(|&ty| format!("#{}", self.number(c, ty))).collect();
        let own: Vec<_> = (0..self.lists).map(|_| list(c)).collect();
        let rests: Vec<_> = (0..self.results).map(|at| format!("r{at}")).collect();
        write!(text, "Loop({}) ~ {}", [numbers, own, rests].concat().join(", "), list(c)).unwrap();
        text
    }
}

//! Random books of data in λ-encodings, and of trees of pairs, with what walks through them. They end: who calls itself does so with a
//! field of what it was given, and else only those that came before.

mod walks;

use super::choices::Choices;
use std::fmt::Write;

/// What stands at a wire.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Number,
    /// Of numbers.
    Pair,
    Data,
}
use Kind::{Data, Number, Pair};

/// A definition that matches its first argument.
struct Walk {
    /// Its further arguments.
    takes: Vec<Kind>,
    gives: Kind,
}

struct Writer<'c, 'b> {
    c: &'c mut Choices<'b>,
    text: String,
    /// The fields of each constructor.
    constructors: Vec<Vec<Kind>>,
    /// The last one is written now.
    walks: Vec<Walk>,
    /// How many names there are.
    names: usize,
}

/// The text of a random book.
pub fn book(c: &mut Choices) -> String {
    let mut constructors = vec![vec![]];
    for _ in 0..1 + c.below(3) {
        constructors.push((0..c.below(4)).map(|_| [Data, Number, Pair][c.weighted(&[4, 2, 2])]).collect());
    }
    if !constructors.iter().flatten().any(|&kind| kind == Data) {
        constructors[1] = vec![Data, Number, Data];
    }
    let mut it = Writer { c, text: String::new(), constructors, walks: Vec::new(), names: 0 };
    it.make();
    it.walk(Walk { takes: vec![], gives: Number });
    for _ in 0..2 + it.c.below(3) {
        let takes = (0..it.c.below(3)).map(|_| if it.c.chance(128) { Number } else { Data }).collect();
        let gives = if it.c.chance(40) { Number } else { Data };
        it.walk(Walk { takes, gives });
    }
    it.trees();
    it.main();
    it.text
}

impl Writer<'_, '_> {
    /// The constructors, and what makes a value, from a depth and a seed.
    fn make(&mut self) {
        let constructors = self.constructors.clone();
        let (all, last) = (constructors.len(), constructors.len() - 1);
        let mut text = String::from("@make = (?((@leaf @make1) (s r)) (s r))\n@leaf = (* @K0)\n");
        for (of, fields) in constructors.iter().enumerate() {
            let names: Vec<_> = (0..fields.len()).map(|at| format!("f{at}")).collect();
            let arms: Vec<_> = (0..all).map(|arm| if arm == of { applied(&names, "r") } else { "*".into() }).collect();
            writeln!(text, "@K{of} = {}", applied(&names, &applied(&arms, "r"))).unwrap();
            if of == 0 {
                continue;
            }
            // Which it is, the seed says.
            match of == last {
                true => writeln!(text, "@make{of} = (n (s r))").unwrap(),
                false => writeln!(
                    text,
                    "@make{of} = (n ({{$([/5] $([%3] k)) s}} r)) & @which{of} ~ (k (n (s r)))\n\
                    @which{of} = (?((@node{of} @other{of}) r) r)\n@other{of} = (* @make{})\n\
                    @node{of} = (n (s r))",
                    of + 1
                )
                .unwrap(),
            }
            let copies = |of: &str| applied(&(0..=fields.len()).map(|at| format!("{of}{at}")).collect::<Vec<_>>(), "*");
            let copies = |of| copies(of).replace('(', "{").replace(')', "}");
            write!(text, "    & n ~ {} & s ~ {}", copies("n"), copies("s")).unwrap();
            write!(text, " & @K{of} ~ {} & n{1} ~ * & s{1} ~ *", applied(&names, "r"), fields.len()).unwrap();
            for (at, kind) in fields.iter().enumerate() {
                let by = 3 + 2 * at;
                match kind {
                    Data => write!(text, " & s{at} ~ $([*{by}] $([+7] t{at})) & @make ~ (n{at} (t{at} f{at}))"),
                    Number => write!(text, " & n{at} ~ $([+] $(s{at} $([%{}] f{at})))", 97 + by),
                    Pair => write!(
                        text,
                        " & n{at} ~ * & s{at} ~ {{$([%{by}] p{at}) $([/{by}] q{at})}} & f{at} ~ (p{at} q{at})"
                    ),
                }
                .unwrap();
            }
            text.push('\n');
        }
        self.text += &text;
    }

    /// Trees of pairs: each half is walked through, and the halves change places or are compared leaf by leaf.
    fn trees(&mut self) {
        self.text += "@tree = (?(((x x) @tree_n) t) t)\n\
            @tree_n = ({m n} ({$([*5] $([+1] y)) $([/3] $([+2] x))} (a b))) & @tree ~ (m (y a)) & @tree ~ (n (x b))\n\
            @sum = (?(((x x) @sum_n) t) t)\n\
            @sum_n = ({m n} ((a b) r)) & @sum ~ (m (a $([*31] $([+] $(s r))))) & @sum ~ (n (b s))\n\
            @down = (?((@down_0 @down_n) (t (d r))) (d (t r)))\n";
        let op = self.c.one(&["+", "^", "*"]);
        writeln!(self.text, "@down_0 = (t (d r)) & t ~ $([{op}] $(d r))").unwrap();
        let bit = "e ~ $([&1] k) & l ~ * & @swap ~ (k (x (y r)))";
        let (result, last) = match self.c.below(5) {
            0 => ("(x y)", "e ~ * & l ~ *"),
            1 => ("(y x)", "e ~ * & l ~ *"),
            2 => ("r", bit),
            _ => ("r", "@warp ~ (l (e (x (y r))))"),
        };
        writeln!(
            self.text,
            "@down_n = ({{m {{n l}}}} ((a b) ({{c {{$([+1] d) e}}}} {result})))\n\
                & @down ~ (m (c (a x))) & @down ~ (n (d (b y))) & {last}\n\
            @warp = (?((@leaves @trees) (a (b (d r)))) (d (a (b r))))\n\
            @leaves = ({{$([>] $(b s)) x}} ({{b y}} ($([^] $(s z)) r))) & @swap ~ (z (x (y r)))"
        )
        .unwrap();
        let pair = self.c.one(&["((v w) (x y))", "((v x) (w y))", "((x v) (y w))", "((y x) (w v))"]);
        let others = self.c.one(&[["b", "d", "a", "c"], ["a", "d", "b", "c"], ["d", "c", "b", "a"]]);
        let [p, q, s, t] = others;
        writeln!(
            self.text,
            "@trees = ({{m n}} ((a b) ((c d) ({{e f}} {pair}))))\n\
                & @warp ~ (m (e ({p} ({q} (w y))))) & @warp ~ (n (f ({s} ({t} (v x)))))"
        )
        .unwrap();
        let keep = self.c.one(&["(b (a (a b)))", "(b (a (b a)))"]);
        let cross = self.c.one(&["(* (a (b (a b))))", "(* (b (a (a b))))", "(* ({a b} (* (a b))))"]);
        writeln!(self.text, "@swap = (?((@keep @cross) (a (b r))) (b (a r)))\n@keep = {keep}\n@cross = {cross}")
            .unwrap();
    }

    /// What is run: with numbers as results, and in some books with a value. `@often` does all of it several times, `@once` once.
    fn main(&mut self) {
        let mut names = Vec::new();
        for walk in 1..self.walks.len() {
            self.on_data(&format!("@use{walk}"), walk, true);
            names.push(format!("@use{walk}"));
        }
        let (depth, by) = (1 + self.c.below(5), self.c.below(256));
        writeln!(
            self.text,
            "@pairs = (s r) & @tree ~ ({depth} (s t)) & @down ~ ({depth} ({by} (t u))) & @sum ~ ({depth} (u r))"
        )
        .unwrap();
        names.push("@pairs".into());
        let (all, last) = (names.len(), names.len() - 1);
        let copies = (0..last).rev().fold(format!("n{last}"), |rest, at| format!("{{n{at} {rest}}}"));
        let calls: String = (0..all)
            .map(|at| format!(" & {} ~ (n{at} r{at}) & s{at} ~ $([+] $(r{at} s{}))", names[at], at + 1))
            .collect();
        writeln!(
            self.text,
            "@again = (?((0 @again_n) r) r)\n@again_n = ({{m {copies}}} s{all}) & @again ~ (m s0){calls}\n\
            @once = r & @again ~ (1 r)\n@often = r & @again ~ (40 r)"
        )
        .unwrap();
        let walk = self.walks.len() - 1;
        if self.walks[walk].gives == Data && self.c.chance(60) {
            self.on_data("@bare", walk, false);
            names.push("@bare".into());
        }
        let results: Vec<_> = (1..names.len()).map(|at| format!("r{at}")).collect();
        write!(self.text, "@main = {}", applied(&results, "r0")).unwrap();
        for (at, name) in names.iter().enumerate() {
            write!(self.text, " & {name} ~ ({} r{at})", self.c.word()).unwrap();
        }
        self.text.push('\n');
    }

    /// A walk through what is made of a seed.
    fn on_data(&mut self, name: &str, walk: usize, digest: bool) {
        let mut given = vec!["v".to_owned()];
        let depth = 2 + self.c.below(4);
        write!(self.text, "{name} = (s r) & @make ~ ({depth} (s v))").unwrap();
        for (at, kind) in self.walks[walk].takes.clone().into_iter().enumerate() {
            let (number, depth) = (self.c.word(), 1 + self.c.below(4));
            match kind {
                Number => given.push(number.to_string()),
                _ => {
                    write!(self.text, " & @make ~ ({depth} ({number} x{at}))").unwrap();
                    given.push(format!("x{at}"));
                }
            }
        }
        let last = match self.walks[walk].gives == Data && digest {
            true => " & @walk0 ~ (t r)",
            false => " & t ~ r",
        };
        writeln!(self.text, " & @walk{walk} ~ {}{last}", applied(&given, "t")).unwrap();
    }
}

/// `(a (b r))`
fn applied(args: &[String], result: &str) -> String {
    args.iter().rev().fold(result.to_owned(), |result, arg| format!("({arg} {result})"))
}

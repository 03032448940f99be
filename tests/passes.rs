//! Passes: the normal form stays, and the interactions do not become more.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{
    Agent, AnyBook, EngineKind, ErrorKind, Runtime,
    columns::space,
    net,
    passes::{Body, Budget, Draft, Entries, Pass, Passes, eta, inline, pre_reduce, prune, simplify_rules},
    reader::Source,
};
use std::cell::Cell;
use support::{
    agents,
    agree::runtime,
    choices::Choices,
    net as books, programs, soup, stock,
    tries::{Generator, cases, try_all, try_texts},
};

fn parse(text: &str) -> AnyBook {
    let source = Source::new("the book", text);
    let parsed = source.parse();
    parsed.book.unwrap_or_else(|| panic!("{}", source.render(&parsed.diagnostics, false)))
}

/// What a run ends with: a normal form and how many interactions it took, or a fault.
fn run(book: &AnyBook, runtime: &Runtime) -> Result<Option<(String, u64)>, String> {
    match book.with(|book| runtime.run(book)) {
        Ok(done) => Ok(Some((done.to_string(), done.stats.interactions()))),
        Err(error) if matches!(error.kind, ErrorKind::Arithmetic(_)) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// What is tried: the built-in passes one by one, `pre_reduce` with so little budget that most is left to the run, and
/// (the last) the default passes.
fn tried(book: &AnyBook) -> Vec<(String, AnyBook)> {
    let entries = Entries::default();
    let budgets = [(1, 1000), (4, 30), (20, 12)].map(|(interactions, agents)| Budget { interactions, agents });
    let mut tried = Vec::new();
    for pass in [Pass::Prune, Pass::Inline, Pass::Eta, Pass::SimplifyRules] {
        tried.push((pass.to_string(), book.with(|book| pass.run(book, &entries))));
    }
    for budget in budgets {
        let new = book.with(|book| book.pass(|book| pre_reduce(book, &entries, budget)));
        tried.push((format!("{budget:?}, eta"), new.with(|new| eta(new, &entries))));
    }
    tried.push(("default".to_owned(), book.with(|book| Passes::default().run(book, &entries))));
    tried
}

/// The interactions of a book, and with the default passes; none for a book that does not end.
fn unchanged(text: &str, endless: u64) -> Result<Option<[u64; 2]>, String> {
    let book = parse(text);
    let oracle = runtime(EngineKind::Oracle, 1);
    let ways = [oracle.clone(), runtime(EngineKind::Bag, 1), oracle.clone().expand(true), oracle.clone().strict(true)];
    let mut expected = Vec::new();
    for way in ways {
        // More than it takes: who counts several interactions at once counts some in advance.
        let Ok(end) = run(&book, &way.clone().max_interactions(endless)) else { return Ok(None) };
        expected.push((way.max_interactions(2 * endless + 100), end));
    }
    let mut last = 0;
    for (name, new) in tried(&book) {
        for (at, (way, expected)) in expected.iter().enumerate() {
            let found = run(&new, way).map_err(|why| format!("{name}: {why}\n{new:#}"))?;
            let same = match (expected, &found) {
                (Some((normal, count)), Some((found, fewer))) => normal == found && fewer <= count,
                (expected, found) => expected == found,
            };
            if !same {
                return Err(format!("{name}, way {at}: expected {expected:?}, found {found:?}\n{new:#}"));
            }
            if let (0, Some((_, count))) = (at, found) {
                last = count;
            }
        }
    }
    Ok(expected[0].1.as_ref().map(|&(_, count)| [count, last]))
}

/// Tries random books: how many ended, and their interactions.
fn unchanged_on(count: u32, generate: Generator, endless: u64) -> u32 {
    let tally = Cell::new((0, 0, 0));
    try_all(cases(count), generate, |book: &books::Book| {
        if let Some([before, after]) = unchanged(&book.to_string(), endless)? {
            let (books, all, left) = tally.get();
            tally.set((books + 1, all + before, left + after));
        }
        Ok(())
    });
    let (books, before, after) = tally.get();
    println!("{books} books that end: {before} interactions, {after} with the default passes");
    assert!(after < before);
    books
}

#[test]
fn random_nets_have_the_same_normal_forms() {
    let count = 1500;
    assert!(unchanged_on(count, soup::book, 2_000) >= cases(count) / 3 * 2);
}

#[test]
fn random_programs_have_the_same_normal_forms() {
    let count = 400;
    assert!(unchanged_on(count, programs::book, 20_000) >= cases(count) / 4 * 3);
}

#[test]
fn random_books_with_agents_have_the_same_normal_forms() {
    let (count, ended, fewer) = (cases(500), Cell::new(0), Cell::new(0));
    try_texts(
        count,
        |c| agents::book(c, agents::Kind::Whole),
        |text| {
            let Some([before, _]) = unchanged(text, 3_000)? else { return Ok(()) };
            ended.set(ended.get() + 1);
            let simplified = parse(text).with(|book| book.pass(simplify_rules));
            let after = run(&simplified, &runtime(EngineKind::Oracle, 1))?.map(|(_, count)| count);
            fewer.set(fewer.get() + u32::from(after < Some(before)));
            Ok(())
        },
    );
    println!("{ended:?} end, {fewer:?} of them with fewer interactions when their rules are simplified");
    assert!(ended.get() > count / 2 && fewer.get() > count / 20, "{ended:?} {fewer:?}");
}

#[test]
fn stock_programs_and_regressions_have_the_same_normal_forms() {
    for (name, text) in stock::programs() {
        for numbers in ["#![numbers(native)]", "#![numbers(hvm24)]"] {
            let result = unchanged(&format!("{numbers}{text}"), 100_000);
            let [before, after] = result.unwrap_or_else(|why| panic!("{name}: {why}")).expect("it ends");
            println!("{name}: {before} interactions, {after} with the default passes");
        }
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "net") {
            let result = unchanged(&std::fs::read_to_string(&path).unwrap(), 20_000);
            result.unwrap_or_else(|why| panic!("{}: {why}", path.display())).expect("it ends");
        }
    }
}

/// What is tried on random books, where it is delicate.
#[track_caller]
fn delicate(text: &str, normal: &str) -> [u64; 2] {
    let counts = unchanged(text, 100_000).unwrap_or_else(|why| panic!("{why}")).expect("it ends");
    let (found, _) = run(&parse(text), &runtime(EngineKind::Bag, 1)).unwrap().unwrap();
    assert_eq!(found, normal);
    counts
}

/// `@f` has a `DUP`, so a `DUP` that it meets has it computed first. Without its own, it would be copied. (They meet after
/// more interactions than `pre_reduce` makes.)
#[test]
fn what_is_computed_once_stays_so() {
    let main =
        "@main = r & @wait ~ (5000 (@f r))  @wait = (?((@twice @again) r) r)  @again = @wait  @twice = ({a b} (a b))
        @count = (?((7 @next) r) r)  @next = @count";
    delicate(&format!("{main}  @f = r & {{* y}} ~ 5000 & @count ~ (y r)"), "(7 7)");
    // The same, but it is lost by what it refers to.
    delicate(&format!("{main}  @f = r & @g ~ (5000 r)  @g = ({{* y}} r) & @count ~ (y r)"), "(7 7)");
}

/// `@g` is expanded by a `DUP`, `@f` is copied.
#[test]
fn what_is_copied_stays_a_reference() {
    let passed = "@main = r & @twice ~ (@g r)  @twice = ({a b} (a b))";
    delicate(&format!("{passed}  @g = @f & {{x y}} ~ @h & x ~ y  @f = (z z)  @h = {{u u}}"), "(@f @f)");
    delicate("@main = (a b) & @g ~ {a b}  @g = @f & {x y} ~ @h & x ~ y  @f = (z z)  @h = {u u}", "(@f @f)");
}

/// Where a definition calls itself without end, and where one is erased before anybody looks.
#[test]
fn endless_definitions_do_no_harm() {
    delicate("@main = 1 & @loop ~ *  @loop = (a r) & @loop ~ (a r)", "1");
    delicate(
        "@main = (a b) & @pick ~ (0 a) & @pick ~ (0 b)  @pick = (?((1 @loop) r) r)  @loop = r & @loop ~ ((x x) r)",
        "(1 1)",
    );
    let new =
        parse("@main = @loop  @loop = r & @loop ~ (1 r)").with(|book| Passes::default().run(book, &Entries::default()));
    assert_eq!(run(&new, &Runtime::new()), Ok(Some(("@loop".to_owned(), 0))));
}

/// `(a b) … (a b)` is a wire where only trees come: not where a number, an eraser or a duplication may.
#[test]
fn eta_is_for_what_is_called_with_trees() {
    let eta_of = |text: &str| parse(text).with(|book| eta(book, &Entries::default())).to_string();
    let id = "@id = ((a b) (a b))";
    let sure = format!("@main = (r s) & @id ~ ((1 2) r) & @id ~ ((x x) s)\n{id}");
    assert!(eta_of(&sure).contains("@id = (x0 x0)"), "{}", eta_of(&sure));
    delicate(&sure, "((1 2) (x0 x0))");
    // Called with a tree and with a number, it is two definitions, and each has its name when it is printed.
    let two = eta_of(&format!("@main = (r s) & @id ~ ((1 2) r) & @id ~ (3 s)\n{id}"));
    assert!(two.contains("@id = (x0 x0)") && two.contains("@id.2 = ((x0 x1) (x0 x1))"), "{two}");
    let labelled = "@main = r & @id ~ (&2{1 2} r)\n@id = (&2{a b} &2{a b})";
    assert!(eta_of(labelled).contains("@id = (x0 x0)"), "{}", eta_of(labelled));
    for (text, normal) in [
        ("@main = s & @id ~ (3 s)", "(3 3)"),
        ("@main = s & @id ~ (* s)", "(* *)"),
        ("@main = (s t) & @id ~ ({s t} 7)", "((7 7) (7 7))"),
        ("@main = r & @id ~ (x r) & x ~ 3", "(3 3)"),
        ("@main = @id", "@id"),
        ("@main = (@id r) & @id ~ ((1 2) r)", "(@id (1 2))"),
    ] {
        let text = format!("{text}\n{id}");
        assert!(eta_of(&text).contains("@id = ((x0 x1) (x0 x1))"), "{}", eta_of(&text));
        delicate(&text, normal);
    }
    // What calls a definition stays.
    delicate("@main = (a b) & @f ~ (a b)  @f = (* *)", "(* *)");
    // Of two pairs that rest on each other, one goes.
    let both = format!("@main = (p q) & @id ~ ((a b) ((1 p) r)) & (a b) ~ (c d) & r ~ (q *) & c ~ d\n{id}");
    unchanged(&both, 1000).unwrap();
    // Crossed wires, other labels and other places are not put together as they were.
    for id in ["@id = ((a b) (b a))", "@id = (&1{a b} &2{a b})", "@id = ((a b) (a (b *)))"] {
        let text = format!("@main = r & @id ~ ((1 2) r)\n{id}");
        assert!(!eta_of(&text).contains("(x0 x0)\n"), "{}", eta_of(&text));
        unchanged(&text, 1000).unwrap();
    }
}

#[test]
fn prune_keeps_what_the_entries_reach() {
    let text = "@main = @a  @a = (@b *)  @b = 1  @c = (@a @d)  @d = 2";
    let names = |entries: Entries| {
        let new = parse(text).with(|book| prune(book, &entries));
        new.with(|book| book.names().iter().cloned().collect::<Vec<_>>().join(" "))
    };
    assert_eq!(names(Entries::default()), "main a b");
    assert_eq!(names(Entries::new(["d", "b"])), "b d");
    assert_eq!(names(Entries::new(["nobody"])), "main a b c d");
}

#[test]
fn inline_goes_down_to_its_bound_and_not_through_recursion() {
    let text = "@main = r & @twice ~ (1 r)  @twice = (x r) & @inc ~ (x y) & @inc ~ (y r)  @inc = ($([+1] r) r)
        @self = (x r) & @self ~ (x r)  @big = (x r) & @inc ~ (x r) & @self ~ (1 *)";
    let inlined = |largest| parse(text).with(|book| inline(book, &Entries::default(), largest)).to_string();
    let calls = |text: &str, name: &str| text.matches(&format!("@{name} ~")).count();
    let all = inlined(32);
    assert_eq!([calls(&all, "twice"), calls(&all, "inc"), calls(&all, "self")], [0, 0, 2], "{all}");
    let small = inlined(5);
    assert_eq!([calls(&small, "twice"), calls(&small, "inc")], [1, 0], "{small}");
    assert_eq!(calls(&inlined(0), "inc"), 3);
}

fn simplified(text: &str) -> String {
    parse(text).with(|book| book.pass(simplify_rules)).to_string()
}

/// What is on the right of a rule is reduced as far as it does not grow, and is known.
#[test]
fn simplify_rules_reduces_right_sides() {
    let nat = "agent +Z, +S(+n), -Add(+b, -out), -Twice(-out), -Go(-out);
        rule Add(b, out) ~ Z => out ~ b;
        rule Add(b, out) ~ S(n) => out ~ S(t) & Add(b, t) ~ n;";
    let counts = |rules: &str, main: &str| {
        let text = format!("#![numbers(native)] {nat} {rules} @main = r & {main}");
        let [before, _] = unchanged(&text, 10_000).unwrap_or_else(|why| panic!("{why}")).expect("it ends");
        let new = simplified(&text);
        let after = run(&parse(&new), &runtime(EngineKind::Bag, 1)).unwrap().expect("it ends").1;
        (new, before - after)
    };
    // `2 + n`, one step at a time, and the last one, where `n` comes in.
    let (new, saved) = counts("rule Go(out) ~ S(n) => Add(n, out) ~ S(S(Z));", "Go(r) ~ S(Z)");
    assert!(new.contains("rule Go(x0) ~ S(x1) => x0 ~ S(S(x1));"), "{new}");
    assert_eq!(saved, 3);
    // A definition that is called there.
    let (new, saved) = counts("rule Go(out) ~ Z => @two ~ (* out); @two = (* S(S(Z)))", "Go(r) ~ Z");
    assert!(new.contains("rule Go(x0) ~ Z => x0 ~ S(S(Z));"), "{new}");
    assert_eq!(saved, 3);
    // What would grow without end stays; what is beside it is reduced.
    let endless = "agent -Loop(-out); rule Loop(out) ~ Z => out ~ S(t) & Loop(t) ~ Z;";
    let endless = format!("{nat} {endless} rule Go(out) ~ Z => Add(Z, *) ~ Z & Loop(out) ~ Z; @main = r & Go(r) ~ Z");
    let new = simplified(&endless);
    assert!(new.contains("rule Go(x0) ~ Z => x0 ~ S(S(S(S(x1))))\n  & Loop(x1) ~ Z;"), "{new}");
}

/// Numbers that a rule computes are not known before it is used, nor lost; literals are known.
#[test]
fn simplify_rules_waits_for_numbers() {
    let text = "#![numbers(native)]
        agent -Fact(-out), -Mul(#a: u32, -out), -Big(#a: u32, -out), -Go(-out);
        rule Mul(#a, out) ~ #b => out ~ #(a * b);
        rule Big(#a, out) ~ #b if a > b => out ~ 1;
        rule Big(#a, out) ~ #b => out ~ 0;
        rule Fact(out) ~ #n if n == 0 => out ~ 1;
        rule Fact(out) ~ #n => Mul(#n, out) ~ t & Fact(t) ~ #(n - 1);
        rule Go(out) ~ #n if n > 100 => Mul(#n, out) ~ 7 & * ~ Big(#(n - 1), *) & Big(3, *) ~ 2 & {x y} ~ Mul(#(n + 2), *) & x ~ 1 & y ~ 2;
        rule Go(out) ~ #n => Fact(t) ~ #n & Go(s) ~ 300 & Big(5, b) ~ 4 & t ~ $([+] $(s u)) & u ~ $([+] $(b out));
        @main = r & Go(r) ~ 5";
    let [before, after] = unchanged(text, 10_000).unwrap_or_else(|why| panic!("{why}")).expect("it ends");
    assert!(after < before);
    let new = simplified(text);
    assert!(!new.contains("Big(5") && !new.contains("Big(3"), "{new}");
    let (found, count) = run(&parse(&new), &runtime(EngineKind::Bag, 1)).unwrap().expect("it ends");
    assert_eq!(found, (120 + 2100 + 1).to_string());
    assert!(count < before, "{count} of {before}");
}

/// Rust values are not known when `net!` expands.
#[test]
fn passes_wait_for_rust_values_in_ports() {
    for x in 0..6_u32 {
        let book = net! {
            #![passes(default)]
            agent -Less(#a: u32, -out), -Go(-out), +Z;
            rule Less(#a, out) ~ #b if a < b => out ~ #(b - a);
            rule Less(#a, out) ~ #b          => out ~ #(a - b);
            rule Go(out) ~ Z => Less(4, out) ~ 1;
            @main = (r (s (t u))) & Less(#x, r) ~ 3 & Less(3, s) ~ #x & Less(1, t) ~ 3 & Go(u) ~ Z
        };
        let done = Runtime::new().run(&book).unwrap();
        let apart = x.abs_diff(3);
        assert_eq!(done.to_string(), format!("({apart} ({apart} (2 3)))"));
        assert_eq!(done.stats.interactions(), 2);
    }
}

/// A rule of `A2` uses `A1`, on numbers that are known and such that are not; `out` gets what the last one gives.
fn rule_with_numbers(c: &mut Choices, at: usize, guard: &str) -> String {
    let number = |c: &mut Choices| c.one(&["#(a + b)", "#a", "7", "#(b * 3)", "0", "#(a - b)", "2"]);
    let (mut text, mut last) = (format!("rule A{at}(#a, out) ~ #b {guard} =>"), number(c).to_owned());
    for wire in 0..if at == 0 { 0 } else { c.below(4) } {
        let (below, held) = (c.below(at), number(c));
        text += &match c.below(4) {
            0 => format!(" * ~ A{below}({held}, *) &"),
            1 => format!(" {{v{wire} *}} ~ A{below}({held}, w{wire}) & v{wire} ~ {last} &"),
            _ => format!(" A{below}({held}, w{wire}) ~ {last} &"),
        };
        if !text.contains(&format!("w{wire}")) {
            continue;
        }
        last = format!("w{wire}");
    }
    text + &format!(" out ~ {last};\n")
}

#[test]
fn random_rules_with_numbers_have_the_same_results() {
    let (count, fewer) = (cases(300), Cell::new(0));
    let generate = |c: &mut Choices| {
        let agents = (0..4).map(|at| format!("agent -A{at}(#a: u32, -out);\n")).collect::<String>();
        let rules = (0..4).map(|at| ["if a < b", ""].map(|guard| rule_with_numbers(c, at, guard)).concat());
        let rules = rules.collect::<String>();
        format!(
            "#![numbers(native)]\n{agents}{rules}@main = (r s) & A3({}, r) ~ {} & A2(1, s) ~ 4",
            c.below(4),
            c.below(4)
        )
    };
    try_texts(count, generate, |text| {
        let Some([before, _]) = unchanged(text, 3_000)? else { return Err("it has an end".to_owned()) };
        let simplified = parse(text).with(|book| book.pass(simplify_rules));
        let after = run(&simplified, &runtime(EngineKind::Bag, 1))?.map(|(_, count)| count);
        fewer.set(fewer.get() + u32::from(after < Some(before)));
        Ok(())
    });
    assert!(fewer.get() > count / 10, "{fewer:?}");
}

/// A division by zero on the right of a rule is left to the run.
#[test]
fn simplify_rules_leaves_faults_and_missing_rules() {
    let text = "#![numbers(native)] agent +Z, -Go(-out), -Div(#a: u32, -out);
        rule Div(#a, out) ~ #b => out ~ #(a / b);
        rule Go(out) ~ Z => Div(1, out) ~ 0;
        @main = r & Go(r) ~ Z";
    assert!(simplified(text).contains("=> Div(1, x0) ~ 0;"), "{}", simplified(text));
    unchanged(text, 100).unwrap();
    let text = "agent +Z, +S(+n), -Go(-out), -Get(-out); rule Get(out) ~ Z => out ~ Z;
        rule Go(out) ~ Z => Get(x) ~ Z & x ~ y & out ~ t & Get(t) ~ u & u ~ S(y); @main = r & Go(r) ~ Z";
    let source = Source::new("the book", text).parse();
    if let Some(book) = source.book {
        let end = |book: &AnyBook| run(book, &Runtime::new()).expect_err("there is no rule");
        assert_eq!(end(&book.with(|book| book.pass(simplify_rules))), end(&book));
    }
}

/// Rules whose agents nobody makes go, and those that only they need.
#[test]
fn simplify_rules_removes_what_is_never_used() {
    let rules = |text: &str| {
        let new = simplified(text);
        let names = new.lines().filter_map(|line| line.strip_prefix("rule ")?.split(" =>").next().map(str::to_owned));
        names.collect::<Vec<_>>().join("; ")
    };
    let text = "agent +A, +B, +C, -Get(-out), -Put(-out), -Num(-out);
        rule Get(out) ~ A => out ~ A;
        rule Get(out) ~ B => Put(out) ~ x & Num(x) ~ 1;
        rule Get(out) ~ C => out ~ A;
        rule Put(out) ~ B => out ~ C;
        rule Put(out) ~ C => out ~ C;
        rule Num(out) ~ #n => out ~ B;";
    assert_eq!(rules(&format!("{text} @main = r & Get(r) ~ A")), "Get(x0) ~ A");
    let all = "Get(x0) ~ A; Get(x0) ~ B; Get(x0) ~ C; Put(x0) ~ B; Put(x0) ~ C; Num(x0) ~ #n0: u32";
    assert_eq!(rules(&format!("#![numbers(native)] {text} @main = r & Get(r) ~ B")), all);
    // A definition that is not run may be: `prune` knows.
    assert_eq!(rules(&format!("{text} @main = * @b = r & Get(r) ~ A")), "Get(x0) ~ A");
    // The only `DUP` decides whether references to what holds agents are copied.
    let dup = "agent +A, -Get(-out), -Two(-out); rule Get(out) ~ A => out ~ A; rule Two(out) ~ A => {a *} ~ x & x ~ A & out ~ a;
        @main = (r s) & {r s} ~ @lazy @lazy = (* r) & Get(r) ~ A";
    assert_eq!(rules(dup), "Get(x0) ~ A; Two(x0) ~ A");
    unchanged(dup, 1_000).unwrap_or_else(|why| panic!("{why}"));
}

/// What a pass that is wrong is told.
#[test]
fn drafts_that_are_no_books_say_why() {
    let book = parse("@main = @other  @other = (x x)");
    for (wrong, message) in [
        ("one end", "a pass gives a wire of `@main` one end"),
        ("other end elsewhere", "a pass gives a wire of `@main` one end there"),
        ("child twice", "a pass uses a row twice"),
        ("side twice", "a pass uses a row of `@main` twice"),
        ("left out", "a pass leaves out `@other`, which `@main` refers to"),
    ] {
        let finish = || {
            book.with(|book| {
                space!(New, guard);
                let mut new = Draft::new(book, guard);
                let (main, other) = (book.main().unwrap(), book.find("other").unwrap());
                let [a, b] = new.wire();
                let root = match wrong {
                    "one end" => new.push(Agent::Wire),
                    "child twice" => new.push(Agent::Con(a, a)),
                    "left out" => new.push(Agent::Ref(other)),
                    _ => a,
                };
                let redexes = if wrong == "side twice" { vec![(b, b)] } else { Vec::new() };
                new.define(main, Body { root, redexes });
                new.finish()
            })
        };
        let panic = std::panic::catch_unwind(finish).expect_err(wrong);
        let found =
            panic.downcast_ref::<String>().cloned().or(panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
        assert_eq!(found.as_deref(), Some(message), "{wrong}");
    }
}

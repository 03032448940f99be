//! Passes: the normal form stays, and the interactions do not become more.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{
    Agent, EngineKind, Runtime,
    columns::space,
    net,
    passes::{Body, Draft, Entries, Passes, eta, inline, prune, simplify_rules},
};
use std::cell::Cell;
use support::{
    agents,
    agree::runtime,
    net as books, programs, soup, stock,
    tries::{Generator, cases, try_all, try_texts},
    unchanged::{parse, run, unchanged},
};

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

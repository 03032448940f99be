//! Passes over books of terms: the normal form stays, and the interactions do not become more.

mod lambda;
#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use lambda::{choose, term::Term, typed};
use polarnet::{
    AnyBook, EngineKind, Runtime,
    passes::{Entries, Pass, Passes, share},
};
use std::cell::Cell;
use support::{
    agree,
    choices::Choices,
    tries::{cases, try_texts},
    unchanged::{parse, run, unchanged},
};

fn passed(book: &AnyBook, passes: impl Into<Passes>) -> AnyBook {
    let passes = passes.into();
    book.with(|book| passes.run(book, &Entries::default()))
}

/// Each pass for itself, and all of them.
fn ways() -> Vec<Passes> {
    let mut ways: Vec<Passes> = Pass::ALL.iter().map(|&pass| vec![pass].into()).collect();
    ways.extend([Passes::default(), Pass::ALL.to_vec().into()]);
    ways
}

/// What a book gives as a term, expanded, and its interactions.
#[track_caller]
fn term(book: &AnyBook, engine: EngineKind) -> (Option<String>, u64) {
    let runtime = Runtime::new().engine(engine).threads(1).expand(true).max_interactions(50_000_000);
    let done = book.with(|book| runtime.run(book)).unwrap_or_else(|error| panic!("{error}\n{book:#}"));
    (done.normal.term(), done.stats.interactions())
}

/// The programs of `terms.txt`, with what they give; those that all engines can do in a debug build are marked.
fn programs() -> impl Iterator<Item = (String, &'static str)> {
    let cases = include_str!("terms.txt").split("\n\n").filter(|case| !case.trim().is_empty());
    cases.map(|case| {
        let (text, expected) = case.trim().rsplit_once("\n= ").expect("a case ends with its result");
        (format!("#![numbers(native)]\n{text}"), expected)
    })
}

#[test]
fn programs_give_the_same_terms() {
    let mut all = [0, 0];
    for (text, expected) in programs() {
        let book = parse(&text);
        let (found, before) = term(&book, EngineKind::Bag);
        assert_eq!(found.as_deref(), Some(expected), "{text}");
        for passes in ways() {
            let new = passed(&book, passes.clone());
            let (found, after) = term(&new, EngineKind::Bag);
            assert_eq!(found.as_deref(), Some(expected), "{passes:?}: {text}\n{new:#}");
            assert!(after <= before, "{passes:?}: {before} interactions become {after}: {text}\n{new:#}");
            if passes == Passes::default() {
                all = [all[0] + before, all[1] + after];
                let (found, lazily) = term(&new, EngineKind::Lazy);
                assert_eq!(found.as_deref(), Some(expected), "lazily: {text}\n{new:#}");
                assert!(lazily <= after, "lazily {lazily} interactions, not {after}: {text}\n{new:#}");
            }
        }
    }
    println!("{} interactions, {} with the default passes", all[0], all[1]);
    assert!(all[1] < all[0]);
}

/// Of the same programs, those that are small enough for the oracle: on all engines, in all ways to run them.
#[test]
fn programs_are_unchanged_on_all_engines() {
    let mut tried = 0;
    for (text, expected) in programs() {
        let Some(_) = unchanged(&text, 3_000).unwrap_or_else(|why| panic!("{text}\n{why}")) else { continue };
        let new = passed(&parse(&text), Passes::default());
        let done = new.with(|new| agree::all(new, 10_000, true)).unwrap_or_else(|why| panic!("{text}\n{why}"));
        assert!(done.is_some(), "{text}");
        assert_eq!(term(&new, EngineKind::Bag).0.as_deref(), Some(expected), "{text}");
        tried += 1;
    }
    assert!(tried >= 60, "{tried} programs");
}

/// Tries random books of terms: how many interactions they take, and with the default passes.
fn unchanged_on(count: u32, generate: fn(&mut Choices) -> String) -> [u64; 2] {
    let [books, before, after] = [const { Cell::new(0) }; 3];
    try_texts(cases(count), generate, |text| {
        let Some(counts) = unchanged(text, 10_000)? else { return Ok(()) };
        for (sum, count) in [&books, &before, &after].into_iter().zip([1, counts[0], counts[1]]) {
            sum.set(sum.get() + count);
        }
        let new = passed(&parse(text), Passes::default());
        new.with(|new| agree::same_result(new, &[(EngineKind::Direct, 1), (EngineKind::Bag, 2)], 10_000, true))?;
        Ok(())
    });
    let [books, before, after] = [books, before, after].map(Cell::into_inner);
    println!("{books} of {count}: {before} interactions, {after} with the default passes");
    assert!(books * 3 >= u64::from(cases(count)) * 2, "{books} of {count}");
    [before, after]
}

/// A closed term as a book: some of its closed subterms are definitions.
fn book(attribute: &str, term: &Term) -> String {
    let mut defs = Vec::new();
    let (main, _) = write(term, 0, &mut defs);
    let defs: String = (0..).zip(defs).map(|(at, def)| format!("term @d{at} = {def}\n")).collect();
    format!("#![{attribute}]\n{defs}term @main = {main}")
}

/// The text of a term, and the outermost variable in it, by its number.
fn write(term: &Term, depth: usize, defs: &mut Vec<String>) -> (String, usize) {
    let (text, outermost) = match term {
        Term::Var(index) => (format!("v{}", depth - 1 - index), depth - 1 - index),
        Term::Lam(body) => {
            let (body, outermost) = write(body, depth + 1, defs);
            (format!("|v{depth}| {body}"), outermost)
        }
        Term::App(function, argument) => {
            let [(f, of_f), (a, of_a)] = [function, argument].map(|part| write(part, depth, defs));
            let f = if f.starts_with('|') { format!("({f})") } else { f };
            (format!("{f}({a})"), of_f.min(of_a))
        }
    };
    if depth > 0 && outermost >= depth && text.len() > 12 {
        defs.push(text);
        return (format!("@d{}", defs.len() - 1), usize::MAX);
    }
    (text, outermost)
}

fn typed_book(c: &mut Choices) -> String {
    book("numbers(native)", &Term::parse(&typed::closed(c).to_string()))
}

#[test]
fn random_typed_terms() {
    let [before, after] = unchanged_on(400, typed_book);
    assert!(after * 10 < before, "{before} {after}");
}

fn book_with_levels(c: &mut Choices) -> String {
    book("lambda(levels)", &Term::parse(&choose::closed(c).to_string()))
}

#[test]
fn random_terms_with_levels() {
    let [before, after] = unchanged_on(300, book_with_levels);
    assert!(after * 2 < before, "{before} {after}");
}

/// Programs of numbers that say the same thing more than once.
fn programs_of_numbers(c: &mut Choices) -> String {
    let mut said = Vec::new();
    let mut closed = |c: &mut Choices| number(c, 3, &mut Vec::new(), &mut said);
    let [f, main] = [closed(c), closed(c)];
    format!(
        "#![numbers(native)]
        agent +Nil, +Cons(+head, +tail);
        group List = Nil Cons;
        term @fact = |n| match n {{ 0 => 1, p + 1 => (p + 1) * @fact(p) }}
        term @total = |n| |acc| match n {{ 0 => acc, p + 1 => @total(p, acc + n) }}
        term @down = |n| match n {{ 0 => Nil, p + 1 => Cons(n, @down(p)) }}
        term @sum = |xs| match xs {{ Nil => 0, Cons(h, t) => h + @sum(t) }}
        term @k = |a| |b| a
        term @square = |x| x * x
        term @f = |y| {f} + y
        term @main = {main}"
    )
}

/// A number: of variables, or said before.
fn number(c: &mut Choices, depth: usize, vars: &mut Vec<String>, said: &mut Vec<String>) -> String {
    if vars.is_empty() && !said.is_empty() && c.chance(90) {
        return said[c.below(said.len())].clone();
    }
    let mut sub = |c: &mut Choices, vars: &mut Vec<String>| number(c, depth.saturating_sub(1), vars, said);
    let found = match c.below(if depth == 0 { 2 } else { 12 }) {
        0 => c.below(4).to_string(),
        1 if vars.is_empty() => format!("@fact({})", c.below(4)),
        1 => vars[c.below(vars.len())].clone(),
        2 => format!("@fact({} % 4)", sub(c, vars)),
        3 => format!("@total({} % 5, {})", sub(c, vars), sub(c, vars)),
        4 => format!("@sum(@down({} % 4))", sub(c, vars)),
        5 => format!("@k({}, {})", sub(c, vars), sub(c, vars)),
        6 => format!("@square({})", sub(c, vars)),
        7 => format!("(if {} < {} {{ {} }} else {{ {} }})", sub(c, vars), sub(c, vars), sub(c, vars), sub(c, vars)),
        8 => {
            let (value, var) = (sub(c, vars), format!("v{}", vars.len()));
            vars.push(var.clone());
            let body = sub(c, vars);
            vars.pop();
            format!("(|{var}| {body})({value})")
        }
        _ => format!("({} {} {})", sub(c, vars), c.one(&["+", "*", "-", "/", "^"]), sub(c, vars)),
    };
    if vars.is_empty() {
        said.push(found.clone());
    }
    found
}

#[test]
fn random_programs_of_numbers() {
    let [before, after] = unchanged_on(400, programs_of_numbers);
    assert!(after * 2 < before, "{before} {after}");
    // What `share` alone does to them.
    let [books, before, after] = [const { Cell::new(0) }; 3];
    try_texts(cases(300), programs_of_numbers, |text| {
        let (book, oracle) = (parse(text), agree::runtime(EngineKind::Oracle, 1).max_interactions(20_000));
        let Some((normal, count)) = run(&book, &oracle)? else { return Ok(()) };
        let new = book.with(|book| book.pass(share));
        let Some((found, fewer)) = run(&new, &oracle)? else { return Err("it fails".to_owned()) };
        if normal != found || fewer > count {
            return Err(format!("expected {normal}, {count} interactions; found {found}, {fewer}\n{new:#}"));
        }
        books.set(books.get() + u64::from(fewer < count));
        before.set(before.get() + count);
        after.set(after.get() + fewer);
        Ok(())
    });
    let [books, before, after] = [books, before, after].map(Cell::into_inner);
    println!("share: {books} with fewer interactions; {before} become {after}");
    assert!(books * 5 > u64::from(cases(300)), "{books} books share");
}

/// What is there twice is computed once: its interactions, before and after.
fn shared(text: &str) -> [u64; 2] {
    let book = parse(&format!("#![numbers(native)]\n{text}"));
    let new = book.with(|book| book.pass(share));
    let [(normal, before), (found, after)] = [&book, &new].map(|book| {
        let oracle = agree::runtime(EngineKind::Oracle, 1);
        run(book, &oracle).unwrap().expect("it ends")
    });
    assert_eq!(normal, found, "{new:#}");
    [before, after]
}

#[test]
fn equal_closed_numbers_are_computed_once() {
    let fact = "term @fact = |n| match n { 0 => 1, p + 1 => (p + 1) * @fact(p) }";
    let once = shared(&format!("{fact} term @main = @fact(9)"))[0];
    for (main, times) in [
        ("@fact(9) + @fact(9)", 2),
        ("(@fact(9), @fact(9) + 1, @fact(9))", 3),
        // What comes out is an argument: the accumulator.
        ("@total(9, 1) - @total(9, 1)  term @total = |n| |acc| match n { 0 => acc, p + 1 => @total(p, acc * n) }", 2),
        // Of an agent.
        (
            "@product(@down(9)) - @product(@down(9))
            agent +Nil, +Cons(+head, +tail);  group List = Nil Cons;
            term @product = |xs| @times(xs, 1)
            term @times = |xs| |acc| match xs { Nil => acc, Cons(h, t) => @times(t, h * acc) }
            term @down = |n| match n { 0 => Nil, p + 1 => Cons(n, @down(p)) }",
            2,
        ),
        // Below a λ, in the arguments of another, and in each other.
        ("@map(|x| x + @fact(9) + @fact(9))  term @map = |f| f(1)", 2),
        ("@fact(@fact(9) % 5) - @fact(@fact(9) % 5)", 2),
    ] {
        let [before, after] = shared(&format!("{fact} term @main = {main}"));
        println!("{main}: {before} interactions, {after} shared");
        assert!(before - after >= (times - 1) * once - times, "{main}: {before} {after}");
    }
    // Other numbers, other functions, and what depends on a variable, are not equal.
    for main in [
        "@fact(9) + @fact(8)",
        "@fact(3) + @other(3)  term @other = |n| match n { 0 => 1, p + 1 => @other(p) }",
        "(|x| @fact(x) + @fact(x))(4)",
        // Nor are those shared that are no numbers: a copy takes as long as they are.
        "(@down(3), @down(3))  agent +Nil, +Cons(+head, +tail);  group List = Nil Cons;
            term @down = |n| match n { 0 => Nil, p + 1 => Cons(p, @down(p)) }",
        "(@two(|x| x), @two(|x| x))  term @two = |f| |x| f(f(x))",
    ] {
        let [before, after] = shared(&format!("{fact} term @main = {main}"));
        assert_eq!(before, after, "{main}");
    }
}

/// A reference that `DUP` copies stays one.
#[test]
fn what_is_copied_by_reference_is_not_shared() {
    let text = "@main = r & @twice ~ (@f r)  @twice = ({a b} (a b))
        @f = (x r) & @go ~ (5 $([+] $(s r))) & @go ~ (5 $([+] $(x s)))  @go = (?((7 @next) r) r)  @next = @go";
    let [before, after] = shared(text);
    assert_eq!(before, after);
}

//! Terms: names in, names out.

use polarnet::{Runtime, net, reader::Source};

/// What `@main` is as a term.
#[track_caller]
fn run(text: &str) -> String {
    let source = Source::new("terms", format!("#![numbers(native)]\n{text}"));
    let parsed = source.parse();
    let shown = source.render(&parsed.diagnostics, false);
    let book = parsed.book.unwrap_or_else(|| panic!("{shown}"));
    let done = book.with(|book| Runtime::new().expand(true).max_interactions(100_000_000).threads(1).run(book));
    let done = done.unwrap_or_else(|error| panic!("{text}: {error}"));
    done.normal.term().unwrap_or_else(|| panic!("{text}\nno term: {:#}", done.normal))
}

#[test]
fn table() {
    const TABLE: &str = include_str!("terms.txt");
    let mut wrong = String::new();
    let mut count = 0;
    for case in TABLE.split("\n\n").filter(|case| !case.trim().is_empty()) {
        let (text, expected) = case.trim().rsplit_once("\n= ").expect("a case ends with its result");
        let found = std::panic::catch_unwind(|| run(text)).unwrap_or_default();
        if found != expected {
            wrong += &format!("{text}\nexpected {expected}\nfound    {found}\n\n");
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= 60, "{count} cases");
}

/// What is printed is the term again.
#[test]
fn printed_terms_parse_again() {
    for case in include_str!("terms.txt").split("\n\n").filter(|case| !case.trim().is_empty()) {
        let (text, expected) = case.trim().rsplit_once("\n= ").expect("a case ends with its result");
        let declared: String = text
            .lines()
            .filter(|line| line.starts_with("agent") || line.starts_with("group"))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(run(&format!("{declared}term @main = {expected}")), expected);
    }
}

#[test]
fn terms_in_macros() {
    let done = Runtime::new().run(&net! {
        #![lambda(labels)]
        agent +Nil, +Cons(+head, +tail);
        group List = Nil Cons;
        term @main = @sum(@map(|x| x * x, Cons(1, Cons(2, Cons(#(3_u32), Nil)))))
        term @map = |f| |xs| match xs { Nil => Nil, Cons(h, t) => Cons(f(h), @map(f, t)) }
        term @sum = |xs| match xs { Nil => 0, Cons(h, t) => h + @sum(t) }
    });
    assert_eq!(done.unwrap().value::<u32>().unwrap(), 14);
    net! {
        book Factorial {
            term @factorial(n: u32) -> u32 = |n| match n { 0 => 1, p + 1 => (p + 1) * @factorial(p) }
        }
    }
    assert_eq!(Factorial::factorial(&Runtime::new(), 5).unwrap(), 120);
}

#[test]
fn copies_that_may_meet_are_warned_of() {
    let warnings = |text: &str| {
        let parsed = Source::new("terms", text).parse();
        assert!(parsed.book.is_some(), "{text}");
        parsed.diagnostics.into_iter().map(|found| found.message).collect::<Vec<_>>()
    };
    let warning = "copies of `n` may meet, and would be mixed up";
    assert_eq!(warnings("term @two = |f| |x| f(f(x)) term @main = (|n| n(n))(@two)"), [warning]);
    assert!(warnings("term @two = |f| |x| f(f(x)) term @main = @two(@two)").is_empty());
}

/// Text and normal forms may be deep.
#[test]
fn deep_terms() {
    const DEEP: usize = 100_000;
    for term in [
        format!("{}x", "|x| ".repeat(DEEP)),
        format!("|f| |x| {}x{}", "(|x| x)(".repeat(DEEP), ")".repeat(DEEP)),
        format!("{}1{}", "(1, ".repeat(DEEP), ")".repeat(DEEP)),
    ] {
        let printed = run(&format!("term @main = {term}"));
        assert_eq!(run(&format!("term @main = {printed}")), printed);
    }
    assert_eq!(run(&format!("term @main = {}1", "1 + ".repeat(DEEP))), (DEEP + 1).to_string());
}

/// With levels all terms are right.
#[test]
fn terms_with_levels() {
    for (term, expected) in [
        ("|x| x", "|x| x"),
        ("|*| |x| x", "|*| |x| x"),
        ("(|x| x(x))(|y| y)", "|x| x"),
        ("@two(@two)", "|x| |y| x(x(x(x(y))))"),
        ("(|n| n(n))(@two)", "|x| |y| x(x(x(x(y))))"),
        ("let n = @two; |f| |x| n(n, f, x)", "|x| |y| x(x(x(x(y))))"),
        ("|a| |b| a(|c| c(b, a), b)(b)", "|x| |y| x(|z| z(y, x), y, y)"),
        ("|y| (|x| x(x))(|z| y(z))", "|x| x(|y| x(y))"),
        ("(|f| f(f(|x| x)))(|g| (|h| g(h(h)))(|i| g(i)))", "|x| x"),
    ] {
        let text = format!("#![lambda(levels)]\nterm @two = |f| |x| f(f(x))\nterm @main = {term}");
        let source = Source::new("levels", text);
        let parsed = source.parse();
        let shown = source.render(&parsed.diagnostics, false);
        let book = parsed.book.unwrap_or_else(|| panic!("{shown}"));
        let done = book.with(|book| Runtime::new().max_interactions(1_000_000).run(book)).unwrap();
        assert_eq!(done.normal.term().as_deref(), Some(expected), "{term}: {:#}", done.normal);
    }
    let book = net! {
        #![lambda(levels)]
        term @two = |f| |x| f(f(x))
        term @main = (|n| n(n))(@two)
    };
    let done = Runtime::new().run(&book).unwrap();
    assert_eq!(done.normal.term().as_deref(), Some("|x| |y| x(x(x(x(y))))"));
}

//! Terms: names in, names out.

use polarnet::{EngineKind, Runtime, net, reader::Source};

/// What `@main` is as a term.
#[track_caller]
fn run(text: &str) -> String {
    run_on(EngineKind::Direct, text)
}

#[track_caller]
fn run_on(engine: EngineKind, text: &str) -> String {
    let source = Source::new("terms", format!("#![numbers(native)]\n{text}"));
    let parsed = source.parse();
    let shown = source.render(&parsed.diagnostics, false);
    let book = parsed.book.unwrap_or_else(|| panic!("{shown}"));
    let done =
        book.with(|book| Runtime::new().engine(engine).expand(true).max_interactions(100_000_000).threads(1).run(book));
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

/// HVM2's arithmetic casts nothing, so a literal beside a float is one before it runs.
#[test]
fn literals_in_the_arithmetic_of_hvm2() {
    for levels in ["", "#![lambda(levels)]\n"] {
        let source =
            Source::new("terms", format!("{levels}term @main = (2.5 * 2, 2 * 2.5, (1 + 2) * 4, @k == 3)  term @k = 3"));
        let book = source.parse().book.expect("it is a book");
        let done = book.with(|book| Runtime::new().expand(true).threads(1).run(book)).expect("it ends");
        assert_eq!(done.normal.term().expect("it is a term"), "(5.0, (5.0, (12, 1)))");
    }
}

/// With levels all of them are the same, but for superpositions; and what waits for a variable is no term.
#[test]
fn table_with_levels() {
    let (mut wrong, mut same, mut skipped) = (String::new(), 0, 0);
    for case in include_str!("terms.txt").split("\n\n").filter(|case| !case.trim().is_empty()) {
        let (text, expected) = case.trim().rsplit_once("\n= ").expect("a case ends with its result");
        if ["&", "let {", "= |x| match", "= |p| let"].iter().any(|part| text.contains(part)) {
            skipped += 1;
            continue;
        }
        // Scott's numbers: a λ that is handed on, and calls the one that hands it on, has no end unless it is needed.
        let recursive = text.contains("@nat(p)");
        let engines: &[_] = if recursive { &[EngineKind::Lazy] } else { &[EngineKind::Direct, EngineKind::Lazy] };
        for &engine in engines {
            let text = format!("#![lambda(levels)]\n{text}");
            let found = std::panic::catch_unwind(|| run_on(engine, &text)).unwrap_or_default();
            if found == expected {
                same += 1;
            } else {
                wrong += &format!("{text}\nexpected {expected}\nfound    {found}, {engine:?}\n\n");
            }
        }
    }
    println!("{same} are the same, {skipped} skipped");
    assert!(wrong.is_empty(), "{wrong}");
    assert!(same >= 120 && skipped <= 14, "{same}, {skipped}");
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

/// A circle of agents that nothing leads to but auxiliary ports is not in the normal form: of the wires to it, one end is.
#[test]
fn wires_to_circles() {
    for (text, net, term) in [
        ("@main = a & @two ~ (@two a) @two = ({(a b) (b c)} (a c))", "(({x0 x1} x0) (x1 x2))", None),
        // The result itself, a part of it, what a variable is applied to, an operand, arms.
        ("@main = r & a ~ {a r}", "x0", None),
        ("@main = (1 r) & a ~ {a r}", "(1 x0)", None),
        ("@main = ((r b) b) & a ~ {a r}", "((x0 x1) x1)", None),
        ("@main = ($([+] $(r b)) b) & a ~ {a r}", "($([+] $(x0 x1)) x1)", None),
        ("@main = (?(r b) b) & a ~ {a r}", "(?(x0 x1) x1)", None),
        ("@main = ({(r b) c} (b c)) & a ~ {a r}", "({(x0 x1) x2} (x1 x2))", None),
        // What is not shown may be of a circle.
        ("@main = ((r *) 2) & a ~ {a r}", "((x0 *) 2)", Some("|x| 2")),
        ("@main = (r 2) & a ~ {a r}", "(x0 2)", Some("|x| 2")),
    ] {
        let parsed = Source::new("terms", text).parse();
        let book = parsed.book.expect("it parses");
        for engine in [EngineKind::Direct, EngineKind::Bag, EngineKind::Lazy] {
            let runtime = Runtime::new().engine(engine).threads(1).max_memory(1 << 26).max_interactions(1_000);
            let done = book.with(|book| runtime.run(book)).unwrap();
            assert_eq!(done.normal.to_string(), net, "{text}, {engine:?}");
            assert_eq!(done.normal.term().as_deref(), term, "{text}, {engine:?}");
        }
    }
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

const DATA: &str = "
    agent +Nil, +Cons(+head, +tail);
    group List = Nil Cons;
    term @two = |f| |x| f(f(x))
    term @turned = |xs| match xs { Nil => Nil, Cons(a, rest) => match rest { Nil => Cons(a, Nil), Cons(b, *) => Cons(b, Cons(a, Nil)) } }
";

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
        ("(|n| n(n))(@two, |x| x + 1, 38)", "42"),
        ("|x| 1 - x * 2", "|x| 1 - (x * 2)"),
        ("|x| |y| (x - y, y - 3, 3 - y)", "|x| |y| (x - y, (y - 3, 3 - y))"),
        ("let (a, b, c) = (1, |x| x, 3); (b(a), c)", "(1, 3)"),
        ("(|n| n(n))(@two, |xs| Cons(1, xs), Nil)", "Cons(1, Cons(1, Cons(1, Cons(1, Nil))))"),
        ("(|n| n(n))(@two, |p| let (a, b) = p; (b, a + b), (0, 1))", "(3, 5)"),
        ("(|n| n(n))(@two, |c| if c { 0 } else { 1 }, 0)", "0"),
        ("(|n| n(n))(@two, @turned, Cons(|x| x, Cons(2, Nil)))", "Cons(|x| x, Cons(2, Nil))"),
        ("(|n| n(n))(@two, |f| |x| match x { 0 => f(0), p + 1 => f(p) }, |x| x, 9)", "5"),
        ("|x| (|n| n(n))(@two, |y| y - x, x)", "|x| (((x - x) - x) - x) - x"),
        ("(|p| let (f, n) = p; f(f, n))(((|s| |n| if n == 0 { 0 } else { n + s(s, n - 1) }), 10))", "55"),
    ] {
        let text = format!("#![lambda(levels)]\n{DATA}\nterm @main = {term}");
        assert_eq!(run_on(EngineKind::Direct, &text), expected, "{term}");
    }
    let book = net! {
        #![lambda(levels)]
        term @two = |f| |x| f(f(x))
        term @main = (|n| n(n))(@two)
    };
    let done = Runtime::new().run(&book).unwrap();
    assert_eq!(done.normal.term().as_deref(), Some("|x| |y| x(x(x(x(y))))"));
    net! {
        book Powers {
            #![lambda(levels)]
            term @power(base: u32, n: u32) -> u32 = |base| |n| match n { 0 => 1, p + 1 => base * @power(base, p) }
            term @both(base: u32) -> (u32, u32) = |base| (@power(base, 2), @power(base, 3))
            // What nets refer to takes and gives numbers.
            @cube(n: u32) -> u32 = (n r) & @power ~ (n (3 r))
        }
    }
    let runtime = Runtime::new();
    assert_eq!(Powers::power(&runtime, 3, 4).unwrap(), 81);
    assert_eq!(Powers::cube(&runtime, 5).unwrap(), 125);
    assert_eq!(Powers::both(&runtime, 2).unwrap(), (4, 8));
}

/// An arm names its number, also where it does not use it.
#[test]
fn arms_that_use_no_number_are_read_again() {
    let shown = |text: &str| {
        let parsed = Source::new("terms", text).parse();
        let book = parsed.book.expect("it parses");
        book.with(|book| Runtime::new().threads(1).run(book)).unwrap().normal.term().expect("a term")
    };
    let term = "|x| match x { 0 => 0, y + 1 => 0 }";
    assert_eq!(shown("@main = (?((0 (* 0)) x0) x0)"), term);
    assert_eq!(shown(&format!("term @main = {term}")), term);
}

//! What is warned of, and what is not.

use crate::{number::Numbers, text::parse_text};

/// The names that are warned of.
fn warned(text: &str) -> Vec<String> {
    let (net, found) = parse_text(text, Numbers::Native);
    assert!(net.is_some(), "{found:?}");
    let name = |message: &str| message.split('`').nth(1).unwrap_or(message).to_owned();
    found.iter().map(|found| name(&found.message)).collect()
}

const LISTS: &str = "agent +Nil, +Cons(+head, +tail); group List = Nil Cons;
    term @two = |f| |x| f(f(x))
    term @three = |f| |x| f(f(f(x)))
    term @map = |f| |xs| match xs { Nil => Nil, Cons(h, t) => Cons(f(h), @map(f, t)) }
    term @fold = |xs| |f| |z| match xs { Nil => z, Cons(h, t) => f(h, @fold(t, f, z)) }
    term @sum = |xs| match xs { Nil => 0, Cons(h, t) => h + @sum(t) }
    ";

#[test]
fn right_terms() {
    for term in [
        "@two(@two)",
        "@two(@two, @two, |x| x + 1, 0)",
        "@three(@two)",
        "(|f| |x| f(f(x)))(|f| |x| f(f(x)))",
        "let f = |x| x + 1; f(1) + f(2)",
        "let id = |x| x; id(id)(3)",
        "(|n| n(n))(|x| x)",
        "@map(|x| x * x, Cons(1, Nil))",
        "@sum(@map(|x| x * x, Cons(1, Cons(2, Nil))))",
        "@sum(@map(|x| x + 1, @map(|x| x * x, Cons(1, Cons(2, Nil)))))",
        "@fold(Cons(1, Nil), |a| |b| a + b, 100)",
        "|x| let {a b} = x; a + b + x",
        "|n| match n { 0 => 1, p + 1 => p * p + n }",
        "|p| let (f, x) = p; f(f(x))",
        "|c| |f| |x| if c { f(f(x)) } else { f(x) }",
    ] {
        let found = warned(&format!("{LISTS}term @main = {term}"));
        assert!(found.is_empty(), "{term}: {found:?}");
    }
}

#[test]
fn wrong_terms() {
    for (term, names) in [
        ("(|n| n(n))(@two)", &["n"] as &[_]),
        ("(|n| n(n))(|f| |x| f(f(x)))", &["n"]),
        ("let n = @two; n(n)", &["n"]),
        ("(|g| |n| g(n, n))(|a| |b| a(b), @two)", &["n"]),
        ("(|p| let (n, m) = p; n(m))((|x| (x, x))(@two))", &["x"]),
        ("(|n| n(n))(if 1 { @two } else { @three })", &["n"]),
        // It has a simple type (Coppola and Martini).
        ("|y| (|n| n(|a| n(|*| a)))(|x| x(x(y)))", &["x"]),
    ] {
        assert_eq!(warned(&format!("{LISTS}term @main = {term}")), names, "{term}");
    }
}

/// A definition that is recursive has the same labels wherever it is.
#[test]
fn recursion_shares_labels() {
    let twice = "term @twice = |n| |f| |x| match n { 0 => f(f(x)), p + 1 => @twice(p, f, x) }\n";
    assert!(warned(&format!("{twice} term @main = @twice(0, |x| x + 1, 0)")).is_empty());
    assert!(!warned(&format!("{twice} term @main = @twice(0, @twice(0), |x| x + 1, 0)")).is_empty());
}

#[test]
fn written_labels() {
    assert!(warned("term @main = |g| let &3{a b} = g; a(b)").is_empty());
    let two = "|f| |x| let &3{a b} = f; a(b(x))";
    assert!(warned(&format!("term @main = {two}")).is_empty());
    assert!(!warned(&format!("term @main = ({two})({two})")).is_empty());
}

/// Many definitions that are written out anew, and many terms: it has an answer, and soon.
#[test]
fn large_books() {
    let mut book = "term @d0 = |f| |x| f(f(x))\n".to_owned();
    for n in 1..40 {
        book += &format!("term @d{n} = |x| @d{0}(@d{0}(x))\n", n - 1);
    }
    let _ = warned(&(book + "term @main = @d39"));
    let long = format!("term @main = |f| |x| {}x{}", "f(".repeat(3_000), ")".repeat(3_000));
    assert!(warned(&long).is_empty());
    let long = format!("term @main = |f| |x| f(x{})", ", f(x, x)".repeat(3_000));
    let _ = warned(&long);
}

//! `check`: all errors and warnings.

use crate::support::with_book;

#[test]
fn a_right_book_is_not_commented_on() {
    with_book("check -", "@main = (x x)").prints("");
}

#[test]
fn errors_and_warnings_are_counted() {
    let ran = with_book("check -", "@a = 1x\n@b = (c *)\n");
    assert!(ran.err.ends_with("\n\nstandard input: 2 errors\n"), "{}", ran.err);
    assert_eq!((ran.out.as_str(), ran.code), ("", Some(1)));

    let clash = "@main = r & 7 ~ r & 1 ~ a & a ~ 2";
    let ran = with_book("check -", clash);
    assert!(ran.err.ends_with("\n\nstandard input: 1 warning\n"), "{}", ran.err);
    assert_eq!((ran.out.as_str(), ran.code), ("", Some(0)), "a warning is no error");
    with_book("check - --quiet", clash).prints("");
    with_book("check -", "#![unpolarized]\n".to_owned() + clash).prints("");
}

#[test]
fn a_clash_with_a_written_sign_is_an_error() {
    let ran = with_book("check -", "@main = -(a a)");
    assert!(
        ran.err.starts_with("error: a port has to be both positive and negative")
            && ran.err.ends_with("standard input: 1 error\n"),
        "{}",
        ran.err
    );
    assert_eq!(ran.code, Some(1));
}

#[test]
fn errors_are_cut_off_after_fifty() {
    let book: String = (0..200).map(|n| format!("@d{n} = 1x\n")).collect();
    let ran = with_book("check -", book);
    assert_eq!(ran.err.matches("error: `x` after the number").count(), 50);
    assert!(ran.err.contains("error: too many errors"), "{}", ran.err);
}

#[test]
fn a_clash_shows_the_wires_between() {
    let ran = with_book("check -", "@main = r & 7 ~ r\n  & 1 ~ a\n  & (a *) ~ (b *)\n  & b ~ 2\n");
    let lines = [
        "warning: two positive ports are joined, in `@main`",
        "positive, as numbers are",
        "the other end of wire `a`",
        "the other end of wire `b`",
        "  = help: join each value",
    ];
    for line in lines {
        assert!(ran.err.contains(line), "{} lacks {line}", ran.err);
    }
}

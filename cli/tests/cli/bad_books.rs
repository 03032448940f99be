//! Books that are none: a message at the place, exit code 1, and no panic.

use crate::support::{SCALE, run, with_book};
use std::time::{Duration, Instant};

/// The message for a book of one line, at this column.
fn at(column: usize, message: &str, line: &str, marks: &str, help: &str) -> String {
    format!("error: {message}\n --> standard input:1:{column}\n  |\n1 | {line}\n{marks}  |\n  = help: {help}\n\n")
}

#[test]
fn an_empty_book() {
    let help = "a book is a list of definitions, at least `@main = *`";
    let message =
        "error: the book is empty\n --> standard input:1:1\n  |\n1 |\n  | ^\n  |\n  = help: ".to_owned() + help;
    run("", "").fails(1, &(message + "\n\n"));
    run("", "// nothing\n  \n").fails_with(1, "error: the book is empty");
}

#[test]
fn a_binary_file() {
    run("", b"\x7fELF\x02\x01\x01\x00\xff\xfe").fails(
        1,
        &at(
            9,
            "the book is not UTF-8 text: byte 0xFF at offset 8",
            "\u{2421}ELF\u{2402}\u{2401}\u{2401}\u{2400}\u{fffd}\u{fffd}",
            "  |         ^\n",
            "a book is a text file; save it as UTF-8, and check that it is the right file",
        ),
    );
    let noise: Vec<u8> = (0..100_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    run("", noise).fails_with(1, "error: the book is not UTF-8 text");
    run("", b"\xff\xfe@\0m\0").fails_with(1, "byte 0xFF at offset 0");
}

#[test]
fn an_unknown_reference() {
    run("", "@main = r & @sun ~ (1 r) @sum = (x x)").fails(
        1,
        &at(
            13,
            "`@sun` is not defined",
            "@main = r & @sun ~ (1 r) @sum = (x x)",
            "  |             ^^^^\n",
            "there is `@sum`",
        ),
    );
}

#[test]
fn a_wire_used_once() {
    let help = "each wire has two ends: use it once more, or write `*` for what is not needed";
    run("", "@main = (a *)").fails(1, &at(10, "the wire `a` is used once", "@main = (a *)", "  |          ^\n", help));
}

#[test]
fn a_wire_used_three_times() {
    let help = "each wire has two ends: to use a value more often, duplicate it with `{a b}`";
    let marks = "  |          ^  - - here too\n  |             |\n  |             here too\n";
    run("", "@main = (a (a a))").fails(1, &at(10, "the wire `a` is used 3 times", "@main = (a (a a))", marks, help));
}

#[test]
fn a_number_with_trailing_characters() {
    let help = "a number ends with its digits; its form is its type: `5` is unsigned, `+5` signed, `5.0` a float";
    run("", "@main = 12ab").fails(1, &at(9, "`ab` after the number `12`", "@main = 12ab", "  |         ^^^^\n", help));
}

#[test]
fn no_main() {
    let message = "error: the book has no definition `@main`\nhelp: `polarnet run` reduces `@main`: add `@main = …` to the file\n";
    for engine in ["bag", "oracle"] {
        run(&format!("--engine {engine}"), "@foo = *").fails(1, message);
    }
    let warning = "warning: no `@main`: `polarnet run` will refuse this file\nhelp: add `@main = …`\n\nstandard input: 1 warning\n";
    let ran = with_book("check -", "@foo = *");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", warning));
    with_book("check - --quiet", "@foo = *").prints("");
    let misspelt =
        "error: the book has no definition `@main`\nhelp: `polarnet run` reduces `@main`: there is `@mian`\n";
    for options in ["", "--passes default", "--engine lazy"] {
        run(options, "@mian = *").fails(1, misspelt);
    }
    assert!(with_book("check -", "@mian = *").err.contains("will refuse this file\nhelp: there is `@mian`\n"));
}

#[test]
fn all_errors_at_once() {
    let ran = run("", "@main = (a @b)\n@c = 1x\n@d = (\n@e = 99999999\n@e = *\n");
    let messages: Vec<&str> = ran.err.lines().filter(|line| line.starts_with("error")).collect();
    assert!(messages.len() >= 4, "{}", ran.err);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
}

#[test]
fn ten_megabytes_of_brackets() {
    let count = 1_000_000 * SCALE;
    for (book, message) in [
        ("(".repeat(count), "expected a definition, found `(`"),
        ("@main = ".to_owned() + &"(".repeat(count), "expected a term, found the end of the book"),
        ("@main = ".to_owned() + &"{".repeat(count), "expected a term, found the end of the book"),
        ("@main = *".to_owned() + &")".repeat(count), "expected `&` or a definition, found `)`"),
    ] {
        let start = Instant::now();
        let ran = run("", book);
        ran.fails_with(1, message);
        assert!(ran.err.len() < 2000, "{} bytes", ran.err.len());
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    }
}

#[test]
fn definitions_of_a_million_nodes() {
    let count = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };
    let right = "(* ".repeat(count) + "*" + &")".repeat(count);
    let left = "(".repeat(count) + "*" + &" *)".repeat(count);
    for tree in [right, left] {
        let ran = run("--threads 2", format!("@main = {tree}"));
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert_eq!(ran.out.len(), "Result: \n".len() + tree.len());
        assert_eq!(ran.out, format!("Result: {tree}\n"));
        run("--max-memory 100KiB", format!("@main = {tree}")).fails_with(3, "the memory limit of 100 KiB is reached");
    }
    let count = count / 4;
    let redexes: String = (0..count).map(|n| format!(" & (x{n} *) ~ (x{} *)", n + 1)).collect();
    run("", format!("@main = x0{redexes} & x{count} ~ 7")).prints("Result: 7\n");
}

#[test]
fn a_million_definitions() {
    let count = 10_000 * SCALE;
    let book: String = (0..count).map(|n| format!("@f{n} = r & @f{} ~ (5 r)\n", n + 1)).collect();
    run("", format!("{book}@f{count} = (x x) @main = r & @f{count} ~ (9 r)")).prints("Result: 9\n");
}

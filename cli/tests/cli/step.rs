//! `step`: printed, and on a terminal.

use crate::support::{FOREVER, command, file, list, run, with_book};
use std::{
    io::Write,
    process::{Command, Stdio},
};

const LIST: &str = include_str!("../../../docs/book/src/pictures/list.hvm");

const SUM: &str = "
@main = r & @sum ~ (1 (0 r))
@sum = (?(((a a) @both) b) b)
@both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
  & @sum ~ (a (b $([+] $(e f))))
  & @sum ~ (c (d e))";

/// Labels, erasures, copies of references, commutations, more wires than there are letters.
const ODD: &str = "
@main = (a (b (c (d (e (@odd f)))))) & {a b} ~ (x x) & &7{c d} ~ {1 2} & {e *} ~ @odd & f ~ (g g)
@odd = (k (k @wires))
@wires = (a (b (c (d (e (f (g (h (i (j (k (l (m (n (n (m (l (k (j (i (h (g (f (e (d (c (b a)))))))))))))))))))))))))))
  & @odd ~ *";

#[test]
fn the_net_is_printed_after_each_step() {
    with_book("step - --steps 2", LIST).prints(
        "\
0 interactions, 1 redex; next: call
  a
> & @list ~ (3 a)

1 interaction, 1 redex; next: annihilate
  a
> & (?((* @cons) b) b) ~ (3 a)

2 interactions, 1 redex; next: switch
  a
> & ?((* @cons) a) ~ 3

",
    );
}

/// Rules of the book are named by their agents.
#[test]
fn agents_and_rules_have_their_names() {
    let book = include_str!("../../../docs/book/src/pictures/append.hvm");
    with_book("step - --steps 1", book).prints(
        "\
0 interactions, 1 redex; next: Append ~ Cons
  a
> & Append(Cons(3, Nil), a) ~ Cons(1, Cons(2, Nil))

1 interaction, 1 redex; next: Cons ~ Append
  Cons(1, a)
> & Cons(2, Nil) ~ Append(Cons(3, Nil), a)

",
    );
    // A wire is not called like an agent.
    with_book("step - --steps 0", "agent +a, -b(-x); rule b(x) ~ a => x ~ a; @main = (r q) & b(r) ~ a & b(q) ~ a")
        .prints(
            "\
0 interactions, 2 redexes; next: b ~ a
  (c d)
> & b(d) ~ a
  & b(c) ~ a

",
        );
}

#[test]
fn the_end_is_the_normal_form() {
    for options in ["", "--plain", "--steps 1000"] {
        let ran = with_book(&format!("step - {options}"), LIST);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        assert!(ran.out.ends_with("\n\n32 interactions: normal form\n  (3 (2 (1 *)))\n\n"), "{}", ran.out);
        assert_eq!(ran.out.matches("interaction").count(), 33);
    }
}

/// What is printed can be read again, and reduces to the same.
#[test]
fn every_net_that_is_printed_is_one() {
    for (book, steps) in [(LIST, 32), (SUM, 20), (ODD, 20)] {
        let expected = run("", book).out;
        let (_, rest) = book.split_once("\n@").map(|(_, main)| main.split_once("\n@").unwrap()).unwrap();
        let printed = with_book(&format!("step - --steps {steps}"), book).out;
        let nets: Vec<&str> = printed.split("\n\n").filter(|net| !net.trim().is_empty()).collect();
        assert!(nets.len() > 5, "{printed}");
        for net in nets {
            let (head, net) = net.split_once('\n').unwrap();
            let text = format!("@main = {}\n@{rest}", net.replace("\n>", "\n "));
            assert_eq!(run("-q", &text).out, expected, "after {head}:\n{text}");
        }
    }
}

#[test]
fn a_wire_keeps_its_name() {
    // `e` and `f` stay, though `c` and `d` are gone.
    with_book("step - --steps 2", "@main = (b c) & (* (b c)) ~ a & {x *} ~ (x a)").prints(
        "\
0 interactions, 1 redex; next: commute
  (a b)
> & {c *} ~ (c (* (a b)))

1 interaction, 3 redexes; next: erase
  (a b)
> & (c d) ~ *
  & {e d} ~ (* (a b))
  & (f e) ~ {f c}

2 interactions, 2 redexes; next: commute
  (a b)
> & {e *} ~ (* (a b))
  & (f e) ~ {f *}

",
    );
}

#[test]
fn large_nets_are_cut() {
    let ran = with_book(
        "step - --steps 0",
        list(3).replace("(3 r)", &format!("({} r)", "(1 ".repeat(900) + "2" + &")".repeat(900))),
    );
    assert!(ran.out.len() < 2000 && ran.out.contains("(1 (1 (1 ") && ran.out.contains('…'), "{}", ran.out);
    let ran = with_book("step - --steps 0", format!("@main = *{}", " & * ~ 1".repeat(100)));
    assert!(ran.out.starts_with("0 interactions, 100 redexes; next: void\n") && ran.out.contains("\n  … 60 more\n"));
}

/// The screen that the documentation shows.
#[test]
fn the_screen_in_the_documentation_is_what_the_command_shows() {
    let printed = with_book("step - --steps 5", LIST).out;
    let net = printed.trim_end().rsplit("\n\n").next().unwrap();
    let (marked, others) = net.split_once("\n> & ").unwrap();
    let (head, root) = marked.split_once('\n').unwrap();
    let (redex, others) = others.split_once('\n').unwrap();
    let (left, right) = redex.split_once(" ~ ").unwrap();
    let others = others.replace("  & ", "& ");
    let screen = format!("```text\n list.hvm: {head}\n{root}\n▶ {left}\n~ {right}\n{others}\n\nEnter → next ");
    for page in [include_str!("../../../README.md"), include_str!("../../../docs/book/src/cli.md")] {
        assert!(page.contains(&screen), "no:\n{screen}");
    }
}

#[test]
fn without_a_terminal_and_a_number_there_is_an_end() {
    let limit = "error: the limit of 1000 interactions is reached\nhelp: `--steps N` prints so many; `polarnet run` prints the \
                 normal form alone\n";
    for options in ["", "--plain"] {
        let ran = with_book(&format!("step - {options}"), FOREVER);
        assert_eq!((ran.code, ran.err.as_str()), (Some(3), limit));
        assert_eq!(ran.out.matches("; next: ").count(), 1001);
    }
    let ran = with_book("step - --steps 1500", FOREVER);
    assert_eq!((ran.code, ran.err.as_str(), ran.out.matches("; next: ").count()), (Some(0), "", 1501));
}

#[test]
fn a_reader_that_goes_away_ends_it() {
    let mut child = command("step -").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(FOREVER.as_bytes()).unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn errors() {
    with_book("step -", "@id = (x x)").fails(
        1,
        "error: the book has no definition `@main`\nhelp: `polarnet step` reduces `@main`: add `@main = …` to the file\n",
    );
    with_book("step -", "@mian = (x x)").fails_with(1, "help: `polarnet step` reduces `@main`: there is `@mian`\n");
    with_book("step -", "@main = (x y)").fails_with(1, "the wire `x` is used once");
    with_book("step - --steps many", LIST).fails_with(2, "a count is a whole number");
}

/// What `polarnet step` writes on a terminal of its own where these keys are pressed; none without util-linux's `script`.
#[cfg(unix)]
fn on_terminal(book: &str, options: &str, keys: &str) -> Option<(Option<i32>, String)> {
    let book = file("book.hvm", book);
    let polarnet = command("").get_program().to_string_lossy().into_owned();
    let line = format!("stty cols 60 rows 12; '{polarnet}' step '{}' {options}", book.display());
    let mut script = Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm").stdin(Stdio::piped()).stdout(Stdio::piped());
    let Ok(mut child) = script.spawn() else {
        println!("skipped: there is no `script -qec`");
        return None;
    };
    let mut stdin = child.stdin.take().unwrap();
    for key in keys.chars() {
        std::thread::sleep(std::time::Duration::from_millis(150));
        // It may have ended.
        let _ = stdin.write_all(key.to_string().as_bytes());
    }
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    Some((output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned()))
}

#[cfg(target_os = "linux")]
#[test]
fn keys_walk_on_a_terminal() {
    let Some((code, shown)) = on_terminal(LIST, "", "  bn12\rrgq") else { return };
    assert_eq!(code, Some(0), "{shown}");
    // What is on the screen after each key.
    let heads: Vec<&str> =
        shown.split("book.hvm: ").skip(1).map(|part| part.split(['\u{1b}', ',', ':']).next().unwrap().trim()).collect();
    let mut steps: Vec<&str> = heads.iter().map(|head| head.split(' ').next().unwrap()).collect();
    steps.dedup();
    assert_eq!(steps, ["0", "1", "2", "1", "13", "32", "0"], "{shown}");
    assert!(shown.contains("▶ @list") && shown.contains("how many steps? 12_"), "{shown}");
    // The screen of before comes back, with its cursor, and nothing is written after that.
    assert!(shown.contains("\u{1b}[?1049h"), "{shown}");
    assert!(shown.ends_with("\u{1b}[?25h\u{1b}[?1049l"), "{shown}");
}

#[cfg(target_os = "linux")]
#[test]
fn interrupted_on_a_terminal() {
    for keys in ["\u{3}", "r \u{3}", "r\u{3}\u{3}"] {
        let Some((code, shown)) = on_terminal(FOREVER, "", keys) else { return };
        assert_eq!(code, Some(130), "{shown}");
        assert!(shown.ends_with("\u{1b}[?25h\u{1b}[?1049lerror: interrupted\r\n"), "{shown:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn plain_on_a_terminal() {
    for options in ["--plain", "--steps 40"] {
        let Some((code, shown)) = on_terminal(LIST, options, "") else { return };
        assert_eq!(code, Some(0));
        assert!(!shown.contains('\u{1b}') && shown.contains("32 interactions: normal form"), "{shown:?}");
    }
}

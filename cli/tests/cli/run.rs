//! Results, statistics, engines, threads.

use crate::support::{file, list, polarnet, run};

const SUM: &str = "
    @main = r & @sum ~ (10 (0 r))
    @sum = (?(((a a) @both) b) b)
    @both = ({c a} ({$([*2] $([+1] d)) $([*2] $([+0] b))} f))
      & @sum ~ (a (b $([+] $(e f))))
      & @sum ~ (c (d e))";

/// Seed 1's worked example.
const SEED_1: &str = "
    @main = (a b) & (b a) ~ (x (y *)) & {y x} ~ @foo
    @foo = (a b) & @tic ~ (x a) & @tac ~ (x b)
    @tic = (k k)
    @tac = (k k)";

#[test]
fn the_result_is_one_line() {
    run("", SUM).prints("Result: 523776\n");
    run("", list(3)).prints("Result: (3 (2 (1 *)))\n");
}

#[test]
fn wires_are_named_in_the_order_of_appearance() {
    run("", "@main = ((b a) (c (a (c b))))").prints("Result: ((x0 x1) (x2 (x1 (x2 x0))))\n");
}

#[test]
fn references_stay_unless_they_are_expanded() {
    run("", SEED_1).prints("Result: ((@foo *) @foo)\n");
    run("--expand", SEED_1).prints("Result: (((x0 x0) *) (x1 x1))\n");
}

#[test]
fn every_engine_and_number_of_threads_gives_the_same() {
    for engine in ["bag", "shared", "oracle"] {
        for threads in [0, 1, 2, 7, 64, 1024] {
            for (book, result) in [(SUM, "523776"), (SEED_1, "((@foo *) @foo)")] {
                let ran = run(&format!("--engine {engine} --threads {threads}"), book);
                assert_eq!(ran.out, format!("Result: {result}\n"), "{engine}, {threads} threads: {}", ran.err);
                assert_eq!(ran.code, Some(0));
            }
        }
    }
}

#[test]
fn undefined_arithmetic_is_zero_or_an_error() {
    let book = "@main = r & 0 ~ $([/1] r)";
    run("", book).prints("Result: 0\n");
    run("--strict", book).fails(
        4,
        "error: undefined arithmetic: an integer was divided by zero\nhelp: without --strict the result is 0\n",
    );
    run("--strict --engine oracle", book).fails_with(4, "undefined arithmetic");
    run("--strict", SUM).prints("Result: 523776\n");
}

#[test]
fn statistics_go_to_standard_error() {
    let ran = run("--stats --threads 1", SUM);
    assert_eq!((ran.out.as_str(), ran.code), ("Result: 523776\n", Some(0)));
    let lines: Vec<Vec<&str>> = ran.err.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["interactions", "24558"]);
    assert_eq!((lines[1][0], lines[2][0], lines[3][..2].to_vec()), ("seconds", "MIPS", vec!["peak", "memory"]));
    assert_eq!(lines[4], ["threads", "1"]);
    let rules = lines[5..].iter().map(|line| line[1].parse::<u64>().unwrap());
    assert_eq!(rules.sum::<u64>(), 24558, "{}", ran.err);
    assert_eq!(run("--stats=text --threads 1", SUM).err.lines().next(), ran.err.lines().next());
}

#[test]
fn statistics_are_one_line_of_json() {
    for (threads, options) in [("1", ""), ("2", ""), ("1", " --engine bag"), ("2", " --engine bag")] {
        let ran = run(&format!("--stats=json --threads {threads}{options}"), SUM);
        assert_eq!(ran.out, "Result: 523776\n");
        let line = ran.err.strip_suffix('\n').unwrap();
        assert!(!line.contains('\n') && line.starts_with("{\"interactions\":24558,\"seconds\":"), "{line}");
        let rules = if options.is_empty() { ["fused"].as_slice() } else { ["call", "operate"].as_slice() };
        let keys = ["interactions", "seconds", "mips", "peak_bytes", "threads", "by_rule"].iter().chain(rules);
        let places: Vec<usize> = keys.map(|key| line.find(&format!("\"{key}\":")).unwrap()).collect();
        assert!(places[..6].is_sorted(), "{line}");
        assert!(line.contains(&format!("\"threads\":{threads},")) && line.ends_with("}}"), "{line}");
    }
}

#[test]
fn statistics_come_with_an_error_too() {
    let ran = run("--stats=json --max-interactions 1000", crate::support::FOREVER);
    assert_eq!(ran.code, Some(3));
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[2].starts_with("{\"interactions\":1"), "{}", lines[2]);
}

#[test]
fn warnings_do_not_keep_a_net_from_running() {
    let path = file("clash.hvm", "@main = r & 7 ~ r & 1 ~ a & a ~ 2");
    let ran = polarnet(&format!("run {}", path.display()));
    assert_eq!((ran.out.as_str(), ran.code), ("Result: 7\n", Some(0)));
    assert!(ran.err.starts_with("warning: two positive ports are joined, in `@main`\n"), "{}", ran.err);
    for quiet in ["-q run", "run --quiet"] {
        polarnet(&format!("{quiet} {}", path.display())).prints("Result: 7\n");
    }
}

#[test]
fn deep_results_are_printed() {
    let depth = 10_000 * crate::support::SCALE;
    let right = run("", list(depth).replace("(h t)", "(7 t)").replace("$([+1] h)", "*"));
    assert_eq!(right.out, format!("Result: {}*{}\n", "(7 ".repeat(depth), ")".repeat(depth)));
    let left = run("", list(depth).replace("(h t)", "(t 7)").replace("$([+1] h)", "*"));
    assert_eq!(left.out, format!("Result: {}*{}\n", "(".repeat(depth), " 7)".repeat(depth)));
}

#[test]
fn a_result_that_hangs_on_a_circle_is_warned_of() {
    // x ↦ x x on itself; 2 2 of Church numerals with one label; a λ whose variable is used in a circle only.
    let of_itself = "@main = r & @w ~ (@w r)  @w = ({(a b) a} b)";
    let two_two = "@main = a & @c2 ~ (@c2 a)  @c2 = ({(a b) (b c)} (a c))";
    let help = "help: where a term copies itself, give one of the duplications a label of its own, `&1{a b}`, or write `term @name = …`; \
                what would never end may end so, too\n";
    let circle = "warning: the result hangs on a circle that no interaction opens: ";
    for engine in ["direct", "bag", "shared", "lazy", "oracle"] {
        for (book, result, wire) in [(of_itself, "x0", "x0"), (two_two, "(({x0 x1} x0) (x1 x2))", "x2")] {
            let ran = run(&format!("--engine {engine}"), book);
            let expected = format!("{circle}`{wire}` has only one end here\n{help}");
            assert_eq!(
                (ran.out, ran.code, ran.err),
                (format!("Result: {result}\n"), Some(0), expected),
                "{engine}, {book}"
            );
            run(&format!("--engine {engine} --quiet"), book).prints(&format!("Result: {result}\n"));
        }
        let labelled = "@main = a & @c2 ~ (@d2 a)  @c2 = ({(a b) (b c)} (a c))  @d2 = (&1{(a b) (b c)} (a c))";
        assert_eq!(run(&format!("--engine {engine}"), labelled).err, "", "{engine}");
    }
    let no_term = "warning: the normal form is no term, or the engine knows no signs: it is shown as a net\n";
    let ran = run("--term", of_itself);
    assert_eq!(
        (ran.out.as_str(), ran.err),
        ("Result: x0\n", format!("{no_term}{circle}`x0` has only one end here\n{help}"))
    );
    // λx. λy. 7, and its variables go into circles: each is the argument of an application whose function is its own result.
    let variables = "@main = (x (y 7)) & f ~ (x f) & g ~ (y g)";
    let ran = run("", variables);
    let expected = format!("{circle}`x0` and `x1` have only one end here\n{help}");
    assert_eq!((ran.out.as_str(), ran.err), ("Result: (x0 (x1 7))\n", expected));
    let ran = run("--term", variables);
    assert_eq!(
        (ran.out.as_str(), ran.err),
        ("Result: |x| |y| 7\n", format!("{circle}a variable is used there\n{help}"))
    );
    let many = "@main = (x (y (z 7))) & f ~ (x f) & g ~ (y g) & h ~ (z h)";
    assert!(run("", many).err.contains(": `x0` and 2 other wires have only one end here\n"));
}

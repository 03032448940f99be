//! Direct style: definitions as functions give what the oracle gives, in as many interactions, however they are called.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, Done, EngineKind, ErrorKind, reader::Source};
use support::{
    agree::{runtime, same_result},
    stock,
};

const THREADS: [usize; 4] = [1, 2, 3, 4];

fn parse(text: &str) -> AnyBook {
    let source = Source::new("the book", text);
    let parsed = source.parse();
    parsed.book.unwrap_or_else(|| panic!("{}\n{text}", source.render(&parsed.diagnostics, false)))
}

/// What the oracle gives is what direct style gives.
#[track_caller]
fn agree(text: &str) -> Done {
    let engines = THREADS.map(|threads| (EngineKind::Direct, threads));
    parse(text).with(|book| {
        let run = |endless, expand| {
            same_result(book, &engines, endless, expand).unwrap_or_else(|why| panic!("{why}\n{text}"))
        };
        // What recursive definitions expand to has no end.
        run(1_000, true);
        run(2_000_000, false).expect("it ends")
    })
}

#[track_caller]
fn gives(text: &str, normal: &str) {
    assert_eq!(agree(text).to_string(), normal, "{text}");
}

/// Rows with something between them.
fn rows(count: usize, row: impl Fn(usize) -> String) -> String {
    (0..count).map(row).collect()
}

/// `@name = (a0 (a1 … (ak result)))`, with what follows.
fn takes(name: &str, count: usize, result: &str) -> String {
    format!("@{name} = {}{result}{}", rows(count, |at| format!("(a{at} ")), ")".repeat(count))
}

/// `(x0 (x1 … (xk result)))`
fn spine(args: &[String], result: &str) -> String {
    let open: String = args.iter().map(|arg| format!("({arg} ")).collect();
    format!("{open}{result}{}", ")".repeat(args.len()))
}

/// The sum of all arguments, by operators whose operands come by wires.
fn sum_of(count: usize) -> String {
    let adds = rows(count - 1, |at| {
        let so_far = if at == 0 { "a0".to_owned() } else { format!("s{at}") };
        format!(" & {so_far} ~ $([+] $(a{} s{}))", at + 1, at + 1)
    });
    let result = if count == 1 { "a0".to_owned() } else { format!("s{}", count - 1) };
    format!("{}{adds}\n", takes("f", count, &result))
}

#[test]
fn regressions_and_stock_programs() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    for file in std::fs::read_dir(folder).unwrap() {
        agree(&std::fs::read_to_string(file.unwrap().path()).unwrap());
    }
    for (_, text) in stock::programs() {
        for numbers in ["#![numbers(native)]", "#![numbers(hvm24)]"] {
            agree(&format!("{numbers}{text}"));
        }
    }
}

/// A call in a call in a call: more than any stack holds.
#[test]
fn deep_recursion() {
    // A sum is a loop; differences wait for each other.
    for (base, op, [small, large]) in [("0", "+", ["3000", "1000000"]), ("1000001", ":-", ["997001", "1"])] {
        let count = format!("@count = (?(({base} @succ) r) r)  @succ = (n r) & @count ~ (n s) & s ~ $([{op}1] r)");
        gives(&format!("@main = r & @count ~ (3000 r)  {count}"), small);
        let book = parse(&format!("@main = r & @count ~ (1000000 r)  {count}"));
        let run = |engine, threads| book.with(|book| runtime(engine, threads).run(book)).unwrap();
        let expected = run(EngineKind::Bag, 1);
        for threads in THREADS {
            let done = run(EngineKind::Direct, threads);
            assert_eq!(done.to_string(), large);
            assert_eq!(done.stats.interactions(), expected.stats.interactions());
        }
    }
}

/// A tail call, a loop: no stack at all.
#[test]
fn tail_calls() {
    gives(
        "@main = r & @f ~ (20000 (0 r))  @f = (?(((a a) @n) (b r)) (b r))  @n = (n ($([+2] b) r)) & @f ~ (n (b r))",
        "40000",
    );
}

#[test]
fn wide_fan_out() {
    let tree = "@tree = (?((1 @both) r) r)  @both = ({m n} r) & @tree ~ (m a) & @tree ~ (n b) & a ~ $([+] $(b r))";
    gives(&format!("@main = r & @tree ~ (11 r)  {tree}"), "2048");
    // One definition of many calls, and a number with many copies.
    let copies = (1..200).fold("c0".to_owned(), |all, at| format!("{{{all} c{at}}}"));
    let calls = rows(200, |at| format!(" & @id ~ (c{at} d{at}) & d{at} ~ $([+] $(s{at} s{}))", at + 1));
    gives(&format!("@main = r & @f ~ (3 r)  @f = ({copies} s200) & 0 ~ s0 {calls}\n@id = (x x)"), "600");
}

#[test]
fn partial_applications() {
    for count in 1..=14 {
        let (f, numbers): (_, Vec<_>) = (sum_of(count), (1..=count).map(|n| n.to_string()).collect());
        let total = count * (count + 1) / 2;
        for given in 0..=count {
            let (first, rest) = numbers.split_at(given);
            let close = format!(" & @f ~ {}", spine(first, "g"));
            // Applied; copied, and both applied; erased; one erased; as the result.
            gives(&format!("@main = r & g ~ {}{close}\n{f}", spine(rest, "r")), &total.to_string());
            let both = format!("@main = r & g ~ {{h i}} & h ~ {} & i ~ {}", spine(rest, "s"), spine(rest, "t"));
            let both = format!("{both} & s ~ $([+] $(t r)){close}\n{f}");
            // A label of its own, so that copies of `f`'s own duplications would not meet it.
            gives(&both, &(2 * total).to_string());
            agree(&format!("@main = 7 & g ~ *{close}\n{f}"));
            agree(&format!("@main = r & g ~ {{* h}} & h ~ {}{close}\n{f}", spine(rest, "r")));
            agree(&format!("@main = g{close}\n{f}"));
            agree(&format!("@main = (g h) & g ~ {{h *}}{close}\n{f}").replace("(g h)", "h"));
        }
    }
}

#[test]
fn more_arguments_than_lambdas() {
    // What comes back takes the rest: a definition, a partial application, a switch, a lambda.
    for (more, expected) in [(1, "6"), (2, "8"), (3, "11")] {
        let numbers: Vec<_> = (0..=more).map(|n| [1, 5, 2, 3][n].to_string()).collect();
        let f = "@f = (x r) & @g ~ (x r)  @g = (x (y r)) & x ~ $([+] $(y r))";
        let h = "@h = (x (y (z r))) & @g ~ (x (y s)) & s ~ $([+] $(z r))";
        let k = "@k = (x (y (z (w r)))) & @h ~ (x (y (z s))) & s ~ $([+] $(w r))";
        let name = ["f", "h", "k"][more - 1];
        gives(&format!("@main = r & @{name} ~ {}  {f} {h} {k}", spine(&numbers, "r")), expected);
        // The same by way of one that only passes on.
        let pass = format!("@pass = (* r) & @{name} ~ r");
        let numbers: Vec<_> = ["*".to_owned()].into_iter().chain(numbers).collect();
        gives(&format!("@main = r & @pass ~ {}  {pass} {f} {h} {k}", spine(&numbers, "r")), expected);
    }
    let twenty: Vec<_> = (0..20).map(|n| n.to_string()).collect();
    gives(&format!("@main = r & @a ~ {}  {}", spine(&twenty, "r"), sum_of(20).replace("@f", "@a")), "190");
}

/// References without arguments are called when something needs them, and copied and erased as they are.
#[test]
fn thunks() {
    let seven = "@seven = r & 3 ~ $([+4] r)  @same = @seven";
    gives(&format!("@main = r & @seven ~ $([+1] r)  {seven}"), "8");
    gives(&format!("@main = r & @same ~ $([+] $(@seven r))  {seven}"), "14");
    gives(&format!("@main = r & @add ~ (@same (@seven r))  @add = (a (b r)) & a ~ $([+] $(b r))  {seven}"), "14");
    gives(&format!("@main = r & @two ~ (@same r)  @two = ({{a b}} r) & a ~ $([+] $(b r))  {seven}"), "14");
    for first in [0, 2] {
        // In one arm it is needed, in the other it is not.
        let text = format!(
            "@main = r & @if ~ ({first} (@seven r))  @if = (?(((* 1) (* ($([+1] s) s))) (y r)) (y r))  {seven}"
        );
        agree(&text);
    }
    agree(&format!("@main = (@seven @pair)  @pair = (@same *)  {seven}"));
    agree("@main = r & @f ~ (@g r)  @f = ((x y) r) & x ~ $([+] $(y r))  @g = (3 4)");
    agree("@main = r & @f ~ (@g r)  @f = ((* *) 5)  @g = @h  @h = {1 2}");
}

#[test]
fn switches_in_switches() {
    for (m, n) in [(0, 0), (0, 3), (4, 0), (2, 3)] {
        // Captured wires, numbers and not.
        agree(&format!(
            "@main = r & @f ~ ({m} ({n} (@g (7 r))))
            @f = (n (m (h (c r)))) & n ~ ?(((* (* c0)) (n1 (m1 r1))) (m s)) & s ~ (c r) & h ~ * & 3 ~ c0
                & m1 ~ ?(((k k) (m2 (k2 q))) (n1 r1)) & m2 ~ $([+] $(k2 q))
            @g = *"
        ));
    }
}

/// However many: more than have room on the stack of a thread, in debug builds, and more than become a function.
#[test]
fn switches_in_switches_in_switches() {
    for depth in [300, 900, 3_000] {
        let switches = (0..depth).fold("(* 9)".to_owned(), |arm, at| format!("(?(({at} {arm}) r{at}) r{at})"));
        gives(
            &format!("@main = (a b) & @f ~ ({} a) & @f ~ (7 b)  @f = {switches}", depth + 5),
            &format!("(9 {})", depth - 8),
        );
    }
}

/// What waits for its first operand is one node for two operators, whatever comes there, or nothing. A number comes there where
/// recursion is deep.
#[test]
fn operators_that_wait() {
    let run = |depth, first: &str, second: &str| {
        let by_wire = format!("& @late ~ ({second} y)");
        for (n, y, row) in [("n", second, ""), ("n", "y", &by_wire), ("{n y}", "y", "")] {
            let result = if first == "x" { "(x r)" } else { "r" };
            agree(&format!(
                "@main = {result} & @f ~ ({depth} ({first} r))
                 @f = (?(((a a) @more) (b r)) (b r))
                 @more = ({n} (b r)) & @f ~ (n (b s)) & s ~ $([:-] $({y} r)) {row}
                 @k = 9 @id = (a a) @late = (a a)"
            ));
        }
    };
    for first in ["2.5", "{1 2}", "{+1 {2.5 3}}", "*", "(1 2)", "(a a)", "[*]", "[*3]", "@k", "@id", "x"] {
        ["5", "+5", "1.5"].iter().for_each(|second| run(20, first, second));
    }
    run(60_000, "7", "+5");
}

/// A number that is two numbers: whoever needs one is copied.
#[test]
fn superposed_numbers() {
    let text = "@f = (?((1 @n) r) r)  @n = (n r) & @f ~ (n s) & s ~ $([*2] r)";
    for number in ["{3 4}", "{0 {1 2}}", "{* 2}", "*", "(1 2)", "(x x)", "@g"] {
        agree(&format!("@main = r & @f ~ ({number} r)  {text}  @g = {{1 0}}"));
        agree(&format!("@main = (s t) & @f ~ ({number} r) & r ~ {{s t}}  {text}  @g = {{1 0}}"));
    }
    agree("@main = r & @a ~ ({1 2} (&1{3 4} r))  @a = (x (y r)) & x ~ $([+] $(y r))");
    agree("@main = r & @a ~ (1 ({3 4} r))  @a = (x (y r)) & x ~ $([+] $(y r))");
}

/// What is needed never comes: calls are left in the normal form, and are shown as the net has them.
#[test]
fn open_results() {
    let text = "@f = (?((1 @n) r) r)  @n = (n r) & @f ~ (n s) & s ~ $([*2] r)";
    agree(&format!("@main = (x r) & @f ~ (x r)  {text}"));
    agree(&format!("@main = (x (y r)) & @f ~ (x s) & @f ~ (y t) & s ~ $([+] $(t r))  {text}"));
    agree(&format!("@main = (x r) & @f ~ (x s) & @f ~ (s r)  {text}"));
    agree(&format!("@main = (x (r s)) & @f ~ (x t) & t ~ {{r s}}  {text}"));
    agree(&format!("@main = (x 1) & @f ~ (x *)  {text}"));
    // In circles that nothing leads to: it is all done again, as the bag does it.
    agree(&format!("@main = 1 & @f ~ (x x)  {text}"));
    agree("@main = 1 & @f ~ (x (y (x y)))  @f = (a (b (c r))) & a ~ (b (c r))");
    agree("@main = 1 & @f ~ (x x)  @f = (a (b (a b)))");
}

#[test]
fn unpolarized_books_are_run_as_ever() {
    agree("#![unpolarized] @main = r & (r *) ~ (* *) & @f ~ @f @f = {* *}");
    agree("#![unpolarized] @main = r & @f ~ (10 r)  @f = (?((0 @g) r) r)  @g = (n r) & @f ~ (n r)");
}

/// However little memory there is: a result or an error.
#[test]
fn hardly_any_memory() {
    let books = [
        "@main = r & @f ~ (7 r)  @f = (?((0 @g) r) r)  @g = ({a b} (x y)) & @f ~ (a x) & @f ~ (b y)",
        "@main = r & @m ~ (300 r)  @m = (?((0 @n) r) r)  @n = (n r) & @m ~ (n s) & s ~ $([:-1] r)",
        "@main = r & @m ~ (300 r)  @m = (?((0 @n) r) r)  @n = (n r) & @m ~ (n s) & s ~ $([+1] r)",
        "@main = r & @b ~ (9 (@k r))  @b = (?(((q q) @c) (k r)) (k r))  @c = ({m n} ({k l} (s t))) & @b ~ (m (k s)) & @b ~ (n (l t))
            @k = (a (b (c (a (b c)))))",
        "@main = r & @f ~ ({9 {5 7}} r)  @f = (?((0 @g) r) r)  @g = ({a b} (x y)) & @f ~ (a x) & @f ~ (b y)",
    ];
    for text in books {
        let book = parse(text);
        let expected = book.with(|book| runtime(EngineKind::Oracle, 1).run(book)).unwrap();
        let mut results = [0, 0];
        for threads in THREADS {
            for memory in (0..4_000).step_by(40).chain((4_000..60_000).step_by(1_500)).chain([1 << 20, 1 << 22]) {
                match book.with(|book| runtime(EngineKind::Direct, threads).max_memory(memory).run(book)) {
                    Err(error) => {
                        assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}");
                        results[0] += 1;
                    }
                    Ok(done) => {
                        let of = |done: &Done| (done.to_string(), done.stats.interactions());
                        assert_eq!(of(&done), of(&expected), "{text}");
                        results[1] += 1;
                    }
                }
            }
        }
        assert!(results[0] > 10 && results[1] > 3, "{results:?} {text}");
    }
}

/// A call in the place of a function has its arguments where those of the function were, some of which are still read.
#[test]
fn last_calls_change_places() {
    gives(
        "@main = r & @fib ~ (20 (0 (1 r)))  @fib = (?(((a (* a)) @next) r) r)
        @next = (n (a ({b c} r))) & @fib ~ (n (b (s r))) & a ~ $([+] $(c s))",
        "6765",
    );
    gives(
        "@main = r & @f ~ (9 (10 (20 r)))  @f = (?(((a (b s)) @g) r) r) & a ~ $([*1000] $([+] $(b s)))
        @g = (n (a (b r))) & @f ~ (n (b (a r)))",
        "20010",
    );
    gives(
        "@main = r & @f ~ (10 (1 (2 (3 r))))  @f = (?(((a (b (c s))) @g) r) r)
            & a ~ $([*100] $([+] $(t s))) & b ~ $([*10] $([+] $(c t)))
        @g = (n (a (b (c r)))) & @f ~ (n (b (c (a r))))",
        "231",
    );
    gives(
        "@main = r & @f ~ (5 (1 r))  @f = (?(((a a) @g) r) r)
        @g = ({n m} (a r)) & @f ~ (n (s r)) & a ~ $([*2] t) & t ~ $([+] $(m s))",
        "130",
    );
    gives(
        "@main = r & @f ~ (3 (1 (2 (3 (4 (5 (6 (7 (8 r)))))))))
        @f = (?(((a (* (* (* (* (* (* (h s)))))))) @g) r) r) & a ~ $([*10] $([+] $(h s)))
        @g = (n (a (b (c (d (e (f (g (h r))))))))) & @f ~ (n (b (c (d (e (f (g (h (a r)))))))))",
        "43",
    );
    gives(
        "@main = r & @compose ~ (@square (@more (6 r)))  @square = ({x $([*] $(x r))} r)  @more = ($([+1] x) x)
        @compose = ((x r) ((y x) (y r)))",
        "49",
    );
    gives(
        "@main = r & @f ~ (4 (@more (0 r)))  @more = ($([+3] x) x)  @f = (?(((* (x x)) @g) r) r)
        @g = (n ({(x y) k} (x r))) & @f ~ (n (k (y r)))",
        "12",
    );
}

/// What stands in a slot may clash with it, without a wire: then definitions are no functions.
#[test]
fn signs_that_clash_in_slots() {
    let book = parse(
        "#![numbers(native)] @main = * & [:/7] ~ ?(w3 $(w0 ?(@d1 w3))) & ((w2 w0) {0 *}) ~ @d1 & 4252683227 ~ ?(((w2 1) @d1) (* *))
        @d1 = ((w13 w9) (w14 (w12 (w13 0))))
            & ((w11 {(-1 w15) (w9 1)}) (((* 0) w14) ({1 +0} w10))) ~ ?((7 w11) ((w8 w8) ($(-1 w10) w12)))
            & w7 ~ ?(((w15 0) (w1 ((w1 w2) (w3 w2)))) ((w4 w3) (w4 w5))) & 0 ~ ((w6 w5) (w6 w7))",
    );
    for threads in THREADS {
        let done = book.with(|book| runtime(EngineKind::Direct, threads).max_interactions(10_000).run(book));
        assert!(matches!(done, Ok(_) | Err(polarnet::Error { kind: ErrorKind::Interactions(_), .. })), "{done:?}");
    }
}

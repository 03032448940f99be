//! What stops a run on the emulated device, and what a run does with little memory: never a hang, a panic, or a wrong result.
// With ThreadSanitizer it would take too long; the other tests of nets show what it shows.
#![cfg(not(emulator_tsan))]

#[path = "common/nets.rs"]
mod nets;

use nets::{End, compare, emulator, parse};
use polarnet::{
    AnyBook, CancelToken, Done, EngineKind, Error, ErrorKind, Number, Numbers, Runtime, cuda, cuda::CudaDevice,
};
use polarnet_emulator::{Emulator, Setting};
use std::{fmt::Write, thread, time::Duration};

/// Runs on the device, with so much memory, as `set` sets it.
fn run_with(
    emulator: &Emulator,
    book: &AnyBook,
    memory: u64,
    seed: u64,
    set: impl Fn(Runtime) -> Runtime,
) -> Result<Done, Error> {
    for (setting, value) in [(Setting::Seed, seed), (Setting::LateStores, 0), (Setting::StaleLoads, 0)] {
        emulator.set(setting, value);
    }
    let device = CudaDevice::open(0).expect("there is a device").with_memory_limit(memory);
    let runtime = set(Runtime::on(device).engine(EngineKind::Bag));
    book.with(|book| runtime.run(book))
}

fn run(book: &AnyBook, memory: u64, set: impl Fn(Runtime) -> Runtime) -> Result<Done, Error> {
    run_with(&emulator(), book, memory, 1, set)
}

fn book(text: &str) -> AnyBook {
    parse(text).unwrap_or_else(|error| panic!("{error}"))
}

const MEMORY: u64 = 4 << 20;
/// A loop without an end, and without growth.
const ENDLESS: &str = "@main = r & @f ~ (1 r)\n@f = (x r) & @f ~ (x r)";
#[test]
fn interactions() {
    // Copies, numbers and calls in many redexes.
    let book =
        book("@main = r & @f ~ (9 r)\n@f = (?((1 @g) r) r)\n@g = ({a b} r) & @f ~ (a $([+] $(y r))) & @f ~ (b y)");
    let whole = run(&book, MEMORY, |runtime| runtime).unwrap();
    assert_eq!(whole.to_string(), "512");
    let needed = whole.stats.interactions();
    for seed in 1..4 {
        let limited = |limit| run_with(&emulator(), &book, MEMORY, seed, |runtime| runtime.max_interactions(limit));
        let exact = limited(needed).unwrap();
        assert_eq!((exact.to_string(), exact.stats.interactions()), ("512".into(), needed));
        for limit in [0, 1, needed / 2, needed - 1] {
            let error = limited(limit).unwrap_err();
            assert!(matches!(error.kind, ErrorKind::Interactions(told) if told == limit), "{error}");
        }
    }
}

#[test]
fn endless_nets() {
    let book = book(ENDLESS);
    let error = run(&book, MEMORY, |runtime| runtime.timeout(Duration::from_millis(100))).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Timeout(_)), "{error}");
    let error = run(&book, MEMORY, |runtime| runtime.max_interactions(30_000)).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Interactions(30_000)), "{error}");
    let (token, emulator) = (CancelToken::new(), emulator());
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(100));
            token.cancel();
        });
        let error = run_with(&emulator, &book, MEMORY, 1, |runtime| runtime.cancel_with(token.clone())).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Cancelled), "{error}");
        assert!(error.stats.elapsed >= Duration::from_millis(90));
    });
}

/// A net that grows, in several ways, has too little memory at last.
#[test]
fn growth_without_an_end() {
    let growing = [
        // A list.
        "@main = r & @f ~ (1 r)\n@f = (x (x r)) & @f ~ (1 r)",
        // Ever more redexes.
        "@main = r & @f ~ (1 r)\n@f = ({a b} r) & @f ~ (a (x (y r))) & @f ~ (b (y x))",
        // Ever larger numbers of copies.
        "@main = r & @f ~ ((x x) r)\n@f = ({a b} (c d)) & @f ~ (a c) & @f ~ (b d)",
    ];
    for text in growing {
        let book = book(text);
        for memory in [1 << 20, 3 << 19, 2 << 20, 4 << 20] {
            let error = run(&book, memory, |runtime| runtime.timeout(Duration::from_secs(20))).unwrap_err();
            assert!(matches!(error.kind, ErrorKind::Memory(_)), "{memory}: {error}");
        }
    }
}

/// However little memory there is: the result, or an error that says so.
#[test]
fn hardly_any_memory() {
    let sum = "@main = r & @f ~ (12 r)\n@f = (?((1 @g) r) r)\n@g = ({a b} r) & @f ~ (a $([+] $(y r))) & @f ~ (b y)";
    let tree = "@main = r & @f ~ (11 r)\n@f = (?((7 @g) r) r)\n@g = ({a b} (x y)) & @f ~ (a x) & @f ~ (b y)";
    let agents = "agent +L, +N(+a, +b, +c, +d), -Make(#n: u32, -out), -Drop(-out), -With(+a, +b, +c, -out);
        rule Make(#n, out) ~ #m if m == 0 => out ~ L;
        rule Make(#n, out) ~ #m => out ~ N(a, b, c, L) & Make(#n, a) ~ #(m - 1) & Make(#n, b) ~ #(m - 1) & Make(#n, c) ~ #(m / 2);
        rule Drop(out) ~ L => out ~ 1;
        rule Drop(out) ~ N(a, b, c, d) => Drop(w) ~ a & Drop(x) ~ b & Drop(y) ~ c & Drop(z) ~ d
            & w ~ $([+] $(x p)) & y ~ $([+] $(z q)) & p ~ $([+] $(q out));
        @main = r & Make(0, t) ~ 8 & Drop(r) ~ t";
    for text in [sum.to_owned(), tree.to_owned(), format!("#![numbers(native)]\n{agents}")] {
        let book = book(&text);
        let wanted = book.with(|book| Runtime::new().run(book)).unwrap();
        let (mut ended, mut failed) = (0, 0);
        for at in 0..24 {
            let memory = (300 << 10) + ((at * at * at) << 9);
            match run_with(&emulator(), &book, memory, at, |runtime| runtime.timeout(Duration::from_secs(100))) {
                Ok(done) => {
                    assert_eq!(done.to_string(), wanted.to_string(), "{memory}");
                    assert_eq!(done.stats.interactions(), wanted.stats.interactions(), "{memory}");
                    ended += 1;
                }
                Err(error) => {
                    assert!(matches!(error.kind, ErrorKind::Memory(_)), "{memory}: {error}");
                    failed += 1;
                }
            }
        }
        println!("{ended} ended, {failed} had too little memory");
        assert!(ended > 3 && failed > 1, "{ended} ended, {failed} failed: {text}");
    }
}

#[test]
fn strict_arithmetic() {
    for (redex, wanted) in [
        ("$([/] $(0 r)) ~ 5", Some("divided by zero")),
        ("$([:%0] r) ~ +7", Some("divided by zero")),
        ("$([%+3] r) ~ +0", Some("divided by zero")),
        ("$([<<+3] r) ~ +1", Some("not defined")),
        ("$(1 r) ~ 2", Some("neither is an operator")),
        ("$([+] r) ~ [*]", Some("neither is a number")),
        ("$([+1] r) ~ 2", None),
    ] {
        let book = book(&format!("@main = r & {redex}"));
        let on_cpu = book.with(|book| Runtime::new().strict(true).run(book));
        match (run(&book, MEMORY, |runtime| runtime.strict(true)), on_cpu) {
            (Ok(done), Ok(cpu)) => assert_eq!((done.to_string(), wanted), (cpu.to_string(), None), "{redex}"),
            (Err(error), Err(cpu)) => {
                assert!(matches!(error.kind, ErrorKind::Arithmetic(_)), "{redex}: {error}");
                assert_eq!(error.to_string(), cpu.to_string(), "{redex}");
                assert!(wanted.is_some_and(|wanted| error.to_string().contains(wanted)), "{redex}: {error}");
            }
            (there, cpu) => panic!("{redex}: {there:?}, and on the CPU {cpu:?}"),
        }
    }
}

#[test]
fn no_rule() {
    let head = "#![numbers(native)]\nagent +A(+x), -B(-out), -C(#n: u32, -out), +D;\nrule B(out) ~ A(x) => out ~ x;\n";
    // What meets is known only when a definition has been called.
    for (agent, other) in [
        ("B(r)", "D"),
        ("B(r)", "(1 2)"),
        ("B(r)", "5"),
        ("C(5, r)", "D"),
        ("C(5, r)", "-1"),
        ("$([+1] r)", "D"),
        ("?((1 *) r)", "A(1)"),
        ("(1 r)", "D"),
    ] {
        let redex = format!("{agent} ~ {other}");
        let book = book(&format!("{head}@id = (x x)\n@main = r & @id ~ ({other} y) & {agent} ~ y"));
        let names = |result: Result<Done, Error>| match result {
            Err(Error { kind: ErrorKind::NoRule(names), .. }) => names,
            other => panic!("{redex}: {other:?}"),
        };
        let cpu = names(book.with(|book| Runtime::new().threads(1).run(book)));
        assert_eq!(names(run(&book, MEMORY, |runtime| runtime)), cpu, "{redex}");
    }
}

#[test]
fn rust_in_rules() {
    let book = polarnet::net! {
        agent -Twice(-out);
        rule Twice(out) ~ #n where #m: u32 = { n * 2 } => out ~ #m;
        @main = r & Twice(r) ~ 21
    };
    let _emulator = emulator();
    let error = Runtime::on(CudaDevice::open(0).unwrap()).engine(EngineKind::Bag).run(&book).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Cuda(cuda::Error::RustInRules)), "{error}");
}

/// The CPU answers, bit by bit as it does by itself, more often than one turn may ask.
#[test]
fn elementary_functions() {
    // A tree of 2048 leaves, each with all functions of a number of its own.
    let text = "#![numbers(native)]
        @main = r & @f ~ (11 (0.5 r))
        @f = (?((@leaf @node) r) r)
        @leaf = ({a {b {c {d e}}}} (q (s (t (u v)))))
            & $([<<0.25] q) ~ a & $([>>0.75] s) ~ b & $([^1.5] t) ~ c & $([&0.3] u) ~ d & $([|2.0] v) ~ e
        @node = ({m n} ({x y} (a b))) & @f ~ (m (p a)) & @f ~ (n (q b)) & $([+0.125] p) ~ x & $([*1.25] q) ~ y";
    match compare(&book(text), 8 << 20, 1..=2, 1_000_000) {
        Ok(End::Normal(..)) => {}
        other => panic!("{other:?}"),
    }
    // One result after another: a turn for each.
    let chain = "@main = r & @f ~ (40 (0.5 r))\n@f = (?((@end @go) r) r)\n@end = (x x)
        @go = (n (x r)) & $([<<0.25] y) ~ x & @f ~ (n (y r))";
    match compare(&book(&format!("#![numbers(native)]\n{chain}")), MEMORY, 1..=2, 1_000_000) {
        Ok(End::Normal(..)) => {}
        other => panic!("{other:?}"),
    }
}

/// Rules compute no elementary functions of floats: what the device says of such a rule is for books of nobody's.
#[test]
fn elementary_functions_in_rules() {
    let text = "#![numbers(native)]\nagent -S(#x: f32, -out);\nrule S(#x, out) ~ #y: f32 => out ~ #(VALUE);\n@main = r & S(0.5, r) ~ 2.0";
    assert!(parse(&text.replace("VALUE", "x + y")).is_ok());
    for value in ["x ^ y", "x & y", "x | y", "x << y", "x >> y"] {
        assert!(parse(&text.replace("VALUE", value)).is_err(), "{value}");
    }
}

#[test]
fn references_in_the_normal_form() {
    let text =
        "@main = (@f (@g x)) & @h ~ x & @g ~ (1 *)\n@f = (x (x @g))\n@g = ({a b} (a (b @k)))\n@h = (1 @k)\n@k = 7";
    let book = book(text);
    for expand in [false, true] {
        let cpu = book.with(|book| Runtime::new().expand(expand).run(book)).unwrap();
        let there = run(&book, MEMORY, |runtime| runtime.expand(expand)).unwrap();
        assert_eq!(there.to_string(), cpu.to_string());
        assert_eq!(there.stats.interactions(), cpu.stats.interactions());
        assert_eq!(there.to_string().contains('@'), !expand, "{there}");
    }
}

#[test]
fn calls_with_arguments() {
    let book = polarnet::net! {
        @main = 1
        @f = ({a b} (c ({d e} (x (y z)))))
            & $([+] $(a x)) ~ c & $([*] $(d y)) ~ b & $([-3] z) ~ e
    };
    let def = book.find("f").unwrap();
    let _emulator = emulator();
    for count in 0..5 {
        let args: Vec<_> = (0..count).map(|at| Number::u(at + 5, Numbers::Native)).collect();
        let cpu = Runtime::new().expand(true).call(&book, def, &args).unwrap();
        let there = Runtime::on(CudaDevice::open(0).unwrap())
            .engine(EngineKind::Bag)
            .expand(true)
            .call(&book, def, &args)
            .unwrap();
        assert_eq!((there.to_string(), there.stats.interactions()), (cpu.to_string(), cpu.stats.interactions()));
    }
}

/// Agents of each arity, made and freed over and over: their words are used again.
#[test]
fn large_nodes_are_used_again() {
    for arity in [3, 4, 7, 11, 15] {
        let ports = |sign: &str, name: &str| (0..arity).map(|at| format!("{sign}{name}{at}, ")).collect::<String>();
        let trim = |text: String| text.trim_end_matches(", ").to_owned();
        let mut text = "#![numbers(native)]\n".to_owned();
        let rotated: String = (0..arity).map(|at| format!("x{}, ", (at + 1) % arity)).collect();
        write!(
            text,
            "agent +Big({}), -Loop(#n: u32, -out), -Turn(+big, -out);
             rule Turn(big, out) ~ #n => Loop(#n, out) ~ big;
             rule Loop(#n, out) ~ Big({}) if n == 0 => out ~ x0{};
             rule Loop(#n, out) ~ Big({}) => Loop(#(n - 1), out) ~ Big({});
             @main = (r (s (t u)))",
            trim(ports("+", "p")),
            trim(ports("", "x")),
            (1..arity).map(|at| format!(" & * ~ x{at}")).collect::<String>(),
            trim(ports("", "x")),
            trim(rotated),
        )
        .unwrap();
        let values = |from: u32| (0..arity).map(|at| format!("{}, ", from + at)).collect::<String>();
        for (at, result) in ["r", "s", "t", "u"].iter().enumerate() {
            write!(text, " & Loop(4000, {result}) ~ Big({})", trim(values(100 * at as u32))).unwrap();
        }
        match compare(&book(&text), 1 << 20, [1, 2], 1_000_000) {
            Ok(End::Normal(..)) => {}
            other => panic!("{arity}: {other:?}"),
        }
    }
}

/// Some threads free what others make: many large nodes are erased while others are made.
#[test]
fn large_nodes_go_from_thread_to_thread() {
    let text = "#![numbers(native)]
        agent +Big(+a, +b, +c, +d, +e, +f), -Pass(+x, -out), -Loop(+m, -out);
        rule Loop(m, out) ~ #n if n == 0 => out ~ 0 & * ~ m;
        rule Loop(m, out) ~ #n => * ~ Big(1, 2, 3, 4, 5, 6) & * ~ Big(m, 2, 3, 4, 5, 6) & Loop(7, out) ~ #(n - 1);
        @main = RESULTS LOOPS";
    let count = 140;
    let results = (0..count).map(|at| format!("(r{at} ")).collect::<String>() + "*" + &")".repeat(count);
    let loops: String = (0..count).map(|at| format!(" & Loop(7, r{at}) ~ 120")).collect();
    let book = book(&text.replace("RESULTS", &results).replace("LOOPS", &loops));
    match compare(&book, 1 << 20, [1, 2], 1_000_000) {
        Ok(End::Normal(..)) => {}
        other => panic!("{other:?}"),
    }
}

/// A definition of more nodes than a block has free ones.
#[test]
fn large_definitions() {
    for nodes in [500, 1100, 5000] {
        let list: String = (0..nodes).map(|at| format!("({at} ")).collect();
        let text = format!("@main = (r s) & @f ~ (1 r) & @f ~ (2 s)\n@f = (x {list}x{})", ")".repeat(nodes));
        match compare(&book(&text), MEMORY, [1, 2], 1_000_000) {
            Ok(End::Normal(..)) => {}
            other => panic!("{nodes}: {other:?}"),
        }
    }
}

/// Definitions of some hundred nodes are copied and erased over and over.
#[test]
fn definitions_are_used_again() {
    let list: String = (0..300).map(|at| format!("({at} ")).collect();
    let text = format!(
        "@main = (r (s (t u))) & @go ~ (300 r) & @go ~ (300 s) & @go ~ (300 t) & @go ~ (300 u)
         @go = (?((0 @next) r) r)\n@next = (n r) & @f ~ (1 *) & @go ~ (n r)\n@f = (x {list}x{})",
        ")".repeat(300)
    );
    match compare(&book(&text), 2 << 20, [1, 2], 10_000_000) {
        Ok(End::Normal(..)) => {}
        other => panic!("{other:?}"),
    }
}

//! Arithmetic on the emulated device: all operators, on all pairs of numbers at some limit, as on the CPU.
// With ThreadSanitizer it would take too long; the other tests of nets show what it shows.
#![cfg(not(emulator_tsan))]

#[path = "common/nets.rs"]
mod nets;

use nets::{End, compare, emulator, parse};

const U: [&str; 9] = ["0", "1", "2", "31", "33", "8388608", "16777214", "16777215", "77"];
const I: [&str; 9] = ["+0", "+1", "-1", "+2", "-2", "+33", "-8388608", "+8388607", "-77"];
const F: [&str; 14] = [
    "0.0",
    "-0.0",
    "1.0",
    "-1.5",
    "+inf",
    "-inf",
    "+NaN",
    "1e-45",
    "-1e-39",
    "3.4028235e38",
    "16777215.0",
    "-16777216.0",
    "0.1",
    "-300.7",
];
/// Numbers of 32 bits.
const WIDER: [&str; 9] = [
    "4294967295",
    "4294967294",
    "2147483648",
    "16777217",
    "+2147483647",
    "-2147483648",
    "-2147483647",
    "16777217.0",
    "-2147483904.0",
];
const OPERATORS: [&str; 19] =
    ["+", "-", ":-", "*", "/", ":/", "%", ":%", "=", "!", "<", ">", "&", "|", "^", "<<", ":<<", ">>", ":>>"];

/// Redexes of one book.
const TOGETHER: usize = 600;

/// The results of redexes, in which `R` stands for what waits for the result.
fn book(head: &str, redexes: &[String]) -> String {
    let count = redexes.len();
    let results: String = (0..count).map(|at| format!("(r{at} ")).collect();
    let joined: String = redexes
        .iter()
        .enumerate()
        .map(|(at, redex)| format!("\n  & {}", redex.replace('R', &format!("r{at}"))))
        .collect();
    format!("{head}\n@main = {results}*{}{joined}\n", ")".repeat(count))
}

/// Compares them all; how many there were.
fn check(head: &str, redexes: &[String]) -> usize {
    for part in redexes.chunks(TOGETHER) {
        let text = book(head, part);
        let book = parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let before = emulator().counts().steps;
        match compare(&book, 4 << 20, [3], 1_000_000) {
            Ok(End::Normal(..)) => {}
            other => panic!("{other:?}\n{text}"),
        }
        assert!(emulator().counts().steps > before + part.len() as u64);
    }
    redexes.len()
}

fn operators(head: &str, numbers: &[&str], casts: [&str; 3]) {
    let mut redexes = Vec::new();
    for x in numbers {
        redexes.extend(casts.map(|cast| format!("$([{cast}] R) ~ {x}")));
        for (at, y) in numbers.iter().enumerate() {
            for (op, operator) in OPERATORS.iter().enumerate() {
                // The literal in the operator, or the operator and both operands by themselves; as it comes.
                redexes.push(match (at + op) % 3 {
                    0 => format!("$({y} $([{operator}] R)) ~ {x}"),
                    1 => format!("$([{operator}] $({y} R)) ~ {x}"),
                    _ => format!("$([{operator}{x}] R) ~ {y}"),
                });
            }
        }
    }
    // What is no operator's, and operators that meet.
    redexes.extend(
        ["$(1 R) ~ 2", "$([+] R) ~ [*]", "$([+1] R) ~ [*2]", "$([+1] R) ~ [*]", "$([-] R) ~ [/5]"].map(str::to_owned),
    );
    redexes.extend(casts.map(|cast| format!("$([{cast}] R) ~ [-7]")));
    println!("{} redexes", check(head, &redexes));
}

#[test]
fn operators_of_32_bits() {
    let all: Vec<_> = [&U[..], &I, &F, &WIDER].concat();
    operators("#![numbers(native)]", &all, ["u32", "i32", "f32"]);
}

#[test]
fn operators_of_24_bits() {
    operators("", &[&U[..], &I, &F].concat(), ["u24", "i24", "f24"]);
}

/// Rules that compute with two numbers of a type: with these expressions, as many agents as they need.
fn rules(ty: &str, expressions: &[String], numbers: &[String]) {
    let mut head = "#![numbers(native)]\n".to_owned();
    let mut agents = 0;
    for values in expressions.chunks(5) {
        let values: String = values.iter().map(|value| format!("#({value}), ")).collect();
        head +=
            &format!("agent -Op{agents}(#x: {ty}, -out);\nrule Op{agents}(#x, out) ~ #y: {ty} => out ~ ({values}*);\n");
        agents += 1;
    }
    // Guards, of which the first that is true counts.
    head += &format!("agent -Guarded(#x: {ty}, -out);\n");
    for (result, guard) in ["x < y && x != y", "x == y", "x >= y || x * y > x", ""].iter().enumerate() {
        let guard = if guard.is_empty() { String::new() } else { format!(" if {guard}") };
        head += &format!("rule Guarded(#x, out) ~ #y: {ty}{guard} => out ~ {result};\n");
    }
    let mut redexes = Vec::new();
    for x in numbers {
        for y in numbers {
            redexes.extend((0..agents).map(|at| format!("Op{at}({x}, R) ~ {y}")));
            redexes.push(format!("Guarded({x}, R) ~ {y}"));
        }
    }
    println!("{ty}: {} redexes", check(&head, &redexes));
}

fn expressions(ty: &str, integer: bool) -> Vec<String> {
    let mut all: Vec<String> = ["+", "-", "*", "/", "%"].iter().map(|op| format!("x {op} y")).collect();
    if integer {
        all.extend(["&", "|", "^", "<<", ">>"].iter().map(|op| format!("x {op} y")));
    }
    all.extend(["==", "!=", "<", "<=", ">", ">="].iter().map(|op| format!("(x {op} y) as u32")));
    all.extend(["u32", "i32", "f32", "i64", "f64"].iter().filter(|to| **to != ty).map(|to| format!("x as {to}")));
    if ty != "u32" {
        all.push("-x".into());
    }
    all.push("(x + y) * (x - y)".into());
    all
}

fn with(suffix: &str, numbers: &[&str]) -> Vec<String> {
    numbers.iter().map(|number| format!("{number}{suffix}")).collect()
}

#[test]
fn rules_of_32_bits() {
    rules("u32", &expressions("u32", true), &with("", &[&U[..], &WIDER[..4]].concat()));
    rules("i32", &expressions("i32", true), &with("", &[&I[..], &WIDER[4..7]].concat()));
    rules("f32", &expressions("f32", false), &with("", &[&F[..], &WIDER[7..]].concat()));
}

#[test]
fn rules_of_64_bits() {
    let integers = [
        "0",
        "1",
        "-1",
        "2",
        "63",
        "64",
        "-65",
        "4294967295",
        "4294967296",
        "-2147483649",
        "9007199254740993",
        "16777217",
        "9223372036854775807",
        "-9223372036854775808",
    ];
    rules("i64", &expressions("i64", true), &with("_i64", &integers));
    let floats = [
        "0.0",
        "-0.0",
        "1.0",
        "-1.5",
        "+inf",
        "-inf",
        "+NaN",
        "5e-324",
        "-1e-310",
        "1.7976931348623157e308",
        "4294967295.5",
        "-2147483648.9",
        "9.3e18",
        "-9223372036854775808.0",
        "0.1",
        "1e-46",
    ];
    rules("f64", &expressions("f64", false), &with("_f64", &floats));
}

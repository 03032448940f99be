//! Nets that search. Each bit is a superposition of 0 and 1 or, for enumeration, one of the two.
//!
//! The answer is the list of the bits, `0` where they are none. It is `0` as soon as that is known, from however few of them.

use std::fmt::Write;

/// The bits of one candidate; none: all candidates at once.
pub type Candidate = Option<u32>;

/// Which of the weights have that sum?
pub fn subset_sum(weights: &[u32], sum: u32, candidate: Candidate) -> String {
    let mut text = "#![numbers(native)]\n@main = r0\n".to_owned();
    for (at, weight) in weights.iter().enumerate() {
        let next = at + 1;
        let before = if at == 0 { "0".to_owned() } else { format!("s{at}") };
        // The sum so far; where it is too large, there is no answer.
        let _ = writeln!(
            text,
            "  & {} ~ {{a{at} $([*{weight}] $([+] $({before} {{s{next} $([<{sum}] ?((r{next} (* 0)) r{at}))}})))}}",
            bit(at, candidate)
        );
    }
    let count = weights.len();
    let _ = writeln!(text, "  & s{count} ~ $([={sum}] ?((0 (* {})) r{count}))", answer(count));
    text
}

/// Which values of the variables satisfy all clauses? Literals are numbers from 1 on, with `-` for not.
pub fn satisfy(variables: usize, clauses: &[[i32; 3]], candidate: Candidate) -> String {
    let mut text = "#![numbers(native)]\n@main = r0\n".to_owned();
    let mut uses = vec![0; variables];
    for (at, clause) in clauses.iter().enumerate() {
        let literals = clause.map(|literal| {
            let variable = literal.unsigned_abs() as usize - 1;
            uses[variable] += 1;
            let wire = format!("v{variable}.{}", uses[variable]);
            (wire, if literal < 0 { 1 } else { 0 })
        });
        let next = if at + 1 == clauses.len() { answer(variables) } else { format!("r{}", at + 1) };
        for ((wire, flip), name) in literals.iter().zip(["x", "y", "z"]) {
            let _ = writeln!(text, "  & {wire} ~ $([^{flip}] {name}{at})");
        }
        // Is one of them true? Then the next clause decides.
        let _ = writeln!(text, "  & x{at} ~ $([|] $(y{at} $([|] $(z{at} ?((0 (* {next})) r{at})))))");
    }
    uses.iter().enumerate().fold(text, |text, (at, &uses)| {
        let copies = (1..=uses).rev().fold(format!("a{at}"), |rest, copy| format!("{{v{at}.{copy} {rest}}}"));
        format!("{text}  & {} ~ {copies}\n", bit(at, candidate))
    })
}

/// Clauses over so many variables, the same ones each time.
pub fn clauses(variables: usize, count: usize) -> Vec<[i32; 3]> {
    let mut state = 0x9E37_79B9_u32;
    let mut below = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as usize % limit
    };
    let literal = |variable: usize, sign: usize| (variable as i32 + 1) * if sign == 0 { 1 } else { -1 };
    (0..count).map(|_| [0; 3].map(|_| literal(below(variables), below(2)))).collect()
}

/// A bit has a label of its own; copies of it have the label 0.
fn bit(at: usize, candidate: Candidate) -> String {
    candidate.map_or_else(|| format!("&{}{{0 1}}", at + 1), |bits| (bits >> at & 1).to_string())
}

fn answer(count: usize) -> String {
    let open: String = (0..count).map(|at| format!("(a{at} ")).collect();
    open + "*" + &")".repeat(count)
}

//! Random numbers and operators, as text.

use super::choices::Choices;

/// Those that are always defined come first.
const OPERATORS: [&str; 19] =
    ["+", "-", "*", ":-", "=", "<", ">", "!", "&", "|", "^", "/", "%", ":/", ":%", "<<", ">>", ":<<", ":>>"];

/// A number as a switch likes it: mostly 0, 1 or 2.
pub fn small(c: &mut Choices) -> String {
    c.one(&[0, 1, 2, 0, 1, 3, 0, 7]).to_string()
}

/// A plain number of any type.
pub fn plain(c: &mut Choices, native: bool) -> String {
    let width = if native { 32 } else { 24 };
    match c.weighted(&[10, 1, 2, 1, 2]) {
        0 => small(c),
        1 => (c.word() >> (32 - width)).to_string(),
        2 => c.one(&["+0", "+1", "-1", "+7", "-3"]).to_owned(),
        3 => format!("{:+}", c.word() as i32 >> (32 - width)),
        _ => c.one(&["0.0", "1.5", "-0.5", "2.0", "-0.0", "+inf", "-inf", "+NaN", "1e30", "0.1"]).to_owned(),
    }
}

/// `[+]`: one that is always defined, if it has to be.
pub fn symbol(c: &mut Choices, defined: bool) -> String {
    format!("[{}]", c.one(&OPERATORS[..if defined { 11 } else { OPERATORS.len() }]))
}

/// `[+5]`; with an unsigned literal, if it has to be always defined.
pub fn partial(c: &mut Choices, native: bool, defined: bool) -> String {
    let symbol = symbol(c, defined);
    let literal = if defined { small(c) } else { plain(c, native) };
    format!("{}{literal}]", symbol.trim_end_matches(']'))
}

/// `[u32]`
fn cast(c: &mut Choices, native: bool) -> String {
    c.one(if native { &["[u32]", "[i32]", "[f32]"] } else { &["[u24]", "[i24]", "[f24]"] }).to_owned()
}

/// Any number.
pub fn any(c: &mut Choices, native: bool) -> String {
    match c.weighted(&[26, 3, 3, 1]) {
        0 => plain(c, native),
        1 => symbol(c, false),
        2 => partial(c, native, false),
        _ => cast(c, native),
    }
}

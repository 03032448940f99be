//! Random numbers and operators, as text.

use super::choices::Choices;

const OPERATORS: &[&str] =
    &["+", "-", "*", ":-", "=", "<", ">", "!", "&", "|", "^", "/", "%", ":/", ":%", "<<", ">>", ":<<", ":>>"];

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

/// `[+]`, `[+5]`, `[u32]`
pub fn operator(c: &mut Choices, native: bool) -> String {
    match c.weighted(&[8, 8, 1]) {
        0 => format!("[{}]", c.one(OPERATORS)),
        1 => format!("[{}{}]", c.one(OPERATORS), plain(c, native)),
        _ => c.one(if native { &["[u32]", "[i32]", "[f32]"] } else { &["[u24]", "[i24]", "[f24]"] }).to_owned(),
    }
}

/// An operator whose results are unsigned whatever it is applied to, and which has them.
pub fn safe_operator(c: &mut Choices) -> String {
    c.one(&["+", "-", "*", ":-", "=", "<", ">", "&", "|", "^"]).to_owned()
}

/// Any number.
pub fn any(c: &mut Choices, native: bool) -> String {
    if c.chance(50) { operator(c, native) } else { plain(c, native) }
}

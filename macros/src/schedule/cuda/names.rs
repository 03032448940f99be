//! Names of the user's, as C++ has them.

use std::collections::HashSet;

/// A name that is no keyword, no macro and no function of anybody: by its prefix.
pub fn prefixed(prefix: &str, name: &str) -> String {
    format!("{prefix}_{}", plain(name))
}

/// Letters, digits and `_`: what is something else is written by its number.
pub fn plain(name: &str) -> String {
    let letter =
        |c: char| if c.is_ascii_alphanumeric() || c == '_' { c.to_string() } else { format!("u{:x}", c as u32) };
    name.trim_start_matches("r#").chars().map(letter).collect()
}

/// The names that a function has already.
#[derive(Clone, Default)]
pub struct Names {
    used: HashSet<String>,
    next: usize,
}

impl Names {
    /// A variable with a name of the user's.
    pub fn variable(&mut self, name: &str) -> String {
        let stem = prefixed("v", name);
        let mut text = stem.clone();
        let mut again = 2;
        while !self.used.insert(text.clone()) {
            text = format!("{stem}__{again}");
            again += 1;
        }
        text
    }

    /// A variable of ours: `sum1`.
    pub fn own(&mut self, stem: &str) -> String {
        self.next += 1;
        format!("{stem}{}", self.next)
    }
}

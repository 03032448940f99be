//! What can be wrong with a text.

use core::fmt;

/// A place in a text: line and column from 1, the column in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl Position {
    /// The place of the byte `offset`.
    pub(crate) fn of(text: &str, offset: u32) -> Self {
        let before = &text[..offset as usize];
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let lines = before.bytes().filter(|&byte| byte == b'\n').count();
        Position { line: lines as u32 + 1, column: before[line..].chars().count() as u32 + 1 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A text that is not FPCore, or uses what this crate does not read. Shown as `line:column: what is wrong`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{position}: {message}")]
pub struct Error {
    /// Where.
    pub position: Position,
    /// What, and what to do about it.
    pub message: String,
}

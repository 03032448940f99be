//! Reports as tables.

use super::{Choice, Choices, Origin, Report, Row, site::Point};
use crate::error::Bytes;
use core::fmt;

/// So many combinations are shown, unless all are asked for.
const SHOWN: usize = 16;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.summary(f)?;
        let shown = if f.alternate() { self.rows.len() } else { self.rows.len().min(SHOWN) };
        let columns = columns(&self.rows[..shown]);
        writeln!(f)?;
        table(f, &self.rows[..shown], &columns)?;
        if let Some(slowest) = self.rows[shown..].iter().map(|row| row.time).max() {
            writeln!(f, "… and {}, of up to {slowest:.2?}", self.rows.len() - shown)?;
        }
        for (i, choice) in columns.iter().enumerate() {
            let newline = if i == 0 { "\n" } else { "" };
            writeln!(f, "{newline}{}: {}", i + 1, choice.path().join(" › "))?;
        }
        Ok(())
    }
}

impl Report {
    fn summary(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tried = self.rows.len();
        let dropped = self.rows.iter().filter(|row| row.dropped).count();
        write!(f, "{}: ", self.name)?;
        if self.best.is_empty() {
            writeln!(f, "nothing to choose")?;
        } else if self.origin == Origin::Kept {
            writeln!(f, "the winner that was kept; nothing was measured but one run of it")?;
        } else {
            let choices = self.best.len();
            let s = if choices == 1 { "" } else { "s" };
            let all = if self.all { "all combinations" } else { "combinations" };
            writeln!(f, "{all} of {choices} choice{s}: {tried} tried, {dropped} dropped early, {} runs", self.runs)?;
        }
        if self.origin == Origin::Changed {
            writeln!(f, "measured anew, as the winner that was kept does not have these choices")?;
        }
        if self.stopped {
            writeln!(f, "the time was over before the end: a faster combination may be there")?;
        }
        write!(f, "on {}", self.machine)?;
        if self.best.is_empty() { writeln!(f) } else { writeln!(f, "; kept in {}", self.file.display()) }
    }
}

/// Each choice once, in the order in which rows have them.
fn columns(rows: &[Row]) -> Vec<&Choice> {
    let mut met = rustc_hash::FxHashSet::<Point>::default();
    rows.iter().flat_map(|row| row.choices.iter()).filter(|choice| met.insert(choice.point())).collect()
}

fn table(f: &mut fmt::Formatter<'_>, rows: &[Row], columns: &[&Choice]) -> fmt::Result {
    /// Those to the right of it are names.
    const NUMBERS: usize = 4;
    let mut head: Vec<String> = ["time", "to device", "from device", "synchronisations"].map(String::from).into();
    head.extend((1..=columns.len()).map(|i| i.to_string()));
    let mut lines = vec![head];
    lines.extend(rows.iter().map(|row| cells(row, columns)));
    let width = |i: usize| lines.iter().map(|line| line[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    for line in &lines {
        let mut text = String::new();
        for (i, (cell, &width)) in line.iter().zip(&widths).enumerate() {
            let space = " ".repeat(width - cell.chars().count());
            let gap = if i == 0 { "" } else { "  " };
            let (left, right) = if i < NUMBERS { (space.as_str(), "") } else { ("", space.as_str()) };
            text += &[gap, left, cell, right].concat();
        }
        writeln!(f, "{}", text.trim_end())?;
    }
    Ok(())
}

fn cells(row: &Row, columns: &[&Choice]) -> Vec<String> {
    let mut cells = vec![
        format!("{:.2?}", row.time),
        Bytes(row.counts.to_device_bytes).to_string(),
        Bytes(row.counts.from_device_bytes).to_string(),
        row.counts.synchronisations.to_string(),
    ];
    cells.extend(columns.iter().map(|column| member(&row.choices, column.point())));
    cells
}

/// `–` where the combination does not come to this choice.
fn member(choices: &Choices, point: Point) -> String {
    choices.at(point).map_or("–", Choice::member).to_owned()
}

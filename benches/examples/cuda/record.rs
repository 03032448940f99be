//! What is kept of a run.

use super::{There, options::Options};
use std::{fmt::Write as _, fs::OpenOptions, io::Write as _, path::Path};

/// What is to be known beside the numbers.
pub fn about(options: &Options, there: &There, what: &str) -> [String; 3] {
    let memory = there.memory >> 20;
    [
        format!("# {}; driver {}", there.device.info(), options.driver),
        format!("# {memory} MiB of it for a run; {}; commit {}", options.machine, options.commit),
        format!("# {what}"),
    ]
}

/// Where it was, in a row: the machine, its device, the driver, the date, and the commit.
pub fn place(options: &Options, there: &There) -> String {
    let Options { machine, driver, date, commit, .. } = options;
    format!("{machine},{},{driver},{date},{commit}", there.device.info().name.replace(',', " "))
}

pub const PLACE: &str = "machine,device,driver,date,commit";

/// Appends rows to a record, unless there is none to be kept. Was all written?
pub fn append(options: &Options, there: &There, header: &str, about: &[String], rows: &str) -> bool {
    let Some(file) = &options.csv else { return true };
    if there.is_emulated() {
        there.line("no record is written");
        return true;
    }
    let written = write(file, header, about, rows);
    if let Err(error) = &written {
        eprintln!("error: {}: {error}", file.display());
    }
    written.is_ok()
}

fn write(file: &Path, header: &str, about: &[String], rows: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(file)?;
    let mut text = String::new();
    if file.metadata()?.len() == 0 {
        let _ = writeln!(text, "{PLACE},{header}");
    }
    for line in about {
        let _ = writeln!(text, "{line}");
    }
    text.push_str(rows);
    file.write_all(text.as_bytes())
}

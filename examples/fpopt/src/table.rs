//! The results as a table, for other programs.

use crate::all::Entry;

/// Rows of CSV: file, core, format, wrong bits and cost before and after, how many expressions were tried, and the seconds that
/// took; for what stays as it was, why.
///
/// # Errors
///
/// Of what it is written to.
pub fn csv(entries: &[Entry], to: impl std::io::Write) -> csv::Result<()> {
    let mut table = csv::Writer::from_writer(to);
    table.write_record([
        "file",
        "core",
        "format",
        "bits_before",
        "bits_after",
        "cost_before",
        "cost_after",
        "tried",
        "seconds",
        "why_not",
    ])?;
    for entry in entries {
        let file = entry.file.file_name().map_or_else(Default::default, |name| name.to_string_lossy().into_owned());
        let mut row = vec![file, entry.name.clone()];
        match &entry.result {
            Ok(it) => {
                row.push(it.format.name().to_owned());
                row.extend([it.before.bits, it.after.bits].map(|bits| format!("{bits:.3}")));
                row.extend([it.before.cost, it.after.cost].map(|cost| format!("{cost:.1}")));
                row.extend([it.tried.to_string(), format!("{:.3}", it.time.as_secs_f64()), String::new()]);
            }
            Err(why) => {
                row.extend(std::iter::repeat_n(String::new(), 7));
                row.push(why.to_string());
            }
        }
        table.write_record(row)?;
    }
    table.flush()?;
    Ok(())
}

//! What can go wrong with an exploration.

use super::{Choices, Report};
use core::fmt;
use std::{io, path::PathBuf};

/// An exploration that has no winner, or none that could be kept.
///
/// ```
/// use polarnet_runtime::explore::{self, Error, Explorer, Site};
///
/// static SITE: Site = Site::new("half", file!(), line!(), column!(), &["down", "up"]);
/// let half = |x: u32| explore::at(&SITE, |member| if member == 0 { x / 2 } else { x.div_ceil(2) });
/// # let file = std::env::temp_dir().join(format!("polarnet-error-{}.json", std::process::id()));
/// assert!(Explorer::new("half").file(&file).run(|| half(42)).is_ok());
/// let error = Explorer::new("half").file(&file).again().run(|| half(41)).unwrap_err();
/// assert!(matches!(error, Error::Differ { .. }), "{error}");
/// # std::fs::remove_file(file).unwrap();
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Two combinations have different results: not all members compute the same. Or one does not compute the same each time.
    #[error("{}", Differ(.choices, .first))]
    Differ {
        /// The combination whose result is different.
        choices: Box<Choices>,
        /// The one that was run first.
        first: Box<Choices>,
    },
    /// A result is not equal to itself, so results cannot be compared.
    #[error(
        "the result is not equal to itself, perhaps as there is a NaN in it\nhelp: say when two results are the same with `run_by`"
    )]
    Incomparable,
    /// The system does not say where files are kept that can be made again.
    #[error(
        "there is no directory for the file of winners\nhelp: name a file with `Explorer::file`, or in POLARNET_EXPLORE"
    )]
    NoPlace,
    /// The file of winners could not be read or written.
    #[error("cannot use {} as the file of winners: {source}\nhelp: name another file with `Explorer::file`, or in POLARNET_EXPLORE", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is not one of winners. It is left as it is.
    #[error(
        "{} is not a file of winners that this version reads: {why}\nhelp: it was left as it is: move it away, or name another \
         with `Explorer::file`, or in POLARNET_EXPLORE",
        .file.display()
    )]
    NotOurs {
        /// The file.
        file: PathBuf,
        /// What was found.
        why: String,
    },
    /// There is a winner, but it could not be kept for next time.
    #[error("the winner could not be kept: {source}")]
    NotKept {
        /// What was found out.
        report: Box<Report>,
        /// Why.
        source: Box<Error>,
    },
}

struct Differ<'a>(&'a Choices, &'a Choices);

impl fmt::Display for Differ<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Differ(choices, first) = *self;
        if choices == first {
            return f.write_str("two runs of the same choices have different results\nhelp: what is explored has to compute the same each time");
        }
        f.write_str("a combination has another result than the first one: it has")?;
        let others = choices.iter().filter(|choice| first.at(choice.point()) != Some(choice));
        for (i, choice) in others.enumerate() {
            write!(f, "{}{choice}", if i == 0 { " " } else { "; " })?;
            if let Some(before) = first.at(choice.point()) {
                write!(f, " in place of {}", before.member())?;
            }
        }
        f.write_str("\nhelp: members are to compute the same")
    }
}

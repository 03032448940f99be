//! Exploration: which members of classes are the fastest together is found by measuring, and kept for next time.
//!
//! ```text
//! at(&SITE, |member| …)          a call that can be of several functions, and those around it
//!   │ path of sites, Choices      which point it is, which member it has
//! Explorer ─run─▶ search ─▶ bench ─▶ Report ─▶ a file, by name and machine
//! ```
//!
//! A [`Site`] is a call in a program, of one of its *members*: functions of which any may be called. `schedule!` makes sites of
//! the calls in bodies that name a class or a val, and of the calls of functions that have such calls in them. A *choice* is
//! made at a path of sites: where `foo` calls `select_sum` twice and `bar` calls `foo` twice, there are four choices, and with
//! four members 256 combinations. A site that is on the path already is the same choice as there, so recursion adds none.
//!
//! Choices belong to a thread. What it starts on others, kernels on a [`Device`](crate::device::Device) or parallel loops, calls the first member
//! at each site, unless they do it within [`with`], or [`Choices::set_default`] was called.
//!
//! ```
//! use polarnet_runtime::explore::{self, Explorer, Site};
//!
//! // What `schedule!` makes of a call of a class with two members:
//! fn sum(numbers: &[u64]) -> u64 {
//!     static SITE: Site = Site::new("sum", file!(), line!(), column!(), &["one_by_one", "twice"]);
//!     explore::at(&SITE, |member| match member {
//!         0 => numbers.iter().sum(),
//!         _ => numbers.iter().map(|x| x * 2).sum::<u64>() / 2,
//!     })
//! }
//!
//! let file = std::env::temp_dir().join(format!("polarnet-explore-{}.json", std::process::id()));
//! let numbers: Vec<u64> = (0..1000).collect(); // the data that it is to be fast for
//! let report = Explorer::new("sum of 1000").file(&file).run(|| sum(&numbers))?;
//! println!("{report}"); // the combinations, and what each of them takes
//! assert_eq!(report.rows.len(), 2);
//!
//! let total = explore::with(&report.best, || sum(&numbers));
//! assert_eq!(total, 499_500);
//!
//! // The next time, by the same program or another run of it, nothing has to be measured.
//! let report = Explorer::new("sum of 1000").file(&file).run(|| sum(&numbers))?;
//! assert_eq!(report.origin, explore::Origin::Kept);
//! # std::fs::remove_file(&file).unwrap();
//! # Ok::<(), explore::Error>(())
//! ```

mod bench;
mod candidate;
mod choices;
mod error;
mod explorer;
mod here;
mod machine;
mod report;
mod search;
mod site;
mod store;
mod table;
#[cfg(test)]
mod tests;

pub use choices::{Choice, Choices};
pub use error::Error;
pub use explorer::Explorer;
pub use here::{at, with};
pub use report::{Origin, Report, Row};
pub use search::Status;
pub use site::Site;

/// The winner that was kept under this name on this machine, if there is one: that of [`Explorer::stored`] with the usual file.
///
/// ```no_run
/// use polarnet_runtime::explore;
///
/// if let Some(best) = explore::load("sum of 1000")? {
///     best.set_default(); // on all threads, from now on
/// }
/// # Ok::<(), explore::Error>(())
/// ```
///
/// # Errors
///
/// When there is no place for the file, or it cannot be read, or is not one of winners.
pub fn load(name: &str) -> Result<Option<Choices>, Error> {
    Explorer::new(name).stored()
}

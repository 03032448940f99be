//! The command as users see it: what is printed where, and the exit code.

mod bad_books;
mod check;
mod docs;
mod files;
#[cfg(unix)]
mod interrupt;
mod limits;
#[cfg(target_os = "linux")]
mod memory;
mod options;
#[cfg(unix)]
mod pipes;
mod progress;
mod run;
mod shared_nets;
mod show;
mod step;
mod support;
mod trace;

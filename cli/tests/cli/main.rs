//! The command as users see it: what is printed where, and the exit code.

mod bad_books;
mod check;
mod cuda;
mod docs;
#[cfg(all(feature = "cuda", target_os = "linux"))]
#[path = "../../../runtime/src/cuda/tests/fake.rs"]
mod fake_cuda;
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

//! The process's exit codes. `--help` and `docs/book/src/cli.md` list them.

/// The book cannot be read or has errors, what is printed cannot be written, or there is no CUDA device.
pub const FAILURE: u8 = 1;
/// The command line is wrong.
pub const USAGE: u8 = 2;
/// A limit stopped the run: memory, interactions or time.
pub const LIMIT: u8 = 3;
/// A strict run met undefined arithmetic.
pub const ARITHMETIC: u8 = 4;
/// Ctrl-C, as shells count it.
pub const INTERRUPTED: u8 = 130;

//! `polarnet`: run, check and show interaction nets.

mod args;
mod progress;
mod run;
mod show;
mod source;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

/// The process's exit codes. `--help` and `docs/cli.md` list them.
pub mod exit {
    /// The file cannot be read, or the book has errors.
    pub const BOOK: u8 = 1;
    /// A limit stopped the run.
    pub const LIMIT: u8 = 3;
    /// A strict run met undefined arithmetic.
    pub const ARITHMETIC: u8 = 4;
    /// Ctrl-C, as shells count it.
    pub const INTERRUPTED: u8 = 130;
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Run(args) => run::run(&args),
        Command::Check(args) => source::check(&args),
        Command::Show(args) => show::show(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(code) => ExitCode::from(code),
    }
}

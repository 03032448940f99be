//! `polarnet`: run, check, show and step through interaction nets.
//!
//! * `args`: the command line; `exit`: the process's exit codes.
//! * `run`, `show`, `step`, `cuda`: the commands; `trace`: what `run --trace` prints.
//! * `source`: books that are read, and checked; `output`: what is printed and written.
//! * `progress`, `interrupt`, `memory`: beside a run: its line on the terminal, ^C, and what happens when the system has no more memory.

mod args;
mod cuda;
mod exit;
mod interrupt;
mod memory;
mod output;
mod progress;
mod run;
mod show;
mod source;
mod step;
mod trace;

use args::{Cli, Command};
use interrupt::Interrupt;
use source::Warnings;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Cli { command, quiet } = match Cli::read() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let interrupt = Interrupt::listen();
    let warnings = if quiet { Warnings::Hide } else { Warnings::Show };
    let result = match command {
        Command::Run(args) => run::run(&args, warnings, &interrupt),
        Command::Check(args) => source::check(&args, warnings),
        Command::Show(args) => show::show(&args, warnings),
        Command::Step(args) => step::step(&args, warnings, &interrupt),
        Command::Devices => cuda::devices(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(code) => ExitCode::from(code),
    }
}

//! `polarnet`: run, check, show and step through interaction nets.

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
        Err(code) => return ExitCode::from(code),
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

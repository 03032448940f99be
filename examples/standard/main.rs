//! The programs that interaction nets are measured by, with agents and rules: `standard fib 32`, `standard --all`.

mod books;

use books::PROGRAMS;
use polarnet::{EngineKind, Error, Runtime};
use std::process::ExitCode;

const USAGE: &str = "\
The programs that interaction nets are measured by, as rules that are compiled to Rust.

    standard                          each program, once, small
    standard NAME SIZE [OPTIONS]      one of them

        --threads N       threads that reduce together (1)
        --bytecode        without the Rust that the rules were compiled to
        --interpreted     nor their bytecode: each rule is a template
        --runs N          how often; the median is shown (1)
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match Options::read(&arguments).map(|options| options.run()) {
        Some(Ok(())) => ExitCode::SUCCESS,
        Some(Err(error)) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
        None => {
            eprint!("{USAGE}\nPrograms, and sizes that others are measured with:\n\n");
            for program in &PROGRAMS {
                eprintln!("    {:<10}{:>8}   {}", program.name, program.usual, program.about);
            }
            ExitCode::from(2)
        }
    }
}

/// What to run.
struct Options {
    /// The numbers of the programs, and their sizes.
    programs: Vec<(usize, u32)>,
    threads: usize,
    engine: EngineKind,
    runs: usize,
}

impl Options {
    /// What was asked for; `None` if it cannot be read.
    fn read(arguments: &[String]) -> Option<Self> {
        let mut options = Options { programs: Vec::new(), threads: 1, engine: EngineKind::Compiled, runs: 1 };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match argument.as_str() {
                "--threads" => options.threads = rest.next()?.parse().ok()?,
                "--runs" => options.runs = rest.next()?.parse().ok().filter(|&runs| runs > 0)?,
                "--bytecode" => options.engine = EngineKind::Direct,
                "--interpreted" => options.engine = EngineKind::Bag,
                name => {
                    let program = PROGRAMS.iter().position(|program| program.name == name)?;
                    options.programs.push((program, rest.next()?.parse().ok()?));
                }
            }
        }
        if options.programs.is_empty() {
            options.programs = PROGRAMS.iter().map(|program| program.small).enumerate().collect();
        }
        Some(options)
    }

    fn run(&self) -> Result<(), Error> {
        let runtime = Runtime::new().threads(self.threads).engine(self.engine);
        println!("{:<10}{:>8}{:>14}{:>14}{:>10}{:>8}", "program", "size", "result", "interactions", "seconds", "MIPS");
        for &(program, size) in &self.programs {
            let program = &PROGRAMS[program];
            let mut runs = (0..self.runs).map(|_| (program.run)(&runtime, size)).collect::<Result<Vec<_>, _>>()?;
            runs.sort_by_key(|done| done.stats.elapsed);
            let done = &runs[self.runs / 2];
            let (result, stats) = (done.value::<u32>()?, &done.stats);
            assert!(
                program.expected.is_none_or(|expected| expected(size) == result),
                "{} {size}: {result}",
                program.name
            );
            println!(
                "{:<10}{size:>8}{result:>14}{:>14}{:>10.4}{:>8.0}",
                program.name,
                stats.interactions(),
                stats.elapsed.as_secs_f64(),
                stats.mips()
            );
        }
        Ok(())
    }
}

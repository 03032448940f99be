//! The command line.

use crate::{exit, output};
use clap::{
    Args, Parser, Subcommand, ValueEnum,
    error::{ContextKind, ContextValue, Error, ErrorKind},
};
use polarnet::{Runtime, passes::Passes};
use std::{
    num::{IntErrorKind, ParseIntError},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

/// Interaction nets, checked and reduced in parallel
#[derive(Parser)]
#[command(name = "polarnet", version, propagate_version = true, after_help = AFTER_HELP)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// Say nothing but results and errors: no warnings, no progress line
    #[arg(short, long, global = true, display_order = 100)]
    pub quiet: bool,
}

impl Cli {
    /// The command line; or the exit code, where help was asked for, or it is wrong. Of a file without a command it says what to do with it.
    pub fn read() -> Result<Cli, ExitCode> {
        Cli::try_parse().map_err(|error| {
            let error = with_command(error);
            match error.use_stderr() {
                true => {
                    // Who would hear that it failed?
                    let _ = error.print();
                    ExitCode::from(exit::USAGE)
                }
                false => output::printed(error.print()).map_or_else(ExitCode::from, |_| ExitCode::SUCCESS),
            }
        })
    }
}

fn with_command(mut error: Error) -> Error {
    let given = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(given)) if error.kind() == ErrorKind::InvalidSubcommand => given.clone(),
        _ => return error,
    };
    if Path::new(&given).is_file() {
        let tip = format!("to run this file: 'polarnet run {given}'");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Shown by `--help`; `docs/book/src/cli.md` says the same, and a test compares.
const AFTER_HELP: &str = "\
Exit codes:
  0    success
  1    the book is unreadable, wrong or lacks a rule, the result cannot be written, no CUDA device
  2    the command line is wrong
  3    a limit stopped the run (memory, interactions, time)
  4    undefined arithmetic under --strict
  130  interrupted (Ctrl-C)

Examples:
  polarnet run sort.hvm
  polarnet run sort.hvm --threads 1 --stats
  polarnet run - --max-memory 500MiB --timeout 10s < sort.hvm
  polarnet check sort.hvm
  polarnet show sort.hvm --svg -o sort.svg
  polarnet step sort.hvm
  polarnet devices";

#[derive(Subcommand)]
pub enum Command {
    /// Reduce @main and print its normal form
    #[command(after_help = RUN_EXAMPLES)]
    Run(Run),
    /// Print all errors and warnings of a book
    Check(Check),
    /// Print a book: with inferred signs, as a graph, as a picture, or as it lies in memory
    Show(Show),
    /// Walk through the interactions, one by one
    #[command(after_help = STEP_KEYS)]
    Step(Step),
    /// List the CUDA devices, one a line, or say why there are none
    Devices,
}

const STEP_KEYS: &str = "\
On a terminal the keys are:
  Enter, space, →   the next interaction
  b, ←              one back
  n                 asks for a number of interactions
  r                 to the normal form; any key stops
  g                 to the start
  q, Esc            quits

Elsewhere, and with --plain or --steps, the net is printed after each interaction, of 1000 at most without --steps.

Examples:
  polarnet step sort.hvm
  polarnet step sort.hvm --steps 10 | less";

const RUN_EXAMPLES: &str = "\
The normal form goes to standard output, as `Result: (x0 x0)`; all else to standard error.
On a terminal a line shows the progress of runs that take over a second.

Examples:
  polarnet run sort.hvm
  polarnet run sort.hvm --threads 1 --stats
  polarnet run sort.hvm --passes default --stats
  polarnet run sort.hvm --max-memory 500MiB --max-interactions 1000000 --timeout 10s
  polarnet run sort.hvm --cuda --max-memory 8GiB
  polarnet run sort.hvm --stats=json 2>stats.json
  polarnet run sort.hvm --trace steps.jsonl";

#[derive(Args)]
pub struct Run {
    /// A book in HVM2's text format; `-` is standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub way: Way,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub report: Report,
}

// These are apart, too, because what `clap` derives has all options of a struct in one stack frame.

/// How a run reduces.
#[derive(Args)]
pub struct Way {
    /// Threads to reduce on, up to 1024; 0 is one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads, allow_negative_numbers = true)]
    pub threads: u16,
    /// Expand the references that are left in the normal form, and reduce on
    #[arg(long)]
    pub expand: bool,
    /// Passes that the book goes through first: `prune`, `inline`, `eta`, `pre_reduce`, `share`, `simplify_rules`, with commas between;
    /// or `default`
    #[arg(long, value_name = "LIST")]
    pub passes: Option<Passes>,
    /// How to reduce; on a CUDA device `direct` compiles the file for it, where NVRTC is there, and all others interpret
    #[arg(long, value_enum, default_value_t = Engine::Direct)]
    pub engine: Engine,
    /// Reduce on a CUDA device: the first, or the one of that number in `polarnet devices`; --max-memory is its memory then
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "0",
        value_parser = device,
        conflicts_with = "threads"
    )]
    pub cuda: Option<usize>,
}

/// What a run tells.
#[derive(Args)]
pub struct Report {
    /// Print the normal form as a term, `|x| x`; if it is none, as a net, with a warning
    #[arg(long)]
    pub term: bool,
    /// Write each interaction to this file, as a line of JSON; reduces naively, on one thread
    #[arg(long, value_name = "OUT", conflicts_with_all = ["engine", "cuda"])]
    pub trace: Option<PathBuf>,
    /// Print interactions, time and memory on standard error
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "text"
    )]
    pub stats: Option<Format>,
}

/// What stops a run.
#[derive(Args)]
pub struct Limits {
    /// Stop when the net exceeds this, as 500MB or 4GiB [default: three quarters of the machine's memory; with --cuda, of what
    /// is free on the device]
    #[arg(long, value_name = "SIZE", value_parser = size, allow_hyphen_values = true)]
    pub max_memory: Option<u64>,
    /// Stop after so many interactions, or a few more
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub max_interactions: Option<u64>,
    /// Stop when reducing takes longer than this, as 500ms, 10s or 2min
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    pub timeout: Option<Duration>,
    /// Stop at undefined arithmetic, such as a division by zero, whose result is 0 otherwise
    #[arg(long)]
    pub strict: bool,
}

#[derive(Args)]
pub struct Check {
    /// A book in HVM2's text format; `-` is standard input
    pub file: PathBuf,
}

#[derive(Args)]
pub struct Show {
    /// A book in HVM2's text format; `-` is standard input
    pub file: PathBuf,
    /// Passes that the book goes through first: `prune`, `inline`, `eta`, `pre_reduce`, `share`, `simplify_rules`, with commas between;
    /// or `default`
    #[arg(long, value_name = "LIST")]
    pub passes: Option<Passes>,
    /// As a graph in Graphviz's DOT, one cluster for each definition
    #[arg(long, group = "graph")]
    pub dot: bool,
    /// As a picture in SVG
    #[arg(long, group = "graph")]
    pub svg: bool,
    /// Only this definition
    #[arg(long, value_name = "NAME", conflicts_with = "heap")]
    pub def: Option<String>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Redex bag and nodes of @main before the first interaction
    #[arg(long, conflicts_with = "graph")]
    pub heap: bool,
}

#[derive(Args)]
pub struct Step {
    /// A book in HVM2's text format; `-` is standard input
    pub file: PathBuf,
    /// Print the steps one after another, even on a terminal
    #[arg(long)]
    pub plain: bool,
    /// Print so many steps; without a terminal and this, 1000 are the most
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub steps: Option<u64>,
}

/// How to reduce.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// Direct style: definitions are functions
    Direct,
    /// Redex bags: nodes for everything
    Bag,
    /// Redex bags on shared cells even with one thread; for measurements
    Shared,
    /// Only what the result needs, on one thread
    Lazy,
    /// The naive reference, on one thread
    Oracle,
}

/// How statistics are printed.
#[derive(Clone, Copy, ValueEnum)]
pub enum Format {
    /// A table
    Text,
    /// One line of JSON
    Json,
}

fn threads(text: &str) -> Result<u16, String> {
    let threads = text.parse().ok().filter(|&threads| usize::from(threads) <= Runtime::MAX_THREADS);
    threads.ok_or_else(|| format!("threads are 1 to {}, or 0 for one on each processor", Runtime::MAX_THREADS))
}

fn device(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "devices have numbers, from 0 on: `polarnet devices` lists them".to_owned())
}

fn count(text: &str) -> Result<u64, String> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => format!("a count is {} at most", u64::MAX),
        _ => "a count is a whole number, as 1000000".to_owned(),
    })
}

fn size(text: &str) -> Result<u64, String> {
    parse_size::parse_size(text).map_err(|_| "a size is a number of bytes, as 500MB or 4GiB".to_owned())
}

fn time(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|error| match error {
        humantime::DurationError::NumberOverflow => "that is too long: there is no limit without it".to_owned(),
        _ => "a time has a unit, as 500ms, 10s or 2min".to_owned(),
    })
}

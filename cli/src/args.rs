//! The command line.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::{path::PathBuf, time::Duration};

/// Interaction nets, checked and reduced in parallel.
#[derive(Parser)]
#[command(name = "polarnet", version, propagate_version = true, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

/// Shown by `--help`; `docs/cli.md` says the same.
const EXIT_CODES: &str = "\
Exit codes:
  0    success
  1    the file cannot be read, or the book has errors
  2    the command line is wrong
  3    a limit stopped the run (memory, interactions, time)
  4    --strict: undefined arithmetic
  130  interrupted (Ctrl-C)";

#[derive(Subcommand)]
pub enum Command {
    /// Reduce @main and print the normal form
    Run(Run),
    /// Check a book and print all errors and warnings
    Check(Check),
    /// Show a book: with inferred signs, as a DOT graph, or as it lies in memory
    Show(Show),
}

#[derive(Args)]
pub struct Run {
    /// The book: HVM2's text format, `-` for standard input
    pub file: PathBuf,
    /// Threads to reduce on; 0 means all
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// Stop when heap and redex bags exceed this, as 500MB or 4GiB
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub max_memory: Option<u64>,
    /// Stop after so many interactions
    #[arg(long, value_name = "N")]
    pub max_interactions: Option<u64>,
    /// Stop after this time, as 10s or 2min
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub timeout: Option<Duration>,
    /// Expand the references that are left in the normal form
    #[arg(long)]
    pub expand: bool,
    /// Stop at undefined arithmetic, such as a division by zero, instead of giving 0
    #[arg(long)]
    pub strict: bool,
    /// How to reduce
    #[arg(long, value_enum, default_value_t = Engine::Bag)]
    pub engine: Engine,
    /// Print statistics on standard error
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub stats: Option<Format>,
}

#[derive(Args)]
pub struct Check {
    /// The book: HVM2's text format, `-` for standard input
    pub file: PathBuf,
}

#[derive(Args)]
pub struct Show {
    /// The book: HVM2's text format, `-` for standard input
    pub file: PathBuf,
    /// As a graph for Graphviz
    #[arg(long, conflicts_with = "heap")]
    pub dot: bool,
    /// Redex bag and nodes of @main before the first interaction
    #[arg(long)]
    pub heap: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Engine {
    /// Redex bags; the fastest
    Bag,
    /// Redex bags on shared cells even with one thread, for measurements
    Shared,
    /// The naive reference, sequential
    Oracle,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One line of JSON
    Json,
}

fn size(text: &str) -> Result<u64, parse_size::Error> {
    parse_size::parse_size(text)
}

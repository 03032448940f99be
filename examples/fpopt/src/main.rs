//! `fpopt FILE_OR_FOLDER …`: see `--help`.

use clap::Parser;
use fpopt::{
    all::{Entry, files, improve_all, overview},
    improve::Options,
    report::report,
    search::Effort,
    table::csv,
};
use indicatif::{ProgressBar, ProgressStyle};
use polarnet::device::Device;
use std::{
    error::Error,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

/// Makes floating-point expressions more accurate.
///
/// Reads the cores of FPCore files, finds expressions of the same real value with smaller rounding errors, and writes a report.
#[derive(Parser)]
#[command(name = "fpopt", version)]
struct Args {
    /// Files `*.fpcore`, and folders with such files.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Where the report goes: a page of HTML.
    #[arg(short, long, default_value = "report.html")]
    output: PathBuf,
    /// The results as a table of CSV, too.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Points of each core: so many to search with, so many to choose with, and so many to judge with.
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u16).range(8..))]
    points: u16,
    /// Of the points: the same number gives the same ones.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How often rules are tried on what the last ones gave.
    #[arg(long, default_value_t = Effort::default().rounds)]
    rounds: usize,
    /// Threads; all that there are, unless told. The results are the same.
    #[arg(long)]
    threads: Option<usize>,
    /// Evaluates the candidates on this CUDA device.
    #[arg(long, value_name = "NUMBER", num_args = 0..=1, default_missing_value = "0")]
    cuda: Option<usize>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fpopt: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let device = device(args.cuda)?;
    if let Some(threads) = args.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    }
    let files = files(&args.paths)?;
    let overview = overview(&files)?;
    eprintln!("{} cores: {} nodes, {} rows in one batch", overview.cores, overview.nodes, overview.rows);
    let effort = Effort { rounds: args.rounds, ..Effort::default() };
    let options = Options { points: args.points.into(), seed: args.seed, effort };
    let bar = ProgressBar::new(overview.cores as u64)
        .with_style(ProgressStyle::with_template("{elapsed_precise} {wide_bar} {pos} of {len}, {eta} to go  {msg}")?);
    let start = Instant::now();
    let entries = improve_all(&files, &device, options, |entry: &Entry| {
        bar.set_message(entry.name.chars().take(30).collect::<String>());
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    write(&args.output, report(overview, &entries).as_bytes())?;
    if let Some(path) = &args.csv {
        let mut table = Vec::new();
        csv(&entries, &mut table)?;
        write(path, &table)?;
    }
    // What took long is safe before anything is printed.
    print(&entries, &format!("in {:.1?}; {} has them", start.elapsed(), args.output.display()))
}

/// What became of each, and a last line. A reader that went away, as `head` does, is no error.
fn print(entries: &[Entry], last: &str) -> Result<(), Box<dyn Error>> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut lines = || {
        for entry in entries {
            match &entry.result {
                Ok(it) => writeln!(
                    out,
                    "{:5.1} -> {:4.1} bits wrong, cost {:6.1} -> {:6.1}  {}",
                    it.before.bits, it.after.bits, it.before.cost, it.after.cost, entry.name
                )?,
                Err(why) => writeln!(out, "{:29} as it was  {}: {why}", "", entry.name)?,
            }
        }
        let better = entries.iter().flat_map(|entry| &entry.result).filter(|it| it.is_better()).count();
        writeln!(out, "{better} of {} are more accurate, {last}", entries.len())?;
        out.flush()
    };
    match lines() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("standard output: {error}").into()),
        _ => Ok(()),
    }
}

#[cfg(feature = "cuda")]
fn device(cuda: Option<usize>) -> Result<Device, Box<dyn Error>> {
    match cuda {
        Some(number) => Ok(Device::cuda(number)?),
        None => Ok(Device::threads()),
    }
}

#[cfg(not(feature = "cuda"))]
fn device(cuda: Option<usize>) -> Result<Device, Box<dyn Error>> {
    match cuda {
        Some(_) => Err("this fpopt is built without CUDA: build it with `--features cuda`".into()),
        None => Ok(Device::threads()),
    }
}

/// Writes a file. What was there stays until all is written. What is no file, as `/dev/stdout`, is written to.
fn write(path: &Path, text: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        return fs::write(path, text)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())));
    }
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    // Some disks say only then that they are full.
    let whole = File::create(&part).and_then(|mut file| file.write_all(text).and_then(|()| file.sync_all()));
    let written = whole.and_then(|()| fs::rename(&part, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&part);
        io::Error::new(error.kind(), format!("{}: {error}", path.display()))
    })
}

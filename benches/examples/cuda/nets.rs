//! Nets from files, on the device and on the CPU.

use super::{There, options::Options};
use polarnet::{AnyBook, EngineKind, Error, ErrorKind, Runtime, reader::Source};
use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

/// What a run ends with.
#[derive(PartialEq, Debug)]
enum End {
    Normal(String, u64),
    NoRule,
    /// A limit of this program.
    Limit,
    Other(String),
}

/// Compares the nets of a folder, and of its folders: first all of them by the kernel for all books, then each by its own, which takes seconds to
/// compile. Did all agree?
pub fn compare(folder: &Path, options: &Options, there: &There) -> bool {
    let until = Instant::now() + options.time;
    let files = match files(folder) {
        Ok(files) if !files.is_empty() => files,
        Ok(_) => return failed(there, &format!("there are no nets in {}", folder.display())),
        Err(error) => return failed(there, &format!("{}: {error}", folder.display())),
    };
    let jobs =
        [("interpreted", EngineKind::Bag), ("compiled", EngineKind::Compiled)].into_iter().flat_map(|(how, engine)| {
            files.iter().map(move |file| {
                (format!("{how} {}", file.strip_prefix(folder).unwrap_or(file).display()), file, engine)
            })
        });
    // Those after one with which the device was lost.
    let mut skipping = options.after.is_some();
    let jobs = jobs.skip_while(|(name, ..)| {
        skipping && {
            skipping = options.after.as_ref() != Some(name);
            true
        }
    });
    let (mut agree, mut left_out, mut wrong) = (0, 0, 0);
    for (name, file, engine) in jobs {
        let verdict = match Source::read(file) {
            Ok(source) => {
                let parsed = source.parse();
                match parsed.book {
                    Some(book) => one(&book, engine, options, there, until),
                    None => Verdict::Wrong(source.render(&parsed.diagnostics, false)),
                }
            }
            Err(error) => Verdict::Wrong(error.to_string()),
        };
        let text = match verdict {
            Verdict::Agrees(text) => (agree += 1, format!("agrees   {text}")).1,
            Verdict::LeftOut(text) => (left_out += 1, format!("left out {text}")).1,
            Verdict::Wrong(text) => (wrong += 1, format!("WRONG    {text}")).1,
        };
        there.line(&format!("{name:<68}{text}"));
        if there.is_lost() {
            there.line("the device is lost to this process: another one does the rest");
            return rest(&name, until).unwrap_or_else(|error| failed(there, &error.to_string()));
        }
    }
    there.line(&format!("nets: {agree} agree, {left_out} left out, {wrong} wrong"));
    wrong == 0 && agree > 0
}

/// Another process does what comes after a net, and tells of it. It is never right: this one was not.
fn rest(after: &str, until: Instant) -> io::Result<bool> {
    let left = until.saturating_duration_since(Instant::now()).as_secs().to_string();
    let same = env::args_os().skip(1);
    Command::new(env::current_exe()?).args(same).args(["--after", after, "--seconds", &left]).status()?;
    Ok(false)
}

fn failed(there: &There, text: &str) -> bool {
    there.line(&format!("WRONG: {text}"));
    false
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|end| end == "hvm" || end == "net") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

enum Verdict {
    Agrees(String),
    /// It has no end within the limits.
    LeftOut(String),
    Wrong(String),
}

fn one(book: &AnyBook, engine: EngineKind, options: &Options, there: &There, until: Instant) -> Verdict {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Verdict::Wrong("there was no time left for it".into());
    }
    let most = if options.small { 20_000 } else { 500_000_000 };
    let cpu = Runtime::new()
        .engine(EngineKind::Bag)
        .threads(1)
        .max_interactions(most)
        .timeout(left.min(Duration::from_secs(60)));
    let wanted = end(book, &cpu);
    if wanted == End::Limit {
        return Verdict::LeftOut(format!("it takes more than {most} interactions"));
    }
    let runs = options.runs.unwrap_or(3);
    let mut fastest = Duration::MAX;
    for run in 1..=runs {
        let left = until.saturating_duration_since(Instant::now()).max(Duration::from_secs(1));
        let begin = Instant::now();
        let found = end(book, &there.runtime().engine(engine).max_interactions(most).timeout(left));
        fastest = fastest.min(begin.elapsed());
        if found != wanted {
            return Verdict::Wrong(format!("run {run} of {runs}: {found:?}, and on the CPU {wanted:?}"));
        }
    }
    let what = match wanted {
        End::Normal(_, interactions) => format!("{interactions:>12} interactions"),
        other => format!("{other:?}"),
    };
    Verdict::Agrees(format!("{runs} times; {what}, {:.6} s at best", fastest.as_secs_f64()))
}

fn end(book: &AnyBook, runtime: &Runtime) -> End {
    match book.with(|book| runtime.run(book)) {
        Ok(done) => End::Normal(done.to_string(), done.stats.interactions()),
        Err(Error { kind: ErrorKind::NoRule(_), .. }) => End::NoRule,
        Err(Error { kind: ErrorKind::Interactions(_) | ErrorKind::Timeout(_), .. }) => End::Limit,
        Err(error) => End::Other(error.to_string()),
    }
}

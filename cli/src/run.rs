//! `polarnet run`

use crate::{
    args::{Engine, Format, Run},
    cuda, exit,
    interrupt::Interrupt,
    output::{print, say},
    progress::Line,
    source::{self, Warnings},
    trace::Trace,
};
use polarnet::{EngineKind, ErrorKind, Runtime, Stats};
use std::{io, path::Path};

/// Reduces `@main`, and prints the normal form on standard output, all else on standard error.
pub fn run(args: &Run, warnings: Warnings, interrupt: &Interrupt) -> Result<(), u8> {
    let book = source::load(&args.file, warnings)?;
    // Passes leave nothing of what nothing leads to.
    let no_main = book.with(|book| source::no_main(book, "`polarnet run` reduces"));
    let book = source::passed(book, args.way.passes.as_ref());
    let runtime = runtime(args)?;
    let mut trace = match &args.report.trace {
        Some(path) => Some(Trace::create(path).map_err(|error| unwritten(path, &error))?),
        None => None,
    };
    let result = interrupt.during(|token| {
        let runtime = runtime.cancel_with(token);
        let _line = (warnings == Warnings::Show).then(|| Line::start(runtime.progress()));
        book.with(|book| match &mut trace {
            Some(trace) => runtime.watch(book, |interaction| trace.write(&interaction)),
            None => runtime.run(book),
        })
    });
    // What was written of a run that stopped is useful too.
    if let (Some(trace), Some(path)) = (trace, &args.report.trace) {
        trace.finish().map_err(|error| unwritten(path, &error))?;
    }
    match result {
        Ok(done) => {
            let (threads, asked) = (done.stats.threads, usize::from(args.way.threads));
            if threads < asked && warnings == Warnings::Show {
                say(&format_args!("warning: the run had {threads} of {asked} threads: {}\n", why_fewer(args)));
            }
            let term = if args.report.term { done.normal.term() } else { None };
            if args.report.term && term.is_none() && warnings == Warnings::Show {
                say(&"warning: the normal form is no term, or the engine knows no signs: it is shown as a net\n");
            }
            let loose = done.normal.loose_wires();
            if !loose.is_empty() && warnings == Warnings::Show {
                say(&format_args!("warning: {}\nhelp: {CIRCLE_HELP}\n", circle(&loose, term.is_some())));
            }
            let printed = match term {
                Some(term) => print(&format_args!("Result: {term}\n")),
                None => print(&format_args!("Result: {done}\n")),
            };
            print_stats(args.report.stats, &done.stats);
            printed
        }
        Err(error) => {
            say(&match error.kind {
                ErrorKind::Cancelled => "error: interrupted\n".to_owned(),
                _ => format!("error: {error}\n"),
            });
            let help = match error.kind {
                ErrorKind::NoMain => no_main.as_deref(),
                _ => help(&error.kind, args),
            };
            if let Some(help) = help {
                say(&format_args!("help: {help}\n"));
            }
            print_stats(args.report.stats, &error.stats);
            Err(code(&error.kind))
        }
    }
}

const CIRCLE_HELP: &str = "where a term copies itself, give one of the duplications a label of its own, `&1{a b}`, or write `term @name = …`; \
     what would never end may end so, too";

/// What is wrong with a result that has these wires with one end, shown as a term or as a net.
fn circle(loose: &[u32], is_term: bool) -> String {
    let which = match loose {
        // A term names its variables anew.
        _ if is_term => "a variable is used there".to_owned(),
        [one] => format!("`x{one}` has only one end here"),
        [one, other] => format!("`x{one}` and `x{other}` have only one end here"),
        [one, others @ ..] => format!("`x{one}` and {} other wires have only one end here", others.len()),
        [] => unreachable!("the result is whole"),
    };
    format!("the result hangs on a circle that no interaction opens: {which}")
}

fn unwritten(path: &Path, error: &io::Error) -> u8 {
    say(&format_args!("error: cannot write {}: {error}\n", path.display()));
    exit::FAILURE
}

fn runtime(args: &Run) -> Result<Runtime, u8> {
    let engine = match args.way.engine {
        Engine::Direct => EngineKind::Direct,
        Engine::Bag => EngineKind::Bag,
        Engine::Shared => EngineKind::Shared,
        Engine::Lazy => EngineKind::Lazy,
        Engine::Oracle => EngineKind::Oracle,
    };
    let mut runtime = match args.way.cuda {
        Some(ordinal) => cuda::runtime(ordinal)?,
        None => Runtime::new(),
    };
    runtime =
        runtime.threads(args.way.threads.into()).expand(args.way.expand).strict(args.limits.strict).engine(engine);
    if let Some(bytes) = args.limits.max_memory {
        runtime = runtime.max_memory(bytes);
    }
    if let Some(count) = args.limits.max_interactions {
        runtime = runtime.max_interactions(count);
    }
    if let Some(time) = args.limits.timeout {
        runtime = runtime.timeout(time);
    }
    Ok(runtime)
}

/// Why a run had fewer threads than were asked for.
fn why_fewer(args: &Run) -> &'static str {
    match args.way.engine {
        _ if args.report.trace.is_some() => "--trace reduces on one",
        Engine::Lazy => "--engine lazy reduces on one",
        Engine::Oracle => "--engine oracle reduces on one",
        _ => "the system or --max-memory allows no more",
    }
}

fn code(kind: &ErrorKind) -> u8 {
    match kind {
        ErrorKind::Memory(_) | ErrorKind::Interactions(_) | ErrorKind::Timeout(_) => exit::LIMIT,
        ErrorKind::AddressSpace(_) => exit::LIMIT,
        ErrorKind::Arithmetic(_) => exit::ARITHMETIC,
        ErrorKind::Cancelled => exit::INTERRUPTED,
        kind if cuda::is_limit(kind) => exit::LIMIT,
        _ => exit::FAILURE,
    }
}

fn help(kind: &ErrorKind, args: &Run) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::Memory(_) if args.way.cuda.is_some() => {
            "raise the limit with --max-memory, as far as the device has memory; perhaps the net grows without end"
        }
        &ErrorKind::Memory(limit) => memory_help(limit, args.limits.max_memory),
        ErrorKind::Interactions(_) => "raise the limit with --max-interactions",
        ErrorKind::Timeout(_) => "raise the limit with --timeout",
        ErrorKind::AddressSpace(_) => "raise the limit of the shell (ulimit -v)",
        ErrorKind::Arithmetic(_) => "without --strict the result is 0",
        _ => return None,
    })
}

/// A run may stop below the limit that was asked for: say what the limit was then.
fn memory_help(limit: u64, asked: Option<u64>) -> &'static str {
    /// What [`Runtime::max_memory`] says of the heap.
    const LARGEST_HEAP: u64 = 1 << 35;
    match asked {
        _ if limit == LARGEST_HEAP => "a heap has 32 GiB at most; perhaps the net grows without end",
        Some(asked) if limit + 16 <= asked => {
            "the system gives less address space than --max-memory asks for: raise its limit (ulimit -v)"
        }
        Some(_) => "raise the limit with --max-memory; perhaps the net grows without end",
        None => "it is what this machine has to give; --max-memory sets another; perhaps the net grows without end",
    }
}

fn print_stats(format: Option<Format>, stats: &Stats) {
    match format {
        Some(Format::Text) => say(&format_args!("{stats}\n")),
        Some(Format::Json) => say(&format_args!("{}\n", stats.to_json())),
        None => {}
    }
}

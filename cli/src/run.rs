//! `polarnet run`

use crate::{
    args::{Engine, Format, Run},
    exit,
    progress::Line,
    source,
};
use polarnet::{CancelToken, EngineKind, ErrorKind, Runtime, Stats};

pub fn run(args: &Run) -> Result<(), u8> {
    let book = source::load(&args.file)?;
    let cancel = CancelToken::new();
    let token = cancel.clone();
    if let Err(error) = ctrlc::set_handler(move || token.cancel()) {
        eprintln!("warning: Ctrl-C will end the process at once: {error}");
    }
    let mut runtime =
        Runtime::new().threads(args.threads).expand(args.expand).strict(args.strict).cancel_with(cancel).engine(
            match args.engine {
                Engine::Bag => EngineKind::Bag,
                Engine::Shared => EngineKind::Shared,
                Engine::Oracle => EngineKind::Oracle,
            },
        );
    if let Some(bytes) = args.max_memory {
        runtime = runtime.max_memory(bytes);
    }
    if let Some(count) = args.max_interactions {
        runtime = runtime.max_interactions(count);
    }
    if let Some(time) = args.timeout {
        runtime = runtime.timeout(time);
    }
    let line = Line::start(runtime.progress());
    let result = book.with(|book| runtime.run(book));
    drop(line);
    match result {
        Ok(done) => {
            source::print(&format_args!("Result: {done}\n"));
            print_stats(args.stats, &done.stats);
            Ok(())
        }
        Err(error) => {
            eprintln!("error: {error}");
            if let Some(help) = help(&error.kind) {
                eprintln!("help: {help}");
            }
            print_stats(args.stats, &error.stats);
            Err(match error.kind {
                ErrorKind::Memory(_) | ErrorKind::Interactions(_) | ErrorKind::Timeout(_) => exit::LIMIT,
                ErrorKind::AddressSpace(_) => exit::LIMIT,
                ErrorKind::Arithmetic(_) => exit::ARITHMETIC,
                ErrorKind::Cancelled => exit::INTERRUPTED,
                _ => exit::BOOK,
            })
        }
    }
}

fn help(kind: &ErrorKind) -> Option<&'static str> {
    match kind {
        ErrorKind::NoMain => Some("`polarnet run` reduces `@main`: add `@main = …` to the file"),
        ErrorKind::Memory(_) => Some("raise the limit with --max-memory, or look for a net that grows without end"),
        ErrorKind::Interactions(_) => Some("raise the limit with --max-interactions"),
        ErrorKind::Timeout(_) => Some("raise the limit with --timeout"),
        ErrorKind::AddressSpace(_) => Some("lower --max-memory, or raise the limit of the shell (ulimit -v)"),
        ErrorKind::Arithmetic(_) => Some("without --strict the result is 0"),
        _ => None,
    }
}

fn print_stats(format: Option<Format>, stats: &Stats) {
    match format {
        Some(Format::Text) => eprint!("{stats}"),
        Some(Format::Json) => eprintln!("{}", stats.to_json()),
        None => {}
    }
}

//! `polarnet step`: one interaction after the other.

mod net;
mod screen;
mod session;

use crate::{
    args::Step,
    exit,
    interrupt::Interrupt,
    output::{Reader, print_part, say},
    source::{self, Warnings},
};
use net::Cut;
use polarnet::{Book, CancelToken, ErrorKind, columns::Space};
use session::{Moved, Session};
use std::{
    fmt::Write,
    io::{self, IsTerminal},
    path::Path,
};

/// What a page without a terminal shows of a net: most books are whole.
const PAGE: Cut = Cut { tokens: 500, redexes: 40 };

/// The steps that are printed at most if nobody says how many: a net may have no normal form.
const STEPS: u64 = 1000;

/// Shows each step on a terminal, or prints them.
pub fn step(args: &Step, warnings: Warnings, interrupt: &Interrupt) -> Result<(), u8> {
    let book = source::load(&args.file, warnings)?;
    let on_screen = !args.plain && args.steps.is_none() && io::stdout().is_terminal();
    let title = if args.file == Path::new("-") { "standard input".into() } else { args.file.display().to_string() };
    book.with(|book| {
        let session = start(book)?;
        if on_screen {
            interrupt.during(|token| screen::show(session, &title, &token))
        } else {
            interrupt.during(|token| print_steps(session, args.steps, &token))
        }
    })
}

fn start<S: Space>(book: &Book<S>) -> Result<Session<'_, S>, u8> {
    Session::start(book).ok_or_else(|| {
        let help = source::no_main(book, "`polarnet step` reduces").unwrap_or_default();
        say(&format_args!("error: {}\nhelp: {help}\n", ErrorKind::NoMain));
        exit::FAILURE
    })
}

/// Prints the net, and what it is after each of `steps` steps, or up to the normal form.
fn print_steps<S: Space>(mut session: Session<'_, S>, steps: Option<u64>, token: &CancelToken) -> Result<(), u8> {
    loop {
        let lines = session.lines(PAGE);
        let mut text = format!("{}\n  {}\n", session.headline(), lines.root);
        for (at, line) in lines.redexes.iter().enumerate() {
            let _ = writeln!(text, "{} & {line}", if at == 0 { ">" } else { " " });
        }
        if lines.more > 0 {
            let _ = writeln!(text, "  … {} more", lines.more);
        }
        text.push('\n');
        let enough = session.steps() >= steps.unwrap_or(STEPS);
        if print_part(&text)? == Reader::Gone || enough && (steps.is_some() || session.is_normal()) {
            return Ok(());
        }
        if enough {
            let help = "`--steps N` prints so many; `polarnet run` prints the normal form alone";
            say(&format_args!("error: {}\nhelp: {help}\n", ErrorKind::Interactions(STEPS)));
            return Err(exit::LIMIT);
        }
        if token.is_cancelled() {
            say(&"error: interrupted\n");
            return Err(exit::INTERRUPTED);
        }
        match session.forward(1) {
            Moved::Yes => {}
            Moved::End => return Ok(()),
            Moved::Full => {
                say(&format_args!("error: {}\nhelp: `polarnet run` reduces larger nets\n", session::full()));
                return Err(exit::LIMIT);
            }
        }
    }
}

//! Ctrl-C.

use crate::support::{FOREVER, GROWING, Ran, command, file};
use std::{
    io::Write,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// What a terminal does at Ctrl-C.
fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

fn start(args: &str) -> Child {
    command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn end(child: Child) -> Ran {
    let start = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(5), "it stopped after {:?}", start.elapsed());
    Ran::new(output.stdout, output.stderr, output.status)
}

/// Waits until the process has used some processor time, so that it is surely reducing.
fn busy(child: &Child) {
    std::thread::sleep(Duration::from_millis(200));
    let stat = format!("/proc/{}/stat", child.id());
    for _ in 0..200 {
        if !Path::new(&stat).exists() {
            return;
        }
        let stat = std::fs::read_to_string(&stat).unwrap();
        // Field 14, user time, in ticks; what is before it may have blanks in it.
        let user =
            stat.rsplit(") ").next().and_then(|rest| rest.split(' ').nth(11)).and_then(|n| n.parse::<u64>().ok());
        if user.is_none_or(|ticks| ticks > 5) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn in_a_run() {
    for (book, options) in [
        (FOREVER, "--threads 1"),
        (FOREVER, "--threads 2"),
        (GROWING, "--threads 2 --max-memory 8GiB"),
        (FOREVER, "--engine oracle"),
        ("@main = @main", "--expand"),
    ] {
        let book = file("forever.hvm", book);
        let child = start(&format!("run {} {options}", book.display()));
        busy(&child);
        interrupt(&child);
        end(child).fails(130, "error: interrupted\n");
    }
}

#[test]
fn with_the_statistics_so_far() {
    let book = file("forever.hvm", FOREVER);
    let child = start(&format!("run {} --stats=json", book.display()));
    busy(&child);
    interrupt(&child);
    let ran = end(child);
    assert_eq!(ran.code, Some(130));
    assert!(ran.err.starts_with("error: interrupted\n{\"interactions\":"), "{}", ran.err);
    assert!(!ran.err.contains("\"interactions\":0,"), "{}", ran.err);
}

#[test]
fn while_the_book_is_read() {
    for subcommand in ["run", "check", "show"] {
        let mut child = start(&format!("{subcommand} -"));
        // A part of a book; the rest never comes.
        child.stdin.as_mut().unwrap().write_all(b"@main = (").unwrap();
        std::thread::sleep(Duration::from_millis(200));
        interrupt(&child);
        let stdin = child.stdin.take();
        end(child).fails(130, "error: interrupted\n");
        drop(stdin);
    }
}

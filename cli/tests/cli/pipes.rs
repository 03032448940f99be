//! Readers that go away, and disks that are full.

use crate::support::{Ran, command, file, list};
use std::{fs::File, io::Read, path::Path, process::Stdio};

#[test]
fn a_reader_may_go_away() {
    // More than a pipe holds.
    let book = file("deep.hvm", format!("@main = {}*{}", "(".repeat(50_000), " *)".repeat(50_000)));
    for (subcommand, start) in [("run", "Result: ("), ("show", "@main = +"), ("show --dot", "graph boo")] {
        let mut command = command(&format!("{subcommand} {}", book.display()));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut head = [0; 9];
        child.stdout.take().unwrap().read_exact(&mut head).unwrap();
        assert_eq!(std::str::from_utf8(&head), Ok(start));
        let output = child.wait_with_output().unwrap();
        let ran = Ran::new(output.stdout, output.stderr, output.status);
        assert_eq!((ran.err.as_str(), ran.code), ("", Some(0)));
    }
}

#[test]
fn a_reader_of_messages_may_go_away() {
    let book = file("wrong.hvm", "@main = 1x");
    for (args, code) in [("check", 1), ("run", 1)] {
        let mut child = command(&format!("{args} {}", book.display())).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stderr.take());
        assert_eq!(child.wait().unwrap().code(), Some(code));
    }
}

#[test]
fn a_full_disk() {
    if !Path::new("/dev/full").exists() {
        println!("skipped: there is no /dev/full");
        return;
    }
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let book = file("list.hvm", list(3));
    let output = command(&format!("run {}", book.display())).stdout(full()).output().unwrap();
    Ran::new(output.stdout, output.stderr, output.status)
        .fails(1, "error: cannot write to standard output: No space left on device (os error 28)\n");
    for asked in ["--version", "--help", "run --help"] {
        let output = command(asked).stdout(full()).output().unwrap();
        Ran::new(output.stdout, output.stderr, output.status)
            .fails(1, "error: cannot write to standard output: No space left on device (os error 28)\n");
    }
    let output = command(&format!("run --stats {}", book.display())).stderr(full()).output().unwrap();
    Ran::new(output.stdout, output.stderr, output.status).prints("Result: (3 (2 (1 *)))\n");
}

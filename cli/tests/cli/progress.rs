//! The line on a terminal.

use crate::support::{FOREVER, command, file, run};
use std::process::{Command, Stdio};

#[test]
fn no_terminal_no_line() {
    let ran = run("--timeout 1300ms", FOREVER);
    ran.fails(3, "error: the time limit of 1.3s is reached\nhelp: raise the limit with --timeout\n");
}

#[test]
fn a_terminal_shows_interactions_rate_and_memory() {
    let book = file("forever.hvm", FOREVER);
    let on_terminal = |options: &str| {
        let polarnet = command("");
        let polarnet = polarnet.get_program().to_string_lossy();
        let line = format!("'{polarnet}' run '{}' --timeout 1600ms --threads 1 {options}", book.display());
        // util-linux's `script` runs a command on a terminal of its own.
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).stdin(Stdio::null()).env("TERM", "xterm");
        let output = script.output().ok().filter(|output| output.status.code() == Some(3))?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let Some(shown) = on_terminal("") else {
        println!("skipped: there is no `script -qec`");
        return;
    };
    for part in ["1s  ", " M interactions  ", " MIPS  ", "KiB"] {
        assert!(shown.contains(part), "{shown:?} lacks {part}");
    }
    // The line is wiped before the message.
    assert!(shown.contains("\u{1b}[2Kerror: the time limit of 1.6s is reached"), "{shown:?}");
    let quiet = on_terminal("--quiet").unwrap();
    assert!(!quiet.contains("MIPS") && quiet.contains("error: the time limit"), "{quiet:?}");
}

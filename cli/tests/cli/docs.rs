//! `docs/book/src/cli.md` says what the command does: its examples are run, its tables compared with `--help`. Examples of other
//! chapters are run, too.
//!
//! A block of kind `hvm` is a file, named in its first line. A block of kind `console` has commands after `$ `, each
//! with what it prints, and `? 3` if that is its exit code. `UPDATE_DOCS=1 cargo test -p polarnet-cli docs` writes what the
//! commands print.

use crate::support::polarnet;
#[cfg(unix)]
use crate::support::{command, folder};
use std::{fs, path::PathBuf};

/// The chapters whose examples are run.
#[cfg(unix)]
const CHAPTERS: [&str; 4] = ["cli.md", "start.md", "nets.md", "hvm.md"];

fn page(chapter: &str) -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/book/src").join(chapter);
    let text = fs::read_to_string(&path).expect(chapter);
    (path, text)
}

#[test]
fn options_and_exit_codes_are_those_of_the_command() {
    let (_, page) = page("cli.md");
    for subcommand in ["run", "check", "show", "step", "devices"] {
        let help = polarnet(&format!("{subcommand} --help")).out;
        let options = help.split_whitespace().filter(|word| word.starts_with("--"));
        for option in options.map(|option| option.trim_end_matches(|c: char| !c.is_ascii_alphabetic())) {
            let name = option.split(['[', '=']).next().unwrap();
            let known = ["--help", "--version"].contains(&name) || page.contains(&format!("`{name}"));
            assert!(known, "docs/book/src/cli.md does not have {name}, of `{subcommand}`");
        }
    }
    let help = polarnet("--help").out;
    let codes = help.split("Exit codes:\n").nth(1).unwrap().lines().take_while(|line| !line.is_empty());
    for line in codes {
        let (code, _) = line.trim().split_once(' ').unwrap();
        assert!(page.contains(&format!("\n| {code} | ")), "docs/book/src/cli.md does not have exit code {code}");
    }
}

/// What the page would be if it showed what the commands print.
#[cfg(unix)]
fn renewed(page: &str) -> String {
    let folder = folder();
    let program = PathBuf::from(command("").get_program());
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    let mut renewed = String::new();
    for (number, block) in page.split("```").enumerate() {
        if number > 0 {
            renewed.push_str("```");
        }
        let commands = block.strip_prefix("console\n").filter(|_| number % 2 == 1);
        if let Some(book) = block.strip_prefix("hvm\n").filter(|_| number % 2 == 1) {
            let name = book.trim_start_matches("// ").split([':', '\n']).next().unwrap();
            fs::write(folder.join(name), book).unwrap();
        }
        let Some(commands) = commands else {
            renewed.push_str(block);
            continue;
        };
        renewed.push_str("console\n");
        for command in commands.lines().filter_map(|line| line.strip_prefix("$ ")) {
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", &format!("exec 2>&1; {command}")]).env("PATH", &path).current_dir(&*folder);
            let output = shell.output().unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            renewed.push_str(&format!("$ {command}\n{printed}"));
            match output.status.code() {
                Some(0) => {}
                code => renewed.push_str(&format!("? {}\n", code.unwrap_or(-1))),
            }
        }
    }
    renewed
}

#[cfg(unix)]
#[test]
fn examples_print_what_the_page_says() {
    for chapter in CHAPTERS {
        let (path, page) = page(chapter);
        let renewed = renewed(&page);
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(path, renewed).unwrap();
            continue;
        }
        for (said, is) in page.lines().zip(renewed.lines()) {
            assert_eq!(said, is, "docs/book/src/{chapter} differs; UPDATE_DOCS=1 writes:\n{renewed}");
        }
        assert_eq!(page, renewed, "docs/book/src/{chapter} differs");
    }
}

/// The README's commands, each as it stands there, but for the build. `.ci/run` runs its other ones; `examples/fpopt/tests` that of fpopt.
#[test]
fn commands_of_the_readme() {
    let readme = include_str!("../../../README.md");
    let book = crate::support::file("sum.hvm", "@main = r & @sum ~ (3 (4 r))\n@sum = ($([+] $(b r)) (b r))\n");
    let commands = readme.lines().filter_map(|line| line.strip_prefix("cargo run --release -p polarnet-cli -- "));
    let mut ran = 0;
    for command in commands {
        let args = command.split(" #").next().unwrap().replace("FILE", &book.display().to_string());
        let done = polarnet(&args);
        assert_eq!(done.code, Some(0), "{command}: {}", done.err);
        ran += 1;
    }
    assert!(ran >= 4, "{ran} commands");
    let picture = book.with_file_name("sum.hvm.svg");
    assert!(fs::read_to_string(picture).unwrap().starts_with("<svg"));
    assert_eq!(polarnet(&format!("run {}", book.display())).out, "Result: 7\n");
    for line in ["cargo run --release --example quickstart", "cargo test"] {
        assert!(
            readme.contains(&format!("\n{line}\n"))
                && include_str!("../../../.ci/run").contains(&format!("\nstep {line}\n"))
        );
    }
}

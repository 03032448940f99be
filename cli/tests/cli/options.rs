//! The command line itself: wrong options, sizes, times, help.

use crate::support::{file, polarnet, run};

/// What follows a message about the command line.
const SEE_HELP: &str = "\n\nFor more information, try '--help'.\n";

#[test]
fn values_that_are_none_are_named() {
    for (options, message) in [
        (
            "--threads abc",
            "invalid value 'abc' for '--threads <N>': threads are 1 to 1024, or 0 for one on each processor",
        ),
        (
            "--threads 1025",
            "invalid value '1025' for '--threads <N>': threads are 1 to 1024, or 0 for one on each processor",
        ),
        (
            "--threads -1",
            "invalid value '-1' for '--threads <N>': threads are 1 to 1024, or 0 for one on each processor",
        ),
        (
            "--max-memory nonsense",
            "invalid value 'nonsense' for '--max-memory <SIZE>': a size is a number of bytes, as 500MB or 4GiB",
        ),
        (
            "--max-memory 99999999TiB",
            "invalid value '99999999TiB' for '--max-memory <SIZE>': a size is a number of bytes, as 500MB or 4GiB",
        ),
        (
            "--max-memory -1",
            "invalid value '-1' for '--max-memory <SIZE>': a size is a number of bytes, as 500MB or 4GiB",
        ),
        ("--timeout -1s", "invalid value '-1s' for '--timeout <TIME>': a time has a unit, as 500ms, 10s or 2min"),
        (
            "--timeout 99999999999999999999s",
            "invalid value '99999999999999999999s' for '--timeout <TIME>': that is too long: there is no limit without it",
        ),
        ("--timeout 10", "invalid value '10' for '--timeout <TIME>': a time has a unit, as 500ms, 10s or 2min"),
        ("--timeout soon", "invalid value 'soon' for '--timeout <TIME>': a time has a unit, as 500ms, 10s or 2min"),
        (
            "--max-interactions many",
            "invalid value 'many' for '--max-interactions <N>': a count is a whole number, as 1000000",
        ),
        (
            "--max-interactions 18446744073709551616",
            "invalid value '18446744073709551616' for '--max-interactions <N>': a count is 18446744073709551615 at most",
        ),
        (
            "--max-interactions -5",
            "invalid value '-5' for '--max-interactions <N>': a count is a whole number, as 1000000",
        ),
        (
            "--engine gpu",
            "invalid value 'gpu' for '--engine <ENGINE>'\n  [possible values: direct, bag, shared, lazy, oracle]",
        ),
        (
            "--passes inline,prone",
            "invalid value 'inline,prone' for '--passes <LIST>': unknown pass `prone`\nhelp: there are `prune`, \
             `inline`, `eta`, `pre_reduce`, `share` and `simplify_rules`, and `default`",
        ),
        ("--stats=xml", "invalid value 'xml' for '--stats[=<FORMAT>]'\n  [possible values: text, json]"),
    ] {
        run(options, "@main = *").fails(2, &format!("error: {message}{SEE_HELP}"));
    }
}

#[test]
fn a_file_without_a_command_can_be_run() {
    let file = file("book.hvm", "@main = 7");
    let path = file.display();
    polarnet(&path.to_string()).fails_with(2, &format!("tip: to run this file: 'polarnet run {path}'"));
}

#[test]
fn unknown_options_and_missing_files_are_usage_errors() {
    for args in ["", "run", "check", "show", "frobnicate", "run - --bogus", "show - --dot --heap"] {
        let ran = polarnet(args);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{args}: {}", ran.err);
        assert!(ran.err.contains("Usage: polarnet"), "{args}: {}", ran.err);
    }
}

#[test]
fn sizes_and_times_have_units() {
    for options in [
        "--max-memory 999TiB",
        "--max-memory 500MB",
        "--max-memory 1GiB",
        "--max-memory 4000000",
        "--timeout 500ms",
        "--timeout 2min",
        "--timeout 1h30m",
        "--max-interactions 1000",
    ] {
        run(options, "@main = 42").prints("Result: 42\n");
    }
}

#[test]
fn help_shows_exit_codes_and_examples() {
    for help in ["--help", "-h", "help", "run --help", "run -h", "check --help", "show --help", "--version"] {
        let ran = polarnet(help);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{help}");
    }
    let help = polarnet("--help").out;
    assert!(help.contains("Exit codes:\n  0    success\n") && help.contains("Examples:\n  polarnet run "), "{help}");
    assert_eq!(polarnet("--version").out, concat!("polarnet ", env!("CARGO_PKG_VERSION"), "\n"));
}

/// The system is not blamed for what an engine does.
#[test]
fn runs_on_one_thread_say_why() {
    for (options, why) in [
        ("--engine lazy --threads 2", "--engine lazy reduces on one"),
        ("--engine oracle --threads 2", "--engine oracle reduces on one"),
    ] {
        let ran = run(options, "@main = 42");
        let warning = format!("warning: the run had 1 of 2 threads: {why}\n");
        assert_eq!((ran.out.as_str(), ran.err), ("Result: 42\n", warning));
        run(&format!("{options} --quiet"), "@main = 42").prints("Result: 42\n");
    }
    run("--engine lazy", "@main = 42").prints("Result: 42\n");
}

//! Limits: a net without end stops at each, with exit code 3 and a message that says which.

use crate::support::{FOREVER, GROWING, list, run};
use std::time::{Duration, Instant};

/// Each is given by `Runtime::new().threads(_)` or `.engine(Oracle)`.
const WAYS: [&str; 3] = ["--threads 1", "--threads 2", "--engine oracle"];

/// Each expansion brings another reference.
const UNROLLING: &str = "@main = (* @main)";

/// And a tree of them.
const SPREADING: &str = "@main = (@main @main)";

/// An expansion that comes to nothing.
const NOTHING: &str = "@main = @main";

#[test]
fn time() {
    for way in WAYS {
        for book in [FOREVER, GROWING, UNROLLING, SPREADING, NOTHING] {
            let start = Instant::now();
            run(&format!("--expand --timeout 50ms --max-memory 8GiB {way}"), book)
                .fails(3, "error: the time limit of 50ms is reached\nhelp: raise the limit with --timeout\n");
            assert!(start.elapsed() < Duration::from_secs(5), "{way}, {book}: {:?}", start.elapsed());
        }
    }
    run("--timeout 0s", FOREVER).fails_with(3, "error: the time limit of 0ns is reached\n");
}

#[test]
fn interactions() {
    for way in WAYS {
        for book in [FOREVER, GROWING, UNROLLING, SPREADING, NOTHING] {
            for limit in [0, 1, 1000] {
                let message = format!("error: the limit of {limit} interactions is reached\n");
                let ran = run(&format!("--expand --max-interactions {limit} --stats=json {way}"), book);
                ran.fails_with(3, &(message + "help: raise the limit with --max-interactions\n"));
                let made = ran.err.split("\"interactions\":").nth(1).and_then(|rest| rest.split(',').next()).unwrap();
                assert!(made.parse::<u64>().unwrap() <= limit + 64, "{way}, {book}: {made} of {limit}");
            }
        }
    }
}

#[test]
fn memory() {
    for way in WAYS {
        for book in [GROWING, UNROLLING, SPREADING] {
            for (limit, name) in
                [("0", "0 bytes"), ("1000", "1000 bytes"), ("1KiB", "1 KiB"), ("1MiB", "1 MiB"), ("3MB", "2.9 MiB")]
            {
                run(&format!("--expand --max-memory {limit} {way}"), book).fails(
                    3,
                    &format!(
                        "error: the memory limit of {name} is reached\n\
                         help: raise the limit with --max-memory; perhaps the net grows without end\n"
                    ),
                );
            }
        }
    }
}

#[test]
fn memory_of_redexes() {
    // Each call brings redexes and hardly a node.
    let voids = " & * ~ *".repeat(20_000);
    let book = format!("@main = r & @void ~ (0 r)  @void = (* r){voids} & @void ~ (0 r)");
    run("--max-memory 20MiB --threads 1", &book).fails_with(3, "the memory limit of 20 MiB is reached");
}

#[test]
fn memory_of_the_normal_form() {
    // The net fits, but not the text's terms on top.
    let ran = run("--max-memory 2MiB --threads 1 --stats=json", list(30_000));
    ran.fails_with(3, "the memory limit of 2 MiB is reached");
    assert!(ran.err.contains("{\"interactions\":270005,"), "{}", ran.err);
    assert!(run("--max-memory 40MiB --threads 1", list(30_000)).out.starts_with("Result: (30000 (29999 "));
}

#[test]
fn enough_is_enough() {
    run("--max-interactions 100 --max-memory 1MiB --timeout 10s", list(3)).prints("Result: (3 (2 (1 *)))\n");
}

/// `ulimit -v` and `-s`: the run goes on with less, or ends with a message.
#[cfg(target_os = "linux")]
mod of_the_shell {
    use crate::support::{FOREVER, GROWING, Ran, command, file, list};
    use std::process::Command;

    fn limited(limit: &str, options: &str, book: &str) -> Ran {
        let polarnet = command("");
        let book = file("book.hvm", book);
        let script = format!(
            "ulimit {limit} && exec '{}' run '{}' {options}",
            polarnet.get_program().to_string_lossy(),
            book.display()
        );
        let output = Command::new("sh").args(["-c", &script]).output().unwrap();
        Ran::new(output.stdout, output.stderr, output.status)
    }

    #[test]
    fn address_space() {
        for megabytes in [60, 200] {
            let limit = format!("-v {}", megabytes * 1000);
            for threads in [1, 64] {
                let options = format!("--quiet --threads {threads}");
                limited(&limit, &options, &list(3)).prints("Result: (3 (2 (1 *)))\n");
                limited(&limit, &(options.clone() + " --max-memory 8GiB"), &list(3)).prints("Result: (3 (2 (1 *)))\n");
                // Its own limit, lowered, or that of the system, whichever comes first.
                let ran = limited(&limit, &options, GROWING);
                assert_eq!((ran.out.as_str(), ran.code), ("", Some(3)), "{}", ran.err);
            }
        }
        let ran = limited("-v 200000", "--max-memory 8GiB --threads 1", GROWING);
        ran.fails_with(3, "help: the system gives less address space than --max-memory asks for");
    }

    #[test]
    fn address_space_for_the_book() {
        let ran = limited("-v 60000", "", &("@main = ".to_owned() + &"(".repeat(3_000_000)));
        ran.fails(3, "error: the system gives no more memory\nhelp: lower --max-memory, or raise ulimit -v\n");
    }

    #[test]
    fn stack() {
        let tree = "(".repeat(50_000) + "*" + &" *)".repeat(50_000);
        limited("-s 128", "--threads 2", &format!("@main = {tree}")).prints(&format!("Result: {tree}\n"));
        limited("-s 128", "--threads 2 --max-interactions 100000", FOREVER).fails_with(3, "100000 interactions");
    }
}

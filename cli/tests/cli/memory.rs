//! What the limit promises: the process holds hardly more.

use crate::support::{GROWING, SCALE, command, file, list};
use std::process::Stdio;

/// The most memory that a run held, in bytes, and its exit code.
fn held(options: &str, book: &str) -> (u64, i32) {
    let book = file("book.hvm", book);
    let mut command = command(&format!("run {} --quiet {options}", book.display()));
    #[expect(clippy::zombie_processes, reason = "`wait4` waits")]
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let (mut status, mut usage) = (0, std::mem::MaybeUninit::zeroed());
    // SAFETY: both places may be written; all-zero bytes are a `rusage`.
    let usage = unsafe {
        assert_eq!(libc::wait4(child.id() as i32, &mut status, 0, usage.as_mut_ptr()), child.id() as i32);
        usage.assume_init()
    };
    (usage.ru_maxrss as u64 * 1024, libc::WEXITSTATUS(status))
}

#[test]
fn the_process_holds_hardly_more_than_the_limit() {
    // Of a process that does next to nothing.
    let (base, code) = held("--threads 2", &list(3));
    assert_eq!(code, 0);
    let limit = (SCALE as u64 * 8) << 20;
    let spreading = "@main = (@main @main)";
    let normal = list(200_000 * SCALE);
    for (book, options) in [(GROWING, ""), (spreading, "--expand"), (&normal, "")] {
        for way in ["--threads 1", "--threads 2", "--engine oracle"] {
            let (held, code) = held(&format!("--max-memory {limit} {way} {options}"), book);
            assert_eq!(code, 3);
            // The oracle's lists grow by doubling, and are looked at after that.
            let most = if way.contains("oracle") { 2 * limit } else { limit + limit / 8 };
            assert!(held < base + most + (4 << 20), "{way} {options}: {held} bytes, where the limit is {limit}");
        }
    }
}

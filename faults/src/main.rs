//! Every allocation fails once: of each subject the first, then the second, and so on, until it ends without one that fails.
//!
//! What fails ends the subject, with an error or by unwinding, on whichever thread it happens. After it nothing is left, as the
//! allocator counts it, and the same subject succeeds. Rust's own answer to an allocation that fails is to abort; here a hook, which
//! nightly has, panics instead, so all that unwinds is put to the test.

#![feature(alloc_error_hook)]

mod allocator;
mod subjects;

use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};
use subjects::Subject;

const USAGE: &str = "\
Lets every allocation fail once; what fails must leave nothing.

    polarnet-faults [NAME [N]]     the subjects whose names have NAME in them; all unless told; N: that allocation only, and where
";

/// How the panics begin that an allocation which fails ends in: that of the hook, and std's when a thread has ended by one.
const EXPECTED: [&str; 2] = [allocator::REFUSED, "a scoped thread panicked"];

/// Failures of a subject that are tried, at most: the first ones all, the later ones in steps.
const TRIES: u64 = 2_000;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let part = arguments.next().unwrap_or_default();
    let only = arguments.next().map(|number| number.parse::<u64>());
    if arguments.next().is_some() || part.starts_with('-') || matches!(only, Some(Err(_))) {
        eprint!("{USAGE}");
        return ExitCode::from(2);
    }
    let only = only.and_then(Result::ok);
    std::alloc::set_alloc_error_hook(|layout| panic!("{} of {} bytes", allocator::REFUSED, layout.size()));
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if TRACED.load(Relaxed) {
            *TRACE.lock().unwrap_or_else(PoisonError::into_inner) = allocator::trace();
        } else if only.is_some() {
            eprintln!("{}", allocator::trace());
        } else if !panic.payload_as_str().is_some_and(|message| EXPECTED.iter().any(|begin| message.starts_with(begin)))
        {
            hook(panic);
        }
    }));
    for (name, subject) in subjects::all().into_iter().filter(|(name, _)| name.contains(&part)) {
        match injected(subject, only) {
            Ok(tally) => println!("{name:<28}{tally}"),
            Err(why) => {
                eprintln!("error: {name}: {why}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Lets the allocations of a subject fail, one after the other.
fn injected(subject: Subject, only: Option<u64>) -> Result<Tally, String> {
    // What is made once, and kept, is made here.
    for _ in 0..3 {
        subject()?;
    }
    let (result, count) = allocator::counted(subject);
    result?;
    let mut tally = Tally { count, ..Tally::default() };
    let mut nth = only.unwrap_or(0);
    while nth < count && only.is_none_or(|only| nth == only) {
        let at = |why: String| format!("allocation {nth} of {count}: {why}");
        // What others keep for later, rayon's queues above all, is kept once: what leaks does so each time.
        let mut left = 0;
        for _ in 0..5 {
            left = fail(subject, nth, &mut tally).map_err(at)?;
            if left <= 0 {
                break;
            }
        }
        if left > 0 {
            if !where_is(subject, nth).contains(STD) {
                return Err(at(format!("{left} bytes are left")));
            }
            tally.leaks += 1;
        }
        subject().map_err(|why| at(format!("afterwards {why}")))?;
        nth += 1 + nth / (TRIES / 4);
    }
    Ok(tally)
}

/// Lets allocation `nth` fail. The bytes that are left.
fn fail(subject: Subject, nth: u64, tally: &mut Tally) -> Result<i64, String> {
    let before = allocator::live();
    let (caught, refused) = allocator::failing(nth, || catch_unwind(AssertUnwindSafe(subject)));
    match &caught {
        // It is not ours to let it fail; or threads made fewer than in the run before.
        Ok(Ok(())) if !refused => tally.others += 1,
        Ok(Err(_)) if refused => tally.errors += 1,
        Err(_) if refused => tally.unwound += 1,
        Ok(Ok(())) => return Err("it failed, and the result is there".to_owned()),
        Ok(Err(why)) => return Err(format!("none failed, but {why}")),
        Err(_) => return Err("none failed, but it panicked".to_owned()),
    }
    // What the panic says is memory, too.
    drop(caught);
    Ok(allocator::settled(before))
}

/// What became of the allocations of a subject.
#[derive(Default)]
struct Tally {
    /// How many there are.
    count: u64,
    /// The subject ended with an error.
    errors: u64,
    /// It unwound.
    unwound: u64,
    /// They were std's or rayon's, and did not fail.
    others: u64,
    /// std leaked, after it had unwound.
    leaks: u64,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { count, errors, unwound, others, leaks } = self;
        write!(f, "{count:>8} allocations: {errors} errors, {unwound} unwound, {others} not ours; {leaks} leaks of std")
    }
}

/// In std itself, the vector leaks that an `Arc<[T]>` is made of when there is no memory for it.
const STD: &str = "<alloc::sync::Arc<[";

/// Where allocation `nth` of a subject is made.
fn where_is(subject: Subject, nth: u64) -> String {
    TRACED.store(true, Relaxed);
    let _ = allocator::failing(nth, || catch_unwind(AssertUnwindSafe(subject)));
    TRACED.store(false, Relaxed);
    core::mem::take(&mut *TRACE.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Panics say where they are.
static TRACED: AtomicBool = AtomicBool::new(false);

/// Where the last one was.
static TRACE: Mutex<String> = Mutex::new(String::new());

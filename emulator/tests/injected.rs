//! The driver fails: runs end with errors that say what to do, and never with a panic.
//!
//! After a launch that failed the device is lost to the process, so each failure has a process of its own.

#[path = "common/nets.rs"]
mod nets;

use nets::{emulator, parse};
use polarnet::{EngineKind, Error, ErrorKind, Runtime, cuda::CudaDevice};
use polarnet_emulator::Setting;
use std::{env, process::Command};

const FAILURE: &str = "POLARNET_EMULATOR_TEST_FAILURE";
const SETTINGS: [Setting; 2] = [Setting::FailAllocation, Setting::FailLaunch];

/// What the child does: one run, with the so many'th allocation or launch failing. Exit code 0: the result was right; 7:
/// there was an error of the right kind.
#[test]
#[ignore = "run by the others"]
fn child() {
    let Ok(failure) = env::var(FAILURE) else { return };
    let (kind, at) = failure.split_once(' ').unwrap();
    let kind: usize = kind.parse().unwrap();
    let book =
        parse("@main = r & @f ~ (3 r)\n@f = (?((1 @g) r) r)\n@g = ({a b} (x y)) & @f ~ (a x) & @f ~ (b y)").unwrap();
    let emulator = emulator();
    let device = CudaDevice::open(0).unwrap().with_memory_limit(2 << 20);
    emulator.set(SETTINGS[kind], at.parse().unwrap());
    match book.with(|book| Runtime::on(device).engine(EngineKind::Bag).run(book)) {
        Ok(done) => assert_eq!(done.to_string(), "(((1 1) (1 1)) ((1 1) (1 1)))"),
        Err(Error { kind: ErrorKind::Cuda(error), .. }) => {
            assert!(error.to_string().contains("help: "), "{error}");
            std::process::exit(7);
        }
        Err(Error { kind: ErrorKind::Memory(_), .. }) if kind == 0 => std::process::exit(7),
        Err(error) => panic!("{error}"),
    }
}

/// How many of the first failures end a run.
fn failures(kind: usize) -> usize {
    let fails = |at: usize| {
        let said = Command::new(env::current_exe().unwrap())
            .args(["--exact", "child", "--ignored", "--test-threads=1"])
            .env(FAILURE, format!("{kind} {at}"))
            .output()
            .unwrap();
        match said.status.code() {
            Some(0) => false,
            Some(7) => true,
            _ => panic!("{kind} {at}: {}", String::from_utf8_lossy(&said.stdout)),
        }
    };
    (1..100).take_while(|&at| fails(at)).count()
}

#[test]
fn allocations_fail() {
    let count = failures(0);
    assert!((10..99).contains(&count), "{count}");
}

#[test]
fn launches_fail() {
    assert_eq!(failures(1), 1);
}

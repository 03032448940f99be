//! The reducer without one of the things that it needs is found to be wrong: else what is said of the real one would say little.

#[path = "common/nets.rs"]
mod nets;

use nets::{End, compare, emulator, parse};
use polarnet_emulator::Setting;
use std::{
    env,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The variants in `cpp/tests`, by number.
const VARIANTS: [&str; 2] = ["reduce_without_barrier", "reduce_without_publication"];
const VARIANT: &str = "POLARNET_EMULATOR_TEST_VARIANT";

/// Many redexes in two blocks, which free and use again what others made.
const NETS: [&str; 2] = [
    "@main = r & @f ~ (8 r)\n@f = (?((1 @g) r) r)\n@g = ({a b} r) & @f ~ (a $([+] $(y r))) & @f ~ (b y)",
    "@main = r & @f ~ (5 (@id r))\n@f = (?((@z @s) r) r)\n@id = (x x)\n@z = ({a b} ((a x) ((b y) (x y))))
     @s = ({m n} ({g h} (p q))) & @f ~ (m (g p)) & @f ~ (n (h q))",
];

#[test]
fn they_are_there() {
    let mut kernels = emulator().kernels();
    kernels.retain(|kernel| kernel.starts_with("reduce_without_"));
    assert_eq!(kernels, VARIANTS);
}

/// What the child does: it ends at the first run that went wrong.
#[test]
#[ignore = "run by the others"]
fn child() {
    let Some(variant) = env::var(VARIANT).ok().and_then(|variant| variant.parse().ok()) else { return };
    emulator().set(Setting::Without, variant);
    emulator().set(Setting::MaxSteps, 20_000_000);
    for text in NETS {
        let book = parse(text).unwrap();
        // With fences modelled.
        for seed in 1..=10 {
            match compare(&book, 3 << 20, [4 * seed], 1_000_000) {
                Ok(End::Normal(..)) => {}
                other => panic!("it went wrong: {other:?}"),
            }
        }
    }
}

/// Whether a variant runs as it should, or else what is said.
fn runs(variant: usize) -> Result<(), String> {
    let options = env::var("TSAN_OPTIONS").unwrap_or_default();
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "child", "--ignored", "--test-threads=1", "--nocapture"])
        .env(VARIANT, variant.to_string())
        .env("TSAN_OPTIONS", format!("{options} halt_on_error=1"))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        // What is wrong may have no end.
        if started.elapsed() > Duration::from_secs(100) {
            child.kill().unwrap();
        }
        thread::sleep(Duration::from_millis(20));
    }
    let said = child.wait_with_output().unwrap();
    if said.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&said.stderr).into_owned()) }
}

#[test]
fn each_is_found() {
    for (variant, name) in (1..).zip(VARIANTS) {
        let said = runs(variant).expect_err(name);
        println!("{name}: {}", said.lines().take(4).collect::<Vec<_>>().join("\n"));
        assert!(!said.contains("has no kernel"), "{said}");
        if cfg!(emulator_tsan) {
            assert!(said.contains("ThreadSanitizer: data race"), "{name}: {said}");
        }
    }
}

#[test]
fn the_real_one_is_right() {
    if let Err(said) = runs(0) {
        panic!("{said}");
    }
}

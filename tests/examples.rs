//! The examples print what their readers are told.

use std::{path::PathBuf, process::Command};

/// Standard output of an example. `cargo test` has built it; `cargo test --test examples` has not.
fn output(name: &str, args: &[&str]) -> String {
    let mut path: PathBuf = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.push("examples");
    path.push(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !path.exists() {
        let release = (!cfg!(debug_assertions)).then_some("--release");
        let built = Command::new(env!("CARGO")).args(["build", "--quiet", "--example", name]).args(release).status();
        assert!(built.unwrap().success(), "{name} does not build");
    }
    let output = Command::new(path).args(args).output().unwrap();
    assert!(output.status.success(), "{name} failed: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn quickstart() {
    assert_eq!(
        output("quickstart", &[]),
        "0 + 1 + … + 1023 = 523776\n\
         20 + 22 = 42\n\
         0 + 1 + … + 1048575 = 4294443008 (modulo 2^32)\n\
         25165806 interactions\n"
    );
}

#[test]
fn sum() {
    assert_eq!(
        output("sum", &["8"]),
        "depth  0: 0 after 6 interactions\n\
         depth  4: 120 after 366 interactions\n\
         depth  8: 32640 after 6126 interactions\n"
    );
}

#[test]
fn bitonic_sort() {
    assert_eq!(
        output("bitonic_sort", &[]),
        "the 16 numbers, sorted, add up to 120\n\
         the 256 numbers, sorted, add up to 32640\n\
         the 1024 numbers, sorted, add up to 523776\n"
    );
}

#[test]
fn church() {
    assert_eq!(
        output("church", &[]),
        "2^2 = 4\n\
         (2^2)^2 = 16, after 114 interactions\n\
         2 2 = (&2{(&2{x0 x1} x2) (x2 &2{x1 x3})} (x0 x3))\n\
         with signs: +(-&2{-(+&2{+x0 +x1} -x2) -(+x2 -&2{-x1 -x3})} +(-x0 +x3))\n"
    );
}

#[test]
fn limits() {
    assert_eq!(
        output("limits", &[]),
        "interactions: the limit of 1000 interactions is reached\n\
         time: the time limit of 50ms is reached\n\
         memory: the memory limit of 8 MiB is reached\n\
         cancelled: cancelled\n"
    );
}

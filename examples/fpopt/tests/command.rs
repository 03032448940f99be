//! The command.

use std::{fs, path::PathBuf, process::Command};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn fpopt() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fpopt"));
    command.args(["--points", "32", "--rounds", "1"]);
    command
}

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/algebra.fpcore");

#[test]
fn a_report() {
    let page = folder("a_report").join("page.html");
    let table = page.with_file_name("table.csv");
    let mut command = fpopt();
    command.args([DATA, "--threads", "2", "-o"]).arg(&page).arg("--csv").arg(&table);
    let done = command.output().unwrap();
    let (out, err) = (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap());
    assert!(done.status.success(), "{err}");
    assert!(err.contains("rows in one batch"), "{err}");
    assert!(out.contains("bits wrong, cost") && out.contains("page.html has them"), "{out}");
    assert!(fs::read_to_string(&page).unwrap().starts_with("<!DOCTYPE html>"));
    assert_eq!(fs::read_to_string(&table).unwrap().lines().count(), 9);
    assert_eq!(fs::read_dir(page.parent().unwrap()).unwrap().count(), 2);
}

#[test]
fn errors() {
    let folder = folder("errors");
    let wrong = folder.join("wrong.fpcore");
    fs::write(&wrong, "(FPCore (x) (+ x").unwrap();
    let absent = folder.join("absent.fpcore");
    let page = folder.join("absent/page.html");
    for (args, expected) in [
        (vec![absent.as_os_str()], "absent.fpcore: "),
        (vec![wrong.as_os_str()], "wrong.fpcore:1:"),
        (vec![DATA.as_ref(), "-o".as_ref(), page.as_os_str()], "page.html: "),
        (vec!["--points".as_ref(), "1".as_ref()], "invalid value"),
    ] {
        let done = Command::new(env!("CARGO_BIN_EXE_fpopt"))
            .args(["--rounds", "0", "--seed", "2"])
            .args(args)
            .output()
            .unwrap();
        let err = String::from_utf8(done.stderr).unwrap();
        assert!(!done.status.success() && err.contains(expected) && !err.contains("panicked"), "{expected}: {err}");
    }
}

/// The disk is full: an error, and the report that was there is there still.
#[test]
#[cfg(unix)]
fn a_full_disk() {
    let page = folder("a_full_disk").join("page.html");
    fs::write(&page, "an old one").unwrap();
    // Files of one block at most; what would be more is an error, not a signal.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_fpopt"), "--points", "32", "--rounds", "1", DATA, "-o"]).arg(&page);
    let done = command.output().unwrap();
    let err = String::from_utf8(done.stderr).unwrap();
    assert!(!done.status.success() && err.contains("page.html: "), "{err}");
    assert_eq!(fs::read_to_string(&page).unwrap(), "an old one");
    assert_eq!(fs::read_dir(page.parent().unwrap()).unwrap().count(), 1);
}

/// What is printed is written to a full disk, or the report itself, or the table: an error each time, and no panic. Files that were written
/// before that are whole.
#[test]
#[cfg(target_os = "linux")]
fn a_full_device() {
    let page = folder("a_full_device").join("page.html");
    let page = page.to_str().unwrap();
    for (args, out, expected) in [
        (&["-o", page][..], "/dev/full", "fpopt: standard output: "),
        (&["-o", "/dev/full"], "/dev/null", "fpopt: /dev/full: "),
        (&["-o", page, "--csv", "/dev/full"], "/dev/null", "fpopt: /dev/full: "),
    ] {
        let _ = fs::remove_file(page);
        let out = fs::File::options().write(true).open(out).unwrap();
        let done = fpopt().arg(DATA).args(args).stdout(out).output().unwrap();
        let err = String::from_utf8(done.stderr).unwrap();
        assert!(done.status.code() == Some(1) && err.contains(expected), "{expected}: {err}");
        assert!(err.contains("No space left on device") && !err.contains("panicked"), "{expected}: {err}");
        let written = fs::read_to_string(page).ok();
        assert_eq!(written.is_some_and(|text| text.trim_end().ends_with("</html>")), args[1] == page);
    }
}

/// Who prints to `head` has the report all the same.
#[test]
#[cfg(unix)]
fn a_reader_that_goes_away() {
    let page = folder("a_reader_that_goes_away").join("page.html");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let done = fpopt().arg(DATA).arg("-o").arg(&page).stdout(writer).output().unwrap();
    assert!(done.status.success() && page.is_file(), "{}", String::from_utf8_lossy(&done.stderr));
}

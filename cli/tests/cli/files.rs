//! Where books come from.

use crate::support::{file, folder, polarnet, run, with_book};

#[test]
fn a_file() {
    let path = file("a.hvm", "@main = 42\n");
    polarnet(&format!("run {}", path.display())).prints("Result: 42\n");
    polarnet(&format!("check {}", path.display())).prints("");
}

#[test]
fn standard_input() {
    run("", "@main = 42").prints("Result: 42\n");
    with_book("check -", "@main = 42").prints("");
    with_book("show -", "@main = 42").prints("@main = 42\n");
}

#[cfg(unix)]
#[test]
fn a_missing_file() {
    for command in ["run", "check", "show"] {
        polarnet(&format!("{command} no/such/file"))
            .fails(1, "error: cannot read no/such/file: No such file or directory (os error 2)\n");
    }
}

#[test]
fn a_directory() {
    let folder = folder();
    polarnet(&format!("run {}", folder.display())).fails_with(1, &format!("error: cannot read {}: ", folder.display()));
}

#[cfg(unix)]
#[test]
fn a_file_without_permission() {
    use std::os::unix::fs::PermissionsExt;

    let path = file("secret.hvm", "@main = 42");
    std::fs::set_permissions(&*path, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&*path).is_ok() {
        println!("skipped: this user reads every file");
        return;
    }
    polarnet(&format!("run {}", path.display())).fails_with(1, "Permission denied");
}

#[test]
fn line_ends_and_byte_order_marks_do_not_matter() {
    let book = "// comment\n@main = r\n  & @f ~ (1 r)\n@f = (x x)\n";
    run("", book).prints("Result: 1\n");
    run("", book.replace('\n', "\r\n")).prints("Result: 1\n");
    run("", "\u{feff}".to_owned() + book).prints("Result: 1\n");
    run("", book.trim_end()).prints("Result: 1\n");
    // Columns and excerpts are those of the text without them.
    for wrong in ["\u{feff}@main = 1x\r\n", "@main = 1x\n"] {
        let ran = run("", wrong);
        assert!(ran.err.contains(" --> standard input:1:9\n  |\n1 | @main = 1x\n  |         ^^\n"), "{}", ran.err);
    }
}

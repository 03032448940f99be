//! Nets that others wrote, on the emulated device: `../shared/nets`, where it is there, and those of this repository.

#[path = "common/nets.rs"]
mod nets;

use nets::{End, compare};
use polarnet::reader::Source;
use std::{fs, path::Path};

/// The most interactions. ThreadSanitizer takes its time.
const LIMIT: u64 = if cfg!(emulator_tsan) { 5_000 } else { 1_000_000 };

/// Compares the nets of a folder, as far as they take so many interactions at most. How many ended.
fn folder(path: &str, ending: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let Ok(files) = fs::read_dir(&folder) else {
        println!("skipped: there is no folder {path}");
        return 0;
    };
    let mut paths: Vec<_> = files.flatten().map(|file| file.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == ending));
    paths.sort();
    let mut ended = 0;
    for path in paths {
        let source = Source::read(&path).unwrap();
        let parsed = source.parse();
        let book = parsed.book.unwrap_or_else(|| panic!("{}", source.render(&parsed.diagnostics, false)));
        match compare(&book, 48 << 20, 1..=1, LIMIT).unwrap_or_else(|error| panic!("{}: {error}", path.display())) {
            End::Normal(_, interactions) => {
                println!("{}: {interactions} interactions", path.display());
                ended += 1;
            }
            other => println!("{}: {other:?}", path.display()),
        }
    }
    ended
}

/// How many have to end.
fn least(count: usize) -> usize {
    if cfg!(emulator_tsan) { 1 } else { count }
}

#[test]
fn of_others() {
    let ended = folder("../../shared/nets", "hvm");
    assert!(ended == 0 || ended >= least(12), "{ended} ended");
}

#[test]
fn of_this_repository() {
    assert!(folder("../tests/regressions", "net") >= 10);
    assert!(folder("../tests/nets", "hvm") >= least(4));
}

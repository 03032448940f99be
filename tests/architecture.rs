//! The rules of DEVELOPMENT.md that a machine can look at: which crate may use which, and that a file has one concept.

mod tree;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};
use tree::{files, root};

/// The crates, those that others stand on first. Arrows go down: a crate uses those of lower floors only.
const FLOORS: &[&[&str]] = &[
    &["polarnet-columns-derive"],
    &["polarnet-columns"],
    &["polarnet-syntax", "polarnet-fpcore"],
    &["polarnet-reducer", "polarnet-lower"],
    &["polarnet-passes"],
    &["polarnet-runtime", "polarnet-macros"],
    &["polarnet"],
    &["polarnet-cli", "fpopt", "benches", "ui-tests", "polarnet-emulator"],
];

/// A file with more lines says why, in its head: `Over 400 lines: …`, or which test `makes this file`.
const LONG: usize = 400;

fn metadata() -> Metadata {
    let mut command = MetadataCommand::new();
    command.manifest_path(root().join("Cargo.toml")).no_deps().exec().expect("cargo metadata")
}

#[test]
fn arrows_go_down() {
    let floors = FLOORS.iter().enumerate().flat_map(|(floor, names)| names.iter().map(move |&name| (name, floor)));
    let floors: BTreeMap<&str, usize> = floors.collect();
    let metadata = metadata();
    let mut arrows = 0;
    for package in &metadata.packages {
        let name = package.name.as_str();
        let floor = *floors.get(name).unwrap_or_else(|| panic!("`{name}` is on no floor of `FLOORS`"));
        // Tests may use what stands above them.
        for dependency in package.dependencies.iter().filter(|it| it.kind != DependencyKind::Development) {
            let Some(&below) = floors.get(dependency.name.as_str()) else { continue };
            assert!(below < floor, "`{name}` uses `{}`, which is not below it", dependency.name);
            arrows += 1;
        }
    }
    assert_eq!(metadata.packages.len(), floors.len());
    assert!(arrows > 20, "{arrows} arrows");
}

/// What a registry asks for, and says beside the name; `cargo publish --dry-run` does not mind. They need each other in the
/// versions of the workspace; `ci/publish.sh` looks at that.
#[test]
fn published_crates_say_what_they_are() {
    let metadata = metadata();
    let published: Vec<_> = metadata.packages.iter().filter(|it| it.publish.is_none()).collect();
    for it in &published {
        let texts = [it.description.is_some(), it.license.is_some(), it.readme.is_some(), it.rust_version.is_some()];
        let lists = [it.keywords.len(), it.categories.len()];
        let says = texts == [true; 4] && lists.iter().all(|list| (1..=5).contains(list));
        let folder = it.manifest_path.parent().expect("a manifest is in a folder");
        let licences = ["LICENSE-MIT", "LICENSE-APACHE"].iter().all(|name| folder.join(name).exists());
        assert!(licences, "`{}` would be published without its licences: link to those of the repository", it.name);
        assert!(says, "`{}` lacks a description, license, readme, rust-version, keywords or categories", it.name);
    }
    assert_eq!(published.len(), 10, "a new crate that is no part of the library has `publish = false`");
}

/// All files of Rust and CUDA that are the project's.
fn sources() -> Vec<PathBuf> {
    files("", &[".rs", ".cu", ".cuh"])
}

#[test]
fn long_files_say_why() {
    let sources = sources();
    let long = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let head: String = text.lines().take_while(|line| line.starts_with("//")).collect();
        let says = ["Over 400 lines: ", "makes this file"].iter().any(|why| head.contains(why));
        text.lines().count() > LONG && !says
    };
    let silent: Vec<_> = sources.iter().filter(|path| long(path)).collect();
    assert!(silent.is_empty(), "more than {LONG} lines, and no word about it: split them: {silent:?}");
    assert!(sources.len() > 800, "{} files", sources.len());
}

/// Atomics of the runtime come through `sync.rs`, so that loom and shuttle see all of them.
#[test]
fn atomics_come_through_one_file() {
    let runtime = root().join("runtime/src");
    let mut files = 0;
    for path in sources().into_iter().filter(|path| path.starts_with(&runtime)) {
        let inside = path.strip_prefix(&runtime).unwrap();
        // Loom's own tests show what loom finds.
        if inside == Path::new("sync.rs") || inside.starts_with("loom_tests") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        assert!(!text.contains("sync::atomic"), "{}: use `crate::sync`", path.display());
        files += 1;
    }
    assert!(files > 150, "{files} files");
}

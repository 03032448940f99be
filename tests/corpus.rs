//! What fuzzing has found interesting, once more: the properties of `fuzz/`, for the inputs that are kept.

#[path = "../fuzz/properties/mod.rs"]
mod properties;
#[allow(dead_code, reason = "other tests use the rest")]
mod support;

use properties::{fpcore::fpcore, nets::nets, text::text};
use std::{fs, path::Path};

/// Tries the property on all inputs of a target.
fn each(target: &str, property: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut count = 0;
    for file in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = file.unwrap().path();
        println!("{}", path.display());
        property(&fs::read(&path).unwrap());
        count += 1;
    }
    assert!(count > 10, "{count} inputs of {target}");
}

#[test]
fn text_of_the_corpus() {
    each("text", text);
}

#[test]
fn nets_of_the_corpus() {
    each("nets", nets);
}

#[test]
fn fpcore_of_the_corpus() {
    each("fpcore", fpcore);
}

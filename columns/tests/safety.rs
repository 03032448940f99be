//! Every SAFETY comment names an invariant of the crate's documentation.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn sources(folder: &Path, to: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, to);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            to.push(path);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn comments_name_an_invariant() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let defined = fs::read_to_string(root.join("src/lib.rs")).unwrap();
    let invariants: Vec<_> =
        (1..).map(|n| format!("B{n}")).take_while(|b| defined.contains(&format!("**{b}, "))).collect();
    assert!(invariants.len() >= 12, "found {invariants:?}");
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    sources(&root.join("derive/src"), &mut files);
    let mut comments = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let lines: Vec<_> = text.lines().map(str::trim_start).collect();
        // What an example of the documentation says is of its own code.
        let of_the_crate =
            |line: &str| line.contains("SAFETY:") && !line.starts_with("///") && !line.starts_with("//!");
        for (at, _) in lines.iter().enumerate().filter(|(_, line)| of_the_crate(line)) {
            let comment: Vec<_> = lines[at..].iter().take_while(|line| line.starts_with("//")).copied().collect();
            let mut words = comment.iter().flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric()));
            assert!(words.any(|word| invariants.iter().any(|b| b == word)), "{}:{}", file.display(), at + 1);
            comments += 1;
        }
    }
    assert!(comments > 60, "found {comments}");
}

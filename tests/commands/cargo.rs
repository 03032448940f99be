//! Cargo's packages, targets and features, and what `cargo` is told of them.

use super::{exists, need, options::Polarnet, root};
use cargo_metadata::{Metadata, MetadataCommand, Package, Target};
use std::{fs, path::Path};

pub struct Cargo {
    metadata: Metadata,
    polarnet: Polarnet,
}

impl Cargo {
    pub fn new() -> Self {
        let metadata = MetadataCommand::new().manifest_path(root().join("Cargo.toml")).no_deps().exec().unwrap();
        Self { metadata, polarnet: Polarnet::new() }
    }

    fn packages(&self, names: &[&str]) -> Result<Vec<&Package>, String> {
        let one = |name: &&str| {
            self.metadata
                .packages
                .iter()
                .find(|it| it.name.as_str() == *name)
                .ok_or(format!("there is no package `{name}`"))
        };
        match names {
            [] => Ok(self.metadata.workspace_default_packages()),
            names => names.iter().map(one).collect(),
        }
    }

    /// What is wrong with the words after `cargo`.
    pub fn check(&self, words: &[&str]) -> Result<(), String> {
        let words = if words.first().is_some_and(|word| word.starts_with('+')) { &words[1..] } else { words };
        let Some((&command, words)) = words.split_first() else { return Ok(()) };
        let mut parts = words.splitn(2, |&word| word == "--");
        let (words, after) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let (mut names, mut targets, mut features, mut filters) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut rest = words.iter().copied();
        while let Some(word) = rest.next() {
            let mut value = || rest.next().ok_or(format!("`{word}` has no value"));
            match word {
                "-p" | "--package" => names.push(value()?),
                "--example" | "--test" | "--bin" | "--bench" => targets.push((word, value()?)),
                "--features" => features.extend(value()?.split(',')),
                "--config" | "--target" => _ = value()?,
                "--path" => exists(&format!("{}/Cargo.toml", value()?))?,
                "--workspace" => names.extend(self.metadata.packages.iter().map(|it| it.name.as_str())),
                "--release"
                | "--open"
                | "--no-default-features"
                | "--all-features"
                | "--all-targets"
                | "--all"
                | "--check"
                | "--lib"
                | "--doc"
                | "--no-deps"
                | "--locked"
                | "--quiet" => {}
                _ if word.starts_with('-') => return Err(format!("`{word}` is no option that this test knows")),
                _ => filters.push(word),
            }
        }
        match command {
            "test" | "run" | "build" | "check" | "doc" | "bench" | "clean" | "clippy" | "fmt" | "install" => {}
            "new" | "expand" | "fuzz" | "miri" | "deny" => return Ok(()),
            _ => return Err(format!("`cargo {command}` is nothing that this test knows")),
        }
        let packages = self.packages(&names)?;
        for feature in &features {
            need(
                packages.iter().any(|it| it.features.contains_key(*feature)),
                format!("there is no feature `{feature}`"),
            )?;
        }
        let of_kind = |kind: &str, it: &Target| match kind {
            "--example" => it.is_example(),
            "--test" => it.is_test(),
            "--bin" => it.is_bin(),
            _ => it.is_bench(),
        };
        let mut found = Vec::new();
        for (kind, name) in targets {
            let mut all = packages.iter().flat_map(|it| &it.targets);
            let target = all.find(|it| it.name == name && of_kind(kind, it));
            let target = target.ok_or(format!("there is no `{kind} {name}`"))?;
            let missing = target.required_features.iter().find(|it| !features.contains(&it.as_str()));
            need(missing.is_none(), format!("`{name}` needs the feature `{missing:?}`"))?;
            found.push(target);
        }
        match command {
            // The reader's own program.
            "run" if words.is_empty() => Ok(()),
            "run" => {
                let bins = packages.iter().flat_map(|it| &it.targets).filter(|it| it.is_bin());
                need(!found.is_empty() || bins.count() == 1, "which program is run?".to_owned())?;
                need(filters.is_empty(), format!("`--` is missing before {filters:?}"))?;
                if names == ["polarnet-cli"] {
                    self.polarnet.check(after)
                } else {
                    after.iter().filter(|word| word.contains('/')).try_for_each(|word| exists(word))
                }
            }
            "test" => {
                filters.extend(after.iter().filter(|word| !word.starts_with('-')));
                let mut text = String::new();
                for folder in packages.iter().filter_map(|it| it.manifest_path.parent()) {
                    ["src", "tests"].iter().for_each(|part| sources(folder.join(part).as_std_path(), &mut text));
                }
                let known = |word: &str| names_in(&text).any(|name| name.contains(word));
                let unknown = filters.iter().find(|word| !known(word));
                need(unknown.is_none(), format!("no test has {unknown:?} in its name"))
            }
            _ => need(command == "install" || filters.is_empty(), format!("what is {filters:?}?")),
        }
    }
}

/// What is declared by `fn` and `mod`: tests are filtered by these.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let mut words = text.split_whitespace();
    std::iter::from_fn(move || {
        words.find(|word| ["fn", "mod"].contains(word))?;
        words.next()
    })
}

/// The text of all files of Rust in a folder.
fn sources(folder: &Path, text: &mut String) {
    for path in fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|end| end == "rs") {
            *text += &fs::read_to_string(path).unwrap();
        }
    }
}

//! The command `polarnet`: its subcommands and options, read off `cli/src/args.rs`.

use super::{need, ours, root};
use std::{collections::BTreeMap, fs};

/// The type of an option's value, and whether that is the word after it.
type Value = (String, bool);

/// For each type of the file its options, or variants; `Run` has those that are flattened into it.
pub struct Polarnet(BTreeMap<String, BTreeMap<String, Value>>);

impl Polarnet {
    pub fn new() -> Self {
        let text = fs::read_to_string(root().join("cli/src/args.rs")).unwrap();
        let mut options: BTreeMap<String, BTreeMap<String, Value>> = BTreeMap::new();
        let (mut of, mut attributes, mut parts) = (String::new(), String::new(), Vec::new());
        for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
            let words: Vec<&str> = line.split([' ', ':', ',', '(', '{']).filter(|word| !word.is_empty()).collect();
            match words[..] {
                ["pub", "struct" | "enum", name] => of = name.to_owned(),
                ["pub", _, part] if attributes.contains("flatten") => parts.push((of.clone(), part.to_owned())),
                ["pub", field, kind] if attributes.contains("long") => {
                    let kind = kind.trim_start_matches("Option<").trim_end_matches('>').to_owned();
                    let next = kind != "bool" && !attributes.contains("require_equals");
                    let all = options.entry(of.clone()).or_default();
                    if attributes.contains("short") {
                        all.insert(format!("-{}", &field[..1]), (kind.clone(), next));
                    }
                    all.insert(format!("--{}", field.replace('_', "-")), (kind, next));
                }
                ["pub", ..] => {}
                [variant, ..] if line.ends_with(',') && variant.starts_with(char::is_uppercase) => {
                    options.entry(of.clone()).or_default().insert(variant.to_lowercase(), Value::default());
                }
                _ => {
                    attributes += line;
                    continue;
                }
            }
            attributes.clear();
        }
        for (whole, part) in parts {
            let part = options[&part].clone();
            options.entry(whole).or_default().extend(part);
        }
        Self(options)
    }

    /// What is wrong with the words after `polarnet`.
    pub fn check(&self, words: &[&str]) -> Result<(), String> {
        let Some((&command, words)) = words.split_first() else { return Ok(()) };
        if command == "help" {
            return self.check(words);
        }
        need(self.0["Command"].contains_key(command), format!("`polarnet` has no `{command}`"))?;
        let of = command[..1].to_uppercase() + &command[1..];
        let mut rest = words.iter().copied();
        while let Some(word) = rest.next() {
            if !word.starts_with('-') || word == "-" {
                ours(word)?;
                continue;
            }
            let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
            let option = [&*of, "Cli"].iter().find_map(|of| self.0.get(*of)?.get(name));
            let (kind, next) = option.ok_or(format!("`polarnet {command}` has no `{name}`"))?;
            let value = if *next && value.is_none() { rest.next() } else { value };
            need(value.is_some() || !next, format!("`{name}` has no value"))?;
            let variants = self.0.get(kind);
            let known = value.is_none_or(|value| variants.is_none_or(|all| all.contains_key(value)));
            need(known, format!("`{name}` cannot be {value:?}"))?;
        }
        Ok(())
    }
}

//! The commands that the README, DEVELOPMENT.md, `justfile` and the book name are right, as far as that is seen without running them: packages,
//! targets, features, scripts, the command's subcommands and options, paths. What is compared are blocks of `sh`, and code in the text and
//! in tables. Rust blocks are doc tests (`src/lib.rs`), those of `console` are run by `cli/tests/cli/docs.rs`.

mod commands;

use commands::{World, code, root};
use std::fs;

#[test]
fn commands_are_right() {
    let world = World::new();
    let book = fs::read_dir(root().join("docs/book/src")).unwrap().map(|entry| entry.unwrap().path());
    let pages = ["README.md", "DEVELOPMENT.md", "justfile"].map(|page| root().join(page)).into_iter().chain(book);
    // A line of a recipe, without what a user adds.
    let recipe = |line: &str| Some(line.strip_prefix("    ")?.split("{{").next()?.to_owned());
    let (mut commands, mut wrong) = (0, Vec::new());
    for page in pages.filter(|page| page.is_file()) {
        let text = fs::read_to_string(&page).unwrap();
        let lines = if page.ends_with("justfile") { text.lines().filter_map(recipe).collect() } else { code(&text) };
        for line in lines {
            commands += usize::from(["cargo ", "polarnet ", "ci/"].iter().any(|start| line.starts_with(start)));
            wrong.extend(world.check(&line).err().map(|error| format!("{}: `{line}`: {error}", page.display())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(commands > 100, "{commands} commands");
}

#[test]
fn mistakes_are_found() {
    assert_eq!(code("`cargo\ntest`\n\n```sh\na b\n```\n\n```rust\nc\n```\n"), ["cargo test", "a b"]);
    let world = World::new();
    for right in [
        "cargo run --release -p polarnet-cli -- show FILE --svg -o FILE.svg | wc",
        "A_B=1 cargo +nightly test --test lazy ten_million -- --ignored",
        "cargo run -p benches --features cuda --example cuda",
        "polarnet run FILE --cuda=1 -q --engine bag --stats=json",
        "polarnet help run",
        "ci/loom.sh full",
        "runtime/src/{cell,link}.rs",
    ] {
        assert_eq!(world.check(right), Ok(()), "{right}");
    }
    for (command, said) in [
        ("cargo run --example nothing", "there is no `--example nothing`"),
        ("cargo test -p nothing", "there is no package `nothing`"),
        ("cargo test --test lazy no_such_test", "no test has"),
        ("cargo build -p polarnet --features nothing", "there is no feature `nothing`"),
        ("cargo run -p benches --example cuda", "needs the feature"),
        ("cargo run -p benches", "which program is run?"),
        ("cargo run -p polarnet-cli -- run FILE --nothing", "`polarnet run` has no `--nothing`"),
        ("polarnet dance FILE", "`polarnet` has no `dance`"),
        ("polarnet run FILE --engine fast", "`--engine` cannot be"),
        ("polarnet check FILE --threads 2", "`polarnet check` has no `--threads`"),
        ("ci/nothing.sh", "there is no ci/nothing.sh"),
        ("ci/loom.sh fully", "does not know"),
        ("cargo run -p fpopt -- examples/nothing", "there is no examples/nothing"),
        ("runtime/src/{cell,nothing}.rs", "there is no runtime/src/nothing.rs"),
    ] {
        let error = world.check(command).expect_err(command);
        assert!(error.contains(said), "{command}: {error}");
    }
}

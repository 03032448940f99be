//! `include_net!` in process. There are no files of Rust here, so paths are relative to the package.

use super::errors;
use crate::include::expand;

fn messages(input: &str) -> Vec<String> {
    let found = errors(expand(input.parse().expect("Rust tokens")));
    found.into_iter().map(|(_, _, message)| message).collect()
}

/// What `ui-tests` cannot see: its normal form of messages has no lines and columns.
#[test]
fn errors_have_places() {
    let found = messages("\"../ui-tests/fail/nets/errors.hvm\"");
    let places: Vec<_> =
        found.iter().map(|message| message.lines().nth(1).unwrap().rsplit('/').next().unwrap()).collect();
    assert_eq!(places, ["errors.hvm:2:13", "errors.hvm:4:1", "errors.hvm:4:17"]);
    let excerpt = "  |\n2 | @main = r & @twise ~ (4 r)\n  |             ^^^^^^\n  |\n  = help: there is `@twice`";
    assert!(found[0].starts_with("`@twise` is not defined\n"), "{}", found[0]);
    assert!(found[0].ends_with(excerpt), "{}", found[0]);
}

/// It is emitted that rustc has read the file, where there are errors too: correcting it builds again.
#[test]
fn the_file_is_a_dependency() {
    for file in ["../tests/nets/sum.hvm", "../ui-tests/fail/nets/errors.hvm", "../ui-tests/fail/nets/latin1.hvm"] {
        let made = expand(format!("{file:?}").parse().unwrap()).to_string();
        assert_eq!(made.matches("include_bytes").count(), 1, "{file}");
    }
}

/// No panic, whatever stands where the path should.
#[test]
fn anything_but_a_path() {
    let rest = [
        "",
        ",",
        "#![",
        "b\"x\"",
        "\"\"",
        "\"\\0\"",
        "\".\"",
        "1",
        "pub book",
        "pub book A",
        "pub book A {}",
        "pub book A { 1 }",
    ];
    for input in rest.into_iter().filter(|input| input.parse::<proc_macro2::TokenStream>().is_ok()) {
        assert!(!messages(input).is_empty(), "{input}");
    }
}

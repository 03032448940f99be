//! `show`: signs, graphs, memory.

use crate::support::{folder, with_book};

/// Seed 1's worked example.
const SEED_1: &str = "
    @main = (a b) & (b a) ~ (x (y *)) & {y x} ~ @foo
    @foo = (a b) & @tic ~ (x a) & @tac ~ (x b)
    @tic = (k k)
    @tac = (k k)";

#[test]
fn signs() {
    with_book("show -", SEED_1).prints(
        "@main = +(-x0 +x1)\n  & +(-x1 +x0) ~ -(+x2 -(+x3 -*))\n  & -{-x3 -x2} ~ +@foo\n\n\
         @foo = +(+x0 -x1)\n  & +@tic ~ -(+x2 -x0)\n  & +@tac ~ -(-x2 +x1)\n\n\
         @tic = +(-x0 +x0)\n\n\
         @tac = +(+x0 -x0)\n",
    );
}

#[test]
fn what_is_shown_parses_again() {
    let shown = with_book("show -", SEED_1).out;
    with_book("run - --expand", &shown).prints("Result: (((x0 x0) *) (x1 x1))\n");
    assert_eq!(with_book("show -", &shown).out, shown);
}

#[test]
fn the_heap_before_the_first_interaction() {
    with_book("show - --heap", SEED_1).prints(
        "\
- RBAG | FST-TREE     | SND-TREE
- ---- | ------------ | ------------
- 0000 | LAM 0003     | APP 0004
- 0001 | REF @foo     | DUP 0006
- ---- | ------------ | ------------
- NODE | PORT-1       | PORT-2
- ---- | ------------ | ------------
- 0001 | LAM 0002     | ERA
- 0002 | SUB          | VAR 0003.0
- 0003 | SUB          | VAR 0002.0
- 0004 | VAR 0006.1   | APP 0005
- 0005 | VAR 0006.0   | ERA
- 0006 | SUB          | SUB
- ---- | ------------ | ------------
",
    );
    with_book("show - --heap", "@foo = *")
        .fails(1, "error: the book has no definition `@main`\nhelp: `--heap` shows the net of `@main`: add `@main = …` to the file\n");
}

#[test]
fn a_graph() {
    let graph = with_book("show - --dot", SEED_1).out;
    assert!(graph.starts_with("graph book {\n") && graph.ends_with("}\n"), "{graph}");
    assert_eq!(graph.matches("subgraph cluster_").count(), 4);
    assert_eq!(graph.matches('{').count() - graph.matches("{ }").count(), 5);
    assert_eq!(graph.matches("style=bold").count(), 4, "a redex is bold:\n{graph}");
}

const LIST: &str = include_str!("../../../docs/book/src/pictures/list.hvm");
const APPEND: &str = include_str!("../../../docs/book/src/pictures/append.hvm");

/// README's picture, and that of the chapter on agents. `UPDATE_DOCS=1 cargo test -p polarnet-cli` draws it anew.
#[test]
fn the_pictures_in_the_documentation_are_what_the_command_draws() {
    for (name, book) in [("list", LIST), ("append", APPEND)] {
        let path = format!("{}/../docs/book/src/pictures/{name}.svg", env!("CARGO_MANIFEST_DIR"));
        let picture = with_book("show - --svg", book).out;
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(&path, &picture).unwrap();
        }
        assert!(std::fs::read_to_string(path).unwrap() == picture, "docs/book/src/pictures/{name}.svg differs");
    }
}

#[test]
fn pictures_go_to_a_file_or_to_standard_output() {
    let picture = with_book("show - --svg", LIST).out;
    let folder = folder();
    let path = folder.join("list.svg");
    with_book(&format!("show - --svg -o {}", path.display()), LIST).prints("");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), picture);
    let nowhere = folder.join("no/list.svg");
    with_book(&format!("show - --svg --output {}", nowhere.display()), LIST)
        .fails_with(1, &format!("error: cannot write {}: ", nowhere.display()));
}

#[test]
fn one_definition_is_printed() {
    for name in ["tic", "@tic"] {
        with_book(&format!("show - --def {name}"), SEED_1).prints("@tic = +(-x0 +x0)\n");
    }
    // Under two signatures it stands there twice, as in the whole book.
    let twice = "@main = (@id (a b)) & @id ~ (c b) & a ~ c  @id = (x x)";
    let whole = with_book("show -", twice).out;
    let one = with_book("show - --def id", twice).out;
    assert!(one.starts_with("@id = ") && whole.ends_with(&format!("\n{one}")), "{one}\nin\n{whole}");
}

#[test]
fn one_definition_is_drawn() {
    for name in ["cons", "@cons"] {
        let picture = with_book(&format!("show - --svg --def {name}"), LIST).out;
        assert_eq!(picture.matches("class=\"definition\"").count(), 1);
        assert!(picture.contains("@cons") && !picture.contains("@main"));
        let graph = with_book(&format!("show - --dot --def {name}"), LIST).out;
        assert_eq!(graph.matches("subgraph cluster_").count(), 1);
    }
    for graph in ["--svg", "--dot", ""] {
        with_book(&format!("show - {graph} --def con"), LIST)
            .fails(1, "error: the book has no definition `@con`\nhelp: there is `@cons`\n");
        with_book(&format!("show - {graph} --def nothing"), LIST).fails(
            1,
            "error: the book has no definition `@nothing`\nhelp: `polarnet show` without `--def` prints all of them\n",
        );
    }
    with_book("show - --heap --def cons", LIST).fails_with(2, "error: the argument '--heap' cannot be used with");
    with_book("show - --svg --dot", LIST).fails_with(2, "error: the argument '--svg' cannot be used with '--dot'");
    with_book("show - --svg --heap", LIST).fails_with(2, "error: the argument '--heap' cannot be used with");
}

#[test]
fn large_nets_are_not_drawn() {
    let book = format!("@main = {}1{}", "(2 ".repeat(1000), ")".repeat(1000));
    with_book("show - --svg", &book).fails(
        1,
        "error: the book is too large for a picture: 2001 agents and wire ends, where 1000 are the most\n\
         help: `--def NAME` draws one definition; `--dot` is for external tools, which draw larger nets: `sfdp -Tsvg`\n",
    );
    with_book("show - --svg --def main", &book).fails(
        1,
        "error: `@main` is too large for a picture: 2001 agents and wire ends, where 1000 are the most\n\
         help: `--dot` is for external tools, which draw larger nets: `sfdp -Tsvg`\n",
    );
}

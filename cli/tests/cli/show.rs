//! `show`: signs, graphs, memory.

use crate::support::with_book;

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
        .fails(1, "error: the book has no definition `@main`\nhelp: `--heap` shows the net of `@main`\n");
}

#[test]
fn a_graph() {
    let graph = with_book("show - --dot", SEED_1).out;
    assert!(graph.starts_with("graph book {\n") && graph.ends_with("}\n"), "{graph}");
    assert_eq!(graph.matches("subgraph cluster_").count(), 4);
    assert_eq!(graph.matches('{').count() - graph.matches("{ }").count(), 5);
    assert_eq!(graph.matches("style=bold").count(), 4, "a redex is bold:\n{graph}");
}

//! Names in a language that the derives use too, or that need `r#`.

use polarnet_columns::{Builder, Lang, Node, Payload, space};

/// What was meant by a child of a node, once.
#[derive(Payload, Clone, Copy, Debug, PartialEq)]
struct Child(u8);

#[derive(Payload, Clone, Copy, Debug, PartialEq)]
#[allow(non_camel_case_types)]
enum Keyword {
    r#fn,
    r#type,
}

#[derive(Node, Clone, Copy, Debug, PartialEq)]
#[allow(non_camel_case_types)]
enum Odd<J, I> {
    Leaf(Child, J),
    r#in(Keyword, I),
    Fields { fields: I, from: I, to: I, row: u32, node: I, f: u8, op: u8, known: u8, child: I, rows: [I; 2] },
}

#[test]
fn names_do_not_meet() {
    space!(Odds, guard);
    let mut odds = Builder::<Odds, OddLang<u16>>::new(guard);
    let leaf = odds.add(Odd::Leaf(Child(3), 7));
    let root = odds.add(Odd::r#in(Keyword::r#type, leaf));
    let fields = odds.add(Odd::Fields {
        fields: root,
        from: leaf,
        to: root,
        row: 1,
        node: leaf,
        f: 2,
        op: 3,
        known: 4,
        child: root,
        rows: [leaf, root],
    });
    assert_eq!(odds.node(leaf), Odd::Leaf(Child(3), 7));
    let odds = odds.freeze();
    let mut children = Vec::new();
    OddLang::<u16>::each_child(odds.node(fields), |child| children.push(child));
    assert_eq!(children, [root, leaf, root, leaf, root, leaf, root]);
    assert_eq!(odds.plan().fold(leaves), odds.fold(leaves));
}

fn leaves(node: Odd<u16, &u32>) -> u32 {
    let mut leaves = u32::from(matches!(node, Odd::Leaf(..)));
    OddLang::<u16>::each_child(node, |below: &u32| leaves += below);
    leaves
}

#[test]
fn names_have_no_r() {
    space!(Odds, guard);
    let mut odds = Builder::<Odds, OddLang<u16>>::new(guard);
    let leaf = odds.add(Odd::Leaf(Child(3), 7));
    let root = odds.add(Odd::r#in(Keyword::r#fn, leaf));
    let odds = odds.freeze();
    assert_eq!(odds.operator(root), "in");
    assert_eq!(serde_json::to_string(&odds).unwrap(), r#"[["Leaf",3,7],["in","fn",0]]"#);
    assert!(odds.show(&[root]).to_string().starts_with("in "));
}

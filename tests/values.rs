//! Results as Rust values, and what is said when they are others.

use polarnet::{ErrorKind, Runtime, net};

net! {
    book Values {
        @number() -> u32 = @seven
        @seven = 7
        @pair() -> (u32, f32) = (@seven @half)
        @half = 0.5
        @triple() -> (bool, char, i32) = (1 (955 -3))
        @nothing(n: u32) -> () = (* *)
        // n, …, 2, 1
        @list(n: u32) -> Vec<u32> = (?((* @cons) r) r)
        @cons = ({n $([+1] h)} (h t)) & @list ~ (n t)
        @lists() -> Vec<Vec<u32>> = (@one (* *))
        @one = (1 *)
    }
}

/// A definition that is left in the normal form is a value too.
#[test]
fn typed_functions_expand_references() {
    let runtime = Runtime::new().threads(1);
    assert_eq!(Values::number(&runtime).unwrap(), 7);
    assert_eq!(Values::pair(&runtime).unwrap(), (7, 0.5));
    assert_eq!(Values::lists(&runtime).unwrap(), [vec![1], vec![]]);
}

#[test]
fn values_of_all_kinds() {
    let runtime = Runtime::new().threads(1);
    assert_eq!(Values::triple(&runtime).unwrap(), (true, 'λ', -3));
    Values::nothing(&runtime, 5).unwrap();
    assert_eq!(Values::list(&runtime, 4).unwrap(), [4, 3, 2, 1]);
    let done = runtime.run(&net! { @main = (1 (2 (3 4))) }).unwrap();
    assert_eq!(done.value::<(u32, u32, u32, u32)>().unwrap(), (1, 2, 3, 4));
    assert_eq!(done.value::<(u32, (u32, (u32, u32)))>().unwrap(), (1, (2, (3, 4))));
    assert!(done.value::<(u32, u32, u32)>().is_err() && done.value::<Vec<u32>>().is_err());
    let done = runtime.run(&net! { @main = (2 1114112) }).unwrap();
    assert!(done.value::<(bool, u32)>().is_err() && done.value::<(u32, char)>().is_err());
}

#[test]
fn errors_say_what_was_found() {
    let runtime = Runtime::new().threads(1);
    let untyped = 100;
    let said = |error: polarnet::Error| {
        assert!(matches!(error.kind, ErrorKind::Shape { .. }));
        assert!(std::error::Error::source(&error).is_none(), "what it says is all there is");
        error.to_string()
    };
    let number = runtime.run(&net! { @main = #untyped }).unwrap();
    assert_eq!(
        said(number.value::<u32>().unwrap_err()),
        "expected u32, found `+100`, an i32\nhelp: a Rust value without a type is an i32: write `10_u32`; in a net `+10` \
         is one, and the cast is `[u32]`"
    );
    assert_eq!(
        said(number.value::<Vec<f32>>().unwrap_err()),
        "expected Vec<f32>, found `+100`, an i32\nhelp: lists are `(head tail)` and `*`, or agents of two ports, head and \
         tail, and of none"
    );
    let half = runtime.run(&net! { @main = 0.5 }).unwrap();
    assert_eq!(
        said(half.value::<i32>().unwrap_err()),
        "expected i32, found `0.5`, an f32\nhelp: `10` is unsigned, `+10` signed, `10.0` a float; casts are `[u32]`, \
         `[i32]` and `[f32]`"
    );
    let pair = runtime.run(&net! { @main = (@f 1) @f = 7 }).unwrap();
    assert_eq!(
        said(pair.value::<(u32, u32)>().unwrap_err()),
        "expected (u32, u32), found `(@f 1)`, a pair\nhelp: `@f` is a reference: `Runtime::expand(true)` reduces it"
    );
    let lambda = runtime.run(&net! { @main = (x x) }).unwrap();
    assert_eq!(said(lambda.value::<()>().unwrap_err()), "expected (), found `(x0 x0)`, a function");
}

/// Numbers are spoken of where one was expected and one of another type found.
#[test]
fn errors_of_shape() {
    let runtime = Runtime::new().threads(1);
    let list = runtime.run(&net! { @main = (1 (2 *)) }).unwrap();
    let said = |error: polarnet::Error| error.to_string();
    assert_eq!(said(list.value::<u32>().unwrap_err()), "expected u32, found `(1 (2 *))`, a list");
    assert_eq!(
        said(list.value::<(u32, u32)>().unwrap_err()),
        "expected (u32, u32), found `(1 (2 *))`, a list\nhelp: what does not fit is `(2 *)`, a list"
    );
    assert_eq!(
        said(list.value::<Vec<f32>>().unwrap_err()),
        "expected Vec<f32>, found `(1 (2 *))`, a list\nhelp: `10` is unsigned, `+10` signed, `10.0` a float; casts are \
         `[u32]`, `[i32]` and `[f32]`"
    );
    let pair = runtime.run(&net! { @main = (2 ((3 4) 0.5)) }).unwrap();
    assert_eq!(said(pair.value::<u32>().unwrap_err()), "expected u32, found `(2 ((3 4) 0.5))`, a pair");
    assert_eq!(
        said(pair.value::<(u32, u32, f32)>().unwrap_err()),
        "expected (u32, u32, f32), found `(2 ((3 4) 0.5))`, a pair\nhelp: what does not fit is `(3 4)`, a pair"
    );
    assert_eq!(
        said(pair.value::<(bool, (u32, u32), f32)>().unwrap_err()),
        "expected (bool, (u32, u32), f32), found `(2 ((3 4) 0.5))`, a pair\nhelp: what does not fit is `2`, a u32"
    );
    let pairs = runtime.run(&net! { @main = ((1 2) *) }).unwrap();
    assert_eq!(
        said(pairs.value::<Vec<u32>>().unwrap_err()),
        "expected Vec<u32>, found `((1 2) *)`, a list\nhelp: what does not fit is `(1 2)`, a pair"
    );
    let swap = runtime.run(&net! { @main = ((a b) (b a)) }).unwrap();
    assert_eq!(
        said(swap.value::<(u32, u32)>().unwrap_err()),
        "expected (u32, u32), found `((x0 x1) (x1 x0))`, a function\nhelp: what does not fit is `(x0 x1)`"
    );
    let two = runtime.run(&net! { @main = 2 }).unwrap();
    assert_eq!(
        said(two.value::<bool>().unwrap_err()),
        "expected bool, found `2`, a u32\nhelp: `0` is `false`, and `1` is `true`"
    );
    let wide = runtime.run(&net! { @main = 2_i64 }).unwrap();
    assert_eq!(
        said(wide.value::<u32>().unwrap_err()),
        "expected u32, found `2_i64`, an i64\nhelp: `10_i64` is an i64 and `10.0_f64` an f64; a rule casts with \
         `#(n as u32)` and `#(n as i64)`"
    );
}

/// Agents of two ports and of none are lists, whatever their names; two kinds of links are none.
#[test]
fn lists_of_agents() {
    let runtime = Runtime::new().threads(1);
    let book = |more: &str| {
        let text =
            format!("#![numbers(native)] agent +End, +Link(+head, +tail), +Fork(+left, +right), +Leaf(+n); {more}");
        polarnet::reader::Source::new("lists.hvm", text).parse().book.unwrap()
    };
    let value = |more: &str| book(more).with(|book| runtime.run(book)).unwrap().value::<Vec<u32>>();
    assert_eq!(value("@main = Link(1, Link(2, End))").unwrap(), [1, 2]);
    assert_eq!(value("@main = End").unwrap(), [0; 0]);
    for mixed in ["Link(1, Fork(2, End))", "Link(1, (2 End))", "Link(1, *)", "(1 End)", "Leaf(1)"] {
        let error = value(&format!("@main = {mixed}")).unwrap_err().to_string();
        assert!(error.ends_with("head and tail, and of none"), "{mixed}: {error}");
    }
    let nested = book("@main = Link(Link(1, End), Link(End, End))").with(|book| runtime.run(book)).unwrap();
    assert_eq!(nested.value::<Vec<Vec<u32>>>().unwrap(), [vec![1], vec![]]);
    let leaf = book("@main = (Leaf(1) 2)").with(|book| runtime.run(book)).unwrap();
    assert_eq!(
        leaf.value::<(u32, u32)>().unwrap_err().to_string(),
        "expected (u32, u32), found `(Leaf(1) 2)`, a pair\nhelp: agents are read as an enum with \
         `#[derive(FromNormal)]`: a variant has an agent's name, and a field for each port"
    );
}

/// What a `main` that returns an error prints.
#[test]
fn errors_are_printed_as_they_are_shown() {
    let endless = net! { @main = r & @loop ~ (0 r)  @loop = (a r) & @loop ~ (a r) };
    let error = Runtime::new().threads(1).max_interactions(1000).run(&endless).unwrap_err();
    assert_eq!(format!("{error:?}"), "the limit of 1000 interactions is reached");
    let (head, stats) = (error.to_string(), error.stats.to_string());
    assert_eq!(format!("{error:#?}"), format!("{head}\n{stats}"));
    let counts = format!("{:?}", error.stats.by_rule);
    assert!(counts.starts_with('{') && !counts.contains(": 0") && !counts.contains("commute"), "{counts}");
}

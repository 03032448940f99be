//! Results as Rust values, and what is said when they are others.

use polarnet::{ErrorKind, Runtime, net};

type List = Vec<u32>;

net! {
    book Values {
        @number() -> u32 = @seven
        @seven = 7
        @pair() -> (u32, f32) = (@seven @half)
        @half = 0.5
        @triple() -> (bool, char, i32) = (1 (955 -3))
        @nothing(n: u32) -> () = (* *)
        // n, …, 2, 1
        @list(n: u32) -> List = (?((* @cons) r) r)
        @cons = ({n $([+1] h)} (h t)) & @list ~ (n t)
        @lists() -> Lists = (@one (* *))
        @one = (1 *)
    }
}

type Lists = Vec<List>;

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
        said(number.value::<Vec<f32>>().unwrap_err()).lines().next(),
        Some("expected Vec<f32>, found `+100`, an i32")
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
        "expected (u32, u32), found `(@f 1)`\nhelp: `@f` is a reference: `Runtime::expand(true)` reduces it"
    );
    let lambda = runtime.run(&net! { @main = (x x) }).unwrap();
    assert_eq!(said(lambda.value::<()>().unwrap_err()), "expected (), found `(x0 x0)`");
}

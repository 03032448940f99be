//! `net!` in what a `macro_rules!` makes: `$(` belongs to that, so an operator is `op(`.

use polarnet::{Runtime, net, show};

macro_rules! binary {
    ($a:literal $op:tt $b:expr) => {
        net! {
            @main = r & $a ~ op([$op] op(#$b r))
        }
    };
}

macro_rules! labelled {
    ($label:literal, $value:expr, $name:ident) => {
        net! {
            @main = @$name & &$label{* *} ~ &$label{* *} & op([+] *) ~ #($value) & +$label ~ *
            @$name = (#$value (+5 (5 +$label)))
        }
    };
}

macro_rules! functions {
    ($Book:ident $($name:ident($($parameter:ident: $Type:ty),*) -> $Result:ty = $number:tt;)*) => {
        net! {
            book $Book { $(@$name($($parameter: $Type),*) -> $Result = (x (x $number)))* }
        }
    };
}

functions! {
    Three
    first(n: u32) -> (u32, u32) = 1;
    second(n: i32) -> (i32, u32) = 2;
    third(n: u32) -> (u32, (u32, f32)) = (3 3.0);
}

macro_rules! tokens {
    ($($net:tt)*) => { net! { $($net)* } };
}

fn main() {
    let runtime = Runtime::new();
    assert_eq!(runtime.run(&binary!(40 + 2_u32)).unwrap().to_string(), "42");
    assert_eq!(runtime.run(&binary!(40 - u32::from(false))).unwrap().to_string(), "40");
    assert_eq!(Three::first(&runtime, 7).unwrap(), (7, 1));
    assert_eq!(Three::second(&runtime, -7).unwrap(), (-7, 2));
    assert_eq!(Three::third(&runtime, 7).unwrap(), (7, (3, 3.0)));
    // Tokens that are handed on are as they were.
    let book = tokens! { @main = r & @twice ~ (-21 r) @twice = ($([*+2] x) x) };
    assert_eq!(runtime.run(&book).unwrap().to_string(), "-42");
    let text = show::signed(&labelled!(7, 8_u32, pair));
    assert!(text.contains("+(8 +(+5 +(5 7)))") && text.contains("+&7{+* +*}"), "{text}");
}

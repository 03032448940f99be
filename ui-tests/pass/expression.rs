//! A net as an expression: a statement, an argument, an operand.

use polarnet::{Runtime, net};

fn main() {
    let runtime = Runtime::new();
    let book = net! {
        @main = r & @twice ~ (21 r)
        @twice = ($([*2] x) x)
    };
    assert_eq!(runtime.run(&book).unwrap().value::<u32>().unwrap(), 42);
    assert_eq!(runtime.run(&net!(@main = (1 2))).unwrap().to_string(), "(1 2)");
    assert_eq!(runtime.run(&net![@main = *]).unwrap().to_string(), "*");
    assert!(runtime.run(&net! { @main = 7 }).is_ok() && net! { @f = * }.main().is_none());
}

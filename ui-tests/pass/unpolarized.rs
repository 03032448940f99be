//! Nets without a consistent polarity, for those who want them.

use polarnet::{Runtime, net};

net! {
    book Loop {
        #![unpolarized]
        #![numbers(native)]
        @main = 1 & {a a} ~ *
    }
}

fn main() {
    let runtime = Runtime::new();
    let book = net! {
        #![unpolarized]
        @main = (a b) & (a b) ~ {1 2}
    };
    assert_eq!(runtime.run(&book).unwrap().to_string(), "({1 2} {1 2})");
    assert_eq!(Loop::run(&runtime).unwrap().to_string(), "1");
}

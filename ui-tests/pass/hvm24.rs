//! HVM2's 24-bit numbers.

use polarnet::{Numbers, Runtime, net};

net! {
    book Small {
        #![numbers(hvm24)]
        @next(n: u32) -> u32 = ($([+1] n) n)
        @main = #(1 << 24 | 5_u32)
    }
}

fn main() {
    let runtime = Runtime::new();
    let book = net! {
        #![numbers(hvm24)]
        @main = (a b) & 16777215 ~ $([+1] a) & 1.5 ~ $([u24] b)
    };
    assert_eq!(book.numbers(), Numbers::Hvm24);
    assert_eq!(runtime.run(&book).unwrap().to_string(), "(0 1)");
    assert_eq!(Small::next(&runtime, 0xff_ffff).unwrap(), 0);
    assert_eq!(Small::run(&runtime).unwrap().to_string(), "5");
    assert_eq!(net! { #![numbers(native)] @main = * }.numbers(), Numbers::Native);
}

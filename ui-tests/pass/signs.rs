//! Written signs; a sign that touches a digit belongs to the literal.

use polarnet::{net, show};

fn main() {
    let book = net! {
        @id = +(-x +x)
        @main = +r & +@id ~ -(+5 -r)
        @literals = (+5 (5 (-5 (-2.5 (5 (+inf (-inf (+NaN +(* -*)))))))))
        @names = (+inf_ (inf (1 (-inf_ inf))))
        @operators = (-5 (+[+5] [-5]))
            & 1 ~ -$(+2 -*)
            & 1 ~ -?(+(0 *) -*)
    };
    let text = show::signed(&book);
    for expected in [
        "@id = +(-x0 +x0)",
        "+(+5 +(5 +(-5 +(-2.5 +(5 +(+inf +(-inf +(+NaN +(-* -*)))))))))",
        // `inf` without a sign is the name of a wire, whose signs are free.
        "+(+x0 +(",
        "+(1 +(-x0 ",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

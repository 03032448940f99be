//! Rust values enter by `#name` and `#(expression)`.

use polarnet::{Runtime, net};

const BOOK: u32 = 3;
fn run(n: u32) -> u32 {
    n + 1
}

struct Config {
    depth: u32,
}

impl Config {
    fn go(&self, runtime: &Runtime) -> String {
        runtime.run(&net! { @main = #(self.depth) }).unwrap().to_string()
    }
}

net! {
    // Names that the expansion uses itself.
    book Items { @main = (#BOOK (#(run(BOOK)) #(u32::MAX))) }
}

fn main() {
    let runtime = Runtime::new();
    let (values, x, letter) = (1_u32, -2_i32, 'a');
    let net = 5_u16;
    let book = net! {
        @main = (#values (#x (#letter (#net (#(1.5_f32 * 2.0) (#true #(if x < 0 { 8 } else { 9_u32 })))))))
        @other = #({ let values = 7_u8; values })
    };
    assert_eq!(runtime.run(&book).unwrap().to_string(), "(1 (-2 (97 (5 (3.0 (1 8))))))");
    assert_eq!(Items::run(&runtime).unwrap().to_string(), "(3 (4 4294967295))");
    assert_eq!(Config { depth: 6 }.go(&runtime), "6");
}

//! A net in a loop and in a closure: one type, other values.

use polarnet::{Runtime, net};

fn main() {
    let runtime = Runtime::new();
    let mut books = Vec::new();
    for n in 0..3_u32 {
        books.push(net! {
            @main = r & @next ~ (#n r)
            @next = ($([+1] n) n)
        });
    }
    let found: Vec<u32> = books.iter().map(|book| runtime.run(book).unwrap().value().unwrap()).collect();
    assert_eq!(found, [1, 2, 3]);
    // An index of one of them is an index of all.
    let root = books[0].root(books[0].main().unwrap());
    assert_eq!(books[1].polarity()[root], books[2].polarity()[root]);

    let pair = |a: u32, b: f32| net! { @main = (#a #b) };
    assert_eq!(runtime.run(&pair(1, 2.0)).unwrap().to_string(), "(1 2.0)");
    assert_eq!(runtime.run(&pair(3, 4.0)).unwrap().to_string(), "(3 4.0)");
}

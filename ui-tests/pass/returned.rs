//! Books that leave the function that wrote them, and functions over any book.

use polarnet::{Book, Runtime, columns::Space, net};

fn twice(n: u32) -> Book<impl Space> {
    net! {
        @main = r & #n ~ $([*2] r)
    }
}

fn root_sign<S: Space>(book: &Book<S>) -> String {
    let main = book.main().expect("a main");
    format!("{:?}", book.polarity()[book.root(main)])
}

struct Program<S: Space> {
    book: Book<S>,
    runtime: Runtime,
}

impl<S: Space> Program<S> {
    fn result(&self) -> u32 {
        self.runtime.run(&self.book).unwrap().value().unwrap()
    }
}

fn main() {
    let [a, b] = [1, 2].map(twice);
    assert_eq!(root_sign(&a), root_sign(&b));
    assert_eq!(Program { book: a, runtime: Runtime::new() }.result(), 2);
    assert_eq!(Program { book: b, runtime: Runtime::new() }.result(), 4);
}

use polarnet::{Runtime, net};

fn main() {
    let book = net! { @main = 7 };
    let root = Runtime::new().lazily(&book, |net| net.root());
    drop(root);
}

use polarnet::{Runtime, net};

net! {
    book One { @main = 1 }
    book Two { @main = 2 }
}

fn main() {
    let _ = One::run(&Runtime::new());
}

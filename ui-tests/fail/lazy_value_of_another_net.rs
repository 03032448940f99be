use polarnet::{Runtime, net};

fn main() {
    let book = net! { @main = 7 };
    let runtime = Runtime::new();
    runtime
        .lazily(&book, |net| {
            let root = net.root();
            runtime.lazily(&book, |other| other.whnf(root).map(drop))
        })
        .ok();
}

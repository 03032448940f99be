macro_rules! double {
    ($n:literal) => {
        polarnet::net! {
            @main = r & $n ~ $([*2] r)
        }
    };
}

fn main() {
    let _ = double!(2);
}

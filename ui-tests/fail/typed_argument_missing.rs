use polarnet::{Runtime, net};

net! {
    /// A book.
    pub book Sums {
        @add(a: u32, b: u32) -> u32 = ($([+] $(b c)) (b c))
    }
}

fn main() {
    let _ = Sums::add(&Runtime::new(), 1);
}

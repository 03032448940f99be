use polarnet::{Runtime, net};

net! {
    book Powers {
        term @power(base: u32, n: u32) -> u32 = |base| |n| match n { 0 => 1, p + 1 => base * @power(base, p) }
    }
}

fn main() {
    assert_eq!(Powers::power(&Runtime::new(), 3, 4).unwrap(), 81);
}

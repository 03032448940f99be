use polarnet::net;

net! {
    pub book Sums {
        @main = r & @add ~ ($([+1] x) (x r))
        @add(a: u32, b: u32) -> u32 = ($([+] $(b c)) (b c))
    }
}

fn main() {}

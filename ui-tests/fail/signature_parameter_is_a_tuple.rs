use polarnet::net;

net! {
    pub book Sums {
        @sum(pair: (u32, u32)) -> u32 = ((a b) r) & a ~ $([+] $(b r))
    }
}

fn main() {}

use polarnet::net;

net! {
    pub book Wrong {
        #![passes(default)]
        @twice(n: u32) -> u32 = ($([*2] x) y)
    }
}

fn main() {}

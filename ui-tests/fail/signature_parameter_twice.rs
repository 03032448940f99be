use polarnet::net;

net! {
    book Typed {
        @add(a: u32, a: u32) -> u32 = ($([+] $(b c)) (b c))
    }
}

fn main() {}

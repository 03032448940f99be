use polarnet::net;

net! {
    book Typed {
        @first(a: u32) -> u32 = (1 r) & @id ~ (1 r)
        @id = (x x)
    }
}

fn main() {}

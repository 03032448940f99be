use polarnet::net;

fn main() {
    let _ = net! {
        @main = ({a b} r)
            & a ~ $(1 r)
            & 2 ~ {b *}
    };
}

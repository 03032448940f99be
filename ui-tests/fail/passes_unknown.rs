use polarnet::net;

fn main() {
    let _ = net! {
        #![passes(prune, prereduce, pre_reduce, inlined)]
        @main = *
    };
}

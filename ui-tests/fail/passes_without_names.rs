use polarnet::net;

fn main() {
    let _ = net! {
        #![passes]
        @main = *
    };
    let _ = net! {
        #![passes()]
        @main = *
    };
    let _ = net! {
        #![passes("prune")]
        @main = *
    };
    let _ = net! {
        #![passes(prune inline)]
        @main = *
    };
}

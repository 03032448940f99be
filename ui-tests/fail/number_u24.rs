use polarnet::net;

fn main() {
    let _ = net! {
        #![numbers(hvm24)]
        @main = 16777216
    };
}

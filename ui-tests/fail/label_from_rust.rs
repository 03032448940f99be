use polarnet::net;

fn main() {
    let label = 7;
    let _ = net! {
        @main = &#label{* *}
    };
}

use polarnet::net;

fn main() {
    let _ = net! {
        @main = r & @apply ~ (1 r) & @twice ~ @apply
        @apply = (f (x r)) & f ~ (x r)
        @twice = @apply
    };
}

use polarnet::net;

fn main() {
    let _ = net! {
        agent +Many(+a, +b, +c, +d, +e, +f, +g, +h, +i, +j, +k, +l, +m, +n, +o, +p);
        @main = *
    };
}

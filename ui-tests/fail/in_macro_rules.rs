use polarnet::net;

macro_rules! apply {
    ($f:ident, $argument:literal) => {
        net! {
            @main = r & @$f ~ ($argument r) & op([+] unused) ~ 1
            @double = (x op([*2] x))
        }
    };
}

fn main() {
    let _ = apply!(duble, 12ab);
}

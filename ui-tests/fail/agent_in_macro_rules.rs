use polarnet::net;

macro_rules! maps {
    ($($Name:ident = $from:ident => $to:ident;)*) => {
        net! {
            agent +Zero, +One $(, -$Name(-out))*;
            $(rule $Name(out) ~ $from => out ~ $to;)*
            @main = *
        }
    };
}

fn main() {
    let _ = maps! {
        Not = Zero => One;
        Same = Zero => Zero;
        Same = Zero => One;
        Next = Tow => One;
    };
}

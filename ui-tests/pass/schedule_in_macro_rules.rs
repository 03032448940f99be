use polarnet::schedule;

macro_rules! powers {
    ($($name:ident $function:ident = $power:literal;)*) => {
        schedule! {
            $(
                val $name(x: f64) -> f64 { returns powi(x, $power) }
                fn $function(x: f64) -> f64 impls $name { eval(x) }
            )*
        }
    };
}

powers! {
    square squared = 2;
    cube cubed = 3;
}

macro_rules! sum {
    ($a:expr, $b:expr, $ty:ty) => {
        schedule! {
            val added(x: $ty) -> $ty { returns x * $a + $b }
            fn add(x: $ty) -> $ty impls added { eval(x) }
        }
    };
}

sum!(1.0 + 2.0, 4.0, f64);

fn main() {
    assert_eq!(squared(3.0) + cubed(2.0), 17.0);
    assert_eq!(add(2.0), 10.0);
}

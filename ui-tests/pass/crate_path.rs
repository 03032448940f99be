//! A crate that re-exports `net!` says where: its users need no dependency of their own.

mod nets {
    pub mod inner {
        pub use ::polarnet as reduced;
    }
}

use nets::inner::reduced::{Runtime, net};

net! {
    pub book Sums {
        #![crate(crate::nets::inner::reduced)]
        #![numbers(native)]
        @main = r & @add ~ (1 (2 r))
        @add(a: u32, b: u32) -> u32 = ($([+] $(b c)) (b c))
    }
}

macro_rules! twice {
    ($n:expr) => {
        net! {
            #![crate($crate::nets::inner::reduced)]
            @main = r & #($n) ~ op([*2] r)
        }
    };
}

fn main() {
    let runtime = Runtime::new();
    let n = 21_u32;
    let book = net! {
        #![crate(nets::inner::reduced)]
        @main = r & #n ~ $([*2] r)
    };
    assert_eq!(runtime.run(&book).unwrap().value::<u32>().unwrap(), 42);
    assert_eq!(Sums::add(&runtime, 1, 2).unwrap(), 3);
    assert_eq!(Sums::run(&runtime).unwrap().to_string(), "3");
    assert_eq!(runtime.run(&twice!(4_u32)).unwrap().to_string(), "8");
}

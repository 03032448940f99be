//! As `crate_path.rs`, of `schedule!`, and of what is derived.

mod own {
    pub mod inner {
        pub use ::polarnet as reduced;
    }
}

use own::inner::reduced::columns::{Builder, Node, space};

#[derive(Node, Clone, Copy)]
pub enum Math<I> {
    Num(f64),
    Add(I, I),
}

own::inner::reduced::schedule! {
    #![crate(crate::own::inner::reduced)]
    space expr: Batch<Math>;
    val value(n: Math) -> f64 { returns match n { Num(x) => x, Add(a, b) => value[a] + value[b] } }
    val depth(n: Math) -> u32 { returns match n { Num(_) => 0, Add(args..) => 1 + max(depth[args]) } }
    val uses(n: Math) -> u32 default 0 join add { match n { _(args..) => uses[args] <- 1 } }
    fn values(b: &Batch<expr>) -> Data<expr, f64> impls value { bottom_up(b).wavefront().parallel() }
    fn depths(b: &Batch<expr>) -> (Data<expr, f64>, Data<expr, u32>) impls value, depth { bottom_up(b).fuse() }
    fn used(b: &Batch<expr>) -> Data<expr, u32> impls uses { top_down(b) }
}

macro_rules! halves {
    ($name:ident) => {
        $crate::own::inner::reduced::schedule! {
            #![crate($crate::own::inner::reduced)]
            val half(x: f64) -> f64 { returns x / 2.0 }
            fn $name(x: f64) -> f64 impls half { eval(x) }
        }
    };
}

halves!(halved);

fn main() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let two = b.add(Math::Num(2.0));
    let four = b.add(Math::Add(two, two));
    let b = b.freeze();
    assert_eq!((values(&b)[four], depths(&b).1[four], used(&b)[two]), (4.0, 1, 2));
    assert_eq!(halved(3.0), 1.5);
}

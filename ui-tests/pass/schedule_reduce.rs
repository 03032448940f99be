//! Nets in vals, in a module, without the prelude's names, and with warnings denied.
#![deny(warnings)]

mod nets {
    polarnet::net! {
        pub book Nets {
            @double(n: u32) -> u32 = ($([*2] x) x)
            @pair(n: u32) -> (u32, u32) = ({a b} (a b))
        }
    }
}

mod passes {
    use crate::nets;
    use polarnet::{columns::Node, schedule};

    #[derive(Node, Clone, Copy)]
    pub enum Math<I> {
        Num(u32),
        Add(I, I),
    }

    // The macro's own `Result`, `Ok` and `Option` are Rust's.
    #[allow(dead_code)]
    struct Ok;
    #[allow(dead_code)]
    struct Err;

    schedule! {
        space expr: Batch<Math>;
        val value(n: Math) -> u32 {
            whole, part :- reduce(nets::Nets::pair(7));
            returns match n {
                Num(x) if reduce(crate::nets::Nets::double(x)) > 9 => 1,
                Num(x) => reduce(nets::Nets::double(x)) + whole + part,
                Add(args..) => max(reduce(nets::Nets::double(value[a])) for a in args),
            }
        }
        pub fn values(b: &Batch<expr>, with: &polarnet::Runtime) -> Result<Data<expr, u32>, polarnet::Error> impls value { bottom_up(b) }
        pub fn by_threads(with: &::polarnet::Runtime, b: &Batch<expr>) -> std::result::Result<Data<expr, u32>, Box<dyn std::error::Error>> impls value {
            bottom_up(b).wavefront().parallel()
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    use passes::{Math, MathLang};
    use polarnet::columns::{Builder, space};

    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let three = b.add(Math::Num(3));
    let five = b.add(Math::Num(5));
    let sum = b.add(Math::Add(three, five));
    let b = b.freeze();
    let runtime = polarnet::Runtime::new().threads(2);
    let (values, others) = (passes::values(&b, &runtime)?, passes::by_threads(&runtime, &b)?);
    assert_eq!((values[three], values[five], values[sum]), (20, 1, 40));
    assert!(values == others);
    Ok(())
}

mod math {
    use polarnet::columns::{Child, Node};

    #[derive(Node, Clone, Copy)]
    pub enum Math<I: Child> {
        Num(f64),
        Neg(I),
    }
}

mod passes {
    use crate::math;
    use polarnet::schedule;

    schedule! {
        space expr: Batch<math::Math>;
        val cost(n: expr) -> f64 { returns match n { Num(v) => v, math::Math::Neg(x) => 1.0 + cost[x] } }
        pub fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
    }
}

fn main() {
    use polarnet::columns::{Builder, space};
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, math::MathLang>::new(guard);
    let two = b.add(math::Math::Num(2.0));
    let root = b.add(math::Math::Neg(two));
    assert_eq!(passes::costs(&b.freeze())[root], 3.0);
}

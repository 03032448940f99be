//! Derivatives of a val of rows, in both modes, and of a function at each row of a column.

use polarnet::{
    columns::{Builder, Node, Payload, space},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I, V: Payload> { Num(f64), Var(V), Add(I, I), Mul(I, I) }

schedule! {
    space vars;
    space expr: Batch<Math<Idx<vars>>>;
    val value(n: expr, x: &Data<vars, f64>) -> f64 {
        returns match n {
            Num(c) => c,
            Var(v) => x[v],
            Add(args..) => sum(value[args]),
            Mul(args..) => product(value[args]),
        }
    }
    val square(r#type: f64) -> f64 { returns r#type * r#type }
    pub fn reverse(b: &Batch<expr>, x: &Data<vars, f64>, value: Idx<expr>) -> (Data<expr, f64>, Data<vars, f64>)
        impls vjp(value) { bottom_up(b) }
    fn forward(batch: &Batch<expr>, x: &Data<vars, f64>, dx: &Data<vars, f64>) -> (Data<expr, f64>, Data<expr, f64>)
        impls jvp(value) { bottom_up(batch).wavefront() }
    fn squares(x: &Data<vars, f64>) -> (Data<vars, f64>, Data<vars, f64>) impls vjp(square) { map(x) }
}

fn main() {
    space!(Vars, guard);
    let x = guard.column(vec![3.0, 5.0]);
    let [first, second] = [0, 1].map(|at| x.check(at).unwrap());
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang<_>>::new(guard);
    let [y, z] = [first, second].map(|v| b.add(Math::Var(v)));
    let product = b.add(Math::Mul(y, z));
    let sum = b.add(Math::Add(product, y));
    let b = b.freeze();
    let (value, by_x) = reverse(&b, &x, sum);
    assert_eq!((value[sum], by_x[first], by_x[second]), (18.0, 6.0, 3.0));
    let (_, dot) = forward(&b, &x, &x.map(|_| 1.0));
    assert_eq!(dot[sum], 9.0);
    assert_eq!(squares(&x).1.as_slice(), [6.0, 10.0]);
}

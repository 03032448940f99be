use polarnet::{
    columns::{Child, Node},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    Add(I, I),
}

schedule! {
    space expr: Batch<Math>;
    val cost(n: Math, by: f64) -> f64 {
        twice :- by + by;
        low, high :- (by, by * 3.0);
        _nothing :- 1.0;
        returns match n { Num(x) => { y :- x; y :- y + 1.0; x + high }, Add(a, b) => cost[a] + cost[b] }
    }
    val scaled(x: f64) -> f64 { returns x * 2.0 }
    fn costs(b: &Batch<expr>, by: f64, factor: f64, weight: &Data<expr, f64>, _more: f64) -> Data<expr, f64> impls cost { bottom_up(b) }
    fn scale(x: f64, y: f64) -> f64 impls scaled { eval(x, y) }
    fn scale_all(x: &Data<expr, f64>, y: &Data<expr, f64>) -> Data<expr, f64> impls scaled { map(x, y) }
}

fn main() {}

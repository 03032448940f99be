use polarnet::{
    columns::{Child, Node},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    Add(I, I),
    If { sure: bool, then: I },
}

schedule! {
    space expr: Batch<Math>;
    space out: Batch<Math>;

    val folded(a: Idx<out>, b: Idx<out>) -> Idx<out> {
        returns match (a, b) {
            (Num(x), Num(y)) => Num(x + y),
            (Add(_, c), Num) | (If { then: c, .. }, Num) => c,
            (If { sure: true, .. }, _) => b,
            (_, Add) => a,
            (Num, If) if a == b => a,
            (Add, If) => b,
        }
    }
    val simplify(n: expr) -> Idx<out> { returns match n { Add(a, b) => folded(simplify[a], simplify[b]), _ => n } }
    val truths(a: bool, b: bool, c: Option<bool>) -> u8 {
        returns match (a, (b, c)) {
            (true, (true, _)) => 1,
            (false, (_, Some(true) | None)) => 2,
            (true, (false, Some(_))) => 3,
            (true, (_, None)) => 4,
        }
    }
    val numbers(a: u8, b: bool) -> u8 {
        returns match (a, b) { (0, true) => 1, (1 | 2, _) => 2, (_, false) => 3, (2, true) => 4 }
    }
    // What is not seen here is left to Rust.
    val ranges(a: u8, b: bool) -> u8 { returns match (a, b) { (0..=99, true) => 1, (_, false) => 2, (100..=255, true) => 3 } }

    fn simplified(b: &Batch<expr>, guard: Guard<out>) -> (Batch<out>, Mapping<expr, out>) impls simplify { bottom_up(b) }
    fn truth(a: bool, b: bool, c: Option<bool>) -> u8 impls truths { eval(a, b, c) }
    fn number(a: u8, b: bool) -> u8 impls numbers { eval(a, b) }
    fn range(a: u8, b: bool) -> u8 impls ranges { eval(a, b) }
}

fn main() {}

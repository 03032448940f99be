use polarnet::rewrite;

fn main() {
    let _ = rewrite! {
        (Mul x Zero) => Zero;
        (Mul x (Succ y)) => (Add x (Mul x y));
        (Add x x) => (Double x);
        (Add x Zero) => y & x ~ *;
        (Add x Zero) => (Add a b) & x ~ {a b} & b ~ *
    };
}

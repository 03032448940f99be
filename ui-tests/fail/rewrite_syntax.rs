use polarnet::rewrite;

fn main() {
    let _ = rewrite! {
        Add(x, Zero) => x;
        (Add x, Zero) => x;
        (Add x Zero) = x;
        (Add x Zero) => x & x;
        x => (Add x Zero);
        (Add x 12ab) => x;
        (Add x Zero) => x (Add Zero x) => x
    };
}

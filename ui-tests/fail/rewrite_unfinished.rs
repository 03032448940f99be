use polarnet::rewrite;

fn main() {
    let _ = rewrite! { (Add x Zero) => };
    let _ = rewrite! { (Add x Zero) => Zero & x ~ };
    let _ = rewrite! { (Add x $y) => x };
    let _ = rewrite! { (@f x) => x; (Add {x y} Zero) => x };
}

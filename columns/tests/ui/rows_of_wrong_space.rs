use polarnet_columns::{Batch, Idx, Node, Space, space};

#[derive(Node, Clone, Copy)]
enum Real<Spec: Space, I> {
    Num(f64),
    Approx(Idx<Spec>, I),
}

fn main() {
    space!(Specs, specs);
    let specs = specs.rows(3);
    space!(Vars, vars);
    let vars = vars.rows(2);
    space!(Exprs, guard);
    let seed = Batch::<Exprs, RealLang<Specs>>::seed(guard, vars);
}

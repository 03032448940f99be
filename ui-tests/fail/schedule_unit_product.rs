use polarnet::schedule;

schedule! {
    space tests;
    space bins;
    val products(x: f64) -> Data<bins, u32> default 0 join product { products[x as u32] <- 1 }
    fn all_products(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, u32> impls products { scatter(x) }
}

fn main() {}

use polarnet_columns::{Acc, Brand, ops::Add};

fn main() {
    let _ = Acc::<Brand, u32, Add> { certificate: std::marker::PhantomData };
}

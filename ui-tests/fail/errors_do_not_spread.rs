use polarnet::{Runtime, net};

net! {
    /// A book.
    pub book Sums {
        @add(a: u32, b: u32) -> u32 = ($([+] $(b c)) (b c)) & x ~ *
        @broken(a: u32) -> (u32, u32) = (a (a
    ))}
}

fn main() -> Result<(), polarnet::Error> {
    let runtime = Runtime::new();
    let depth = 3_u32;
    let book = net! { @main = (#depth #unknown) & y ~ * };
    let (a, b) = Sums::broken(&runtime, Sums::add(&runtime, 1, 2)?)?;
    println!("{} {}", runtime.run(&book)?, a + b);
    Ok(())
}

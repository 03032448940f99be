use polarnet::{Runtime, net};

net! {
    pub book Sums {
        @all(n: u32) -> [u32; 2] = (n n)
        @each(text: &'static str, numbers: Vec<(u32, u32)>, bits: [u8; 4]) -> u32 = 7
    }
}

// One error for each signature: the functions are there.
fn main() -> Result<(), polarnet::Error> {
    let runtime = Runtime::new();
    let all: [u32; 2] = Sums::all(&runtime, 5)?;
    println!("{}", all.len() as u32 + Sums::each(&runtime, "seven", vec![(1, 2)], [0; 4])?);
    Ok(())
}

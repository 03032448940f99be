use polarnet::schedule;

schedule! {
    space bins;
    val f(a: u32) -> Data<bins, u32> default 0 default 1 join add { f[a] <- 1 }
    val g(a: u32) -> Data<bins, u32> defualt 0 join add { g[a] <- 1 }
}

fn main() {}

use polarnet::schedule;

schedule! {
    val f(a: i64) -> i64 { g :- a + 1 returns g * 2 }
    fn f_impl(a: i64) -> i64 impls f {
        let g @ node(val.g)-dead = a + 1;
        g * 2
    }
}

fn main() {}

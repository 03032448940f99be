use polarnet::schedule;

schedule! {
    extern(gpu) pure f(f64) -> f64;
    extern(cpu) g(f64) -> f64;
    extern(cpu) pure h(x: f64) -> f64;
    extern(cpu) pure i(f64);
}

fn main() {}

//! What no kernel of a file reads or makes.
use polarnet::schedule;

fn square(x: i32) -> i32 {
    x * x
}

schedule! {
    space expr;
    space point;
    unsafe extern(gpu) texts(of: String, pair: (i32, i32)) -> Vec<i32> { cuda: "square.cu", dimensions: 1, cpu: square }
    unsafe extern(gpu) lists(of: Vec<String>, all: [[f32; 2]; 2]) -> (i32, char) { cuda: "square.cu", dimensions: 1, cpu: square }
    unsafe extern(gpu) rows(of: Data<expr, i32>) -> Data<point, i32> { cuda: "square.cu", dimensions: 1, cpu: square }
}

fn main() {}

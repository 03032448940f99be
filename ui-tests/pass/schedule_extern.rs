use polarnet::schedule;

#[derive(Clone, Debug, PartialEq)]
enum Shape {
    Round(f64),
    Square { side: f64 },
}

fn area(of: Shape) -> f64 {
    match of {
        Shape::Round(r) => 3.0 * r * r,
        Shape::Square { side } => side * side,
    }
}

schedule! {
    extern(cpu) pure area(Shape) -> f64;
    val size(s: Shape) -> f64 { returns match s { Shape::Round(r) => r, Shape::Square { side } => area(s) / side } }
    val larger(s: Shape, by: f64) -> Shape {
        returns match s { Shape::Round(r) => Shape::Round(r * by), Shape::Square { side: s } => Shape::Square { side: s * by } }
    }
    fn sizes(s: Shape) -> f64 impls size { eval(s) }
    fn grown(s: Shape, by: f64) -> Shape impls larger { eval(s, by) }
}

fn main() {
    assert_eq!(sizes(Shape::Square { side: 3.0 }), 3.0);
    assert_eq!(sizes(Shape::Round(2.0)), 2.0);
    assert_eq!(grown(Shape::Round(2.0), 2.0), Shape::Round(4.0));
}

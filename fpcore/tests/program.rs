//! What is written is read again, to the same rows.

use polarnet_columns::{Brand, Builder};
use polarnet_fpcore::{Names, read};

fn program(text: &str) -> String {
    let cores = read(text).unwrap();
    let mut names = Names::default();
    Brand::with(|guard| {
        let mut batch = Builder::new(guard);
        let root = cores[0].build(&mut batch, &mut names).unwrap();
        names.program(&batch.freeze(), root)
    })
}

#[test]
fn again_the_same() {
    for body in [
        "x",
        "(+ x 1/3)",
        "(let ([a (* x x)]) (+ (sin a) (cos a)))",
        "(if (< x t1) (- x) (let ([a (sqrt x)]) (/ (+ a 1) (- a 1))))",
        "(let* ([a (+ x t1)] [b (* a a)] [c (* b b)] [d (* c c)]) (fma d c (pow b a)))",
    ] {
        let once = program(&format!("(FPCore (x t1) {body})"));
        assert_eq!(program(&format!("(FPCore (x t1) {once})")), once, "{body}");
    }
    // The name of an argument is not taken.
    let taken = program("(FPCore (x t1) (* (sin x) (+ t1 (sin x))))");
    assert_eq!(taken, "(let* ([t2 (sin x)]) (* t2 (+ t1 t2)))");
    assert_eq!(program("(FPCore (x) (* (sin x) (sin x)))"), "(let* ([t1 (sin x)]) (* t1 t1))");
}

/// A chain of thousands of operations is text of its length, and nests no deeper than what is read.
#[test]
fn long_chains() {
    let mut body = "x".to_owned();
    for at in 0..150 {
        body = format!("(+ {body} (* x {at}))");
    }
    let once = program(&format!("(FPCore (x) {body})"));
    assert!(once.starts_with("(let* ([t1 ") && once.len() < 2 * body.len(), "{once}");
    assert_eq!(program(&format!("(FPCore (x) {once})")), once);
}

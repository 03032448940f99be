//! The examples print what their readers are told.

use std::{path::PathBuf, process::Command};

/// Standard output of an example.
fn output(name: &str, args: &[&str]) -> String {
    let output = run(name, args);
    assert!(output.status.success(), "{name} failed: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs an example. `cargo test` has built it; `cargo test --test examples` has not.
fn run(name: &str, args: &[&str]) -> std::process::Output {
    let mut path: PathBuf = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.push("examples");
    path.push(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !path.exists() {
        let release = (!cfg!(debug_assertions)).then_some("--release");
        let built = Command::new(env!("CARGO")).args(["build", "--quiet", "--example", name]).args(release).status();
        assert!(built.unwrap().success(), "{name} does not build");
    }
    Command::new(path).args(args).output().unwrap()
}

/// Herbie's inputs, where they are.
fn herbie() -> Option<&'static str> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/fpcore");
    if std::path::Path::new(folder).exists() {
        return Some(folder);
    }
    eprintln!("skipped: {folder} is not there");
    None
}

#[test]
fn quickstart() {
    assert_eq!(
        output("quickstart", &[]),
        "0 + 1 + … + 1023 = 523776\n\
         20 + 22 = 42\n\
         0 + 1 + … + 1048575 = 4294443008 (modulo 2^32)\n\
         25165806 interactions\n"
    );
}

#[test]
fn sum() {
    assert_eq!(
        output("sum", &["8"]),
        "depth  0: 0 after 6 interactions\n\
         depth  4: 120 after 366 interactions\n\
         depth  8: 32640 after 6126 interactions\n"
    );
}

#[test]
fn bitonic_sort() {
    assert_eq!(
        output("bitonic_sort", &[]),
        "the 16 numbers, sorted, add up to 120\n\
         the 256 numbers, sorted, add up to 32640\n\
         the 1024 numbers, sorted, add up to 523776\n"
    );
}

#[test]
fn church() {
    assert_eq!(
        output("church", &[]),
        "2^2 = 4\n\
         (2^2)^2 = 16, after 114 interactions\n\
         2 2 = (&2{(&2{x0 x1} x2) (x2 &2{x1 x3})} (x0 x3))\n\
         with signs: +(-&2{-(+&2{+x0 +x1} -x2) -(+x2 -&2{-x1 -x3})} +(-x0 +x3))\n"
    );
}

#[test]
fn limits() {
    assert_eq!(
        output("limits", &[]),
        "interactions: the limit of 1000 interactions is reached\n\
         time: the time limit of 50ms is reached\n\
         memory: the memory limit of 8 MiB is reached\n\
         cancelled: cancelled\n"
    );
}

#[test]
fn fpcore() {
    assert_eq!(
        output("fpcore", &[]),
        "file                                 cores    nodes    apart together\n\
         algebra.fpcore                           8       84       63       51\n\
         syntax.fpcore                            7      133       89       76\n\
         2 files                                 15      217      152      119\n"
    );
}

#[test]
fn fpcore_of_herbie() {
    let Some(folder) = herbie() else { return };
    let output = output("fpcore", &[folder]);
    // The counts that another reader has.
    for line in [
        "graphics/fidget/bear.fpcore              1    17468      657      657",
        "graphics/fidget/prospero.fpcore          1    26940     7591     7591",
    ] {
        assert!(output.contains(line), "{line:?} is not in\n{output}");
    }
    assert!(output.lines().last().unwrap().starts_with("29 files                               130 "), "{output}");
}

#[test]
fn fpcore_tells_where_it_is_wrong() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (text, expected) in [
        (
            "(FPCore (x)\n (+ x y))",
            "2:7: unknown variable `y`\nhelp: the arguments of the core are x; add it to them, or bind it: `(let ([y …]) …)`",
        ),
        ("(FPCore (x)\n (sin x x))", "2:3: `sin` takes 1 argument, not 2\nhelp: write `(sin a)`"),
        ("(FPCore (x)\n (sinus x))", "2:3: unknown operation `sinus`"),
        ("(FPCore (x)\n (+ x 1/0))", "2:7: a number is divided by zero"),
        ("(FPCore (x) (let ([y]) x))", "1:19: expected a binding `[name value]`"),
        (
            "(FPCore (x) :precision binary80 x)",
            "1:24: precision `binary80` is not supported\nhelp: write `binary32` or `binary64`, or leave `:precision` out",
        ),
        (
            "(FPCore (x) (for ([i 3]) ([y 0 1]) y))",
            "1:14: `for` is not supported\nhelp: write it with `while`: `(while test ([name init update] …) body)`",
        ),
        ("(FPCore (x))", "1:1: expected `(FPCore (argument …) body)`"),
        ("(FPCore (x) x", "1:1: unclosed"),
        (
            "(FPCore (θ) (+ θ ()))",
            "1:18: expected an expression, found `()`\nhelp: an expression is a number, a name, or an operation: `(+ x 1)`",
        ),
    ] {
        let path = folder.join("wrong.fpcore");
        std::fs::write(&path, text).unwrap();
        let output = run("fpcore", &[path.to_str().unwrap()]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(error.starts_with(&format!("{}:{expected}", path.display())), "{text:?} gives {error}");
        assert!(error.contains("\nhelp: "), "{text:?} gives {error}");
    }
}

#[test]
fn cost() {
    assert_eq!(
        output("cost", &[]),
        "file                                 cores  in binary64   as written\n\
         algebra.fpcore                           8        192.5        190.5\n\
         syntax.fpcore                            7        129.0        130.0\n\
         119 rows: 9 wanted in binary32, 105 in binary64, 5 in both, 0 in neither\n"
    );
}

#[test]
fn reduce() {
    let output = output("reduce", &[]);
    for part in [
        "  (/ (exp (+ a (log b))) (exp a))\n  b\n  174 the same, 0 different, 82 without a value, 0 open\n",
        "15 cores, 152 rows: 113 after reduction; 2938 the same, 0 different, 390 without a value, 512 open\n",
    ] {
        assert!(output.contains(part), "{part:?} is not in\n{output}");
    }
}

#[test]
fn autodiff() {
    assert_eq!(
        output("autodiff", &[]),
        "expressions: reverse mode, against forward mode\n  \
           x y + sin x = 2.556639: [3.231689, 0.750000, 0.000000], within 1e-12\n  \
           Rosenbrock's valley = 375.453125: [-581.750000, 387.500000, 0.000000], within 1e-12\n  \
           ln(exp x + exp y + exp z) = 2.680062: [0.145139, 0.835218, 0.019642], within 1e-12\n  \
           a root of x r^2 + y r + z = 0.441518: [-0.061645, -0.139620, -0.316228], within 1e-12\n  \
           x doubled 40 times = 824633720832.000000: [1099511627776.000000, 0.000000, 0.000000], within 1e-12\n\
         walks through 1000 values, where each step depends on the last: reverse mode, against forward mode\n  \
           within 1e-12\n  \
           more than 10000 reads, cotangents in at most 5 x 1000 cells: true\n\
         Gaussian mixtures: gradients with columns, against one by hand\n  \
           n = 1, d = 1, K = 1: 0.0454, 3 derivatives within 1e-9\n  \
           n = 13, d = 3, K = 2: -48.6265, 20 derivatives within 1e-9\n  \
           n = 1000, d = 10, K = 25: -11701.8772, 1650 derivatives within 1e-9\n  \
           n = 1001, d = 20, K = 30: -22053.9664, 6930 derivatives within 1e-9\n  \
           n = 100, d = 4, K = 5, as an expression of 17875 rows: -466.1104, within 1e-9\n  \
           the same bits with 1, 2 and 7 threads: true\n\
         gradients of FPCore functions: reverse mode, against forward mode\n  \
           file                                         cores left out nowhere points    same cancelled undefined different\n  \
           algebra.fpcore                                   8        0       0    128     192         0         0         0\n  \
           syntax.fpcore                                    7        2       0     80     160         0         0         0\n  \
           2 files                                         15        2       0    208     352         0         0         0\n"
    );
}

#[test]
fn autodiff_of_herbie() {
    let Some(folder) = herbie() else { return };
    let output = output("autodiff", &[folder]);
    let total = output.lines().last().unwrap();
    let counts: Vec<usize> = total.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [files, cores, left_out, nowhere, points, same, cancelled, undefined, different] = counts[..] else {
        panic!("{total}");
    };
    // Left out: the core that gives an array. How many cancel depends a little on the library's functions.
    assert_eq!((files, cores, left_out, nowhere, points, different), (29, 130, 1, 0, 129 * 16, 0), "{total}");
    assert!(same > 5000 && cancelled < 100 && undefined < 10, "{total}");
}

#[test]
fn autodiff_tells_what_is_wrong() {
    for (argument, code, expected) in
        [("--sum", 2, "autodiff: `--sum` is no option"), ("no/such/folder", 1, "no/such/folder: ")]
    {
        let output = run("autodiff", &[argument]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{error}");
        assert!(error.starts_with(expected), "{error}");
    }
}

//! Bytes as FPCore: an error at its place, or cores that are evaluated, and that are the same rows when they are written and read.

use polarnet::columns::{Builder, space};
use polarnet_fpcore::{Names, evaluate, read};

/// Rows after which an expression is not evaluated: a hundred bytes can ask for much.
const ROWS: usize = 10_000;

/// # Panics
///
/// It does not hold.
pub fn fpcore(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let cores = match read(text) {
        Ok(cores) => cores,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut names = Names::default();
    space!(Exprs, guard);
    let mut exprs = Builder::new(guard);
    let mut built = Vec::new();
    for core in &cores {
        let _ = core.build_precondition(&mut exprs, &mut names);
        if let Ok(root) = core.build(&mut exprs, &mut names) {
            built.push((core, root));
        }
    }
    if exprs.len() > ROWS {
        return;
    }
    let exprs = exprs.freeze();
    let programs: Vec<_> = built.iter().map(|&(_, root)| names.program(&exprs, root)).collect();
    // Variables of loops have no text, and arrays more than a name.
    let plain = exprs.indices().all(|row| !matches!(exprs.operator(row), "Local" | "Ref" | "While" | "For" | "Tensor"));
    for &(_, root) in &built {
        // What it is is a matter for other tests: here, that there is an answer.
        let _ = evaluate(&exprs, root, &names, 80, &|_, _| 1.5);
    }
    space!(Again, guard);
    let (mut more, same) = exprs.thaw(guard);
    for ((core, root), program) in built.into_iter().zip(programs).filter(|_| plain) {
        let arguments: Vec<_> = core.arguments.iter().map(|argument| argument.name).collect();
        let written = format!("(FPCore ({}) {program})", arguments.join(" "));
        let again = read(&written).and_then(|cores| cores[0].build(&mut more, &mut names));
        assert_eq!(again.map(|row| row.raw()), Ok(same.apply(root).raw()), "{written}");
    }
}

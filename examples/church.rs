//! Church numerals: numbers as functions, and labels that keep their duplications apart.

use polarnet::{Error, Runtime, net};

fn main() -> Result<(), Error> {
    results(&Runtime::new())?.iter().for_each(|line| println!("{line}"));
    Ok(())
}

/// What the nets of this example reduce to.
pub fn results(runtime: &Runtime) -> Result<Vec<String>, Error> {
    let mut lines = Vec::new();

    // λf. λx. f (f x). A duplication has a label: two copies of one numeral would mix theirs up, so each use has
    // its own.
    let book = net! {
        // ((2 2) (+1)) 0 = 4
        @main = r & @two ~ (@two_ (@inc (0 r)))
        @two  = (&1{(a b) (b c)} (a c))
        @two_ = (&2{(a b) (b c)} (a c))
        @inc  = ($([+1] a) a)
    };
    lines.push(format!("2^2 = {}", runtime.run(&book)?));

    // (((2 2) 2) (+1)) 0 = 16
    let book = net! {
        @main = r & @a ~ (@b (@c (@inc (0 r))))
        @a = (&1{(a b) (b c)} (a c))
        @b = (&2{(a b) (b c)} (a c))
        @c = (&3{(a b) (b c)} (a c))
        @inc = ($([+1] a) a)
    };
    let done = runtime.run(&book)?;
    lines.push(format!("(2^2)^2 = {done}, after {} interactions", done.stats.interactions()));

    // A numeral alone is its own normal form: 2 2, still a function.
    let book = net! {
        @main = r & @two ~ (@two_ r)
        @two  = (&1{(a b) (b c)} (a c))
        @two_ = (&2{(a b) (b c)} (a c))
    };
    let done = runtime.clone().expand(true).run(&book)?;
    lines.push(format!("2 2 = {done}"));
    lines.push(format!("with signs: {:#}", done.normal));
    Ok(lines)
}

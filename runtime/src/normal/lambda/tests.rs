//! What is no term is refused before it has become long.

use super::{Printer, Scopes, Term, Tree};
use polarnet_syntax::{
    net::Polarity,
    number::{Number, Numbers},
};

/// `((a &1{a b}) (b &1{1 2}))`: a λ whose variable is applied to a copy of its own result.
#[test]
fn a_circle_through_superpositions_is_refused_soon() {
    let number = |n| Term::Num(Number::u(n, Numbers::Native));
    let [plus, minus] = [Polarity::Positive, Polarity::Negative];
    let net = [
        (Term::Con, plus),
        (Term::Con, minus),
        (Term::Wire(0), plus),
        (Term::Dup(1), minus),
        (Term::Wire(0), minus),
        (Term::Wire(1), minus),
        (Term::Con, plus),
        (Term::Wire(1), plus),
        (Term::Dup(1), plus),
        (number(1), plus),
        (number(2), plus),
    ];
    let (terms, signs): (Vec<Term>, Vec<Polarity>) = net.into_iter().unzip();
    let tree = Tree::new(&terms, &signs, Numbers::Native).expect("a tree");
    let scopes = Scopes::new(&tree).expect("scopes");
    let mut printer = Printer::new(&tree, &scopes);
    assert_eq!(printer.run(), None);
    let (sides, text) = (printer.sides.len(), printer.out.len());
    assert!(sides <= 4 * terms.len() + 1 && text <= 10 * terms.len(), "{sides} sides, {text} bytes");
}

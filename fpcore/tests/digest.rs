//! The digest of the language is known to other crates.

use polarnet_fpcore::Real;

macro_rules! operators {
    ({ $name:ident $lang:ident [] $($variant:ident { $($fields:tt)* })* }) => {
        (stringify!($name $lang), [$(stringify!($variant)),*])
    };
}

#[test]
fn operators_of_another_crate() {
    let (names, operators) = Real! { { operators } };
    assert_eq!(names, "Real RealLang");
    let known = <polarnet_fpcore::RealLang as polarnet_columns::Lang>::OPERATORS;
    assert!(known.iter().map(|operator| operator.name).eq(operators));
    assert_eq!(polarnet_fpcore::Real! { { operators } }.1, operators);
}

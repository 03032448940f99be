//! One program a case. After a change: `TRYBUILD=overwrite cargo test -p ui-tests`, and read what has changed.

#[test]
fn accepted() {
    trybuild::TestCases::new().pass("pass/*.rs");
}

#[test]
fn refused() {
    trybuild::TestCases::new().compile_fail("fail/*.rs");
}

//! The digest of a net's agents, through the facade.

use polarnet::Agent;

macro_rules! operators {
    ({ $name:ident $lang:ident [$($param:ident),*] $($variant:ident { $($fields:tt)* })* }) => {
        (stringify!($name $lang), [$(stringify!($variant)),*])
    };
}

#[test]
fn agents_of_another_crate() {
    let (names, operators) = Agent! { { operators } };
    assert_eq!(names, "Agent AgentLang");
    assert_eq!(operators, ["Wire", "Era", "Num", "Ref", "Con", "Dup", "Opr", "Swi", "User", "Replaced"]);
    assert_eq!(polarnet::Agent! { { operators } }.1, operators);
}

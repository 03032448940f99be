//! Every ordering of [`Orders`] is needed: with one of them weaker, loom finds a race, in each of the named tests.

use super::{
    calls::given,
    shared_nodes::{dies_by_addition, owner_and_two},
    wire::{both_bring_nodes, publication, retirement, retirement_by_looking},
    *,
};
use crate::cell::Orders;

/// For each weakening a module, with a test for each scenario, which must fail for a race.
macro_rules! weak {
    ($($weakening:ident: $access:ident = $order:ident fails $($scenario:ident),+;)*) => { $(
        mod $weakening {
            struct Weak;
            impl super::Orders for Weak {
                const $access: super::Ordering = super::Ordering::$order;
            }
            $(
                #[test]
                #[should_panic(expected = "Causality violation")]
                fn $scenario() {
                    super::model(super::$scenario::<Weak>);
                }
            )+
        }
    )* };
}

/// The owner of a `DUP` and its two variables.
fn dup<O: Orders>() {
    owner_and_two::<O>(0)();
}

/// The same, slot 1 first.
fn dup_slot_1_first<O: Orders>() {
    owner_and_two::<O>(1)();
}

weak! {
    weak_look_relaxed: LOOK = Relaxed fails both_bring_nodes, publication, retirement, retirement_by_looking, given, dup;
    weak_leave_relaxed: LEAVE = Relaxed fails both_bring_nodes, publication, retirement, dup;
    weak_leave_acquire: LEAVE = Acquire fails both_bring_nodes, publication, retirement, dup;
    weak_leave_release: LEAVE = Release fails both_bring_nodes, publication, retirement, dup;
    weak_count_relaxed: COUNT = Relaxed fails dup, dup_slot_1_first;
    weak_die_relaxed: DIE = Relaxed fails dup, dup_slot_1_first, dies_by_addition;
    weak_die_acquire: DIE = Acquire fails dup, dup_slot_1_first, dies_by_addition;
    weak_die_release: DIE = Release fails dup, dup_slot_1_first, dies_by_addition;
}

/// The same scenarios with the orderings in use; the one that is missing here is in `large`.
mod proved {
    use super::*;

    #[test]
    fn they_pass_as_they_are() {
        model(both_bring_nodes::<Proved>);
        model(publication::<Proved>);
        model(retirement::<Proved>);
        model(retirement_by_looking::<Proved>);
        model(given::<Proved>);
        model(dup::<Proved>);
        model(dies_by_addition::<Proved>);
    }
}

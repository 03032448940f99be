//! Tests that take long; `ci/loom.sh full` has them.

use super::{
    agents::{acted, again, copied},
    calls::{TAIL, call},
    chains::chain,
    pool::all_done,
    rules::{annihilate_crosswise, commute_erased, dup_lam_applied, dup_lam_erased, opr_sup_of_numbers},
    shared_nodes::{each_right_alone, owner_and_two, wide},
    wire::both_delegate,
    *,
};

#[test]
fn owner_meets_slot_1_first() {
    model(owner_and_two::<Proved>(1));
}

#[test]
fn each_right_in_its_own_thread() {
    bounded(4, each_right_alone());
}

#[test]
fn node_of_three_cells() {
    bounded(3, wide(3, 3, &[], &[0, 1, 2]));
}

#[test]
fn both_rights_delegated() {
    model(both_delegate);
}

#[test]
fn chain_of_three() {
    for flip in [0b0000, 0b0110, 0b1010] {
        model(chain(&[&[0], &[1, 3], &[2]], flip));
        model(chain(&[&[1], &[0, 3], &[2]], flip));
    }
}

#[test]
fn chain_of_three_in_four_threads() {
    bounded(4, chain(&[&[0], &[1], &[2], &[3]], 0b0000));
    bounded(4, chain(&[&[0], &[1], &[2], &[3]], 0b0110));
}

#[test]
fn chain_of_four() {
    model(chain(&[&[0, 3], &[1, 4], &[2]], 0b00000));
    model(chain(&[&[2, 4], &[0], &[3, 1]], 0b01010));
}

#[test]
fn tail_call() {
    call(3, TAIL, leaf(5));
}

#[test]
fn dup_lam() {
    bounded(3, dup_lam_applied);
}

#[test]
fn dup_lam_all_erased() {
    bounded(3, dup_lam_erased);
}

#[test]
fn commute() {
    bounded(4, commute_erased);
}

#[test]
fn opr_sup() {
    bounded(3, opr_sup_of_numbers);
}

#[test]
fn annihilate() {
    bounded(4, annihilate_crosswise);
}

#[test]
fn act_against_all_parties() {
    model(acted);
}

#[test]
fn two_rules_in_a_row() {
    bounded(3, again);
}

#[test]
fn copy_agent() {
    bounded(2, copied);
}

#[test]
fn three_workers() {
    bounded(3, || all_done(3, 2));
}

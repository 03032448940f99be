//! What `schedule!` makes, for reviewers.

use super::{BODIES, DOWN, FUSED, GRADIENT, IMPL, MAP, NETS, REWRITE, SCATTER, UP, expansion};
use crate::tests::snapshots::compare;

#[test]
fn a_cost_from_the_leaves_up() {
    compare("schedule/up.txt", expansion(UP));
}

#[test]
fn a_depth_from_the_roots_down() {
    compare("schedule/down.txt", expansion(DOWN));
}

#[test]
fn two_attributes_in_one_traversal_by_threads() {
    compare("schedule/fused.txt", expansion(FUSED));
}

/// Of a type that the macro does not know.
#[test]
fn what_nodes_inherit() {
    compare("schedule/inherited.txt", expansion(IMPL));
}

#[test]
fn a_batch_from_another() {
    compare("schedule/rewrite.txt", expansion(REWRITE));
}

#[test]
fn a_histogram() {
    compare("schedule/scatter.txt", expansion(SCATTER));
}

#[test]
fn nets_that_are_reduced() {
    compare("schedule/nets.txt", expansion(NETS));
}

#[test]
fn a_map_with_functions() {
    compare("schedule/map.txt", expansion(MAP));
}

#[test]
fn a_gradient_of_a_cost() {
    compare("schedule/gradient.txt", expansion(GRADIENT));
}

/// By hand: on the CPU, on a device, and whichever is chosen.
#[test]
fn bodies_by_hand() {
    compare("schedule/bodies.txt", expansion(BODIES));
}

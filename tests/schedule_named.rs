//! `schedule!`: nodes with rows of another space, points with arrays and pairs, on a device of threads.

#[path = "support/named.rs"]
mod named;

#[test]
fn as_alone() {
    named::check(&polarnet::device::Device::threads());
}

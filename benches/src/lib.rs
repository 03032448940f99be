//! What is measured: the workloads, and the engines that run them. `benches/` times them, `ci/callgrind.sh` counts their
//! instructions, `examples/plot` draws both. The README says how.

pub mod workloads;

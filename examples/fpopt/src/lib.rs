//! Makes floating-point expressions more accurate: an application of polarnet's columns and schedules.
//!
//! It reads cores from [FPCore](https://fpbench.org) files, finds expressions of the same real value whose rounding errors are
//! smaller, and writes a report. The plan is Herbie's (Panchekha, Sanchez-Stern, Wilcox, Tatlock, "Automatically Improving Accuracy for
//! Floating Point Expressions", PLDI 2015): sample points; find where the errors come from; rewrite there; simplify; choose by regions.
//!
//! * [`problem`] is a core in a batch, [`sample`] its points with the real values there, by intervals of as many bits as it takes;
//! * [`rules`] has the identities, which are data: `identities.txt`;
//! * [`flop`] has the expressions as a machine computes them, and the passes of `schedule!` over them: one `val` that says what a
//!   row is at a point, computed at all points at once, by threads or on a GPU, and by `vjp` how errors of rows change the result;
//! * [`search`] rewrites where that is most, and keeps [`candidates`]; [`regimes`] puts choices between them;
//! * [`measure`] has errors and costs, [`improve`] is one core, [`all`] all of them, [`report`] the page, [`table`] the same for programs.
//!
//! The reducer that gathers like terms is that of `examples/reduce`, the costs are those of `examples/schedule_cost`.

pub mod all;
mod bounds;
pub mod candidates;
#[allow(dead_code, reason = "the example has more orders")]
#[path = "../../schedule_cost/spec.rs"]
mod cost;
pub mod float;
pub mod flop;
#[allow(dead_code, reason = "the example uses the rest")]
#[path = "../../reduce/gather.rs"]
mod gather;
pub mod improve;
pub mod lower;
pub mod measure;
mod plot;
pub mod problem;
#[path = "../../reduce/reducer.rs"]
mod reducer;
#[path = "../../reduce/rules.rs"]
mod reductions;
pub mod regimes;
pub mod report;
pub mod rules;
pub mod sample;
pub mod search;
mod simplify;
pub mod table;

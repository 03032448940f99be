//! Real expressions, read from [FPCore](https://fpbench.org/spec/fpcore-2.0.html) files into batches.
//!
//! This is what the examples of columns have in common: a language of real expressions ([`Real`]), a reader, exact
//! numbers, and an evaluation by intervals that is sure of what it says.
//!
//! ```
//! use polarnet_columns::{Builder, space};
//! use polarnet_fpcore::{Names, read};
//!
//! let cores = read("(FPCore (x) :name \"a square\" (* (+ x 1) (+ x 1)))")?;
//! let mut names = Names::default();
//! space!(Exprs, guard);
//! let mut exprs = Builder::new(guard);
//! let root = cores[0].build(&mut exprs, &mut names)?;
//! // x, 1, their sum, its square: the second sum is the first.
//! assert_eq!(exprs.len(), 4);
//! assert_eq!(names.show(&exprs.freeze(), root, 100), "(* (+ x 1) (+ x 1))");
//! # Ok::<(), polarnet_fpcore::Error>(())
//! ```

mod build;
mod core;
mod error;
mod eval;
mod files;
mod functions;
mod interval;
mod lang;
mod names;
mod number;
mod platform;

pub use crate::{
    core::{Argument, Core, read},
    error::{Error, Position},
    eval::{Outcome, Points, evaluate},
    files::{File, FileError, collect},
    interval::{Fault, Interval},
    lang::{Binary, Comparison, Constant, Format, Number, Real, RealLang, Symbol, Unary},
    names::{Names, tree_nodes},
    platform::{Costs, Platform, Reprs},
};

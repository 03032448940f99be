//! The λ-calculus, twice: by substitution, and as nets.
//!
//! * [`term`]: terms, as text and with indices.
//! * [`normalise`]: their normal forms, by substitution.
//! * [`choose`]: random closed terms; [`typed`]: such with simple types.
//! * [`named`]: terms as books write them.
//! * [`rules`]: Lambdascope's agents and rules.
//! * [`translate`]: a term as a net of these agents.
//! * [`readback`]: a net's normal form as a term.

#![allow(dead_code, reason = "tests with agents and with terms share it")]

pub mod choose;
pub mod named;
pub mod normalise;
pub mod readback;
pub mod rules;
pub mod term;
pub mod translate;
pub mod typed;

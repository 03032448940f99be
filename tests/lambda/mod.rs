//! The λ-calculus, twice: by substitution, and as nets.
//!
//! * [`term`]: terms, as text and with indices.
//! * [`normalise`]: their normal forms, by substitution.
//! * [`choose`]: random closed terms.
//! * [`rules`]: Lambdascope's agents and rules.
//! * [`translate`]: a term as a net of these agents.
//! * [`readback`]: a net's normal form as a term.

pub mod choose;
pub mod normalise;
pub mod readback;
pub mod rules;
pub mod term;
pub mod translate;

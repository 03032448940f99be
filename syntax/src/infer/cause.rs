//! Constraints, each with what asks for it.

use super::port::Port;

/// What asks for a sign, or for two signs to be equal or opposite.
///
/// ```
/// # use polarnet_syntax::{infer::{Reason, infer}, number::Numbers, text::parse_text};
/// let net = parse_text("@main = {x x}", Numbers::Native).0.unwrap();
/// let signs = infer(&net);
/// let reasons = signs.clashes[0].ends.map(|end| end.reason);
/// assert!(reasons.contains(&Reason::Dup)); // all ports of `{x x}` have one sign
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// Roots are positive.
    Root,
    /// Numbers are positive.
    Number,
    /// References are positive.
    Reference,
    /// Operators are `-$(+right -result)`.
    Operator,
    /// Switches are `-?(+arms -result)`, and their arms `+(+zero +(-number +other))`.
    Switch,
    /// An arm of a switch gives what the switch gives.
    Arm,
    /// All ports of a `DUP` or `SUP` have the same sign.
    Dup,
    /// The ends of a wire have opposite signs.
    Wire,
    /// The sides of a redex have opposite signs.
    Redex,
    /// A reference is used as its definition is written.
    Use,
    /// An agent's declaration has the signs of its ports.
    Declared,
    /// A sign was written.
    Written,
    /// The definition has typed parameters and a result.
    Signature,
}

/// A reason and its place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Cause {
    pub def: u32,
    /// The row of the agent or of one end of the wire, one side of the redex, the reference.
    pub row: u32,
    pub reason: Reason,
    /// A written sign or a typed signature asks for this, here or in the definition that is used.
    pub written: bool,
    /// It is about ports inside the types at the place, not at the place itself.
    pub inner: bool,
}

impl Cause {
    pub fn new(def: u32, row: u32, reason: Reason) -> Self {
        let written = matches!(reason, Reason::Declared | Reason::Written | Reason::Signature);
        Cause { def, row, reason, written, inner: false }
    }

    /// The same for ports further inside.
    pub fn inner(self) -> Self {
        Cause { inner: true, ..self }
    }
}

/// Two ports that have to be equal in sign, and why.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint {
    pub ports: [Port; 2],
    pub cause: Cause,
}

/// A constraint that contradicts the ones before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refusal {
    pub constraint: Constraint,
    /// How many constraints were in force then.
    pub after: u32,
}

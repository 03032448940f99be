//! Which signs stay.

use polarnet_columns::Child;
use polarnet_syntax::net::Agent;

/// Agents of one kind that stand in one place have one sign.
pub(crate) fn kind<I: Child, D>(agent: Agent<'_, I, D>) -> u8 {
    match agent {
        Agent::Wire => 0,
        Agent::Era => 1,
        Agent::Num(_) => 2,
        Agent::Ref(_) => 3,
        Agent::Con(..) => 4,
        Agent::Dup(..) => 5,
        Agent::Opr(..) => 6,
        Agent::Swi(..) => 7,
        Agent::User(..) => 8,
        Agent::Replaced(_) => 9,
    }
}

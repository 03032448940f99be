//! Rules and definitions as straight-line code, for who writes it out as Rust and for who runs it as bytecode.
//!
//! * `actor`, `function`: a negative agent, and a definition, as functions; `case`, `closures`: what is applied that is not known.
//! * `flow`: from a net to [`Step`]s, who gives to whom in which order. `polarized`: whether there is one. `step`: what they are; `walk`: what is in them.
//! * `if_conversion`: two rules of an agent, or two arms of a switch, as one. `accumulate`, `waiting`: recursion that is a loop;
//!   `unsigned`, `induction`: what that must know.
//! * `fusion`: a function of what another gives, as one.
//! * `inline`, `rename`, `live`: what is written out where it is called, and what is not called at all. `whole`: what is left as it is.
//! * `serial`: whether there is more than one thing to do at a time.
//! * `verify`: that no step uses what is not there. `print`: steps as text.
//!
//! **A negative agent is a function.** `-Append(+ys, -out)` takes the value that meets its principal port, and what stands at its
//! positive ports; it gives what its negative ports are waiting for. So a rule `-A ~ +B` is an arm of the function `A`, and
//! its right side is a list of [`Step`]s: calls of other negative agents, nodes to build, results to return. A wire is a
//! value in a register.
//!
//! ```
//! # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
//! # let text = "agent +Nil, +Cons(+head, +tail), -Append(+ys, -out);
//! #     rule Append(ys, out) ~ Nil => out ~ ys;
//! #     rule Append(ys, out) ~ Cons(x, xs) => out ~ Cons(x, t) & Append(ys, t) ~ xs;
//! #     @main = *";
//! # let net = parse_text(text, Numbers::Native).0.unwrap();
//! # let any = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
//! # any.with(|book| {
//! use polarnet_lower::actors;
//!
//! let actors = actors(book).unwrap();
//! // of `rule Append(ys, out) ~ Cons(x, xs) => out ~ Cons(x, t) & Append(ys, t) ~ xs;`
//! let body = actors[0].arms[1].choices[0].body.to_string();
//! assert_eq!(body, "r0 = call 2(f1, p0)\nn0 = agent 1, in place\nn0.0 = f0\nn0.1 = r0\nreturn n0\n");
//! # });
//! ```
//!
//! A value need not be known: then it is a variable, the right to meet a cell, and the agent that is to act on it is built as a
//! node that waits there. So the steps are right whatever is known; what is known is fast.
//!
//! Signs make this possible: in a polarized net every wire has a giver and a taker. Where they clash, there is no such
//! code ([`actors`] gives `None`), and the rules are interpreted.

mod accumulate;
mod actor;
mod case;
mod closures;
mod flow;
mod function;
mod fusion;
mod if_conversion;
mod induction;
mod inline;
mod live;
mod polarized;
mod print;
mod reach;
mod rename;
mod serial;
mod step;
#[cfg(test)]
mod tests;
mod unsigned;
mod verify;
mod waiting;
mod walk;
mod whole;

pub use accumulate::{Accumulate, AccumulatedCall};
pub use actor::{Actor, Arm, Choice, actors, direct_actors};
pub use function::{ARGUMENTS, Definition, Function, Test, definitions, guessed, used};
pub use if_conversion::Substitution;
pub use induction::{Induction, Offset};
pub use inline::VARIANT;
pub use polarized::is_polarized;
pub use serial::is_serial;
pub use step::{Block, Body, Case, Core, Form, Guess, Node, Operand, Operate, Reg, Select, Step, Switch};
pub use waiting::WaitingCall;

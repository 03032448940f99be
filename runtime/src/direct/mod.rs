//! Direct style: a wire is a value in a register, a definition a function of the arguments that it is applied to, a negative agent
//! one of what it meets, and a node is built only when something must wait. Then the linker takes over.
//!
//! * `code`: the bytecode; `compile`: from [`polarnet_lower`]'s functions; `exec` and `machine`: what runs it.
//! * `emitted`: what `net!` makes of the same functions, in the place of bytecode; `contexts`: what is left to do in turns of loops.
//! * `resolve`: what an application calls; closures, which are definitions with fewer arguments than lambdas.
//! * `act`: negative agents, as functions of what they meet.
//! * `now`: interactions whose outcome is needed at once, where the fast way is not open; `operate`: those of operators.
//! * `park`: calls that wait for an argument, or for a place on the stack.
//! * `finish`: what is left of these when nothing else is left to do.
//!
//! Invariants, which SAFETY comments name:
//!
//! * **D1** The stack of frames has room for one frame of the largest size behind its limit; a frame is entered only where it
//!   begins before the limit, or above one of **D5** that does.
//! * **D2** Code is what `compile` made of the program's own book: jumps stay inside of a function, and go forward, but for that of `AwaitedAll` to its
//!   `Awaited`. A function ends with a `Return…`, an operator that is last, a `Last…`, an `AwaitedAll`, or a jump. The words that a call needs follow it, the
//!   two of `Awaited` stand before it, and its `Derive`s behind it; functions and constants are those of the program.
//! * **D3** A register that code names is in its function's frame, and has been written before it is read.
//! * **D4** When a run is over (memory has run out, say) no instruction is carried out any more, and whoever that goes back to
//!   allocates and publishes nothing: fresh nodes may be the same spare words again and again.
//! * **D5** Below the frame of a function there may be one of `machine::around`, and one of `machine::accumulate`, which links name: each is made
//!   once for all turns of a loop, the latter only where the function's own began before the limit, and behind it there is room for both. The places
//!   of the former are slots of fresh nodes, that nobody reads before it gives the head back, and words of its own.
//! * **D6** When a function begins there is room on the stack of `contexts` for a turn's words, where it is compiled: it looks for more right after it has put
//!   some there, and calls nothing if there is none. Bytecode looks right before. What was put there is there when it is taken off: who comes between takes
//!   off its own. Not where the run is over (**D4**).

mod act;
pub(crate) mod code;
mod compile;
mod contexts;
pub(crate) mod emitted;
mod exec;
#[cfg(not(any(loom, shuttle)))]
pub(crate) mod finish;
pub(crate) mod machine;
mod now;
mod operate;
mod park;
mod resolve;

pub(crate) use contexts::Contexts;
pub(crate) use exec::Frames;

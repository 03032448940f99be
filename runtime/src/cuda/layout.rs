//! What the host and the kernels share: constants and structs, with one definition, from which `kernels/layout.cuh` is made.

#[cfg(test)]
mod header;

use crate::{stats::Rule, worker::MAX_ARITY};
use core::marker::PhantomData;
use polarnet_syntax::number::{WideOp, WideType};
#[cfg(test)]
use std::fmt::Write;

/// Where a table is on the device.
#[repr(transparent)]
pub struct At<T>(pub u64, PhantomData<T>);

impl<T> At<T> {
    pub const fn new(address: u64) -> Self {
        At(address, PhantomData)
    }
}

impl<T> Clone for At<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for At<T> {}

/// What can be a field: what C calls it, and how it declares one.
pub trait Field: Copy {
    #[cfg(test)]
    const NAME: &'static str;
    const ZERO: Self;
    #[cfg(test)]
    fn declare(name: &str) -> String {
        format!("{} {name}", Self::NAME)
    }
}
impl Field for u32 {
    #[cfg(test)]
    const NAME: &'static str = "u32";
    const ZERO: Self = 0;
}
impl Field for u64 {
    #[cfg(test)]
    const NAME: &'static str = "u64";
    const ZERO: Self = 0;
}
impl<T: Field, const N: usize> Field for [T; N] {
    #[cfg(test)]
    const NAME: &'static str = T::NAME;
    const ZERO: Self = [T::ZERO; N];
    #[cfg(test)]
    fn declare(name: &str) -> String {
        T::declare(&format!("{name}[{N}]"))
    }
}
impl<T: Field> Field for At<T> {
    #[cfg(test)]
    const NAME: &'static str = T::NAME;
    const ZERO: Self = At::new(0);
    #[cfg(test)]
    fn declare(name: &str) -> String {
        format!("{}* {name}", T::NAME)
    }
}

macro_rules! structs {
    ($($(#[doc = $doc:literal])* struct $Name:ident { $($(#[doc = $what:literal])* $field:ident: $Ty:ty,)* })*) => {
        $(
            $(#[doc = $doc])*
            #[repr(C)]
            #[derive(Clone, Copy)]
            pub struct $Name { $($(#[doc = $what])* pub $field: $Ty,)* }

            impl Field for $Name {
                #[cfg(test)]
                const NAME: &'static str = stringify!($Name);
                const ZERO: Self = $Name { $($field: Field::ZERO,)* };
            }

            // There is no padding.
            const _: () = assert!(size_of::<$Name>() == 0 $(+ size_of::<$Ty>())*);

            // In the order of C, of fields that are such data, without padding by the line above.
            device_copy!($Name);
        )*

        /// The structs, as C has them.
        #[cfg(test)]
        fn declarations(text: &mut String) {
            $(
                $(let _ = writeln!(text, "//{}", $doc);)*
                let _ = writeln!(text, "struct {} {{", stringify!($Name));
                $(
                    $(let _ = writeln!(text, "    //{}", $what);)*
                    let _ = writeln!(text, "    {};", <$Ty as Field>::declare(stringify!($field)));
                )*
                let _ = writeln!(text, "}};\nstatic_assert(sizeof({}) == {}, \"as the host has it\");\n", stringify!($Name), size_of::<$Name>());
            )*
        }
    };
}

structs! {
    /// A word of a template, to be shifted by what is placed at `by`.
    struct Slot { word: u64, by: u32, pad: u32, }

    /// A node of more than two words: its slots, and where it stands if all of its body stand in a row.
    struct Large { slots: u32, words: u32, offset: u32, }

    /// What a reduction may need, at most: words, nodes of more than two of them, and room for redexes.
    struct Need { words: u32, larges: u32, redexes: u32, }

    /// The net of a definition, or of a rule: `pairs` nodes of two words, then `larges`.
    struct Body {
        slots: u32,
        pairs: u32,
        large: u32,
        larges: u32,
        large_words: u32,
        /// Two slots each.
        redex: u32,
        redexes: u32,
        /// Arguments that are not used, in `indices`.
        dropped: u32,
        drops: u32,
        /// The slot of the result, or NONE.
        root: u32,
        /// Interactions that it has behind it.
        copies: u32,
        switches: u32,
        erased: u32,
        voids: u32,
    }

    /// A definition.
    struct Template {
        arity: u32,
        duplicated: u32,
        switches: u32,
        copyable: u32,
        /// The definition that it is another name of, or NONE.
        forwards: u32,
        /// In `indices`: the body, by the number of arguments, and by six things that can be known of them.
        which: u32,
        need: Need,
    }

    /// Some of a table.
    struct Range { first: u32, count: u32, }

    /// The rules for a positive agent, or for `DUP`s of a label (NONE: of all others).
    struct Partner { value: u32, rules: Range, }

    /// A rule of the book. `kind`: of the number that it is for, else 0.
    struct Acting { guard: Range, values: Range, body: u32, kind: u32, }

    /// An agent of the book.
    struct Agent {
        arity: u32,
        cells: u32,
        mask: u32,
        linear: u32,
        /// Bit `i`: port `i` holds a number.
        numbers: u32,
        /// Its rules, by the positive agent, which are in order.
        partners: Range,
        numeric: Range,
        erasing: Range,
        copying: Range,
        need: Need,
    }

    /// A step of a computation: what, and two small numbers; a larger one.
    struct Step { code: u32, bits: u32, }

    /// Redexes on the way from one block to another.
    struct Batch { count: u64, pos: [u64; BATCH], neg: [u64; BATCH], }

    /// What only the CPU computes: of a number and an operand; and what waits for the result.
    struct Question { num: u64, rhs: u64, ret: u64, }

    /// Which batches are full, by size of what is in them, and which are not in use.
    struct Depot {
        lock: u32,
        spare: u32,
        capacity: u32,
        /// Its first batch. In `spares`, batches stand relative to those that are there in the beginning, in order: so that is all zeros.
        first: u32,
        /// What many exchange is not beside what many look at.
        pad: [u32; 16],
        full: [u32; SIZES],
        batches: At<u32>,
        spares: At<u32>,
    }

    /// How far a run has come.
    struct Run {
        /// Why it ended; 0 if it did not.
        ended: u64,
        fault: u64,
        /// The two that met without a rule.
        stuck: [u64; 2],
        /// The first word that was never handed out.
        fresh: u64,
        interactions: u64,
        counts: [u64; RULES],
        asked: u32,
        /// What all add to is not beside what many look at.
        pad: [u32; 31],
        /// Batches of redexes in depots.
        offered: u32,
        pad_: u32,
        /// Blocks that have no redex; in the upper half, how often one of them meant to take some.
        hungry: u64,
    }

    /// What a turn is launched with.
    struct Launch {
        heap: At<u64>,
        slots: At<Slot>,
        larges: At<Large>,
        bodies: At<Body>,
        indices: At<u32>,
        templates: At<Template>,
        agents: At<Agent>,
        partners: At<Partner>,
        actings: At<Acting>,
        codes: At<Range>,
        steps: At<Step>,
        run: At<Run>,
        redexes: At<Batch>,
        nodes: At<u32>,
        /// Of redexes, and of free nodes.
        redex_depots: At<Depot>,
        depots: At<Depot>,
        questions: At<Question>,
        /// By block: its shared memory between turns, and redexes that find no room there, as two words each.
        state: At<u64>,
        over: At<u64>,
        /// Words of the heap; interactions that the run may do; nanoseconds of the turn.
        words: u64,
        limit: u64,
        nanoseconds: u64,
        /// Ticks of the turn.
        ticks: u32,
        /// Fresh words that a block gets at once.
        chunk: u32,
        over_room: u32,
        question_room: u32,
        /// Sizes of nodes that there are.
        sizes: u32,
        hvm24: u32,
    }
}

/// Threads of a block; redexes of a batch; nodes of one.
pub const TPB: usize = 128;
pub const BATCH: usize = TPB;
pub const NODE_BATCH: usize = 128;
/// Depots of redexes, and of free nodes. A warp looks at all of them at once.
pub const DEPOTS: usize = 32;
/// Sizes of nodes: of two words, of four, and so on.
pub const SIZES: usize = MAX_ARITY / 2;
pub const RULES: usize = Rule::ALL.len();
/// No index.
pub const NONE: u32 = u32::MAX;
/// Nodes of more than two words that a body may have without standing in a row.
pub const LISTED: usize = 16;
/// Bytes of a block's shared memory.
pub const STATE_BYTES: usize = 40 << 10;

/// Why a run ended.
pub mod end {
    pub const DONE: u64 = 1;
    pub const MEMORY: u64 = 2;
    pub const INTERACTIONS: u64 = 3;
    pub const NO_RULE: u64 = 4;
    /// A rule computes an elementary function of floats.
    pub const ELEMENTARY: u64 = 5;
    /// There are so many questions that the CPU must answer first.
    pub const QUESTIONS: u64 = 6;
}

/// What was wrong with an operation: this, the operator above it, then the type.
pub mod fault {
    pub const DIVISION_BY_ZERO: u64 = 1;
    pub const UNDEFINED: u64 = 2;
    pub const NO_OPERATOR: u64 = 3;
    pub const NO_OPERAND: u64 = 4;
    pub const ELEMENTARY: u64 = 5;
}

/// What a step does.
pub mod step {
    pub const KNOWN: u32 = 0;
    pub const LITERAL: u32 = 1;
    pub const APPLY: u32 = 2;
    pub const CAST: u32 = 3;
    pub const NOT: u32 = 4;
    pub const WIDE: u32 = 5;
    pub const WIDEN: u32 = 6;
    pub const NARROW: u32 = 7;
    pub const CONVERT: u32 = 8;
    pub const LOW: u32 = 9;
    pub const HIGH: u32 = 10;
}

/// The operators on wide numbers, by their codes.
pub const WIDE_OPS: [WideOp; 16] = {
    use WideOp::*;
    [Add, Sub, Mul, Div, Rem, And, Or, Xor, Shl, Shr, Eq, Ne, Lt, Le, Gt, Ge]
};

/// The code of a type of wide numbers.
pub fn wide_type(ty: WideType) -> u32 {
    u32::from(ty == WideType::F)
}

/// The code of an operator on them.
pub fn wide_op(op: WideOp) -> u32 {
    WIDE_OPS.iter().position(|&it| it == op).unwrap_or(0) as u32
}

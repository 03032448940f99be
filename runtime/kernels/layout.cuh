// What the host and the kernels share. Made from `runtime/src/cuda/layout.rs`, which says what it is: do not change it here.
#pragma once
#include "port.cuh"

const u64 VAR = 0x10;
const u64 DEATHS = 0xf;
const u32 TAG_AT = 0x5;
const u32 LABEL_AT = 0xb;
const u32 LOC_AT = 0x20;
const u32 TAG_ERA = 0x2;
const u32 TAG_REF = 0x3;
const u32 TAG_NUM = 0x4;
const u32 TAG_VALUE = 0x5;
const u32 TAG_ACTOR = 0x6;
const u32 TAG_LAM = 0x21;
const u32 TAG_APP = 0x26;
const u32 TAG_PAIR = 0x20;
const u32 TAG_SPLIT = 0x27;
const u32 TAG_SUP = 0x28;
const u32 TAG_DUP = 0x2f;
const u32 TAG_OPR = 0x36;
const u32 TAG_SWI = 0x3e;
const u32 KIND_CON = 0x0;
const u32 KIND_DUP = 0x1;
const u32 KIND_OPR = 0x2;
const u32 KIND_SWI = 0x3;
const u32 LATE = 0x1;
const u32 TYPE_U = 0x1;
const u32 TYPE_I = 0x2;
const u32 TYPE_F = 0x3;
const u32 OP_TO_U = 0x1;
const u32 OP_TO_I = 0x2;
const u32 OP_TO_F = 0x3;
const u32 OP_ADD = 0x4;
const u32 OP_SUB = 0x5;
const u32 OP_FLIP_SUB = 0x6;
const u32 OP_MUL = 0x7;
const u32 OP_DIV = 0x8;
const u32 OP_FLIP_DIV = 0x9;
const u32 OP_REM = 0xa;
const u32 OP_FLIP_REM = 0xb;
const u32 OP_EQ = 0xc;
const u32 OP_NE = 0xd;
const u32 OP_LT = 0xe;
const u32 OP_GT = 0xf;
const u32 OP_AND = 0x10;
const u32 OP_OR = 0x11;
const u32 OP_XOR = 0x12;
const u32 OP_SHL = 0x13;
const u32 OP_FLIP_SHL = 0x14;
const u32 OP_SHR = 0x15;
const u32 OP_FLIP_SHR = 0x16;
const u32 WIDE_I = 0x0;
const u32 WIDE_F = 0x1;
const u32 WIDE_ADD = 0x0;
const u32 WIDE_SUB = 0x1;
const u32 WIDE_MUL = 0x2;
const u32 WIDE_DIV = 0x3;
const u32 WIDE_REM = 0x4;
const u32 WIDE_AND = 0x5;
const u32 WIDE_OR = 0x6;
const u32 WIDE_XOR = 0x7;
const u32 WIDE_SHL = 0x8;
const u32 WIDE_SHR = 0x9;
const u32 WIDE_EQ = 0xa;
const u32 WIDE_NE = 0xb;
const u32 WIDE_LT = 0xc;
const u32 WIDE_LE = 0xd;
const u32 WIDE_GT = 0xe;
const u32 WIDE_GE = 0xf;
const u32 NAN_NATIVE = 0x7fc00000;
const u32 NAN_HVM24 = 0x7fc00100;
const u64 WIDE_NAN = 0x7ff8000000000000;
const u32 RULE_VOID = 0x0;
const u32 RULE_ERASE = 0x1;
const u32 RULE_COPY = 0x2;
const u32 RULE_APP_LAM = 0x3;
const u32 RULE_SPLIT_PAIR = 0x4;
const u32 RULE_DUP_SUP = 0x5;
const u32 RULE_DUP_LAM = 0x6;
const u32 RULE_DUP_PAIR = 0x7;
const u32 RULE_ANNIHILATE = 0x8;
const u32 RULE_COMMUTE = 0x9;
const u32 RULE_OPERATE = 0xa;
const u32 RULE_SWITCH = 0xb;
const u32 RULE_USER = 0xc;
const u32 RULE_STUCK = 0xd;
const u32 RULE_CALL = 0xe;
const u32 RULE_FUSED = 0xf;
const u32 MAX_ARITY = 0x10;
const u32 PLACES = 0x30;
const u32 RESULT = 0x31;
const u32 NODES = 0x32;
const u32 DEPTH = 0x10;
const u32 BATCH = 0x80;
const u32 NODE_BATCH = 0x80;
const u32 DEPOTS = 0x20;
const u32 LISTED = 0x10;
const u32 RULES = 0x10;
const u32 NONE = 0xffffffff;
const u32 STATE_BYTES = 0xa000;
const u32 END_DONE = 0x1;
const u32 END_MEMORY = 0x2;
const u32 END_INTERACTIONS = 0x3;
const u32 END_NO_RULE = 0x4;
const u32 END_ELEMENTARY = 0x5;
const u32 END_QUESTIONS = 0x6;
const u32 FAULT_DIVISION_BY_ZERO = 0x1;
const u32 FAULT_UNDEFINED = 0x2;
const u32 FAULT_NO_OPERATOR = 0x3;
const u32 FAULT_NO_OPERAND = 0x4;
const u32 FAULT_ELEMENTARY = 0x5;
const u32 STEP_KNOWN = 0x0;
const u32 STEP_LITERAL = 0x1;
const u32 STEP_APPLY = 0x2;
const u32 STEP_CAST = 0x3;
const u32 STEP_NOT = 0x4;
const u32 STEP_WIDE = 0x5;
const u32 STEP_WIDEN = 0x6;
const u32 STEP_NARROW = 0x7;
const u32 STEP_CONVERT = 0x8;
const u32 STEP_LOW = 0x9;
const u32 STEP_HIGH = 0xa;

// A word of a template, to be shifted by what is placed at `by`.
struct Slot {
    u64 word;
    u32 by;
    u32 pad;
};
static_assert(sizeof(Slot) == 16, "as the host has it");

// A node of more than two words: its slots, and where it stands if all of its body stand in a row.
struct Large {
    u32 slots;
    u32 words;
    u32 offset;
};
static_assert(sizeof(Large) == 12, "as the host has it");

// What a reduction may need, at most: words, nodes of more than two of them, and room for redexes.
struct Need {
    u32 words;
    u32 larges;
    u32 redexes;
};
static_assert(sizeof(Need) == 12, "as the host has it");

// The net of a definition, or of a rule: `pairs` nodes of two words, then `larges`.
struct Body {
    u32 slots;
    u32 pairs;
    u32 large;
    u32 larges;
    u32 large_words;
    // Two slots each.
    u32 redex;
    u32 redexes;
    // Arguments that are not used, in `indices`.
    u32 dropped;
    u32 drops;
    // The slot of the result, or NONE.
    u32 root;
    // Interactions that it has behind it.
    u32 copies;
    u32 switches;
    u32 erased;
    u32 voids;
};
static_assert(sizeof(Body) == 56, "as the host has it");

// A definition.
struct Template {
    u32 arity;
    u32 duplicated;
    u32 switches;
    u32 copyable;
    // The definition that it is another name of, or NONE.
    u32 forwards;
    // In `indices`: the body, by the number of arguments, and by six things that can be known of them.
    u32 which;
    Need need;
};
static_assert(sizeof(Template) == 36, "as the host has it");

// Some of a table.
struct Range {
    u32 first;
    u32 count;
};
static_assert(sizeof(Range) == 8, "as the host has it");

// The rules for a positive agent, or for `DUP`s of a label (NONE: of all others).
struct Partner {
    u32 value;
    Range rules;
};
static_assert(sizeof(Partner) == 12, "as the host has it");

// A rule of the book. `kind`: of the number that it is for, else 0.
struct Acting {
    Range guard;
    Range values;
    u32 body;
    u32 kind;
};
static_assert(sizeof(Acting) == 24, "as the host has it");

// An agent of the book.
struct Agent {
    u32 arity;
    u32 cells;
    u32 mask;
    u32 linear;
    // Bit `i`: port `i` holds a number.
    u32 numbers;
    // Its rules, by the positive agent, which are in order.
    Range partners;
    Range numeric;
    Range erasing;
    Range copying;
    Need need;
};
static_assert(sizeof(Agent) == 64, "as the host has it");

// A step of a computation: what, and two small numbers; a larger one.
struct Step {
    u32 code;
    u32 bits;
};
static_assert(sizeof(Step) == 8, "as the host has it");

// Redexes on the way from one block to another.
struct Batch {
    u64 count;
    u64 pos[128];
    u64 neg[128];
};
static_assert(sizeof(Batch) == 2056, "as the host has it");

// What only the CPU computes: of a number and an operand; and what waits for the result.
struct Question {
    u64 num;
    u64 rhs;
    u64 ret;
};
static_assert(sizeof(Question) == 24, "as the host has it");

// Which batches are full, by size of what is in them, and which are not in use.
struct Depot {
    u32 lock;
    u32 spare;
    u32 capacity;
    // Its first batch. In `spares`, batches stand relative to those that are there in the beginning, in order: so that is all zeros.
    u32 first;
    // What many exchange is not beside what many look at.
    u32 pad[16];
    u32 full[8];
    u32* batches;
    u32* spares;
};
static_assert(sizeof(Depot) == 128, "as the host has it");

// How far a run has come.
struct Run {
    // Why it ended; 0 if it did not.
    u64 ended;
    u64 fault;
    // The two that met without a rule.
    u64 stuck[2];
    // The first word that was never handed out.
    u64 fresh;
    u64 interactions;
    u64 counts[16];
    u32 asked;
    // What all add to is not beside what many look at.
    u32 pad[31];
    // Batches of redexes in depots.
    u32 offered;
    u32 pad_;
    // Blocks that have no redex; in the upper half, how often one of them meant to take some.
    u64 hungry;
};
static_assert(sizeof(Run) == 320, "as the host has it");

// What a turn is launched with.
struct Launch {
    u64* heap;
    Slot* slots;
    Large* larges;
    Body* bodies;
    u32* indices;
    Template* templates;
    Agent* agents;
    Partner* partners;
    Acting* actings;
    Range* codes;
    Step* steps;
    Run* run;
    Batch* redexes;
    u32* nodes;
    // Of redexes, and of free nodes.
    Depot* redex_depots;
    Depot* depots;
    Question* questions;
    // By block: its shared memory between turns, and redexes that find no room there, as two words each.
    u64* state;
    u64* over;
    // Words of the heap; interactions that the run may do; nanoseconds of the turn.
    u64 words;
    u64 limit;
    u64 nanoseconds;
    // Ticks of the turn.
    u32 ticks;
    // Fresh words that a block gets at once.
    u32 chunk;
    u32 over_room;
    u32 question_room;
    // Sizes of nodes that there are.
    u32 sizes;
    u32 hvm24;
};
static_assert(sizeof(Launch) == 200, "as the host has it");


// Words: what a port holds. `runtime/src/word.rs` says what the bits are, and `layout.cuh` has them from there.
#pragma once
#include "layout.cuh"
#include "port.cuh"

typedef u64 Word;

DEV Word word(u32 tag, u32 label, u32 loc) { return (u64)tag << TAG_AT | (u64)label << LABEL_AT | (u64)loc << LOC_AT; }
DEV u32 tag(Word w) { return (u32)w >> TAG_AT & 63; }
DEV u32 label(Word w) { return (u32)w >> LABEL_AT; }
DEV u32 loc(Word w) { return (u32)(w >> LOC_AT); }
DEV bool is_var(Word w) { return w & VAR; }
DEV Word alive(Word w) { return w & ~(u64)DEATHS; }

const Word EMPTY = 0;
const Word ERA = (u64)TAG_ERA << TAG_AT;

// The right to meet cell `slot` of the node of `arity` words at `node`, `cells` of which are cells.
DEV Word var(u32 node, u32 slot, u32 arity, u32 cells) { return VAR | word(0, slot | arity << 5 | cells << 10, node + slot); }
DEV u32 var_node(Word w) { return loc(w) - (label(w) & 31); }
DEV u32 var_arity(Word w) { return label(w) >> 5 & 31; }
DEV u32 var_cells(Word w) { return label(w) >> 10; }
DEV bool var_is_simple(Word w) { return label(w) >> 5 == (2 | 1 << 5); }

// Nodes of two ports: kind, sign of the principal port, and which slots are cells.
DEV bool is_leaf(u32 tag) { return tag - TAG_ERA <= TAG_NUM - TAG_ERA; }
DEV bool is_agent(u32 tag) { return tag == TAG_VALUE || tag == TAG_ACTOR; }
DEV bool is_node(u32 tag) { return tag & 32; }
DEV u32 kind_of(u32 tag) { return tag >> 3 & 3; }
DEV u32 is_negative(u32 tag) { return tag >> 2 & 1; }
DEV u32 is_cell(u32 tag, u32 slot) { return tag >> slot & 1; }
DEV u32 cells_of(u32 tag) { return (tag & 1) + (tag >> 1 & 1); }
DEV u32 node_tag(u32 kind, u32 negative, u32 cells) { return 32 | kind << 3 | negative << 2 | cells; }
DEV Word port(u32 tag, u32 node, u32 slot) { return var(node, slot, 2, cells_of(tag)); }

// Two terms that are joined at their principal ports, the positive one first.
struct Redex {
    Word pos, neg;
};

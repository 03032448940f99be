// Passes by hand, as `schedule!` would write them, over expressions:
//
//     enum Math<I> { Num(i32), Add(I, I), Div(I, I), Mad(I, I, I) }
//
// Slots: 1..7 the batch, 7..10 its users; others as each pass says. A number that only rustc knows: HALF.

enum { NUM, ADD, DIV, MAD };

DEV u32 word(const u64* s, u32 row, u32 nth) { return get(slot<u32>(s, 2), 2 * u64(row) + nth); }
DEV u32 pooled(const u64* s, u32 row, u32 nth) { return get(slot<u32>(s, 3), u64(word(s, row, 1)) + nth); }

// The value of each row, times a scalar (11), plus a column (10), into 12.
DEV void value(const u64* s, u32 row) {
    i32* values = slot<i32>(s, 12);
    i32 made = 0;
    switch (get(slot<u8>(s, 1), row)) {
    case NUM: made = i32(word(s, row, 0)); break;
    case ADD: made = rs::add(get(values, word(s, row, 0)), get(values, word(s, row, 1))); break;
    case DIV: made = rs::div(s, row, get(values, word(s, row, 0)), get(values, word(s, row, 1))); break;
    case MAD:
        made = rs::mul(get(values, pooled(s, row, 0)), get(values, pooled(s, row, 1)));
        made = rs::add(made, get(values, pooled(s, row, 2)));
    }
    put(values, row, rs::add(rs::mul(made, i32(get(s, 11))), get(slot<i32>(s, 10), row)));
}

// How often each row is used on the ways from those that nobody uses, into 10: by one thread, and by a block where many use it.
DEV void paths(const u64* s, u32 row) {
    u64 from = get(slot<u32>(s, 8), row), end = get(slot<u32>(s, 8), u64(row) + 1), all = from == end;
    if (end - from > MANY) return;
    for (; from < end; ++from) all += get(slot<u64>(s, 10), get(slot<u32>(s, 7), from));
    if (all > 1000000) fault(s, row, OUT_OF_RANGE);
    put(slot<u64>(s, 10), row, all);
}
KERNEL(pass_paths_many, const u64* s, u32 from, u32 to) {
    for (u32 at = from + block(); at < to; at += blocks()) {
        u32 row = get(slot<u32>(s, 9), at), begin = get(slot<u32>(s, 8), row), end = get(slot<u32>(s, 8), u64(row) + 1);
        u64* cell = slot<u64>(s, 10);
        ask_together(
            slot<u32>(s, 7), begin, end, u64(0),
            [&](u32 user, u64& first) {
                // As often as it uses the row.
                first = get(cell, user);
                u32 count = 0;
                for (u32 at = begin; at < end; ++at) count += get(slot<u32>(s, 7), at) == user;
                return count;
            },
            [&](u32, u64 all, u64 sent) { return all + sent; },
            [&](u32 user, u64 all) {
                for (u32 at = begin; at < end; ++at)
                    if (get(slot<u32>(s, 7), at) == user) all += get(cell, user);
                return all;
            },
            [&]() { return get(cell, row); },
            [&](u64 all) { put(cell, row, all); });
        if (thread() == 0 && get(cell, row) > 1000000) fault(s, row, OUT_OF_RANGE);
    }
}

#define BY_LEVEL(name, level_of)                                      \
    KERNEL(pass_##name, const u64* s, u32 from, u32 to) {                           \
        ROWS(i, from, to) name(s, get(slot<u32>(s, 4), i));                         \
    }                                                                               \
    KERNEL(pass_##name##_narrow, const u64* s, u32 from, u32 to) {                  \
        for (u32 n = 0; n < to - from; ++n) {                                       \
            u32 level = level_of, end = get(slot<u32>(s, 5), u64(level) + 1);     \
            for (u32 i = get(slot<u32>(s, 5), level) + thread(); i < end; i += threads()) \
                name(s, get(slot<u32>(s, 4), i));                                   \
            sync_block();                                                           \
        }                                                                           \
    }
BY_LEVEL(value, from + n)
BY_LEVEL(paths, to - 1 - n)

// A column (1) of floats: whether it is positive (2), then half of it where it is (3).
KERNEL(pass_positive, const u64* s, u32 from, u32 to) {
    ROWS(i, from, to) put(slot<u8>(s, 2), i, u8(get(slot<f64>(s, 1), i) > 0));
}
KERNEL(pass_half, const u64* s, u32 from, u32 to) {
    ROWS(i, from, to) put(slot<f64>(s, 3), i, get(slot<f64>(s, 1), i) * (get(slot<u8>(s, 2), i) ? 1.0 / HALF : 1.0));
}

// What is no truth value (2), and no row (3) from the one on that has the number of a scalar (4).
KERNEL(pass_invalid, const u64* s, u32 from, u32 to) {
    ROWS(i, from, to) {
        bool wrong = i >= get(s, 4);
        put(slot<u8>(s, 2), i, u8(wrong ? 2 : 1));
        put(slot<u32>(s, 3), i, u32(wrong ? to : i));
    }
}



// size, of a row
DEV i32 at_size(const u64* s, u32 row, u32 n) {
    switch (get(slot<u8>(s, 1), n)) {
        case 0: // Num
        case 1: { // Var
            return rs::add(1, 0);
        }
        case 2: { // If
            const u32* const f1 = pooled_fields(s, 1, n);
            const u32 v_args_0 = get(f1, 0);
            const u32 v_args_1 = get(f1 + 1, 0);
            const u32 v_args_2 = get(f1 + 2, 0);
            return rs::add(1, rs::add(rs::add(get(slot<i32>(s, 7), v_args_0), get(slot<i32>(s, 7), v_args_1)), get(slot<i32>(s, 7), v_args_2)));
        }
        case 3: { // Neg
            const u32* const f1 = fields(s, 1, n);
            const u32 v_args = get(f1, 0);
            return rs::add(1, get(slot<i32>(s, 7), v_args));
        }
        case 4: { // Add
            const u32* const f1 = fields(s, 1, n);
            const u32 v_args_0 = get(f1, 0);
            const u32 v_args_1 = get(f1 + 1, 0);
            return rs::add(1, rs::add(get(slot<i32>(s, 7), v_args_0), get(slot<i32>(s, 7), v_args_1)));
        }
        default: { // Op
            const u32* const f1 = pooled_fields(s, 1, n);
            i32 sum2 = 0;
            const u32 end4 = u32(get(f1 + u32(words_0), 0));
            for (u32 i3 = 0; i3 < end4; i3++) {
                sum2 = rs::add(sum2, get(slot<i32>(s, 7), get(f1 + u32(words_0) + 1, i3)));
            }
            return rs::add(1, sum2);
        }
    }
}

DEV void k_shares_0_row(const u64* s, u32 row) {
    const i32 value1 = at_size(s, row, row);
    put(slot<i32>(s, 7), row, value1);
}

KERNEL(k_shares_0, const u64* s, u32 from, u32 to) {
    const u32* order = slot<u32>(s, 4);
    ROWS(at, from, to) k_shares_0_row(s, get(order, at));
}
KERNEL(k_shares_0_narrow, const u64* s, u32 from, u32 to) {
    const u32* order = slot<u32>(s, 4);
    const u32* starts = slot<u32>(s, 5);
    for (u32 level = from; level < to; level++) {
        const u32 end = get(starts, level + 1);
        for (u32 at = get(starts, level) + thread(); at < end; at += threads()) k_shares_0_row(s, get(order, at));
        sync_block();
    }
}

// meet
DEV i32 f_meet(const u64* s, u32 row, i32 v_a, i32 v_b) {
    return v_a & v_b;
}

// share: what a row sends
template <class Into> DEV void send_share(const u64* s, u32 row, u32 n, u32 to, const Into& into) {
    const i32 v_part = rs::div(s, row, get(slot<i32>(s, 11), n), get(slot<i32>(s, 7), n));
    switch (get(slot<u8>(s, 1), n)) {
        case 0: // Num
        case 1: { // Var
            break;
        }
        case 2: { // If
            const u32* const f1 = pooled_fields(s, 1, n);
            const u32 v_c = get(f1, 0);
            const u32 v_t = get(f1 + 1, 0);
            const u32 v_e = get(f1 + 2, 0);
            if (v_c == to) {
                into(v_part);
            }
            if (v_part > 2) {
                if (v_t == to) {
                    into(rs::add(v_part, 1));
                }
                if (v_e == to) {
                    into(7);
                }
            } else {
                if (v_t == to) {
                    into(3);
                }
            }
            break;
        }
        case 3: { // Neg
            const u32* const f1 = fields(s, 1, n);
            const u32 v_args = get(f1, 0);
            const i32 sent2 = rs::sub(v_part, 1);
            {
                if (v_args == to) {
                    into(sent2);
                }
            }
            break;
        }
        case 4: { // Add
            const u32* const f1 = fields(s, 1, n);
            const u32 v_args_0 = get(f1, 0);
            const u32 v_args_1 = get(f1 + 1, 0);
            const i32 sent2 = rs::sub(v_part, 1);
            {
                if (v_args_0 == to) {
                    into(sent2);
                }
            }
            {
                if (v_args_1 == to) {
                    into(sent2);
                }
            }
            break;
        }
        default: { // Op
            const u32* const f1 = pooled_fields(s, 1, n);
            const i32 sent2 = get(slot<i32>(s, 7), n);
            const u32 end4 = u32(get(f1 + u32(words_0), 0));
            for (u32 i3 = 0; i3 < end4; i3++) {
                if (get(f1 + u32(words_0) + 1, i3) == to) {
                    into(sent2);
                }
            }
            break;
        }
    }
}

DEV i32 joined_share(const u64* s, u32 row, i32 into, i32 sent) {
    return f_meet(s, row, into, sent);
}
// With all that a user sends.
DEV i32 asked_share(const u64* s, u32 user, u32 row, i32 into) {
    send_share(s, user, user, row, [&](i32 sent) { into = joined_share(s, user, into, sent); });
    return into;
}
// How often a user sends, and what it sends first.
DEV u32 first_share(const u64* s, u32 user, u32 row, i32& first) {
    u32 count = 0;
    send_share(s, user, user, row, [&](i32 sent) { if (count++ == 0) first = sent; });
    return count;
}

DEV void k_shares_1_row(const u64* s, u32 row) {
    const u32* users = slot<u32>(s, 8);
    const u32* starts = slot<u32>(s, 9);
    const u32 begin = get(starts, row), end = get(starts, row + 1);
    // A block has it.
    if (end - begin > MANY) return;
    i32 into = rs::neg(1);
    u32 last = row;
    for (u32 at = begin; at < end; at++) {
        const u32 user = get(users, at);
        // Who uses the row twice sends both times when asked once.
        if (user == last) continue;
        last = user;
        into = asked_share(s, user, row, into);
    }
    put(slot<i32>(s, 11), row, into);
    send_share(s, row, row, row, [](i32) {});
}

KERNEL(k_shares_1_many, const u64* s, u32 from, u32 to) {
    const u32* many = slot<u32>(s, 10);
    const u32* starts = slot<u32>(s, 9);
    for (u64 at = u64(from) + block(); at < to; at += blocks()) {
        const u32 row = get(many, at);
        const i32 default1 = rs::neg(1);
        ask_together(
            slot<u32>(s, 8), get(starts, row), get(starts, row + 1), default1,
            [&](u32 user, i32& first) { return first_share(s, user, row, first); },
            [&](u32 user, i32 into, i32 sent) { return joined_share(s, user, into, sent); },
            [&](u32 user, i32 into) { return asked_share(s, user, row, into); },
            [&]() -> i32 { return get(slot<i32>(s, 11), row); },
            [&](i32 into) { put(slot<i32>(s, 11), row, into); }
        );
        if (thread() == 0) send_share(s, row, row, row, [](i32) {});
    }
}

KERNEL(k_shares_1, const u64* s, u32 from, u32 to) {
    const u32* order = slot<u32>(s, 4);
    ROWS(at, from, to) k_shares_1_row(s, get(order, at));
}
KERNEL(k_shares_1_narrow, const u64* s, u32 from, u32 to) {
    const u32* order = slot<u32>(s, 4);
    const u32* starts = slot<u32>(s, 5);
    for (u32 level = to; level-- > from;) {
        const u32 end = get(starts, level + 1);
        for (u32 at = get(starts, level) + thread(); at < end; at += threads()) k_shares_1_row(s, get(order, at));
        sync_block();
    }
}


struct tuple_u32_bool { u32 at0; bool at1; };

// leaf, of a row
DEV bool at_leaf(const u64* s, u32 row, u32 n) {
    switch (get(slot<u8>(s, 1), n)) {
        case 0: // Num
        case 1: { // Var
            return true;
        }
        default: { // all others
            return false;
        }
    }
}

DEV void k_both_0_row(const u64* s, u32 row) {
    const bool value1 = at_leaf(s, row, row);
    put(slot<u8>(s, 10), row, u8(value1));
}

KERNEL(k_both_0, const u64* s, u32 from, u32 to) {
    const u32* order = slot<u32>(s, 4);
    ROWS(at, from, to) k_both_0_row(s, get(order, at));
}
KERNEL(k_both_0_narrow, const u64* s, u32 from, u32 to) {
    const u32* order = slot<u32>(s, 4);
    const u32* starts = slot<u32>(s, 5);
    for (u32 level = from; level < to; level++) {
        const u32 end = get(starts, level + 1);
        for (u32 at = get(starts, level) + thread(); at < end; at += threads()) k_both_0_row(s, get(order, at));
        sync_block();
    }
}

// scaled
DEV f64 f_scaled(const u64* s, u32 row, f64 v_x, i32 v_by) {
    return (v_by > 1) ? (v_x * rs::as<f64>(v_by)) : v_x;
}

// cost, of a row
DEV f64 at_cost(const u64* s, u32 row, u32 n) {
    const f64 v_weight = get(slot<f64>(s, 7), n);
    const i32 v_by = i32(get(s, 9));
    const f64 v_own = f_scaled(s, row, v_weight, v_by);
    if (get(slot<u8>(s, 1), n) == 0) {
        // Num
        const u32* const f1 = fields(s, 1, n);
        const f64 v_v = rs::from_bits(wide(f1));
        if (v_v > 1.0) {
            return v_own;
        }
    }
    if (get(slot<u8>(s, 1), n) == 0) {
        // Num
        const u32* const f1 = fields(s, 1, n);
        if ((rs::from_bits(wide(f1)) == 0.0) || (rs::from_bits(wide(f1)) == 1.0)) {
            return rs::from_bits(u64(c_LEAST_0));
        }
    }
    if (get(slot<u8>(s, 1), n) == 0) {
        // Num
        return 1.0;
    }
    if (get(slot<u8>(s, 1), n) == 1) {
        // Var
        const u32* const f1 = fields(s, 1, n);
        if (get(f1, 0) <= 3u) {
            return -v_own;
        }
    }
    if (get(slot<u8>(s, 1), n) == 1) {
        // Var
        const u32* const f1 = fields(s, 1, n);
        const u32 v_k = get(f1, 0);
        return rs::as<f64>(v_k);
    }
    if (get(slot<u8>(s, 1), n) == 2) {
        // If
        const u32* const f1 = pooled_fields(s, 1, n);
        const u32 v_c = get(f1, 0);
        const u32 v_t = get(f1 + 1, 0);
        const u32 v_e = get(f1 + 2, 0);
        return get(slot<f64>(s, 11), v_c) + rs::max(get(slot<f64>(s, 11), v_t), get(slot<f64>(s, 11), v_e));
    }
    if (get(slot<u8>(s, 1), n) == 5) {
        // Op
        const u32* const f1 = pooled_fields(s, 1, n);
        if (get(f1, 0) == u32(word_2)) {
            f64 max2 = rs::from_bits(0xfff0000000000000ull);
            const u32 end4 = u32(get(f1 + u32(words_1), 0));
            for (u32 i3 = 0; i3 < end4; i3++) {
                max2 = rs::max(max2, get(slot<f64>(s, 11), get(f1 + u32(words_1) + 1, i3)));
            }
            return v_own + max2;
        }
    }
    if (get(slot<u8>(s, 1), n) == 3) {
        // Neg
        const u32* const f1 = fields(s, 1, n);
        const u32 v_args = get(f1, 0);
        return rs::from_bits(u64(c_LEAST_0)) + get(slot<f64>(s, 11), v_args);
    }
    if (get(slot<u8>(s, 1), n) == 4) {
        // Add
        const u32* const f1 = fields(s, 1, n);
        const u32 v_args_0 = get(f1, 0);
        const u32 v_args_1 = get(f1 + 1, 0);
        return rs::from_bits(u64(c_LEAST_0)) + (get(slot<f64>(s, 11), v_args_0) + get(slot<f64>(s, 11), v_args_1));
    }
    if (get(slot<u8>(s, 1), n) == 5) {
        // Op
        const u32* const f1 = pooled_fields(s, 1, n);
        f64 sum2 = 0.0;
        const u32 end4 = u32(get(f1 + u32(words_1), 0));
        for (u32 i3 = 0; i3 < end4; i3++) {
            sum2 = sum2 + get(slot<f64>(s, 11), get(f1 + u32(words_1) + 1, i3));
        }
        return rs::from_bits(u64(c_LEAST_0)) + sum2;
    }
    return {};
}

// height, of a row
DEV tuple_u32_bool at_height(const u64* s, u32 row, u32 n) {
    switch (get(slot<u8>(s, 1), n)) {
        case 0: // Num
        case 1: { // Var
            return tuple_u32_bool{0u, get(slot<u8>(s, 10), n) != 0};
        }
        case 5: { // Op
            const u32* const f1 = pooled_fields(s, 1, n);
            u32 max2 = rs::Of<u32>::min;
            const u32 end4 = u32(get(f1 + u32(words_1), 0));
            for (u32 i3 = 0; i3 < end4; i3++) {
                const u32 v_x = get(f1 + u32(words_1) + 1, i3);
                if (!(get(slot<u8>(s, 10), v_x) != 0)) {
                    max2 = rs::max(max2, tuple_u32_bool{get(slot<u32>(s, 12), v_x), get(slot<u8>(s, 13), v_x) != 0}.at0);
                }
            }
            bool any5 = false;
            const u32 end7 = u32(get(f1 + u32(words_1), 0));
            for (u32 i6 = 0; !any5 && i6 < end7; i6++) {
                const u32 v_x = get(f1 + u32(words_1) + 1, i6);
                any5 = tuple_u32_bool{get(slot<u32>(s, 12), v_x), get(slot<u8>(s, 13), v_x) != 0}.at1;
            }
            return tuple_u32_bool{1u + max2, any5};
        }
        case 3: { // Neg
            const u32* const f1 = fields(s, 1, n);
            const u32 v_args = get(f1, 0);
            u32 max2 = rs::Of<u32>::min;
            max2 = rs::max(max2, tuple_u32_bool{get(slot<u32>(s, 12), v_args), get(slot<u8>(s, 13), v_args) != 0}.at0);
            return tuple_u32_bool{1u + max2, (get(slot<u8>(s, 10), v_args) != 0)};
        }
        case 4: { // Add
            const u32* const f1 = fields(s, 1, n);
            const u32 v_args_0 = get(f1, 0);
            const u32 v_args_1 = get(f1 + 1, 0);
            u32 max2 = rs::Of<u32>::min;
            max2 = rs::max(max2, tuple_u32_bool{get(slot<u32>(s, 12), v_args_0), get(slot<u8>(s, 13), v_args_0) != 0}.at0);
            max2 = rs::max(max2, tuple_u32_bool{get(slot<u32>(s, 12), v_args_1), get(slot<u8>(s, 13), v_args_1) != 0}.at0);
            return tuple_u32_bool{1u + max2, (get(slot<u8>(s, 10), v_args_0) != 0) && (get(slot<u8>(s, 10), v_args_1) != 0)};
        }
        default: { // If
            const u32* const f1 = pooled_fields(s, 1, n);
            const u32 v_args_0 = get(f1, 0);
            const u32 v_args_1 = get(f1 + 1, 0);
            const u32 v_args_2 = get(f1 + 2, 0);
            u32 max2 = rs::Of<u32>::min;
            max2 = rs::max(max2, tuple_u32_bool{get(slot<u32>(s, 12), v_args_0), get(slot<u8>(s, 13), v_args_0) != 0}.at0);
            max2 = rs::max(max2, tuple_u32_bool{get(slot<u32>(s, 12), v_args_1), get(slot<u8>(s, 13), v_args_1) != 0}.at0);
            max2 = rs::max(max2, tuple_u32_bool{get(slot<u32>(s, 12), v_args_2), get(slot<u8>(s, 13), v_args_2) != 0}.at0);
            return tuple_u32_bool{1u + max2, (get(slot<u8>(s, 10), v_args_0) != 0) && (get(slot<u8>(s, 10), v_args_1) != 0) && (get(slot<u8>(s, 10), v_args_2) != 0)};
        }
    }
}

DEV void k_both_1_row(const u64* s, u32 row) {
    const f64 value1 = at_cost(s, row, row);
    put(slot<f64>(s, 11), row, value1);
    const tuple_u32_bool value2 = at_height(s, row, row);
    put(slot<u32>(s, 12), row, value2.at0);
    put(slot<u8>(s, 13), row, u8(value2.at1));
}

KERNEL(k_both_1, const u64* s, u32 from, u32 to) {
    const u32* order = slot<u32>(s, 4);
    ROWS(at, from, to) k_both_1_row(s, get(order, at));
}
KERNEL(k_both_1_narrow, const u64* s, u32 from, u32 to) {
    const u32* order = slot<u32>(s, 4);
    const u32* starts = slot<u32>(s, 5);
    for (u32 level = from; level < to; level++) {
        const u32 end = get(starts, level + 1);
        for (u32 at = get(starts, level) + thread(); at < end; at += threads()) k_both_1_row(s, get(order, at));
        sync_block();
    }
}

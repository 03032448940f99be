

// cost, of a row
DEV f64 at_cost(const u64* s, u32 row, u32 n) {
    switch (get(slot<u8>(s, 1), n)) {
        case 0: // Num
        case 1: { // Var
            return 1.0;
        }
        case 2: { // If
            const u32* const f1 = pooled_fields(s, 1, n);
            const u32 v_c = get(f1, 0);
            const u32 v_t = get(f1 + 1, 0);
            const u32 v_e = get(f1 + 2, 0);
            return (1.0 + get(slot<f64>(s, 7), v_c)) + rs::max(get(slot<f64>(s, 7), v_t), get(slot<f64>(s, 7), v_e));
        }
        case 3: { // Neg
            const u32* const f1 = fields(s, 1, n);
            const u32 v_x = get(f1, 0);
            return get(slot<f64>(s, 7), v_x);
        }
        case 4: { // Add
            const u32* const f1 = fields(s, 1, n);
            const u32 v_args_0 = get(f1, 0);
            const u32 v_args_1 = get(f1 + 1, 0);
            return 1.0 + (get(slot<f64>(s, 7), v_args_0) + get(slot<f64>(s, 7), v_args_1));
        }
        default: { // Op
            const u32* const f1 = pooled_fields(s, 1, n);
            f64 sum2 = 0.0;
            const u32 end4 = u32(get(f1 + u32(words_0), 0));
            for (u32 i3 = 0; i3 < end4; i3++) {
                sum2 = sum2 + get(slot<f64>(s, 7), get(f1 + u32(words_0) + 1, i3));
            }
            return 1.0 + sum2;
        }
    }
}

DEV void k_costs_0_row(const u64* s, u32 row) {
    const f64 value1 = at_cost(s, row, row);
    put(slot<f64>(s, 7), row, value1);
}

KERNEL(k_costs_0, const u64* s, u32 from, u32 to) {
    const u32* order = slot<u32>(s, 4);
    ROWS(at, from, to) k_costs_0_row(s, get(order, at));
}
KERNEL(k_costs_0_narrow, const u64* s, u32 from, u32 to) {
    const u32* order = slot<u32>(s, 4);
    const u32* starts = slot<u32>(s, 5);
    for (u32 level = from; level < to; level++) {
        const u32 end = get(starts, level + 1);
        for (u32 at = get(starts, level) + thread(); at < end; at += threads()) k_costs_0_row(s, get(order, at));
        sync_block();
    }
}

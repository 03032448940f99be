

// value, of a row at a point
DEV f64 at_value(const u64* s, u32 row, u32 n, u32 p) {
    const u64 points = u64(get(s, 10));
    const f64 v_x = get(slot<f64>(s, 9), p);
    const f64 v_by = rs::from_bits(u64(get(s, 11)));
    switch (get(slot<u8>(s, 1), n)) {
        case 0: { // Num
            const u32* const f1 = fields(s, 1, n);
            const f64 v_v = rs::from_bits(wide(f1));
            return v_v * v_by;
        }
        case 1: { // Var
            return v_x;
        }
        case 2: { // If
            const u32* const f1 = pooled_fields(s, 1, n);
            const u32 v_c = get(f1, 0);
            const u32 v_t = get(f1 + 1, 0);
            const u32 v_e = get(f1 + 2, 0);
            return (get(slot<f64>(s, 15), u64(v_c) * points + p) > 0.0) ? get(slot<f64>(s, 15), u64(v_t) * points + p) : get(slot<f64>(s, 15), u64(v_e) * points + p);
        }
        case 3: { // Neg
            const u32* const f1 = fields(s, 1, n);
            const u32 v_a = get(f1, 0);
            return -get(slot<f64>(s, 15), u64(v_a) * points + p);
        }
        case 4: { // Add
            const u32* const f1 = fields(s, 1, n);
            const u32 v_a = get(f1, 0);
            const u32 v_b = get(f1 + 1, 0);
            return get(slot<f64>(s, 15), u64(v_a) * points + p) + get(slot<f64>(s, 15), u64(v_b) * points + p);
        }
        default: { // Op
            const u32* const f1 = pooled_fields(s, 1, n);
            f64 sum2 = 0.0;
            const u32 end4 = u32(get(f1 + u32(words_0), 0));
            for (u32 i3 = 0; i3 < end4; i3++) {
                sum2 = sum2 + get(slot<f64>(s, 15), u64(get(f1 + u32(words_0) + 1, i3)) * points + p);
            }
            return sum2;
        }
    }
}

// Makes room for the values.
KERNEL(k_values_0_room, const u64*, u32, u32) {}
KERNEL(k_values_0, const u64* s, u32 from, u32 to) {
    const u64 points = u64(get(s, 10));
    const u32 rows = u32(get(s, 6));
    ROWS(p, from, to) {
        for (u32 row = 0; row < rows; row++) {
            const f64 value1 = at_value(s, row, row, u32(p));
            put(slot<f64>(s, 15), u64(row) * points + p, value1);
        }
    }
}
KERNEL(k_values_0_roots, const u64* s, u32 from, u32 to) {
    const u64 points = u64(get(s, 10));
    ROWS(at, from, to) {
        const u64 row = get(slot<u32>(s, 7), at / points);
        put(slot<f64>(s, 12), at, get(slot<f64>(s, 15), row * points + at % points));
    }
}

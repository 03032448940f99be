

// histogram: what a row sends
DEV void send_histogram(const u64* s, u32 row, u32 n, u32 part) {
    const f64 v_x = get(slot<f64>(s, 1), n);
    const u64 to1 = rs::as<u32>(v_x / 0.25);
    if (to1 < get(s, 5)) {
        join_add(slot<u32>(s, 6) + to1, u32(1u));
    }
}

KERNEL(k_all_0_fill, const u64* s, u32 from, u32 to) {
    ROWS(at, from, to) put(slot<u32>(s, 6), at, u32(0u));
}
KERNEL(k_all_0, const u64* s, u32 from, u32 to) {
    ROWS(at, from, to) send_histogram(s, u32(at), u32(at), 0);
}

// seen: what a row sends
DEV void send_seen(const u64* s, u32 row, u32 n, u32 part) {
    const f64 v_x = get(slot<f64>(s, 1), n);
    const u32 v_at = get(slot<u32>(s, 3), n);
    if (v_at < get(s, 5)) {
        join_or(slot<u32>(s, 10) + v_at, u32(v_x > 2.5));
    }
}

KERNEL(k_all_1_fill, const u64* s, u32 from, u32 to) {
    ROWS(at, from, to) put(slot<u32>(s, 10), at, u32(false));
}
KERNEL(k_all_1, const u64* s, u32 from, u32 to) {
    ROWS(at, from, to) send_seen(s, u32(at), u32(at), 0);
}

KERNEL(k_all_1_narrow, const u64* s, u32 from, u32 to) {
    ROWS(at, from, to) put(slot<u8>(s, 7), at, u8(get(slot<u32>(s, 10), at)));
}

// largest: what a row sends
DEV void send_largest(const u64* s, u32 row, u32 n, u32 part) {
    const f64 v_x = get(slot<f64>(s, 1), n);
    const u32 v_at = get(slot<u32>(s, 3), n);
    if (v_at < get(s, 5)) {
        join_max(slot<f64>(s, 8) + v_at, f64(v_x * 2.0));
    }
}

KERNEL(k_all_2_fill, const u64* s, u32 from, u32 to) {
    ROWS(at, from, to) put(slot<f64>(s, 8), at, f64(rs::from_bits(u64(known_0))));
}
KERNEL(k_all_2, const u64* s, u32 from, u32 to) {
    ROWS(at, from, to) send_largest(s, u32(at), u32(at), 0);
}

// total: what a row sends
DEV void send_total(const u64* s, u32 row, u32 n, u32 part) {
    const f64 v_x = get(slot<f64>(s, 1), n);
    const u32 v_at = get(slot<u32>(s, 3), n);
    if (v_at < get(s, 5)) {
        const u64 cell1 = u64(part) * get(s, 5) + v_at;
        const f64 into2 = get(slot<f64>(s, 13), cell1);
        const f64 joined3 = into2 + v_x;
        put(slot<f64>(s, 13), cell1, joined3);
    }
}

KERNEL(k_all_3_fill, const u64* s, u32 from, u32 to) {
    ROWS(at, from, to) {
        const f64 first1 = 0.0;
        put(slot<f64>(s, 13), at, first1);
    }
}
// A part of the rows a thread, one after the other.
KERNEL(k_all_3, const u64* s, u32 from, u32 to) {
    const u64 count = get(s, 2);
    const u64 size = (count + 64 - 1) / 64;
    ROWS(part, from, to) {
        for (u64 n = part * size; n < count && n < (part + 1) * size; n++) send_total(s, u32(n), u32(n), u32(part));
    }
}
KERNEL(k_all_3_collect, const u64* s, u32 from, u32 to) {
    ROWS(at, from, to) {
        const u32 row = u32(at);
        f64 into = 0.0;
        for (u64 part = 0; part < 64; part++) {
            const f64 more1 = get(slot<f64>(s, 13), part * get(s, 5) + row);
            into = into + more1;
        }
        put(slot<f64>(s, 9), row, into);
    }
}

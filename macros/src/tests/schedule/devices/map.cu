
struct tuple_f64_i64 { f64 at0; i64 at1; };
struct tuple_f64_bool { f64 at0; bool at1; };
struct tuple_f32_u8 { f32 at0; u8 at1; };
struct array_f64_3 { static const u32 len = 3; f64 at[3]; };

// square
DEV f64 f_square(const u64* s, u32 row, f64 v_x) {
    return v_x * v_x;
}

// score
DEV tuple_f64_i64 f_score(const u64* s, u32 row, f64 v_x, i64 v_of, tuple_f64_bool v_pair, u32 v_k, u32 v_price) {
    const f64 v_y = f_square(s, row, v_x) + (f_square(s, row, v_x + 1.0) * rs::from_bits(u64(c_SCALE_0)));
    const f64 v_a = v_pair.at0;
    const bool v_b = v_pair.at1;
    u32 sum1 = 0u;
    const u32 end3 = u32(u64(get(s, v_price + 2)));
    for (u32 i2 = 0; i2 < end3; i2++) {
        const tuple_f32_u8 v_p = tuple_f32_u8{get(slot<f32>(s, v_price), i2), get(slot<u8>(s, v_price + 1), i2)};
        sum1 = sum1 + rs::as<u32>(v_p.at1);
    }
    const u32 v_total = sum1;
    array_f64_3 array4{};
    for (u64 i5 = 0; i5 < 3; i5++) {
        const u64 v_i = i5;
        array4.at[i5] = rs::powi(v_x, rs::as<i32>(v_i));
    }
    const array_f64_3 v_powers = array4;
    u8 value6{};
    do {
        if (v_of == rs::neg(1ll)) {
            value6 = u8(1u);
            break;
        }
        if ((v_of == 0ll) || (v_of == 7ll)) {
            value6 = u8(2u);
            break;
        }
        {
            if (v_of < 0ll) {
                value6 = u8(3u);
                break;
            }
        }
        {
            value6 = u8(4u);
            break;
        }
    } while (false);
    const u8 v_high = value6;
    if (v_b && (v_y > v_a)) {
        return tuple_f64_i64{(-(v_y - v_a)) / element(s, row, v_powers, 1ull), rs::div(s, row, v_of, rs::sub(v_of, 3ll))};
    } else {
        if ((!v_b) || rs::is_nan(v_a)) {
            return tuple_f64_i64{rs::as<f64>(tuple_f32_u8{get(slot<f32>(s, v_price), v_k), get(slot<u8>(s, v_price + 1), v_k)}.at0), rs::add(rs::rem(s, row, v_of, 10ll), rs::as<i64>(v_total))};
        } else {
            return tuple_f64_i64{rs::sqrt(v_y), rs::shl(rs::sub(rs::as<i64>(v_high), v_of), 2u)};
        }
    }
}

KERNEL(k_scores_0, const u64* s, u32 from, u32 to) {
    ROWS(at, from, to) {
        const u32 row = u32(at);
        const tuple_f64_i64 value1 = f_score(s, row, get(slot<f64>(s, 1), row), get(slot<i64>(s, 3), row), tuple_f64_bool{rs::from_bits(u64(get(s, 5))), get(s, 6) != 0}, get(slot<u32>(s, 7), row), 9);
        put(slot<f64>(s, 12), row, value1.at0);
        put(slot<i64>(s, 13), row, value1.at1);
    }
}

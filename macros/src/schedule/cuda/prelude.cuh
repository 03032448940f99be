// What the rows of a batch are made of.

// Where the fields of a row stand: in its own two words, or in the pool.
DEV const u32* fields(const u64* s, u32 batch, u32 row) { return slot<u32>(s, batch + 1) + 2 * u64(row); }
DEV const u32* pooled_fields(const u64* s, u32 batch, u32 row) {
    return slot<u32>(s, batch + 2) + get(fields(s, batch, row), 1);
}
// A field of two words, the low one first.
DEV u64 wide(const u32* field) { return get(field, 0) | u64(get(field, 1)) << 32; }

// An element of an array, if there is one.
template <class Array> DEV auto element(const u64* s, u32 row, const Array& array, u64 at) {
    if (at < Array::len) return array.at[at];
    fault(s, row, OUT_OF_RANGE);
    return array.at[0];
}

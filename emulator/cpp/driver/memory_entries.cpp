// Allocating, copying, filling.
#include <cstring>
#include <vector>

#include "../memory.hpp"
#include "../report.hpp"
#include "../settings.hpp"
#include "state.hpp"

using namespace emu;

static CUresult allocate(u64* address, size_t bytes, Place place) {
    if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
    if (settings.fail_allocation && --settings.fail_allocation == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    u64 got = memory.allocate(bytes, place);
    if (!got && settings.lazy_streams) {
        // Memory may be freed by work that is still to run.
        run_everything();
        got = memory.allocate(bytes, place);
    }
    if (!got) return CUDA_ERROR_OUT_OF_MEMORY;
    *address = got;
    return CUDA_SUCCESS;
}

ENTRY(cuMemAlloc_v2, u64* address, size_t bytes) {
    CALL(context);
    return allocate(address, bytes, Place::device);
}

ENTRY(cuMemAllocManaged, u64* address, size_t bytes, unsigned) {
    CALL(context);
    return allocate(address, bytes, Place::device);
}

ENTRY(cuMemAllocAsync, u64* address, size_t bytes, void* stream) {
    CALL(context);
    if (!stream_of(stream)) return CUDA_ERROR_INVALID_HANDLE;
    return allocate(address, bytes, Place::device);
}

ENTRY(cuMemFree_v2, u64 address) {
    CALL(context);
    if (address == 0) return CUDA_SUCCESS;
    // It waits for the device.
    run_everything();
    if (state.sticky != CUDA_SUCCESS) return state.sticky;
    return memory.release(address, Place::device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

ENTRY(cuMemFreeAsync, u64 address, void* stream) {
    CALL(context);
    if (address == 0) return CUDA_SUCCESS;
    Stream* in = stream_of(stream);
    if (!in) return CUDA_ERROR_INVALID_HANDLE;
    auto* found = memory.find(address);
    if (!found || found->first != address || found->second.place != Place::device) {
        memory.release(address, Place::device);
        return CUDA_ERROR_INVALID_VALUE;
    }
    submit(*in, [=] { memory.release(address, Place::device); });
    return CUDA_SUCCESS;
}

ENTRY(cuMemHostAlloc, void** address, size_t bytes, unsigned) {
    CALL(context);
    u64 got;
    CUresult result = allocate(&got, bytes, Place::host);
    if (result == CUDA_SUCCESS) *address = reinterpret_cast<void*>(got);
    return result;
}
ENTRY(cuMemAllocHost_v2, void** address, size_t bytes) { return cuMemHostAlloc(address, bytes, 0); }

ENTRY(cuMemFreeHost, void* address) {
    CALL(context);
    run_everything();
    return memory.release(reinterpret_cast<u64>(address), Place::host) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

ENTRY(cuMemHostGetDevicePointer_v2, u64* device, void* host, unsigned) {
    CALL(context);
    u64 address = reinterpret_cast<u64>(host);
    if (!memory.holds(address, 1, Place::host)) return CUDA_ERROR_INVALID_VALUE;
    *device = address;
    return CUDA_SUCCESS;
}

// A pool that keeps nothing.
ENTRY(cuDeviceGetDefaultMemPool, void** pool, int device) {
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    *pool = &memory;
    return CUDA_SUCCESS;
}
ENTRY(cuMemPoolSetAttribute, void* pool, int, void*) { return pool == &memory ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; }
ENTRY(cuMemPoolGetAttribute, void* pool, int, void* value) {
    if (pool != &memory) return CUDA_ERROR_INVALID_VALUE;
    *static_cast<u64*>(value) = 0;
    return CUDA_SUCCESS;
}
ENTRY(cuMemPoolTrimTo, void* pool, size_t) { return pool == &memory ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; }

ENTRY(cuMemGetInfo_v2, size_t* available, size_t* total) {
    CALL(context);
    *total = settings.memory;
    *available = settings.memory > memory.used() ? settings.memory - memory.used() : 0;
    return CUDA_SUCCESS;
}

ENTRY(cuMemGetAddressRange_v2, u64* start, size_t* bytes, u64 address) {
    CALL(context);
    auto* found = memory.find(address);
    if (!found) return CUDA_ERROR_NOT_FOUND;
    if (start) *start = found->first;
    if (bytes) *bytes = found->second.bytes;
    return CUDA_SUCCESS;
}

static bool on_device(u64 address, size_t bytes, const char* what) {
    if (memory.holds(address, bytes)) return true;
    report(std::string(what) + ": " + memory.describe(address, bytes));
    return false;
}

// When the copy runs its memory may be gone: `cuMemFreeAsync` on another stream, without an event between them.
static void checked(u64 device, size_t bytes, const char* what, void* to, const void* from) {
    if (on_device(device, bytes, what)) memcpy(to, from, bytes);
    else state.sticky = CUDA_ERROR_ILLEGAL_ADDRESS;
}

static CUresult to_device(u64 to, const void* from, size_t bytes, Stream* stream) {
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    if (bytes == 0) return CUDA_SUCCESS;
    if (!on_device(to, bytes, "a copy to the device")) return CUDA_ERROR_INVALID_VALUE;
    auto* target = reinterpret_cast<void*>(to);
    if (memory.holds(reinterpret_cast<u64>(from), bytes, Place::host) || !settings.lazy_streams) {
        submit(*stream, [=] { checked(to, bytes, "a copy to the device", target, from); });
    } else {
        // Memory that is not pinned is staged: the caller may change it at once.
        auto* bytes_of = static_cast<const unsigned char*>(from);
        std::vector<unsigned char> staged(bytes_of, bytes_of + bytes);
        submit(*stream, [=] { checked(to, bytes, "a copy to the device", target, staged.data()); });
    }
    return CUDA_SUCCESS;
}

static CUresult from_device(void* to, u64 from, size_t bytes, Stream* stream) {
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    if (bytes == 0) return CUDA_SUCCESS;
    if (!on_device(from, bytes, "a copy from the device")) return CUDA_ERROR_INVALID_VALUE;
    auto* source = reinterpret_cast<const void*>(from);
    submit(*stream, [=] { checked(from, bytes, "a copy from the device", to, source); });
    // Into memory that is not pinned the copy is done when the call returns.
    if (!memory.holds(reinterpret_cast<u64>(to), bytes, Place::host)) run_all(*stream);
    return state.sticky;
}

static CUresult between(u64 to, u64 from, size_t bytes, Stream* stream) {
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    if (bytes == 0) return CUDA_SUCCESS;
    if (!on_device(to, bytes, "a copy on the device, to") || !on_device(from, bytes, "a copy on the device, from")) return CUDA_ERROR_INVALID_VALUE;
    submit(*stream, [=] {
        if (on_device(to, bytes, "a copy on the device, to") && on_device(from, bytes, "a copy on the device, from"))
            memmove(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
        else state.sticky = CUDA_ERROR_ILLEGAL_ADDRESS;
    });
    return CUDA_SUCCESS;
}

// The calls without a stream are in the default one's order, and wait.
static CUresult waited(CUresult result) {
    if (result != CUDA_SUCCESS) return result;
    run_all(state.legacy);
    return state.sticky;
}

ENTRY(cuMemcpyHtoD_v2, u64 to, const void* from, size_t bytes) {
    CALL(context);
    return waited(to_device(to, from, bytes, &state.legacy));
}
ENTRY(cuMemcpyHtoDAsync_v2, u64 to, const void* from, size_t bytes, void* stream) {
    CALL(context);
    return to_device(to, from, bytes, stream_of(stream));
}
ENTRY(cuMemcpyDtoH_v2, void* to, u64 from, size_t bytes) {
    CALL(context);
    return waited(from_device(to, from, bytes, &state.legacy));
}
ENTRY(cuMemcpyDtoHAsync_v2, void* to, u64 from, size_t bytes, void* stream) {
    CALL(context);
    return from_device(to, from, bytes, stream_of(stream));
}
ENTRY(cuMemcpyDtoD_v2, u64 to, u64 from, size_t bytes) {
    CALL(context);
    return waited(between(to, from, bytes, &state.legacy));
}
ENTRY(cuMemcpyDtoDAsync_v2, u64 to, u64 from, size_t bytes, void* stream) {
    CALL(context);
    return between(to, from, bytes, stream_of(stream));
}

template <class T> static CUresult fill(u64 to, T value, size_t count, Stream* stream) {
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    if (count == 0) return CUDA_SUCCESS;
    if (to % sizeof(T) || !on_device(to, count * sizeof(T), "filling memory")) return CUDA_ERROR_INVALID_VALUE;
    submit(*stream, [=] {
        if (!on_device(to, count * sizeof(T), "filling memory")) {
            state.sticky = CUDA_ERROR_ILLEGAL_ADDRESS;
            return;
        }
        T* words = reinterpret_cast<T*>(to);
        for (size_t i = 0; i < count; ++i) words[i] = value;
    });
    return CUDA_SUCCESS;
}

ENTRY(cuMemsetD8_v2, u64 to, unsigned char value, size_t count) {
    CALL(context);
    return waited(fill(to, value, count, &state.legacy));
}
ENTRY(cuMemsetD8Async, u64 to, unsigned char value, size_t count, void* stream) {
    CALL(context);
    return fill(to, value, count, stream_of(stream));
}
ENTRY(cuMemsetD32_v2, u64 to, unsigned value, size_t count) {
    CALL(context);
    return waited(fill(to, value, count, &state.legacy));
}
ENTRY(cuMemsetD32Async, u64 to, unsigned value, size_t count, void* stream) {
    CALL(context);
    return fill(to, value, count, stream_of(stream));
}

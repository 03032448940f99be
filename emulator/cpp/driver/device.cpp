// Start, devices, contexts.
#include <cstdio>
#include <cstring>

#include "../memory.hpp"
#include "../report.hpp"
#include "../settings.hpp"
#include "state.hpp"

using namespace emu;

ENTRY(cuInit, unsigned flags) {
    CALL(nothing);
    if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
    if (settings.devices == 0) return CUDA_ERROR_NO_DEVICE;
    state.initialised = true;
    return CUDA_SUCCESS;
}

ENTRY(cuDriverGetVersion, int* version) {
    CALL(nothing);
    *version = int(settings.driver_version);
    return CUDA_SUCCESS;
}

ENTRY(cuDeviceGetCount, int* count) {
    CALL(initialised);
    *count = int(settings.devices);
    return CUDA_SUCCESS;
}

static bool is_device(int device) { return device >= 0 && u64(device) < settings.devices; }

ENTRY(cuDeviceGet, int* device, int ordinal) {
    CALL(initialised);
    if (!is_device(ordinal)) return CUDA_ERROR_INVALID_DEVICE;
    *device = ordinal;
    return CUDA_SUCCESS;
}

ENTRY(cuDeviceGetName, char* name, int length, int device) {
    CALL(initialised);
    if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    if (length <= 0) return CUDA_ERROR_INVALID_VALUE;
    snprintf(name, size_t(length), "emulated on the CPU");
    return CUDA_SUCCESS;
}

ENTRY(cuDeviceGetUuid_v2, unsigned char* uuid, int device) {
    CALL(initialised);
    if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    memset(uuid, 0, 16);
    memcpy(uuid, "emulated", 8);
    uuid[15] = u8(device);
    return CUDA_SUCCESS;
}
ENTRY(cuDeviceGetUuid, unsigned char* uuid, int device) { return cuDeviceGetUuid_v2(uuid, device); }

ENTRY(cuDeviceTotalMem_v2, size_t* bytes, int device) {
    CALL(initialised);
    if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    *bytes = settings.memory;
    return CUDA_SUCCESS;
}

// By the numbers of CUdevice_attribute. What is not here is not supported: 0.
static int attribute(int number) {
    switch (number) {
    case 1: return max_threads;
    case 2: case 3: return max_threads; // a block's x and y
    case 4: return 64;
    case 5: return 0x7fffffff; // a grid's x
    case 6: case 7: return 0xffff;
    case 8: return shared_default;
    case 9: return 64 << 10; // constant memory
    case 10: return warp_size;
    case 12: case 82: return 64 << 10; // registers of a block, of a multiprocessor
    case 13: return 1000000;           // kHz
    case 14: return 512;
    case 16: return int(settings.multiprocessors);
    case 19: return 1; // host memory can be mapped
    case 31: return 1; // kernels side by side
    case 36: return 1000000;
    case 37: return 64;
    case 38: return 4 << 20; // L2
    case 39: return threads_per_multiprocessor;
    case 40: return 1;
    case 41: return 1; // one address space
    case 75: return capability_major;
    case 76: return capability_minor;
    case 78: return 1;
    case 79: case 80: return 1;
    case 81: return shared_per_multiprocessor;
    case 83: return 1; // managed memory
    case 90: return 1;
    case 95: return 1; // cooperative launch
    case 97: return shared_opt_in;
    case 106: return blocks_per_multiprocessor;
    case 111: return shared_reserved;
    case 115: return 1; // allocation in a stream's order
    default: return 0;
    }
}

ENTRY(cuDeviceGetAttribute, int* value, int number, int device) {
    CALL(initialised);
    if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    if (number <= 0) return CUDA_ERROR_INVALID_VALUE;
    *value = attribute(number);
    return CUDA_SUCCESS;
}

// Devices share the one primary context: their memory is the same.
ENTRY(cuDevicePrimaryCtxRetain, void** context, int device) {
    CALL(initialised);
    if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    if (state.sticky != CUDA_SUCCESS) return state.sticky;
    if (!state.primary) state.primary = std::make_unique<DriverContext>();
    ++state.retained;
    *context = state.primary.get();
    return CUDA_SUCCESS;
}

ENTRY(cuDevicePrimaryCtxRelease_v2, int device) {
    CALL(initialised);
    if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    if (state.retained == 0) return CUDA_ERROR_INVALID_CONTEXT;
    if (--state.retained == 0 && state.contexts.empty()) {
        forget_resources();
        state.primary = nullptr;
    }
    return CUDA_SUCCESS;
}

ENTRY(cuDevicePrimaryCtxGetState, int device, unsigned* flags, int* active) {
    CALL(initialised);
    if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    *flags = state.primary ? state.primary->flags : 0;
    *active = state.retained > 0;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxCreate_v4, void** context, void*, unsigned flags, int device) {
    CALL(initialised);
    if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    auto* made = new DriverContext;
    made->flags = flags;
    state.contexts.insert(made);
    *context = current = made;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxDestroy_v2, void* context) {
    CALL(initialised);
    auto* mine = static_cast<DriverContext*>(context);
    if (!state.contexts.erase(mine)) return CUDA_ERROR_INVALID_CONTEXT;
    if (current == mine) current = nullptr;
    if (state.contexts.empty() && state.retained == 0) forget_resources();
    delete mine;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxSetCurrent, void* context) {
    CALL(initialised);
    auto* mine = static_cast<DriverContext*>(context);
    if (mine && mine != state.primary.get() && !state.contexts.count(mine)) return CUDA_ERROR_INVALID_CONTEXT;
    current = mine;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxGetCurrent, void** context) {
    CALL(initialised);
    bool alive = current && (current == state.primary.get() || state.contexts.count(current));
    *context = alive ? current : nullptr;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxGetDevice, int* device) {
    CALL(context);
    *device = 0;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxSetFlags, unsigned flags) {
    CALL(context);
    current->flags = flags;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxGetFlags, unsigned* flags) {
    CALL(context);
    *flags = current->flags;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxSynchronize) {
    CALL(context);
    run_everything();
    return state.sticky;
}

ENTRY(cuCtxGetLimit, size_t* value, int limit) {
    CALL(context);
    if (limit != 0) return CUDA_ERROR_UNSUPPORTED_LIMIT;
    *value = settings.stack_bytes;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxSetLimit, int limit, size_t value) {
    CALL(context);
    if (limit != 0) return CUDA_ERROR_UNSUPPORTED_LIMIT;
    // Frames of the host are larger than those of a device.
    if (value > settings.stack_bytes) settings.stack_bytes = value;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxGetCacheConfig, int* config) {
    CALL(context);
    *config = 0;
    return CUDA_SUCCESS;
}

ENTRY(cuCtxSetCacheConfig, int) {
    CALL(context);
    return CUDA_SUCCESS;
}

ENTRY(cuCtxGetStreamPriorityRange, int* least, int* greatest) {
    CALL(context);
    *least = *greatest = 0;
    return CUDA_SUCCESS;
}

ENTRY(cuProfilerStart) {
    CALL(context);
    return CUDA_SUCCESS;
}

ENTRY(cuProfilerStop) {
    CALL(context);
    return CUDA_SUCCESS;
}

// Modules, functions, occupancy. A module is any PTX text, whose kernels are those that are linked in, or what the stand-in for
// NVRTC has compiled, which has its own.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "../core.hpp"
#include "../settings.hpp"
#include "kernels.hpp"
#include "library.hpp"
#include "state.hpp"

using namespace emu;

// The newest PTX that a driver knows, ×10.
static int ptx_of_driver(int version) {
    int major = version / 1000, minor = version % 1000 / 10;
    if (major > 13) return 1000;
    if (major == 13) return 90 + minor;
    if (major == 12) return minor >= 8 ? 79 + minor : 80 + std::min(minor, 5);
    return major == 11 ? 70 + std::min(minor, 8) : 64;
}

// The number after a word of PTX, ×10 where it has a point: `.version 8.7`, `.target sm_90`.
static int number_after(const char* text, const char* word) {
    const char* at = strstr(text, word);
    if (!at) return -1;
    at += strlen(word);
    while (*at == ' ' || *at == '\t') ++at;
    char* end;
    long whole = strtol(at, &end, 10);
    if (end == at) return -1;
    return *end == '.' ? int(whole * 10 + strtol(end + 1, nullptr, 10)) : int(whole);
}

static CUresult load(void** module, const void* image) {
    CALL(context);
    if (!image) return CUDA_ERROR_INVALID_VALUE;
    auto* text = static_cast<const char*>(image);
    auto made = std::make_unique<Module>();
    if (Library::is_one(image)) {
        made->library = Library::load(image);
        if (!made->library) return CUDA_ERROR_INVALID_IMAGE;
    } else {
        int version = number_after(text, ".version"), target = number_after(text, ".target sm_");
        if (version < 0) return CUDA_ERROR_INVALID_IMAGE;
        if (version > ptx_of_driver(int(settings.driver_version))) return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
        if (target < 0) return CUDA_ERROR_INVALID_PTX;
        if (target > capability_major * 10 + capability_minor) return CUDA_ERROR_NO_BINARY_FOR_GPU;
        for (const char* at = text; (at = strstr(at, ".entry"));) {
            at += strlen(".entry");
            at += strspn(at, " \t\n");
            size_t length = strcspn(at, " \t\n(");
            made->entries += ' ' + std::string(at, length) + ' ';
        }
    }
    *module = made.get();
    state.modules.insert(made.release());
    return CUDA_SUCCESS;
}

ENTRY(cuModuleLoadData, void** module, const void* image) { return load(module, image); }
ENTRY(cuModuleLoadDataEx, void** module, const void* image, unsigned, void*, void*) { return load(module, image); }

ENTRY(cuModuleLoad, void** module, const char* path) {
    FILE* file = fopen(path, "rb");
    if (!file) return CUDA_ERROR_FILE_NOT_FOUND;
    std::string image;
    char part[4096];
    for (size_t got; (got = fread(part, 1, sizeof part, file)) > 0;) image.append(part, got);
    fclose(file);
    return load(module, image.c_str());
}

ENTRY(cuModuleUnload, void* module) {
    CALL(context);
    auto* mine = static_cast<Module*>(module);
    if (!state.modules.count(mine)) return CUDA_ERROR_INVALID_HANDLE;
    // Work that is under way may still launch its functions.
    run_everything();
    state.modules.erase(mine);
    delete mine;
    return CUDA_SUCCESS;
}

ENTRY(cuModuleGetFunction, void** function, void* module, const char* name) {
    CALL(context);
    auto* mine = static_cast<Module*>(module);
    if (!state.modules.count(mine)) return CUDA_ERROR_INVALID_HANDLE;
    if (!mine->entries.empty() && mine->entries.find(' ' + std::string(name) + ' ') == std::string::npos) return CUDA_ERROR_NOT_FOUND;
    // Variants, in the order of their names' files.
    std::string variant = std::string(name) + "_without_";
    u64 variants = 0;
    for (auto& kernel : mine->library ? mine->library->kernels : kernels()) {
        bool is_one = !strncmp(kernel.name, variant.c_str(), variant.size()) && ++variants == settings.without;
        if (settings.without ? !is_one : strcmp(kernel.name, name) != 0) continue;
        for (auto& known : mine->functions)
            if (known.kernel == &kernel) return *function = &known, CUDA_SUCCESS;
        mine->functions.push_back({&kernel, shared_default});
        *function = &mine->functions.back();
        return CUDA_SUCCESS;
    }
    return CUDA_ERROR_NOT_FOUND;
}

// There is no memory of modules: constants are the linked kernels' own.
ENTRY(cuModuleGetGlobal_v2, u64*, size_t*, void*, const char*) {
    CALL(context);
    return CUDA_ERROR_NOT_FOUND;
}

bool emu::is_function(const Function* function) {
    for (Module* module : state.modules)
        for (auto& each : module->functions)
            if (&each == function) return true;
    return false;
}

ENTRY(cuFuncGetAttribute, int* value, int attribute, Function* function) {
    CALL(context);
    if (!is_function(function)) return CUDA_ERROR_INVALID_HANDLE;
    switch (attribute) {
    case 0: *value = int(function->kernel->max_threads); return CUDA_SUCCESS;
    case 4: *value = 32; return CUDA_SUCCESS; // registers
    case 5: case 6: *value = capability_major * 10 + capability_minor; return CUDA_SUCCESS;
    case 8: *value = function->dynamic_shared; return CUDA_SUCCESS;
    case 9: *value = -1; return CUDA_SUCCESS; // no preference of shared memory
    default: *value = 0; return attribute < 0 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
    }
}

ENTRY(cuFuncSetAttribute, Function* function, int attribute, int value) {
    CALL(context);
    if (!is_function(function)) return CUDA_ERROR_INVALID_HANDLE;
    if (attribute == 9) return value >= -1 && value <= 100 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    if (attribute != 8 || value < 0 || value > shared_opt_in) return CUDA_ERROR_INVALID_VALUE;
    function->dynamic_shared = value;
    return CUDA_SUCCESS;
}

ENTRY(cuFuncSetCacheConfig, Function* function, int) {
    CALL(context);
    return is_function(function) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

ENTRY(cuFuncGetName, const char** name, Function* function) {
    CALL(context);
    if (!is_function(function)) return CUDA_ERROR_INVALID_HANDLE;
    *name = function->kernel->name;
    return CUDA_SUCCESS;
}

int emu::occupancy(const Kernel& kernel, u64 threads, u64 shared_bytes) {
    if (threads == 0 || threads > kernel.max_threads || shared_bytes > u64(shared_opt_in)) return 0;
    u64 warps = (threads + 31) / 32;
    u64 by_threads = u64(threads_per_multiprocessor) / 32 / warps;
    u64 by_memory = u64(shared_per_multiprocessor) / ((shared_bytes + 127) / 128 * 128 + u64(shared_reserved));
    return int(std::min({by_threads, by_memory, u64(blocks_per_multiprocessor)}));
}

ENTRY(cuOccupancyMaxActiveBlocksPerMultiprocessor, int* blocks, Function* function, int threads, size_t shared_bytes) {
    CALL(context);
    if (!is_function(function)) return CUDA_ERROR_INVALID_HANDLE;
    if (threads <= 0) return CUDA_ERROR_INVALID_VALUE;
    // Without leave for more, no block runs.
    *blocks = shared_bytes > size_t(function->dynamic_shared) ? 0 : occupancy(*function->kernel, u64(threads), shared_bytes);
    return CUDA_SUCCESS;
}

ENTRY(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, int* blocks, Function* function, int threads, size_t bytes, unsigned) {
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, bytes);
}

ENTRY(cuOccupancyAvailableDynamicSMemPerBlock, size_t* bytes, Function* function, int blocks, int threads) {
    CALL(context);
    if (!is_function(function)) return CUDA_ERROR_INVALID_HANDLE;
    if (blocks <= 0 || threads <= 0) return CUDA_ERROR_INVALID_VALUE;
    int share = shared_per_multiprocessor / blocks - shared_reserved;
    *bytes = size_t(std::max(0, std::min(share / 128 * 128, shared_opt_in)));
    return CUDA_SUCCESS;
}

ENTRY(cuOccupancyMaxPotentialBlockSizeWithFlags, int* grid, int* threads, Function* function, size_t (*shared)(int), size_t bytes, int limit, unsigned) {
    CALL(context);
    if (!is_function(function)) return CUDA_ERROR_INVALID_HANDLE;
    int most = int(function->kernel->max_threads), best = 0;
    if (limit > 0) most = std::min(most, limit);
    *grid = *threads = 0;
    for (int size = most; size > 0; size -= warp_size) {
        int blocks = occupancy(*function->kernel, u64(size), shared ? shared(size) : bytes);
        if (blocks * size <= best) continue;
        best = blocks * size;
        *threads = size;
        *grid = blocks * int(settings.multiprocessors);
    }
    return CUDA_SUCCESS;
}

ENTRY(cuOccupancyMaxPotentialBlockSize, int* grid, int* threads, Function* function, size_t (*shared)(int), size_t bytes, int limit) {
    return cuOccupancyMaxPotentialBlockSizeWithFlags(grid, threads, function, shared, bytes, limit, 0);
}

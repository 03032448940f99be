// Launching kernels.
#include <algorithm>

#include "../report.hpp"
#include "../sanitizer.hpp"
#include "../scheduler.hpp"
#include "../settings.hpp"
#include "state.hpp"

using namespace emu;

static u64 size(Extent all) { return u64(all.x) * all.y * all.z; }

static CUresult launch_grid(Function* function, Extent grid, Extent block, unsigned shared_bytes, void* stream, void** arguments, bool cooperative) {
    CALL(context);
    Stream* in = stream_of(stream);
    if (!in || !is_function(function)) return CUDA_ERROR_INVALID_HANDLE;
    const Kernel& kernel = *function->kernel;
    u64 blocks = size(grid), threads = size(block);
    if (blocks == 0 || threads == 0 || threads > kernel.max_threads || block.z > 64 || grid.x > 0x7fffffffu || grid.y > 0xffff || grid.z > 0xffff)
        return CUDA_ERROR_INVALID_VALUE;
    // As much as the function was given leave for.
    if (shared_bytes > unsigned(function->dynamic_shared)) return CUDA_ERROR_INVALID_VALUE;
    if (blocks > 0x7fffffffu) {
        report(format("kernel `%s`: the emulator launches fewer than 2^31 blocks", kernel.name));
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    u64 resident = u64(occupancy(kernel, threads, shared_bytes)) * settings.multiprocessors;
    if (resident == 0) return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    if (cooperative && blocks > resident) return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;

    bool fails = settings.fail_launch && --settings.fail_launch == 0;
    u64 at_once = std::min<u64>(resident, blocks), most = std::max<u64>(1, sanitizer_most_threads / threads);
    if (cooperative && at_once > most) {
        report(format("kernel `%s`: ThreadSanitizer has room for %llu threads at once; launch fewer blocks, or set `multiprocessors`", kernel.name,
                      sanitizer_most_threads));
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    Body body = kernel.bind(kernel.function, arguments);
    Grid shape{kernel.name, u32(blocks), u32(threads), shared_bytes, u32(std::min(at_once, most)), grid, block};
    submit(*in, [shape, body, fails] {
        int error = CUDA_SUCCESS;
        if (fails) {
            report(format("kernel `%s` fails because `fail_launch` says so", shape.name));
            error = CUDA_ERROR_ILLEGAL_ADDRESS;
        } else {
            error = run(shape, body);
        }
        if (error) state.sticky = CUresult(error);
    });
    return CUDA_SUCCESS;
}

ENTRY(cuLaunchKernel, Function* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared_bytes,
      void* stream, void** arguments, void** extra) {
    if (extra) return CUDA_ERROR_NOT_SUPPORTED;
    return launch_grid(function, {gx, gy, gz}, {bx, by, bz}, shared_bytes, stream, arguments, false);
}

ENTRY(cuLaunchCooperativeKernel, Function* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
      unsigned shared_bytes, void* stream, void** arguments) {
    return launch_grid(function, {gx, gy, gz}, {bx, by, bz}, shared_bytes, stream, arguments, true);
}

ENTRY(cuLaunchHostFunc, void* stream, void (*function)(void*), void* argument) {
    CALL(context);
    Stream* in = stream_of(stream);
    if (!in || !function) return CUDA_ERROR_INVALID_HANDLE;
    submit(*in, [=] { function(argument); });
    return CUDA_SUCCESS;
}

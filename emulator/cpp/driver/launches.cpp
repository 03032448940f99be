// Launching kernels.
#include <algorithm>

#include "../report.hpp"
#include "../sanitizer.hpp"
#include "../scheduler.hpp"
#include "../settings.hpp"
#include "state.hpp"

using namespace emu;

struct Shape {
    unsigned x, y, z;
    u64 size() const { return u64(x) * y * z; }
};

static CUresult launch_grid(Function* function, Shape grid, Shape block, unsigned shared_bytes, void* stream, void** arguments, bool cooperative) {
    CALL(context);
    Stream* in = stream_of(stream);
    if (!in || !is_function(function)) return CUDA_ERROR_INVALID_HANDLE;
    const Kernel& kernel = *function->kernel;
    if (grid.size() == 0 || block.size() == 0 || block.size() > kernel.max_threads || grid.x > 0x7fffffffu || grid.y > 0xffff || grid.z > 0xffff)
        return CUDA_ERROR_INVALID_VALUE;
    // As much as the function was given leave for.
    if (shared_bytes > unsigned(function->dynamic_shared)) return CUDA_ERROR_INVALID_VALUE;
    if (grid.y != 1 || grid.z != 1 || block.y != 1 || block.z != 1) {
        report(format("kernel `%s`: the emulator launches grids and blocks of one dimension only", kernel.name));
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    u64 resident = u64(occupancy(kernel, block.x, shared_bytes)) * settings.multiprocessors;
    if (resident == 0) return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    if (cooperative && grid.x > resident) return CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;

    bool fails = settings.fail_launch && --settings.fail_launch == 0;
    u64 at_once = std::min<u64>(resident, grid.x), most = std::max<u64>(1, sanitizer_most_threads / block.x);
    if (cooperative && at_once > most) {
        report(format("kernel `%s`: ThreadSanitizer has room for %llu threads at once; launch fewer blocks, or set `multiprocessors`", kernel.name,
                      sanitizer_most_threads));
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    Body body = kernel.bind(kernel.function, arguments);
    Grid shape{kernel.name, grid.x, block.x, shared_bytes, u32(std::min(at_once, most))};
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

#include "faults.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

#include "driver/codes.hpp"
#include "memory.hpp"
#include "report.hpp"
#include "scheduler.hpp"
#include "stacks.hpp"

namespace emu {

static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static pthread_t catching;
static const struct sigaction* others;

static std::string describe(int signal, const siginfo_t* info) {
    const Fiber& fiber = *launch->running;
    std::string text = where(fiber);
    if (fiber.at.line != 0) text += " or after it";
    u64 address = reinterpret_cast<u64>(info->si_addr);
    u64 stack = reinterpret_cast<u64>(fiber.stack), page = page_bytes();
    if (signal == SIGFPE) return text + ": an arithmetic fault, as of a division by zero";
    if (signal == SIGILL) return text + ": an illegal instruction, as of `__builtin_trap`";
    if (address < stack && stack - address <= page)
        return text + format(": the stack of %zu bytes overflows; `stack_bytes` sets its size", stack_bytes());
    const Block& block = *fiber.block;
    u64 shared_end = (reinterpret_cast<u64>(block.shared) + block.shared_bytes + 15) / 16 * 16;
    if (address >= shared_end && address - shared_end < page)
        return text + format(": a plain access %llu bytes past the shared memory of %zu bytes", address - shared_end, block.shared_bytes);
    return text + ": a plain access to " + memory.describe(address, 1);
}

static void on_fault(int signal, siginfo_t* info, void*) {
    if (!launch || !launch->running || !pthread_equal(pthread_self(), catching)) {
        // Not ours: what was there before handles it, when it happens again.
        for (size_t i = 0; i < sizeof caught / sizeof *caught; ++i)
            if (caught[i] == signal) sigaction(signal, &others[i], nullptr);
        return;
    }
    std::string text = describe(signal, info);
#ifdef EMULATOR_TSAN
    report(text);
    _exit(1);
#else
    // Leaves this handler for the host's stack: the fiber never goes on.
    fail(signal == SIGSEGV || signal == SIGBUS ? CUDA_ERROR_ILLEGAL_ADDRESS : CUDA_ERROR_ILLEGAL_INSTRUCTION, text);
#endif
}

Faults::Faults() {
    catching = pthread_self();
    others = before;
    stack_size = 128 << 10;
    stack = mmap(nullptr, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED) {
        stack = nullptr;
        return;
    }
    stack_t ours = {};
    ours.ss_sp = stack;
    ours.ss_size = stack_size;
    sigaltstack(&ours, &stack_before);
    struct sigaction action = {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < signals; ++i) sigaction(caught[i], &action, &before[i]);
}

Faults::~Faults() {
    if (!stack) return;
    for (size_t i = 0; i < signals; ++i) sigaction(caught[i], &before[i], nullptr);
    sigaltstack(&stack_before, nullptr);
    munmap(stack, stack_size);
}

} // namespace emu

// Switching from one stack to another.
#pragma once
#include <cstddef>

// Elsewhere by the system's functions, which take a system call each.
#if (defined(__x86_64__) || defined(__aarch64__)) && !defined(EMULATOR_UCONTEXT)
#define EMULATOR_OWN_SWITCH 1
#else
#include <ucontext.h>
#endif

namespace emu {

/// Where a stack stopped, to go on there.
struct Context {
#ifdef EMULATOR_OWN_SWITCH
    void* stack_pointer = nullptr;
#else
    ucontext_t registers;
#endif

    /// Makes it run `entry` on an empty stack; `entry` must not return.
    void prepare(void* stack, size_t bytes, void (*entry)());
};

/// Saves where this stack is, and goes on where `to` stopped.
void switch_context(Context& from, Context& to);

} // namespace emu

#include "context.hpp"

#include <cstdint>

#ifdef EMULATOR_OWN_SWITCH
#if defined(__x86_64__)
// The registers that a call preserves go on the stack, and the stack's pointer to `*from`. What to return to is on top of the
// other stack.
asm(R"(
.text
.p2align 4
.hidden emu_switch_stack
.globl emu_switch_stack
.type emu_switch_stack,@function
emu_switch_stack:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size emu_switch_stack,.-emu_switch_stack
)");
static const int saved_words = 6;
#elif defined(__aarch64__)
asm(R"(
.text
.p2align 4
.hidden emu_switch_stack
.globl emu_switch_stack
.type emu_switch_stack,%function
emu_switch_stack:
    sub sp, sp, #160
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #160
    ret
.size emu_switch_stack,.-emu_switch_stack
)");
#endif
#endif

namespace emu {

#ifdef EMULATOR_OWN_SWITCH
extern "C" void emu_switch_stack(void** from, void* to) __attribute__((visibility("hidden")));

void Context::prepare(void* stack, size_t bytes, void (*entry)()) {
    void** top = reinterpret_cast<void**>((reinterpret_cast<uintptr_t>(stack) + bytes) & ~uintptr_t(15));
#if defined(__x86_64__)
    // As after a call: 8 bytes below a multiple of 16.
    *--top = nullptr;
    *--top = reinterpret_cast<void*>(entry);
    for (int i = 0; i < saved_words; ++i) *--top = nullptr;
#else
    top -= 20;
    for (int i = 0; i < 20; ++i) top[i] = nullptr;
    top[11] = reinterpret_cast<void*>(entry); // x30, the link register
#endif
    stack_pointer = top;
}

void switch_context(Context& from, Context& to) { emu_switch_stack(&from.stack_pointer, to.stack_pointer); }
#else
void Context::prepare(void* stack, size_t bytes, void (*entry)()) {
    getcontext(&registers);
    registers.uc_stack.ss_sp = stack;
    registers.uc_stack.ss_size = bytes;
    registers.uc_link = nullptr;
    makecontext(&registers, entry, 0);
}

void switch_context(Context& from, Context& to) { swapcontext(&from.registers, &to.registers); }
#endif

} // namespace emu

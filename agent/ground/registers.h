/* Where the processor was when a signal came, by the handler's third argument. Header only. */
#pragma once

#include <stdint.h>
#include <ucontext.h>

#if defined(__x86_64__)
#define REGISTER(context, x86, arm) ((context)->uc_mcontext.gregs[x86])
#elif defined(__aarch64__)
#define REGISTER(context, x86, arm) ((context)->uc_mcontext.arm)
#else
#error "the agent knows x86-64 and aarch64"
#endif
/* The address of the instruction that was interrupted. */
static inline uintptr_t registers_pc(const ucontext_t *context) {
    return (uintptr_t)REGISTER(context, REG_RIP, pc);
}
/* The thread goes on there when the handler returns. */
static inline void registers_set_pc(ucontext_t *context, uintptr_t pc) {
    REGISTER(context, REG_RIP, pc) = (__typeof__(REGISTER(context, REG_RIP, pc)))pc;
}
/* The stack pointer. */
static inline uintptr_t registers_sp(const ucontext_t *context) {
    return (uintptr_t)REGISTER(context, REG_RSP, sp);
}
/* The frame pointer, which compilers use for other values, too. */
static inline uintptr_t registers_fp(const ucontext_t *context) {
    return (uintptr_t)REGISTER(context, REG_RBP, regs[29]);
}

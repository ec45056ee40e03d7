#include "agent/sampling/signalframe.h"

#include "agent/ground/registers.h"

#include <signal.h>

#define MOST_NESTED 8
#define MOST_WORDS 1024 /* of the stack are looked through */
/* The kernel keeps the vector registers behind the frame; with all of them that is 11 KB. */
#define LARGEST_FRAME ((uintptr_t)16384)
#define RED_ZONE ((uintptr_t)128) /* below the stack pointer, left alone by the kernel */

/* What the kernel writes at the beginning of a ucontext: no flags but those of the registers, and
 * no link. And a frame lies on the stack that it was pushed on, but for alternate stacks, which the
 * JVM does not use. */
static bool is_context(uintptr_t at) {
    const ucontext_t *context = (const ucontext_t *)at;
    uintptr_t sp = registers_sp(context);
    return context->uc_flags < 8 && !context->uc_link && sp > at + sizeof(uintptr_t) &&
           sp - at <= LARGEST_FRAME + RED_ZONE;
}

/* The context that a handler at its first instruction has as its third argument; 0: none begins. */
static uintptr_t begins_with(const ucontext_t *context) {
    uintptr_t sp = registers_sp(context);
    uintptr_t info = (uintptr_t)REGISTER(context, REG_RSI, regs[1]);
    uintptr_t third = (uintptr_t)REGISTER(context, REG_RDX, regs[2]);
#if defined(__x86_64__)
    if (third != sp + sizeof(uintptr_t) || info <= third || info - third > sizeof(ucontext_t))
        return 0;
#else
    if (info != sp || third != sp + sizeof(siginfo_t)) return 0;
#endif
    return is_context(third) ? third : 0;
}

void *signalframe_interrupted(void *ucontext) {
    for (int i = 0; i < MOST_NESTED; i++) {
        uintptr_t below = begins_with(ucontext);
        if (!below) break;
        ucontext = (void *)below;
    }
    return ucontext;
}

/* AddressSanitizer takes what lies between other functions' variables for nobody's. */
__attribute__((no_sanitize("address"))) void *signalframe_find(void *ucontext, size_t bytes,
                                                               bool is_wanted(uintptr_t pc)) {
    uintptr_t from = registers_sp(ucontext);
    size_t words = bytes / sizeof(uintptr_t);
    if (from % sizeof(uintptr_t)) return NULL;
    if (words > MOST_WORDS) words = MOST_WORDS;
#if defined(__x86_64__)
    /* Where all handlers return to, as ours does: above it on the stack is what they were given. */
    uintptr_t back = *(const uintptr_t *)((uintptr_t)ucontext - sizeof(uintptr_t));
    for (size_t i = 0; i < words; i++) {
        uintptr_t at = from + (i + 1) * sizeof(uintptr_t);
        if (*(const uintptr_t *)(at - sizeof(uintptr_t)) != back) continue;
        if (bytes - (at - from) < sizeof(ucontext_t)) break;
        if (is_context(at) && is_wanted(registers_pc((const ucontext_t *)at))) return (void *)at;
    }
#else
    /* A handler's frame record lies above the context, which the kernel points to: not looked for.
     */
    (void)words;
    (void)is_wanted;
#endif
    return NULL;
}

#include "agent/jvm/nativewalk.h"

#include "agent/ground/registers.h"
#include "agent/jvm/vmstructs.h"
#include <dlfcn.h>
#include <string.h>

/* No function's frame is larger: a step beyond is no frame pointer. */
#define LARGEST_FRAME ((uintptr_t)1 << 20)

/* ---- In the target --------------------------------------------------------------------------- */

#if defined(__aarch64__)
/* Return addresses may be signed in the bits that no address uses. */
#define CODE_ADDRESS(value) ((value) & ((UINT64_C(1) << 48) - 1))
#else
#define CODE_ADDRESS(value) (value)
#endif

int nativewalk_own(const void *ucontext, uintptr_t stack_end, uintptr_t *pcs, int room) {
    uintptr_t pc = registers_pc(ucontext), sp = registers_sp(ucontext), fp = registers_fp(ucontext);
    int count = 0;
    while (count < room && !vmstructs_pc_is_java(pc)) {
        pcs[count++] = pc;
        if (fp < sp || fp - sp > LARGEST_FRAME || fp % sizeof fp || stack_end < 2 * sizeof fp ||
            fp > stack_end - 2 * sizeof fp)
            break;
        const uintptr_t *frame = (const uintptr_t *)fp;
        sp = fp + 2 * sizeof fp;
        fp = frame[0];
        pc = CODE_ADDRESS(frame[1]);
        if (!pc) break; /* the thread's first function */
    }
    return count;
}

/* ---- Names ----------------------------------------------------------------------------------- */

struct recording_frame nativewalk_frame(uintptr_t pc, bool return_address) {
    Dl_info info = {0};
    /* A call may be the last instruction of its function. */
    const char *code = (const char *)(pc - (return_address ? 1 : 0));
    if (!dladdr(code, &info) || !info.dli_fname)
        return recording_frame_named("[unknown]", "[unknown]");
    const char *slash = strrchr(info.dli_fname, '/');
    const char *symbol = info.dli_sname ? info.dli_sname : "[no symbol]";
    struct recording_frame frame =
        recording_frame_named(slash ? slash + 1 : info.dli_fname, symbol);
    if (strncmp(symbol, "_Z", 2) == 0) frame.type = RECORDING_CPP;
    return frame;
}

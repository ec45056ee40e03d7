#include "agent/jvm/nativewalk.h"

#include "agent/jvm/vmstructs.h"
#include "base/strings.h"
#include "base/text.h"

#include <dlfcn.h>
#include <string.h>
#include <ucontext.h>

/* No function's frame is larger: a step beyond is no frame pointer. */
#define LARGEST_FRAME ((uintptr_t)1 << 20)
#define MOST_NAMES 20000
/* Keys of methods.c count up from 1. */
#define FIRST_KEY (UINT64_C(1) << 62)

/* ---- In the target --------------------------------------------------------------------------- */

#if defined(__aarch64__)
/* Return addresses may be signed in the bits that no address uses. */
#define CODE_ADDRESS(value) ((value) & ((UINT64_C(1) << 48) - 1))
#else
#define CODE_ADDRESS(value) (value)
#endif

int nativewalk_own(const void *ucontext, uintptr_t stack_end, uintptr_t *pcs, int room) {
    const ucontext_t *context = ucontext;
#if defined(__x86_64__)
    uintptr_t pc = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
    uintptr_t sp = (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
    uintptr_t fp = (uintptr_t)context->uc_mcontext.gregs[REG_RBP];
#else
    uintptr_t pc = (uintptr_t)context->uc_mcontext.pc;
    uintptr_t sp = (uintptr_t)context->uc_mcontext.sp;
    uintptr_t fp = (uintptr_t)context->uc_mcontext.regs[29];
#endif
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

/* Told apart by what they are called: a library may be unloaded, and another be in its place. */
static struct strings names;                                          /* "library\0symbol" */
static struct recording_method methods[MOST_NAMES + NATIVEWALK_MOST]; /* by its number */
static uint64_t first_key = FIRST_KEY;

static const struct recording_method *intern(const char *library, const char *symbol) {
    struct text both = {0};
    text_add_bytes(&both, library, strlen(library) + 1);
    text_add(&both, symbol);
    uint32_t id = strings_intern(&names, both.data, both.len);
    const char *its = strings_get(&names, id);
    text_free(&both);
    methods[id] = (struct recording_method){.key = first_key + id,
                                            .class_name = its,
                                            .name = its + strlen(its) + 1,
                                            .is_function = true};
    return &methods[id];
}

const struct recording_method *nativewalk_name(uintptr_t pc, bool return_address,
                                               enum recording_frame_type *type) {
    Dl_info info = {0};
    /* A call may be the last instruction of its function. */
    const char *code = (const char *)(pc - (return_address ? 1 : 0));
    *type = RECORDING_NATIVE;
    if (!dladdr(code, &info) || !info.dli_fname) return intern("[unknown]", "[unknown]");
    const char *slash = strrchr(info.dli_fname, '/');
    const char *symbol = info.dli_sname ? info.dli_sname : "[no symbol]";
    if (strncmp(symbol, "_Z", 2) == 0) *type = RECORDING_CPP;
    return intern(slash ? slash + 1 : info.dli_fname, symbol);
}

void nativewalk_trim(void) {
    if (names.entries.len < MOST_NAMES) return;
    first_key += names.entries.len;
    strings_free(&names);
}

#include "agent/whatif/asleep.h"

#include "agent/jvm/framewalk.h"
#include "agent/jvm/guard.h"
#include "agent/jvm/vmstructs.h"

#include <stddef.h>

#define METHODS 3

static uint64_t methods[METHODS];               /* their ids; 0: this JDK has none of that name */
static struct { int64_t anchor, sp, pc; } left; /* where a JavaThread notes that it left Java */

void asleep_open(JNIEnv *jni) {
    static const char *const names[METHODS] = {
        "sleep",       /* up to JDK 20 */
        "sleep0",      /* JDK 21 */
        "sleepNanos0", /* since JDK 22 */
    };
    static const struct vmstructs_row rows[] = {
#define AT(name) offsetof(__typeof__(left), name)
        {AT(anchor), VMSTRUCTS_FIELD, 1, "JavaThread", "_anchor"},
        {AT(sp), VMSTRUCTS_FIELD, 1, "JavaFrameAnchor", "_last_Java_sp"},
        {AT(pc), VMSTRUCTS_FIELD, 1, "JavaFrameAnchor", "_last_Java_pc"},
#undef AT
    };
    bool known = vmstructs_read(rows, sizeof rows / sizeof *rows, &left);
    jclass thread = (*jni)->FindClass(jni, "java/lang/Thread");
    for (int i = 0; i < METHODS; i++) {
        methods[i] = 0;
        if (!thread || !known) continue;
        methods[i] = (uint64_t)(uintptr_t)(*jni)->GetStaticMethodID(jni, thread, names[i], "(J)V");
        if (!methods[i]) (*jni)->ExceptionClear(jni);
    }
    if (thread) (*jni)->DeleteLocalRef(jni, thread);
    else (*jni)->ExceptionClear(jni);
}

static uint64_t word_at(const void *java_thread, int64_t offset) {
    return *(const uint64_t *)(const void *)((const char *)java_thread + left.anchor + offset);
}

/* The method that it left Java by is the top frame. */
static bool walk(const void *java_thread, uint64_t sp) {
    const struct framewalk_registers registers = {.sp = sp};
    const struct framewalk_thread thread = {
        .java_thread = (uintptr_t)java_thread,
        .stack_end = sp + vmstructs_stack_left(java_thread, sp),
    };
    struct framewalk_frame frames[2];
    int64_t left_out;
    int count = 0;
    framewalk(&guard_memory, &thread, &registers, frames, 2, &count, &left_out);
    if (count <= 0) return false;
    framewalk_ids(&guard_memory, frames, 1);
    for (int i = 0; i < METHODS; i++)
        if (methods[i] && frames[0].method == methods[i]) return true;
    return false;
}

bool asleep(const void *java_thread, _Atomic uint64_t *known) {
    if (!methods[0] && !methods[1] && !methods[2]) return false;
    uint64_t sp = word_at(java_thread, left.sp), pc = word_at(java_thread, left.pc);
    uint64_t place = (sp ^ (pc << 20 | pc >> 44)) & ~UINT64_C(1), seen = atomic_load(known);
    if (!sp) return false;
    if ((seen & ~UINT64_C(1)) == place) return seen & 1;
    bool sleeps = walk(java_thread, sp);
    atomic_store(known, place | sleeps);
    return sleeps;
}

#include "agent/jvm/compiling.h"

#include "agent/jvm/guard.h"
#include "agent/jvm/scopes.h"
#include "agent/jvm/vmstructs.h"

#define MOST_THREADS 100000

/* JavaThreads -> CompilerThread -> ciEnv, on its stack -> CompileTask -> Method */
static struct {
    int64_t list; /* an address; all others are offsets, -1: not known */
    int64_t length, threads, os_thread, tid, env, task, method;
} at;

void compiling_open(void) {
    at.list = (int64_t)(uintptr_t)vmstructs_static("ThreadsSMRSupport", "_java_thread_list");
    at.length = vmstructs_offset("ThreadsList", "_length");
    at.threads = vmstructs_offset("ThreadsList", "_threads");
    at.os_thread = vmstructs_offset("JavaThread", "_osthread");
    if (at.os_thread < 0) at.os_thread = vmstructs_offset("Thread", "_osthread");
    at.tid = vmstructs_offset("OSThread", "_thread_id");
    at.env = vmstructs_offset("CompilerThread", "_env");
    at.task = vmstructs_offset("ciEnv", "_task");
    at.method = vmstructs_offset("CompileTask", "_method");
}

static uint64_t follow(uint64_t object, int64_t offset) {
    return object && offset >= 0 ? memory_word(&guard_memory, field(object, offset)) : 0;
}

static bool is_thread(uint64_t thread, pid_t tid) {
    uint64_t os = follow(thread, at.os_thread);
    return os && at.tid >= 0 && memory_int(&guard_memory, field(os, at.tid)) == tid;
}

uint64_t compiling_method(const struct layout *layout, pid_t tid) {
    uint64_t list = follow((uint64_t)at.list, 0), all = follow(list, at.threads);
    int32_t count = list && at.length >= 0 ? memory_int(&guard_memory, field(list, at.length)) : 0;
    for (int32_t i = 0; all && i < count && i < MOST_THREADS; i++) {
        uint64_t thread = follow(all, i * (int64_t)WORD);
        if (!is_thread(thread, tid)) continue;
        uint64_t method = follow(follow(follow(thread, at.env), at.task), at.method);
        return scopes_method_id(&guard_memory, layout, method);
    }
    return 0;
}

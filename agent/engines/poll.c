/* engine=jvmti: all stacks at a safepoint, on a period. Works on any JVM, and sees only places
 * where threads come to safepoints. */
#include "agent/engines/modes.h"

#include "agent/jvm/methods.h"
#include "agent/sampling/running.h"
#include "agent/sampling/sample.h"
#include "agent/sampling/statistics.h"
#include "base/mem.h"
#include "base/clock.h"

#include <stdlib.h>

static void write_stack(JNIEnv *jni, struct recording *recording, struct agent_thread *thread,
                        const jvmtiStackInfo *info, int64_t depth, int64_t now) {
    jint count = info->frame_count > depth ? (jint)depth : info->frame_count;
    struct framewalk_frame *frames = mem_alloc((size_t)count * sizeof *frames);
    for (jint i = 0; i < count; i++) frames[i] = modes_frame(&info->frame_buffer[i]);
    int64_t cpu = running_clock(thread->tid), since = cpu - thread->sampled_cpu;
    thread->sampled_cpu = cpu;
    struct stackwalk walk = {
        .count = count, .frames = frames, .truncated = info->frame_count > depth};
    statistics.requested++;
    statistics_count(count, walk.truncated ? FRAMEWALK_ROOM : FRAMEWALK_ROOT);
    sample_write(jni, recording, &thread->about, &walk, now, VM_STATE_JAVA,
                 RECORDING_STATE_RUNNABLE, since > 0 ? since : 0, NULL);
    free(frames);
}

void poll_round(JNIEnv *jni, struct recording *recording, const struct agent_options *options) {
    jvmtiStackInfo *infos;
    jint count;
    int64_t now = clock_now();
    (*jni)->EnsureLocalCapacity(jni, AGENT_LOCAL_REFS);
    if ((*agent_jvmti)->GetAllStackTraces(agent_jvmti, (jint)options->depth + 1, &infos, &count) !=
        JVMTI_ERROR_NONE)
        return;
    for (jint i = 0; i < count; i++) {
        /* A native method on top: the JVM calls that runnable, but it may as well wait. */
        struct agent_thread described = {0};
        bool runs = infos[i].state & JVMTI_THREAD_STATE_RUNNABLE && infos[i].frame_count > 0 &&
                    infos[i].frame_buffer[0].location >= 0;
        if (runs && threads_describe(agent_jvmti, jni, infos[i].thread, &described)) {
            /* The table knows the kernel's id and what the filters say. */
            struct agent_thread *thread = NULL;
            threads_lock();
            for (size_t k = 0; k < threads_count() && !thread; k++)
                if (threads_at(k)->java_thread == described.java_thread) thread = threads_at(k);
            if (thread) threads_hold(thread);
            threads_unlock();
            if (thread && thread->sampled)
                write_stack(jni, recording, thread, &infos[i], options->depth, now);
            threads_release(jni, thread);
        }
        threads_forget(&described);
        (*jni)->DeleteLocalRef(jni, infos[i].thread);
    }
    (*agent_jvmti)->Deallocate(agent_jvmti, (unsigned char *)infos);
}

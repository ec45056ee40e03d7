/* engine=jvmti: all stacks at a safepoint, on a period. Works on any JVM, and sees only places
 * where threads come to safepoints. */
#include "agent/engines/engines.h"
#include "agent/ground/running.h"
#include "agent/jvm/jvm.h"
#include "agent/jvm/methods.h"
#include "agent/sampling/rounds.h"
#include "agent/sampling/sample.h"
#include "agent/sampling/statistics.h"
#include "base/clock.h"

#include <stdlib.h>

static const struct agent_options *options;
static struct rounds rounds;

static void write_stack(JNIEnv *jni, struct recording *recording, struct agent_thread *thread,
                        const jvmtiStackInfo *info, int64_t now) {
    bool is_cut = info->frame_count > options->depth;
    jint count = is_cut ? (jint)options->depth : info->frame_count;
    struct framewalk_frame *frames = methods_copy_stack(info->frame_buffer, count);
    struct stackwalk walk = {.count = count, .frames = frames, .truncated = is_cut};
    statistics.requested++;
    statistics_count(count, is_cut ? FRAMEWALK_ROOM : FRAMEWALK_ROOT);
    sample_write(jni, recording, &thread->about, &walk, now, false,
                 sample_cpu_since(thread, running_clock(thread->tid)), NULL);
    free(frames);
}

static void look(JNIEnv *jni, struct recording *recording) {
    jvmtiStackInfo *infos;
    jint count;
    int64_t now = clock_now();
    (*jni)->EnsureLocalCapacity(jni, JVM_LOCAL_REFS);
    if (JVMTI(GetAllStackTraces, (jint)options->depth + 1, &infos, &count) != JVMTI_ERROR_NONE)
        return;
    for (jint i = 0; i < count; i++) {
        /* A native method on top: the JVM calls that runnable, but it may as well wait. */
        bool runs = infos[i].state & JVMTI_THREAD_STATE_RUNNABLE && infos[i].frame_count > 0 &&
                    infos[i].frame_buffer[0].location >= 0;
        struct agent_thread *thread = runs ? threads_known(jni, infos[i].thread) : NULL;
        if (thread && thread->sampled) write_stack(jni, recording, thread, &infos[i], now);
        threads_release(jni, thread);
        (*jni)->DeleteLocalRef(jni, infos[i].thread);
    }
    JVM_FREE(infos);
}

static int64_t turn(JNIEnv *jni, struct recording *recording, int64_t now) {
    if (rounds_are_due(&rounds, options->interval_ns, now)) look(jni, recording);
    return rounds_left(&rounds, options->interval_ns, clock_now());
}

static bool start(JNIEnv *jni, const struct agent_options *wanted, struct engine_failure *failure) {
    if (wanted->engine != ENGINE_JVMTI) return false;
    options = wanted;
    rounds.last = clock_now();
    return true;
}

const struct engine engine_jvmti = {"jvmti", ENGINE_BY_ITSELF, start, turn, sample_cpu_from, NULL,
                                    NULL};

#include "agent/sampling/sample.h"

#include "agent/ground/running.h"
#include "agent/jvm/methods.h"
#include "agent/jvm/nativewalk.h"
#include "agent/sampling/statistics.h"
#include "base/map.h"
#include "base/mem.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct handshake sample_shake;
static const struct agent_options *options;
static struct recording_frame *frames; /* as many as the depth, and C frames */

void sample_open(const struct agent_options *wanted) {
    options = wanted;
    free(frames);
    frames = mem_zero((size_t)wanted->depth + NATIVEWALK_MOST, sizeof *frames);
}

bool sample_takes(const struct agent_options *wanted, handshake_handler *handler,
                  struct engine_failure *failure) {
    if (handler ? handshake_take(wanted->signo, handler)
                : handshake_install(&sample_shake, wanted->signo, stackwalk_capture, NULL))
        return true;
    failure->signal_taken = errno == EBUSY;
    snprintf(failure->sentence, sizeof failure->sentence,
             "signal %d (%s) %s; option signal chooses another", wanted->signo,
             strsignal(wanted->signo),
             failure->signal_taken ? "is used by someone else in this process" : "cannot be used");
    return false;
}

bool sample_missed(enum handshake_result result) {
    if (result == HANDSHAKE_GONE) statistics.exited++;
    else statistics.timed_out++;
    return false;
}

int64_t sample_chance(uint64_t serial, int64_t period) {
    return 1 + (int64_t)(map_fold(serial, UINT64_C(0x9E3779B97F4A7C15)) % (uint64_t)period);
}

void sample_cpu_from(struct agent_thread *thread, bool begins) {
    if (begins) return; /* its clock is at 0 */
    thread->sampled_cpu = running_clock(thread->tid);
    thread->due_cpu = 0;
}

int64_t sample_cpu_since(struct agent_thread *thread, int64_t cpu) {
    int64_t since = cpu - thread->sampled_cpu;
    thread->sampled_cpu = cpu;
    return since > 0 ? since : 0;
}

/* ---- Its stack ------------------------------------------------------------------------------- */

/* Of a stack that is longer than wanted both ends are kept, the middle is a frame that says so. How
 * many there are then. */
static uint32_t add_java_frames(JNIEnv *jni, const struct stackwalk *walk,
                                struct recording_frame *out) {
    struct stackwalk top = *walk;
    int most = (int)options->depth, below = 0;
    if (walk->count > most || walk->left_out) {
        below = most >= 3 && !walk->truncated ? (most - 1) / 2 : 0;
        top.count = below ? most - 1 - below : most;
    }
    methods_frames(jni, top.frames, top.count, out);
    if (!below) return (uint32_t)top.count;
    out[top.count] = recording_frame_named(NULL, "[frames left out]");
    methods_frames(jni, walk->frames + walk->count - below, below, out + top.count + 1);
    return (uint32_t)most;
}

struct recording_stack_key sample_write(JNIEnv *jni, struct recording *recording,
                                        const struct recording_thread *thread,
                                        const struct stackwalk *walk, int64_t time, bool native,
                                        int64_t cpu_ns, const struct recording_periods *periods) {
    struct recording_stack stack = {.frames = frames, .count = 1};
    struct recording_stack_key key = {0};
    enum recording_state state =
        periods && walk->in_syscall ? RECORDING_STATE_SLEEPING : RECORDING_STATE_RUNNABLE;
    if (!periods && !native) statistics.cpu_sampled += cpu_ns;
    if (walk->count <= 0 && !options->failed_samples) return key;
    methods_begin();
    uint32_t c_frames = (uint32_t)walk->native_count; /* come first */
    for (uint32_t i = 0; i < c_frames; i++) frames[i] = nativewalk_frame(walk->natives[i], i > 0);
    if (walk->count > 0) {
        stack.count = c_frames + add_java_frames(jni, walk, frames + c_frames);
        stack.truncated = walk->truncated || walk->left_out || walk->count > options->depth;
    } else {
        frames[c_frames] = recording_frame_named(NULL, stackwalk_reason(walk->count));
        stack.count = c_frames + 1;
    }
    if (stack.count > options->depth) {
        stack.count = (uint32_t)options->depth;
        stack.truncated = true;
    }
    if (periods)
        key = recording_event(recording, RECORDING_WALL_SAMPLE, time, {.thread = thread},
                              {.stack = &stack}, {state}, {(int64_t)periods->count},
                              {periods->span_ns});
    else if (native)
        key = recording_event(recording, RECORDING_NATIVE_SAMPLE, time, {.thread = thread},
                              {.stack = &stack}, {state});
    else
        key =
            recording_execution_sample(recording, time, thread, &stack, state, cpu_ns, walk->left);
    methods_end();
    return key;
}
